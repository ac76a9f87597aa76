//! `bustan replay`.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

use bustan_core::{Engine, Explore, Game, Picture, Record, Style};
use bustan_harness::registry::Visit;
use clap::ValueEnum;
use serde_json::{Map, Value, json};

use crate::args::{GameNames, visit};
use crate::colour::Colour;
use crate::compare::difference;
use crate::failure::{DIVERGENCE, Failure};
use crate::{files, view};

/// Which engines replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Engines {
    /// The optimised one
    #[default]
    Fast,
    /// The slow one that follows the rules document
    Reference,
    /// Both, compared after every move
    Both,
}

/// Replay a recorded game
///
/// Plays the moves of a record and prints the last board, its scores and groups. A record is text as MindSports writes it,
/// W[P63i9];B[P55h8], possibly opened by Start[POSITION]; # starts a comment.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan replay game.txt --from 58 --to 61      four boards, the one after ply 58 first\n  \
    bustan replay game.txt --engine both          do the engines agree all the way?\n  \
    echo 'W[P63i9];B[P55h8]' | bustan replay - --svg game.svg")]
pub(crate) struct Args {
    /// The record, or - for standard input
    file: PathBuf,
    /// The game
    #[arg(long, default_value = "dominions", value_parser = GameNames)]
    game: String,
    /// Which engine replays
    #[arg(long, value_enum, default_value_t)]
    engine: Engines,
    /// Print the board after every move, not only after the last
    #[arg(long)]
    each: bool,
    /// Print the boards from this ply on, 0 for the start
    #[arg(long, value_name = "PLY")]
    from: Option<usize>,
    /// Replay to this ply, not to the end
    #[arg(long, value_name = "PLY")]
    to: Option<usize>,
    /// Draw the last board as SVG; - is standard output, instead of the text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Alternative names of the pieces: in Dominions the octal tile numbers
    #[arg(long)]
    octal: bool,
    /// Number the groups below the pieces
    #[arg(long)]
    groups: bool,
    #[command(flatten)]
    colour: Colour,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
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
        F: Engine<Game = G, Observation = G::Observation> + Default + Clone + Send,
        R: Engine<Game = G, Observation = G::Observation> + Default + Clone + Send,
    {
        match self.engine {
            Engines::Fast => self.replay(F::default(), None::<R>),
            Engines::Reference => self.replay(R::default(), None::<F>),
            Engines::Both => self.replay(F::default(), Some(R::default())),
        }
    }
}

/// How a replay ended.
#[derive(Debug)]
struct Replayed<G: Game> {
    /// The plies to be shown that were reached, with what was observed then.
    shown: Vec<(usize, G::Observation)>,
    /// What the engines tell differently, and after or at which ply.
    divergence: Option<(usize, String)>,
}

impl Args {
    fn replay<G, A, B>(self, mut engine: A, mut witness: Option<B>) -> Result<ExitCode, Failure>
    where
        G: Picture,
        A: Engine<Game = G, Observation = G::Observation>,
        B: Engine<Game = G, Observation = G::Observation>,
    {
        if self.json && self.svg.as_ref().is_some_and(|path| path.as_os_str() == "-") {
            return Err(Failure::Usage("--json and --svg - both write to standard output".into()));
        }
        let file = files::name(&self.file);
        let text = files::read(&self.file)?;
        let record: Record<G> = text.parse().map_err(|error| Failure::Record(file.clone(), error))?;
        let range = self.range(record.moves.len())?;
        let replayed = play(&file, &record, range, &mut engine, witness.as_mut())?;
        self.print(&record, &replayed, &engine)?;
        Ok(replayed.divergence.map_or(ExitCode::SUCCESS, |_| ExitCode::from(DIVERGENCE)))
    }

    /// The plies to show, of a record of this many.
    fn range(&self, plies: usize) -> Result<RangeInclusive<usize>, Failure> {
        let last = self.to.unwrap_or(plies);
        let first = self.from.unwrap_or(if self.each { 0 } else { last });
        if let Some(beyond) = [self.to, self.from].into_iter().flatten().find(|&ply| ply > plies) {
            return Err(Failure::Usage(format!("there is no ply {beyond}; the record has {plies}")));
        }
        if first > last {
            return Err(Failure::Usage(format!("--from {first} is after --to {last}")));
        }
        Ok(first..=last)
    }

    fn print<G, A>(&self, record: &Record<G>, replayed: &Replayed<G>, engine: &A) -> Result<(), Failure>
    where
        G: Picture,
        A: Engine<Game = G, Observation = G::Observation>,
    {
        if let (Some(path), Some((ply, seen))) = (&self.svg, replayed.shown.last()) {
            let last = ply.checked_sub(1).map(|i| &record.moves[i].1);
            files::write(path, &G::svg(seen, last, &[]))?;
            if path.as_os_str() == "-" {
                return Ok(());
            }
        }
        if self.json {
            return files::print_json(&self.json(record, replayed, engine)?);
        }
        let style = Style { colour: self.colour.on_stdout(), alternative: self.octal, groups: self.groups };
        let mut text = String::new();
        let mut before: Option<Map<String, Value>> = None;
        for (ply, seen) in &replayed.shown {
            let after = view::object(seen)?;
            let marked = before.map(|before| view::newly_occupied(&before, &after)).unwrap_or_default();
            let _ = writeln!(text, "ply {ply} of {}: {}", record.moves.len(), said(record, *ply));
            text += &view::text::<G>(seen, style, &marked)?;
            text.push('\n');
            before = Some(after);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        match &replayed.divergence {
            Some((ply, what)) => {
                let _ = writeln!(text, "\nThe engines differ at ply {ply}, {}: {what}", said(record, *ply));
            }
            None if self.engine == Engines::Both => text += "\nThe engines agree.\n",
            None => {}
        }
        files::print(&text)
    }

    fn json<G, A>(&self, record: &Record<G>, replayed: &Replayed<G>, engine: &A) -> Result<Value, Failure>
    where
        G: Game,
        A: Engine<Game = G, Observation = G::Observation>,
    {
        let states: Vec<_> = replayed.shown.iter().map(|(_, seen)| view::object(seen)).collect::<Result<_, _>>()?;
        let engine_name = if self.engine == Engines::Both { "both".into() } else { engine.name() };
        Ok(json!({
            "game": G::NAME,
            "engine": engine_name,
            "verdict": if replayed.divergence.is_some() { "divergence" } else { "clean" },
            "divergence": replayed.divergence.as_ref().map(|(ply, what)| json!({ "ply": ply, "difference": what })),
            "start": record.start.to_string(),
            "moves": (1..=record.moves.len()).map(|ply| said(record, ply)).collect::<Vec<_>>(),
            "plies": replayed.shown.iter().map(|(ply, _)| ply).collect::<Vec<_>>(),
            "states": states,
            "position": engine.position().map(|position| position.to_string()),
            "final_score": replayed.shown.last().map(|(_, seen)| G::final_score(seen)),
        }))
    }
}

/// The move of a ply, from 1, with its player as the record has it; ply 0 is the start.
fn said<G: Game>(record: &Record<G>, ply: usize) -> String {
    match ply.checked_sub(1).and_then(|i| record.moves.get(i)) {
        Some((player, mv)) => {
            let initial = player.to_string().chars().next().unwrap_or_default().to_ascii_uppercase();
            format!("{initial}[{mv}]")
        }
        None => "the start".into(),
    }
}

/// Plays the record as far as `range` goes on both engines.
fn play<G, A, B>(
    file: &str,
    record: &Record<G>,
    range: RangeInclusive<usize>,
    engine: &mut A,
    mut witness: Option<&mut B>,
) -> Result<Replayed<G>, Failure>
where
    G: Game,
    A: Engine<Game = G, Observation = G::Observation>,
    B: Engine<Game = G, Observation = G::Observation>,
{
    let mut replayed = Replayed { shown: Vec::new(), divergence: None };
    for ply in 0..=*range.end() {
        let ours = advance(record, ply, engine);
        if let Some(witness) = witness.as_deref_mut() {
            let theirs = advance(record, ply, witness);
            let what = if ours == theirs {
                if ours.is_ok() { difference(engine, witness)? } else { None }
            } else {
                let (a, b) = (engine.name(), witness.name());
                Some(format!("{a} says {}; {b} says {}", verdict(&ours), verdict(&theirs)))
            };
            replayed.divergence = what.map(|what| (ply, what));
        }
        let differs = replayed.divergence.is_some();
        if let (Err(reason), false) = (&ours, differs) {
            return Err(refusal(file, record, ply, reason.clone()));
        }
        if ours.is_ok() && (range.contains(&ply) || differs) {
            let seen = engine.observe().ok_or_else(|| Failure::Unanswered(engine.name(), "the position"))?;
            replayed.shown.push((ply, seen));
        }
        if differs {
            break;
        }
    }
    Ok(replayed)
}

/// Takes an engine to a ply from the one before, or to the start; what it objects otherwise.
fn advance<E: Engine>(record: &Record<E::Game>, ply: usize, engine: &mut E) -> Result<(), Option<String>> {
    match ply.checked_sub(1) {
        None => engine.setup(&record.start).map_err(|invalid| Some(invalid.to_string())),
        Some(i) => {
            let (player, mv) = &record.moves[i];
            engine.play(*player, mv).map_err(|reason| reason.map(|reason| reason.to_string()))
        }
    }
}

fn verdict(result: &Result<(), Option<String>>) -> String {
    match result {
        Ok(()) => "legal".into(),
        Err(Some(reason)) => format!("illegal, {reason}"),
        Err(None) => "illegal".into(),
    }
}

fn refusal<G: Game>(file: &str, record: &Record<G>, ply: usize, reason: Option<String>) -> Failure {
    let file = file.to_string();
    match ply {
        0 => Failure::Start(file, reason.unwrap_or_default()),
        _ => Failure::IllegalMove { file, ply, said: said(record, ply), reason },
    }
}
