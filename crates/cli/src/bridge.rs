//! `bustan bridge`, and the programs that `--against` and `--with` name by their protocol.

use std::io;
use std::path::{MAIN_SEPARATOR, PathBuf};
use std::process::ExitCode;

use bustan_bridges::{Protocol, Spec, SpecError, serve};
use bustan_harness::compare::participant::End;
use bustan_harness::protocol::foreign::Program;

use crate::failure::Failure;

/// What starts Python, and the packages of Node: on Windows they have names of their own.
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
const NPX: &str = if cfg!(windows) { "npx.cmd" } else { "npx" };

/// What starts the adapters for each language.
const ADAPTERS: [(&str, [&str; 3]); 2] =
    [("python", [PYTHON, "-m", "bustan_adapters"]), ("node", [NPX, "--yes", "bustan-adapters"])];

/// Speak the protocol for a program that speaks another
///
/// PROGRAM is a protocol and a command line, as --against takes it: uci:CMD for chess, usi:CMD for shogi, ucci:CMD
/// for xiangqi, gtp:CMD for Go, uhp:CMD for Hive. Options of the program follow behind semicolons. Exit code 0; the
/// exit code of a program that ends by itself; 2 for bad arguments; 3 if the program answers what its protocol
/// does not have.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    printf 'play white e2e4\\nbustan-legal\\n' | bustan bridge uci:stockfish\n  \
    bustan check any --against 'uci:./mine;Threads=1' --with uci:stockfish\n  \
    bustan bridge 'gtp:gnugo --mode gtp;boardsize=5'")]
pub(crate) struct Args {
    /// The protocol and the command line of the program
    #[arg(value_name = "PROGRAM")]
    program: String,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let spec: Spec = args.program.parse().map_err(|error| Failure::Usage(format!("{error}")))?;
    Ok(serve(&spec, io::stdin().lock(), io::stdout().lock()))
}

/// Reads what `--against` or `--with` names: a command line, or one behind its protocol or its language.
pub(crate) fn program(text: &str) -> Result<Program, String> {
    let of_words = |words: Vec<String>| Program::of_words(words).map_err(|error| error.to_string());
    let Some((scheme, rest)) = text.split_once(':') else {
        return Program::parse(text).map_err(|error| error.to_string());
    };
    if Protocol::ALL.iter().any(|protocol| protocol.name() == scheme) {
        let spec: Spec = text.parse().map_err(|error: SpecError| error.to_string())?;
        let file = &spec.words[0];
        if !is_there(file) {
            return Err(format!("cannot start {file:?}: there is no such program"));
        }
        let own =
            std::env::current_exe().map_err(|error| format!("cannot find this program itself: {error}"))?;
        let words = vec![own.to_string_lossy().into_owned(), "bridge".into(), text.into()];
        let program = of_words(words)?.spelled(text);
        // Who speaks to such a program is expected to know the rules: it may do anything at a position that cannot
        // occur.
        let searches = matches!(spec.protocol, Protocol::Uci | Protocol::Usi | Protocol::Ucci);
        return Ok(if searches { program.trusting() } else { program });
    }
    let Some((_, adapters)) = ADAPTERS.iter().find(|(known, _)| *known == scheme) else {
        return Program::parse(text).map_err(|error| error.to_string());
    };
    // `python:chess:crazyhouse` is another spelling of `python:chess crazyhouse`.
    let (adapter, arguments) = match rest.find([' ', ':']) {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, ""),
    };
    if adapter.is_empty() {
        return Err(format!("no adapter behind {scheme}:, as in {scheme}:chess"));
    }
    let mut words: Vec<String> = adapters.iter().copied().chain([adapter]).map(String::from).collect();
    let split = Program::parse(&format!("{adapter} {arguments}")).map_err(|error| error.to_string())?;
    words.extend(split.words().iter().skip(1).cloned());
    Ok(of_words(words)?.spelled(text))
}

/// Whether a program is an adapter that was named by its language.
pub(crate) fn is_adapter(program: &Program) -> bool {
    let name = program.to_string();
    name.split_once(':').is_some_and(|(scheme, _)| ADAPTERS.iter().any(|(known, _)| *known == scheme))
}

/// Why an adapter did not start when it was started once, with what to install; `None` for a program that is none, or
/// that started. Who names an adapter means the library behind it, which then says nothing.
pub(crate) fn unstarted(program: &Program) -> Option<String> {
    let fault = program.unstarted().filter(|fault| fault.end == End::Failure && is_adapter(program))?;
    let said = |words: &str| fault.words.contains(words);
    let words = match () {
        () if said("No module named bustan_adapters") => {
            "the adapters in Python are not installed: pip install bustan-adapters"
        }
        () if said("bustan-adapters@") && said("E404") => {
            "the adapters in JavaScript are not installed: npm install bustan-adapters"
        }
        () if fault.cause.is_empty() => fault.words.lines().next().unwrap_or_default(),
        () => &fault.cause,
    };
    Some(format!("{program} does not start: {words}"))
}

/// Whether a program can be found: a file, if it is named by a path, else in a folder of `PATH`.
fn is_there(file: &str) -> bool {
    let in_folder = |folder: PathBuf| {
        ["", std::env::consts::EXE_SUFFIX].iter().any(|end| folder.join(format!("{file}{end}")).is_file())
    };
    if file.contains(['/', MAIN_SEPARATOR]) {
        return in_folder(PathBuf::new());
    }
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(in_folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        program(text).unwrap().words()[1..].to_vec()
    }

    #[test]
    fn a_bare_command_stays_as_it_is() {
        for text in ["./mine", "python3 engine.py --a:b", "C:/engine.exe", "xboard:crafty"] {
            let (read, plain) = (program(text).unwrap(), Program::parse(text).unwrap());
            assert_eq!(read, plain, "{text}");
        }
    }

    #[test]
    fn a_program_is_spelled_as_it_was_named() {
        for text in ["uci:cargo;Threads=1", "python:chess", "node:chess.js"] {
            assert_eq!(program(text).unwrap().to_string(), text);
        }
        assert_eq!(words("uci:cargo;Threads=1"), ["bridge", "uci:cargo;Threads=1"]);
        for text in ["python:openspiel checkers", "python:openspiel:checkers"] {
            assert_eq!(words(text), ["-m", "bustan_adapters", "openspiel", "checkers"]);
        }
        assert_eq!(words("node:chess.js ep=always")[1..], ["bustan-adapters", "chess.js", "ep=always"]);
    }

    #[test]
    fn what_cannot_be_started_so_is_refused() {
        assert_eq!(program("uci:").unwrap_err(), "no command behind uci:");
        for missing in ["no-such-program", "./no-such-program"] {
            let told = format!("cannot start {missing:?}: there is no such program");
            assert_eq!(program(&format!("uhp:{missing} -x")).unwrap_err(), told);
        }
        assert_eq!(program("python:").unwrap_err(), "no adapter behind python:, as in python:chess");
        assert!(program("node: x").unwrap_err().starts_with("no adapter behind node:"));
        assert!(program("gtp:'gnugo").unwrap_err().contains("quotation mark"));
    }
}
