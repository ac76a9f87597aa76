//! `bustan new`.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bustan_examples::{ADAPTERS, Adapter, File, GAME, STUB_MOVES, STUB_PLAYERS, WORKFLOW};
use bustan_games::Registered;
use bustan_harness::report::command::word;
use clap::builder::PossibleValuesParser;

use crate::args::{GameNames, find};
use crate::failure::Failure;
use crate::files;

/// The maximum number of moves of the start position that a stub knows.
const MOVES: usize = 8;

/// The workflow step before which a step that builds the program is inserted.
const CHECKED: &str = "      # Each run plays different games";

/// The first line of the workflow step that compares the engine.
const COMPARES: &str = "      - name: Compare the engine with the reference\n";

/// The first line of the workflow after the comments of the example.
const BEGINS: &str = "name: bustan\n";

/// The comments at the beginning of a generated workflow.
const HEADER: &str = "# Compares your engine with Bustan's on every push. ENGINE is its command line, GAME the game that it plays.\n";

/// `SOURCE`: The source of Bustan in the example. `VARIABLE`: The line that sets the variable used by it.
const SOURCE: &str = "--git \"$BUSTAN_REPOSITORY\" ";
const VARIABLE: &str = "  BUSTAN_REPOSITORY: ${{ vars.BUSTAN_REPOSITORY }}\n";

/// The URL from which the workflow installs Bustan. Only a release has one; without it, the workflow installs the
/// package `bustan-cli` from the registry.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// Write an adapter to start from, with a test and a CI file
///
/// An adapter speaks the protocol of Bustan for your engine. It passes bustan probe and its own test as
/// written: for Tic-Tac-Toe it has a whole engine, which you replace with yours; for another game it has a
/// stub that knows some moves of the start, and the test of the rules is skipped until your engine is in its
/// place. The files are written into a new folder, and no file is overwritten.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan new python\n  \
    bustan new javascript my-adapter --game chess\n  \
    bustan new rust --game margo && cd bustan-rust && cargo build")]
pub(crate) struct Args {
    /// The language of the adapter
    #[arg(value_parser = PossibleValuesParser::new(ADAPTERS.map(|adapter| adapter.language)))]
    language: String,
    /// The new folder [default: bustan-LANGUAGE]
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The game that your engine plays
    #[arg(long, value_parser = GameNames, default_value = GAME)]
    game: String,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let adapter = ADAPTERS.iter().find(|adapter| adapter.language == args.language);
    let adapter =
        adapter.ok_or_else(|| Failure::Usage(format!("no adapter for the language {:?}", args.language)))?;
    let files = written(adapter, find(&args.game)?)?;
    let dir = args.dir.unwrap_or_else(|| PathBuf::from(format!("bustan-{}", adapter.language)));
    create(&dir)?;
    for (path, text) in &files {
        write(&dir.join(path), text)?;
    }
    files::print(&instructions(adapter, &args.game, &dir, &files))?;
    Ok(ExitCode::SUCCESS)
}

/// The files of an adapter for a game, with their paths.
fn written(adapter: &Adapter, game: &Registered) -> Result<Vec<(&'static str, String)>, Failure> {
    let name = game.rules.name();
    let as_is = |File { path, text }| (path, text.to_string());
    let mut files: Vec<(&str, String)> = if name == GAME {
        adapter.tictactoe().map(as_is).collect()
    } else {
        let [players, moves] = start(game)?;
        let fit =
            |text: &str| text.replace(STUB_PLAYERS, &players).replace(STUB_MOVES, &moves).replace(GAME, name);
        let [rules, skipped] = adapter.skips;
        let fit = |text: &str| fit(&text.replace(rules, skipped));
        adapter.other().map(|File { path, text }| (path, fit(text))).collect()
    };
    files.push((WORKFLOW.path, workflow(adapter, name)));
    Ok(files)
}

/// The workflow for an adapter of `game`, which runs unchanged.
fn workflow(adapter: &Adapter, game: &str) -> String {
    let steps = WORKFLOW.text.find(BEGINS).map_or(WORKFLOW.text, |at| &WORKFLOW.text[at..]);
    let mut workflow = HEADER.to_string() + steps;
    let source = if REPOSITORY.is_empty() { String::new() } else { format!("--git {REPOSITORY} ") };
    workflow = workflow.replace(SOURCE, &source).replace(VARIABLE, "");
    workflow = workflow.replace(ADAPTERS[0].run, adapter.run).replace(GAME, game);
    let mut steps = String::new();
    if let Some(build) = adapter.build {
        steps += &format!("      - name: Build the engine\n        run: {build}\n");
    }
    steps += "      - name: Try the adapter out\n        run: bustan probe \"$GAME\" --against \"$ENGINE\"\n";
    workflow = workflow.replace(CHECKED, &(steps + CHECKED));
    if game != GAME {
        let engine = adapter.engine.path;
        let skipped = format!(
            "        # {engine} is a stub; remove this line once your engine is in it.\n        if: false\n"
        );
        workflow = workflow.replace(COMPARES, &(COMPARES.to_string() + &skipped));
    }
    workflow
}

/// The players of a game, beginning with the player to move at the start, and some legal moves at the start.
fn start(game: &Registered) -> Result<[String; 2], Failure> {
    let invalid = |problem: String| Failure::Position(problem);
    let start = game.rules.initial(&[]).map_err(invalid)?;
    let engine = game.fast.at(&start).map_err(|problem| invalid(problem.to_string()))?;
    let moves = engine.legal_moves().unwrap_or_default();
    let moves: Vec<String> = moves.iter().take(MOVES).map(ToString::to_string).collect();
    let turn = engine.turn();
    let mut players: Vec<_> = game.rules.players().to_vec();
    let first = players.iter().position(|player| Some(player) == turn.as_ref()).unwrap_or_default();
    players.rotate_left(first);
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    Ok([players.join(" "), moves.join(" ")])
}

/// Creates the folder, which must not exist.
fn create(dir: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::Write(dir.display().to_string(), error);
    if let Some(parent) = dir.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    match fs::create_dir(dir) {
        Err(_) if dir.exists() => {
            Err(Failure::Usage(format!("{} exists; name a new folder for the adapter", dir.display())))
        }
        created => created.map_err(failed),
    }
}

/// Writes a file, which must not exist.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = || {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
    };
    written().map_err(|error| Failure::Write(path.display().to_string(), error))
}

/// Lists the files that were written, and the next commands.
fn instructions(adapter: &Adapter, game: &str, dir: &Path, files: &[(&str, String)]) -> String {
    let paths: Vec<&str> = files.iter().map(|(path, _)| *path).collect();
    let against = word(adapter.run);
    let build = adapter.build.map(|build| format!("  {build}\n")).unwrap_or_default();
    let engine = adapter.engine.path;
    let place = match game == GAME {
        true => format!("Put your engine in place of {engine}, which plays Tic-Tac-Toe."),
        false => {
            format!(
                "Put your engine in place of {engine}, which knows only some moves of the start. Until then \
                 the test of the rules and that step of the workflow are skipped; a comment there says how \
                 to run them."
            )
        }
    };
    format!(
        "Written to {}: {}\n\n  cd {}\n{build}  bustan probe {game} --against {against}\n  {}\n\n{place}\n",
        dir.display(),
        paths.join(", "),
        word(&dir.display().to_string()),
        adapter.test,
    )
}
