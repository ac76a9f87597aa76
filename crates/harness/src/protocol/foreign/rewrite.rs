//! Rewrites words of a program that has other names for moves, players or cells.
//!
//! The rules work in one direction. For the other direction, the program's own words are remembered when they
//! are received, because a move is listed before it is played.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};

/// A rule that replaces a text in the words of a program, written as `s/TEXT/OTHER/`. Any character except
/// letters, digits and white space can take the place of the slashes.
///
/// Every occurrence in a word is replaced. `^` before the text matches only at the beginning of the word, and
/// `$` after the text only at its end. All other characters match themselves.
///
/// ```
/// use bustan_harness::protocol::foreign::Rewrite;
///
/// let rewrite: Rewrite = "s/x//".parse()?;
/// assert_eq!(rewrite.apply("e4xd5"), "e4d5");
/// let rewrite: Rewrite = "s,^PASS$,pass,".parse()?;
/// assert_eq!((rewrite.apply("PASS"), rewrite.apply("PASSED")), ("pass".into(), "PASSED".into()));
/// # Ok::<(), bustan_harness::protocol::foreign::RewriteError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    text: String,
    other: String,
    begins: bool,
    ends: bool,
}

impl Rewrite {
    /// Returns `word` after applying the rule.
    pub fn apply(&self, word: &str) -> String {
        let Self { text, other, begins, ends } = self;
        match (begins, ends) {
            (true, true) if word == text => other.clone(),
            (true, false) => {
                word.strip_prefix(text.as_str()).map_or(word.into(), |rest| format!("{other}{rest}"))
            }
            (false, true) => {
                word.strip_suffix(text.as_str()).map_or(word.into(), |rest| format!("{rest}{other}"))
            }
            (false, false) => word.replace(text.as_str(), other),
            (true, true) => word.into(),
        }
    }
}

impl fmt::Display for Rewrite {
    /// Writes the rule with a separator that does not occur in its texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, other, begins, ends } = self;
        let free = |sign: &char| !text.contains(*sign) && !other.contains(*sign);
        let sign = ['/', ',', '|', '#', '%', ':', ';', '!', '~'].into_iter().find(free).unwrap_or('\u{1}');
        let (begin, end) = (if *begins { "^" } else { "" }, if *ends { "$" } else { "" });
        write!(f, "s{sign}{begin}{text}{end}{sign}{other}{sign}")
    }
}

/// A text that is not a rewriting rule. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a text and what replaces it, as in \"s/PASS/pass/\"")]
pub struct RewriteError(String);

impl FromStr for Rewrite {
    type Err = RewriteError;

    fn from_str(text: &str) -> Result<Self, RewriteError> {
        let wrong = || RewriteError(text.into());
        let rest = text.strip_prefix('s').ok_or_else(wrong)?;
        let sign =
            rest.chars().next().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).ok_or_else(wrong)?;
        let parts: Vec<&str> = rest.split(sign).collect();
        let ["", from, to, ""] = parts[..] else { return Err(wrong()) };
        let begins = from.starts_with('^');
        let from = from.strip_prefix('^').unwrap_or(from);
        let ends = from.ends_with('$');
        let from = from.strip_suffix('$').unwrap_or(from);
        if from.is_empty() || to.contains(char::is_whitespace) {
            return Err(wrong());
        }
        Ok(Self { text: from.into(), other: to.into(), begins, ends })
    }
}

/// The rewrite rules for a program's names, and a map from each rewritten word to the program's own word.
/// Clones share the map.
#[derive(Clone, Debug, Default)]
pub(super) struct Rewriting {
    rules: Vec<Rewrite>,
    /// Whether each rule has rewritten a word.
    used: Arc<[AtomicBool]>,
    /// The program's own word for each rewritten word.
    own: Arc<Mutex<HashMap<String, String>>>,
}

impl PartialEq for Rewriting {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Eq for Rewriting {}

impl Rewriting {
    pub(super) fn new(rules: Vec<Rewrite>) -> Self {
        let used = rules.iter().map(|_| AtomicBool::new(false)).collect();
        Self { rules, used, own: Arc::default() }
    }

    /// Returns the rules that have not yet rewritten a word.
    pub(super) fn idle(&self) -> Vec<Rewrite> {
        let idle = self.rules.iter().zip(&*self.used).filter(|(_, used)| !used.load(Ordering::Relaxed));
        idle.map(|(rule, _)| rule.clone()).collect()
    }

    /// Rewrites the words of a text that is not sent back to the program.
    pub(super) fn each(&self, text: &str) -> String {
        text.split_whitespace().map(|word| self.applied(word)).collect::<Vec<_>>().join(" ")
    }

    /// Rewrites a word of the program, and remembers the original for [`command`](Self::command).
    fn word(&self, own: &str) -> String {
        let word = self.applied(own);
        if word != own {
            let mut all = self.own.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(word.clone(), own.into());
        }
        word
    }

    /// Applies all rules to a word.
    fn applied(&self, own: &str) -> String {
        let rules = self.rules.iter().zip(&*self.used);
        rules.fold(own.to_string(), |word, (rule, used)| {
            let rewritten = rule.apply(&word);
            if rewritten != word {
                used.store(true, Ordering::Relaxed);
            }
            rewritten
        })
    }

    /// Rewrites the words of an answer. If there are rules, the words are then separated by single spaces.
    pub(super) fn words(&self, text: String) -> String {
        if self.rules.is_empty() {
            return text;
        }
        text.split_whitespace().map(|word| self.word(word)).collect::<Vec<_>>().join(" ")
    }

    /// Rewrites the strings of a state, including its keys. A text that is not JSON is unchanged.
    pub(super) fn state(&self, text: String) -> String {
        if self.rules.is_empty() {
            return text;
        }
        let read: Option<Value> = serde_json::from_str(&text).ok();
        read.map_or(text, |value| self.value(value).to_string())
    }

    fn value(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.word(&text)),
            Value::Array(values) => values.into_iter().map(|value| self.value(value)).collect(),
            Value::Object(members) => {
                let members = members.into_iter().map(|(key, value)| (self.word(&key), self.value(value)));
                Value::Object(members.collect::<Map<String, Value>>())
            }
            other => other,
        }
    }

    /// Translates a command into the program's own words.
    pub(super) fn command(&self, command: &str) -> String {
        if self.rules.is_empty() {
            return command.into();
        }
        let own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let word = |word: &str| own.get(word).cloned().unwrap_or_else(|| word.into());
        command.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_rewriting_is_refused() {
        for text in ["", "s", "s//x/", "s/a/b", "s/a/b/g", "/a/b/", "s/^$/x/", "s/a/b c/", "sabac", "y/a/b/"]
        {
            assert!(text.parse::<Rewrite>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_rewriting_is_read_back() {
        for text in ["s/x//", "s/^PASS$/pass/", "s,a/b,c,"] {
            assert_eq!(text.parse::<Rewrite>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn words_go_there_and_back() {
        let rules = ["s/x//", "s/^PASS$/pass/", "s|$|+|"].map(|text| text.parse());
        assert!(rules[2].is_err());
        let rewriting = Rewriting::new(rules.into_iter().flatten().collect());
        assert_eq!(rewriting.words("e4xd5 PASS\n e2e4".into()), "e4d5 pass e2e4");
        assert!(rewriting.idle().is_empty());
        let [used, idle] = ["s/x//", "s/^PSAS$/pass/"].map(|text| text.parse::<Rewrite>().unwrap());
        let misspelt = Rewriting::new(vec![used, idle.clone()]);
        misspelt.words("e4xd5 PASS".into());
        assert_eq!(misspelt.idle(), [idle]);
        assert_eq!(rewriting.command("play white e4d5"), "play white e4xd5");
        assert_eq!(rewriting.command("play PASS"), "play PASS");
        assert_eq!(rewriting.command("play pass"), "play PASS");
        let state = r#"{"ax":["PASS",1],"b":null}"#.to_string();
        assert_eq!(rewriting.state(state), r#"{"a":["pass",1],"b":null}"#);
        assert_eq!(rewriting.state("no x JSON".into()), "no x JSON");
        assert_eq!(Rewriting::default().words(" a  b".into()), " a  b");
    }
}
