//! Macros for tables of a game's policies and events. Each table is both a list for the tooling and an enum
//! for the game.

/// Defines `Want`, the goals of policies, and `POLICIES`, which has the same order and adds names and
/// descriptions.
macro_rules! policies {
    ($($Want:ident = $name:literal: $about:literal,)+) => {
        /// The goal of a policy.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Want {
            $(#[doc = $about] $Want,)+
        }

        impl Want {
            /// The goal of the policy with this index, or of the first policy if the index is too large.
            fn of(policy: usize) -> Self {
                const WANTS: &[Want] = &[$(Want::$Want),+];
                WANTS.get(policy).copied().unwrap_or(WANTS[0])
            }
        }

        /// The policies in the order of [`Want`].
        pub(super) const POLICIES: &[crate::Policy] = &[$(crate::Policy { name: $name, about: $about }),+];
    };
}

/// Defines `Event`, the events to count, and `EVENTS`, which has the same order and adds names, descriptions
/// and, for some events, the event that marks their variant.
macro_rules! events {
    ($($Event:ident = $name:literal $(within $variant:literal)?: $about:literal,)+) => {
        /// The events to count; the discriminants are indices into [`EVENTS`].
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
