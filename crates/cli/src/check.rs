//! `bustan check`.

mod one;
mod page;
mod summary;
mod watch;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bustan_games::{GAMES, Registered, seats};
use bustan_harness::any::Any;
use bustan_harness::base::duration;
use bustan_harness::compare::known::KnownDifferences;
use bustan_harness::erased::{Position, Rules};
use bustan_harness::generate::{Experts, policies};
use bustan_harness::report::Reports;
use bustan_harness::report::command::{Command, word};
use bustan_harness::report::finding::{RunExtent, SearchCommand};
use bustan_harness::report::verdict::Verdict;
use bustan_harness::run::check::{JournalEntry, JournalPart, parts};
use bustan_harness::shrink::Budget;
use bustan_players::Spec;
use bustan_vocabulary::Game;

use crate::accept::{self, Accept};
use crate::args::{MOST_JOBS, Setup, find, rules_of};
use crate::changes::Watched;
use crate::colour::Colour;
use crate::failure::{BAD_INPUT, DIVERGENCE, Failure};
use crate::foreign::{Against, ComparedEngines, GamesAndAny, hold, unknown_game};
use crate::gtp::chooser;
use crate::merge::{self, Merged};
use crate::number::number;
use crate::pair::PairFolder;
use crate::policies::PolicyNames;
use crate::positions::{Listed, Source};
use crate::serve::Listen;
use crate::slice::{self, ShardJournal, Slice};
use crate::start::judged;
use crate::symmetry::{Mirror, Mirrors, seen};
use crate::watch::{complain, cut_off, stop_on_signals};
use crate::{boards, files, positions};
use one::{EarlierGames, Listing, One};
use page::Page;
pub(crate) use summary::{GameSummary, Summary};
pub(crate) use watch::show;

/// The default time for checking all games together.
const DEFAULT_TIME: Duration = Duration::from_secs(30);

/// The default time limit for shrinking a finding about a program. `bustan shrink` can shrink it further.
const SHRINK_TIME: Duration = Duration::from_secs(30);

/// The default number of different findings after which a check of a program ends, if time limits the check.
const MOST_FINDINGS: usize = 5;

/// Compare two engines, or programs with --against, in test games
///
/// Plays test games on two engines of a game, by default the optimised one and the reference engine, and
/// compares everything after every move. If they differ in a game, it is shrunk and explained; other
/// differences that occur meanwhile are separate findings. The same seed gives the same games and, with
/// --games, the same findings with any number of jobs. If time ends a run, the number of games depends on the
/// speed of the machine; each finding has a command that reproduces it. Ctrl-C ends the run with its summary.
/// Exit code 0: they agree in at least three finished games, or in the number requested; 1: they differ; 2:
/// too few games were finished to say anything, a program does not start, bad arguments, or the summary
/// cannot be written; 128 + N: signal N cut the run off before anything was found.
///
/// Next to the files of each finding, the directory for findings has index.html for a browser, findings.json
/// for programs and junit.xml for continuous integration. They report on the last run that wrote there; with
/// --out that includes a run without findings. They are complete at any moment, even if the run is killed.
/// Findings of earlier runs stay and are listed.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(only_with_serve),
    after_help = "Examples:\n  \
    bustan check chess --against uci:./engine  a chess engine, half a minute\n  \
    bustan check dominions --against 'python3 engine.py' --timeout 2s\n  \
    bustan check any --against ./mine --with 'gnugo --mode gtp'\n  \
    bustan check                               the engines of Bustan, all games\n  \
    bustan check dominions --time 2m --jobs 4\n  \
    bustan check margo --size 5 swap           with an option of the game's setup\n  \
    bustan check tribolo --size 5x4            a new setup of this size for each game\n  \
    bustan check tribolo --size 5x4 seed 7     one setup for all games\n  \
    bustan check dominions --size 3 --policy capture --games 1000 --seed 7 --out findings\n  \
    bustan check dominions --keep-going --time 8h --out findings\n  \
    bustan check dominions --time 10m --serve  looked at in the browser as it goes\n  \
    bustan check any --against ./mine --symmetry symmetries.txt"
)]
pub(crate) struct Args {
    /// The game; all games by default; any for a game that Bustan does not know
    #[arg(value_parser = GamesAndAny)]
    game: Option<String>,
    /// How many games to play
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    games: Option<u64>,
    /// How long to play, such as 30s, 2m or 1h; shared by all games. With --games it ends a run that takes
    /// longer [default: 30s without --games]
    #[arg(long, value_name = "D", value_parser = duration::parse, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Stop each game after this many moves
    #[arg(long, value_name = "N", value_parser = number(1..=usize::MAX), allow_negative_numbers = true)]
    plies: Option<usize>,
    /// Begin games at the positions of this file: one per line, alone or with operations of EPD, or in the
    /// SFEN of an unknown game; - is standard input. Counts such as ';D2 400' are not compared, and other
    /// operations are ignored
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "position", "setup"], requires = "game")]
    positions: Option<PathBuf>,
    /// Events that the games must reach for a verdict, separated by commas, such as captures>0,oscillation-bans>5
    #[arg(long, value_name = "EVENT>N", value_delimiter = ',', requires = "game")]
    require: Vec<String>,
    /// Seed of the random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    setup: Setup,
    /// How many games to play at once, at most 256 [default: the number of cores]
    #[arg(long, value_name = "J", value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    jobs: Option<u16>,
    /// How to choose moves; by default all policies in turn. bustan policies GAME explains those of a game. The name
    /// of a player, such as normal or mcts:1000, lets that player choose 7 of every 8 moves
    #[arg(long, value_name = "P", hide_possible_values = true, value_parser = PolicyNames)]
    policy: Option<String>,
    /// Make every check after every move of all games, not only of one game in 24
    #[arg(long)]
    thorough: bool,
    /// Continue after a finding: until the time or the games are used up, counting how often each occurs.
    /// Games also continue after the differences that they show. Two findings are the same if the same thing
    /// differs: the kind, the rule, the reason
    #[arg(long)]
    keep_going: bool,
    /// Continue until each game has this many different findings; one that only occurs while another is shrunk does
    /// not count [default: 1; 5 with --against and without --games]
    #[arg(long, value_name = "N", conflicts_with = "keep_going", value_parser = number(1..=usize::MAX), allow_negative_numbers = true)]
    max_findings: Option<usize>,
    /// Directory for findings: records, reports and pictures [default: bustan-findings, if there are any]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Time limit for shrinking a finding; if the time of the run is limited, also for all findings together;
    /// the shrunk game may then differ from run to run [default with a program: half of --time, 30s if that
    /// is not given; otherwise the work is limited, not the time]
    #[arg(long, value_name = "D", value_parser = duration::parse, allow_negative_numbers = true)]
    shrink_time: Option<Duration>,
    #[command(flatten)]
    against: Against,
    #[command(flatten)]
    mirrors: Mirrors,
    #[command(flatten)]
    accept: Accept,
    /// Also print what the games of each policy reached
    #[arg(long)]
    coverage: bool,
    #[command(flatten)]
    slice: Slice,
    /// The parts to merge, if the run is a merge.
    #[arg(skip)]
    merged: Option<Merged>,
    #[command(flatten)]
    colour: Colour,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Serve a live page of the run. The page opens in the browser; in a terminal, it is served after the run
    /// until Ctrl-C, unless CI is set
    #[arg(long)]
    serve: bool,
    #[command(flatten)]
    watched: Watched,
    #[command(flatten)]
    listen: Listen,
}

pub(crate) fn run(args: Args) -> ExitCode {
    match args.run() {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// Makes the options about the page require `--serve`.
fn only_with_serve(option: clap::Arg) -> clap::Arg {
    let of_page = ["port", "address", "no_open", "watch"].contains(&option.get_id().as_str());
    if of_page { option.requires("serve") } else { option }
}

impl Args {
    /// Whether programs are compared.
    pub(crate) fn starts_programs(&self) -> bool {
        self.against.is_given()
    }

    /// Returns the run with all games of its parts, for `merge`.
    pub(crate) fn merging(self, merge: merge::Args, merged: Merged) -> Self {
        let merge::Args { out, jobs, coverage, colour, json, .. } = merge;
        let (out, merged, slice) = (Some(out), Some(merged), self.slice.merging());
        Self { out, jobs, coverage, colour, json, merged, slice, ..self }
    }

    /// The games that earlier parts of the run played, and the journal for new games.
    fn past(&self) -> Result<EarlierGames, Failure> {
        if let Some(merged) = &self.merged {
            let batches =
                |told: &Vec<JournalPart>| told.iter().flat_map(|told| told.batches.clone()).collect();
            let played = merged.told.iter().map(|(name, told)| (name.clone(), batches(told))).collect();
            return Ok(EarlierGames { played, complete: true, journal: None });
        }
        let files = self.positions.iter().map(PathBuf::as_path).chain(self.accept.files());
        let files = files.chain(self.against.words()).map(PathBuf::from).chain(self.mirrors.file());
        let files: Vec<PathBuf> = files.collect();
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        if self.slice.is_logged() {
            let Some(games) = self.games else {
                return Err(Failure::Usage(
                    "--shard and --resume need --games, because games are divided among shards".into(),
                ));
            };
            if self.time.is_some() {
                let problem =
                    "--time cannot be combined with --shard or --resume: such a run ends with its last game";
                return Err(Failure::Usage(problem.into()));
            }
            self.slice.has_share(games, "games")?;
        }
        let course = self.slice.course::<JournalEntry>(self.out.as_deref(), slice::arguments(), &files)?;
        let Some(ShardJournal { journal, entries }) = course else { return Ok(EarlierGames::default()) };
        let damaged = |problem| Failure::Usage(format!("{}: {problem}", journal.path().display()));
        let told = parts(self.slice.part(), entries).map_err(damaged)?;
        let played = told.into_iter().map(|(name, told)| (name, told.batches)).collect();
        Ok(EarlierGames { played, complete: false, journal: Some(Arc::new(journal)) })
    }

    /// The command that repeats the run.
    fn typed(&self) -> String {
        match &self.merged {
            Some(merged) => slice::reproducing(&merged.arguments, self.out.as_deref()),
            None if self.slice.is_reproducible() => {
                slice::reproducing(&slice::arguments(), self.out.as_deref())
            }
            None => typed(),
        }
    }

    fn run(&self) -> Result<ExitCode, Failure> {
        // Signals are handled from the beginning, because a program may take long to start.
        let stop = stop_on_signals();
        let source = self.positions.as_deref().map(positions::read).transpose()?;
        if let Some((source, game)) = source.as_ref().zip(self.game.as_deref()) {
            positions::unread(rules_of(game)?, source).iter().for_each(|unread| complain(unread));
        }
        let mut rivals = self.against.rivals()?.map(|it| it.reproducible(self.slice.is_reproducible()));
        rivals.as_ref().filter(|_| !self.setup.is_given()).map_or(Ok(()), ComparedEngines::have_one_size)?;
        self.accept.known()?;
        let games = self.games(rivals.is_some())?;
        let mirrors = self.mirrors.read(self.game.as_deref())?;
        let listed = self.judge_all(&games, source.as_ref(), rivals.as_ref(), !mirrors.is_empty())?;
        let pieces = pieces(&games, &mirrors);
        let past = self.past()?;
        let reports = files::reports(self.out.as_deref())?;
        let reports = if self.slice.is_reproducible() { reports.untimed() } else { reports };
        let games: Vec<&str> = pieces.iter().map(|piece| piece.game).collect();
        let reports = reports.of_run(&self.typed(), self.seed, &games);
        // If the page cannot be served, the error is reported before a program starts.
        let written: Vec<&Path> = [reports.dir()].into_iter().chain(self.against.log()).collect();
        let watch = || self.watched.start(self.against.program_files(), &written);
        let listen = || Ok((self.listen.start()?, watch()?));
        let listening = self.serve.then(listen).transpose()?;
        if let Some(rivals) = &mut rivals {
            rivals.start()?;
            boards::settle(rivals, &self.setup, source.is_some());
        }
        let page = listening.zip(reports.live()).map(|((listening, changes), live)| {
            // With symmetries, a program is compared with itself in a mirror, which exists only within the
            // run.
            let alone = mirrors.is_empty();
            let beside = PairFolder {
                own: self.game.clone().filter(|_| alone).map(|game| vec![game]),
                rivals: rivals.clone().filter(|_| alone),
                directory: alone.then(|| reports.dir().into()),
                stop: Arc::clone(&stop),
                changes,
            };
            Page::open(&self.listen, listening, live, beside)
        });
        let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
        let mut summary = self.summary(&names, !mirrors.is_empty());
        let whole =
            RunState { rivals: rivals.as_ref(), listed: listed.as_ref(), reports: &reports, past: &past };
        let printed = self.play(&whole, &pieces, &stop, &mut summary)?;
        let code = conclude(&summary, &reports, printed, self.json, self.coverage);
        if let Some(page) = page {
            page.stay(&stop);
        }
        Ok(code)
    }

    /// The games to check.
    fn games(&self, has_program: bool) -> Result<Vec<&str>, Failure> {
        match &self.game {
            Some(game) => Ok(vec![game]),
            None if has_program => Err(Failure::Usage("with --against, name the game that it plays".into())),
            None => Ok(GAMES.to_vec()),
        }
    }

    /// Checks the arguments for all games, so that an error about the last game is reported before the first
    /// is played. Returns the positions of the file at which games begin, if there is one.
    fn judge_all(
        &self,
        games: &[&str],
        source: Option<&Source>,
        rivals: Option<&ComparedEngines>,
        mirrored: bool,
    ) -> Result<Option<Listing>, Failure> {
        let mut listed = None;
        for game in games {
            let judged = self.judge(game, source, rivals, mirrored);
            listed = judged.map_err(|failure| failure.of_one_of(game, games.len()))?;
        }
        if rivals.is_none() {
            let mut keys = BTreeSet::new();
            for game in games {
                keys.extend(self.keys(find(game)?)?);
            }
            self.accept.are_among(&keys)?;
        }
        Ok(listed)
    }

    /// The empty summary of a new run.
    fn summary<'n>(&self, names: &'n [&'n str], of_symmetries: bool) -> Summary<'n> {
        let mut summary = Summary::new(self.seed, names, self.colour.on_stdout());
        if self.slice.is_reproducible() {
            summary = summary.untimed();
        }
        if self.slice.is_logged() {
            summary = summary.going_on();
        }
        if of_symmetries { summary.of_symmetries() } else { summary }
    }

    /// Plays the games and adds their results to the summary. Also returns whether the summary could be
    /// printed, because the exit code matters even if nobody reads standard output.
    fn play(
        &self,
        whole: &RunState<'_>,
        pieces: &[GameRun<'_>],
        stop: &Arc<AtomicBool>,
        summary: &mut Summary<'_>,
    ) -> Result<Result<(), Failure>, Failure> {
        let share = self.time.unwrap_or(DEFAULT_TIME) / pieces.len() as u32;
        let mut printed = Ok(());
        for GameRun { name, game, mirror } in pieces {
            if printed.is_err() || stop.load(Ordering::Relaxed) && !summary.is_empty() {
                break;
            }
            let rivals = seen(whole.rivals.cloned(), *mirror);
            let rivals = rivals.as_ref();
            let (recorded, log) = whole.past.of(name, self.slice.every());
            let one = One {
                args: self,
                rivals,
                listed: whole.listed,
                reports: whole.reports.clone(),
                time: share,
                recorded,
                log,
                stop: Arc::clone(stop),
            };
            let rules = rules_of(game)?;
            let home = || Ok(Some(self.against.begins(self.setup.initial(rules, None)?)));
            let checked = hold(rules, rivals, &home, |factories| one.check(rules, factories))?;
            summary.add(checked.named(name));
            if !self.json {
                printed = files::print(&summary.last_line()).or_else(Failure::unless_unread);
            }
        }
        Ok(printed)
    }

    /// Checks that a game can be tested as the arguments request, as far as possible without a program under
    /// test. Returns the positions of the file at which games begin, if there is one.
    fn judge(
        &self,
        game: &str,
        source: Option<&Source>,
        rivals: Option<&ComparedEngines>,
        mirrored: bool,
    ) -> Result<Option<Listing>, Failure> {
        self.accept.suit(game)?;
        let rules = rules_of(game)?;
        if rules.is_opaque() && !mirrored && !rivals.is_some_and(ComparedEngines::are_programs) {
            return Err(unknown_game());
        }
        self.policy(rules)?;
        self.required(rules)?;
        let listed = source.map(|source| self.listed(rules, source)).transpose()?;
        let start = self.setup.initial(rules, None)?;
        // If both engines are built in, they can judge the position at which games begin.
        if let Some(game) = bustan_games::of(rules).filter(|_| rivals.is_none() && self.setup.is_exact()) {
            judged(game.factories(), &start)?;
        }
        Ok(listed)
    }

    /// The keys that the built-in engines of a game report; empty if no key is ignored.
    fn keys(&self, game: &Registered) -> Result<BTreeSet<String>, Failure> {
        Ok(self.accept.keys(game.factories(), &self.setup.initial(game.rules, None)?))
    }

    /// The positions of a file at which games begin.
    fn listed(&self, rules: Rules, source: &Source) -> Result<Listing, Failure> {
        let begins = |one: Listed| Listed { position: self.against.begins(one.position), ..one };
        let positions = positions::listed(rules, source)?.into_iter().map(begins).collect();
        Ok(Listing { file: source.name().into(), positions })
    }

    /// The required events, by index, each with the number that it must exceed.
    fn required(&self, rules: Rules) -> Result<Vec<(usize, u64)>, Failure> {
        let required = |text: &String| {
            let told = text.split_once('>').and_then(|(name, most)| Some((name, most.parse().ok()?)));
            let Some((name, most)) = told else {
                return Err(Failure::Usage(format!(
                    "--require: {text:?} is not of the form EVENT>NUMBER, as in \"captures>0\""
                )));
            };
            let place = rules.events().iter().position(|event| event.name == name);
            place.map(|place| (place, most)).ok_or_else(|| {
                let names: Vec<&str> = rules.events().iter().map(|event| event.name).collect();
                let has = if names.is_empty() { "none".into() } else { names.join(", ") };
                Failure::Usage(format!("--require: {} has no event {name:?}; it has {has}", rules.name()))
            })
        };
        self.require.iter().map(required).collect()
    }

    fn policy(&self, rules: Rules) -> Result<Option<usize>, Failure> {
        let Some(name) = &self.policy else { return Ok(None) };
        let place = policies::of(rules).position(|policy| policy.name == name);
        match place.filter(|&place| rules.is_opaque() || place < policies::of_players(rules)) {
            Some(place) => Ok(Some(place)),
            None if !rules.is_opaque() && self.player().is_some() => Ok(Some(policies::of_players(rules))),
            None => {
                let names: Vec<String> =
                    policies::of(rules).map(|policy| format!("{} ({})", policy.name, policy.about)).collect();
                Err(Failure::Usage(format!(
                    "{} has no policy {name:?}; it has {}",
                    rules.name(),
                    names.join(", ")
                )))
            }
        }
    }

    /// The player that chooses moves, if the policy is named after one.
    fn player(&self) -> Option<Spec> {
        self.policy.as_ref()?.parse().ok()
    }

    /// Returns a constructor of the players that choose moves, if `policy` is the policy of players.
    fn experts(&self, policy: Option<usize>, home: &Position) -> Result<Option<Experts>, Failure> {
        let rules = home.rules();
        let theirs = policy == Some(policies::of_players(rules));
        let Some(spec) = self.player().filter(|_| theirs) else { return Ok(None) };
        // An unsuitable player is reported before any game is played.
        let known = seats(home).unwrap_or(rules.players().len());
        chooser(rules, &spec, known, 0).map(drop)?;
        Ok(Some(Experts(Arc::new(move |start: &Position, seed| {
            chooser(rules, &spec, seats(start)?, seed).ok()
        }))))
    }

    /// The number of different findings after which the run ends.
    fn max_findings(&self) -> usize {
        // A run with --games must end after the same number of findings, regardless of the speed of a
        // program.
        let by_time = self.against.is_given() && self.games.is_none();
        let default = if by_time { MOST_FINDINGS } else { 1 };
        if self.keep_going { usize::MAX } else { self.max_findings.unwrap_or(default) }
    }

    /// The total time limit for shrinking all findings of a run, if there is one.
    fn together(&self, rivals: Option<&ComparedEngines>, time: Duration) -> Option<Duration> {
        let half = || if self.time.is_some() { time / 2 } else { SHRINK_TIME };
        let limited = self.games.is_none() || self.time.is_some();
        limited.then(|| self.shrink_time.or_else(|| rivals.map(|_| half())))?
    }

    /// The command that reports suggest for reproducing a finding.
    fn search(
        &self,
        game: &str,
        rivals: Option<&ComparedEngines>,
        known: &KnownDifferences,
    ) -> SearchCommand {
        let options = self.deciding(game, rivals, known);
        SearchCommand::new(move |RunExtent { seed, games, keeps_going }| {
            let limits = ["--seed".to_string(), seed.to_string(), "--games".into(), games.to_string()];
            let going = keeps_going.then(|| "--keep-going".to_string());
            let words = ["bustan", "check"].map(String::from).into_iter().chain(options.clone());
            Command::new(words.chain(limits).chain(going))
        })
    }

    /// The arguments of the [`search`](Self::search) command, without the seed, the number of games and
    /// limits.
    fn deciding(
        &self,
        game: &str,
        rivals: Option<&ComparedEngines>,
        known: &KnownDifferences,
    ) -> Vec<String> {
        let mut words = vec![game.to_string()];
        words.extend(rivals.into_iter().flat_map(ComparedEngines::options).cloned());
        words.extend(self.setup.arguments());
        let mut add = |option: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [option.to_string(), value]));
        };
        add("--policy", self.policy.clone());
        add("--plies", self.plies.map(|plies| plies.to_string()));
        add("--positions", self.positions.as_ref().map(|file| file.to_string_lossy().into_owned()));
        words.extend(self.thorough.then(|| "--thorough".to_string()));
        words.extend(accept::options(known.accepted(), known));
        let time =
            self.shrink_time.map(|time| ["--shrink-time".to_string(), format!("{}s", time.as_secs_f64())]);
        words.extend(time.into_iter().flatten());
        words
    }
}

/// State shared by all games of a run.
struct RunState<'r> {
    rivals: Option<&'r ComparedEngines>,
    listed: Option<&'r Listing>,
    reports: &'r Reports,
    past: &'r EarlierGames,
}

/// One part of a run: a game, or a game in the mirror of a symmetry. Pieces are played one after another.
struct GameRun<'p> {
    name: String,
    game: &'p str,
    mirror: Option<&'p Mirror>,
}

/// The pieces of a run: each game, or the game in the mirror of each symmetry.
fn pieces<'p>(games: &[&'p str], mirrors: &'p [Mirror]) -> Vec<GameRun<'p>> {
    if mirrors.is_empty() {
        let alone = |game: &&'p str| GameRun { name: game.to_string(), game, mirror: None };
        return games.iter().map(alone).collect();
    }
    let mirrored = |mirror: &'p Mirror| GameRun {
        name: format!("{} ({})", Any::NAME, mirror.place),
        game: Any::NAME,
        mirror: Some(mirror),
    };
    mirrors.iter().map(mirrored).collect()
}

/// The limits of shrinking. If an engine is a program, the time is limited.
pub(crate) fn budget(rivals: Option<&ComparedEngines>, time: Option<Duration>) -> Budget {
    match rivals {
        Some(_) => Budget { time: Some(time.unwrap_or(SHRINK_TIME)), ..Budget::PROGRAMS },
        None => Budget { time, ..Budget::default() },
    }
}

/// Ends a run: completes its reports, prints the rest of its summary unless `printed` is an error, and
/// returns the exit code.
pub(crate) fn conclude(
    summary: &Summary<'_>,
    reports: &Reports,
    mut printed: Result<(), Failure>,
    json: bool,
    coverage: bool,
) -> ExitCode {
    let told = reports.finish().map_err(|error| error.to_string());
    if printed.is_ok() {
        let text = || files::print(&summary.rest(coverage));
        printed = if json { files::print_json("check", &summary.json()) } else { text() }
            .or_else(Failure::unless_unread);
    }
    let mut unwritten = summary.unwritten();
    unwritten.extend(told.as_ref().err());
    unwritten.dedup();
    for &error in &unwritten {
        Failure::Usage(error.clone()).report();
    }
    for problem in summary.untested() {
        Failure::Usage(problem).report();
    }
    let code = match (printed, &told) {
        _ if summary.goes_on() => return cut_off(),
        (Err(failure), _) => failure.report(),
        (Ok(()), Err(_)) => ExitCode::from(BAD_INPUT),
        (Ok(()), Ok(())) => match summary.verdict() {
            Verdict::Agree => ExitCode::SUCCESS,
            Verdict::Interrupted => cut_off(),
            _ => ExitCode::from(BAD_INPUT),
        },
    };
    // A difference takes precedence over any other problem.
    if summary.verdict() == Verdict::Differ { ExitCode::from(DIVERGENCE) } else { code }
}

/// The current command as it was typed.
fn typed() -> String {
    let words = std::env::args_os().skip(1).map(|argument| word(&argument.to_string_lossy()));
    std::iter::once("bustan".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}
