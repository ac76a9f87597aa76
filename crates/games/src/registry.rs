//! Type-erased games of this project.

use std::fmt;
use std::sync::LazyLock;

use bustan_harness::any::Any;
use bustan_harness::compare::engine_participant::EngineKind;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{Rules, rules, unknown};
use bustan_harness::generate::fuzz::notation;
use bustan_vocabulary::Game;

/// A game of this project with its two engines.
#[derive(Clone, Copy)]
pub struct Registered {
    /// The rules of the game.
    pub rules: Rules,
    /// The fast engine.
    pub fast: EngineKind,
    /// The reference engine, which follows the rules document.
    pub reference: EngineKind,
    /// Checks the fuzzing invariant of the game's texts on an input.
    pub(crate) notation: fn(&[u8]),
    #[cfg(feature = "players")]
    pub(crate) players: crate::players::Players,
}

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registered").field(&self.rules).finish()
    }
}

impl Registered {
    /// The fast engine as the engine under test, and the reference engine as the reference.
    pub fn factories(&self) -> Factories<'_> {
        Factories { subject: &self.fast, oracle: &self.reference }
    }
}

macro_rules! register {
    ($($module:ident::$Game:ident,)*) => {
        static ALL: LazyLock<Vec<Registered>> = LazyLock::new(|| vec![$({
            type Fast = crate::fast::$module::FastEngine;
            type Reference = bustan_reference::$module::ReferenceEngine;
            type This = bustan_vocabulary::$module::$Game;
            let rules = rules::<This>();
            Registered {
                rules,
                fast: EngineKind::new::<Fast>(),
                reference: EngineKind::new::<Reference>(),
                notation: notation::<This>,
                #[cfg(feature = "players")]
                players: crate::players::Players::new::<crate::fast::$module::Graph, Fast>(),
            }
        }),*]);
    };
}

crate::games!(register);

/// All games of this project.
pub fn all() -> &'static [Registered] {
    &ALL
}

/// The game with this name; `None` if there is no such game.
pub fn find(name: &str) -> Option<&'static Registered> {
    all().iter().find(|game| game.rules.name() == name)
}

/// The game with these rules; `None` if Bustan does not know the game.
pub fn of(rules: Rules) -> Option<&'static Registered> {
    all().iter().find(|game| game.rules == rules)
}

/// The rules of the game with this name. The name `any` stands for a game that Bustan does not know.
pub fn rules_of(name: &str) -> Option<Rules> {
    if name == Any::NAME { Some(unknown()) } else { find(name).map(|game| game.rules) }
}
