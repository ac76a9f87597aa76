//! `bustan policies`, and the names of policies on the command line.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::process::ExitCode;

use bustan_games::{GAMES, Plays, Visit};
use bustan_guide::{Event, Explore, Picture, Policy};
use bustan_harness::any::Any;
use bustan_harness::base::policies;
use bustan_vocabulary::{Game, Typed};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use serde_json::{Map, Value, json};

use crate::args::visit;
use crate::failure::Failure;
use crate::files;
use crate::foreign::GamesAndAny;

/// Explain how test games are played, and what is counted in them
///
/// A policy is a way to choose moves that leads games to certain kinds of positions; bustan check --policy
/// NAME plays by one alone. An event is something that a move or a refusal brings about; bustan check
/// --coverage counts how often each occurred.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  bustan policies margo")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = GamesAndAny)]
    game: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let Explained { policies, events } = match args.game.as_str() {
        Any::NAME => Explained { policies: policies::of::<Any>(()).collect(), events: Any::EVENTS },
        game => visit(game, Explain)?,
    };
    let policies: Vec<(&str, &str)> = policies.iter().map(|policy| (policy.name, policy.about)).collect();
    let events: Vec<(&str, &str)> = events.iter().map(|event| (event.name, event.about)).collect();
    if args.json {
        let object = |list: &[(&str, &str)]| -> Map<String, Value> {
            list.iter().map(|&(name, about)| (name.into(), about.into())).collect()
        };
        let told = json!({ "game": args.game, "policies": object(&policies), "events": object(&events) });
        files::print_json(&told)?;
    } else {
        let width = policies.iter().chain(&events).map(|(name, _)| name.len()).max().unwrap_or(0);
        let list = |list: &[(&str, &str)]| -> String {
            list.iter().map(|(name, about)| format!("  {name:width$}  {about}\n")).collect()
        };
        files::print(&format!("policies:\n{}\nevents:\n{}", list(&policies), list(&events)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The explanations of a game's policies and events.
struct Explained {
    policies: Vec<Policy>,
    events: &'static [Event],
}

struct Explain;

impl Visit for Explain {
    type Output = Result<Explained, Failure>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Typed + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        Ok(Explained { policies: policies::of::<G>(()).collect(), events: G::EVENTS })
    }
}

/// Reads the name of a policy, and knows those of all games for help and completions. Whether a game has the
/// policy is checked with the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolicyNames;

impl TypedValueParser for PolicyNames {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // Policies of the same name seek different things in different games.
        let mut policies: BTreeMap<&str, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
        for game in GAMES {
            let Some(Ok(explained)) = bustan_games::visit(game, Explain) else { continue };
            for Policy { name, about } in explained.policies {
                policies.entry(name).or_default().entry(about).or_default().push(game);
            }
        }
        let explained = |(about, games): (&str, Vec<&str>)| match games.len() == GAMES.len() {
            true => about.to_string(),
            false => format!("{}: {about}", games.join(", ")),
        };
        let value = move |(name, abouts): (&'static str, BTreeMap<&str, Vec<&str>>)| {
            PossibleValue::new(name).help(abouts.into_iter().map(explained).collect::<Vec<_>>().join("; "))
        };
        Some(Box::new(policies.into_iter().map(value)))
    }
}
