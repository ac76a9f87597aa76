//! The fuzz targets by name: one for each invariant of each game, one for sessions of the protocol, and one
//! for PGN.

use bustan_harness::erased::Record;
use bustan_harness::generate::fuzz::{self, FeatureCounters};
use bustan_harness::protocol::gtp::{self, Options, Session};

use crate::{DEFAULT_GAME, GAMES, Registered, find};

pub use bustan_harness::generate::fuzz::COUNTERS;

/// The invariant that a fuzz target checks. The target panics if an input violates it.
#[derive(Clone, Copy, Debug)]
pub enum Law {
    /// An invariant that is checked during games.
    OfGames(fuzz::Law),
    /// Parsing a text and printing the value yields a text that is parsed as the same value.
    Notation,
    /// No input makes a session panic, print a malformed answer, or stop answering.
    Session,
    /// Parsing a game in human notation and printing it yields a text that is parsed as the same game.
    Written,
}

/// The invariants for which every game has a target, after the suffixes of the targets' names.
const LAWS: [(&str, Law); 3] = [
    ("lockstep", Law::OfGames(fuzz::Law::Lockstep)),
    ("undo", Law::OfGames(fuzz::Law::Undo)),
    ("notation", Law::Notation),
];

/// The name of the target for sessions.
const SESSION: &str = "gtp_session";

/// The name of the target for games of chess in human notation.
const PGN: &str = "pgn";

/// The names of all fuzz targets: those of each game, then `gtp_session` and `pgn`.
pub fn targets() -> impl Iterator<Item = String> {
    let of = |game: &'static &str| LAWS.iter().map(move |(law, _)| format!("{game}_{law}"));
    GAMES.iter().flat_map(of).chain([SESSION, PGN].map(String::from))
}

/// The invariant and the game of a target.
///
/// # Panics
/// Panics if there is no such target.
pub fn parts(target: &str) -> (Law, &str) {
    let law = |name| LAWS.into_iter().find_map(|(end, law)| (end == name).then_some(law));
    let (game, law) = match target.rsplit_once('_') {
        _ if target == SESSION => (DEFAULT_GAME, Some(Law::Session)),
        _ if target == PGN => ("chess", Some(Law::Written)),
        Some((game, name)) => (game, law(name)),
        None => (target, None),
    };
    let known = law.filter(|_| GAMES.contains(&game));
    (known.unwrap_or_else(|| panic!("unknown fuzz target {target}")), game)
}

/// The game and the invariant of a target whose inputs are games, which can be shrunk; `None` if its inputs
/// are texts.
///
/// # Panics
/// Panics if there is no such target.
pub fn played(target: &str) -> Option<(&str, fuzz::Law)> {
    match parts(target) {
        (Law::OfGames(law), game) => Some((game, law)),
        _ => None,
    }
}

/// Runs a fuzz target on an input, and counts what a game reaches. Returns whether the input has the format
/// of this version.
///
/// # Panics
/// Panics if the invariant of the target is violated, or if there is no such target.
pub fn run(target: &str, data: &[u8], feature_counters: Option<FeatureCounters<'_>>) -> bool {
    match judge(target, data, feature_counters) {
        InputVerdict::Passed => true,
        InputVerdict::Foreign => false,
        InputVerdict::Broken(finding) => panic!("{}", finding.text),
    }
}

/// The result of running a fuzz target on an input.
#[derive(Debug)]
pub enum InputVerdict {
    /// The invariant holds.
    Passed,
    /// The input does not have the format of this version.
    Foreign,
    /// The invariant is violated.
    Broken(BrokenLaw),
}

/// A violation of an invariant during a game.
#[derive(Debug)]
pub struct BrokenLaw {
    /// The signature of the difference, as in the file names of findings.
    pub signature: String,
    /// A description of the divergence, and the record of the game.
    pub text: String,
}

/// Runs a fuzz target like [`run`], but does not panic if the invariant is one of games.
///
/// # Panics
/// Panics if an invariant of another kind is violated, or if there is no such target.
pub fn judge(target: &str, data: &[u8], feature_counters: Option<FeatureCounters<'_>>) -> InputVerdict {
    let (law, game) = parts(target);
    input(registered(game), law, data, feature_counters).1
}

/// A human-readable form of an input: the record of its game, or its text.
///
/// # Panics
/// Panics in the same cases as [`judge`].
pub fn told(target: &str, data: &[u8]) -> String {
    let (law, game) = parts(target);
    match law {
        Law::OfGames(_) => {
            let (record, _) = input(registered(game), law, data, None);
            record.unwrap_or_else(|| "not an input of this version".into())
        }
        Law::Notation | Law::Session | Law::Written => format!("{:?}", String::from_utf8_lossy(data)),
    }
}

/// The seeds of a target. Each of them is short. They are games that together reach everything that the games
/// of a check reach, or the records, positions and moves of such games, or sessions that play them.
///
/// # Panics
/// Panics if there is no such target, or if the engines of its game differ.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let (law, game) = parts(target);
    first_inputs(registered(game), law)
}

/// The words that occur in texts of a target: commands, players, options and signs.
///
/// # Panics
/// Panics if there is no such target.
pub fn words(target: &str) -> Vec<String> {
    let (law, game) = parts(target);
    names(registered(game), law)
}

/// Returns the input of a target for a game of a check: its moves or its text.
///
/// # Errors
/// Returns a message that explains why there is no input: the text is not a record of the target's game, or
/// the game cannot be encoded as an input.
///
/// # Panics
/// Panics if there is no such target.
pub fn of_record(target: &str, text: &str) -> Result<Vec<u8>, String> {
    let (law, game) = parts(target);
    let game = registered(game);
    let record =
        game.rules.record(text).map_err(|error| format!("no record of {}: {error}", game.rules.name()))?;
    match law {
        Law::OfGames(_) => fuzz::input(game.factories(), &record)
            .ok_or_else(|| "an engine cannot follow it, or its start is too long a text".into()),
        Law::Notation => Ok(record.to_string().into_bytes()),
        Law::Session => Ok(session(&record).into_bytes()),
        Law::Written => match record.write_game(game.fast.engine()) {
            Some(text) => Ok(text.into_bytes()),
            None => Err("it cannot be written in the notation of the game".into()),
        },
    }
}

/// The game of a target, which must be registered.
fn registered(game: &str) -> &'static Registered {
    find(game).expect("the game of a target is registered")
}

/// The commands that play a game in a session of the protocol.
fn session(record: &Record) -> String {
    let mut text = format!("bustan-setup {}\n", record.start);
    for (player, mv) in &record.moves {
        text += &format!("play {player} {mv}\n");
    }
    text
}

/// The words of a target.
fn names(game: &Registered, law: Law) -> Vec<String> {
    let rules = game.rules;
    let mut words: Vec<String> = rules.players().iter().map(|player| format!(" {player} ")).collect();
    words.extend(rules.options().split(", ").filter(|it| !it.is_empty()).map(|option| format!(" {option}")));
    words.extend(rules.pass().map(|pass| pass.to_string()));
    match law {
        Law::Session => words.extend(commands(game)),
        Law::Written => return WRITTEN_WORDS.map(String::from).into(),
        _ => {
            words.extend(["Start[", "];"].map(String::from));
            words.extend(rules.players().iter().map(|player| player.to_string()[..1].to_uppercase() + "["));
        }
    }
    words
}

/// The commands that occur in sessions of a game.
fn commands(game: &Registered) -> Vec<String> {
    let start = game.rules.start(&mut |_| 0);
    let session = Session::new(game.fast.engine(), start, Options::default());
    let mut session = session.expect("an engine takes a small board");
    let mut listed = Vec::new();
    gtp::serve(&b"list_commands"[..], &mut listed, &mut session).expect("nothing is written to a file");
    let listed = String::from_utf8_lossy(&listed).replace("= ", "");
    listed.split_whitespace().map(String::from).collect()
}

/// The number of games of a check from which seeds are selected.
const SOWN: u32 = 3_000;

/// The maximum length of a text among the seeds, in bytes.
const LONGEST_TEXT: usize = 400;

/// Seeds of games of chess in human notation, which together use all elements of the notation.
const WRITTEN: [&str; 12] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n",
    "[Event \"a [b] \\\"c\\\" \\\\\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
    "e2e4 e7e5 g1f3\n",
    "1.e4!{best :)}e5?!(1...c5 2.Nf3(2.c3 d5)$14 d6 ; Sicilian\n)2.Nf3 1/2-1/2",
    "% x\n{y}\n1. e4 d5 2. e5 f5 3. exf6 e.p. exf6 *",
    "[SetUp \"1\"]\n[FEN \"1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 9\"]\n\n9. axb8(Q)+ Ke7 10. Qh8 hxg1=N *\n",
    "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R b KQ - 3 8\"]\n\n8... Kd7 9. 0-0-0+ *\n",
    "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n\n1. O-O *\n",
    "[FEN \"4k3/8/8/8/8/8/8/RN2KN2 w Q - 0 1\"]\n\n1. Nbd2 Ke7 2. Ra1-a3 *\n",
    "[FEN \"7k/5Q2/8/8/8/8/8/K7 w - - 0 1\"]\r\n\r\n1. Qg6 1/2-1/2\r\n",
    "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. d4 1-0\n",
    "1 e4 d5 2 e:d5 Qxd5 3 Nc3 $1 $255 Qd8 4 -- *",
];

/// The words of games of chess in human notation.
const WRITTEN_WORDS: [&str; 30] = [
    "[FEN \"",
    "[SetUp \"1\"]",
    "[Variant \"Chess960\"]",
    "[Result \"*\"]",
    "[Event \"",
    "\\\"",
    "\"]\n",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "$1",
    " e.p.",
    "O-O",
    "O-O-O",
    "0-0",
    "=Q",
    "(N)",
    "!?",
    "e4",
    "Nf3",
    "exd5",
    "Qh4#",
    "Bb5+",
    "1. ",
    "1... ",
    "{",
    "}",
    "\n%",
    "w KQkq - 0 1",
];

/// Returns the seed inputs of a fuzz target.
fn first_inputs(game: &Registered, law: Law) -> Vec<Vec<u8>> {
    if matches!(law, Law::Written) {
        return WRITTEN.map(|text| text.as_bytes().to_vec()).into();
    }
    let rules = game.rules;
    let sown = fuzz::seed_inputs(rules, || game.fast.engine(), game.factories(), SOWN);
    let games = || sown.iter().filter_map(|data| Some(fuzz::compare_alone(rules, &game.fast, data, None)?.0));
    let mut texts = Vec::new();
    match law {
        Law::OfGames(_) => return sown,
        Law::Notation => {
            for record in games() {
                let mut engine = game.fast.engine();
                let begun = engine.setup(&record.start).is_ok();
                let played =
                    begun && record.moves.iter().all(|(player, mv)| engine.play(*player, mv).is_ok());
                texts.extend(record.moves.last().map(|(_, mv)| mv.to_string()));
                texts.extend(engine.position().filter(|_| played).map(|position| position.to_string()));
                texts.push(record.to_string());
            }
        }
        Law::Session => {
            texts.extend(games().map(|record| session(&record)));
            texts.push("# a comment\n\n7 play white pass # why not\n\tundo\t\nquit\nname\n".into());
            let commands = commands(game);
            texts.extend(commands.iter().map(|command| format!("1 {command}\n{command} 1\nundo\n")));
        }
        Law::Written => {}
    }
    texts.retain(|text| text.len() <= LONGEST_TEXT);
    texts.sort_unstable();
    texts.dedup();
    texts.into_iter().map(String::into_bytes).collect()
}

/// Runs a target on an input, and returns the record of the game that was played, if any, and the result.
fn input(
    game: &Registered,
    law: Law,
    data: &[u8],
    feature_counters: Option<FeatureCounters<'_>>,
) -> (Option<String>, InputVerdict) {
    let rules = game.rules;
    let ran = match law {
        Law::OfGames(fuzz::Law::Lockstep) => fuzz::compare(rules, game.factories(), data, feature_counters),
        Law::OfGames(fuzz::Law::Undo) => fuzz::compare_alone(rules, &game.fast, data, feature_counters),
        Law::Notation => return (None, text(|| (game.notation)(data))),
        Law::Session => return (None, text(|| fuzz::protocol(rules, game.fast.engine(), data))),
        Law::Written => {
            let write = |record: &Record| record.write_game(game.fast.engine());
            return (None, text(|| fuzz::written(rules, || game.fast.engine(), data, write)));
        }
    };
    let Some((record, outcome)) = ran else { return (None, InputVerdict::Foreign) };
    let record = record.to_string();
    let judged = match outcome {
        Ok(()) => InputVerdict::Passed,
        Err(found) => InputVerdict::Broken(BrokenLaw {
            signature: found.signature.to_string(),
            text: format!("{found}\n{record}"),
        }),
    };
    (Some(record), judged)
}

fn text(law: impl FnOnce()) -> InputVerdict {
    law();
    InputVerdict::Passed
}
