//! `bustan match`.

mod report;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bustan_games::{DEFAULT_GAME, Registered, bot};
use bustan_harness::base::duration;
use bustan_harness::erased::{Position, Rules};
use bustan_harness::protocol::foreign::Program;
use bustan_players::contest::{self, Cause, Contender, Entrant, Loss, Plan, Played, Progress, Sprt};
use bustan_players::{Spec, SpecError};
use indicatif::ProgressBar;

use crate::args::{GameNames, MOST_JOBS, Start, find, is_drawn, jobs};
use crate::failure::Failure;
use crate::gtp::players;
use crate::number::number;
use crate::watch::{bar, complain, cut_off, drawing, stop_on_signals};
use crate::words::count;
use crate::{bridge, files, starting};
use report::Summary;

/// Play a match between players or programs
///
/// Plays rounds of games and prints the score with its error bars. A player is named as by gtp --player, such
/// as mcts:10000, alphabeta:6, strong or solved:FILE. Any other text is the command line of a program that
/// speaks the protocol and knows genmove, or one that speaks another protocol, as in uci:CMD. In each round a
/// random opening is played once for each seating: two games for two players, six for three. A program that
/// crashes, makes an illegal move or does not answer in time loses the game. Ctrl-C stops the current games,
/// and ends the match with a report of the completed rounds.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan match mcts:1000 uniform --game dominions --size 3\n  \
    bustan match strong normal --game tribolo --games 60 --jobs 2\n  \
    bustan match 'python3 mine.py' normal --game margo --size 5 --out games\n  \
    bustan match 'uci:stockfish;go=nodes 100' strong --game chess\n  \
    bustan match mcts:2000 mcts:1000 --sprt 'elo0=0 elo1=30'")]
pub(crate) struct Args {
    /// The players: two, or three in a game for three
    #[arg(value_name = "PLAYER", required = true, num_args = 2..=3)]
    players: Vec<String>,
    /// The game
    #[arg(long, value_parser = GameNames, default_value = DEFAULT_GAME)]
    game: String,
    /// How many games to play, rounded up to whole rounds
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number(1..=1_000_000_000u64), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    start: Start,
    /// How many random moves begin each game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number(0..=1000usize), allow_negative_numbers = true)]
    opening: usize,
    /// Declare a game drawn after this many moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number(1..=100_000usize), allow_negative_numbers = true)]
    plies: usize,
    /// Seed of the openings and of the players
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// How many games to play in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    jobs: Option<u16>,
    /// End the match as soon as this test is decided: for example 'elo0=0 elo1=10 alpha=0.05 beta=0.05'; with
    /// model=normalized the differences are in normalised Elo
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Time limit of a program for each move [default: 10s]
    #[arg(long, value_name = "D", value_parser = duration::parse, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Write the record of each game to a file in this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let game = find(&args.game)?;
    args.play(game)
}

/// A contestant: a player or an external program.
enum Contestant {
    Player(Spec),
    Program(Box<Program>),
}

impl Contestant {
    /// Parses the name of a player or the command line of a program. A program is started once, as a test.
    fn read(text: &str, timeout: Option<Duration>) -> Result<Self, Failure> {
        let unknown = match text.parse::<Spec>() {
            Ok(spec) => return Ok(Self::Player(spec)),
            Err(unknown @ SpecError::Unknown(_)) => unknown,
            Err(error) => return Err(Failure::Usage(error.to_string())),
        };
        let program = bridge::player(text).map_err(Failure::Usage)?;
        let program = timeout.into_iter().fold(program, Program::timeout);
        // A word that does not name a program may be meant for a player.
        let hint = if bridge::is_adapter(&program) { String::new() } else { format!("; {unknown}") };
        starting::started(&program).map_err(|error| Failure::Usage(format!("{error}{hint}")))?;
        Ok(Self::Program(Box::new(program)))
    }

    /// The contender that plays in a match for this contestant.
    fn contender<'c>(&'c self, rules: Rules, name: String, players: usize) -> Result<Contender<'c>, Failure> {
        match self {
            Self::Player(spec) => {
                let usage = |error: SpecError| Failure::Usage(error.to_string());
                // An invalid player is reported before the first game.
                bot(rules, spec, players, 0).map_err(usage)?;
                let make = move |seed| match bot(rules, spec, players, seed) {
                    Ok(bot) => Box::new(bot) as _,
                    Err(error) => Box::new(Loss { cause: Cause::Crash, words: error.to_string() }) as _,
                };
                Ok(Contender { name, make: Box::new(make), fresh: true })
            }
            Self::Program(program) => {
                if let Some(why) = bridge::misfit(&program.to_string(), rules) {
                    return Err(Failure::Usage(why));
                }
                let make = move |_| Box::new(Entrant::start(rules, program)) as _;
                Ok(Contender { name, make: Box::new(make), fresh: false })
            }
        }
    }
}

impl Args {
    fn play(self, game: &Registered) -> Result<ExitCode, Failure> {
        let rules = game.rules;
        if self.timeout.is_some_and(|time| time.is_zero()) {
            return Err(Failure::Usage("--timeout: the time must be longer than 0".into()));
        }
        let start = self.start.position(rules, &[])?;
        let players = players(&game.fast, &start)?;
        let named = self.named(players)?;
        let names = names(&self.players);
        let contenders =
            named.iter().zip(&names).map(|(named, name)| named.contender(rules, name.clone(), players));
        let contenders = contenders.collect::<Result<Vec<_>, _>>()?;
        let seatings = contest::seatings(players, contenders.len()).len() as u64;
        let plan = self.plan(rules, start, players, seatings);
        let dir = self.out.as_deref().map(directory).transpose()?;
        let records = Records { dir, names: &names, unwritten: Mutex::default() };
        let stop = stop_on_signals();
        let progress = Progress::new(stop.clone());
        let begun = Instant::now();
        let total = plan.rounds * seatings;
        self.warn_of_rounds(total, seatings);
        let write = |game: &Played| records.write(game);
        let played = watched(&plan, total, &names, &progress, || {
            contest::run(&|| game.fast.engine(), &plan, &contenders, &progress, &write)
        });
        let interrupted = stop.load(Ordering::Relaxed);
        warn_of_restarts(&progress);
        let summary = Summary {
            rules,
            start: plan.start.to_string(),
            drawn: plan.drawn,
            names: &names,
            players,
            planned: total,
            seed: self.seed,
            sprt: self.sprt,
            interrupted,
            elapsed: begun.elapsed(),
            report: &played,
        };
        if self.json {
            files::print_json("match", &summary.json())?;
        } else {
            files::print(&summary.text())?;
        }
        if let Some(failure) = records.unwritten.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(failure);
        }
        let lost = progress.lost.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match lost {
            _ if interrupted => Ok(cut_off()),
            Some(words) => Err(Failure::Usage(words)),
            None => Ok(ExitCode::SUCCESS),
        }
    }

    /// Reads the contestants, for a board with `players` seats.
    fn named(&self, players: usize) -> Result<Vec<Contestant>, Failure> {
        let named = self.players.iter().map(|text| Contestant::read(text, self.timeout));
        let named = named.collect::<Result<Vec<_>, _>>()?;
        if named.len() > players {
            let there = if players == 2 { "this game is for two" } else { "this game is for fewer" };
            return Err(Failure::Usage(format!("{} players are too many: {there}", named.len())));
        }
        if self.sprt.is_some() && players > 2 {
            return Err(Failure::Usage("--sprt compares two players of a game for two".into()));
        }
        Ok(named)
    }

    /// The plan of the match, in rounds of `seatings` games each.
    fn plan(&self, rules: Rules, start: Position, players: usize, seatings: u64) -> Plan {
        Plan {
            start,
            drawn: is_drawn(rules) && !self.start.is_exact(),
            players,
            rounds: self.games.div_ceil(seatings),
            opening: self.opening,
            plies: self.plies,
            seed: self.seed,
            jobs: jobs(self.jobs),
            sprt: self.sprt,
        }
    }

    /// Warns if whole rounds have a number of games, `total`, that differs from the requested number.
    fn warn_of_rounds(&self, total: u64, seatings: u64) {
        if total != self.games && !self.json {
            complain(&format!(
                "{} are not a whole number of rounds, which have {seatings} games each, one for each \
                 seating: {total} are played",
                count(self.games, "game", "games")
            ));
        }
    }
}

/// The files with the records of games.
struct Records<'r> {
    /// The directory to write the records to, if requested.
    dir: Option<&'r Path>,
    names: &'r [String],
    /// The first error in writing.
    unwritten: Mutex<Option<Failure>>,
}

impl Records<'_> {
    fn write(&self, game: &Played) {
        let Some(dir) = self.dir else { return };
        let name = format!("{:06}-{}.txt", game.round, game.game);
        if let Err(failure) = files::write(&dir.join(name), &report::record(game, self.names)) {
            self.unwritten.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
        }
    }
}

/// Warns about programs that were restarted.
fn warn_of_restarts(progress: &Progress) {
    let restarts = progress.restarts.lock().unwrap_or_else(PoisonError::into_inner);
    if let [first, more @ ..] = &restarts[..] {
        let times = if more.is_empty() {
            String::new()
        } else {
            format!(" ({} times; this is the first)", restarts.len())
        };
        complain(&format!("warning: {first}{times}"));
    }
}

/// The names of the contestants, numbered if several have the same name.
fn names(texts: &[String]) -> Vec<String> {
    let name = |(number, text): (usize, &String)| {
        let alike = texts.iter().filter(|other| *other == text).count();
        if alike > 1 { format!("{text} (number {})", number + 1) } else { text.clone() }
    };
    texts.iter().enumerate().map(name).collect()
}

/// Creates the directory if it does not exist.
fn directory(path: &Path) -> Result<&Path, Failure> {
    std::fs::create_dir_all(path)
        .map_err(|error| Failure::Usage(format!("--out: cannot write to {}: {error}", path.display())))?;
    Ok(path)
}

/// Shows the progress of a match on standard error while `run` runs.
fn watched<T>(plan: &Plan, total: u64, names: &[String], progress: &Progress, run: impl FnOnce() -> T) -> T {
    let bar = bar("match", Some(total));
    let draw = |bar: &ProgressBar| {
        let played = progress.played.load(Ordering::Relaxed);
        bar.set_position(played);
        let report = progress.report.lock().unwrap_or_else(PoisonError::into_inner);
        let score = report.share(0).map(|share| format!(", {} has {}", names[0], report::percent(share)));
        let ratio = plan.sprt.map(|sprt| format!(", LLR {:.2}", sprt.ratio(report.pairs)));
        bar.set_message(format!(
            "{played} of {total} games{}{}",
            score.unwrap_or_default(),
            ratio.unwrap_or_default()
        ));
    };
    drawing("match", &bar, draw, run)
}
