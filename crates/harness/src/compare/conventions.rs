//! Conventions of a program: ways to write a value that do not count as a difference in the rules.
//!
//! Before its first game, a program plays a few lines of moves that distinguish the
//! [conventions](bustan_guide::Conventions) of the game. If a convention explains all values of the program
//! under a key, it applies to that key in every game: the values of the program are compared with those of an
//! engine that follows the convention. A program that follows the convention only at some positions is
//! reported as different, as is a program with an error in the same value.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use bustan_guide::Convention;
use serde_json::Value;

use crate::compare::compared::NotCompared;
use crate::compare::diff::{ToJson, diff};
use crate::compare::divergence::{Role, Violation, plain};
use crate::compare::lockstep::Factories;
use crate::compare::panics::{catching, watched};
use crate::compare::participant::{End, Fault, Observed, Participant};
use crate::compare::watched::Watched;
use crate::erased::{Move, Observation, Position, Rules};

/// The numbers of the conventions that a program follows: `shown` in its observations, and `told` in its
/// positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FollowedConventions {
    shown: Vec<usize>,
    told: Vec<usize>,
}

/// The maximum number of detections, with two attempts each, for a program that fails in all of them.
const MOST: u32 = 2;

/// The longest description of a failure, in characters.
const LONGEST: usize = 300;

/// The detected conventions of a program, shared by all its processes. The keys are the starting positions of
/// the lines, which depend on the options of a game.
#[derive(Debug, Default)]
pub struct ConventionCache(Mutex<BTreeMap<String, CachedConventions>>);

/// The result of detections: the conventions, once they are known, and the number of failed detections.
#[derive(Debug, Default)]
struct CachedConventions {
    held: Option<FollowedConventions>,
    failed: u32,
}

/// Always equal, because programs are compared regardless of what is known about them.
impl PartialEq for ConventionCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ConventionCache {}

/// The explanations of the values under a key that are still possible.
#[derive(Clone, Debug)]
struct Explanations {
    /// Whether the program has reported any value.
    reported: bool,
    /// Whether all values follow the rules.
    plain: bool,
    /// The conventions that can explain all values.
    by: Vec<usize>,
}

/// Returns convention number `number`.
pub(crate) fn convention(rules: Rules, number: usize) -> Option<&'static Convention> {
    rules.conventions().get(number)
}

impl FollowedConventions {
    /// Returns the conventions of an engine under test, in games with the options of `like`. They are
    /// detected once for all processes of a program; any other engine has none. A program that fails gets a
    /// second attempt with more time, in another process. If that fails, too, its conventions remain unknown.
    pub(crate) fn of(engine: &dyn Participant, factories: Factories<'_>, like: &Position) -> Self {
        let learnt = watched(Role::Subject, "conventions", || engine.conventions());
        let Some((learnt, start)) = learnt.zip(like.convention_start()) else { return Self::default() };
        let mut lessons = learnt.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lesson = lessons.entry(start.to_string()).or_default();
        if lesson.held.is_none() && lesson.failed < MOST {
            lesson.learn(engine, factories, &start);
        }
        lesson.held.clone().unwrap_or_default()
    }

    /// Plays the lines of a game on both engines, and returns the conventions that the engine under test
    /// follows. Returns none if the oracle's observations are not of the game's own type, or if a line cannot
    /// be played on both engines. `patient` extends the time limit for answers.
    ///
    /// # Errors
    /// The failure of the engine under test.
    fn find(start: &Position, factories: Factories<'_>, patient: bool) -> Result<Self, Fault> {
        let found = catching(|| {
            let mut subject = Watched::new(Role::Subject, factories.subject);
            let mut oracle = Watched::new(Role::Oracle, factories.oracle);
            if patient {
                subject.wait_longer();
            }
            let mut fits = [BTreeMap::new(), BTreeMap::new()];
            let played = played(start, [&mut subject, &mut oracle], &mut fits);
            subject.fault().map_or(Ok(played.map(|()| fits)), Err)
        });
        let held = |fits: BTreeMap<&str, Explanations>| {
            let departing = fits.into_values().filter(|fit| fit.reported && !fit.plain);
            departing.filter_map(|fit| fit.by.first().copied()).collect()
        };
        match found {
            Ok(Ok(Some([shown, told]))) => Ok(Self { shown: held(shown), told: held(told) }),
            Ok(Err(fault)) => Err(fault),
            Ok(Ok(None)) | Err(_) => Ok(Self::default()),
        }
    }

    /// Returns the keys of observations that the program writes by a convention.
    pub(crate) fn keys(&self, rules: Rules) -> BTreeSet<String> {
        self.shown.iter().filter_map(|number| Some(convention(rules, *number)?.key.to_string())).collect()
    }

    /// Returns why a key is not compared, if the program always reports the same value under it.
    pub(crate) fn not_compared(&self, rules: Rules, key: &str) -> Option<NotCompared> {
        let mut held = self.shown.iter().filter_map(|number| convention(rules, *number));
        held.find(|one| one.key == key)?.always.map(NotCompared::Always)
    }

    /// Returns `seen` as an engine that follows these conventions would report it; `None` if that is the
    /// same. `subject` is the observation of the program: at the start of the game, the program may or may
    /// not have read a value that it writes by a convention.
    pub(crate) fn shown(
        &self,
        start: &Position,
        last: Option<&Move>,
        seen: &Observed,
        subject: &Observed,
    ) -> Option<Observed> {
        let seen = seen.own().filter(|_| !self.shown.is_empty())?;
        let mut shown = seen.clone();
        for &number in &self.shown {
            let next = shown.by_convention(number, start, last);
            let key = start.rules().conventions()[number].key;
            let as_ruled = || subject.json().get(key) == seen.to_json().get(key);
            if last.is_some() || !as_ruled() {
                shown = next;
            }
        }
        (shown != *seen).then_some(Observed::Own(shown))
    }

    /// Returns the conventions that explain a difference between `seen`, the observation by the rules, and
    /// `shown`, the observation by the conventions, in keys that are compared.
    pub(crate) fn explaining(
        &self,
        rules: Rules,
        seen: &Observed,
        shown: &Observed,
        subject: &Observed,
        compared: impl Fn(&str) -> bool,
    ) -> Vec<usize> {
        let [seen, shown, subject] = [seen, shown, subject].map(Observed::json);
        let explains = |number: &usize| {
            let Some(key) = convention(rules, *number).map(|one| one.key) else { return false };
            subject.get(key).is_some() && seen.get(key) != shown.get(key) && compared(key)
        };
        self.shown.iter().copied().filter(explains).collect()
    }

    /// Returns `position` as reported by an engine that follows these conventions, and the conventions that
    /// change it.
    pub(crate) fn as_reported(
        &self,
        position: &Position,
        (start, last): (&Position, Option<&Move>),
        seen: Option<&Observation>,
    ) -> (Position, Vec<usize>) {
        let (mut told, mut used) = (position.clone(), Vec::new());
        let Some(seen) = seen else { return (told, used) };
        for &number in &self.told {
            let shown = seen.by_convention(number, start, last);
            let next = told.with_shown(position.rules().conventions()[number].key, &shown);
            if next != told {
                used.push(number);
                told = next;
            }
        }
        (told, used)
    }
}

impl CachedConventions {
    /// Detects the conventions, in at most two attempts. Warns about a failure.
    fn learn(&mut self, engine: &dyn Participant, factories: Factories<'_>, start: &Position) {
        let name = watched(Role::Subject, "name", || engine.name());
        let mut before = None;
        for patient in [false, true] {
            match FollowedConventions::find(start, factories, patient) {
                Ok(held) => {
                    self.held = Some(held);
                    if let Some(fault) = before {
                        engine.warn(format!(
                            "{name} failed while its conventions were being detected ({fault}), but \
                             succeeded on the second attempt"
                        ));
                    }
                    return;
                }
                Err(fault) if fault.end == End::Interruption => return,
                Err(fault) => before = Some(fault.line(LONGEST)),
            }
        }
        self.failed += 1;
        engine.warn(format!(
            "{name} failed while its conventions were being detected ({}), so its values were compared by \
             the rules",
            before.unwrap_or_default()
        ));
    }
}

/// Plays the lines on both engines, and narrows down the explanations of the values that the engine under
/// test reports: `fits` has those of its observations, and those of its positions. Returns `None` if a line
/// cannot be played on both engines.
fn played(
    start: &Position,
    [subject, oracle]: [&mut Watched; 2],
    fits: &mut [BTreeMap<&'static str, Explanations>; 2],
) -> Option<()> {
    for line in start.rules().convention_lines() {
        oracle.setup(start).ok()?;
        subject.setup(start).ok()?;
        narrow(start, None, [subject, oracle], fits)?;
        for word in line.split(' ') {
            let mv = start.rules().mv(word).ok()?;
            let player = oracle.turn()?;
            oracle.play(player, &mv).ok()?;
            subject.play(player, &mv).ok()?;
            narrow(start, Some(&mv), [subject, oracle], fits)?;
        }
    }
    Some(())
}

/// Removes the conventions that do not explain the current values of the engine under test.
fn narrow(
    start: &Position,
    last: Option<&Move>,
    [subject, oracle]: [&Watched; 2],
    fits: &mut [BTreeMap<&'static str, Explanations>; 2],
) -> Option<()> {
    let seen = oracle.observe();
    let seen = seen.as_ref().and_then(Observed::own)?;
    let shown = subject.observe().map(|shown| shown.json());
    let position = subject.position();
    let by_rules = seen.to_json();
    let all = start.rules().conventions();
    for (number, one) in all.iter().enumerate() {
        let by_convention = seen.by_convention(number, start, last);
        let form = by_convention.to_json();
        let [in_state, in_text] = fits;
        let value = shown.as_ref().and_then(|shown| shown.get(one.key));
        let explains =
            |value: &Value| [Some(value) == by_rules.get(one.key), Some(value) == form.get(one.key)];
        fit(in_state, one.key, all).note(number, value.map(explains));
        let explains = |position: &Position| {
            [seen, &by_convention].map(|seen| position.with_shown(one.key, seen) == *position)
        };
        fit(in_text, one.key, all).note(number, position.as_ref().map(explains));
    }
    Some(())
}

fn fit<'f>(
    fits: &'f mut BTreeMap<&'static str, Explanations>,
    key: &'static str,
    all: &[Convention],
) -> &'f mut Explanations {
    fits.entry(key).or_insert_with(|| {
        let by = all.iter().enumerate().filter(|(_, one)| one.key == key).map(|(number, _)| number);
        Explanations { reported: false, plain: true, by: by.collect() }
    })
}

impl Explanations {
    /// Records whether a value agrees with the rules, and whether it agrees with convention `number`.
    /// `explains` is `None` if there is no value.
    fn note(&mut self, number: usize, explains: Option<[bool; 2]>) {
        let Some([by_rules, by_convention]) = explains else { return };
        self.reported = true;
        self.plain &= by_rules;
        self.by.retain(|other| *other != number || by_convention);
    }
}

/// Rewords a violation that was found by comparing with the values of conventions, so that it quotes the
/// values that each engine reports.
pub(crate) fn in_true_words(
    rules: Rules,
    violation: Violation,
    held: &FollowedConventions,
    [subject, oracle]: [(&str, &Observed); 2],
    shown: &Observed,
) -> Violation {
    let Violation { headline, details, .. } = violation.clone();
    let [a, b, by_convention] = [subject.1, oracle.1, shown].map(Observed::json);
    let (mut headline, mut details) = (headline.into_string(), details);
    for &number in &held.shown {
        let Some(one) = convention(rules, number) else { continue };
        let only = |seen: &Value| {
            Value::Object(
                seen.get(one.key).map(|value| (one.key.into(), value.clone())).into_iter().collect(),
            )
        };
        let (a, b, by_convention) = (only(&a), only(&b), only(&by_convention));
        let value = |seen: &Value| seen.get(one.key).map(ToString::to_string).unwrap_or_default();
        for words in diff((oracle.0, &by_convention), (subject.0, &a)).words {
            let (was, is) = (
                plain(&words, usize::MAX),
                format!(
                    "{}: {} says {}, {} says {}; by its convention ({}) it would be {}",
                    one.key,
                    oracle.0,
                    value(&b),
                    subject.0,
                    value(&a),
                    one.name,
                    value(&by_convention),
                ),
            );
            headline = headline.replace(&was, &is);
            details.iter_mut().for_each(|detail| *detail = detail.replace(&was, &is));
        }
    }
    Violation { headline: headline.into(), details, ..violation }
}
