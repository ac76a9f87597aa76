//! `bustan policies`, and the names of policies on the command line.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::process::ExitCode;

use bustan_games::GAMES;
use bustan_guide::Policy;
use bustan_harness::generate::policies;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use serde_json::{Map, Value, json};

use crate::args::rules_of;
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
    let rules = rules_of(&args.game)?;
    let policies = policies::of(rules);
    let policies: Vec<(&str, &str)> = policies.map(|policy| (policy.name, policy.about)).collect();
    let events: Vec<(&str, &str)> = rules.events().iter().map(|event| (event.name, event.about)).collect();
    if args.json {
        let object = |list: &[(&str, &str)]| -> Map<String, Value> {
            list.iter().map(|&(name, about)| (name.into(), about.into())).collect()
        };
        let told = json!({ "game": args.game, "policies": object(&policies), "events": object(&events) });
        files::print_json("policies", &told)?;
    } else {
        let width = policies.iter().chain(&events).map(|(name, _)| name.len()).max().unwrap_or(0);
        let list = |list: &[(&str, &str)]| -> String {
            list.iter().map(|(name, about)| format!("  {name:width$}  {about}\n")).collect()
        };
        files::print(&format!("policies:\n{}\nevents:\n{}", list(&policies), list(&events)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The parser for names of policies, which offers those of all games in help and completions. Whether a game
/// has the policy is checked later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolicyNames;

impl TypedValueParser for PolicyNames {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // Policies with the same name may have different goals in different games.
        let mut all: BTreeMap<&str, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
        for game in bustan_games::all() {
            for Policy { name, about } in policies::of(game.rules) {
                all.entry(name).or_default().entry(about).or_default().push(game.rules.name());
            }
        }
        let explained = |(about, games): (&str, Vec<&str>)| match games.len() == GAMES.len() {
            true => about.to_string(),
            false => format!("{}: {about}", games.join(", ")),
        };
        let value = move |(name, abouts): (&'static str, BTreeMap<&str, Vec<&str>>)| {
            PossibleValue::new(name).help(abouts.into_iter().map(explained).collect::<Vec<_>>().join("; "))
        };
        Some(Box::new(all.into_iter().map(value)))
    }
}
