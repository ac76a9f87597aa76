//! The list of the passes.

use super::super::{Budget, Shrinker, Step};

/// A way to a shorter game.
pub(super) struct Pass {
    /// Its name in reports.
    pub(super) step: Step,
    /// Whether it has only a slice of the time in a round.
    pub(super) sliced: bool,
    /// The part of the time left that it may take, in percent.
    pub(super) share: u32,
    /// Whether it can gain anything now.
    pub(super) helps: fn(&Shrinker<'_, '_>) -> bool,
    /// Runs it. Its gain is in the best game.
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

/// The passes in their order. Shares below 100 hold for programs.
pub(super) fn passes() -> impl Iterator<Item = Pass> {
    first_passes().into_iter().chain(searches())
}

/// The passes up to leaving out moves: they bring a long game down to the length that searches can work with.
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
            |this| this.is_first() && (this.course.costly || this.is_long()),
            |this, budget| {
                this.cut(budget);
            },
        ),
        pass(Step::Lead, 30, |this| this.leads_to_cut(), |this, budget| this.lead(budget)),
        // Without undo, leaving anything out means replaying a whole game: a few short ones show more.
        pass(
            Step::Hunt,
            25,
            |this| this.is_first() && this.plays_anew() && !this.is_slow() && !this.is_short(),
            |this, budget| this.hunt(budget),
        ),
        // The same applies to a game that takes long.
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
            |this| this.course.costly && !this.plays_anew() && !this.is_short(),
            |this, budget| {
                this.spread(budget);
            },
        ),
        pass(
            Step::Spread,
            55,
            |this| this.course.costly && this.plays_anew() && !this.is_short(),
            |this, budget| {
                this.spread(budget);
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

/// Whether a step searches for games that need not be like the best.
fn is_search(step: Step) -> bool {
    matches!(step, Step::Spread | Step::Hunt | Step::Prove | Step::Ahead | Step::Vary | Step::Regenerate)
}
