//! The state of the two engines of a lockstep.

/// The state of both engines. Only engines that play a game have looks that belong to it, and only engines that differ or
/// are unusable are replaced. Such engines keep the looks until then, because a divergence shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engines {
    /// They are new: only their names were asked.
    Fresh,
    /// They play no game: a game is about to begin, or one of them could not be set up.
    Idle,
    /// They play a game, to which the last looks belong.
    Playing,
    /// They are replaced before the next game: they differ, or are not where the game is. Engines that are costly to make
    /// may be kept.
    Differing(Looks),
    /// They are replaced before the next game without exception: one of them panicked, or can no longer be asked.
    Unusable(Looks),
}

/// Whether the last looks at engines that are to be replaced belong to the game that they played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// They do.
    Current,
    /// They belong to an earlier game, or to none: no game was being played.
    Stale,
}

impl Engines {
    /// Whether a game is being played.
    pub(super) fn are_playing(self) -> bool {
        self == Self::Playing
    }

    /// Whether they are replaced before the next game.
    pub(super) fn are_broken(self) -> bool {
        matches!(self, Self::Differing(_) | Self::Unusable(_))
    }

    /// Whether the last looks belong to the game, which may have ended with a divergence.
    pub(super) fn have_looks(self) -> bool {
        matches!(self, Self::Playing | Self::Differing(Looks::Current) | Self::Unusable(Looks::Current))
    }

    /// The state once they are not where the game is any more. Engines that can no longer be asked remain so.
    pub(super) fn lost(self) -> Self {
        match self {
            Self::Unusable(_) => self,
            _ => self.differing(),
        }
    }

    /// The state once they differ, and both can be asked.
    pub(super) fn differing(self) -> Self {
        Self::Differing(self.looks())
    }

    /// The state once one of them cannot be asked.
    pub(super) fn unusable(self) -> Self {
        Self::Unusable(self.looks())
    }

    /// Whether the last looks belong to the game.
    fn looks(self) -> Looks {
        if self.have_looks() { Looks::Current } else { Looks::Stale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_that_are_to_be_replaced_keep_the_looks_of_their_game() {
        for (before, looks) in [
            (Engines::Fresh, Looks::Stale),
            (Engines::Idle, Looks::Stale),
            (Engines::Playing, Looks::Current),
            (Engines::Differing(Looks::Current), Looks::Current),
            (Engines::Differing(Looks::Stale), Looks::Stale),
        ] {
            assert_eq!(before.lost(), Engines::Differing(looks), "{before:?}");
            assert_eq!(before.differing(), Engines::Differing(looks), "{before:?}");
            assert_eq!(before.unusable(), Engines::Unusable(looks), "{before:?}");
            assert!(before.lost().are_broken() && before.unusable().are_broken());
            assert_eq!(before.have_looks(), looks == Looks::Current);
        }
        let unusable = Engines::Unusable(Looks::Stale);
        assert_eq!((unusable.lost(), unusable.differing()), (unusable, Engines::Differing(Looks::Stale)));
        assert!(
            Engines::Playing.are_playing() && !Engines::Idle.are_playing() && !Engines::Fresh.are_broken()
        );
    }
}
