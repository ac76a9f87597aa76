//! The tables of a game's policies and events, each a list for the tooling and an enum for the game in one.

/// Defines `Want`, what a policy seeks, and `POLICIES`, the same in the same order with name and description.
macro_rules! policies {
    ($($Want:ident = $name:literal: $about:literal,)+) => {
        /// What a policy seeks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Want {
            $(#[doc = $about] $Want,)+
        }

        impl Want {
            /// What the policy of this number seeks; the first beyond the last.
            fn of(policy: usize) -> Self {
                const WANTS: &[Want] = &[$(Want::$Want),+];
                WANTS.get(policy).copied().unwrap_or(WANTS[0])
            }
        }

        /// The policies in the order of [`Want`].
        pub(super) const POLICIES: &[crate::Policy] = &[$(crate::Policy { name: $name, about: $about }),+];
    };
}

/// Defines `Event`, things worth counting, and `EVENTS`, the same in the same order with name and
/// description, and perhaps the event of a variant.
macro_rules! events {
    ($($Event:ident = $name:literal $(within $variant:literal)?: $about:literal,)+) => {
        /// Things worth counting, by their place in [`EVENTS`].
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
