//! `bustan perft`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use bustan_games::compiled::CompiledEngine;
use bustan_games::{Plays, Visit};
use bustan_guide::{Explore, Picture};
use bustan_harness::run::playout::fresh;
use serde::Serialize;
use serde_json::json;

use crate::args::{EngineChoice, GameNames, Setup, visit};
use crate::failure::{DIVERGENCE, Failure};
use crate::files;
use crate::number::number;
use crate::positions::{self, Listed, deeper};
use crate::words::count;

/// Count the sequences of legal moves of a given length
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan perft dominions 2 --size 2             3139 on either engine\n  \
    bustan perft dominions 2 --size 2 --divide    by first move\n  \
    bustan perft tribolo 4 --seed 7               1449 from the setup of that seed\n  \
    bustan perft tribolo 2 --position '5x1 .RBG. blue'\n  \
    bustan perft dominions 3 --positions perft.epd")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = GameNames)]
    game: String,
    /// The number of moves
    #[arg(value_parser = number(0..=u32::MAX), allow_negative_numbers = true)]
    depth: u32,
    #[command(flatten)]
    setup: Setup,
    /// Seed of a setup drawn by lot, as in Tribolo
    #[arg(long, value_name = "S", conflicts_with = "position", value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Begin at each position of this file, one to a line; - is standard input. Counts behind a position, as in
    /// 'POSITION ;D1 20 ;D2 400', are checked up to the number of moves. Exit code 1: a count is another
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "position", "setup", "seed", "divide"])]
    positions: Option<PathBuf>,
    /// Which engine counts
    #[arg(long, value_enum, default_value_t)]
    engine: EngineChoice,
    /// Count by first move, in the order of their texts
    #[arg(long)]
    divide: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The object that `--json` prints.
#[derive(Debug, Serialize)]
struct Report {
    game: String,
    engine: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    start: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let game = args.game.clone();
    visit(&game, args)
}

impl Visit for Args {
    type Output = Result<ExitCode, Failure>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        match self.engine {
            EngineChoice::Fast => self.count::<F>(),
            EngineChoice::Reference => self.count::<R>(),
        }
    }
}

impl Args {
    /// Counts from each position of a file.
    fn each<E: CompiledEngine>(&self, file: &Path) -> Result<ExitCode, Failure> {
        let name = files::name(file);
        let (mut lines, mut objects, mut wrong, mut unchecked) = (String::new(), Vec::new(), 0, 0);
        for Listed { line, position, counts } in positions::listed::<E::Game>(&positions::read(file)?)? {
            let mut engine = fresh::<E>(&position)
                .map_err(|invalid| Failure::Position(format!("{name}, line {line}: {invalid}")))?;
            let told: Vec<(u32, Option<u64>)> = match counts.is_empty() {
                true => vec![(self.depth, None)],
                false => counts.into_iter().map(|(depth, nodes)| (depth, Some(nodes))).collect(),
            };
            unchecked += told.iter().filter(|(depth, _)| *depth > self.depth).count();
            for (depth, expected) in told.into_iter().filter(|(depth, _)| *depth <= self.depth) {
                let nodes =
                    engine.count(depth).ok_or_else(|| Failure::Unanswered(engine.name(), "what is legal"))?;
                let right = expected.is_none_or(|expected| expected == nodes);
                wrong += usize::from(!right);
                let verdict = match expected {
                    None => String::new(),
                    Some(_) if right => ", as the file says".into(),
                    Some(expected) => format!("; the file says {expected}"),
                };
                let _ = writeln!(lines, "line {line}, D{depth}: {}{verdict}", count(nodes, "node", "nodes"));
                objects.push(json!({
                    "line": line, "position": position.to_string(), "depth": depth, "nodes": nodes, "expected": expected,
                }));
            }
        }
        if self.json {
            files::print_json(
                &json!({ "game": self.game, "wrong": wrong, "not_checked": unchecked, "counts": objects }),
            )?;
        } else {
            let end = if wrong == 0 { "no count is wrong".into() } else { format!("wrong: {wrong}") };
            files::print(&format!("{lines}{end}{}\n", deeper(unchecked)))?;
        }
        Ok(if wrong > 0 { ExitCode::from(DIVERGENCE) } else { ExitCode::SUCCESS })
    }

    fn count<E: CompiledEngine>(self) -> Result<ExitCode, Failure> {
        if let Some(file) = &self.positions {
            return self.each::<E>(file);
        }
        let start = self.setup.initial::<E::Game>(self.seed)?;
        let mut engine = fresh::<E>(&start).map_err(|invalid| Failure::Position(invalid.to_string()))?;
        let began = Instant::now();
        let counted = if self.divide && self.depth > 0 {
            engine.divide(self.depth).map(|counts| (counts.values().sum(), Some(counts)))
        } else {
            engine.count(self.depth).map(|nodes| (nodes, self.divide.then(BTreeMap::new)))
        };
        let (nodes, divide) = counted.ok_or_else(|| Failure::Unanswered(engine.name(), "what is legal"))?;
        let report = Report {
            engine: engine.name(),
            size: self.setup.size().map(String::from),
            start: start.to_string(),
            game: self.game,
            depth: self.depth,
            nodes,
            seconds: began.elapsed().as_secs_f64(),
            divide,
        };
        if self.json {
            files::print_json(&report)?
        } else {
            files::print(&report.text())?
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Report {
    fn text(&self) -> String {
        let mut text = String::new();
        for (mv, nodes) in self.divide.iter().flatten() {
            let _ = writeln!(text, "{mv}: {nodes}");
        }
        let Self { nodes, seconds, .. } = self;
        let rate = if *seconds > 0.0 { *nodes as f64 / seconds / 1e6 } else { 0.0 };
        let _ = writeln!(
            text,
            "{} in {seconds:.3} s, {rate:.1} million a second",
            count(*nodes, "node", "nodes")
        );
        text
    }
}
