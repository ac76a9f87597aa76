//! The flaws on which the fuzzer, a check and other tools are tried: flaws planted by hand in special
//! engines, and the sample of mutants of the fast engines.

use bustan_games::GAMES;
use bustan_games::fuzz::targets;
use bustan_tests::fuzzed;
use bustan_tests::mutants::MUTANTS;

/// The value of [`Flaw::what`] for a flaw that is not a mutant.
pub const BY_HAND: &str = "by hand";

/// The prefix of the name of a mutant. The number of the mutant follows it.
const MUTANT: &str = "mutant-";

/// A flaw, either planted by hand or a mutant.
#[derive(Clone, Debug)]
pub struct Flaw {
    /// The fuzz target whose inputs can reveal the flaw.
    pub target: String,
    /// The name of the flaw, unique for its target.
    pub name: String,
    /// [`BY_HAND`], or the file and the change of a mutant.
    pub what: String,
}

/// Returns the fuzz target that compares the engines of a game.
fn target(game: &str) -> String {
    format!("{game}_lockstep")
}

/// Returns the names of the flaws that are planted by hand in an engine of a game, in order. Returns an empty
/// list for a game without such an engine, and for an unknown game.
pub fn planted(game: &str) -> Vec<String> {
    let target = target(game);
    // Abrobad has no engine with planted flaws; the mistake saved for it is one that any engine can make.
    let is_there = game != "abrobad" && targets().any(|known| known == target);
    if is_there { fuzzed::flaws(&target) } else { Vec::new() }
}

/// Returns all flaws: first those planted by hand, then the mutants.
pub fn all() -> Vec<Flaw> {
    let by_hand = |game: &&str| {
        let target = target(game);
        planted(game).into_iter().map(move |name| Flaw { target: target.clone(), name, what: BY_HAND.into() })
    };
    let mutants = MUTANTS.iter().enumerate().map(|(number, mutant)| Flaw {
        target: target(mutant.game),
        name: format!("{MUTANT}{number}"),
        what: format!("{}: {}", mutant.file, mutant.change),
    });
    GAMES.iter().flat_map(by_hand).chain(mutants).collect()
}

/// Returns the index of the flaw named `name` among the flaws of its target. For a mutant, switches it on and
/// returns `None`, because the mutant is in the optimised engine.
///
/// # Panics
/// Panics if the target has no flaw with this name, and for a mutant if the build has no mutants.
pub fn place(target: &str, name: &str) -> Option<usize> {
    #[cfg(feature = "mutants")]
    if let Some(number) = name.strip_prefix(MUTANT) {
        bustan_core::switch(number.parse().expect("a mutant has a number"));
        return None;
    }
    Some(fuzzed::place(target, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_flaw_and_each_is_listed_once() {
        let all = all();
        for game in GAMES {
            assert!(all.iter().any(|flaw| flaw.target == target(game)), "{game}");
        }
        let mut names: Vec<_> = all.iter().map(|flaw| (&flaw.target, &flaw.name)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        assert!(planted("abrobad").is_empty() && planted("nothing").is_empty());
    }
}
