//! `bustan divide --positions`: divides at each position of a file.

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use bustan_harness::compare::lockstep::{Factories, refused_by_both};
use bustan_harness::run::descend::{DescendError, Descent, Descents};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::{DivideCommand, differ, text, warn};
use crate::failure::{DIVERGENCE, Failure};
use crate::positions::{self, Listed, Skipped, deeper};
use crate::watch::{bar, complain, found, stoppable};
use crate::words::count;
use crate::{accept, files};
use bustan_harness::erased::Record;

/// The walks from the positions of a file.
struct PositionWalks<'w, 'm> {
    walk: &'w DivideCommand<'w>,
    factories: Factories<'m>,
    descents: Descents<'m>,
    /// The name of the file.
    name: String,
    /// The number of positions.
    total: usize,
    /// The number of positions at which the engines differ.
    parted: usize,
    /// The number of positions that one engine refuses (`by_one`) and that both refuse (`by_both`).
    by_one: usize,
    by_both: usize,
    /// The number of counts in the file that are for more moves than the requested depth.
    unchecked: usize,
    /// The results so far.
    done: &'w Mutex<Done>,
}

/// The results so far, shared with the thread that prints them on a signal.
#[derive(Default)]
struct Done {
    positions: u64,
    differs: bool,
    /// The objects that `--json` prints.
    objects: Vec<Value>,
}

impl Done {
    /// Prints the results if a signal ends the command.
    fn interrupted(self, game: &str, total: u64, json: bool) {
        if self.differs {
            found();
        }
        let of = count(total, "position", "positions");
        let printed = match json {
            true => files::print_json(
                "divide",
                &json!({ "game": game, "positions": self.objects, "interrupted": true }),
            ),
            false => files::print(&format!("interrupted after {} of {of}\n", self.positions)),
        };
        if let Err(failure) = printed {
            failure.report();
        }
    }
}

/// Runs divide at each position of a file, and checks the counts in the file.
pub(super) fn each(
    walk: &DivideCommand<'_>,
    factories: Factories<'_>,
    file: &Path,
) -> Result<ExitCode, Failure> {
    let (args, name) = (walk.args, files::name(file));
    let source = positions::read(file)?;
    let listed = positions::listed(walk.rules, &source)?;
    positions::unread(walk.rules, &source).iter().for_each(|unread| complain(unread));
    listed.iter().for_each(|one| args.against.warn_of_left_out(&one.position));
    let begins = |one: Listed| Listed { position: args.against.begins(one.position), ..one };
    let (listed, skipped) = positions::playable(listed.into_iter().map(begins).collect(), factories);
    let Some(first) = listed.first() else { return Err(positions::none_left(&name, &skipped)) };
    accept::exist(&args.ignore, factories, &first.position)?;
    let passed = skipped.iter().filter(|_| args.json).map(|(Listed { line, position, .. }, lack)| {
        json!({ "line": line, "position": position.to_string(), "verdict": "skipped", "reason": lack.reason })
    });
    let done = Mutex::new(Done { objects: passed.collect(), ..Done::default() });
    let mut each = PositionWalks {
        walk,
        factories,
        descents: walk.descents(factories),
        name,
        total: listed.len(),
        parted: 0,
        by_one: 0,
        by_both: 0,
        unchecked: 0,
        done: &done,
    };
    let total = listed.len() as u64;
    let bar = bar("divide", Some(total));
    let draw = |bar: &ProgressBar| {
        let positions = lock(&done).positions;
        bar.set_position(positions);
        bar.set_message(format!("{positions} of {}", count(total, "position", "positions")));
    };
    let known = || std::mem::take(&mut *lock(&done)).interrupted(&args.game, total, args.json);
    stoppable(&bar, draw, known, || listed.into_iter().try_for_each(|one| each.position(one)))?;
    each.conclude(&skipped)
}

/// A count of the file that the engine under test does not confirm, with the count of the other engine; `None` if it
/// does. `of` is the number of moves.
fn mistake(of: u32, [a, b]: [u64; 2], nodes: u64, [subject, oracle]: &[String; 2]) -> Option<String> {
    let counts = match (a == nodes, a == b) {
        (true, _) => return None,
        (false, true) => format!("{subject} and {oracle} both count {a}"),
        (false, false) => format!("{subject} counts {a}, {oracle} {b}"),
    };
    Some(format!("D{of}: {counts}; the file says {nodes}"))
}

/// The results so far.
fn lock(done: &Mutex<Done>) -> std::sync::MutexGuard<'_, Done> {
    done.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PositionWalks<'_, '_> {
    /// Walks down from one position.
    fn position(&mut self, Listed { line, position, counts }: Listed) -> Result<(), Failure> {
        let record = Record::new(position);
        if let Some(reason) = refused_by_both(self.factories, &record.start) {
            self.by_both += 1;
            self.end(false);
            return self.refused(line, &record, "both", &reason.to_string());
        }
        let depth = self.walk.args.depth;
        let descent = match self.descents.descend(&record, depth) {
            Ok(descent) => descent,
            Err(DescendError::Start(why)) => {
                self.by_one += 1;
                self.end(true);
                return self.refused(line, &record, "one", &why);
            }
            Err(DescendError::Lost(why)) => return Err(Failure::Usage(why)),
            Err(error) => return Err(self.failed(line, &error)),
        };
        warn(&descent);
        let (mut wrong, mut ended) = (Vec::new(), differ(&descent));
        self.unchecked += counts.iter().filter(|(of, _)| *of > depth).count();
        for (of, nodes) in counts.into_iter().filter(|(of, _)| *of <= depth) {
            let counted = match of == depth {
                true => descent.steps.first().map(|step| step.nodes),
                false => {
                    let below = self.descents.descend(&record, of);
                    let below = below.map_err(|error| self.failed(line, &error))?;
                    warn(&below);
                    ended |= below.by_itself;
                    below.steps.first().map(|step| step.nodes)
                }
            };
            wrong.extend(counted.and_then(|counted| mistake(of, counted, nodes, &descent.engines)));
        }
        self.parted += usize::from(ended || !wrong.is_empty());
        let differs = ended || !wrong.is_empty();
        self.report(line, &descent, &record, &wrong, ended)?;
        self.end(differs);
        Ok(())
    }

    /// Counts a finished position.
    fn end(&self, differs: bool) {
        let mut done = lock(self.done);
        done.positions += 1;
        done.differs |= differs;
    }

    /// The failure at a line of the file.
    fn failed(&self, line: usize, error: &DescendError) -> Failure {
        Failure::Position(format!("{}, line {line}: {error}", self.name))
    }

    /// Reports that one or both engines refuse a position.
    fn refused(&mut self, line: usize, record: &Record, by: &str, why: &str) -> Result<(), Failure> {
        if self.walk.args.json {
            let position = record.start.to_string();
            lock(self.done).objects.push(
                json!({ "line": line, "position": position, "verdict": "refused", "by": by, "reason": why }),
            );
            return Ok(());
        }
        files::print(&format!("{}, line {line}: refused by {by}: {why}\n\n", self.name))
    }

    /// Reports the result of a position.
    fn report(
        &mut self,
        line: usize,
        descent: &Descent,
        record: &Record,
        wrong: &[String],
        ended: bool,
    ) -> Result<(), Failure> {
        if self.walk.args.json {
            let mut object = self.walk.args.object(descent);
            object["line"] = json!(line);
            object["wrong_counts"] = json!(wrong);
            lock(self.done).objects.push(object);
        } else if ended || !wrong.is_empty() {
            let mut told = format!("{}, line {line}: {}\n", self.name, record.start);
            wrong.iter().for_each(|wrong| told += &format!("{wrong}\n"));
            if differ(descent) {
                told += &text(descent);
            }
            files::print(&format!("{told}\n"))?;
        }
        Ok(())
    }

    /// Reports the result of all positions, and returns the exit code.
    fn conclude(self, skipped: &[Skipped]) -> Result<ExitCode, Failure> {
        let Self { walk, name, total, parted, by_one, by_both, unchecked, done, .. } = self;
        if walk.args.json {
            files::print_json(
                "divide",
                &json!({ "game": walk.args.game, "positions": std::mem::take(&mut lock(done).objects) }),
            )?;
        } else {
            let all = count(total as u64, "position", "positions");
            let wrong = match parted {
                0 if by_both + by_one == total => "none was counted".into(),
                0 => "none differs".into(),
                parted => format!("{parted} differ"),
            };
            let classes = [(by_one, "one engine"), (by_both, "both engines")].into_iter();
            let classes = classes.filter(|(count, _)| *count > 0);
            let refused: String = classes.map(|(count, by)| format!("; {count} refused by {by}")).collect();
            let skipped: String =
                positions::skipped(skipped).iter().map(|line| format!("{line}\n")).collect();
            files::print(&format!("{all}: {wrong}{refused}{}\n{skipped}", deeper(unchecked)))?;
        }
        if by_both == total {
            let words = format!("{name}: both engines refuse all its positions");
            return Err(Failure::Position(words));
        }
        Ok(if parted + by_one > 0 { ExitCode::from(DIVERGENCE) } else { ExitCode::SUCCESS })
    }
}
