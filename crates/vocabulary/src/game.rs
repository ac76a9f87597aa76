//! The interface through which a game describes its players, moves, positions and observations.

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
/// Every random choice of the tooling uses such a function, so that a run is reproducible from its seed with
/// any generator.
pub type Draw<'a> = dyn FnMut(u32) -> u32 + 'a;

/// The maximum number of words that describe a setup in any game.
const MOST_WORDS: usize = 16;

/// The vocabulary of one game: the types that engines, tooling and users share, and their text forms.
///
/// The vocabulary does not decide which moves are legal; every [`Engine`](crate::Engine) does.
///
/// All text forms round-trip: parsing the output of `Display` yields an equal value.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// The name on the command line, in the protocol and in file names, e.g. `dominions`.
    const NAME: &'static str;

    /// All players in turn order, two or more. If the number of players is an option, the list is that of the
    /// game with the most players. In a game with fewer, the last players of the list never move, and engines
    /// refuse their moves as out of turn.
    const PLAYERS: &'static [Self::Player];

    /// All reasons, in the order in which engines check them. The tooling maps the messages of an external
    /// program to one of these reasons. An in-process engine may give other reasons.
    const REASONS: &'static [Self::Reason] = &[];

    /// A human-readable list of the options that may follow the size of the board in
    /// [`initial`](Game::initial), such as `swap, players 3`; empty if there are no options.
    const OPTIONS: &'static str = "";

    /// A human-readable reason why the game cannot be solved, shown if its graph is
    /// [`Unsolved`](crate::Unsolved).
    const UNSOLVED: &'static str = "its positions have no numbers";

    /// Whether the tooling cannot interpret the texts and observations of this game. If `true`, the tooling
    /// does not generate texts, and reads nothing from texts and observations.
    const OPAQUE: bool = false;

    /// A player. `Display` prints the lower-case name of the colour; parsing accepts the name or its first
    /// letter, in either case.
    type Player: Copy + Eq + Hash + Debug + Display + FromStr<Err: Error> + Send + Sync + 'static;

    /// A move, including passes and other moves without a placement. Any choice that can be written is a
    /// move, even if it names something that the board does not have, such as a cell beyond the edge. An
    /// [`Engine`](crate::Engine) decides whether it is legal. The order can be any total order.
    type Move: Clone + Eq + Ord + Hash + Debug + Display + FromStr<Err: Error> + Send + Sync + 'static;

    /// Why a move is illegal. `Display` prints the word of the protocol, such as `not-your-turn`.
    type Reason: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// A position that a game can start from or reach, including the size of the board and the options.
    type Position: Clone + Eq + Debug + Display + FromStr<Err: Error> + Send + Sync + 'static;

    /// Why an engine refuses a well-formed position: by the rules, no game can reach it.
    type Invalid: Clone + Eq + Debug + Display + Error + Send + Sync + 'static;

    /// Everything that can be observed in a position except the legal moves. Its JSON form is exactly the
    /// output of the protocol's `bustan-state`.
    type Observation: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static;

    /// The facts that make two positions of one game the same. Two engines' hashes must be equal if and only
    /// if these facts are.
    type Identity: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// The reason that a message of an engine gives; `None` if it gives none. By default, the reason in
    /// [`REASONS`](Game::REASONS) whose name is the message.
    fn read_reason(words: &str) -> Option<Self::Reason> {
        Self::REASONS.iter().copied().find(|reason| reason.to_string() == words)
    }

    /// The index of a player, the inverse of [`player_at`](Game::player_at): by default, the index in
    /// [`PLAYERS`](Game::PLAYERS). `None` if the value is not a player of the game.
    fn player_index(player: Self::Player) -> Option<u16> {
        let place = Self::PLAYERS.iter().position(|&other| other == player)?;
        place.try_into().ok()
    }

    /// The player with this [index](Game::player_index).
    fn player_at(index: u16) -> Self::Player {
        Self::PLAYERS[usize::from(index)]
    }

    /// The index of a reason, the inverse of [`reason_at`](Game::reason_at): by default, the index in
    /// [`REASONS`](Game::REASONS). `None` if the game does not list the reason.
    fn reason_index(reason: Self::Reason) -> Option<u32> {
        let place = Self::REASONS.iter().position(|&other| other == reason)?;
        place.try_into().ok()
    }

    /// The reason with this [index](Game::reason_index), if any.
    fn reason_at(index: u32) -> Option<Self::Reason> {
        Self::REASONS.get(index as usize).copied()
    }

    /// The code of a move. Either every move has a distinct code, codes have the same order as moves, and
    /// [`decode`](Game::decode) is the inverse; or no move has a code. Tooling that passes moves as numbers
    /// is faster with codes.
    fn code(mv: &Self::Move) -> Option<u64> {
        let _ = mv;
        None
    }

    /// The move with this [code](Game::code). If there is no such move, returns any move or `None`.
    fn decode(code: u64) -> Option<Self::Move> {
        let _ = code;
        None
    }

    /// The initial position for the words that follow `boardsize` in the protocol or `--size` on the command
    /// line. Without words, the initial position of the standard board.
    ///
    /// # Errors
    /// Returns a message that names the unacceptable word and the acceptable ones.
    fn initial(words: &[&str]) -> Result<Self::Position, String>;

    /// The words for which [`initial`](Game::initial) returns this position; an external program gets them as
    /// its start. `None` if there are none, because the position is not an initial one or has a random setup
    /// that words cannot describe.
    ///
    /// By default, the shortest prefix of the position's text from which [`initial`](Game::initial) returns
    /// the position.
    fn initial_words(position: &Self::Position) -> Option<String> {
        let text = position.to_string();
        let words: Vec<&str> = text.split_ascii_whitespace().take(MOST_WORDS).collect();
        let leads = |count: &usize| Self::initial(&words[..*count]).is_ok_and(|initial| initial == *position);
        let count =
            (1..=words.len()).find(leads).filter(|_| Self::random_setup(position, &mut |_| 0).is_none())?;
        Some(words[..count].join(" "))
    }

    /// Another starting position of the same kind as `like`, with the same size and options, for games with
    /// random setups. `None` if all games of a kind start from the same position.
    fn random_setup(like: &Self::Position, draw: &mut Draw<'_>) -> Option<Self::Position> {
        let _ = (like, draw);
        None
    }

    /// The byte offset of the comment in `words`, the part of a line that describes a position: the first
    /// `#`, unless the game writes `#` in its positions.
    fn comment(words: &str) -> Option<usize> {
        words.find('#')
    }

    /// Parses a position in the context of the position `like`. Parts that the text does not determine, such
    /// as the size of the board, are those of `like`. If the text determines everything, the result is that
    /// of `FromStr`.
    ///
    /// # Errors
    /// Returns the errors of `FromStr`.
    fn read_position(text: &str, like: &Self::Position) -> Result<Self::Position, String> {
        let _ = like;
        text.parse().map_err(|error: <Self::Position as FromStr>::Err| error.to_string())
    }

    /// The text of a position for a program that supports only the [options](Game::OPTIONS) for which `knows`
    /// returns `true`: the words of all other options are omitted. `None` if the game has no text without
    /// them; the program then gets the full text.
    fn text_for(position: &Self::Position, knows: &mut dyn FnMut(&str) -> bool) -> Option<String> {
        let _ = (position, knows);
        None
    }

    /// Parses the text of a program that was given [`text_for`](Game::text_for). Options that are missing
    /// from the text are those of `like`. `None` if the text is not a position.
    fn read_from(text: &str, like: &Self::Position) -> Option<Self::Position> {
        let _ = like;
        text.parse().ok()
    }

    /// The position without options whose only effect is to end a game with a draw. For programs that leave
    /// draws to the interface, positions are compared without these options.
    fn without_draws(position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The identity of an observed position, which distinguishes positions on the same board.
    fn identity(seen: &Self::Observation) -> Self::Identity;

    /// The part of an observation that the text form of a position restores: everything except facts about
    /// the last move.
    fn without_history(seen: &Self::Observation) -> Self::Observation {
        seen.clone()
    }

    /// Reads an observation from its JSON form, such as the output of an external program. Missing parts are
    /// those of `like`. `None` if the JSON is not an observation, or if the game does not support reading.
    fn read_observation<'de, D: Deserializer<'de>>(
        form: D,
        like: &Self::Observation,
    ) -> Option<Self::Observation> {
        let _ = (form, like);
        None
    }

    /// The player to move in an observed position; `None` when the game is over.
    fn to_move(seen: &Self::Observation) -> Option<Self::Player>;

    /// The result, as the protocol's `final_score` prints it.
    ///
    /// For two players, it is the initial of the player who has won or leads, followed by the lead, as in
    /// `B+26`. The lead is 0 if the winner has fewer points. If nobody has won and the scores are equal, the
    /// result is `0`. For more players, it lists all scores, as in `white 5 black 3 grey 2`. If an
    /// observation has `scores` and `winner`, the invariants compare them with the result.
    fn final_score(seen: &Self::Observation) -> String;

    /// The move that only passes the turn to the next player, if the game has one.
    fn pass() -> Option<Self::Move> {
        None
    }

    /// A short text of a move with its player: by default, that of a [`Record`], such as `W[P63i9]`.
    fn describe_move(player: Self::Player, mv: &Self::Move) -> String {
        let colour = player.to_string();
        format!("{}[{mv}]", colour[..1].to_ascii_uppercase())
    }

    /// A human-readable reason why a move is refused: by default, the name of the reason.
    fn refusal(mv: &Self::Move, reason: &Self::Reason) -> String {
        let _ = mv;
        reason.to_string()
    }

    /// Writes a record for its `Display` implementation: by default, in the notation common to all games. If
    /// a game writes another notation, [`parse_record`](Game::parse_record) must be able to parse it.
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
            write!(f, "{separator}{}", Self::describe_move(*player, mv))?;
            separator = ";";
        }
        Ok(())
    }

    /// Parses a record in the game's traditional notation. Returns `None` if the game has no such notation,
    /// or if the text is in the notation common to all games. `FromStr` for [`Record`] tries this first.
    fn parse_record(text: &str) -> Option<Result<Record<Self>, RecordError>> {
        let _ = text;
        None
    }

    /// Checks the result that a text in the game's traditional notation states. If it contradicts `end`, the
    /// observation after the moves of the text, returns its place and a message.
    fn contradiction(text: &str, end: &Self::Observation) -> Option<RecordError> {
        let _ = (text, end);
        None
    }

    /// Prints a record in the game's traditional notation, with the result if `end` is the end of the game.
    /// Returns `None` if the game has no such notation, or if the notation cannot express the record.
    fn print_record(record: &Record<Self>, end: Option<&Self::Observation>) -> Option<String> {
        let _ = (record, end);
        None
    }
}
