//! Converts values between the types of a game and the types shared by all games.

use std::any::{Any, TypeId};
use std::sync::{Arc, PoisonError, RwLock};

use bustan_vocabulary::Game;

use super::record::Record;
use super::rules::Rules;
use super::values::{
    DynMove, Invalid, Move, MoveForm, Observation, Player, Position, Reason, ReasonId, of_type,
};

pub(crate) fn position<G: Game>(rules: Rules, position: G::Position) -> Position {
    Position { rules, value: Arc::new(position) }
}

pub(crate) fn own_position<G: Game>(position: &Position) -> &G::Position {
    of_type(&*position.value)
}

pub(crate) fn observation<G: Game>(rules: Rules, seen: G::Observation) -> Observation {
    Observation { rules, value: Arc::new(seen) }
}

pub(crate) fn own_observation<G: Game>(seen: &Observation) -> &G::Observation {
    of_type(&*seen.value)
}

pub(crate) fn player<G: Game>(rules: Rules, player: G::Player) -> Player {
    let index = G::player_index(player);
    let index = index.unwrap_or_else(|| panic!("{} does not list the player {player}", G::NAME));
    Player { rules, index }
}

pub(crate) fn own_player<G: Game>(player: Player) -> G::Player {
    G::player_at(player.index)
}

/// The reasons that engines have given although their games do not list them, each with its game.
static UNLISTED: RwLock<Vec<(TypeId, Box<dyn Any + Send + Sync>)>> = RwLock::new(Vec::new());

/// Returns the index of `reason` in [`UNLISTED`], and adds it if it is new.
fn unlisted<G: Game>(reason: G::Reason) -> usize {
    let game = TypeId::of::<G>();
    let find = |all: &[(TypeId, Box<dyn Any + Send + Sync>)]| {
        all.iter().position(|(of, other)| *of == game && other.downcast_ref() == Some(&reason))
    };
    if let Some(index) = find(&UNLISTED.read().unwrap_or_else(PoisonError::into_inner)) {
        return index;
    }
    let mut all = UNLISTED.write().unwrap_or_else(PoisonError::into_inner);
    find(&all).unwrap_or_else(|| {
        all.push((game, Box::new(reason)));
        all.len() - 1
    })
}

pub(crate) fn reason<G: Game>(rules: Rules, reason: G::Reason) -> Reason {
    let listed = G::reason_index(reason).map(ReasonId::Listed);
    Reason { rules, id: listed.unwrap_or_else(|| ReasonId::Unlisted(unlisted::<G>(reason))) }
}

/// Returns the reason in the type of the game `G`; `None` if no reason has this index.
pub(crate) fn own_reason<G: Game>(reason: Reason) -> Option<G::Reason> {
    match reason.id {
        ReasonId::Listed(index) => G::reason_at(index),
        ReasonId::Unlisted(index) => {
            let all = UNLISTED.read().unwrap_or_else(PoisonError::into_inner);
            all.get(index)?.1.downcast_ref().copied()
        }
    }
}

pub(crate) fn invalid<G: Game>(invalid: G::Invalid) -> Invalid {
    Invalid(Arc::new(invalid))
}

pub(crate) fn shared<G: Game>(rules: Rules, mv: &G::Move) -> Move {
    Move(match G::code(mv) {
        Some(code) => MoveForm::Code(rules, code),
        None => MoveForm::Shared(Arc::new(DynMove { rules, value: Box::new(mv.clone()) })),
    })
}

pub(crate) fn own_move<G: Game>(mv: &Move) -> G::Move {
    match &mv.0 {
        MoveForm::Code(_, code) => {
            G::decode(*code).expect("a code produced by `Game::code` decodes to a move")
        }
        MoveForm::Shared(shared) => of_type::<G::Move>(&*shared.value).clone(),
    }
}

pub(crate) fn own_moves<G: Game>(moves: &[Move]) -> Vec<G::Move> {
    moves.iter().map(own_move::<G>).collect()
}

pub(crate) fn shared_moves<G: Game>(rules: Rules, moves: &[G::Move]) -> Vec<Move> {
    moves.iter().map(|mv| shared::<G>(rules, mv)).collect()
}

pub(crate) fn record<G: Game>(rules: Rules, record: &bustan_vocabulary::Record<G>) -> Record {
    Record {
        start: position::<G>(rules, record.start.clone()),
        moves: record
            .moves
            .iter()
            .map(|(by, mv)| (player::<G>(rules, *by), shared::<G>(rules, mv)))
            .collect(),
    }
}

pub(crate) fn own_record<G: Game>(record: &Record) -> bustan_vocabulary::Record<G> {
    bustan_vocabulary::Record {
        start: own_position::<G>(&record.start).clone(),
        moves: record.moves.iter().map(|(by, mv)| (own_player::<G>(*by), own_move::<G>(mv))).collect(),
    }
}
