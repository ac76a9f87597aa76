//! `bustan serve`.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bustan_games::numbering;
use bustan_harness::any::Any;
use bustan_harness::report::command::word;
use bustan_harness::report::past::Runs;
use bustan_players::Spec;
use bustan_serve::{Guard, Guest, Server, Token, pages, shielded};
use bustan_solve::database::Database;
use bustan_vocabulary::Game;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::changes::Watched;
use crate::failure::{Failure, say};
use crate::foreign::{Against, ComparedEngines, GamesAndAny, unknown_game};
use crate::pair::{PairFolder, games, unshown};
use crate::watch::{complain, stop_on_signals};
use crate::{bridge, files, starting};

/// The interval between checks for a signal.
const TICK: Duration = Duration::from_millis(50);

/// Serve pages to play and to look at findings in the browser
///
/// Prints the address of the pages and opens it. Only this machine can reach it unless --address says
/// otherwise, and only someone with the token in the URL; anyone who has it can play, have players think,
/// have the engines of this command line compared, and seat the programs of --player, and nothing else.
/// Findings and runs are those of a directory, such as bustan check --out writes. Findings are replayed on
/// the program of --against whenever its file or a file of --watch changes. Ctrl-C ends the server, and with
/// it all games that were not saved.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan serve\n  \
    bustan serve --port 8000 --no-open\n  \
    bustan serve --player 'uci:stockfish;go=nodes 1000'\n  \
    bustan serve findings --game margo --against 'python3 engine.py'\n  \
    bustan serve findings --against 'python3 -m engine' --watch engine\n  \
    bustan solve dominions --size 2 --db 2.db && bustan serve --db 2.db")]
pub(crate) struct Args {
    /// Directory of findings
    findings: Option<PathBuf>,
    /// The game that the program of --against plays; any for one that Bustan does not know [default: those of the
    /// findings]
    #[arg(long, value_parser = GamesAndAny, requires = "against")]
    game: Option<String>,
    #[command(flatten)]
    against: Against,
    #[command(flatten)]
    watched: Watched,
    #[command(flatten)]
    listen: Listen,
    /// A program that can take a seat: a command line, or uci:CMD for chess. May be given several times
    #[arg(long, value_name = "PROGRAM")]
    player: Vec<String>,
    /// A file of solve --db; its game is then shown with the values of all moves. May be given several times
    #[arg(long, value_name = "FILE")]
    db: Vec<PathBuf>,
}

/// Where pages are served, and whether they are opened.
#[derive(Debug, clap::Args)]
pub(crate) struct Listen {
    /// The port; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = crate::number::number(0..=u16::MAX), allow_negative_numbers = true)]
    port: u16,
    /// The address to listen on: that of one network of this machine, or 0.0.0.0 for all
    #[arg(long, value_name = "A", default_value = "127.0.0.1")]
    address: IpAddr,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
}

/// Pages that are about to be served. Requests are already accepted, but not answered yet.
pub(crate) struct Listening {
    runtime: Runtime,
    listener: TcpListener,
    guard: Guard,
}

impl Listen {
    /// Starts listening.
    pub(crate) fn start(&self) -> Result<Listening, Failure> {
        let runtime = Runtime::new().map_err(|error| Failure::Server("start the server".into(), error))?;
        let asked = SocketAddr::new(self.address, self.port);
        let listener = runtime.block_on(TcpListener::bind(asked)).map_err(|error| {
            let taken = error.kind() == ErrorKind::AddrInUse;
            let hint = if taken { "; omit --port to use a free port" } else { "" };
            Failure::Usage(format!("cannot listen on {asked}: {error}{hint}"))
        })?;
        let address = listener.local_addr().map_err(failed)?;
        let token = Token::random().map_err(|error| failed(std::io::Error::other(error)))?;
        Ok(Listening { runtime, listener, guard: Guard::new(token, address) })
    }

    /// Opens a page in the browser, unless `--no-open` is given.
    pub(crate) fn open(&self, url: &str) {
        if !self.no_open
            && let Err(error) = open::that_detached(url)
        {
            say(&format!("cannot open a browser ({error}); open the URL above"));
        }
    }
}

impl Listening {
    /// The URL of the start page.
    pub(crate) fn url(&self) -> String {
        self.guard.url()
    }

    /// Serves the pages of a server until they are [ended](Served::end).
    pub(crate) fn serve(self, server: Arc<Server>) -> Served {
        let Self { runtime, listener, guard } = self;
        let pages = shielded(pages(server), guard);
        let task = runtime.spawn(bustan_serve::run(listener, pages, std::future::pending()));
        Served { runtime, task }
    }
}

/// Pages that are being served.
pub(crate) struct Served {
    runtime: Runtime,
    task: JoinHandle<std::io::Result<()>>,
}

impl Served {
    /// Waits until `over` returns true, or the pages can no longer be served.
    pub(crate) fn wait(&mut self, over: impl Fn() -> bool) -> Result<(), Failure> {
        let Self { runtime, task } = self;
        let told = async {
            while !over() {
                sleep(TICK).await;
            }
        };
        runtime.block_on(async {
            tokio::select! {
                ended = task => ended.map_err(std::io::Error::other).and_then(|ended| ended).map_err(failed),
                () = told => Ok(()),
            }
        })
    }

    /// Ends the server without waiting for players that are still thinking.
    pub(crate) fn end(self) {
        self.runtime.shutdown_background();
    }
}

/// The programs that can take a seat. Each is started once.
fn guests(texts: &[String]) -> Result<Vec<Guest>, Failure> {
    let guest = |text: &String| {
        let wrong = |words: String| Failure::Usage(format!("--player {}: {words}", word(text)));
        if text == "human" || text.parse::<Spec>().is_ok() {
            return Err(wrong("this player is built in; the page offers it".into()));
        }
        let (program, game) = bridge::sitter(text).map_err(wrong)?;
        starting::started(&program).map_err(wrong)?;
        Ok(Guest::new(text, program, game))
    };
    texts.iter().map(guest).collect()
}

fn failed(error: std::io::Error) -> Failure {
    Failure::Server("serve the pages".into(), error)
}

/// The games named in the findings of a directory.
fn named(dir: Option<&Path>) -> Result<Vec<String>, Failure> {
    let games = dir.map(games).unwrap_or_default();
    if games.is_empty() {
        let none =
            dir.map(|dir| format!("; no finding in {} names one", files::name(dir))).unwrap_or_default();
        return Err(Failure::Usage(format!("with --against, name the game that it plays by --game{none}")));
    }
    Ok(games)
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let stop = stop_on_signals();
    let solved = |path: PathBuf| {
        let database = Database::open(&path, numbering).map_err(Failure::Database)?;
        Ok((database.subject().game.clone(), path))
    };
    let databases = args.db.into_iter().map(solved).collect::<Result<_, Failure>>()?;
    if let Some(dir) = args.findings.as_deref().filter(|dir| !dir.is_dir()) {
        return Err(Failure::Usage(format!("{}: no such directory", files::name(dir))));
    }
    let guests = guests(&args.player)?;
    let mut rivals = args.against.rivals()?;
    let written: Vec<&Path> = args.findings.as_deref().into_iter().chain(args.against.log()).collect();
    let changes = args.watched.start(args.against.program_files(), &written)?;
    let own = match args.game {
        Some(game) => Some(vec![game]),
        None if rivals.is_some() => Some(named(args.findings.as_deref())?),
        None => None,
    };
    let unknown = own.as_ref().is_some_and(|games| games.iter().all(|game| game == Any::NAME));
    if unknown && !rivals.as_ref().is_some_and(ComparedEngines::are_programs) {
        return Err(unknown_game());
    }
    match rivals.iter_mut().try_for_each(ComparedEngines::start) {
        // The program may be in the middle of a change. The page reports the error for each finding, and
        // retries when the program's file changes.
        Err(Failure::Usage(words)) if args.findings.is_some() => complain(&words),
        started => started?,
    }
    for words in args.findings.as_deref().map(unshown).unwrap_or_default() {
        complain(&format!("shown only in part: {words}"));
    }
    let runs = args.findings.as_deref().map(Runs::new);
    let pair = PairFolder { own, rivals, directory: args.findings, stop: Arc::clone(&stop), changes };
    let listening = args.listen.start()?;
    let url = listening.url();
    files::print(&format!("{url}\n"))?;
    args.listen.open(&url);
    let mut served = listening.serve(Server::of_runs(databases, Arc::new(pair), None, runs, guests));
    let waited = served.wait(|| stop.load(Ordering::Relaxed));
    served.end();
    waited.map(|()| ExitCode::SUCCESS)
}
