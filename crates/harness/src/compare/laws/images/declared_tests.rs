//! Wrong declarations of a game about its symmetries, one error at a time.

use bustan_core::tictactoe::FastEngine;
use bustan_guide::{
    Choice, Compose, Draft, Event, Explore, Overlay, Picture, Policy, RuleExplanation, Setting, Style,
    Symmetric, Touch,
};
use bustan_vocabulary::tictactoe::{
    Identity, Invalid, Move, Observation, Player, Position, Reason, TicTacToe,
};
use bustan_vocabulary::{Draw, Engine, Game, Record};

use super::*;
use crate::erased::rules;

/// Tic-Tac-Toe with symmetries declared in the way `WAY`.
#[derive(Clone, Copy, Debug)]
struct Declared<const WAY: u8>;

const RIGHT: u8 = 0;
/// The first symmetry is not the identity.
const WITHOUT_IDENTITY: u8 = 1;
/// The declared symmetries are not closed under composition.
const TOO_FEW: u8 = 2;
/// Each position is its own canonical form.
const NO_CANONICAL_FORM: u8 = 3;
/// The canonical form of a position has a different canonical form.
const RESTLESS_CANONICAL_FORM: u8 = 4;

/// For [`RESTLESS_CANONICAL_FORM`]: the canonical form of every position, and the canonical form of that
/// form.
const FORMS: [&str; 2] = ["xo....... x", "x...o.... x"];

impl<const WAY: u8> Game for Declared<WAY> {
    const NAME: &'static str = TicTacToe::NAME;
    const PLAYERS: &'static [Player] = TicTacToe::PLAYERS;

    type Player = Player;
    type Move = Move;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Invalid;
    type Observation = Observation;
    type Identity = Identity;

    fn initial(words: &[&str]) -> Result<Position, String> {
        TicTacToe::initial(words)
    }

    fn identity(seen: &Observation) -> Identity {
        TicTacToe::identity(seen)
    }

    fn to_move(seen: &Observation) -> Option<Player> {
        TicTacToe::to_move(seen)
    }

    fn final_score(seen: &Observation) -> String {
        TicTacToe::final_score(seen)
    }
}

impl<const WAY: u8> Symmetric for Declared<WAY> {
    fn symmetries(position: &Position) -> usize {
        if WAY == TOO_FEW { 3 } else { TicTacToe::symmetries(position) }
    }

    fn image(position: &Position, symmetry: usize) -> Position {
        let other = usize::from(WAY == WITHOUT_IDENTITY);
        TicTacToe::image(position, (symmetry + other) % TicTacToe::symmetries(position))
    }

    fn image_move(position: &Position, mv: &Move, symmetry: usize) -> Move {
        let other = usize::from(WAY == WITHOUT_IDENTITY);
        TicTacToe::image_move(position, mv, (symmetry + other) % TicTacToe::symmetries(position))
    }

    fn canonical(position: &Position) -> Position {
        let [form, of_form] = FORMS.map(|text| text.parse::<Position>().unwrap());
        match WAY {
            NO_CANONICAL_FORM => position.clone(),
            RESTLESS_CANONICAL_FORM if *position == form => of_form,
            RESTLESS_CANONICAL_FORM => form,
            _ => TicTacToe::canonical(position),
        }
    }
}

impl<const WAY: u8> Explore for Declared<WAY> {
    const POLICIES: &'static [Policy] = TicTacToe::POLICIES;
    const EVENTS: &'static [Event] = &[];

    fn start(draw: &mut Draw<'_>) -> Position {
        TicTacToe::start(draw)
    }

    fn is_start(position: &Position) -> bool {
        TicTacToe::is_start(position)
    }

    fn first_to_move(position: &Position) -> Option<Player> {
        TicTacToe::first_to_move(position)
    }

    fn weigh(_: usize, _: &Observation, _: &[Move], _: &mut Vec<u32>) {}

    fn proposal(_: &Observation, _: &mut Draw<'_>) -> Option<Move> {
        None
    }

    fn events(_: &Observation, _: &Move, _: &Observation, _: &mut dyn FnMut(usize)) {}

    fn refusal_event(_: Reason) -> Option<usize> {
        None
    }

    fn reductions(_: &Record<Self>) -> Vec<Record<Self>> {
        Vec::new()
    }

    fn small_starts(like: &Position) -> Vec<Position> {
        vec![like.clone()]
    }
}

/// This game is neither drawn nor edited.
impl<const WAY: u8> Picture for Declared<WAY> {
    fn board(_: &Observation, _: Style, _: &Overlay<'_, Self>) -> String {
        String::new()
    }

    fn svg(_: &Observation, _: &Overlay<'_, Self>) -> String {
        String::new()
    }
}

impl<const WAY: u8> Touch for Declared<WAY> {
    const TITLE: &'static str = TicTacToe::TITLE;
    const HOW: &'static str = TicTacToe::HOW;
    const SETUPS: &'static [(&'static str, &'static str)] = TicTacToe::SETUPS;

    fn why(reason: &Reason) -> Option<RuleExplanation> {
        TicTacToe::why(reason)
    }
}

impl<const WAY: u8> Compose for Declared<WAY> {
    fn pieces(draft: &Draft) -> Vec<Choice> {
        TicTacToe::pieces(draft)
    }

    fn settings(draft: &Draft) -> Vec<Setting> {
        TicTacToe::settings(draft)
    }

    fn draft(position: &Position) -> Draft {
        TicTacToe::draft(position)
    }

    fn text(draft: &Draft) -> String {
        TicTacToe::text(draft)
    }

    fn sketch(draft: &Draft) -> Result<Observation, String> {
        TicTacToe::sketch(draft)
    }
}

/// A sound engine for the game with declared symmetries.
#[derive(Default)]
struct Sound<const WAY: u8>(FastEngine);

impl<const WAY: u8> Engine for Sound<WAY> {
    type Game = Declared<WAY>;
    type Observation = Observation;

    fn name(&self) -> String {
        "sound".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        Engine::setup(&mut self.0, position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        Engine::play(&mut self.0, player, mv)
    }

    fn turn(&self) -> Option<Player> {
        Engine::turn(&self.0)
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Engine::legal_moves(&self.0)
    }

    fn observe(&self) -> Option<Observation> {
        Engine::observe(&self.0)
    }

    fn hash(&self) -> Option<u64> {
        Engine::hash(&self.0)
    }

    fn position(&self) -> Option<Position> {
        Engine::position(&self.0)
    }
}

/// Returns the findings at a position, with the engine as the engine under test and as the oracle.
fn found<const WAY: u8>(position: &str) -> [Option<String>; 2] {
    [Role::Subject, Role::Oracle].map(|role| {
        let mut recorder = Recorder::new(role, &Sound::<WAY>::default);
        assert!(recorder.engine.setup(&rules::<Declared<WAY>>().position(position).unwrap()).is_ok());
        let kept = recorder.keeps_symmetries(Symmetries::All);
        kept.err().map(|found| found.signature.to_string())
    })
}

#[test]
fn what_a_game_declares_wrong_is_found_with_the_other_engine_alone() {
    let corner = "x........ o";
    let law = |what: &str| [None, Some(format!("law-symmetry-{what}"))];
    assert_eq!(found::<RIGHT>(corner), [None, None]);
    assert_eq!(found::<WITHOUT_IDENTITY>(corner), law("identity"));
    assert_eq!(found::<TOO_FEW>(corner), law("composition"));
    assert_eq!(found::<NO_CANONICAL_FORM>(corner), law("canonical"));
    assert_eq!(found::<RESTLESS_CANONICAL_FORM>(corner), law("canonical-twice"));
}

#[test]
fn symmetries_in_a_row_are_one_of_them_by_their_moves_as_well() {
    // Every image of this position is the position itself.
    let middle = "....x.... o";
    assert_eq!(found::<RIGHT>(middle), [None, None]);
    assert_eq!(found::<TOO_FEW>(middle), [None, Some("law-symmetry-composition".into())]);
}
