//! `bustan query`.

use std::path::PathBuf;
use std::process::ExitCode;

use bustan_core::{Engine, Game, Solve};
use bustan_harness::registry::VisitGraph;
use bustan_harness::solve::database::Database;
use bustan_harness::solve::moves;
use serde_json::json;

use crate::args::visit_graph;
use crate::failure::Failure;
use crate::{files, solved};

/// Look up a position in a file of solved positions
///
/// Tells what comes of the position for the player on turn and of each move for the player who makes it, the number of moves to the end
/// included. The file is one that solve --db wrote; one that is damaged is refused.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan solve tictactoe --db ttt.db\n  \
    bustan query ttt.db x...o....\n  \
    bustan query ttt.db ......... --json")]
pub(crate) struct Args {
    /// The file
    #[arg(value_name = "DB")]
    file: PathBuf,
    /// The position, in the game's own text form; its words need no quotes
    #[arg(required = true)]
    position: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let database = Database::open(&args.file).map_err(Failure::Database)?;
    let game = database.subject().game.clone();
    visit_graph(&game, Query { args, database })
}

/// A question and the file that answers it.
struct Query {
    args: Args,
    database: Database,
}

impl VisitGraph for Query {
    type Output = Result<ExitCode, Failure>;

    fn visit<S, F>(self) -> Self::Output
    where
        S: Solve,
        F: Engine<Game = S::Game> + Default,
    {
        let Self { args, database } = self;
        let subject = database.subject();
        let invalid = |problem: String| Failure::Position(problem);
        let start = subject.start.parse().map_err(|error| invalid(format!("{error}")))?;
        let graph = S::from_start(&start).map_err(Failure::Usage)?;
        let words = args.position.join(" ");
        let position: <S::Game as Game>::Position = words.parse().map_err(|error| invalid(format!("{error}")))?;
        let number = |number| if subject.symmetry { graph.canonical(number) } else { number };
        let here = number(graph.number(&position).map_err(invalid)?);
        let moves = moves::<S, F>(&graph, &position).map_err(invalid)?;
        let known = database.find(moves.iter().map(|&(_, child)| number(child)).chain([here]));
        let Some(&outcome) = known.get(&here) else {
            let problem = format!("{position} is not among the {} solved positions", database.positions());
            return Err(invalid(problem));
        };
        let moves: Vec<_> =
            moves.into_iter().filter_map(|(mv, child)| Some((mv, known.get(&number(child))?.before()))).collect();
        if args.json {
            let solved::Report { value, remoteness } = solved::Report::new(S::MEASURE, outcome);
            files::print_json(&json!({
                "game": subject.game,
                "position": position.to_string(),
                "value": value,
                "remoteness": remoteness,
                "moves": solved::moves_json(S::MEASURE, &moves),
            }))?;
        } else {
            let headline = format!("{position}: {}\n", solved::words(S::MEASURE, outcome));
            files::print(&(headline + &solved::moves_text(S::MEASURE, &moves)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
