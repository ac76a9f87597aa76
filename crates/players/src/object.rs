//! Players of games with types of their own as players of games as objects.

use std::sync::atomic::AtomicBool;

use bustan_harness::erased::{Erased, Rules, own_record, shared_move};
use bustan_vocabulary::{Game, Record};

use crate::{Bot, BotError, Opinion, Thought};

struct Object<G: Game> {
    rules: Rules,
    bot: Box<dyn Bot<G>>,
}

/// The same player in games as objects. The rules are those of its game.
pub fn object<G: Game>(rules: Rules, bot: Box<dyn Bot<G>>) -> Box<dyn Bot<Erased>> {
    Box::new(Object { rules, bot })
}

impl<G: Game> Bot<Erased> for Object<G> {
    fn name(&self) -> String {
        self.bot.name()
    }

    fn think(&mut self, game: &Record<Erased>, stop: &AtomicBool) -> Result<Thought<Erased>, BotError> {
        let Thought { best, moves, work } = self.bot.think(&own_record(game), stop)?;
        let shared = |mv| shared_move::<G>(self.rules, &mv);
        let opinion = |Opinion { mv, value, work }: Opinion<G>| Opinion { mv: shared(mv), value, work };
        Ok(Thought { best: shared(best), moves: moves.into_iter().map(opinion).collect(), work })
    }
}
