//! The fuzz targets by name: each law for each game, and a session of the protocol.

use bustan_guide::{Explore, Picture};
use bustan_harness::generate::fuzz;

use crate::{DEFAULT_GAME, GAMES, Plays, Visit, visit};

/// What a fuzz target does with its input: it panics when its law is broken.
#[derive(Clone, Copy, Debug)]
enum Law {
    /// The two engines agree on everything.
    Lockstep,
    /// Taking back and playing again restores all that the optimised engine shows.
    Undo,
    /// A text that was read and printed reads as the same again.
    Notation,
    /// No input makes a session panic, break the form of an answer, or stop answering.
    Session,
}

/// The laws that every game has a target for, with the ends of the targets' names.
const LAWS: [(&str, Law); 3] =
    [("lockstep", Law::Lockstep), ("undo", Law::Undo), ("notation", Law::Notation)];

/// The one target that is not a game's.
const SESSION: &str = "gtp_session";

/// All fuzz targets: those of each game, then `gtp_session`.
pub fn targets() -> impl Iterator<Item = String> {
    let of = |game: &'static &str| LAWS.iter().map(move |(law, _)| format!("{game}_{law}"));
    GAMES.iter().flat_map(of).chain([SESSION.to_owned()])
}

/// Does with some input what the fuzz target of this name does.
///
/// # Panics
/// When the target's law is broken, and when there is no such target.
pub fn run(target: &str, data: &[u8]) {
    let law = |name| LAWS.into_iter().find_map(|(end, law)| (end == name).then_some(law));
    let (game, law) = match target.rsplit_once('_') {
        _ if target == SESSION => (DEFAULT_GAME, Some(Law::Session)),
        Some((game, name)) => (game, law(name)),
        None => (target, None),
    };
    let ran = law.and_then(|law| visit(game, Input { law, data }));
    assert!(ran.is_some(), "there is no fuzz target {target}");
}

struct Input<'a> {
    law: Law,
    data: &'a [u8],
}

impl Visit for Input<'_> {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        match self.law {
            Law::Lockstep => fuzz::lockstep::<F, R>(self.data),
            Law::Undo => fuzz::undo::<F>(self.data),
            Law::Notation => fuzz::notation::<G>(self.data),
            Law::Session => fuzz::protocol::<F>(self.data),
        }
    }
}
