//! `bustan probe`.

mod own;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Duration;

use bustan_harness::any::Any;
use bustan_harness::erased::{Position, Rules};
use bustan_harness::protocol::foreign::Program;
use bustan_harness::protocol::foreign::probe::{Expected, Probe, ProbeOutcome, probe};
use bustan_vocabulary::Game;
use serde_json::{Value, json};

use crate::args::{Size, rules_of};
use crate::failure::{DIVERGENCE, Failure};
use crate::foreign::{AGAINST, Against, ComparedEngines, GamesAndAny, WITH};
use crate::words::count;
use crate::{bridge, files, starting};

/// The time limit for the game that a probe plays to its end.
const LIMIT: Duration = Duration::from_secs(10);

/// The time limit for the game that a probe after a check plays to its end.
const BRIEF: Duration = Duration::from_secs(2);

/// Check a program before any game is played, with --against
///
/// Reports which commands the program knows and what its state holds, and tries the most frequent mistakes of
/// adapters: a move of the wrong colour, a second move of the same colour, meaningless words after boardsize, a
/// word that is not a move, undo at the start, a move after the end of the game, a set-up with a text that is
/// not a position or with a position that cannot occur, and another game after a refusal. Exit code 0: no
/// mistakes; 1: the program makes one; 2: it cannot be started, or bad arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan probe --against 'python3 engine.py'\n  \
    bustan probe dominions --against 'python3 engine.py' --size 3\n  \
    bustan probe any --against ./mine --colours red,blue --log talk.txt\n  \
    bustan probe any --against 'gtp:./mine;boardsize=3' --words words.txt")]
pub(crate) struct Args {
    /// The game that it plays, whose players Bustan then knows
    #[arg(value_parser = GamesAndAny, default_value = Any::NAME)]
    game: String,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    against: Against,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let Some(rivals) = args.against.rivals()? else {
        return Err(Failure::Usage("name the program to try out: --against CMD".into()));
    };
    let rules = rules_of(&args.game)?;
    rivals.have_moves_of(rules)?;
    let words = match args.size.given() {
        Some(_) => args.size.initial(rules)?.initial_words().unwrap_or_default(),
        None => String::new(),
    };
    let mut probes = Vec::new();
    for (program, option) in rivals.programs().into_iter().zip([AGAINST, WITH]) {
        starting::probe(option, program)?;
        rivals.are_for(rules)?;
        let players = args.against.colours().unwrap_or_else(|| players(rules));
        // If players have other names, moves may have other names, too.
        let game = known(rules).filter(|_| args.against.colours().is_none());
        let (ignored, impossible) = (&BTreeSet::new(), rules.impossible());
        let expected = Expected { players: &players, words: &words, game, impossible, ignored };
        let probed = probe(program, expected, LIMIT).map_err(|error| Failure::Usage(error.to_string()))?;
        let probed = match bridge::protocol(&program.to_string()) {
            Some(protocol) => own::own(protocol, probed),
            None => probed,
        };
        probes.push((program, probed));
    }
    let slips: usize = probes.iter().map(|(_, probe)| probe.slips().count()).sum();
    if args.json {
        let objects: Vec<Value> = probes.iter().map(|(program, probe)| object(program, probe)).collect();
        files::print_json("probe", &json!({ "game": args.game, "slips": slips, "programs": objects }))?;
    } else {
        let texts: Vec<String> = probes.iter().map(|(program, probe)| text(program, probe)).collect();
        files::print(&texts.join("\n"))?;
    }
    Ok(if slips > 0 { ExitCode::from(DIVERGENCE) } else { ExitCode::SUCCESS })
}

/// Hints about protocol mistakes of the programs, for a check that found a difference.
pub(crate) fn hints(
    rules: Rules,
    rivals: &ComparedEngines,
    start: Option<&Position>,
    ignored: &BTreeSet<String>,
) -> Vec<String> {
    let words = start.and_then(Position::initial_words).unwrap_or_default();
    let players = rivals.colours().unwrap_or_else(|| players(rules));
    let game = known(rules).filter(|_| rivals.colours().is_none());
    let expected =
        Expected { players: &players, words: &words, game, impossible: rules.impossible(), ignored };
    // A program that can no longer be started has ended the check.
    let probed = rivals.programs().into_iter().zip([AGAINST, WITH]);
    let probed =
        probed.filter_map(|(program, option)| Some((program, option, probe(program, expected, BRIEF).ok()?)));
    let probed: Vec<_> = probed.collect();
    let same = probed.windows(2).all(|pair| pair[0].2.name == pair[1].2.name) && probed.len() > 1;
    let label = |option: &str| if same { format!(" ({option})") } else { String::new() };
    let hints = probed.iter().flat_map(|(program, option, probe)| {
        probe.slips().map(move |slip| format!("{}{}: {slip}", named(program, probe), label(option)))
    });
    hints.collect()
}

fn players(rules: Rules) -> Vec<String> {
    rules.players().iter().map(ToString::to_string).collect()
}

/// The rules, if they are known.
fn known(rules: Rules) -> Option<Rules> {
    Some(rules).filter(|rules| !rules.is_opaque())
}

/// The name of a program, or its command line if it has none.
fn named(program: &Program, probe: &Probe) -> String {
    if probe.name.is_empty() { program.to_string() } else { probe.name.clone() }
}

fn text(program: &Program, probe: &Probe) -> String {
    let mut text = format!("{}: {program}\n", named(program, probe));
    let list = |names: &[&str]| if names.is_empty() { "nothing".into() } else { names.join(", ") };
    let _ = writeln!(text, "knows: {}", list(&probe.known));
    let _ = writeln!(text, "does not know: {}", list(&probe.unknown));
    if !probe.open.is_empty() {
        let _ = writeln!(text, "does not report whether it knows: {}", list(&probe.open));
    }
    if !probe.keys.is_empty() {
        let _ = writeln!(text, "its state holds: {}", probe.keys.join(", "));
    }
    for trial in &probe.trials {
        let _ = match &trial.outcome {
            ProbeOutcome::Fine => writeln!(text, "  correct    {}", trial.should),
            ProbeOutcome::Slip(words) => writeln!(text, "  mistake    {words}"),
            ProbeOutcome::Untried(why) => writeln!(text, "  not tried  {}: {why}", trial.should),
        };
    }
    let slips = probe.slips().count();
    let _ = match slips {
        0 => writeln!(text, "no mistake"),
        slips => writeln!(text, "{}", count(slips as u64, "mistake", "mistakes")),
    };
    text
}

fn object(program: &Program, probe: &Probe) -> Value {
    let trials = probe.trials.iter().map(|trial| {
        let (outcome, words) = match &trial.outcome {
            ProbeOutcome::Fine => ("good", None),
            ProbeOutcome::Slip(words) => ("slip", Some(words)),
            ProbeOutcome::Untried(why) => ("open", Some(why)),
        };
        json!({ "should": trial.should, "outcome": outcome, "words": words })
    });
    json!({
        "name": probe.name,
        "command": program.to_string(),
        "knows": probe.known,
        "does_not_know": probe.unknown,
        "may_know": probe.open,
        "state": probe.keys,
        "trials": trials.collect::<Vec<_>>(),
    })
}
