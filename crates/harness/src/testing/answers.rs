//! Tests for engines of games unknown to Bustan, which implement three methods.

use bustan_guide::Style;
use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout};
use serde::Serialize;
use serde_json::Value;

use super::quick::{self, Quick};
use super::{Trial, WIDTH, failure_message, find, name, play, shortened, test_line};
use crate::any::{Any, Colour, Invalid, Move, Position, Reason, State};
use crate::compare::audit::{Audit, audit};
use crate::compare::lockstep::Factories;
use crate::compare::plural;
use crate::erased::{Record, shared_record, unknown};

/// An engine of a game unknown to Bustan, at some point of a game. A clone must be independent of its
/// original.
///
/// ```
/// use bustan_harness::testing::{Answers, assert_any_agrees};
///
/// /// Two players take one or two of the stones in turn. The player who takes the last one wins.
/// #[derive(Clone)]
/// struct Stones(u32);
///
/// impl Answers for Stones {
///     fn legal(&self) -> Vec<String> {
///         (1..=self.0.min(2)).map(|stones| stones.to_string()).collect()
///     }
///
///     fn play(&mut self, mv: &str) -> bool {
///         let stones = mv.parse().ok().filter(|stones| (1..=self.0.min(2)).contains(stones));
///         self.0 -= stones.unwrap_or(0);
///         stones.is_some()
///     }
///
///     fn state(&self) -> impl serde::Serialize {
///         std::collections::BTreeMap::from([("stones", self.0)])
///     }
/// }
///
/// assert_any_agrees(Stones(7), Stones(7));
/// ```
pub trait Answers: Clone + Send + Sync + 'static {
    /// Returns the legal moves, each once and without spaces. Returns an empty list if the game is over.
    fn legal(&self) -> Vec<String>;

    /// Plays a move and returns `true`, or refuses it, changes nothing and returns `false`.
    fn play(&mut self, mv: &str) -> bool;

    /// Returns the observable state: any value that serialises to a JSON object. Keys that only one engine
    /// has are not compared.
    ///
    /// The key `to_move` names the player to move, with a name of at most 24 bytes, or is null if the game is
    /// over. Without this key, two players take turns.
    fn state(&self) -> impl Serialize;
}

/// Adapts [`Answers`] to [`Engine`], as an engine of [`Any`] game, for code that takes an engine, such as
/// proptest strategies and the entry points of fuzz targets.
///
/// ```
/// use bustan_harness::generate::fuzz;
/// use bustan_harness::testing::{Answers, Words};
///
/// /// The body of a fuzz target, and a property: two engines agree.
/// fn agree<A: Answers + Default, B: Answers + Default>(data: &[u8]) {
///     fuzz::lockstep::<Words<A>, Words<B>>(data);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Words<A> {
    /// The engine at the start of the game and after each move. Never empty.
    line: Vec<A>,
}

impl<A> Words<A> {
    /// Wraps an engine that is at the start of the game.
    pub fn new(start: A) -> Self {
        Self { line: vec![start] }
    }

    fn now(&self) -> &A {
        self.line.last().expect("the start of the game stays")
    }
}

impl<A: Default> Default for Words<A> {
    fn default() -> Self {
        Self::new(A::default())
    }
}

impl<A: Answers> Words<A> {
    /// Returns the state of the current position.
    ///
    /// # Panics
    /// If the state does not serialise to a JSON object.
    fn shown(&self) -> State {
        let text = serde_json::to_string(&self.now().state());
        let text = text.unwrap_or_else(|error| panic!("the state has no JSON form: {error}"));
        State::read(&text).unwrap_or_else(|| panic!("the state is not a JSON object: {text}"))
    }

    /// Returns the player to move; `None` if the game is over.
    fn player(&self) -> Option<Colour> {
        match self.shown().to_move() {
            Some(Value::String(name)) => match name.parse() {
                Ok(player) => Some(player),
                Err(error) => panic!("to_move in the state: {error}"),
            },
            Some(Value::Null) => None,
            Some(other) => panic!("to_move in the state: {other} is neither a name nor null"),
            None if self.now().legal().is_empty() => None,
            None => Any::PLAYERS.get((self.line.len() - 1) % Any::PLAYERS.len()).copied(),
        }
    }
}

impl<A: Answers> Engine for Words<A> {
    type Game = Any;
    type Observation = State;

    fn name(&self) -> String {
        name::<A>()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        if *position != Position::Standard {
            return Err(NoStart::Unable);
        }
        self.line.truncate(1);
        Ok(())
    }

    fn play(&mut self, player: Colour, mv: &Move) -> Result<(), Option<Reason>> {
        if self.player() != Some(player) {
            return Err(None);
        }
        let mut next = self.now().clone();
        if !next.play(&mv.to_string()) {
            return Err(None);
        }
        self.line.push(next);
        Ok(())
    }

    fn turn(&self) -> Option<Colour> {
        self.player()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let read =
            |word: String| word.parse().unwrap_or_else(|error| panic!("the list of legal moves: {error}"));
        Some(self.now().legal().into_iter().map(read).collect())
    }

    fn observe(&self) -> Option<State> {
        Some(self.shown())
    }

    fn undo(&mut self) -> Option<bool> {
        let any = self.line.len() > 1;
        self.line.truncate(self.line.len() - usize::from(any));
        Some(any)
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }

    /// Not supported, because a random game might never end.
    fn playout(&mut self, _: &mut Draw<'_>) -> Option<Playout> {
        None
    }
}

/// The default number of test games in which [`assert_any_agrees`] makes every check.
const CHECKED: u64 = 25;

/// The number of quick games that [`assert_any_agrees`] plays for each fully checked game.
const QUICK: u64 = 40;

/// Asserts that two engines agree on the legal moves and the state. Both engines must be at the start of the
/// game. The function compares legal moves and states in 1000 quick games, and makes every other check in 25
/// test games. To change the numbers, see [the module](super#numbers): `BUSTAN_GAMES` is the number of test
/// games, and the number of quick games is 40 times as large.
///
/// # Panics
/// If the engines differ; the message contains the shortest game found. Also if no move was played.
#[track_caller]
pub fn assert_any_agrees<A: Answers, B: Answers>(mine: A, theirs: B) {
    let (subject, oracle) = (|| Words::new(mine.clone()), || Words::new(theirs.clone()));
    let factories = Factories { subject: &subject, oracle: &oracle };
    let call = "assert_any_agrees_on(mine, theirs, ";
    let trial = Trial::of(CHECKED);
    let games = trial.games.saturating_mul(QUICK);
    match quick::play(&mine, &theirs, Trial { games, ..trial }) {
        // The test harness prints this output only on request: cargo test -- --nocapture.
        Quick::Agreed { plies, rate } => {
            println!("the engines agree in {games} quick games, {plies} plies, {rate:.0} plies/s");
        }
        Quick::Differ(game, record) => panic!("{}", differ(factories, game, &shared_record(&record), call)),
    }
    if let Some(finding) = find(unknown(), factories, trial) {
        panic!("{}", failure_message(&finding, call));
    }
}

/// Returns the message about quick game number `game`, in which two engines differ. Includes the shortest
/// game found if the difference is reproducible.
fn differ(factories: Factories<'_>, game: u64, record: &Record, call: &str) -> String {
    let found = plural(record.moves.len(), "move");
    match audit(factories, record, |_| {}) {
        Audit::Diverged(divergence) => {
            let best = shortened(factories, *divergence);
            let moves = plural(best.record.moves.len(), "move");
            let about = format!("{moves}, shrunk from {found} of quick game {game}");
            best.text(&about, None, Style::default(), WIDTH) + &test_line(&best.record, call)
        }
        _ => format!(
            "the engines differ in quick game {game} after {found}, and agree when it is played again: one \
             of them is not deterministic\n{record}"
        ),
    }
}

/// Asserts that two engines agree on everything in one game, with every check at every ply. `record` is a
/// text printed by [`assert_any_agrees`], or has `play PLAYER MOVE` on each line.
///
/// # Panics
/// If the engines differ, if the record cannot be read, or if both engines refuse it before its last move.
#[track_caller]
pub fn assert_any_agrees_on<A: Answers, B: Answers>(mine: A, theirs: B, record: &str) {
    let (subject, oracle) = (|| Words::new(mine.clone()), || Words::new(theirs.clone()));
    play(unknown(), Factories { subject: &subject, oracle: &oracle }, record);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::panic;

    use super::*;

    /// A game in which two players alternately take one or two of seven stones. If `flawed`, the last two
    /// stones cannot be taken at once. If `turns`, the state has the key `to_move`, with an invalid value
    /// after the first move.
    #[derive(Clone, Copy)]
    struct Pile {
        stones: u32,
        flawed: bool,
        turns: bool,
    }

    const PILE: Pile = Pile { stones: 7, flawed: false, turns: false };

    impl Answers for Pile {
        fn legal(&self) -> Vec<String> {
            let most = if self.flawed && self.stones == 2 { 1 } else { 2 };
            (1..=self.stones.min(most)).map(|stones| stones.to_string()).collect()
        }

        fn play(&mut self, mv: &str) -> bool {
            let legal = self.legal().iter().any(|other| other == mv);
            self.stones -= if legal { mv.parse().unwrap_or(0) } else { 0 };
            legal
        }

        fn state(&self) -> impl Serialize {
            let stones = BTreeMap::from([("stones", Value::from(self.stones))]);
            let turns = if self.turns && self.stones == 7 { Value::from("black") } else { Value::from(3) };
            stones.into_iter().chain(self.turns.then_some(("to_move", turns))).collect::<BTreeMap<_, _>>()
        }
    }

    fn message(theirs: Pile) -> String {
        let told = panic::catch_unwind(|| assert_any_agrees(theirs, PILE)).unwrap_err();
        told.downcast::<String>().map(|text| *text).unwrap_or_default()
    }

    #[test]
    fn engines_that_answer_alike_agree() {
        assert_any_agrees(PILE, PILE);
        assert_any_agrees_on(PILE, PILE, "play black 1\nplay white 2\nplay black 2\nplay white 2");
    }

    #[test]
    fn a_planted_fault_is_found_in_the_shortest_game_and_reported_with_a_line_to_keep() {
        let text = message(Pile { flawed: true, ..PILE });
        let names = text.contains("Pile (2): plays 2; ") && text.contains("Pile (1): refuses it");
        assert!(names, "{text}");
        assert!(text.contains("The game (4 moves"), "{text}");
        let line = "As a test: bustan_harness::testing::assert_any_agrees_on(mine, theirs, \"clear_board\\nplay black ";
        assert!(text.contains(line), "{text}");
    }

    #[test]
    fn a_state_that_tells_no_player_is_a_finding_that_says_so() {
        let text = message(Pile { turns: true, ..PILE });
        assert!(text.contains("to_move in the state: 3 is neither a name nor null"), "{text}");
    }
}
