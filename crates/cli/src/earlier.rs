//! Findings that earlier runs have left in the directory for findings: whether they are still there.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use bustan_games::compiled::Compiled;
use bustan_harness::compare::known::Known;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::run::audit::Audit;
use bustan_vocabulary::{NoStart, Record};
use serde_json::{Value, json};

/// The most findings that are looked at, the first by name.
const MOST: usize = 50;

/// What became of a finding.
#[derive(Clone, Debug)]
enum Now {
    /// Its game shows the same, in this headline.
    Still(String),
    /// Its game shows another difference, in this headline.
    Other(String),
    /// The engines agree on its game.
    Gone,
    /// An engine cannot be set up where its game starts.
    Open,
}

/// A finding of an earlier run.
#[derive(Clone, Debug)]
pub(crate) struct Earlier {
    /// The name of its files, without extension.
    name: String,
    now: Now,
}

impl Earlier {
    /// Plays the short games of the findings about a game that are in a directory.
    pub(crate) fn all<G: Compiled>(
        dir: &Path,
        factories: Factories<'_, G>,
        known: &Known,
        stop: &AtomicBool,
    ) -> Vec<Self> {
        let files = fs::read_dir(dir).into_iter().flatten().flatten();
        let names = files.filter_map(|file| file.file_name().into_string().ok());
        let stem = |name: String| {
            let stem = name.strip_suffix(".txt")?;
            let ours = stem.starts_with(&format!("{}-", G::NAME)) && !stem.ends_with(".original");
            ours.then(|| stem.to_string())
        };
        let mut stems: Vec<String> = names.filter_map(stem).collect();
        stems.sort_unstable();
        let mut all = Vec::new();
        for name in stems.into_iter().take(MOST) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let text = fs::read_to_string(dir.join(format!("{name}.txt"))).unwrap_or_default();
            // What is no record is no finding.
            let Ok(record) = text.parse::<Record<G>>() else { continue };
            let now = match G::audit(factories, &mut known.clone(), &record, &mut |_| {}) {
                Audit::Diverged(found) if found.is_interruption() => break,
                Audit::Diverged(found) => {
                    let same = name.contains(&format!("-{}-", found.signature));
                    if same { Now::Still(found.headline) } else { Now::Other(found.headline) }
                }
                Audit::Unstartable(NoStart::Unable) => Now::Open,
                Audit::Agreed | Audit::Unstartable(_) | Audit::Unplayable(..) => Now::Gone,
            };
            all.push(Self { name, now });
        }
        all
    }

    /// Its name, if its game shows a difference.
    pub(crate) fn shown(&self) -> Option<String> {
        match self.now {
            Now::Still(_) | Now::Other(_) => Some(self.name.clone()),
            Now::Gone | Now::Open => None,
        }
    }

    /// In a line.
    pub(crate) fn line(&self) -> String {
        let name = &self.name;
        match &self.now {
            Now::Still(headline) => format!("still there: {name}: {headline}\n"),
            Now::Other(headline) => format!("another difference now: {name}: {headline}\n"),
            Now::Gone => format!("gone: {name}\n"),
            Now::Open => format!("not looked at, an engine cannot begin there: {name}\n"),
        }
    }

    /// For programs.
    pub(crate) fn object(&self) -> Value {
        let (now, headline) = match &self.now {
            Now::Still(headline) => ("still there", Some(headline)),
            Now::Other(headline) => ("another difference", Some(headline)),
            Now::Gone => ("gone", None),
            Now::Open => ("not looked at", None),
        };
        json!({ "name": self.name, "now": now, "headline": headline })
    }
}
