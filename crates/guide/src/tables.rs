//! The tables of a game's policies and events, each both a list for the tooling and an enum for the game.

/// Defines `Want`, the goal of a policy, and `POLICIES`, the same in the same order with name and
/// description.
macro_rules! policies {
    ($($Want:ident = $name:literal: $about:literal,)+) => {
        /// The goal of a policy.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Want {
            $(#[doc = $about] $Want,)+
        }

        impl Want {
            /// The goal of the policy with this number; that of the first policy if the number is too large.
            fn of(policy: usize) -> Self {
                const WANTS: &[Want] = &[$(Want::$Want),+];
                WANTS.get(policy).copied().unwrap_or(WANTS[0])
            }
        }

        /// The policies in the order of [`Want`].
        pub(super) const POLICIES: &[crate::Policy] = &[$(crate::Policy { name: $name, about: $about }),+];
    };
}

/// Defines `Event`, the events worth counting, and `EVENTS`, the same in the same order with name and
/// description, and perhaps the event of a variant.
macro_rules! events {
    ($($Event:ident = $name:literal $(within $variant:literal)?: $about:literal,)+) => {
        /// The events worth counting, by their index in [`EVENTS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Event {
            $(#[doc = $about] $Event,)+
        }

        /// The events in the order of [`Event`].
        pub(super) const EVENTS: &[crate::Event] = &[$(crate::Event {
            $(within: Some($variant),)?
            ..crate::Event::new($name, $about)
        }),+];
    };
}

pub(crate) use {events, policies};
