//! An engine as what it is held against: itself.

use bustan_core::{Engine, Game, NoStart, Playout};

use crate::compare::same_type;

/// The same engine, whose observations are the game's own, or none where it observes less than the game knows.
///
/// What is held against an engine has to observe in full or not at all, for play is steered by what it sees.
#[derive(Debug, Default)]
pub(crate) struct Itself<E>(E);

type Player<E> = <<E as Engine>::Game as Game>::Player;
type Move<E> = <<E as Engine>::Game as Game>::Move;
type Position<E> = <<E as Engine>::Game as Game>::Position;
type Invalid<E> = <<E as Engine>::Game as Game>::Invalid;
type Verdict<E> = Result<(), Option<<<E as Engine>::Game as Game>::Reason>>;

impl<E: Engine> Engine for Itself<E> {
    type Game = E::Game;
    type Observation = <E::Game as Game>::Observation;

    fn observe(&self) -> Option<Self::Observation> {
        same_type(&self.0.observe()?).cloned()
    }

    fn duplicate(&self) -> Option<Self> {
        self.0.duplicate().map(Self)
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn setup(&mut self, position: &Position<E>) -> Result<(), Invalid<E>> {
        self.0.setup(position)
    }

    fn begin(&mut self, position: &Position<E>) -> Result<(), NoStart<Invalid<E>>> {
        self.0.begin(position)
    }

    fn play(&mut self, player: Player<E>, mv: &Move<E>) -> Verdict<E> {
        self.0.play(player, mv)
    }

    fn turn(&self) -> Option<Player<E>> {
        self.0.turn()
    }

    fn knows_turn(&self) -> bool {
        self.0.knows_turn()
    }

    fn verdict(&self, player: Player<E>, mv: &Move<E>) -> Option<Verdict<E>> {
        self.0.verdict(player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<Move<E>>> {
        self.0.legal_moves()
    }

    fn final_score(&self) -> Option<String> {
        self.0.final_score()
    }

    fn undo(&mut self) -> Option<bool> {
        self.0.undo()
    }

    fn hash(&self) -> Option<u64> {
        self.0.hash()
    }

    fn position(&self) -> Option<Position<E>> {
        self.0.position()
    }

    fn fault(&self) -> Option<String> {
        self.0.fault()
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        self.0.perft(depth)
    }

    fn playout(&mut self, draw: &mut impl FnMut(u32) -> u32) -> Option<Playout> {
        self.0.playout(draw)
    }
}
