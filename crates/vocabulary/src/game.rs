//! The vocabulary of a game, for engines, tooling and people.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Debug, Display};
use core::hash::Hash;
use core::str::FromStr;

use serde::{Deserializer, Serialize};

use crate::{Record, RecordError};

/// A source of random numbers: called with `n > 0`, it returns a number below `n`.
///
/// Every random choice of the tooling goes through one of these, so that a run is reproducible from its seed
/// with any generator.
pub type Draw<'a> = dyn FnMut(u32) -> u32 + 'a;

/// The most words that describe a setup in any game.
const MOST_WORDS: usize = 16;

/// The vocabulary of one game: the types in which engines, tooling and people speak about it.
///
/// Nothing here decides which moves are legal; every [`Engine`](crate::Engine) decides that for itself.
///
/// All text forms round-trip: what `Display` prints is read back as an equal value.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// The name on the command line, in the protocol and in file names, e.g. `dominions`.
    const NAME: &'static str;

    /// All players in turn order, two or more. If the number of players is an option, these are the players
    /// of the largest game; in a smaller one the last of them are never on turn, and engines refuse their
    /// moves as out of turn.
    const PLAYERS: &'static [Self::Player];

    /// All reasons, in the order in which engines try them. The tooling reads the words of an engine in
    /// another language as one of these. An engine in this process may give other reasons.
    const REASONS: &'static [Self::Reason] = &[];

    /// The words that may follow the size of the board in [`initial`](Game::initial), for people, such as
    /// `swap, players 3`; empty if there are none.
    const OPTIONS: &'static str = "";

    /// Why the game is not solved, for people, if its graph is [`Unsolved`](crate::Unsolved).
    const UNSOLVED: &'static str = "its positions have no numbers";

    /// Whether the tooling cannot interpret the texts and observations of this game. It then generates none
    /// and reads nothing from them.
    const OPAQUE: bool = false;

    /// A player. It prints as the colour's lower-case name; parsing accepts any case and the first letter
    /// alone.
    type Player: Copy + Eq + Hash + Debug + Display + FromStr<Err: Error> + Send + Sync + 'static;

    /// A move, passes and the like included. It may name things that the board does not have, such as a cell
    /// beyond the edge: a move is any choice that can be written, and an [`Engine`](crate::Engine) decides
    /// whether it can be played. The order is any total one.
    type Move: Clone + Eq + Ord + Hash + Debug + Display + FromStr<Err: Error> + Send + Sync + 'static;

    /// Why a move is illegal. It prints as the one word of the protocol, e.g. `not-your-turn`.
    type Reason: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// A position from which a game can start or which it can reach, size and options included.
    type Position: Clone + Eq + Debug + Display + FromStr<Err: Error> + Send + Sync + 'static;

    /// Why an engine refuses a well-formed position: it could not arise by the rules.
    type Invalid: Clone + Eq + Debug + Display + Error + Send + Sync + 'static;

    /// Everything that can be observed of a position except the legal moves. Its JSON form is the protocol's
    /// `bustan-state`, byte for byte.
    type Observation: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static;

    /// The facts that make two positions of one game the same: an engine's hashes must be equal exactly if
    /// these are.
    type Identity: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// The reason that these words give; `None` if they give none. By default it is the one of
    /// [`REASONS`](Game::REASONS) that prints as these words.
    fn read_reason(words: &str) -> Option<Self::Reason> {
        Self::REASONS.iter().copied().find(|reason| reason.to_string() == words)
    }

    /// The index of a player, which [`player_at`](Game::player_at) maps back: by default that in
    /// [`PLAYERS`](Game::PLAYERS). `None` if no player of the game is equal to it.
    fn player_index(player: Self::Player) -> Option<u16> {
        let place = Self::PLAYERS.iter().position(|&other| other == player)?;
        place.try_into().ok()
    }

    /// The player with this [index](Game::player_index).
    fn player_at(index: u16) -> Self::Player {
        Self::PLAYERS[usize::from(index)]
    }

    /// The index of a reason, which [`reason_at`](Game::reason_at) maps back: by default that in
    /// [`REASONS`](Game::REASONS). `None` if the game does not list it.
    fn reason_index(reason: Self::Reason) -> Option<u32> {
        let place = Self::REASONS.iter().position(|&other| other == reason)?;
        place.try_into().ok()
    }

    /// The reason with this [index](Game::reason_index), if one has it.
    fn reason_at(index: u32) -> Option<Self::Reason> {
        Self::REASONS.get(index as usize).copied()
    }

    /// The number of a move. Either every move has a distinct number, which [`decode`](Game::decode) maps
    /// back, and of two moves the lesser one has the lesser number; or no move has one. Tooling that passes
    /// moves as numbers is faster with it.
    fn code(mv: &Self::Move) -> Option<u64> {
        let _ = mv;
        None
    }

    /// The move with this [number](Game::code). For a number without a move, the result may be any move or
    /// `None`.
    fn decode(code: u64) -> Option<Self::Move> {
        let _ = code;
        None
    }

    /// The initial position for the words that follow `boardsize` in the protocol or `--size` on the command
    /// line. Without words it is the standard board.
    ///
    /// # Errors
    /// Returns a message that names the unacceptable word and the acceptable ones.
    fn initial(words: &[&str]) -> Result<Self::Position, String>;

    /// The words for which [`initial`](Game::initial) returns this position; with them, an engine in another
    /// language starts there. `None` if there are no such words: not every position is an initial one, and
    /// words cannot describe a random setup.
    ///
    /// By default these are the shortest prefix of the words of the position's text that gives it.
    fn initial_words(position: &Self::Position) -> Option<String> {
        let text = position.to_string();
        let words: Vec<&str> = text.split_ascii_whitespace().take(MOST_WORDS).collect();
        let leads = |count: &usize| Self::initial(&words[..*count]).is_ok_and(|initial| initial == *position);
        let count =
            (1..=words.len()).find(leads).filter(|_| Self::random_setup(position, &mut |_| 0).is_none())?;
        Some(words[..count].join(" "))
    }

    /// Another starting position of the same kind as `like`, for games with random setups: the same size, the
    /// same options. `None` for a game in which all games of a kind start alike.
    fn random_setup(like: &Self::Position, draw: &mut Draw<'_>) -> Option<Self::Position> {
        let _ = (like, draw);
        None
    }

    /// The byte offset of the comment in the words of a line that give a position: the first `#`, unless the
    /// game writes `#` in its positions.
    fn comment(words: &str) -> Option<usize> {
        words.find('#')
    }

    /// Reads a position in the context of another, `like`: parts that the text leaves open, such as the size
    /// of the board, are as in `like`. A text that leaves nothing open is read as `FromStr` reads it.
    ///
    /// # Errors
    /// Returns the errors of `FromStr`.
    fn read_position(text: &str, like: &Self::Position) -> Result<Self::Position, String> {
        let _ = like;
        text.parse().map_err(|error: <Self::Position as FromStr>::Err| error.to_string())
    }

    /// The text of a position for a program that knows only some of the [options](Game::OPTIONS), those for
    /// which `knows` returns `true`: the words of the others are left out. `None` if the game has no text
    /// without them; a program then gets the position as it prints.
    fn text_for(position: &Self::Position, knows: &mut dyn FnMut(&str) -> bool) -> Option<String> {
        let _ = (position, knows);
        None
    }

    /// Reads the text of a program that was given [`text_for`](Game::text_for): options that the text leaves
    /// out are those of `like`. `None` if the text is not a position.
    fn read_from(text: &str, like: &Self::Position) -> Option<Self::Position> {
        let _ = like;
        text.parse().ok()
    }

    /// The position without the options that only end a game with a draw. Programs that leave draws to the
    /// interface are compared there.
    fn without_draws(position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The identity of an observed position among those on the same board.
    fn identity(seen: &Self::Observation) -> Self::Identity;

    /// The part of an observation that a position in its text form restores: everything except the facts
    /// about the move that led here.
    fn without_history(seen: &Self::Observation) -> Self::Observation {
        seen.clone()
    }

    /// Reads an observation from its JSON form, such as one from an engine in another language. Parts that it
    /// leaves out are as in `like`. `None` if it is not an observation, or if the game reads none.
    fn read_observation<'de, D: Deserializer<'de>>(
        form: D,
        like: &Self::Observation,
    ) -> Option<Self::Observation> {
        let _ = (form, like);
        None
    }

    /// The player on turn in an observed position; `None` when the game is over.
    fn to_move(seen: &Self::Observation) -> Option<Self::Player>;

    /// The result as the protocol's `final_score` prints it. For two players, this is the initial of the one
    /// who has won or leads, and the lead, 0 for a winner who has fewer points, as in `B+26`; or `0` if
    /// neither has won and the scores are equal. For more players, it is the scores of all, as in `white 5
    /// black 3 grey 2`. The laws compare it with `scores` and `winner` if an observation has both.
    fn final_score(seen: &Self::Observation) -> String;

    /// The move that only hands over the turn, if the game has one.
    fn pass() -> Option<Self::Move> {
        None
    }

    /// A move with its player, in few words: by default in the form of a [`Record`], such as `W[P63i9]`.
    fn said(player: Self::Player, mv: &Self::Move) -> String {
        let colour = player.to_string();
        format!("{}[{mv}]", colour[..1].to_ascii_uppercase())
    }

    /// Why a move is refused, in words for people: by default the word of the reason.
    fn refusal(mv: &Self::Move, reason: &Self::Reason) -> String {
        let _ = mv;
        reason.to_string()
    }

    /// Writes a record as its `Display` prints it, by default in the form that all games share. If a game
    /// writes another form, [`parse_record`](Game::parse_record) must read it.
    ///
    /// # Errors
    /// Returns the errors of the formatter.
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

    /// Reads a record in the game's own traditional form; `None` if the text has the form that all games
    /// share, or the game has no other. `FromStr` of [`Record`] tries this first.
    fn parse_record(text: &str) -> Option<Result<Record<Self>, RecordError>> {
        let _ = text;
        None
    }

    /// Returns the place where a text in the game's own traditional form states a result that contradicts
    /// `end`, the observation after its moves, with a message.
    fn contradiction(text: &str, end: &Self::Observation) -> Option<RecordError> {
        let _ = (text, end);
        None
    }

    /// Prints a record in the game's own traditional form, with the result if `end` is the end of the game.
    /// `None` if the game has no such form or the form cannot express the record.
    fn print_record(record: &Record<Self>, end: Option<&Self::Observation>) -> Option<String> {
        let _ = (record, end);
        None
    }
}
