//! Makes a participant of any engine.

use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout, Ruling};

use super::game::Erased;
use super::kit::Rules;
use super::typed::{
    invalid, observation, own_move, own_player, own_position, player, position, reason, shared_moves,
};
use super::values::{Invalid, Move, Player, Position, Reason};
use crate::compare::participant::{Observed, Participant, Unset, Verdict};

/// An engine as a participant in games whose types are the same for all games.
pub struct Taking<E> {
    pub(super) rules: Rules,
    pub(super) engine: E,
}

fn erased<G: Game>(no: NoStart<G::Invalid>) -> NoStart<Invalid> {
    match no {
        NoStart::Invalid(why) => NoStart::Invalid(invalid::<G>(why)),
        NoStart::Refused(words) => NoStart::Refused(words),
        NoStart::Unable => NoStart::Unable,
    }
}

impl<G: Game, E: Engine<Game = G>> Participant<Erased> for Taking<E> {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset<Erased>> {
        self.engine.setup(own_position::<G>(position)).map_err(erased::<G>)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict<Erased> {
        let refused = |why: Option<G::Reason>| why.and_then(|why| reason::<G>(self.rules, why));
        self.engine.play(own_player::<G>(player), &own_move::<G>(mv)).map_err(refused)
    }

    fn turn(&self) -> Option<Player> {
        self.engine.turn().map(|turn| player::<G>(self.rules, turn))
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        match self.engine.verdict(own_player::<G>(player), &own_move::<G>(mv)) {
            Ruling::Legal => Ruling::Legal,
            Ruling::Illegal(why) => reason::<G>(self.rules, why).map_or(Ruling::Refused, Ruling::Illegal),
            Ruling::Refused => Ruling::Refused,
            Ruling::Unknown => Ruling::Unknown,
        }
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.engine.legal_moves().map(|moves| shared_moves::<G>(self.rules, &moves))
    }

    fn observe(&self) -> Option<Observed<Erased>> {
        Some(match Observed::<G>::new(self.engine.observe()?) {
            Observed::Own(seen) => Observed::Own(observation::<G>(self.rules, seen)),
            Observed::Said(state) => Observed::Said(state),
            Observed::Other(value) => Observed::Other(value),
        })
    }

    fn undo(&mut self) -> Option<bool> {
        self.engine.undo()
    }

    fn hash(&self) -> Option<u64> {
        self.engine.hash()
    }

    fn position(&self) -> Option<Position> {
        self.engine.position().map(|now| position::<G>(self.rules, now))
    }

    fn duplicate(&self) -> Option<Box<dyn Participant<Erased>>> {
        let engine = self.engine.duplicate()?;
        Some(Box::new(Self { rules: self.rules, engine }))
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        self.engine.perft(depth)
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        self.engine.playout(draw)
    }
}
