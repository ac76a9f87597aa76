//! Within a game, hashes are equal exactly when positions are.

use crate::compare::divergence::{Kind, Violation};
use crate::compare::recorder::Recorder;

impl Recorder<'_> {
    /// Records the hash of the last look for a position of this class (equal positions have equal classes),
    /// and checks that the hash belongs to this class and to no other.
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
