//! The game of a turn: plays it, and plays it again if the system may have disturbed it.
//!
//! A process that is killed, or does not answer in time, may say nothing of the engine: the machine may be busy, or
//! short of memory. So a game in which an engine was killed is played once more; an engine that is killed again ends the
//! run. A game in which an engine fell silent is written down, and is shown to new engines. If they answer, the finding
//! is withdrawn, and the game is played again. Both leave a warning. Other differences of such a game stay findings; the
//! game is then not played again. An engine that is killed or falls silent too often is not believed any more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{MutexGuard, PoisonError};

use super::ledger::Share;
use super::{Confirmed, Origin, Run, showing};
use crate::base::{Dice, Stop};
use crate::compare::audit::Asked;
use crate::compare::divergence::{Divergence, Signature};
use crate::compare::lockstep::{Factories, Factory, Lockstep};
use crate::compare::participant::{End, Participant};
use crate::compare::watch::catching;
use crate::erased::Rules;
use crate::generate::coverage::Coverage;
use crate::generate::past::Found;
use crate::generate::policies;
use crate::generate::{self, Ending, GameConfig, Given, Hooks, Played};
use crate::report::finding::{Extent, INPUT, RECORD};

/// The number of disturbances that a run tolerates; in long runs, one in this many games.
const MOST: u64 = 2;
const RARE: u64 = 100;

/// Events that are not findings: the words before and after those that name the games, with the games.
pub(super) type Warnings = BTreeMap<(String, String), BTreeSet<u64>>;

/// One sentence for each event.
fn sentences(warnings: Warnings) -> Vec<String> {
    let sentence =
        |((words, then), games): ((String, String), BTreeSet<u64>)| match (games.first(), games.len()) {
            (None, _) => words,
            (Some(game), 1) => format!("{words} in game {game}{then}"),
            (Some(first), count) => format!("{words} in {count} games, first game {first}{then}"),
        };
    warnings.into_iter().map(sentence).collect()
}

/// The disturbances of engines in a run.
#[derive(Debug, Default)]
pub(super) struct Disturbed {
    /// The number of times that one fell silent and new ones did not.
    silent: u64,
    /// The number of times that one was killed.
    killed: u64,
}

/// Whether this number of disturbances may be due to the system.
const fn is_rare(times: u64, games: u64) -> bool {
    times <= MOST || times.saturating_mul(RARE) <= games
}

/// Makes engines that are waited for longer than those of a run.
struct Patient<'f>(&'f dyn Factory);

impl Factory for Patient<'_> {
    fn make(&self) -> Box<dyn Participant> {
        let mut engine = self.0.make();
        engine.wait_longer();
        engine
    }
}

/// A game whose turn it is.
pub(super) struct Turn {
    /// Its number.
    pub(super) game: u64,
    /// Its place in the shard, unless it is recorded.
    place: Option<u64>,
    /// Whether its result counts.
    missing: bool,
}

/// The name of the policy at this place.
fn policy_name(rules: Rules, place: usize) -> &'static str {
    policies::of(rules).nth(place).map_or("", |policy| policy.name)
}

/// A game as it was played.
struct Shown {
    share: Share,
    found: Vec<Found>,
    policy: &'static str,
    /// The description if the system took an engine away, and whether it cannot be replaced.
    loss: Option<(String, bool)>,
}

/// A divergence that no game has shown before.
pub(super) struct New {
    pub(super) origin: Origin,
    pub(super) divergence: Box<Divergence>,
    /// What was asked before it.
    pub(super) asked: Vec<Asked>,
    /// Whether new engines show it, too, as far as that is known.
    pub(super) confirmed: Option<Confirmed>,
}

impl Run<'_, '_> {
    /// The next game: first those that are played again, then those that were never played.
    pub(super) fn turn(&self) -> Option<Turn> {
        if self.is_in_vain() {
            return None;
        }
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        if let Some(&(game, missing)) = usize::try_from(turn).ok().and_then(|turn| self.again.get(turn)) {
            return Some(Turn { game, place: None, missing });
        }
        let place = self.plan.recorded.next().saturating_add(turn - self.again.len() as u64);
        let last = self.plan.share().unwrap_or(u64::MAX);
        (place < last).then(|| Turn {
            game: self.plan.shard.number(place),
            place: Some(place),
            missing: true,
        })
    }

    /// Plays the game of a turn and records its result; `false` if an engine is lost, so that no other game can
    /// be played.
    pub(super) fn take(
        &self,
        lockstep: &mut Lockstep<'_>,
        config: &GameConfig,
        turn: &Turn,
        stop: Stop<'_>,
    ) -> bool {
        let mut played = 0;
        loop {
            played += 1;
            let Shown { mut share, found, policy, loss } = self.play(lockstep, config, turn, stop);
            if let Some(loss) = loss
                && self.is_played_again(turn.game, played, &share, loss)
            {
                continue;
            }
            let may_doubt = played <= MOST && turn.place.is_some() && !self.has_lost();
            let doubt = if may_doubt { self.doubt(turn.game, &found) } else { None };
            if turn.place.is_some() {
                self.count(turn.game, &share);
            }
            let mut news = self.news(turn.game, policy, found);
            if let Some((signature, mut held)) = doubt
                && let Some(words) = self.unconfirmed(&signature, &mut news)
            {
                held.silent += 1;
                self.forget(turn.game, &signature);
                news.retain(|new| new.divergence.signature != signature);
                share.shown.retain(|(shown, _)| *shown != signature);
                let again = share.shows_nothing();
                let then = if again { "so the game was played again" } else { "so that is not a finding" };
                self.warn_of_game(turn.game, words, format!("; a new process answered, {then}"));
                if again {
                    continue;
                }
            }
            self.add_up(turn, share);
            for New { origin, divergence, asked, confirmed } in news {
                let confirmed = confirmed.or_else(|| self.confirm(&divergence, &asked));
                self.look_closer(origin, *divergence, confirmed);
            }
            return !self.has_lost();
        }
    }

    /// Takes down that the system took an engine away in a game, and returns whether the game is to be played again.
    /// It was played this many times; `gone` says that no other engine is to be had.
    fn is_played_again(&self, game: u64, played: u64, share: &Share, (words, gone): (String, bool)) -> bool {
        let rare = {
            let mut disturbed = self.disturbed();
            disturbed.killed += 1;
            is_rare(disturbed.killed, self.progress.games.load(Ordering::Relaxed))
        };
        if gone || !rare || played > 1 {
            let extent = Extent { seed: self.plan.seed, games: game + 1, keeps_going: self.keeps_going() };
            let command = self.plan.search.command(extent).text;
            let find = if command.is_empty() { command } else { format!("; find it again: {command}") };
            self.lose(format!("{words} in game {game}{find}"));
            return false;
        }
        let again = share.shows_nothing();
        let then = if again { ", which was played again" } else { "" };
        self.warn_of_game(game, words, then.into());
        again
    }

    /// The disturbances of engines.
    fn disturbed(&self) -> MutexGuard<'_, Disturbed> {
        self.disturbed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engines of the run. Those that are to show a silence again are waited for longer.
    pub(super) fn with_patience<T>(
        &self,
        divergence: &Divergence,
        work: impl FnOnce(Factories<'_>) -> T,
    ) -> T {
        let Factories { subject, oracle } = self.factories;
        match divergence.signature.end() {
            Some(End::Silence) => {
                let [subject, other] = [subject, oracle].map(Patient);
                let oracle = if self.factories.are_one() { &subject } else { &other };
                work(Factories { subject: &subject, oracle })
            }
            _ => work(self.factories),
        }
    }

    /// Plays the game of a turn.
    fn play(&self, lockstep: &mut Lockstep<'_>, config: &GameConfig, turn: &Turn, stop: Stop<'_>) -> Shown {
        let dice = Dice::of_game(self.plan.seed, turn.game);
        let (counter, mut coverage) = (&self.progress.plies, Coverage::new(self.plan.config.rules));
        let write = |policy: usize, found: &Found| {
            if turn.place.is_some() {
                self.write_down(turn.game, policy_name(self.plan.config.rules, policy), found);
            }
        };
        let hooks = Hooks { stop, counter, found: &write };
        let played = generate::play(lockstep, config, turn.game, dice, &mut coverage, hooks);
        let Played { ending, found, accepted, ended, begun, policy, compared, idle, loss, tried, .. } =
            played;
        let idles = ending == Ending::Played && !begun && found.is_empty() && accepted.is_empty();
        self.starts().note(idles.then_some(tried));
        let counts = match ending {
            Ending::Played => begun || !found.is_empty(),
            Ending::Stopped => !found.is_empty() || !accepted.is_empty(),
            Ending::Untold => !found.is_empty(),
            Ending::Cut => true,
        };
        if !counts {
            coverage.conventions.clear();
        }
        let cut = |signature: Signature| {
            let cut = ended.contains(&signature);
            (signature, cut)
        };
        let shown = |found: &Found| (found.divergence.signature.clone(), showing(found));
        let share = Share {
            whole: ending != Ending::Stopped,
            counts,
            untold: ending == Ending::Untold && !counts,
            begun,
            coverage,
            compared,
            idle,
            shown: found.iter().map(shown).collect(),
            accepted: accepted.into_iter().map(cut).collect(),
        };
        let policy = match self.plan.config.given {
            Some(Given::Input(_)) => INPUT,
            Some(Given::Record(_)) => RECORD,
            None => policy_name(self.plan.config.rules, policy),
        };
        Shown { share, found, policy, loss }
    }

    /// Adds the result of a game.
    fn add_up(&self, turn: &Turn, share: Share) {
        if share.counts && turn.missing {
            self.progress.games.fetch_add(1, Ordering::Relaxed);
            self.ended.fetch_add(1, Ordering::Relaxed);
        }
        match turn.place {
            Some(place) => {
                let mut ledger = self.ledger();
                // Nobody adds a game meanwhile, so that it is not older than what was added.
                let last = self.last.load(Ordering::Relaxed);
                self.noted(ledger.add(self.plan.config.rules, place, turn.game, share, last));
            }
            None if turn.missing => self.ledger().add_again(turn.game, &share),
            None => {}
        }
    }

    /// The signature of an engine that fell silent, if no other game has shown that and that is rare. Others wait
    /// meanwhile, so that two games of a busy machine are not taken for one that confirms the other.
    fn doubt(&self, game: u64, found: &[Found]) -> Option<(Signature, MutexGuard<'_, Disturbed>)> {
        let silent = |found: &&Found| found.divergence.signature.end() == Some(End::Silence);
        let signature = found.iter().find(silent)?.divergence.signature.clone();
        let held = self.disturbed();
        let rare = is_rare(held.silent + 1, self.progress.games.load(Ordering::Relaxed));
        (rare && self.triage().is_new(&signature, game)).then_some((signature, held))
    }

    /// The description if new engines do not show this divergence. Otherwise notes their divergence.
    fn unconfirmed(&self, signature: &Signature, news: &mut [New]) -> Option<String> {
        let new = news.iter_mut().find(|new| new.divergence.signature == *signature)?;
        new.confirmed = self.confirm(&new.divergence, &new.asked);
        matches!(new.confirmed, Some((None, false))).then(|| new.divergence.headline.to_string())
    }

    /// Forgets a difference that only this game has shown, and removes the files about it.
    fn forget(&self, game: u64, signature: &Signature) {
        let mut triage = self.triage();
        let forgotten = triage.forget(signature, game);
        self.last.store(triage.last().unwrap_or(u64::MAX), Ordering::Relaxed);
        self.tell(&mut triage, None);
        let used = triage.files();
        forgotten.iter().for_each(|finding| self.retract(finding, &used));
    }

    /// Records that an engine is lost, in words.
    fn lose(&self, words: String) {
        self.broken_off.get_or_init(|| words);
    }

    /// Whether an engine is lost, so that no game can be played any more.
    pub(super) fn has_lost(&self) -> bool {
        self.broken_off.get().is_some()
    }

    /// Whether an engine is lost: makes new ones if that is not known. Replays on lost engines show nothing.
    pub(super) fn loses(&self) -> bool {
        let lost = |factory: &dyn Factory| {
            let fault = catching(|| factory.make().fault()).ok().flatten();
            fault.filter(|fault| fault.end.is_loss()).map(|fault| fault.line(LONGEST))
        };
        if self.is_by_program() && !self.has_lost() {
            let names = self.engines.get().cloned().unwrap_or_default();
            let Factories { subject, oracle } = self.factories;
            for (name, factory) in names.iter().zip([subject, oracle]) {
                if let Some(line) = lost(factory) {
                    self.lose(format!("{name} does not start: {line}"));
                }
            }
        }
        self.has_lost()
    }

    /// Records an event that is not a finding.
    pub(super) fn warn(&self, words: String) {
        self.warnings().entry((words, String::new())).or_default();
    }

    /// Records an event of a game, in words before and after those that name the game.
    fn warn_of_game(&self, game: u64, words: String, then: String) {
        self.warnings().entry((words, then)).or_default().insert(game);
    }

    /// The events that are not findings, one sentence each. An event of several games is one sentence.
    pub(super) fn take_warnings(&self) -> Vec<String> {
        sentences(std::mem::take(&mut *self.warnings()))
    }

    fn warnings(&self) -> MutexGuard<'_, Warnings> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The longest words about an engine that is lost, in characters.
const LONGEST: usize = 400;
