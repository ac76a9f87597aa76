//! Players of games with types of their own as players of games as objects.

use std::sync::atomic::AtomicBool;

use bustan_harness::erased::{Erased, Guided, own_record, shared_move};
use bustan_vocabulary::{Game, Record};

use crate::{Bot, BotError, Opinion, Thought};

struct Object<G: Game>(Box<dyn Bot<G>>);

/// The same player in games as objects.
pub fn object<G: Guided>(bot: Box<dyn Bot<G>>) -> Box<dyn Bot<Erased>> {
    Box::new(Object(bot))
}

impl<G: Guided> Bot<Erased> for Object<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn think(&mut self, game: &Record<Erased>, stop: &AtomicBool) -> Result<Thought<Erased>, BotError> {
        let Thought { best, moves, work } = self.0.think(&own_record(game), stop)?;
        let shared = |mv| shared_move::<G>(&mv);
        let opinion = |Opinion { mv, value, work }: Opinion<G>| Opinion { mv: shared(mv), value, work };
        Ok(Thought { best: shared(best), moves: moves.into_iter().map(opinion).collect(), work })
    }
}
