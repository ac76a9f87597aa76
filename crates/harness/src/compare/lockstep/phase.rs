//! The phase of a lockstep: the state of its two engines.

/// The action of both engines. Engines that differ or are unusable are replaced before the next game; until
/// then a divergence may show their looks, so the phase records whether these belong to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Both engines are new: only their names have been queried.
    Fresh,
    /// The engines are not playing: a game is about to start, or new engines refused its start, or an engine
    /// could not be set up.
    Idle,
    /// The engines play a game, and their last recorded answers are from this game.
    Playing,
    /// The engines are replaced before the next game, because they differ or have left the position of the
    /// game. Engines that are costly to create may be kept.
    Differing(Looks),
    /// Both engines are replaced before the next game, because one of them panicked or can no longer be used.
    Unusable(Looks),
}

/// Whether the last recorded answers of engines that will be replaced are from the current game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// The last recorded answers are from the current game.
    Current,
    /// No game was being played, so the last recorded answers, if any, are from an earlier game.
    Stale,
}

impl Phase {
    /// Whether a game is being played.
    pub(super) fn is_playing(self) -> bool {
        self == Self::Playing
    }

    /// Whether the engines are replaced before the next game.
    pub(super) fn is_broken(self) -> bool {
        matches!(self, Self::Differing(_) | Self::Unusable(_))
    }

    /// Whether the last recorded answers are from the current game, which may have ended with a divergence.
    pub(super) fn has_looks(self) -> bool {
        matches!(self, Self::Playing | Self::Differing(Looks::Current) | Self::Unusable(Looks::Current))
    }

    /// Returns the phase after the engines have left the position of the game. Engines that can no longer be
    /// used remain unusable.
    pub(super) fn lost(self) -> Self {
        match self {
            Self::Unusable(_) => self,
            _ => self.differing(),
        }
    }

    /// Returns the phase after the engines differed, if both can still be used.
    pub(super) fn differing(self) -> Self {
        Self::Differing(self.looks())
    }

    /// Returns the phase after an engine became unusable.
    pub(super) fn unusable(self) -> Self {
        Self::Unusable(self.looks())
    }

    /// Returns whether the last recorded answers are from the current game.
    fn looks(self) -> Looks {
        if self.has_looks() { Looks::Current } else { Looks::Stale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_that_are_to_be_replaced_keep_the_looks_of_their_game() {
        for (before, looks) in [
            (Phase::Fresh, Looks::Stale),
            (Phase::Idle, Looks::Stale),
            (Phase::Playing, Looks::Current),
            (Phase::Differing(Looks::Current), Looks::Current),
            (Phase::Differing(Looks::Stale), Looks::Stale),
        ] {
            assert_eq!(before.lost(), Phase::Differing(looks), "{before:?}");
            assert_eq!(before.differing(), Phase::Differing(looks), "{before:?}");
            assert_eq!(before.unusable(), Phase::Unusable(looks), "{before:?}");
            assert!(before.lost().is_broken() && before.unusable().is_broken());
            assert_eq!(before.has_looks(), looks == Looks::Current);
        }
        let unusable = Phase::Unusable(Looks::Stale);
        assert_eq!((unusable.lost(), unusable.differing()), (unusable, Phase::Differing(Looks::Stale)));
        assert!(Phase::Playing.is_playing() && !Phase::Idle.is_playing() && !Phase::Fresh.is_broken());
    }
}
