//! `bustan serve`.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bustan_games::numbering;
use bustan_harness::protocol::any::Any;
use bustan_harness::solve::database::Database;
use bustan_serve::{Guard, Server, Token, pages, shielded};
use bustan_vocabulary::Game;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::time::sleep;

use crate::failure::{Failure, say};
use crate::files;
use crate::foreign::{Against, GamesAndAny, Rivals, unknown_game};
use crate::pair::Beside;
use crate::watch::stop_on_signals;

/// How often it is asked whether a signal has come.
const TICK: Duration = Duration::from_millis(50);

/// Play and look at findings in the browser, on pages that this program serves
///
/// Prints the address of the pages and opens it. Only this machine can reach it unless --address says otherwise,
/// and only who knows the token in the address: whoever has it can play, have players think, and have the engines
/// of this command line compared, and nothing else. Findings are those of a directory, such as bustan check --out
/// writes. They are played again on the program of --against whenever its file changes. Ctrl-C ends the server, and
/// with it all games that were not saved.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan serve\n  \
    bustan serve --port 8000 --no-open\n  \
    bustan serve findings --game margo --against 'python3 engine.py'\n  \
    bustan solve dominions --size 2 --db 2.db && bustan serve --db 2.db")]
pub(crate) struct Args {
    /// Directory of findings
    findings: Option<PathBuf>,
    /// The game that the program of --against plays; any for one that Bustan does not know
    #[arg(long, value_parser = GamesAndAny, requires = "against")]
    game: Option<String>,
    #[command(flatten)]
    against: Against,
    /// The port; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = crate::number::number(0..=u16::MAX), allow_negative_numbers = true)]
    port: u16,
    /// The address to listen at: that of one network of this machine, or 0.0.0.0 for all
    #[arg(long, value_name = "A", default_value = "127.0.0.1")]
    address: IpAddr,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    /// A file of solve --db, whose game is then shown with the values of all moves; may be given several times
    #[arg(long, value_name = "FILE")]
    db: Vec<PathBuf>,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let stop = stop_on_signals();
    let solved = |path: PathBuf| {
        let database = Database::open(&path, numbering).map_err(Failure::Database)?;
        Ok((database.subject().game.clone(), path))
    };
    let databases = args.db.into_iter().map(solved).collect::<Result<_, Failure>>()?;
    if let Some(dir) = args.findings.as_deref().filter(|dir| !dir.is_dir()) {
        return Err(Failure::Usage(format!("{}: there is no such directory", files::name(dir))));
    }
    let rivals = args.against.started()?;
    if rivals.is_some() && args.game.is_none() {
        return Err(Failure::Usage("with --against, name the game that it plays by --game".into()));
    }
    if args.game.as_deref() == Some(Any::NAME) && !rivals.as_ref().is_some_and(Rivals::are_programs) {
        return Err(unknown_game());
    }
    let pair = Beside { game: args.game, rivals, directory: args.findings, stop: Arc::clone(&stop) };
    let server = Server::new(databases, Arc::new(pair));
    let runtime = Runtime::new().map_err(|error| Failure::Server("start the server".into(), error))?;
    let served = runtime.block_on(async {
        let asked = SocketAddr::new(args.address, args.port);
        let listener = TcpListener::bind(asked).await.map_err(|error| {
            let taken = error.kind() == ErrorKind::AddrInUse;
            let hint = if taken { "; without --port it takes one that is free" } else { "" };
            Failure::Usage(format!("cannot listen at {asked}: {error}{hint}"))
        })?;
        let failed = |error| Failure::Server("serve the pages".into(), error);
        let address = listener.local_addr().map_err(failed)?;
        let token = Token::random().map_err(|error| failed(std::io::Error::other(error)))?;
        let guard = Guard::new(token, address);
        let url = guard.url();
        files::print(&format!("{url}\n"))?;
        if !args.no_open
            && let Err(error) = open::that_detached(&url)
        {
            say(&format!("no browser opens ({error}); open the address above yourself"));
        }
        let stopped = async {
            while !stop.load(Ordering::Relaxed) {
                sleep(TICK).await;
            }
        };
        bustan_serve::run(listener, shielded(pages(server), guard), stopped).await.map_err(failed)
    });
    // Players that still think are not waited for.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS)
}
