//! The list of the passes in the order in which they run.

use super::super::{Budget, Shrinker, Step};

/// A method that may yield a shorter game.
pub(super) struct Pass {
    /// The step under which the pass is reported.
    pub(super) step: Step,
    /// Whether the pass has only a slice of the time in each round.
    pub(super) sliced: bool,
    /// The part of the remaining time that the pass may take, in percent.
    pub(super) share: u32,
    /// Whether the pass can currently gain something.
    pub(super) helps: fn(&Shrinker<'_, '_>) -> bool,
    /// Runs the pass, which updates the best game.
    pub(super) take: fn(&mut Shrinker<'_, '_>, Budget),
}

impl Pass {
    fn new(
        step: Step,
        share: u32,
        helps: fn(&Shrinker<'_, '_>) -> bool,
        take: fn(&mut Shrinker<'_, '_>, Budget),
    ) -> Self {
        Self { step, sliced: is_search(step), share, helps, take }
    }
}

/// Returns the passes in the order in which they run. Shares below 100 apply only to external programs.
pub(super) fn passes() -> impl Iterator<Item = Pass> {
    first_passes().into_iter().chain(searches())
}

/// The passes up to the removal of moves. They reduce a long game to a length that the searches can handle.
fn first_passes() -> [Pass; 10] {
    let pass = Pass::new;
    [
        pass(
            Step::Hunt,
            100,
            |this| this.is_quick() && this.is_long(),
            |this, budget| this.play_anew(budget),
        ),
        pass(
            Step::Guide,
            40,
            |this| this.is_timed() && !this.best.rules().is_opaque() && !this.is_short(),
            |this, _| this.guide(),
        ),
        pass(
            Step::Cut,
            25,
            |this| this.is_first() && (this.progress.costly || this.is_long()),
            |this, budget| {
                this.cut(budget);
            },
        ),
        pass(Step::Lead, 30, |this| this.leads_to_cut(), |this, budget| this.lead(budget)),
        // Without undo, each removed move means replaying a whole game. A few short games find more.
        pass(
            Step::Hunt,
            25,
            |this| this.is_first() && this.plays_anew() && !this.is_slow() && !this.is_short(),
            |this, budget| this.hunt(budget),
        ),
        // The same applies to a game that takes long to play.
        Pass {
            sliced: false,
            ..pass(Step::Hunt, 25, |this| this.is_first() && this.is_slow(), |this, budget| this.hunt(budget))
        },
        pass(Step::Regenerate, 25, |this| this.regenerates_first(), |this, budget| this.regenerate(budget)),
        pass(Step::Rows, 8, |this| this.varies(), |this, budget| this.play_rows(budget)),
        pass(Step::Drop, 40, |this| this.leaves_out(), |this, budget| this.drop(budget)),
        pass(Step::Lead, 100, |this| this.is_quick(), |this, budget| this.find_ways(budget)),
    ]
}

/// The passes that search for games unlike the best one.
fn searches() -> [Pass; 7] {
    let pass = Pass::new;
    [
        pass(
            Step::Spread,
            70,
            |this| this.progress.costly && !this.plays_anew() && !this.is_short(),
            |this, budget| {
                this.search_states(budget);
            },
        ),
        pass(
            Step::Spread,
            55,
            |this| this.progress.costly && this.plays_anew() && !this.is_short(),
            |this, budget| {
                this.search_states(budget);
            },
        ),
        pass(Step::Hunt, 50, |this| !this.is_short(), |this, budget| this.hunt(budget)),
        pass(Step::Vary, 60, |this| this.varies(), |this, budget| this.vary(budget)),
        pass(Step::Prove, 60, |_| true, |this, _| this.prove()),
        pass(Step::Ahead, 40, |this| this.looks_ahead(), |this, budget| this.look_ahead(budget)),
        pass(
            Step::Regenerate,
            50,
            |this| this.regenerates() && !this.is_done() && !this.is_short(),
            |this, budget| {
                this.regenerate(budget);
            },
        ),
    ]
}

/// Whether a step searches for games that need not be similar to the best one.
fn is_search(step: Step) -> bool {
    matches!(step, Step::Spread | Step::Hunt | Step::Prove | Step::Ahead | Step::Vary | Step::Regenerate)
}
