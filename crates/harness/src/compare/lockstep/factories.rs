//! Makes the participants of a comparison.

use crate::compare::participant::Participant;

/// Makes the two participants.
pub struct Factories<'m> {
    /// Makes the engine under test.
    pub subject: &'m (dyn Factory + 'm),
    /// Makes the engine that the engine under test is compared with.
    pub oracle: &'m (dyn Factory + 'm),
}

/// Makes participants. Any function without arguments that returns an [`Engine`](bustan_vocabulary::Engine)
/// is a factory; [`FactoryFn`](crate::compare::engine_participant::FactoryFn) wraps a function that returns
/// another participant.
pub trait Factory: Sync {
    /// Makes a new participant.
    fn make(&self) -> Box<dyn Participant>;

    /// Returns the factory of a quick in-process engine of the same game, if one is known. The quick engine
    /// finds games to try; nothing is compared with it.
    fn quick(&self) -> Option<&dyn Factory> {
        None
    }
}

/// Makes participants, and a quick engine of the same game for searches.
pub struct WithQuick<'m> {
    /// Makes the participants.
    pub factory: &'m (dyn Factory + 'm),
    /// Makes the quick engine.
    pub quick: &'m (dyn Factory + 'm),
}

impl Factory for WithQuick<'_> {
    fn make(&self) -> Box<dyn Participant> {
        self.factory.make()
    }

    fn quick(&self) -> Option<&dyn Factory> {
        Some(self.quick)
    }
}

impl Clone for Factories<'_> {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Factories<'_> {}

impl Factories<'_> {
    /// Whether one factory makes both engines, so that an engine is compared with itself. Different factories
    /// without fields may share an address; then only their types differ.
    #[allow(ambiguous_wide_pointer_comparisons)]
    pub(crate) fn are_one(&self) -> bool {
        std::ptr::eq(self.subject, self.oracle)
    }

    /// Returns the suffixes that distinguish two engines with the same name; empty if the names differ.
    pub(crate) fn marks(&self, [subject, oracle]: [&str; 2]) -> [&'static str; 2] {
        if subject == oracle && !self.are_one() { [" (1)", " (2)"] } else { [""; 2] }
    }
}
