//! Type-erased values that engines and the tooling exchange, such as players, moves and positions.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use erased_serde::Serialize as ErasedSerialize;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::rules::Rules;

/// A player of any game, represented by its [index](bustan_vocabulary::Game::player_index).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Player {
    pub(crate) rules: Rules,
    pub(crate) index: u16,
}

impl Player {
    /// Returns the player's index in turn order.
    pub fn index(self) -> usize {
        self.index.into()
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.kit().print_player(*self, f)
    }
}

impl Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// A reason why a move is illegal, represented by its [index](bustan_vocabulary::Game::reason_index) if its
/// game lists it, otherwise by its index among all unlisted reasons.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reason {
    pub(crate) rules: Rules,
    pub(crate) id: ReasonId,
}

/// The index of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ReasonId {
    /// The index in the list of the game.
    Listed(u32),
    /// The index among all unlisted reasons.
    Unlisted(usize),
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.kit().print_reason(*self, f)
    }
}

impl Debug for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// A value of a game's own type that can be compared and hashed. Two compared values must have the same type.
pub(crate) trait DynOrd: Any + Debug + Display + Send + Sync {
    fn order(&self, other: &dyn DynOrd) -> Ordering;
    fn feed(&self, hasher: &mut dyn Hasher);
}

impl<T: Any + Debug + Display + Ord + Hash + Send + Sync> DynOrd for T {
    fn order(&self, other: &dyn DynOrd) -> Ordering {
        self.cmp(of_type(other))
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

/// Downcasts a value to the type `T`.
///
/// # Panics
/// If the value has another type, and therefore belongs to another game.
pub(crate) fn of_type<T: Any>(value: &dyn Any) -> &T {
    value.downcast_ref().expect("values of one game are of one type")
}

/// A move that its game does not represent by a number.
pub(crate) struct DynMove {
    pub(crate) rules: Rules,
    pub(crate) value: Box<dyn DynOrd>,
}

/// A move: a number if the game [numbers](bustan_vocabulary::Game::code) its moves, otherwise a shared value.
#[derive(Clone)]
pub struct Move(pub(crate) MoveForm);

#[derive(Clone)]
pub(crate) enum MoveForm {
    Code(Rules, u64),
    Shared(Arc<DynMove>),
}

impl Move {
    /// Returns the rules of the move's game.
    pub fn rules(&self) -> Rules {
        match &self.0 {
            MoveForm::Code(rules, _) => *rules,
            MoveForm::Shared(shared) => shared.rules,
        }
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Move {}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (MoveForm::Code(_, one), MoveForm::Code(_, other)) => one.cmp(other),
            (MoveForm::Shared(one), MoveForm::Shared(other)) => one.value.order(&*other.value),
            (MoveForm::Code(..), MoveForm::Shared(_)) => Ordering::Less,
            (MoveForm::Shared(_), MoveForm::Code(..)) => Ordering::Greater,
        }
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            MoveForm::Code(_, code) => code.hash(state),
            MoveForm::Shared(shared) => shared.value.feed(state),
        }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            MoveForm::Code(rules, _) => rules.kit().print_move(self, f),
            MoveForm::Shared(shared) => Display::fmt(&shared.value, f),
        }
    }
}

impl Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// A value of a game's own type that can be printed and compared for equality.
pub(crate) trait DynDisplay: Any + Debug + Display + Send + Sync {
    fn is(&self, other: &dyn DynDisplay) -> bool;
}

impl<T: Any + Debug + Display + Eq + Send + Sync> DynDisplay for T {
    fn is(&self, other: &dyn DynDisplay) -> bool {
        self == of_type::<T>(other)
    }
}

/// A position of any game.
#[derive(Clone)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) value: Arc<dyn DynDisplay>,
}

impl Position {
    /// Returns the rules of the position's game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.value.is(&*other.value)
    }
}

impl Eq for Position {}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.value, f)
    }
}

impl Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.value, f)
    }
}

/// The reason why an engine refuses to start at a position.
#[derive(Clone, thiserror::Error)]
#[error("{0}")]
pub struct Invalid(pub(crate) Arc<dyn DynDisplay>);

impl PartialEq for Invalid {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

impl Eq for Invalid {}

impl Debug for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

/// An observation of a game's own type.
pub(crate) trait DynObservation: Any + Debug + ErasedSerialize + Send + Sync {
    fn is(&self, other: &dyn DynObservation) -> bool;

    /// Serialises the observation to JSON without a virtual call for each part.
    fn json(&self) -> serde_json::Result<Value>;

    /// Serialises the observation to JSON text.
    fn text(&self) -> serde_json::Result<String>;
}

impl<T: Any + Debug + Serialize + PartialEq + Send + Sync> DynObservation for T {
    fn is(&self, other: &dyn DynObservation) -> bool {
        self == of_type::<T>(other)
    }

    fn json(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self)
    }

    fn text(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

/// The observable facts about a position, except for the legal moves.
#[derive(Clone)]
pub struct Observation {
    pub(crate) rules: Rules,
    pub(crate) value: Arc<dyn DynObservation>,
}

impl Observation {
    /// Returns the rules of the observation's game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the JSON form of the observation.
    ///
    /// # Errors
    /// If the observation cannot be serialised.
    pub fn json(&self) -> serde_json::Result<Value> {
        self.value.json()
    }

    /// Returns the JSON form of the observation as text.
    ///
    /// # Errors
    /// If the observation cannot be serialised.
    pub fn text(&self) -> serde_json::Result<String> {
        self.value.text()
    }
}

impl PartialEq for Observation {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.value, &other.value) || self.value.is(&*other.value)
    }
}

impl Debug for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.value, f)
    }
}

impl Serialize for Observation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(&*self.value, serializer)
    }
}

/// An identity of a game's own type.
pub(crate) trait DynIdentity: Any + Debug + Send + Sync {
    fn is(&self, other: &dyn DynIdentity) -> bool;
    fn feed(&self, hasher: &mut dyn Hasher);
}

impl<T: Any + Debug + Eq + Hash + Send + Sync> DynIdentity for T {
    fn is(&self, other: &dyn DynIdentity) -> bool {
        self == of_type::<T>(other)
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

/// The identity of a position: two positions of one game are the same if their identities are equal.
#[derive(Clone)]
pub struct Identity(pub(crate) Arc<dyn DynIdentity>);

impl PartialEq for Identity {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

impl Eq for Identity {}

impl Hash for Identity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.feed(state);
    }
}

impl Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}
