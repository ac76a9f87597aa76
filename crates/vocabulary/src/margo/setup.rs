//! The size of the board and the variants, as text.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::{Player, Size};

/// The size of the board and the variants of a game.
///
/// The text form is the size and one or two words for each difference from the standard game, as in `5 swap
/// players 3`: `swap`, `atari`, `cutting off`, `players 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// Whether the second player may reply to the first ball by swapping colours.
    pub swap: bool,
    /// Whether the first player to lift an opponent's ball wins immediately.
    pub atari: bool,
    /// Whether overpasses cut the contacts that they cross, as in the standard game.
    pub cutting: bool,
    /// Whether there are three players.
    pub three: bool,
}

impl Default for Setup {
    /// The standard game.
    fn default() -> Self {
        Self::standard(Size::STANDARD)
    }
}

impl Setup {
    /// The standard game on a board of this size.
    pub const fn standard(size: Size) -> Self {
        Self { size, swap: false, atari: false, cutting: true, three: false }
    }

    /// The players who take part, in turn order.
    pub const fn players(self) -> &'static [Player] {
        const ALL: &[Player] = &Player::ALL;
        if self.three { ALL } else { ALL.split_at(2).0 }
    }

    /// Parses options among `words`, up to the first word that is not an option.
    ///
    /// # Errors
    /// Returns a message that names the option with an unacceptable value.
    pub(super) fn read_options<'a>(
        &mut self,
        words: &mut core::iter::Peekable<impl Iterator<Item = &'a str>>,
    ) -> Result<(), String> {
        let mut told = [false; OPTIONS.len()];
        let option = |word: &str| OPTIONS.iter().position(|option| word.eq_ignore_ascii_case(option));
        while let Some(word) = words.next_if(|word| option(word).is_some()) {
            if option(word).is_some_and(|option| core::mem::replace(&mut told[option], true)) {
                return Err(format!("{word} is given twice"));
            }
            match word.to_ascii_lowercase().as_str() {
                "swap" => self.swap = true,
                "atari" => self.atari = true,
                "cutting" => self.cutting = !choice(word, words.next(), ["on", "off"])?,
                _ => self.three = choice(word, words.next(), ["2", "3"])?,
            }
        }
        Ok(())
    }

    /// Parses the words of `boardsize` or `--size`. One string may contain several words, separated by
    /// spaces.
    pub(super) fn from_words(words: &[&str]) -> Result<Self, String> {
        let mut words = words.iter().flat_map(|word| word.split_ascii_whitespace()).peekable();
        let number = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let size = number.map_or(Ok(Size::STANDARD), str::parse).map_err(|error| error.to_string())?;
        let mut setup = Self::standard(size);
        setup.read_options(&mut words)?;
        match words.next() {
            None => Ok(setup),
            Some(word) => Err(format!(
                "{word:?} is not an option; after the size, 2 to 19, may follow swap, atari, cutting off and players 3"
            )),
        }
    }
}

const OPTIONS: [&str; 4] = ["swap", "atari", "cutting", "players"];

/// Returns whether `value` is the second of the two possible values.
fn choice(option: &str, value: Option<&str>, [first, second]: [&str; 2]) -> Result<bool, String> {
    match value {
        Some(value) if value.eq_ignore_ascii_case(first) => Ok(false),
        Some(value) if value.eq_ignore_ascii_case(second) => Ok(true),
        Some(value) => Err(format!("{option} is {first} or {second}, not {value:?}")),
        None => Err(format!("{option} needs a value, {first} or {second}")),
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, swap, atari, cutting, three } = *self;
        write!(f, "{size}")?;
        for (chosen, words) in
            [(swap, " swap"), (atari, " atari"), (!cutting, " cutting off"), (three, " players 3")]
        {
            f.write_str(if chosen { words } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_size_and_variants() {
        for (words, text) in [
            (&[][..], "7"),
            (&["4"], "4"),
            (&["swap"], "7 swap"),
            (&["5", "players", "3", "cutting", "off", "ATARI", "swap"], "5 swap atari cutting off players 3"),
            (&["5 players 3"], "5 players 3"),
            (&["5", "cutting", "on", "players", "2"], "5"),
        ] {
            assert_eq!(Setup::from_words(words).unwrap().to_string(), text);
        }
    }

    #[test]
    fn unacceptable_words_are_named() {
        for (words, message) in [
            (&["1"][..], "size \"1\" is not from 2 to 19"),
            (
                &["7", "7"],
                "\"7\" is not an option; after the size, 2 to 19, may follow swap, atari, cutting off and players 3",
            ),
            (&["7", "players", "4"], "players is 2 or 3, not \"4\""),
            (&["7", "cutting"], "cutting needs a value, on or off"),
            (&["atari", "ATARI"], "ATARI is given twice"),
            (&["cutting off", "cutting on"], "cutting is given twice"),
        ] {
            assert_eq!(Setup::from_words(words).unwrap_err(), message);
        }
    }
}
