//! Symmetries of games as maps of words, and mirrored programs.
//!
//! A mirrored program receives commands with mapped words, and the words of its answers are mapped back. If
//! the game has the symmetry, its answers are then the same as those of the program itself. Answers that
//! cannot be mapped word by word are dropped rather than compared wrongly.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde_json::{Map, Value};

use super::abilities::Ability;

/// The number of pairs of a symmetry in its brief name.
const BRIEF: usize = 2;

/// A symmetry of a game: a one-to-one map of words such as `a1->c1` that preserves the rules.
///
/// `a1<->c1` is short for `a1->c1 c1->a1`. Every word that is an image must have an image itself. Words that
/// are not mapped are unchanged.
///
/// ```
/// use bustan_harness::protocol::foreign::Symmetry;
///
/// let turned: Symmetry = "a1->a2 a2->b2 b2->b1 b1->a1".parse()?;
/// assert_eq!(["a1", "a1b2", "pass"].map(|word| turned.image(word)), ["a2", "a2b1", "pass"]);
/// assert!("a1->a2".parse::<Symmetry>().is_err());
/// # Ok::<(), bustan_harness::protocol::foreign::SymmetryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The pairs of words, as written by the user.
    text: String,
    images: Words,
    originals: Words,
}

/// Words, each with its image.
type Words = BTreeMap<String, String>;

impl Symmetry {
    /// Returns the image of `word`.
    ///
    /// If `word` is not mapped itself, the mapped words in it are replaced from left to right, the longest
    /// match first, without splitting a number. If `word` has only letters, this is done only if it consists
    /// entirely of mapped words, so that `pass` is not mistaken for a row of cells.
    pub fn image(&self, word: &str) -> String {
        mapped(&self.images, word)
    }

    /// Returns the first pairs of words, followed by ` ...` if there are more.
    pub fn brief(&self) -> String {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let more = if words.len() > BRIEF { " ..." } else { "" };
        words[..words.len().min(BRIEF)].join(" ") + more
    }
}

/// The reason why a text is not a symmetry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SymmetryError {
    /// A part of the text is not a word and its image.
    #[error("{0:?} is not a word and its image, as in \"a1->c1\" or \"a1<->c1\"")]
    NoPair(String),
    /// A word has two images.
    #[error("{0:?} is mapped twice")]
    Twice(String),
    /// A word is the image of two words. Holds the image and the two words.
    #[error("{:?} is the image of two words, {:?} and {:?}", .0, .1[0], .1[1])]
    Shared(String, [String; 2]),
    /// A word is the image of another word, but has no image itself. Holds the image and the other word.
    #[error("{0:?} is the image of {1:?} and has none itself; to swap the two, write {1}<->{0}")]
    Open(String, String),
    /// Every word is mapped to itself, or there are no words.
    #[error("no word is mapped to another")]
    Nothing,
}

impl FromStr for Symmetry {
    type Err = SymmetryError;

    fn from_str(text: &str) -> Result<Self, SymmetryError> {
        let (mut images, mut originals) = (Words::new(), Words::new());
        for pair in text.split_whitespace() {
            let (word, image, both) = parts(pair).ok_or_else(|| SymmetryError::NoPair(pair.into()))?;
            let back = both.then_some((image, word)).filter(|_| word != image);
            for (word, image) in [(word, image)].into_iter().chain(back) {
                if images.insert(word.to_string(), image.to_string()).is_some() {
                    return Err(SymmetryError::Twice(word.into()));
                }
                if let Some(other) = originals.insert(image.to_string(), word.to_string()) {
                    return Err(SymmetryError::Shared(image.into(), [other, word.into()]));
                }
            }
        }
        if let Some((image, word)) = originals.iter().find(|(image, _)| !images.contains_key(*image)) {
            return Err(SymmetryError::Open(image.clone(), word.clone()));
        }
        if images.iter().all(|(word, image)| word == image) {
            return Err(SymmetryError::Nothing);
        }
        Ok(Self { text: text.trim().into(), images, originals })
    }
}

/// Returns a word, its image, and whether the two are swapped.
fn parts(pair: &str) -> Option<(&str, &str, bool)> {
    let (word, image, both) = match pair.split_once("<->") {
        Some((word, image)) => (word, image, true),
        None => pair.split_once("->").map(|(word, image)| (word, image, false))?,
    };
    let plain = |word: &str| !word.is_empty() && !word.contains("->");
    (plain(word) && plain(image)).then_some((word, image, both))
}

/// Replaces the mapped words in `word` by their images.
fn mapped(words: &Words, word: &str) -> String {
    if let Some(image) = words.get(word) {
        return image.clone();
    }
    let (mut image, mut rest, mut whole) = (String::new(), word, true);
    let mut in_number = false;
    while let Some(first) = rest.chars().next() {
        let end = longest(words, rest).filter(|_| !(in_number && first.is_numeric()));
        whole &= end.is_some();
        let (part, behind) = rest.split_at(end.unwrap_or(first.len_utf8()));
        image += words.get(part).filter(|_| end.is_some()).map_or(part, String::as_str);
        in_number = part.ends_with(char::is_numeric);
        rest = behind;
    }
    if whole || !word.chars().all(char::is_alphabetic) { image } else { word.into() }
}

/// Returns the length of the longest mapped word that is a prefix of `text` and does not split a number.
fn longest(words: &Words, text: &str) -> Option<usize> {
    let mut ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let cuts = |end: usize| {
        let (part, behind) = text.split_at(end);
        part.ends_with(char::is_numeric) && behind.starts_with(char::is_numeric)
    };
    ends.rfind(|&end| !cuts(end) && words.contains_key(&text[..end]))
}

/// The view of a program when a symmetry of its game is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    pub(super) symmetry: Symmetry,
    /// Whether the words are mapped. Otherwise, only the lists are sorted, to be compared with those of the
    /// mirrored program.
    pub(super) mirrored: bool,
}

impl Mirror {
    /// The commands that are never sent to a mirrored program, because a mirrored position has no description
    /// in words.
    pub(super) const WITHOUT: [Ability; 2] = [Ability::Setup, Ability::Position];

    /// Translates a command into the words of the program.
    pub(super) fn command(&self, command: &str) -> String {
        if !self.mirrored {
            return command.into();
        }
        command.split(' ').map(|word| self.symmetry.image(word)).collect::<Vec<_>>().join(" ")
    }

    /// Translates a list of moves into the words in which it is compared.
    pub(super) fn list(&self, text: String) -> String {
        if !self.mirrored {
            return text;
        }
        let back = |word| mapped(&self.symmetry.originals, word);
        text.split_whitespace().map(back).collect::<Vec<_>>().join(" ")
    }

    /// Translates a result. If the program is mirrored, the result must be a single word that contains only
    /// mapped names; otherwise its mirrored meaning is unknown.
    pub(super) fn result(&self, text: String) -> Option<String> {
        if !self.mirrored {
            return Some(text);
        }
        let names = text.split(|c: char| !c.is_alphabetic()).filter(|name| !name.is_empty());
        let told = names.into_iter().all(|name| self.symmetry.originals.contains_key(name));
        let one = !text.trim().contains(char::is_whitespace);
        (told && one).then(|| mapped(&self.symmetry.originals, &text))
    }

    /// Translates a state. If the program is mirrored, values that cannot be mapped are dropped. A text that
    /// is not a JSON object is unchanged.
    pub(super) fn state(&self, text: String) -> String {
        let Ok(Value::Object(members)) = serde_json::from_str(&text) else { return text };
        let members = members.into_iter().filter_map(|(key, value)| {
            let kept = (!self.mirrored).then(|| value.clone());
            let value = self.member(&key, value).or(kept)?;
            Some((self.back(&key).unwrap_or(key), value))
        });
        Value::Object(members.collect()).to_string()
    }

    /// Translates a value of a state, and sorts lists. Returns `None` if the value cannot be mapped word by
    /// word, or if it is empty.
    fn member(&self, key: &str, value: Value) -> Option<Value> {
        match (key, value) {
            ("to_move", Value::String(name)) => Some(self.back(&name).unwrap_or(name).into()),
            ("to_move", value) => Some(value),
            ("over", value @ Value::Bool(_)) | ("ply", value @ Value::Number(_)) => Some(value),
            (_, Value::Object(members)) => {
                let scores = key == "scores";
                let mut says = false;
                let mut named = |(name, value): (String, Value)| {
                    let value = match value {
                        Value::Null => Value::Null,
                        Value::Number(_) if scores => value,
                        Value::Array(words) if words.is_empty() => Value::Array(words),
                        value => self.words(value)?,
                    };
                    says |= !matches!(&value, Value::Null) && value != Value::Array(Vec::new());
                    Some((self.back(&name)?, value))
                };
                let members = members.into_iter().map(&mut named).collect::<Option<Map<String, Value>>>()?;
                says.then_some(Value::Object(members))
            }
            (_, value) => self.words(value),
        }
    }

    /// Translates a mapped word, or a list of mapped words, which is then sorted.
    fn words(&self, value: Value) -> Option<Value> {
        match value {
            Value::String(word) => self.back(&word).map(Value::String),
            Value::Array(words) if !words.is_empty() => {
                let words = words.iter().map(|word| self.back(word.as_str()?));
                let mut words = words.collect::<Option<Vec<String>>>()?;
                words.sort_unstable();
                Some(words.into())
            }
            _ => None,
        }
    }

    /// Returns the original of a word of the program, if the word is mapped; if the program is not mirrored,
    /// the word itself.
    fn back(&self, word: &str) -> Option<String> {
        let original = self.symmetry.originals.get(word)?;
        Some(if self.mirrored { original.clone() } else { word.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mirror(text: &str) -> Mirror {
        Mirror { symmetry: text.parse().unwrap(), mirrored: true }
    }

    #[test]
    fn what_is_no_symmetry_is_refused_with_the_reason() {
        for (text, problem) in [
            ("a1", "\"a1\" is not a word and its image, as in \"a1->c1\" or \"a1<->c1\""),
            ("->c1", "\"->c1\" is not a word"),
            ("a1->", "\"a1->\" is not a word"),
            ("a1->b1->c1", "\"a1->b1->c1\" is not a word"),
            ("a1->c1 a1->b1", "\"a1\" is mapped twice"),
            ("a1<->c1 c1->a1", "\"c1\" is mapped twice"),
            ("a1->c1 b1->c1", "\"c1\" is the image of two words, \"a1\" and \"b1\""),
            ("a1->c1", "\"c1\" is the image of \"a1\" and has none itself; to swap the two, write a1<->c1"),
            ("a1->a1 b2<->b2", "no word is mapped to another"),
            ("", "no word is mapped to another"),
        ] {
            let told = text.parse::<Symmetry>().unwrap_err().to_string();
            assert!(told.starts_with(problem), "{text}: {told}");
        }
    }

    #[test]
    fn words_inside_a_word_are_mapped_where_that_is_certain() {
        let symmetry: Symmetry = "a1->a10 a10->b1 b1->a1 black<->white p<->q".parse().unwrap();
        for (word, image) in [
            ("a1", "a10"),
            ("a1b1", "a10a1"),
            ("a10-a1", "b1-a10"),
            ("xa10", "xb1"),
            ("a100", "a100"),
            ("a11", "a11"),
            ("11a1", "11a10"),
            ("pass", "pass"),
            ("pq", "qp"),
            ("b1p", "a1q"),
            ("white", "black"),
            ("whites", "whites"),
            ("white+3", "black+3"),
            ("é", "é"),
        ] {
            assert_eq!(symmetry.image(word), image, "{word}");
            assert_eq!(mapped(&symmetry.originals, image), word, "{image}");
        }
        let digits: Symmetry = "1<->2".parse().unwrap();
        assert_eq!(
            (digits.image("a1"), digits.image("a11"), digits.image("12")),
            ("a2".into(), "a11".into(), "12".into())
        );
    }

    #[test]
    fn what_words_alone_do_not_tell_is_left_out_in_the_mirror_and_kept_outside() {
        let mirror = mirror("a1<->c1 b1->b1 x<->o");
        for (state, seen) in [
            (r#"{"to_move":"x"}"#, r#"{"to_move":"o"}"#),
            (r#"{"to_move":null,"winner":"x","over":true}"#, r#"{"over":true,"to_move":null,"winner":"o"}"#),
            (r#"{"to_move":"red","ply":3}"#, r#"{"ply":3,"to_move":"red"}"#),
            (r#"{"board":{"a1":"x","b1":"o"}}"#, r#"{"board":{"b1":"x","c1":"o"}}"#),
            (r#"{"scores":{"x":3,"o":1}}"#, r#"{"scores":{"o":3,"x":1}}"#),
            (r#"{"last":["c1","b1","a1"]}"#, r#"{"last":["a1","b1","c1"]}"#),
            (r#"{"taken":{"x":["c1","b1"],"o":[]}}"#, r#"{"taken":{"o":["a1","b1"],"x":[]}}"#),
            (r#"{"a1":"x"}"#, r#"{"c1":"o"}"#),
            (r#"{"ko":"a1"}"#, r#"{"ko":"c1"}"#),
            // Values that describe a cell by its position, or that are numbers.
            (r#"{"board":"xo......."}"#, "{}"),
            (r#"{"board":["x",null,"o"]}"#, "{}"),
            (r#"{"rows":[["x","o"],["o","x"]]}"#, "{}"),
            (r#"{"board":{"a1":"x","b2":"o"}}"#, "{}"),
            (r#"{"board":{"a1":17}}"#, "{}"),
            (r#"{"last":"b2"}"#, "{}"),
            // Names that may be synonyms of players, and empty values.
            (r#"{"scores":{"x":3,"red":1},"winner":"red"}"#, "{}"),
            (r#"{"board":{},"ko":null,"last":[],"taken":{"x":[],"o":null},"winner":null}"#, "{}"),
            (r#"{"scores":[3,1],"hash":7,"swapped":true,"width":3}"#, "{}"),
        ] {
            let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
            assert_eq!(read(&mirror.state(state.into())), read(seen), "{state}");
        }
        let upright = Mirror { mirrored: false, ..mirror.clone() };
        let state = r#"{"board":"xo","last":["c1","a1"],"odd":["z1","a1"]}"#;
        assert_eq!(upright.state(state.into()), r#"{"board":"xo","last":["a1","c1"],"odd":["z1","a1"]}"#);
        assert_eq!((mirror.state("[1]".into()), mirror.state("{".into())), ("[1]".into(), "{".into()));
    }

    #[test]
    fn results_are_reported_where_all_names_are_mapped() {
        let mirror = mirror("left<->right a1<->c1");
        for (result, seen) in [
            ("left+1", Some("right+1")),
            ("0", Some("0")),
            ("W+3", None),
            ("left 3 right 1", None),
            ("draw", None),
        ] {
            assert_eq!(mirror.result(result.into()).as_deref(), seen, "{result}");
        }
    }
}
