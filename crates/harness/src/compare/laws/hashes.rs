//! Within a game, hashes are equal if and only if positions are equal.

use crate::compare::divergence::{Kind, Violation};
use crate::compare::recorder::Recorder;

impl Recorder<'_> {
    /// Records the last hash for a position of the class `class`, and checks that this class has no other
    /// hash and that no other class has the same hash. Equal positions have equal classes.
    pub(crate) fn enter_hash(&mut self, class: usize) -> Result<(), Violation> {
        let Some(hash) = self.trail.hash() else { return Ok(()) };
        let name = &self.name;
        if self.trail.class_of(hash, class) != class {
            let words = format!("{name}: two different positions of the game have the hash {hash:016x}");
            return Err(Violation::new(Kind::Hash, &["different", "positions"], words));
        }
        let first = self.trail.hash_of(class, hash);
        if first != hash {
            let words =
                format!("{name}: the same position had the hash {first:016x} before and has {hash:016x} now");
            return Err(Violation::new(Kind::Hash, &["equal", "positions"], words));
        }
        Ok(())
    }
}
