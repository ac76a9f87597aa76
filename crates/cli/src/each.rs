//! Commands that process the games or positions of a file one by one, and stop immediately on a signal.

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::files;
use crate::watch::{bar, complain, stop_on_signals, stoppable};
use crate::words::count;

/// The items that a command processes, and its output.
pub(crate) struct Items<'n> {
    /// The name of the command.
    pub(crate) command: &'n str,
    /// The noun for an item, singular and plural. The plural is also the key of the items' objects in JSON.
    pub(crate) words: [&'n str; 2],
    /// Whether the command prints one object at the end instead of text.
    pub(crate) json: bool,
    /// Whether the output goes to a file that the user named.
    pub(crate) is_file: bool,
}

/// The results so far.
#[derive(Default)]
struct Done {
    items: u64,
    objects: Vec<Value>,
}

fn lock(done: &Mutex<Done>) -> MutexGuard<'_, Done> {
    done.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Items<'_> {
    /// Calls `one` with the number of each item, from 1, and the item, and returns the objects to print.
    /// Meanwhile, a terminal shows the progress, unless the command prints text on it, and a signal ends the
    /// process after the results so far have been printed.
    pub(crate) fn item<T>(
        &self,
        items: &[T],
        mut one: impl FnMut(usize, &T) -> Result<Option<Value>, Failure>,
    ) -> Result<Vec<Value>, Failure> {
        let (total, stop) = (items.len() as u64, stop_on_signals());
        let done = Mutex::new(Done::default());
        let draw = |bar: &ProgressBar| {
            let items = lock(&done).items;
            bar.set_position(items);
            bar.set_message(format!("{items} of {}", self.count(total)));
        };
        let known = || self.interrupted(std::mem::take(&mut *lock(&done)), total);
        let run = || -> Result<(), Failure> {
            for (number, item) in (1..).zip(items) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let object = one(number, item)?;
                let mut done = lock(&done);
                done.items += 1;
                done.objects.extend(object);
            }
            Ok(())
        };
        let draws_on_text = !self.json && io::stdout().is_terminal();
        let bar = if draws_on_text { ProgressBar::hidden() } else { bar(self.command, Some(total)) };
        stoppable(&bar, draw, known, run)?;
        Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner).objects)
    }

    /// Prints the objects of all items, or a single object if there is only one item.
    pub(crate) fn print(&self, objects: &[Value]) -> Result<(), Failure> {
        match objects {
            [one] if self.json => files::print_json(self.command, one),
            [_, ..] if self.json => files::print_json(self.command, &json!({ self.words[1]: objects })),
            _ => Ok(()),
        }
    }

    /// Prints the results if a signal ends the command.
    fn interrupted(&self, done: Done, total: u64) {
        let line = format!("interrupted after {} of {}", done.items, self.count(total));
        let printed = match (self.json, self.is_file) {
            (true, false) => {
                files::print_json(self.command, &json!({ self.words[1]: done.objects, "interrupted": true }))
            }
            (false, false) => files::print(&format!("{line}\n")),
            (_, true) => {
                complain(&line);
                Ok(())
            }
        };
        if let Err(failure) = printed {
            failure.report();
        }
    }

    fn count(&self, items: u64) -> String {
        count(items, self.words[0], self.words[1])
    }
}
