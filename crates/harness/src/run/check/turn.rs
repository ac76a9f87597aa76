//! Plays the game of a turn, and replays it if the system may have disturbed it.
//!
//! A process that is killed or times out may not indicate a fault of the engine, because the machine may be
//! busy or short of memory. A game in which an engine was killed is therefore played once more; if an engine
//! is killed again, the run ends. A game in which an engine timed out is written to disk, and new engines
//! replay it. If they answer, the finding is withdrawn and the game is played again. Both cases leave a
//! warning. Other differences of such a game remain findings, and the game is then not played again. An
//! engine that is killed or times out too often is no longer excused.

use std::sync::atomic::Ordering;
use std::sync::{MutexGuard, PoisonError};

use super::Run;
use super::findings::{NewDivergence, showing};
use super::schedule::ScheduledGame;
use super::tally::Share;
use crate::base::{Dice, Stop};
use crate::compare::divergence::Signature;
use crate::compare::lockstep::Lockstep;
use crate::compare::participant::End;
use crate::erased::Rules;
use crate::generate::coverage::Coverage;
use crate::generate::differences::ShownDifference;
use crate::generate::policies;
use crate::generate::{self, Ending, FixedGame, GameConfig, Hooks, Played};
use crate::report::finding::{INPUT, RECORD};

/// The number of disturbances that a run always tolerates.
const MOST: u64 = 2;
/// In long runs, one disturbance per `RARE` games is tolerated.
const RARE: u64 = 100;

/// The disturbances of engines in a run.
#[derive(Debug, Default)]
pub(super) struct Disturbances {
    /// The number of times that an engine timed out but new engines answered.
    silent: u64,
    /// The number of times that an engine was killed.
    killed: u64,
}

/// Whether `times` disturbances in a run of `games` games may be due to the system.
const fn is_rare(times: u64, games: u64) -> bool {
    times <= MOST || times.saturating_mul(RARE) <= games
}

/// Returns the name of the policy at index `place`.
fn policy_name(rules: Rules, place: usize) -> &'static str {
    policies::of(rules).nth(place).map_or("", |policy| policy.name)
}

/// The results of playing a game.
struct PlayedGame {
    share: Share,
    found: Vec<ShownDifference>,
    policy: &'static str,
    /// A description of an engine lost in the game, if any, and whether it cannot be replaced.
    loss: Option<(String, bool)>,
}

impl Run<'_> {
    /// Plays the game of a turn and records its result. Returns `false` if an engine is lost, so that no more
    /// games can be played.
    pub(super) fn take(
        &self,
        lockstep: &mut Lockstep<'_>,
        config: &GameConfig,
        turn: &ScheduledGame,
        stop: Stop<'_>,
    ) -> bool {
        let mut played = 0;
        loop {
            played += 1;
            let PlayedGame { mut share, found, policy, loss } = self.play(lockstep, config, turn, stop);
            if let Some(loss) = loss
                && self.is_played_again(turn.game, played, &share, loss)
            {
                continue;
            }
            let may_doubt = played <= MOST && turn.place.is_some() && !self.engines.are_lost();
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
                self.report_writer.warn_of_game(
                    turn.game,
                    words,
                    format!("; a new process answered, {then}"),
                );
                if again {
                    continue;
                }
            }
            self.add_up(turn, share);
            news.into_iter().for_each(|new| self.look_closer(new));
            return !self.engines.are_lost();
        }
    }

    /// Records that an engine was lost in a game, and returns whether to play the game again. The game has
    /// been played `played` times. `gone` states that no new engine can be started.
    fn is_played_again(&self, game: u64, played: u64, share: &Share, (words, gone): (String, bool)) -> bool {
        let rare = {
            let mut disturbed = self.disturbed();
            disturbed.killed += 1;
            is_rare(disturbed.killed, self.progress.games.load(Ordering::Relaxed))
        };
        if gone || !rare || played > 1 {
            let command = self.plan.search.command(self.plan.extent(game)).text;
            let find = if command.is_empty() { command } else { format!("; find it again: {command}") };
            self.engines.lose(format!("{words} in game {game}{find}"));
            return false;
        }
        let again = share.shows_nothing();
        let then = if again { ", which was played again" } else { "" };
        self.report_writer.warn_of_game(game, words, then.into());
        again
    }

    /// Returns the disturbances of engines.
    fn disturbed(&self) -> MutexGuard<'_, Disturbances> {
        self.disturbed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays the game of a turn.
    fn play(
        &self,
        lockstep: &mut Lockstep<'_>,
        config: &GameConfig,
        turn: &ScheduledGame,
        stop: Stop<'_>,
    ) -> PlayedGame {
        let dice = Dice::of_game(self.plan.seed, turn.game);
        let (counter, mut coverage) = (&self.progress.plies, Coverage::new(self.plan.config.rules));
        let write = |policy: usize, found: &ShownDifference| {
            if turn.place.is_some() {
                self.write_down(turn.game, policy_name(self.plan.config.rules, policy), found);
            }
        };
        let hooks = Hooks { stop, counter, found: &write };
        let played = generate::play(lockstep, config, turn.game, dice, &mut coverage, hooks);
        let Played { ending, found, accepted, ended, begun, policy, compared, idle, loss, tried, .. } =
            played;
        let idles = ending == Ending::Played && !begun && found.is_empty() && accepted.is_empty();
        self.note_starts(idles.then_some(tried));
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
        let shown = |found: &ShownDifference| (found.divergence.signature.clone(), showing(found));
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
            Some(FixedGame::Input(_)) => INPUT,
            Some(FixedGame::Record(_)) => RECORD,
            None => policy_name(self.plan.config.rules, policy),
        };
        PlayedGame { share, found, policy, loss }
    }

    /// Adds the result of a game.
    fn add_up(&self, turn: &ScheduledGame, share: Share) {
        if share.counts && turn.missing {
            self.progress.games.fetch_add(1, Ordering::Relaxed);
        }
        let mut results = self.results();
        results.ended += u64::from(share.counts && turn.missing);
        if let Some(place) = turn.place {
            // No other game is added in the meantime, so `last` is up to date for all games in the sum.
            let last = self.schedule.last();
            let added = results.tally.add(self.plan.config.rules, place, turn.game, share, last);
            if added.is_err() {
                self.report_writer.note_journal(added);
            }
        } else if turn.missing {
            results.tally.add_again(turn.game, &share);
        }
    }

    /// Records the starts of a game that could not start at any of them; `None` if the game started.
    fn note_starts(&self, tried: Option<Vec<String>>) {
        let mut results = self.results();
        results.starts.note(tried);
        self.schedule.update_in_vain(self.plan, &results);
    }

    /// Returns the signature of a timeout, if no other game has shown it and timeouts are rare. Another
    /// worker with such a game waits until the returned lock is released. Otherwise, two games on a busy
    /// machine could seem to confirm each other.
    fn doubt(
        &self,
        game: u64,
        found: &[ShownDifference],
    ) -> Option<(Signature, MutexGuard<'_, Disturbances>)> {
        let silent = |found: &&ShownDifference| found.divergence.signature.end() == Some(End::Silence);
        let signature = found.iter().find(silent)?.divergence.signature.clone();
        let held = self.disturbed();
        let rare = is_rare(held.silent + 1, self.progress.games.load(Ordering::Relaxed));
        (rare && self.ledger().triage.is_new(&signature, game)).then_some((signature, held))
    }

    /// Returns a description if new engines do not reproduce the divergence with `signature`. Otherwise,
    /// records the divergence that new engines show.
    fn unconfirmed(&self, signature: &Signature, news: &mut [NewDivergence]) -> Option<String> {
        let new = news.iter_mut().find(|new| new.divergence.signature == *signature)?;
        new.confirmed = self.engines.confirm(&new.divergence, &new.asked);
        matches!(new.confirmed, Some((None, false))).then(|| new.divergence.headline.to_string())
    }
}
