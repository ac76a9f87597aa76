//! Macros for code that is the same for every game's vocabulary.

/// Defines an enum without fields, the names that `Display` prints, and `ALL`, which lists the variants in
/// order.
macro_rules! names {
    (
        $(#[$attribute:meta])*
        pub enum $Name:ident {
            $($(#[$about:meta])* $Variant:ident = $name:literal,)+
        }
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $(#[$attribute])*
        pub enum $Name {
            $($(#[$about])* $Variant,)+
        }

        impl $Name {
            /// All values, in declaration order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// The name that `Display` prints.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)+
                }
            }
        }

        impl core::fmt::Display for $Name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Defines the players of a game in turn order: an enum as defined by [`names`], with the initials used in
/// records. Parsing accepts a name or an initial, in either case. `$all` describes the players in messages.
macro_rules! players {
    (
        $(#[$attribute:meta])*
        pub enum $Name:ident: $all:literal { $($variants:tt)+ }
    ) => {
        $crate::macros::names! {
            #[derive(serde::Serialize, serde::Deserialize)]
            #[serde(rename_all = "lowercase")]
            $(#[$attribute])*
            pub enum $Name { $($variants)+ }
        }

        impl $Name {
            /// The capital initial of the name, as in records.
            pub const fn initial(self) -> char {
                self.name().as_bytes()[0].to_ascii_uppercase() as char
            }
        }

        impl core::str::FromStr for $Name {
            type Err = $crate::player::PlayerError;

            /// Parses a name or an initial, in either case.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::player::named(text, &Self::ALL, Self::name, $all)
            }
        }
    };
}

/// Implements `Debug` with the text that `Display` prints.
macro_rules! debug_as_text {
    ($($Type:ty),+) => {
        $(
            impl core::fmt::Debug for $Type {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    core::fmt::Display::fmt(self, f)
                }
            }
        )+
    };
}

/// Implements serialisation to and from JSON as a string: the text that `Display` prints and `FromStr`
/// parses.
macro_rules! json_as_text {
    ($($Type:ty),+) => {
        $(
            impl serde::Serialize for $Type {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> serde::Deserialize<'de> for $Type {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = <alloc::string::String as serde::Deserialize>::deserialize(deserializer)?;
                    text.parse().map_err(serde::de::Error::custom)
                }
            }
        )+
    };
}

/// Defines `Move`, a move that is identified by its `Cell`, and `MoveError`, the error of a text that is not
/// a move, with `$message`.
macro_rules! move_by_cell {
    ($(#[$about:meta])* $message:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct Move(pub Cell);

        impl core::fmt::Display for Move {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(&self.0, f)
            }
        }

        $crate::macros::debug_as_text!(Move);

        /// A text that is not a move.
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        #[error($message)]
        pub struct MoveError(pub alloc::string::String);

        impl core::str::FromStr for Move {
            type Err = MoveError;

            /// Parses the name of a cell, with the letter in either case.
            fn from_str(text: &str) -> Result<Self, MoveError> {
                text.parse().map(Self).map_err(|_| MoveError(text.into()))
            }
        }
    };
}

pub(crate) use {debug_as_text, json_as_text, move_by_cell, names, players};
