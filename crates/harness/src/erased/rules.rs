//! The rules of a game, to which all its values refer.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, OnceLock, PoisonError};

use bustan_guide::{Choice, Convention, Draft, Event, GameError, Line, LineError, Playable, Policy, Setting};
use bustan_vocabulary::{Draw, Game, RecordError};

use super::engine::ErasedEngine;
use super::kit::Kit;
use super::record::{Record, Small};
use super::values::{Move, Observation, Player, Position, Reason};

struct GameEntry {
    kit: Box<dyn Kit>,
    players: OnceLock<Vec<Player>>,
    reasons: OnceLock<Vec<Reason>>,
}

/// The rules of a game. Values have the same types in all games, and reach the functions of their game
/// through its rules.
#[derive(Clone, Copy)]
pub struct Rules(&'static GameEntry);

impl Rules {
    /// Returns the rules of the game `G`. They are made once and never freed.
    pub(crate) fn of<G: Game>(kit: fn() -> Box<dyn Kit>) -> Self {
        static ALL: Mutex<BTreeMap<TypeId, Rules>> = Mutex::new(BTreeMap::new());
        let game = TypeId::of::<G>();
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        *all.entry(game).or_insert_with(|| {
            let (players, reasons) = (OnceLock::new(), OnceLock::new());
            Self(Box::leak(Box::new(GameEntry { kit: kit(), players, reasons })))
        })
    }

    pub(crate) fn kit(self) -> &'static dyn Kit {
        &*self.0.kit
    }

    /// The name of the game.
    pub fn name(self) -> &'static str {
        self.kit().name()
    }

    /// The human-readable name of the game.
    pub fn title(self) -> &'static str {
        self.kit().title()
    }

    /// The options that may follow the size of the board, as human-readable text.
    pub fn options(self) -> &'static str {
        self.kit().options()
    }

    /// Whether the game is unknown to Bustan.
    pub fn is_opaque(self) -> bool {
        self.kit().is_opaque()
    }

    /// Returns all players in the order in which they move.
    pub fn players(self) -> &'static [Player] {
        self.0.players.get_or_init(|| self.kit().players(self))
    }

    /// Returns all reasons why moves are illegal.
    pub fn reasons(self) -> &'static [Reason] {
        self.0.reasons.get_or_init(|| self.kit().reasons(self))
    }

    /// The events that are counted in test games.
    pub fn events(self) -> &'static [Event] {
        self.kit().all_events()
    }

    /// The maximum number of moves of a test game.
    pub fn most_moves(self) -> usize {
        self.kit().most_moves()
    }

    /// The text of a position that cannot occur, if one is known.
    pub fn impossible(self) -> Option<&'static str> {
        Some(self.kit().impossible()).filter(|text| !text.is_empty())
    }

    /// The texts of positions for which perft counts are published.
    pub fn published(self) -> &'static [&'static str] {
        self.kit().published()
    }

    /// The policies by which test games choose their moves.
    pub fn policies(self) -> &'static [Policy] {
        self.kit().policies()
    }

    /// The ways to write a value that do not count as a difference in the rules.
    pub fn conventions(self) -> &'static [Convention] {
        self.kit().conventions()
    }

    /// Lines of moves that distinguish the conventions; see
    /// [`Conventions::lines`](bustan_guide::Conventions::lines).
    pub fn convention_lines(self) -> &'static [&'static str] {
        self.kit().convention_lines()
    }

    /// The names of the computer players for the three levels of play.
    pub fn levels(self) -> [&'static str; 3] {
        self.kit().levels()
    }

    /// Parses a line of a file of positions.
    ///
    /// # Errors
    /// The first error in the line after the position, and where it is.
    pub fn line(self, line: &str) -> Result<Line, LineError> {
        self.kit().line(line)
    }

    /// Whether games of two in-process engines also include short games.
    pub fn small_in_process(self) -> bool {
        self.kit().small_in_process()
    }

    /// Whether `symmetry` preserves the number of moves played.
    pub fn keeps_ply(self, symmetry: usize) -> bool {
        self.kit().keeps_ply(symmetry)
    }

    /// Short game number `number`; see [`Explore::small`](bustan_guide::Explore::small).
    pub fn small(self, number: u64, playable: &Playable<'_, Position>, draw: &mut Draw<'_>) -> Option<Small> {
        self.kit().small(self, number, playable, draw)
    }

    /// A random position to start a test game from.
    pub fn start(self, draw: &mut Draw<'_>) -> Position {
        self.kit().start(self, draw)
    }

    /// The pass: the move that only ends the turn, if the game has one.
    pub fn pass(self) -> Option<Move> {
        self.kit().pass(self)
    }

    /// The byte offset of the comment in `words`, the part of a line that contains a position; `None` if
    /// there is no comment.
    pub fn comment(self, words: &str) -> Option<usize> {
        self.kit().comment(words)
    }

    /// Returns the reason that `words` describe; `None` if they do not describe a reason of the game.
    pub fn reason(self, words: &str) -> Option<Reason> {
        self.kit().read_reason(self, words)
    }

    /// Parses a player.
    ///
    /// # Errors
    /// The error in the text.
    pub fn player(self, text: &str) -> Result<Player, String> {
        self.kit().read_player(self, text)
    }

    /// Parses a move.
    ///
    /// # Errors
    /// The error in the text.
    pub fn mv(self, text: &str) -> Result<Move, String> {
        self.kit().read_move(self, text)
    }

    /// The byte offset at which `text` stops being a position; see
    /// [`Explore::fault`](bustan_guide::Explore::fault).
    pub fn fault(self, text: &str) -> usize {
        self.kit().fault(text)
    }

    /// Parses a position.
    ///
    /// # Errors
    /// The error in the text.
    pub fn position(self, text: &str) -> Result<Position, String> {
        self.kit().read_position(self, text)
    }

    /// The initial position for `words`, the text after the size of the board. Without words, it is the
    /// standard position.
    ///
    /// # Errors
    /// The error in `words`.
    pub fn initial(self, words: &[&str]) -> Result<Position, String> {
        self.kit().initial(self, words)
    }

    /// Parses a record.
    ///
    /// # Errors
    /// The place where the text is not a record, and the reason.
    pub fn record(self, text: &str) -> Result<Record, RecordError> {
        self.kit().read(self, text)
    }

    /// Parses a game in human notation; see [`Explore::read_game`](bustan_guide::Explore::read_game).
    pub fn read_game(
        self,
        text: &str,
        number: Option<usize>,
        engine: ErasedEngine,
    ) -> Option<Result<Record, GameError>> {
        self.kit().read_game(self, text, number, engine)
    }

    /// Describes how to enter a move, as the continuation of `To move,`.
    pub fn how(self) -> &'static str {
        self.kit().how()
    }

    /// The setups to choose from: the name and the options of each.
    pub fn setups(self) -> &'static [(&'static str, &'static str)] {
        self.kit().setups()
    }

    /// The click targets that are buttons labelled with their own names; see
    /// [`Touch::BUTTONS`](bustan_guide::Touch::BUTTONS).
    pub fn buttons(self) -> &'static [&'static str] {
        self.kit().buttons()
    }

    /// Whether the board can be flipped; see [`Touch::FLIPS`](bustan_guide::Touch::FLIPS).
    pub fn flips(self) -> bool {
        self.kit().flips()
    }

    /// The move that the click targets in `steps` select; see [`Touch::aim`](bustan_guide::Touch::aim).
    pub fn aim(self, steps: &[&str]) -> Option<Move> {
        self.kit().aim(self, steps)
    }

    /// The pieces that can be placed on the board; see [`Compose::pieces`](bustan_guide::Compose::pieces).
    pub fn pieces(self, draft: &Draft) -> Vec<Choice> {
        self.kit().pieces(draft)
    }

    /// The settings of a position that users can change, other than the pieces; see
    /// [`Compose::settings`](bustan_guide::Compose::settings).
    pub fn settings(self, draft: &Draft) -> Vec<Setting> {
        self.kit().settings(draft)
    }

    /// The text of the position that a draft describes; see [`Compose::text`](bustan_guide::Compose::text).
    pub fn text(self, draft: &Draft) -> String {
        self.kit().text(draft)
    }

    /// The observation that a draft describes; see [`Compose::sketch`](bustan_guide::Compose::sketch).
    ///
    /// # Errors
    /// A description of the part of the draft that is invalid.
    pub fn sketch(self, draft: &Draft) -> Result<Observation, String> {
        self.kit().sketch(self, draft)
    }

    /// Places a piece on a cell, or removes the piece on it; see
    /// [`Compose::put`](bustan_guide::Compose::put).
    ///
    /// # Errors
    /// The reason why the piece cannot be placed.
    pub fn put(self, draft: &mut Draft, cell: &str, piece: Option<&str>) -> Result<(), String> {
        self.kit().put(draft, cell, piece)
    }

    /// Removes all pieces from the draft.
    pub fn clear(self, draft: &mut Draft) {
        self.kit().clear(draft);
    }

    /// Removes parts of the draft that no longer fit after a change; see
    /// [`Compose::tidy`](bustan_guide::Compose::tidy).
    pub fn tidy(self, draft: &mut Draft) {
        self.kit().tidy(draft);
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Rules {}

/// Hashes nothing: all hashed values belong to one game, and addresses would make hashes differ between runs.
impl Hash for Rules {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.kit.name())
    }
}
