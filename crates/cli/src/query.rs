//! `bustan query`.

use std::path::PathBuf;
use std::process::ExitCode;

use bustan_games::{Registered, numbering};
use bustan_harness::erased::{Move, Player, Position};
use bustan_solve::database::Database;
use bustan_solve::{Graph, Outcome, of_move};
use bustan_vocabulary::Measure;
use serde_json::{Value, json};

use crate::args::find;
use crate::failure::Failure;
use crate::{files, solved};

/// Look up a position in a file of solved positions
///
/// Prints the outcome of the position for the player to move and of each move for the player who makes it,
/// with the number of moves to the end. The file must come from solve --db; a damaged one is refused. In
/// Tribolo the outcome for each player is the best lead that this player can force against the two others;
/// the outcome of a move is for the player who makes it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan solve tictactoe --db ttt.db\n  \
    bustan query ttt.db x...o....\n  \
    bustan query ttt.db ......... --json\n  \
    bustan solve tribolo --size 3x3 seed 1 --db 3x3.db && bustan query 3x3.db BR..G.... blue")]
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
    let database = Database::open(&args.file, numbering).map_err(Failure::Database)?;
    let game = database.subject().game.clone();
    Query { args, database }.answer(find(&game)?)
}

/// A query and the file that answers it.
struct Query {
    args: Args,
    database: Database,
}

/// The entry of the file for a position.
struct Answer<'a> {
    game: &'a str,
    position: Position,
    measure: Measure,
    /// The player to move, if the outcomes are for individual players.
    first: Option<Player>,
    outcome: Outcome,
    /// The outcome for each player, beginning with the player to move.
    players: Vec<(Player, Outcome)>,
    /// The moves that lead to positions in the file, each with its outcome for the player who makes it.
    moves: Vec<(Move, Outcome)>,
}

impl Query {
    fn answer(self, game: &Registered) -> Result<ExitCode, Failure> {
        let answer = self.look_up(game)?;
        if self.args.json {
            files::print_json("query", &answer.json())?;
        } else {
            files::print(&answer.text())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Looks up the position and its successors.
    fn look_up(&self, game: &Registered) -> Result<Answer<'_>, Failure> {
        let Self { args, database } = self;
        let subject = database.subject();
        let invalid = |problem: String| Failure::Position(problem);
        let start = game.rules.position(&subject.start).map_err(invalid)?;
        let graph = game.graph(&start).map_err(Failure::Usage)?;
        let words = args.position.join(" ");
        let read = start.read_position(&words);
        let of_game =
            |problem| invalid(format!("{problem}; {} is for {}", args.file.display(), subject.game));
        let position = read.map_err(of_game)?;
        let engine = game.fast.at(&position).map_err(|problem| invalid(problem.to_string()))?;
        let turn = engine.turn();
        let mut sides = graph.sides();
        if let Some(at) = sides.iter().position(|(player, _)| player.is_some() && *player == turn) {
            sides.rotate_left(at);
        }
        let representative = |number| if subject.symmetry { graph.canonical(number) } else { number };
        let number =
            |(_, graph): &(_, Box<dyn Graph>)| graph.number(&position).map(representative).map_err(invalid);
        let numbers = sides.iter().map(number).collect::<Result<Vec<_>, _>>()?;
        let (first, mover) = (sides[0].0, &sides[0].1);
        let moves = mover.moves(&position).map_err(invalid)?;
        let children = moves.iter().map(|&(_, child)| representative(child));
        let known = database.find(children.chain(numbers.iter().copied()));
        let outcomes: Option<Vec<Outcome>> =
            numbers.iter().map(|number| known.get(number).copied()).collect();
        let Some(outcomes) = outcomes else {
            let problem = format!("{position} is not among the {} solved positions", database.positions());
            return Err(invalid(problem));
        };
        let own_turn = mover.own_turn(numbers[0]);
        let outcome_of = |child| known.get(&representative(child)).map(|&outcome| of_move(own_turn, outcome));
        let moves = moves.into_iter().filter_map(|(mv, child)| Some((mv, outcome_of(child)?))).collect();
        let players = sides.iter().zip(&outcomes);
        let players = players.filter_map(|((player, _), &outcome)| Some(((*player)?, outcome))).collect();
        let (measure, outcome) = (graph.measure(), outcomes[0]);
        Ok(Answer { game: &subject.game, position, measure, first, outcome, players, moves })
    }
}

impl Answer<'_> {
    fn json(&self) -> Value {
        let solved::Report { value, remoteness } = solved::Report::new(self.measure, self.outcome);
        let mut json = json!({
            "game": self.game,
            "position": self.position.to_string(),
            "value": value,
            "remoteness": remoteness,
            "moves": solved::moves_json(self.measure, &self.moves),
        });
        if let Some(player) = self.first {
            let player_json = |&(player, outcome): &(Player, Outcome)| {
                let solved::Report { value, remoteness } = solved::Report::new(self.measure, outcome);
                json!({"player": player.to_string(), "value": value, "remoteness": remoteness})
            };
            json["player"] = json!(player.to_string());
            json["players"] = self.players.iter().map(player_json).collect();
        }
        json
    }

    fn text(&self) -> String {
        let of = self.first.map(|player| format!("{player} ")).unwrap_or_default();
        let mut text = format!("{}: {of}{}\n", self.position, solved::words(self.measure, self.outcome));
        text += &solved::moves_text(self.measure, &self.moves);
        for &(player, outcome) in self.players.iter().skip(1) {
            text += &format!("{player} {}\n", solved::words(self.measure, outcome));
        }
        text
    }
}
