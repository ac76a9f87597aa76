//! What a game is: the vocabulary in which engines, tooling and people speak about it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Debug, Display};
use core::hash::Hash;
use core::str::FromStr;

use serde::{Deserializer, Serialize};

use crate::{Record, RecordError};

/// A source of random numbers: asked with `n > 0`, it answers a number below `n`.
///
/// Every random choice of the tooling goes through one of these, so that a run is reproducible from its seed
/// whatever generator stands behind it.
pub type Draw<'a> = dyn FnMut(u32) -> u32 + 'a;

/// No game has more words for its setup.
const MOST_WORDS: usize = 16;

/// The vocabulary of one game: the types in which engines, tooling and people speak about it.
///
/// Nothing here decides what is legal; that is an [`Engine`](crate::Engine)'s business, and every engine
/// answers for itself.
///
/// All text forms round-trip: what `Display` prints, `FromStr` reads back as an equal value.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// The name on the command line, in the protocol and in file names, e.g. `dominions`.
    const NAME: &'static str;

    /// All players in turn order, two or more. Where the number of players is an option, those of the largest
    /// game; in a smaller one the last of them are never on turn, and their moves are refused as out of
    /// turn.
    const PLAYERS: &'static [Self::Player];

    /// All reasons, in the order in which they are tried. The words of an engine in another language are read
    /// as one of these; a game that names none compares only whether moves are refused.
    const REASONS: &'static [Self::Reason] = &[];

    /// The words that may follow the size of the board in [`initial`](Game::initial), for people, such as
    /// `swap, players 3`; empty where there are none.
    const OPTIONS: &'static str = "";

    /// Whether texts and observations of this game mean nothing to the tooling, which then makes up none and
    /// reads nothing from them.
    const OPAQUE: bool = false;

    /// A player; printed as the colour's lower-case name, read in any case and abbreviated to its first
    /// letter.
    type Player: Copy + Eq + Hash + Debug + Display + FromStr<Err: Error> + Send + Sync;

    /// A move, passes and the like included. It may name things that are not on the board at hand (a cell
    /// beyond the edge): a move is only what can be said, an [`Engine`](crate::Engine) says whether it
    /// can be played. The order is any total one.
    type Move: Clone + Eq + Ord + Hash + Debug + Display + FromStr<Err: Error> + Send + Sync;

    /// Why a move is illegal; printed as the one word of the protocol, e.g. `not-your-turn`.
    type Reason: Copy + Eq + Hash + Debug + Display + Send + Sync;

    /// Where a game can start from or has come to, size and options included.
    type Position: Clone + Eq + Debug + Display + FromStr<Err: Error> + Send + Sync;

    /// Why an engine refuses a position that is well-formed: it could not arise by the rules.
    type Invalid: Clone + Eq + Debug + Display + Error + Send + Sync;

    /// Everything that can be observed of a position except the legal moves. Its JSON form is the protocol's
    /// `bustan-state`, byte for byte.
    type Observation: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static;

    /// What makes two positions of one game the same position: the hashes of an engine must be equal exactly
    /// when this is.
    type Identity: Clone + Eq + Hash + Debug;

    /// The initial position for the words that follow `boardsize` in the protocol or `--size` on the command
    /// line, none for the standard board.
    ///
    /// # Errors
    /// The message says which word is unacceptable and what would be accepted.
    fn initial(words: &[&str]) -> Result<Self::Position, String>;

    /// The words for which [`initial`](Game::initial) gives this position, which tell an engine in another
    /// language to begin there. `None` where there are none: not every position is an initial one, and
    /// what is drawn by lot, no words tell.
    ///
    /// By default as many of the first words of the position's text as it takes.
    fn initial_words(position: &Self::Position) -> Option<String> {
        let text = position.to_string();
        let words: Vec<&str> = text.split_ascii_whitespace().take(MOST_WORDS).collect();
        let leads = |count: &usize| Self::initial(&words[..*count]).is_ok_and(|initial| initial == *position);
        let count =
            (1..=words.len()).find(leads).filter(|_| Self::random_setup(position, &mut |_| 0).is_none())?;
        Some(words[..count].join(" "))
    }

    /// Another starting position of the same kind as `like`, for games whose setup is drawn by lot: the same
    /// size, the same options. `None` from a game in which all games of a kind start alike.
    fn random_setup(like: &Self::Position, draw: &mut Draw<'_>) -> Option<Self::Position> {
        let _ = (like, draw);
        None
    }

    /// Where the comment begins in the words of a line that give a position, as a byte offset: at the first
    /// `#`, unless the game writes `#` in its positions.
    fn comment(words: &str) -> Option<usize> {
        words.find('#')
    }

    /// Reads a position where one, `like`, is at hand: what the text leaves open, such as the size of the
    /// board, is as it is there. Whatever the `FromStr` of positions reads, this reads as the same unless
    /// it left something open.
    ///
    /// # Errors
    /// Those of the position's `FromStr`.
    fn read_position(
        text: &str,
        like: &Self::Position,
    ) -> Result<Self::Position, <Self::Position as FromStr>::Err> {
        let _ = like;
        text.parse()
    }

    /// The identity of an observed position.
    fn identity(seen: &Self::Observation) -> Self::Identity;

    /// What of an observation a position in its text form restores: all but what is told of the move that led
    /// here.
    fn without_history(seen: &Self::Observation) -> Self::Observation {
        seen.clone()
    }

    /// Reads an observation from its JSON form, such as what an engine in another language shows. What that
    /// leaves out is as in `like`. `None` when it is none, and from a game that does not read any.
    fn read_observation<'de, D: Deserializer<'de>>(
        form: D,
        like: &Self::Observation,
    ) -> Option<Self::Observation> {
        let _ = (form, like);
        None
    }

    /// The player on turn in an observed position, `None` when the game is over.
    fn to_move(seen: &Self::Observation) -> Option<Self::Player>;

    /// The result as the protocol's `final_score` prints it. Of two players it is the initial of the one who
    /// has won or leads, and the lead, 0 for a winner who is behind, as in `B+26`; or `0` when neither
    /// has won and the scores are equal. Of more it is the scores of all, as in `white 5 black 3 grey 2`.
    /// The laws compare it with `scores` and `winner` where an observation shows both.
    fn final_score(seen: &Self::Observation) -> String;

    /// The move that only hands over the turn, where the game has one.
    fn pass() -> Option<Self::Move> {
        None
    }

    /// A move with its player, in one word or few: by default the form of a [`Record`], such as `W[P63i9]`.
    fn said(player: Self::Player, mv: &Self::Move) -> String {
        let colour = player.to_string();
        format!("{}[{mv}]", colour[..1].to_ascii_uppercase())
    }

    /// Why a move is refused, in words for people: by default the word for the reason.
    fn refusal(mv: &Self::Move, reason: &Self::Reason) -> String {
        let _ = mv;
        reason.to_string()
    }

    /// Writes a record as its `Display` prints it, by default in the form that all games share. What a game
    /// writes in another, [`parse_record`](Game::parse_record) reads.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write_record(record: &Record<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if Self::initial(&[]).as_ref() != Ok(&record.start) {
            write!(f, "Start[{}]", record.start)?;
            separator = ";";
        }
        for (player, mv) in &record.moves {
            write!(f, "{separator}{}", Self::said(*player, mv))?;
            separator = ";";
        }
        Ok(())
    }

    /// Reads a record in the game's own traditional form; `None` when the text has the form that all games
    /// share, or the game has no other. What [`Record`]'s `FromStr` tries first.
    fn parse_record(text: &str) -> Option<Result<Record<Self>, RecordError>> {
        let _ = text;
        None
    }

    /// Where a text in the game's own traditional form tells a result that `end`, what its moves led to,
    /// contradicts: the place, and what is said there.
    fn contradiction(text: &str, end: &Self::Observation) -> Option<RecordError> {
        let _ = (text, end);
        None
    }

    /// Prints a record in the game's own traditional form, with the result when `end` is the end of the game.
    /// `None` when the game has no such form or the form cannot express the record.
    fn print_record(record: &Record<Self>, end: Option<&Self::Observation>) -> Option<String> {
        let _ = (record, end);
        None
    }
}
