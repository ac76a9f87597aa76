//! `bustan bridge`, and programs that `--against` and `--with` name with their protocol.

use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process::ExitCode;

use bustan_bridges::{Protocol, Spec, SpecError, is_near, serve};
use bustan_guide::Dialect;
use bustan_harness::erased::Rules;
use bustan_harness::protocol::foreign::{Program, split_words};
use bustan_vocabulary::Game;
use bustan_vocabulary::chess::Chess;

use crate::changes;
use crate::failure::Failure;

/// The programs that start Python (`PYTHON`) and run Node packages (`NPX`); their names differ on Windows.
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
const NPX: &str = if cfg!(windows) { "npx.cmd" } else { "npx" };

/// The interpreter of a Python virtual environment.
const INTERPRETER: &str = if cfg!(windows) { r"Scripts\python.exe" } else { "bin/python" };

/// The command that starts the adapters of each language.
const ADAPTERS: [(&str, [&str; 3]); 2] =
    [("python", [PYTHON, "-m", "bustan_adapters"]), ("node", [NPX, "--yes", "bustan-adapters"])];

/// Speak the protocol for a program that speaks another
///
/// PROGRAM is a protocol and a command line, as --against takes it: uci:CMD for chess, usi:CMD for shogi, ucci:CMD
/// for xiangqi, gtp:CMD for Go, uhp:CMD for Hive. Options of the program follow after semicolons. Exit code 0; the
/// exit code of a program that ends by itself; 128 + N of one that signal N killed; 2 for bad arguments; 3 if the program
/// answers what its protocol does not have.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    printf 'play white e2e4\\nbustan-legal\\n' | bustan bridge uci:stockfish\n  \
    bustan check any --against 'uci:./mine;Threads=1' --with uci:stockfish\n  \
    bustan bridge 'gtp:gnugo --mode gtp;boardsize=5'")]
pub(crate) struct Args {
    /// Only play, without querying legal moves: as in a match with a separate referee, a program for UCI, USI
    /// or UCCI plays any move
    #[arg(long)]
    plays_only: bool,
    /// Print each line that the program is sent (>) and sends (<) as a comment between the answers, with the seconds since
    /// the program was started
    #[arg(long)]
    wire: bool,
    /// The protocol and the command line of the program
    #[arg(value_name = "PROGRAM")]
    program: String,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let spec: Spec = args.program.parse().map_err(|error| Failure::Usage(format!("{error}")))?;
    let spec = Spec { plays_only: args.plays_only, passes_on: args.wire, ..spec };
    Ok(serve(&spec, io::stdin().lock(), io::stdout().lock()))
}

/// Parses the value of `--against` or `--with`: a command line, possibly with a prefix that names its
/// protocol or language. `form` determines what is logged for a bridged program.
pub(crate) fn program(text: &str, form: LogForm) -> Result<Program, String> {
    read(text, false, form)
}

/// The lines of the session with a bridged program that are logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogForm {
    /// The lines that the program is sent and sends, with the seconds since it was started
    #[default]
    Wire,
    /// The commands of Bustan's protocol and the answers of the bridge
    Bustan,
}

/// The files of a program, which need not exist. An adapter named by its language has no files.
pub(crate) fn files(text: &str) -> Vec<PathBuf> {
    if text.split_once(':').is_some_and(|(scheme, _)| ADAPTERS.iter().any(|(known, _)| *known == scheme)) {
        return Vec::new();
    }
    let words = text.parse().map(|spec: Spec| spec.words).ok().or_else(|| split_words(text));
    changes::program::files(&words.unwrap_or_default())
}

/// The protocol that a program speaks, and the board that its options select.
pub(crate) fn dialect(text: &str) -> Dialect {
    let Ok(Spec { protocol, options, words, .. }) = text.parse() else { return Dialect::default() };
    let named =
        |name: &str| options.iter().find(|(option, _)| option == name).and_then(|(_, value)| value.clone());
    let board = match protocol {
        Protocol::Gtp => named("boardsize").or_else(|| own_size(&words)),
        Protocol::Uhp => named("type"),
        Protocol::Uci | Protocol::Usi | Protocol::Ucci => None,
    };
    Dialect { protocol: protocol.to_string(), board }
}

/// Whether a program runs through a bridge, which makes players alternate by itself.
pub(crate) fn is_of_protocol(text: &str) -> bool {
    text.parse::<Spec>().is_ok()
}

/// The protocol that a program speaks through a bridge.
pub(crate) fn protocol(text: &str) -> Option<Protocol> {
    text.parse().ok().map(|spec: Spec| spec.protocol)
}

/// The reason why a program cannot play a built-in game: its protocol, or an option, is for another game. `None` for a
/// program that may play it.
pub(crate) fn misfit(text: &str, rules: Rules) -> Option<String> {
    let spec: Spec = text.parse().ok().filter(|_| !rules.is_opaque())?;
    let (protocol, played, game) = (spec.protocol, spec.game(), rules.name());
    if played == game {
        return None;
    }
    let chosen = if played == protocol.game() { "" } else { " with this variant" };
    let plain = match protocol {
        Protocol::Gtp => "; one that speaks Bustan's protocol is named without gtp:",
        Protocol::Uci | Protocol::Usi | Protocol::Ucci | Protocol::Uhp => "",
    };
    Some(format!(
        "{protocol}:{chosen} is {played}, not {game}: name the game any, or a program for {game}{plain}"
    ))
}

/// Whether a program leaves draws to the interface. This applies to UCI, which cannot express the end of a
/// game.
pub(crate) fn leaves_draws(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| scheme == Protocol::Uci.name())
}

/// Parses a program that plays in a match, like [`program`]; it need not report legal moves.
pub(crate) fn player(text: &str) -> Result<Program, String> {
    read(text, true, LogForm::Wire)
}

/// Parses a program that takes a seat on the page. Returns the program and the only game that it can play
/// there, or `None` if it may play any game. As in a match, it need not report legal moves.
pub(crate) fn sitter(text: &str) -> Result<(Program, Option<&'static str>), String> {
    let known = text.parse::<Spec>().map(|spec| spec.protocol);
    let game = match known {
        Ok(Protocol::Uci) => Some(Chess::NAME),
        Ok(Protocol::Usi | Protocol::Ucci | Protocol::Uhp | Protocol::Gtp) => {
            let plain = "name a program that speaks Bustan's protocol by its command line";
            return Err(format!("the page has no game for this protocol; {plain}"));
        }
        Err(_) => None,
    };
    Ok((player(text)?, game))
}

fn read(text: &str, plays_only: bool, form: LogForm) -> Result<Program, String> {
    let of_words = |words: Vec<String>| Program::of_words(words).map_err(|error| error.to_string());
    let Some((scheme, rest)) = text.split_once(':') else {
        return Program::parse(text).map_err(|error| error.to_string());
    };
    if Protocol::ALL.iter().any(|protocol| protocol.name() == scheme) {
        let spec: Spec = text.parse().map_err(|error: SpecError| error.to_string())?;
        must_exist(&spec.words[0])?;
        let own =
            std::env::current_exe().map_err(|error| format!("cannot find this program itself: {error}"))?;
        let options = [(plays_only, "--plays-only"), (form == LogForm::Wire, "--wire")];
        let options = options.iter().filter(|(set, _)| *set).map(|(_, option)| (*option).to_string());
        let words = [own.to_string_lossy().into_owned(), "bridge".into()].into_iter().chain(options);
        let words = words.chain([text.to_string()]).collect();
        let program = of_words(words)?.spelled(text).speaking(spec.protocol.spoken());
        let program = if form == LogForm::Wire { program.wired() } else { program };
        // Programs for these protocols expect the interface to know the rules. They may do anything at a
        // position that cannot occur.
        let searches = matches!(spec.protocol, Protocol::Uci | Protocol::Usi | Protocol::Ucci);
        return Ok(if searches { program.trusting() } else { program });
    }
    let Some((_, adapters)) = ADAPTERS.iter().find(|(known, _)| *known == scheme) else {
        return match meant(scheme) {
            Some(known) => Err(format!("unknown protocol prefix `{scheme}:`; did you mean `{known}:`?")),
            None => unprefixed(text, scheme),
        };
    };
    // `python:chess:crazyhouse` is another spelling of `python:chess crazyhouse`. A path may have a colon.
    let (adapter, arguments) = match rest.find([' ', ':']) {
        Some(at) if rest[..at].rfind('@').is_none_or(|at| at == 0) => (&rest[..at], &rest[at + 1..]),
        _ => rest.split_once(' ').unwrap_or((rest, "")),
    };
    // The name of an npm package may also begin with `@`.
    let (adapter, environment) = match adapter.rfind('@').filter(|at| *at > 0) {
        Some(at) => (&adapter[..at], Some(&adapter[at + 1..])),
        None => (adapter, None),
    };
    if adapter.is_empty() {
        return Err(format!("{scheme}: needs the name of an adapter, as in {scheme}:chess"));
    }
    let mut words: Vec<String> = adapters.iter().copied().map(String::from).collect();
    if let Some(environment) = environment {
        enter(scheme, environment, &mut words)?;
    }
    words.push(adapter.into());
    let split = Program::parse(&format!("{adapter} {arguments}")).map_err(|error| error.to_string())?;
    words.extend(split.words().iter().skip(1).cloned());
    Ok(of_words(words)?.spelled(text))
}

/// Returns an error if the program that a command line begins with does not exist.
fn must_exist(file: &str) -> Result<(), String> {
    if is_there(file) { Ok(()) } else { Err(format!("cannot start {file:?}: no such program")) }
}

/// Reads a command line with a colon that is not after a known prefix. If the program does not exist, the word
/// before the colon may be a prefix that Bustan does not have.
fn unprefixed(text: &str, scheme: &str) -> Result<Program, String> {
    let program = Program::parse(text).map_err(|error| error.to_string())?;
    let is_word = scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let file = &program.words()[0];
    if is_word && file.starts_with(&format!("{scheme}:")) && !is_there(file) {
        let known: Vec<String> = names().map(|name| format!("{name}:")).collect();
        return Err(format!(
            "cannot start {file:?}: no such program, and {scheme}: is not a known prefix; the \
             known prefixes are {}",
            known.join(", ")
        ));
    }
    Ok(program)
}

/// Makes the command line of an adapter use the libraries in this place: a Python virtual environment or its
/// interpreter, or a folder with packages of Node.
fn enter(scheme: &str, environment: &str, words: &mut Vec<String>) -> Result<(), String> {
    let path = Path::new(environment);
    if scheme == "node" {
        words.extend(["--in".to_string(), environment.to_string()]);
        let packages = path.join("node_modules");
        return match packages.is_dir() {
            true => Ok(()),
            false => Err(format!("{environment}: no Node packages: {} not found", packages.display())),
        };
    }
    let python = if path.is_dir() { path.join(INTERPRETER) } else { path.into() };
    if !python.is_file() {
        return Err(format!("{environment}: not a Python environment: {} not found", python.display()));
    }
    words[0] = python.to_string_lossy().into_owned();
    Ok(())
}

/// The names of protocols and languages that may precede a command line.
fn names() -> impl Iterator<Item = &'static str> {
    Protocol::ALL.iter().map(|protocol| protocol.name()).chain(ADAPTERS.iter().map(|(name, _)| *name))
}

/// The name that was probably meant, if `scheme` is a single typing error away from it. Any other word before
/// a colon begins a command line.
fn meant(scheme: &str) -> Option<&'static str> {
    let small = scheme.to_lowercase();
    let is_word = scheme.len() > 2 && scheme.bytes().all(|byte| byte.is_ascii_alphabetic());
    names().find(|name| is_word && is_near(&small, name))
}

/// The board size that a command line itself specifies, as in `--boardsize 5` or `--size=5`.
fn own_size(words: &[String]) -> Option<String> {
    let behind = words.iter().skip(1).map(Some).chain([None]);
    words.iter().zip(behind).find_map(|(word, behind)| {
        let (option, size) = match word.split_once('=') {
            Some((option, size)) => (option, Some(size)),
            None => (word.as_str(), behind.map(String::as_str)),
        };
        let size = size.filter(|size| !size.is_empty() && size.bytes().all(|byte| byte.is_ascii_digit()));
        let option =
            option.strip_prefix('-').map(|option| option.trim_start_matches('-').to_ascii_lowercase());
        let names = ["boardsize", "board-size", "board_size", "size"];
        size.filter(|_| option.is_some_and(|option| names.contains(&&*option))).map(String::from)
    })
}

/// The error message if two Go programs would play on boards of different sizes.
pub(crate) fn sizes(one: &str, other: &str) -> Option<String> {
    let size = |text: &str| -> Option<Option<String>> {
        let spec: Spec = text.parse().ok()?;
        let size = spec.options.iter().find(|(option, _)| option == "boardsize");
        let size = size.and_then(|(_, size)| size.clone()).or_else(|| own_size(&spec.words));
        (spec.protocol == Protocol::Gtp).then_some(size)
    };
    let (one, other) = (size(one)?, size(other)?);
    let told = |size: &Option<String>| match size {
        Some(size) => format!("boardsize={size}"),
        None => "its default board size".into(),
    };
    (one != other).then(|| {
        let (one, other) = (told(&one), told(&other));
        format!("--against plays on {one}, --with on {other}: write the same ;boardsize=N after both")
    })
}

/// Whether a program is an adapter named by its language.
pub(crate) fn is_adapter(program: &Program) -> bool {
    let name = program.to_string();
    name.split_once(':').is_some_and(|(scheme, _)| ADAPTERS.iter().any(|(known, _)| *known == scheme))
}

/// Whether a program can be found: as a file if it is given as a path, or else in a folder of `PATH`.
fn is_there(file: &str) -> bool {
    let in_folder = |folder: PathBuf| {
        ["", std::env::consts::EXE_SUFFIX].iter().any(|end| folder.join(format!("{file}{end}")).is_file())
    };
    if file.contains(['/', MAIN_SEPARATOR]) {
        return in_folder(PathBuf::new());
    }
    // Without `PATH`, the system searches folders of its own.
    std::env::var_os("PATH").is_none_or(|path| std::env::split_paths(&path).any(in_folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        program(text, LogForm::Bustan).unwrap().words()[1..].to_vec()
    }

    #[test]
    fn a_bare_command_stays_as_it_is() {
        for text in ["./mine", "python3 engine.py --a:b", "C:/engine.exe", "./uic:x"] {
            let (read, plain) = (program(text, LogForm::Wire).unwrap(), Program::parse(text).unwrap());
            assert_eq!(read, plain, "{text}");
        }
    }

    #[test]
    fn an_unknown_prefix_is_refused_with_those_that_are_known() {
        for (text, file, scheme) in [
            ("xboard:crafty", "xboard:crafty", "xboard"),
            ("icu:stockfish", "icu:stockfish", "icu"),
            ("cd:x -y", "cd:x", "cd"),
        ] {
            let told = format!(
                "cannot start {file:?}: no such program, and {scheme}: is not a known prefix; \
                 the known prefixes are uci:, usi:, ucci:, gtp:, uhp:, python:, node:"
            );
            assert_eq!(program(text, LogForm::Wire).unwrap_err(), told);
        }
    }

    #[test]
    fn the_files_of_a_program_are_read_without_its_protocol() {
        for (line, named) in [
            ("uci:./mine -x;Threads=1", &["./mine"][..]),
            ("gtp:python3 'my engine.py' --log out.txt", &["my engine.py"]),
            ("uci:stockfish", &[]),
            ("python:./adapter", &[]),
            ("reference", &[]),
            ("'never closed", &[]),
        ] {
            let found = files(line);
            let named: Vec<PathBuf> = named.iter().map(PathBuf::from).collect();
            assert!(found.starts_with(&named) && (cfg!(windows) || found == named), "{line}: {found:?}");
        }
    }

    #[test]
    fn the_size_of_a_board_is_read_from_options_and_command_lines() {
        for (one, other) in [
            ("gtp:gnugo --mode gtp --boardsize 3", "gtp:mine;boardsize=3"),
            ("gtp:gnugo --boardsize=3 --mode gtp", "gtp:mine -Size 3"),
            ("gtp:gnugo --mode gtp", "gtp:mine --level 3"),
            ("gtp:gnugo --mode gtp", "mine"),
            ("gtp:gnugo --mode gtp --cache-size 40", "gtp:mine --batchsize=8"),
            ("gtp:gnugo --boardsize 3;boardsize=5", "gtp:mine;boardsize=5"),
        ] {
            assert_eq!(sizes(one, other), None, "{one} {other}");
        }
        for (one, told) in [
            ("gtp:gnugo --mode gtp --boardsize 5", "--against plays on boardsize=5, --with on boardsize=3"),
            ("gtp:gnugo --level 3", "--against plays on its default board size, --with on boardsize=3"),
        ] {
            let wrong = sizes(one, "gtp:mine;boardsize=3").unwrap();
            assert!(wrong.starts_with(told), "{wrong}");
        }
    }

    #[test]
    fn a_program_is_spelled_as_it_was_named() {
        for text in ["uci:cargo;Threads=1", "python:chess", "node:chess.js"] {
            assert_eq!(program(text, LogForm::Wire).unwrap().to_string(), text);
        }
        assert_eq!(words("uci:cargo;Threads=1"), ["bridge", "uci:cargo;Threads=1"]);
        let wired = program("uci:cargo", LogForm::Wire).unwrap();
        assert_eq!(wired.words()[1..], ["bridge", "--wire", "uci:cargo"]);
        for text in ["python:openspiel checkers", "python:openspiel:checkers"] {
            assert_eq!(words(text), ["-m", "bustan_adapters", "openspiel", "checkers"]);
        }
        assert_eq!(words("node:chess.js ep=always")[1..], ["bustan-adapters", "chess.js", "ep=always"]);
    }

    #[test]
    fn an_adapter_uses_the_libraries_of_a_folder() {
        let dir = tempdir("environments");
        std::fs::create_dir_all(dir.join("bin")).unwrap();
        std::fs::create_dir_all(dir.join("node_modules")).unwrap();
        std::fs::write(dir.join(INTERPRETER), "").unwrap();
        let (place, python) = (dir.display().to_string(), dir.join(INTERPRETER).display().to_string());
        let all = |text: &str| program(text, LogForm::Wire).unwrap().words().to_vec();
        for text in [format!("python:chess@{place} crazyhouse"), format!("python:chess@{python} crazyhouse")]
        {
            assert_eq!(all(&text), [&*python, "-m", "bustan_adapters", "chess", "crazyhouse"]);
            assert_eq!(program(&text, LogForm::Wire).unwrap().to_string(), text);
        }
        let node = format!("node:@sabaki/go-board@{place}");
        let expected = ["bustan-adapters", "--in", &*place, "@sabaki/go-board"];
        assert_eq!(all(&node)[2..], expected);
        assert_eq!(words("node:@sabaki/go-board")[1..], ["bustan-adapters", "@sabaki/go-board"]);
        let missing = program("python:chess@/nowhere", LogForm::Wire).unwrap_err();
        assert_eq!(missing, "/nowhere: not a Python environment: /nowhere not found");
        assert!(
            program("node:chess.js@/nowhere", LogForm::Wire)
                .unwrap_err()
                .starts_with("/nowhere: no Node packages")
        );
    }

    /// A folder for a test.
    fn tempdir(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("bustan-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        dir
    }

    #[test]
    fn a_misspelt_protocol_or_language_is_refused_with_the_one_that_is_meant() {
        for (text, known) in [
            ("UCI:stockfish", "uci"),
            ("ucii:stockfish", "uci"),
            ("cui:stockfish", "uci"),
            ("pyhton:chess", "python"),
            ("Node:chess.js", "node"),
            ("gto:gnugo", "gtp"),
        ] {
            let scheme = text.split(':').next().unwrap();
            let told = format!("unknown protocol prefix `{scheme}:`; did you mean `{known}:`?");
            assert_eq!(program(text, LogForm::Wire).unwrap_err(), told);
        }
    }

    #[test]
    fn a_protocol_fits_its_own_game_and_those_that_are_not_known() {
        let wrong = |text: &str, game: &str| misfit(text, bustan_games::rules_of(game).unwrap());
        for text in ["uci:a", "uci:a;UCI_Variant=chess", "uci:a;uci_variant=Fischerandom;UCI_Chess960=true"] {
            assert_eq!(wrong(text, "chess"), None, "{text}");
        }
        for text in ["./mine", "python:chess", "reference", "fast", "python3 gtp.py"] {
            assert!(["chess", "tictactoe"].iter().all(|game| wrong(text, game).is_none()), "{text}");
        }
        for text in ["uci:a;UCI_Variant=atomic", "usi:a", "ucci:a", "gtp:a;boardsize=5", "uhp:a"] {
            assert_eq!(wrong(text, "any"), None, "{text}");
            assert!(bustan_games::GAMES.iter().all(|game| wrong(text, game).is_some()), "{text}");
        }
        let told = "uci: with this variant is atomic, not chess: name the game any, or a program for chess";
        assert_eq!(wrong("uci:a;UCI_Variant=atomic", "chess").as_deref(), Some(told));
    }

    #[test]
    fn programs_for_go_need_boards_of_one_size() {
        assert_eq!(sizes("gtp:a;boardsize=5", "gtp:b;boardsize=5"), None);
        assert_eq!(sizes("gtp:a;boardsize=5", "python3 b"), None);
        let told = "--against plays on boardsize=5, --with on its default board size: write the same \
                    ;boardsize=N after both";
        assert_eq!(sizes("gtp:a;boardsize=5", "gtp:b").as_deref(), Some(told));
    }

    #[test]
    fn what_cannot_be_started_so_is_refused() {
        assert_eq!(program("uci:", LogForm::Wire).unwrap_err(), "uci: needs a command, as in uci:./engine");
        for missing in ["no-such-program", "./no-such-program"] {
            let told = format!("cannot start {missing:?}: no such program");
            assert_eq!(program(&format!("uhp:{missing} -x"), LogForm::Wire).unwrap_err(), told);
        }
        assert_eq!(
            program("python:", LogForm::Wire).unwrap_err(),
            "python: needs the name of an adapter, as in python:chess"
        );
        assert!(
            program("node: x", LogForm::Wire).unwrap_err().starts_with("node: needs the name of an adapter")
        );
        assert!(program("gtp:'gnugo", LogForm::Wire).unwrap_err().contains("quotation mark"));
    }
}
