//! A game in progress, independent of the types of the game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bustan_games::{Registered, bot, find, solved};
use bustan_guide::Style;
use bustan_harness::erased::{self, ErasedEngine, Move, Observation, Overlay, Position, Record, Rules};
use bustan_players::{ErasedBot, Spec};
use serde_json::{Map, Value};

use crate::Guest;
use crate::guest::Sitting;
use crate::view::{Answer, Item, MoveInWords, Player, Preview, View};

/// A game in progress. Moves, players and records are text, so that one server can have tables of all games.
pub trait Table: Send {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The index of the player to move; `None` when the game is over.
    fn turn(&self) -> Option<usize>;

    /// For each player, the name and the external program or computer player in the seat; `None` stands for a
    /// human player.
    fn seats(&self) -> Vec<(String, Option<String>)>;

    /// Seats a human player, a computer player or an external program.
    ///
    /// # Errors
    ///
    /// Returns why the player does not support the game, or that there is no such seat.
    fn seat(&mut self, number: usize, sitter: &Occupant, seed: u64) -> Result<(), String>;

    /// The legal moves; `None` if the engine does not list them.
    fn legal_moves(&self) -> Option<Vec<String>>;

    /// Makes a move for the player to move, in the notation of records or in human notation. Discards undone
    /// moves.
    ///
    /// # Errors
    ///
    /// Returns why there is no such move, or why it is illegal. The game is then unchanged.
    fn play(&mut self, mv: &str) -> Result<(), Refusal>;

    /// Makes the move that clicking these targets selects.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`play`](Self::play).
    fn touch(&mut self, steps: &[&str]) -> Result<(), Refusal>;

    /// Undoes the last move; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// Redoes the move that was undone last; `false` if there is none.
    fn redo(&mut self) -> bool;

    /// The record of the game, which `bustan replay` can read.
    fn record(&self) -> String;

    /// The board as an SVG document with the last move marked and a caption; `None` if the engine does not
    /// report it.
    fn svg(&self) -> Option<String>;

    /// The position in the notation of the game; `None` if the engine does not report it.
    fn position(&self) -> Option<String>;

    /// Returns everything that a page shows. Legal moves are included if `choosing` is `true`. The board is
    /// drawn from the side of the second player if `flipped` is `true`.
    fn view(&self, choosing: bool, flipped: bool) -> View;

    /// Previews the move that clicking these targets selects; `flipped` determines the side from which the
    /// board is drawn. `None` if the move is not legal.
    fn preview(&self, steps: &[&str], flipped: bool) -> Option<Preview>;

    /// Returns a computation that selects a move for the player in this seat; `None` for a human player.
    fn question(&self, seat: usize) -> Option<Question>;

    /// Returns a computation that selects a move for the player to move with the given computer player.
    ///
    /// # Errors
    ///
    /// Returns why the player does not support the game.
    fn hint(&self, player: &Spec, seed: u64) -> Result<Question, String>;

    /// Returns a computation that looks up the values of all moves, or solves the position if that takes
    /// little time.
    fn values(&self) -> Question;
}

/// A computation that selects a move. If it is stopped, it returns soon with the best result so far.
pub type Question = Box<dyn FnOnce(&Arc<AtomicBool>) -> Result<Answer, Unanswered> + Send>;

/// Why a computation has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// A human-readable message.
    pub words: String,
    /// Whether the player loses the game because of the failure: an external program that fails, resigns or
    /// selects an illegal move.
    pub loses: bool,
}

impl<T: Into<String>> From<T> for Unanswered {
    fn from(words: T) -> Self {
        Self { words: words.into(), loses: false }
    }
}

/// The player in a seat.
#[derive(Clone, Debug)]
pub enum Occupant {
    /// A human player.
    Person,
    /// A computer player.
    Player(Spec),
    /// An external program.
    Program(Box<Guest>),
}

/// Why a move was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A human-readable message.
    pub words: String,
    /// The name of the engine's reason, if the move is illegal.
    pub reason: Option<String>,
    /// The number of the violated rule.
    pub rule: Option<&'static str>,
}

impl Refusal {
    /// Returns a refusal of a text that is not a move.
    pub(crate) fn of_text(words: impl ToString) -> Self {
        Self { words: words.to_string(), reason: None, rule: None }
    }
}

/// The start of a game.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// The setup for the words of `boardsize`. A random setup is drawn with the seed, unless the words
    /// contain one.
    Words(&'a str, u64),
    /// The text of a position in the notation of the game.
    Position(&'a str),
    /// The text of a record, whose final position is the start, or of a position.
    Record(&'a str),
}

/// Returns a table of the game with this name.
///
/// # Errors
///
/// Returns a human-readable message that there is no such game, or why a game cannot start like this.
pub fn table(game: &str, start: Start<'_>) -> Result<Box<dyn Table>, String> {
    let game = find(game).ok_or_else(|| format!("unknown game {game:?}"))?;
    let record = started(game, start)?;
    let engine = game.fast.at(&record.start).map_err(|error| error.to_string())?;
    let all = game.rules.players().len();
    let players = engine.standing().map_or(all, |standing| standing.players());
    let seats = (0..players.min(all)).map(|_| None).collect();
    let begun = Record::new(record.start);
    let (words, undone, solved) = (Vec::new(), Vec::new(), Arc::default());
    let mut table = Seated { engine, record: begun, words, undone, seats, solved };
    for (at, (player, mv)) in record.moves.into_iter().enumerate() {
        let said = player.describe_move(&mv);
        let wrong = |words: &str| format!("ply {}: {said} is illegal: {words}", at + 1);
        if table.engine.turn() != Some(player) {
            return Err(wrong("not-your-turn"));
        }
        table.make(mv).map_err(|refusal| wrong(&refusal.words))?;
    }
    Ok(Box::new(table))
}

/// Returns the record of the game so far.
fn started(game: &Registered, start: Start<'_>) -> Result<Record, String> {
    let rules = game.rules;
    Ok(match start {
        Start::Words(words, seed) => Record::new(initial(rules, words, seed)?),
        Start::Position(text) => Record::new(bustan_notation::position(rules, text.trim())?),
        Start::Record(text) => bustan_notation::begun(rules, text)?,
    })
}

/// Returns the starting position for `words`.
fn initial(rules: Rules, words: &str, seed: u64) -> Result<Position, String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let start = rules.initial(&words)?;
    let lot = start.random_setup(&mut |_| 0).is_some();
    if !lot || words.iter().any(|word| word.eq_ignore_ascii_case("seed")) {
        return Ok(start);
    }
    let seed = seed.to_string();
    // Some words determine everything, such as the cells themselves, and do not accept a seed.
    Ok(rules.initial(&[&words[..], &["seed", &seed]].concat()).unwrap_or(start))
}

/// The player to move or the winner, as text.
pub(crate) fn headline(seen: &Observation) -> String {
    let caption = seen.caption(Style::default(), &Overlay::default());
    caption.lines().next().unwrap_or_default().to_string()
}

/// Returns the result of a computer player in a game that the engine has played.
fn answer(
    bot: &mut dyn ErasedBot,
    game: &Record,
    engine: &ErasedEngine,
    stop: &AtomicBool,
) -> Result<Answer, String> {
    let thought = bot.think(game, stop).map_err(|error| error.to_string())?;
    let opinions = thought.moves.iter().map(|opinion| (in_words(&opinion.mv), opinion.value.into()));
    Ok(Answer { moves: opinions.collect(), ..plain(engine, &thought.best) })
}

/// Returns a move without evaluations.
fn plain(engine: &ErasedEngine, mv: &Move) -> Answer {
    let words = written(engine, mv).unwrap_or_else(|| mv.to_string());
    Answer { best: in_words(mv), words, moves: Vec::new() }
}

fn in_words(mv: &Move) -> MoveInWords {
    MoveInWords { text: mv.to_string(), steps: mv.steps() }
}

/// Returns the move of an external program, which loses the game if it makes no move or one that the engine
/// refuses.
fn played(
    sitting: &mut Sitting,
    game: &Record,
    engine: &ErasedEngine,
    stop: &AtomicBool,
) -> Result<Answer, Unanswered> {
    let name = sitting.name().to_string();
    let fail = |words: String| Unanswered {
        words: format!("{name}: {words}"),
        loses: !stop.load(Ordering::Relaxed),
    };
    let player = engine.turn().ok_or("the game is over")?;
    let mv = match sitting.choose(game, player, stop) {
        Ok(mv) => mv,
        Err(loss) => return Err(fail(loss.words)),
    };
    match engine.clone().play(player, &mv) {
        Ok(()) => Ok(plain(engine, &mv)),
        Err(reason) => {
            let why = reason.and_then(|reason| reason.why());
            let why = why.map_or_else(String::new, |why| format!(": {}", why.words));
            Err(fail(format!("it answers the illegal move {mv}{why}")))
        }
    }
}

/// Returns a legal move in human notation, if that differs from the notation of records.
fn written(engine: &ErasedEngine, mv: &Move) -> Option<String> {
    let (before, legal, player) = (engine.observe()?, engine.legal_moves()?, engine.turn()?);
    let mut after = engine.clone();
    after.play(player, mv).ok()?;
    before.write_move(&legal, mv, &after.observe()?)
}

/// The memory limit for solving a position, in bytes.
const MEMORY: u64 = 256 << 20;

/// A player in a seat, which runs at most one computation at a time.
struct Seat {
    name: String,
    thinker: Thinker,
}

/// A computer player or an external program.
#[derive(Clone)]
enum Thinker {
    Bot(Arc<Mutex<Box<dyn ErasedBot>>>),
    Program(Arc<Mutex<Sitting>>),
}

/// A game on an engine, with its seats.
struct Seated {
    engine: ErasedEngine,
    record: Record,
    /// The moves of the record in human notation.
    words: Vec<String>,
    /// The undone moves; the next one to redo is last.
    undone: Vec<Move>,
    /// The players in the seats; `None` stands for a human player.
    seats: Vec<Option<Seat>>,
    /// The part of the game that was solved last: all positions that can be reached from some position.
    solved: Arc<Mutex<Option<Box<dyn ErasedBot>>>>,
}

impl Seated {
    fn rules(&self) -> Rules {
        self.record.start.rules()
    }

    fn make(&mut self, mv: Move) -> Result<(), Refusal> {
        let player = self.engine.turn().ok_or_else(|| Refusal::of_text("the game is over"))?;
        let words = written(&self.engine, &mv).unwrap_or_else(|| mv.to_string());
        self.engine.play(player, &mv).map_err(|reason| match reason {
            Some(reason) => {
                let why = reason.why();
                let words = why.map_or_else(|| reason.refusal(&mv), |why| why.words.into());
                Refusal { words, reason: Some(reason.to_string()), rule: why.map(|why| why.rule) }
            }
            None => Refusal::of_text(format!("the engine refuses {mv} and gives no reason")),
        })?;
        self.exchange(&mv);
        self.record.moves.push((player, mv));
        self.words.push(words);
        Ok(())
    }

    /// Parses a move. A text that is not exactly in the notation of records may be in human notation, in
    /// which it can denote a different move.
    fn meant(&self, text: &str) -> Result<Move, Refusal> {
        let named = self.rules().mv(text);
        if let Ok(mv) = named.as_ref()
            && mv.to_string() == text
        {
            return named.map_err(Refusal::of_text);
        }
        let people = || self.engine.observe()?.read_move(&self.engine.legal_moves()?, text);
        people().map_or_else(|| named.map_err(Refusal::of_text), Ok)
    }

    /// Exchanges the players' colours if the move is a swap.
    fn exchange(&mut self, mv: &Move) {
        if mv.is_swap() && self.seats.len() > 1 {
            self.seats.swap(0, 1);
        }
    }

    fn aimed(&self, steps: &[&str]) -> Result<Move, Refusal> {
        self.rules().aim(steps).ok_or_else(|| {
            let how = self.rules().how();
            Refusal::of_text(format!("{} chooses no move: {how}", steps.join(", ")))
        })
    }

    fn number(&self, player: erased::Player) -> usize {
        self.rules().players().iter().position(|&other| other == player).unwrap_or_default()
    }

    /// Returns a computation that queries a player for a move in the current game.
    fn asking(&self, thinker: Thinker) -> Question {
        let (record, engine) = (self.record.clone(), self.engine.clone());
        Box::new(move |stop| match thinker {
            Thinker::Bot(bot) => {
                let mut bot = bot.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(answer(&mut **bot, &record, &engine, stop)?)
            }
            Thinker::Program(sitting) => {
                let mut sitting = sitting.lock().unwrap_or_else(PoisonError::into_inner);
                played(&mut sitting, &record, &engine, stop)
            }
        })
    }

    /// The legal moves as a tree of targets, whose leaves are `null`.
    fn tree(&self) -> Option<Value> {
        let mut root = Map::new();
        for mv in self.engine.legal_moves()? {
            let mut steps = mv.steps();
            let last = steps.pop()?;
            let mut at = &mut root;
            for step in steps {
                at = at.entry(step).or_insert_with(|| Map::new().into()).as_object_mut()?;
            }
            at.insert(last, Value::Null);
        }
        Some(root.into())
    }

    /// The names of cells, without levels, whose contents differ between the current observation and another
    /// one.
    fn changes(&self, other: &Observation) -> Vec<String> {
        let board = |seen: &Observation| match serde_json::to_value(seen) {
            Ok(mut seen) => seen.get_mut("board").and_then(Value::as_object_mut).map(std::mem::take),
            Err(_) => None,
        };
        let [before, after] = [self.engine.observe().as_ref(), Some(other)]
            .map(|seen| seen.and_then(board).unwrap_or_default());
        let cells = before.keys().chain(after.keys()).filter(|&cell| before.get(cell) != after.get(cell));
        let mut cells: Vec<String> =
            cells.map(|cell| cell.split(':').next().unwrap_or_default().to_string()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl Table for Seated {
    fn game(&self) -> &'static str {
        self.rules().name()
    }

    fn turn(&self) -> Option<usize> {
        self.engine.turn().map(|player| self.number(player))
    }

    fn seats(&self) -> Vec<(String, Option<String>)> {
        let names = self.rules().players().iter().map(ToString::to_string);
        names
            .zip(&self.seats)
            .map(|(name, seat)| (name, seat.as_ref().map(|seat| seat.name.clone())))
            .collect()
    }

    fn seat(&mut self, number: usize, sitter: &Occupant, seed: u64) -> Result<(), String> {
        let (rules, players) = (self.rules(), self.seats.len());
        let seat = self.seats.get_mut(number).ok_or_else(|| format!("this game is for {players} players"))?;
        *seat = match sitter {
            Occupant::Person => None,
            Occupant::Player(spec) => {
                let bot = bot(rules, spec, players, seed).map_err(|error| error.to_string())?;
                Some(Seat { name: spec.to_string(), thinker: Thinker::Bot(Arc::new(Mutex::new(bot))) })
            }
            Occupant::Program(guest) => {
                let sitting = Arc::new(Mutex::new(Sitting::new((**guest).clone())));
                Some(Seat { name: guest.name().into(), thinker: Thinker::Program(sitting) })
            }
        };
        Ok(())
    }

    fn legal_moves(&self) -> Option<Vec<String>> {
        Some(self.engine.legal_moves()?.iter().map(ToString::to_string).collect())
    }

    fn play(&mut self, mv: &str) -> Result<(), Refusal> {
        let mv = self.meant(mv.trim())?;
        self.make(mv)?;
        self.undone.clear();
        Ok(())
    }

    fn touch(&mut self, steps: &[&str]) -> Result<(), Refusal> {
        self.make(self.aimed(steps)?)?;
        self.undone.clear();
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.record.moves.is_empty() || self.engine.undo() != Some(true) {
            return false;
        }
        if let Some((_, mv)) = self.record.moves.pop() {
            self.exchange(&mv);
            self.undone.push(mv);
            self.words.pop();
        }
        true
    }

    fn redo(&mut self) -> bool {
        self.undone.pop().is_some_and(|mv| self.make(mv).is_ok())
    }

    fn record(&self) -> String {
        self.record.to_string()
    }

    fn svg(&self) -> Option<String> {
        let last = self.record.moves.last().map(|(_, mv)| mv);
        Some(self.engine.observe()?.svg(&Overlay { last, ..Overlay::default() }))
    }

    fn position(&self) -> Option<String> {
        self.engine.position().map(|position| position.to_string())
    }

    fn view(&self, choosing: bool, flipped: bool) -> View {
        let (rules, seen) = (self.rules(), self.engine.observe());
        let standing = self.engine.standing();
        let points = |number| {
            standing.filter(|standing| standing.is_by_points()).map(|standing| standing.points(number))
        };
        let seats = self.seats().into_iter().enumerate();
        let players = seats.map(|(number, (name, seat))| Player { name, seat, points: points(number) });
        let last = self.record.moves.last().map(|(_, mv)| mv);
        let overlay = Overlay { last, touch: true, flipped, ..Overlay::default() };
        View {
            game: rules.name(),
            title: rules.title(),
            how: rules.how(),
            svg: seen.as_ref().map(|seen| seen.svg(&overlay)),
            headline: seen.as_ref().map(headline).unwrap_or_default(),
            facts: seen.as_ref().map(Observation::facts).unwrap_or_default(),
            result: seen.as_ref().filter(|_| self.turn().is_none()).map(Observation::final_score),
            players: players.collect(),
            turn: self.turn(),
            moves: if choosing { self.tree() } else { None },
            tray: match &seen {
                Some(seen) if choosing => seen.tray().into_iter().map(Item::from).collect(),
                _ => Vec::new(),
            },
            buttons: rules.buttons(),
            flips: rules.flips(),
            history: {
                let made = self.record.moves.iter().zip(&self.words);
                made.map(|((player, mv), words)| (self.number(*player), mv.to_string(), words.clone()))
                    .collect()
            },
            undone: self.undone.len(),
            position: self.position(),
        }
    }

    fn preview(&self, steps: &[&str], flipped: bool) -> Option<Preview> {
        let (mv, player) = (self.rules().aim(steps)?, self.engine.turn()?);
        let mut engine = self.engine.clone();
        engine.play(player, &mv).ok()?;
        let seen = self.engine.observe()?;
        let overlay = Overlay { question: Some((player, &mv)), touch: true, flipped, ..Overlay::default() };
        Some(Preview { svg: seen.svg(&overlay), changes: self.changes(&engine.observe()?) })
    }

    fn question(&self, seat: usize) -> Option<Question> {
        let seat = self.seats.get(seat)?.as_ref()?;
        Some(self.asking(seat.thinker.clone()))
    }

    fn values(&self) -> Question {
        let (record, known, position) =
            (self.record.clone(), Arc::clone(&self.solved), self.engine.position());
        let engine = self.engine.clone();
        Box::new(move |stop| {
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(bot) = &mut *known
                && let Ok(answer) = answer(&mut **bot, &record, &engine, stop)
            {
                return Ok(answer);
            }
            let position = position.ok_or("the engine does not report the position")?;
            let bot = known.insert(solved(&position, MEMORY, stop)?);
            Ok(answer(&mut **bot, &record, &engine, stop)?)
        })
    }

    fn hint(&self, player: &Spec, seed: u64) -> Result<Question, String> {
        let bot = bot(self.rules(), player, self.seats.len(), seed).map_err(|error| error.to_string())?;
        Ok(self.asking(Thinker::Bot(Arc::new(Mutex::new(bot)))))
    }
}
