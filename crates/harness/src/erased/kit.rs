//! A game as an object.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, OnceLock, PoisonError};

use bustan_guide::{
    Asked, Choice, Classes, Convention, Conventions, Draft, Event, Explore, Format, GameError, Line,
    LineError, Overlay, Playable, Policy, Recurrence, Setting, Small, Style, Why,
};
use bustan_vocabulary::{Draw, Game, Record, RecordError};
use erased_serde::Deserializer;

use super::game::Erased;
use super::own::Follow;
use super::values::{Identity, Move, Observation, Player, Position, Reason};

/// What the tooling may ask of a game. Each function is that of the same name of the vocabulary or of the guide;
/// `rules` are those of the game, for the values that are returned.
pub(crate) trait Kit: Send + Sync {
    fn name(&self) -> &'static str;
    fn options(&self) -> &'static str;
    fn is_opaque(&self) -> bool;
    fn players(&self, rules: Rules) -> Vec<Player>;
    fn reasons(&self, rules: Rules) -> Vec<Reason>;
    fn read_player(&self, rules: Rules, text: &str) -> Result<Player, String>;
    fn print_player(&self, player: Player, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn read_reason(&self, rules: Rules, words: &str) -> Option<Reason>;
    fn print_reason(&self, reason: Reason, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn read_move(&self, rules: Rules, text: &str) -> Result<Move, String>;
    fn print_move(&self, mv: &Move, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn read_position(&self, rules: Rules, text: &str) -> Result<Position, String>;
    fn initial(&self, rules: Rules, words: &[&str]) -> Result<Position, String>;
    fn initial_words(&self, position: &Position) -> Option<String>;
    fn random_setup(&self, like: &Position, draw: &mut Draw<'_>) -> Option<Position>;
    fn comment(&self, words: &str) -> Option<usize>;
    fn read_position_like(&self, text: &str, like: &Position) -> Result<Position, String>;
    fn text_for(&self, position: &Position, knows: &mut dyn FnMut(&str) -> bool) -> Option<String>;
    fn read_from(&self, text: &str, like: &Position) -> Option<Position>;
    fn without_draws(&self, position: &Position) -> Position;
    fn identity(&self, seen: &Observation) -> Identity;
    fn without_history(&self, seen: &Observation) -> Observation;
    fn read_observation(&self, form: &mut dyn Deserializer<'_>, like: &Observation) -> Option<Observation>;
    fn to_move(&self, seen: &Observation) -> Option<Player>;
    fn final_score(&self, seen: &Observation) -> String;
    fn pass(&self, rules: Rules) -> Option<Move>;
    fn said(&self, player: Player, mv: &Move) -> String;
    fn refusal(&self, mv: &Move, reason: Reason) -> String;
    fn print(&self, record: &Record<Erased>) -> String;
    fn read(&self, rules: Rules, text: &str) -> Result<Record<Erased>, RecordError>;
    fn contradiction(&self, text: &str, end: &Observation) -> Option<RecordError>;
    fn print_record(&self, record: &Record<Erased>, end: Option<&Observation>) -> Option<String>;

    fn symmetries(&self, position: &Position) -> usize;
    fn image(&self, position: &Position, symmetry: usize) -> Position;
    fn image_move(&self, position: &Position, mv: &Move, symmetry: usize) -> Move;
    fn image_player(&self, player: Player, symmetry: usize) -> Player;
    fn keeps_ply(&self, symmetry: usize) -> bool;
    fn are_same_but_for_ply(&self, one: &Position, other: &Position) -> bool;
    fn canonical(&self, position: &Position) -> Position;

    fn policies(&self) -> &'static [Policy];
    fn most_moves(&self) -> usize;
    fn impossible(&self) -> &'static str;
    fn published(&self) -> &'static [&'static str];
    fn all_events(&self) -> &'static [Event];
    fn conventions(&self) -> Option<(&'static [Convention], &'static [&'static str])>;
    fn convention_start(&self, like: &Position) -> Option<Position>;
    fn convention_shown(
        &self,
        number: usize,
        start: &Position,
        last: Option<&Move>,
        seen: &Observation,
    ) -> Observation;
    fn convention_told(&self, position: &Position, key: &str, seen: &Observation) -> Position;
    fn small_in_process(&self) -> bool;
    fn line(&self, line: &str) -> Result<Line, LineError>;
    fn format(&self, text: &str) -> Option<Format>;
    fn levels(&self) -> [&'static str; 3];
    fn recurrence(&self, start: &Position) -> Recurrence;
    fn is_swap(&self, mv: &Move) -> bool;
    fn start(&self, rules: Rules, draw: &mut Draw<'_>) -> Position;
    fn start_like(&self, like: &Position, draw: &mut Draw<'_>) -> Position;
    fn small(
        &self,
        rules: Rules,
        number: u64,
        playable: &Playable<'_, Erased>,
        draw: &mut Draw<'_>,
    ) -> Option<Small<Erased>>;
    fn with_rules_of(&self, position: &Position, like: &Position) -> Option<Position>;
    fn offers_small(&self, home: &Position) -> bool;
    #[allow(clippy::type_complexity)]
    fn classes(&self, asked: &Asked<'_>, like: &Position)
    -> Option<Result<Box<dyn Classes<Erased>>, String>>;
    fn is_start(&self, position: &Position) -> bool;
    fn area(&self, position: &Position) -> usize;
    fn first_to_move(&self, position: &Position) -> Option<Player>;
    fn afresh(&self, position: &Position) -> Position;
    fn altered(&self, position: &Position, draw: &mut Draw<'_>) -> Option<Position>;
    fn weigh(&self, policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>);
    fn proposal(&self, seen: &Observation, draw: &mut Draw<'_>) -> Option<Move>;
    fn events(&self, before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize));
    fn repetition_events(
        &self,
        earlier: &mut dyn Iterator<Item = &Observation>,
        now: &Observation,
        hit: &mut dyn FnMut(usize),
    );
    fn groups(&self, seen: &Observation) -> usize;
    fn refusal_event(&self, reason: Reason) -> Option<usize>;
    fn inconsistency(&self, seen: &Observation) -> Option<String>;
    fn most_points_win(&self, seen: &Observation) -> bool;
    fn next_player(
        &self,
        before: &Observation,
        player: Player,
        mv: &Move,
        after: &Observation,
    ) -> Option<Player>;
    fn meant(&self, seen: &Observation, legal: &[Move], word: &str) -> Option<Move>;
    fn write_moves(&self, record: &Record<Erased>, engine: Box<dyn Follow>) -> Option<String>;
    fn read_game(
        &self,
        rules: Rules,
        text: &str,
        number: Option<usize>,
        engine: Box<dyn Follow>,
    ) -> Option<Result<Record<Erased>, GameError>>;
    fn write_game(&self, record: &Record<Erased>, engine: Box<dyn Follow>) -> Option<String>;
    fn reductions(&self, record: &Record<Erased>) -> Vec<Record<Erased>>;
    fn before(&self, position: &Position) -> Vec<(Position, Move)>;
    fn reachable(&self, record: &Record<Erased>, draw: &mut Draw<'_>) -> Option<Record<Erased>>;
    fn nameable(&self, start: &Position) -> Option<Vec<Move>>;
    fn small_starts(&self, like: &Position) -> Vec<Position>;

    fn board(&self, seen: &Observation, style: Style, overlay: &Overlay<'_, Erased>) -> String;
    fn caption(&self, seen: &Observation, style: Style, overlay: &Overlay<'_, Erased>) -> String;
    fn svg(&self, seen: &Observation, overlay: &Overlay<'_, Erased>) -> String;
    fn title(&self) -> &'static str;
    fn how(&self) -> &'static str;
    fn setups(&self) -> &'static [(&'static str, &'static str)];
    fn steps(&self, mv: &Move) -> Vec<String>;
    fn aim(&self, rules: Rules, steps: &[&str]) -> Option<Move>;
    fn tray(&self, seen: &Observation) -> Vec<Choice>;
    fn facts(&self, seen: &Observation) -> Vec<String>;
    fn why(&self, reason: Reason) -> Option<Why>;
    fn pieces(&self, draft: &Draft) -> Vec<Choice>;
    fn settings(&self, draft: &Draft) -> Vec<Setting>;
    fn draft(&self, position: &Position) -> Draft;
    fn text(&self, draft: &Draft) -> String;
    fn sketch(&self, rules: Rules, draft: &Draft) -> Result<Observation, String>;
    fn put(&self, draft: &mut Draft, cell: &str, piece: Option<&str>) -> Result<(), String>;
    fn clear(&self, draft: &mut Draft);
    fn tidy(&self, draft: &mut Draft);
}

struct Entry {
    kit: Box<dyn Kit>,
    players: OnceLock<Vec<Player>>,
    reasons: OnceLock<Vec<Reason>>,
}

/// The rules of a game: what its values, which have the same types in all games, know of it.
#[derive(Clone, Copy)]
pub struct Rules(&'static Entry);

impl Rules {
    /// The rules of the game `G`, which stay in memory once the object was made.
    pub(crate) fn of<G: Game>(kit: fn() -> Box<dyn Kit>) -> Self {
        static ALL: Mutex<BTreeMap<TypeId, Rules>> = Mutex::new(BTreeMap::new());
        let game = TypeId::of::<G>();
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        *all.entry(game).or_insert_with(|| {
            let (players, reasons) = (OnceLock::new(), OnceLock::new());
            Self(Box::leak(Box::new(Entry { kit: kit(), players, reasons })))
        })
    }

    pub(crate) fn kit(self) -> &'static dyn Kit {
        &*self.0.kit
    }

    /// The name of the game.
    pub fn name(self) -> &'static str {
        self.kit().name()
    }

    /// The name of the game for people.
    pub fn title(self) -> &'static str {
        self.kit().title()
    }

    /// The words that may follow the size of the board, for people.
    pub fn options(self) -> &'static str {
        self.kit().options()
    }

    /// Whether nothing is known of the game.
    pub fn is_opaque(self) -> bool {
        self.kit().is_opaque()
    }

    /// All players in turn order.
    pub fn players(self) -> &'static [Player] {
        self.0.players.get_or_init(|| self.kit().players(self))
    }

    /// All reasons why moves are illegal.
    pub fn reasons(self) -> &'static [Reason] {
        self.0.reasons.get_or_init(|| self.kit().reasons(self))
    }

    /// The events that games are counted by.
    pub fn events(self) -> &'static [Event] {
        self.kit().all_events()
    }

    /// The number of moves after which a game is broken off.
    pub fn most_moves(self) -> usize {
        self.kit().most_moves()
    }

    /// A text of a position that cannot occur, if one is known.
    pub fn impossible(self) -> Option<&'static str> {
        Some(self.kit().impossible()).filter(|text| !text.is_empty())
    }

    /// The texts of positions that are published with the numbers of games from them.
    pub fn published(self) -> &'static [&'static str] {
        self.kit().published()
    }

    /// The policies by which test games choose their moves.
    pub fn policies(self) -> &'static [Policy] {
        self.kit().policies()
    }

    /// What programs may report otherwise without being wrong.
    pub fn conventions(self) -> Option<Conventions<Erased>> {
        Erased::conventions_of(self)
    }

    /// The players that the three levels of play stand for.
    pub fn levels(self) -> [&'static str; 3] {
        self.kit().levels()
    }

    /// Reads a line of a file of positions.
    ///
    /// # Errors
    /// The first fault of the line after the position, with its place.
    pub fn line(self, line: &str) -> Result<Line, LineError> {
        self.kit().line(line)
    }

    /// The format of a text, if it is one in which people keep games or positions of this game.
    pub fn format(self, text: &str) -> Option<Format> {
        self.kit().format(text)
    }

    /// A position to start a test game from.
    pub fn start(self, draw: &mut Draw<'_>) -> Position {
        self.kit().start(self, draw)
    }

    /// The move that only hands over the turn, if the game has one.
    pub fn pass(self) -> Option<Move> {
        self.kit().pass(self)
    }

    /// Where the comment begins in the words of a line that give a position, as a byte offset.
    pub fn comment(self, words: &str) -> Option<usize> {
        self.kit().comment(words)
    }

    /// The reason that is given in these words; `None` if they give none.
    pub fn reason(self, words: &str) -> Option<Reason> {
        self.kit().read_reason(self, words)
    }

    /// Reads a player.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn player(self, text: &str) -> Result<Player, String> {
        self.kit().read_player(self, text)
    }

    /// Reads a move.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn mv(self, text: &str) -> Result<Move, String> {
        self.kit().read_move(self, text)
    }

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn position(self, text: &str) -> Result<Position, String> {
        self.kit().read_position(self, text)
    }

    /// The initial position for the words that follow the size of the board; no words stand for the standard board.
    ///
    /// # Errors
    /// What is wrong with the words.
    pub fn initial(self, words: &[&str]) -> Result<Position, String> {
        self.kit().initial(self, words)
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Where the text is not one, and why.
    pub fn record(self, text: &str) -> Result<Record<Erased>, RecordError> {
        self.kit().read(self, text)
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Rules {}

/// Nothing: hashed values are those of one game, and addresses would make hashes differ from run to run.
impl Hash for Rules {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.kit.name())
    }
}
