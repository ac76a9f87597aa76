//! `bustan perft`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use bustan_games::Registered;
use bustan_harness::base::Shard;
use bustan_harness::report::Reports;
use bustan_harness::run::perft::{self, Cut};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::args::{EngineChoice, GameNames, Setup, find};
use crate::failure::{DIVERGENCE, Failure};
use crate::files;
use crate::merge;
use crate::number::number;
use crate::positions::{self, Listed, deeper};
use crate::slice::{self, ShardJournal, Slice, digest};
use crate::watch::{bar, complain, cut_off, found, shown, stop_on_signals, stoppable};
use crate::words::count;
use bustan_harness::erased::{ErasedEngine, Position};

/// Count the sequences of legal moves of a given length
///
/// Ctrl-C prints the counts so far.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan perft dominions 2 --size 2             3139 on either engine\n  \
    bustan perft dominions 2 --size 2 --divide    by first move\n  \
    bustan perft tribolo 4 --seed 7               1449 from the setup of that seed\n  \
    bustan perft tribolo 2 --position '5x1 .RBG. blue'\n  \
    bustan perft chess --positions perft.epd      check all counts of a file\n  \
    bustan perft dominions 4 --shard 3/16 --out part-3    one part of 16; bustan merge adds them up")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = GameNames)]
    game: String,
    /// The number of moves. Without it, --positions checks all counts of its file
    #[arg(required_unless_present = "positions", value_parser = number(0..=u32::MAX), allow_negative_numbers = true)]
    depth: Option<u32>,
    #[command(flatten)]
    setup: Setup,
    /// Seed of a setup drawn at random, as in Tribolo
    #[arg(long, value_name = "S", conflicts_with = "position", value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Begin at each position of this file: one per line, alone or with operations of EPD; - is standard
    /// input. Counts after a position, as in 'POSITION ;D1 20 ;D2 400', are checked up to the number of
    /// moves. Exit code 1: a count differs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "position", "setup", "seed", "divide"])]
    positions: Option<PathBuf>,
    /// Which engine counts
    #[arg(long, value_enum, default_value_t)]
    engine: EngineChoice,
    /// Count by first move, in the order of their texts
    #[arg(long)]
    divide: bool,
    /// Directory for perft.json: the counts of all subtrees after the first moves, and digests of them
    #[arg(long, value_name = "DIR", conflicts_with = "positions")]
    out: Option<PathBuf>,
    #[command(flatten)]
    slice: Slice,
    /// The counts of the shards, if they are being merged.
    #[arg(skip)]
    merged: Option<Counts>,
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
    /// The number of subtrees that were counted, if a signal ended the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<Part>,
}

/// A part of the subtrees.
#[derive(Clone, Copy, Debug, Serialize)]
struct Part {
    done: usize,
    of: usize,
}

/// The counts so far.
#[derive(Clone, Debug, Default)]
struct Counted {
    /// The number of subtrees.
    done: usize,
    nodes: u64,
    /// The counts by first move.
    divide: BTreeMap<String, u64>,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let game = find(&args.game)?;
    args.count(game)
}

impl Args {
    /// The maximum number of moves of a sequence. It may be omitted only with a file of counts.
    fn most(&self) -> u32 {
        self.depth.unwrap_or(u32::MAX)
    }

    /// Counts from each position in a file.
    fn each(&self, game: &Registered, file: &Path) -> Result<ExitCode, Failure> {
        let source = positions::read(file)?;
        let listed = positions::listed(game.rules, &source)?;
        positions::unread(game.rules, &source).iter().for_each(|unread| complain(unread));
        let total = listed.len() as u64;
        let counts = Mutex::new(PositionCounts::default());
        let bar = bar("perft", Some(total));
        let draw = |bar: &ProgressBar| {
            let positions = lock(&counts).positions;
            bar.set_position(positions);
            bar.set_message(format!("{positions} of {}", count(total, "position", "positions")));
        };
        let known = || {
            let counts = lock(&counts);
            if counts.wrong > 0 {
                found();
            }
            if let Err(failure) = self.print(&counts, true) {
                failure.report();
            }
        };
        let run = || listed.into_iter().try_for_each(|one| self.one(game, &files::name(file), one, &counts));
        stoppable(&bar, draw, known, run)?;
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.print(&counts, false)?;
        Ok(if counts.wrong > 0 { ExitCode::from(DIVERGENCE) } else { ExitCode::SUCCESS })
    }

    /// Counts from one position of the file `name`.
    fn one(
        &self,
        game: &Registered,
        name: &str,
        one: Listed,
        counts: &Mutex<PositionCounts>,
    ) -> Result<(), Failure> {
        let Listed { line, position, counts: given } = one;
        let mut engine = self
            .engine
            .of(game)
            .at(&position)
            .map_err(|invalid| positions::impossible(name, line, &invalid))?;
        let told: Vec<(u32, Option<u64>)> = match given.is_empty() {
            true => vec![(self.depth.ok_or_else(|| uncounted(name, line))?, None)],
            false => given.into_iter().map(|(depth, nodes)| (depth, Some(nodes))).collect(),
        };
        let deep = told.iter().filter(|(depth, _)| *depth > self.most()).count();
        for (depth, expected) in told.into_iter().filter(|(depth, _)| *depth <= self.most()) {
            let nodes = engine.perft(depth).ok_or_else(|| unanswered(&engine))?;
            lock(counts).add(line, &position, depth, nodes, expected);
        }
        let mut counts = lock(counts);
        counts.unchecked += deep;
        counts.positions += 1;
        Ok(())
    }

    /// Prints the counts for positions.
    fn print(&self, counts: &PositionCounts, interrupted: bool) -> Result<(), Failure> {
        let PositionCounts { positions, lines, objects, wrong, unchecked } = counts;
        if self.json {
            let mut object =
                json!({ "game": self.game, "wrong": wrong, "not_checked": unchecked, "counts": objects });
            if interrupted {
                object["interrupted"] = json!(true);
            }
            return files::print_json("perft", &object);
        }
        let end = if *wrong == 0 { "all counts are correct".into() } else { format!("wrong: {wrong}") };
        let cut = if interrupted {
            format!("; interrupted after {}", count(*positions, "position", "positions"))
        } else {
            String::new()
        };
        files::print(&format!("{lines}{end}{}{cut}\n", deeper(*unchecked)))
    }

    /// Returns the command with the counts of its shards, for `merge`.
    pub(crate) fn merging(self, merge: merge::Args, merged: Counts) -> Self {
        let merge::Args { out, json, .. } = merge;
        Self { out: Some(out), json, merged: Some(merged), slice: self.slice.merging(), ..self }
    }

    fn count(self, game: &Registered) -> Result<ExitCode, Failure> {
        if self.positions.is_some() && (self.slice.is_logged() || self.slice.is_reproducible()) {
            let problem = "--positions cannot be combined with --shard, --resume or --reproducible";
            return Err(Failure::Usage(problem.into()));
        }
        if let Some(file) = &self.positions {
            return self.each(game, file);
        }
        if self.out.is_some() || self.slice.is_reproducible() {
            return self.by_subtree(game);
        }
        let start = self.setup.initial(game.rules, self.seed)?;
        let mut engine =
            self.engine.of(game).at(&start).map_err(|invalid| Failure::Position(invalid.to_string()))?;
        let (name, began) = (engine.name(), Instant::now());
        let report = |counted: Counted, interrupted: Option<Part>| Report {
            engine: name.clone(),
            size: self.setup.size().map(String::from),
            start: start.to_string(),
            game: self.game.clone(),
            depth: self.most(),
            nodes: counted.nodes,
            seconds: began.elapsed().as_secs_f64(),
            divide: self.divide.then_some(counted.divide),
            interrupted,
        };
        let print = |report: Report| match self.json {
            true => files::print_json("perft", &report),
            false => files::print(&report.text()),
        };
        let known = |counted: &Counted, of: usize| {
            let printed = print(report(counted.clone(), Some(Part { done: counted.done, of })));
            if let Err(failure) = printed {
                failure.report();
            }
        };
        let counted = counted(&mut engine, self.most(), known).ok_or_else(|| unanswered(&engine))?;
        print(report(counted, None))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The counts so far from the positions in a file.
#[derive(Debug, Default)]
struct PositionCounts {
    positions: u64,
    /// The lines to print.
    lines: String,
    objects: Vec<Value>,
    /// `wrong`: The number of counts that differ from those in the file. `unchecked`: The number of counts
    /// that are not checked, because they are for more moves than requested.
    wrong: usize,
    unchecked: usize,
}

impl PositionCounts {
    /// Adds a count, and compares it with the expected one from the file.
    fn add(&mut self, line: usize, position: &Position, depth: u32, nodes: u64, expected: Option<u64>) {
        let right = expected.is_none_or(|expected| expected == nodes);
        self.wrong += usize::from(!right);
        let verdict = match expected {
            None => String::new(),
            Some(_) if right => ", as the file says".into(),
            Some(expected) => format!("; the file says {expected}"),
        };
        let _ = writeln!(self.lines, "line {line}, D{depth}: {}{verdict}", count(nodes, "node", "nodes"));
        self.objects.push(json!({
            "line": line, "position": position.to_string(), "depth": depth, "nodes": nodes, "expected": expected,
        }));
    }
}

/// Counts the sequences of `depth` moves, and shows the progress on a terminal. If a signal interrupts the
/// count, calls `known` with the counts so far and the total number of subtrees. Returns `None` if the engine
/// cannot count.
fn counted(engine: &mut ErasedEngine, depth: u32, known: impl Fn(&Counted, usize) + Sync) -> Option<Counted> {
    let cut = perft::cut(engine, depth)?;
    let first = if depth > 0 { engine.legal_moves()? } else { Vec::new() };
    // Sequences that end before the subtrees begin are too short.
    let divide = first.iter().filter(|_| engine.turn().is_some()).map(|mv| (mv.to_string(), 0)).collect();
    let counted = Mutex::new(Counted { divide, ..Counted::default() });
    let (bar, of, begun) = (bar("perft", Some(cut.roots.len() as u64)), cut.roots.len(), Instant::now());
    let draw = |bar: &ProgressBar| {
        let Counted { done, nodes, .. } = *lock(&counted);
        bar.set_position(done as u64);
        bar.set_message(progress_text((done, of), nodes, begun));
    };
    let run = || {
        for root in cut.roots.values() {
            let nodes = perft::led(engine, root, |engine| engine.perft(depth - cut.moves))?;
            let mut counted = lock(&counted);
            counted.done += 1;
            counted.nodes += nodes;
            if let Some((_, first)) = root.first() {
                *counted.divide.entry(first.to_string()).or_default() += nodes;
            }
        }
        Some(())
    };
    stoppable(&bar, draw, || known(&lock(&counted), of), run)?;
    Some(counted.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Locks the figures, which the counting thread shares.
fn lock<T>(figures: &Mutex<T>) -> MutexGuard<'_, T> {
    figures.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The progress of counting, given the finished and all subtrees.
fn progress_text((done, of): (usize, usize), nodes: u64, begun: Instant) -> String {
    let rate = nodes as f64 / begun.elapsed().as_secs_f64().max(0.001) / 1e6;
    format!("{done} of {of} subtrees, {}, {rate:.1} million a second", count(nodes, "node", "nodes"))
}

impl Args {
    /// Counts subtree by subtree, those of one shard or all, and writes the counts to files.
    fn by_subtree(self, game: &Registered) -> Result<ExitCode, Failure> {
        let stop = stop_on_signals();
        let start = self.setup.initial(game.rules, self.seed)?;
        let mut engine =
            self.engine.of(game).at(&start).map_err(|invalid| Failure::Position(invalid.to_string()))?;
        let cut = perft::cut(&mut engine, self.most()).ok_or_else(|| unanswered(&engine))?;
        self.slice.has_share(cut.roots.len() as u64, "subtrees")?;
        let mut counts = self.merged.clone().unwrap_or_default();
        let course = match self.merged {
            Some(_) => None,
            None => self.slice.course::<JournalEntry>(self.out.as_deref(), slice::arguments(), &[])?,
        };
        counts.extend(course.iter().flat_map(|course| &course.entries).flat_map(JournalEntry::counts));
        let of = cut.roots.len();
        let (bar, begun, done) = (bar("perft", Some(of as u64)), Instant::now(), Mutex::new((0, 0)));
        let draw = |bar: &ProgressBar| {
            let (done, nodes) = *lock(&done);
            bar.set_position(done as u64);
            bar.set_message(progress_text((done, of), nodes, begun));
        };
        let counting = || self.count_roots(&mut engine, &cut, course.as_ref(), &mut counts, (&*stop, &done));
        if shown(&bar, draw, counting)?.is_break() {
            return Ok(cut_off());
        }
        let shard = self.slice.part();
        let places = (0..).zip(cut.roots.keys()).filter(|(number, _)| shard.has(*number));
        let counts = places.map(|(number, text)| match counts.get(text) {
            Some(nodes) => Ok((number, text.clone(), *nodes)),
            None => Err(Failure::Usage(format!(
                "no shard counted below {text}: has an engine changed between shards?"
            ))),
        });
        let table = Table {
            game: &self.game,
            start: start.to_string(),
            depth: self.most(),
            moves: cut.moves,
            shard,
            subtrees: cut.roots.len(),
            counts: counts.collect::<Result<_, _>>()?,
        };
        if let Some(out) = &self.out {
            let dir = Reports::open(out).map_err(|error| Failure::Usage(error.to_string()))?;
            let text = format!("{:#}\n", table.object());
            files::write(&dir.dir().join(TABLE), &text)?;
        }
        match self.json {
            true => files::print_json("perft", &table.object())?,
            false => files::print(&table.text(self.divide))?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Counts the subtrees of the shard that are not counted yet, and writes their counts to the journal at
    /// intervals. Returns early if a signal ends the run.
    fn count_roots(
        &self,
        engine: &mut ErasedEngine,
        Cut { moves, roots }: &Cut,
        course: Option<&ShardJournal<JournalEntry>>,
        counts: &mut Counts,
        (stop, done): (&AtomicBool, &Mutex<(usize, u64)>),
    ) -> Result<ControlFlow<()>, Failure> {
        let write = |entry: JournalEntry| {
            let Some(ShardJournal { journal, .. }) = course else { return Ok(()) };
            journal.add(&entry).map_err(|error| Failure::Write(journal.path().display().to_string(), error))
        };
        let shard = self.slice.part();
        let (mut news, mut written) = (Vec::new(), Instant::now());
        for (_, (text, root)) in (0..).zip(roots).filter(|(number, _)| shard.has(*number)) {
            if counts.contains_key(text) {
                continue;
            }
            let nodes = perft::led(engine, root, |engine| engine.perft(self.most() - moves));
            let nodes = nodes.ok_or_else(|| unanswered(engine))?;
            counts.insert(text.clone(), nodes);
            news.push((text.clone(), nodes));
            {
                let mut done = lock(done);
                *done = (done.0 + 1, done.1 + nodes);
            }
            let stopped = stop.load(Ordering::Relaxed);
            if stopped || written.elapsed() >= self.slice.every() {
                write(JournalEntry::Counted(std::mem::take(&mut news)))?;
                written = Instant::now();
            }
            if stopped {
                return Ok(ControlFlow::Break(()));
            }
        }
        if !news.is_empty() {
            write(JournalEntry::Counted(news))?;
        }
        write(JournalEntry::Over)?;
        Ok(ControlFlow::Continue(()))
    }
}

/// The failure of an engine that does not report its legal moves.
fn unanswered(engine: &ErasedEngine) -> Failure {
    Failure::Unanswered(engine.name(), "its legal moves")
}

/// The failure if a position in a file has no count, and the command line gives no number of moves.
fn uncounted(name: &str, line: usize) -> Failure {
    Failure::Usage(format!(
        "{name}, line {line}: this position has no counts; give DEPTH, the number of moves"
    ))
}

/// The file with the counts of the subtrees.
const TABLE: &str = "perft.json";

/// The number of parts with separate digests, whatever the number of shards.
const PARTS: u64 = 16;

/// The number of sequences in each subtree, by the texts of the moves that lead to it.
pub(crate) type Counts = BTreeMap<String, u64>;

/// A line of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum JournalEntry {
    /// Subtrees were counted.
    Counted(Vec<(String, u64)>),
    /// All subtrees of the shard have been counted.
    Over,
}

impl JournalEntry {
    /// The counts in the entry.
    fn counts(&self) -> impl Iterator<Item = (String, u64)> {
        let counted = if let Self::Counted(counted) = self { &counted[..] } else { &[] };
        counted.iter().cloned()
    }
}

/// Combines the counts of `shards`, each given with its directory.
pub(crate) fn merged(shards: Vec<(PathBuf, Vec<JournalEntry>)>) -> Result<Counts, Failure> {
    let open = shards.iter().filter(|(_, entries)| !matches!(entries.last(), Some(JournalEntry::Over)));
    let open: Vec<String> = open.map(|(dir, _)| dir.display().to_string()).collect();
    if !open.is_empty() {
        return Err(slice::not_over(&open));
    }
    Ok(shards.iter().flat_map(|(_, entries)| entries).flat_map(JournalEntry::counts).collect())
}

/// The counts of the subtrees of a shard.
struct Table<'a> {
    game: &'a str,
    start: String,
    depth: u32,
    /// The number of moves that lead to a subtree.
    moves: u32,
    shard: Shard,
    /// The number of all subtrees.
    subtrees: usize,
    /// The number of each subtree, the moves that lead to it, and its count.
    counts: Vec<(u64, String, u64)>,
}

impl Table<'_> {
    /// The number of subtrees of this table in `part`, the number of sequences in them, and the digest of
    /// their counts.
    fn part(&self, part: Shard) -> (usize, u64, String) {
        let counts = || self.counts.iter().filter(move |(number, ..)| part.has(*number));
        let mut text = format!("{} {} depth {}\n", self.game, self.start, self.depth);
        counts().for_each(|(_, moves, nodes)| text += &format!("{moves}: {nodes}\n"));
        (counts().count(), counts().map(|(.., nodes)| nodes).sum(), digest(text.as_bytes()))
    }

    fn object(&self) -> Value {
        let (subtrees, nodes, sha256) = self.part(Shard::WHOLE);
        let mut object = json!({
            "game": self.game,
            "start": self.start,
            "depth": self.depth,
            "nodes": nodes,
            "sha256": sha256,
            "subtrees": subtrees,
            "moves": self.moves,
            "counts": self.counts.iter().map(|(_, moves, nodes)| (moves, nodes)).collect::<BTreeMap<_, _>>(),
        });
        if !self.shard.is_whole() {
            object["shard"] = json!(self.shard.to_string());
            return object;
        }
        let parts = (0..PARTS).filter_map(|index| Shard::new(index, PARTS)).map(|part| {
            let (subtrees, nodes, sha256) = self.part(part);
            json!({ "shard": part.to_string(), "subtrees": subtrees, "nodes": nodes, "sha256": sha256 })
        });
        object["parts"] = parts.collect();
        object
    }

    fn text(&self, divide: bool) -> String {
        let mut text = String::new();
        for (_, moves, nodes) in self.counts.iter().filter(|_| divide) {
            let _ = writeln!(text, "{moves}: {nodes}");
        }
        let (subtrees, nodes, sha256) = self.part(Shard::WHOLE);
        let nodes = count(nodes, "node", "nodes");
        let whole = count(self.subtrees as u64, "subtree", "subtrees");
        let after = count(self.moves.into(), "move", "moves");
        let _ = match self.shard.is_whole() {
            true => writeln!(text, "{nodes} in {whole} after {after}"),
            false => writeln!(text, "{nodes} in {subtrees} of {whole} after {after}, shard {}", self.shard),
        };
        let _ = writeln!(text, "sha256 {sha256}");
        text
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
        let part =
            self.interrupted.map(|Part { done, of }| format!("\ninterrupted after {done} of {of} subtrees"));
        let _ = writeln!(
            text,
            "{} in {seconds:.3} s, {rate:.1} million a second{}",
            count(*nodes, "node", "nodes"),
            part.unwrap_or_default()
        );
        text
    }
}
