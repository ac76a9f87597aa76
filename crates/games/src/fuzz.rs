//! The fuzz targets by name: each law for each game, and a session of the protocol.

use bustan_guide::{Explore, Picture};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::generate::fuzz::{self, Reach};
use bustan_harness::protocol::gtp::{self, Options, Session};
use bustan_vocabulary::{Game, Record};

use crate::{DEFAULT_GAME, GAMES, Plays, Visit, visit};

pub use bustan_harness::generate::fuzz::COUNTERS;

/// What a fuzz target does with its input: it panics when its law is broken.
#[derive(Clone, Copy, Debug)]
pub enum Law {
    /// A law that games are tried on.
    OfGames(fuzz::Law),
    /// A text that was read and printed reads as the same again.
    Notation,
    /// No input makes a session panic, break the form of an answer, or stop answering.
    Session,
}

/// The laws that every game has a target for, with the ends of the targets' names.
const LAWS: [(&str, Law); 3] = [
    ("lockstep", Law::OfGames(fuzz::Law::Lockstep)),
    ("undo", Law::OfGames(fuzz::Law::Undo)),
    ("notation", Law::Notation),
];

/// The one target that is not a game's.
const SESSION: &str = "gtp_session";

/// All fuzz targets: those of each game, then `gtp_session`.
pub fn targets() -> impl Iterator<Item = String> {
    let of = |game: &'static &str| LAWS.iter().map(move |(law, _)| format!("{game}_{law}"));
    GAMES.iter().flat_map(of).chain([SESSION.to_owned()])
}

/// The law and the game of a target.
///
/// # Panics
/// When there is no such target.
pub fn parts(target: &str) -> (Law, &str) {
    let law = |name| LAWS.into_iter().find_map(|(end, law)| (end == name).then_some(law));
    let (game, law) = match target.rsplit_once('_') {
        _ if target == SESSION => (DEFAULT_GAME, Some(Law::Session)),
        Some((game, name)) => (game, law(name)),
        None => (target, None),
    };
    let known = law.filter(|_| GAMES.contains(&game));
    (known.unwrap_or_else(|| panic!("there is no fuzz target {target}")), game)
}

/// The game and the law of a target whose inputs are games, which can be shrunk; `None` if they are texts.
///
/// # Panics
/// When there is no such target.
pub fn played(target: &str) -> Option<(&str, fuzz::Law)> {
    match parts(target) {
        (Law::OfGames(law), game) => Some((game, law)),
        _ => None,
    }
}

/// Does with some input what the fuzz target of this name does, and counts what a game reaches. Returns
/// whether it was an input of this version.
///
/// # Panics
/// When the target's law is broken, and when there is no such target.
pub fn run(target: &str, data: &[u8], reach: Option<Reach<'_>>) -> bool {
    match judge(target, data, reach) {
        Judged::Passed => true,
        Judged::Foreign => false,
        Judged::Broken(finding) => panic!("{}", finding.text),
    }
}

/// What came of an input.
#[derive(Debug)]
pub enum Judged {
    /// The law holds.
    Passed,
    /// It is no input of this version.
    Foreign,
    /// The law is broken.
    Broken(Broken),
}

/// A law that is broken along a game.
#[derive(Debug)]
pub struct Broken {
    /// What differs, in the words that name files of findings.
    pub signature: String,
    /// The divergence in words, and the record of the game.
    pub text: String,
}

/// The same without a panic, as far as the law is one of games.
///
/// # Panics
/// When the law of another target is broken, and when there is no such target.
pub fn judge(target: &str, data: &[u8], reach: Option<Reach<'_>>) -> Judged {
    let (law, game) = parts(target);
    visit(game, Input { law, data, reach }).expect("the game of a target is registered").1
}

/// What an input means, for people: the record of its game, or its text.
///
/// # Panics
/// As [`judge`].
pub fn told(target: &str, data: &[u8]) -> String {
    let (law, game) = parts(target);
    match law {
        Law::OfGames(_) => {
            let played = visit(game, Input { law, data, reach: None });
            played.and_then(|(record, _)| record).unwrap_or_else(|| "no input of this version".into())
        }
        Law::Notation | Law::Session => format!("{:?}", String::from_utf8_lossy(data)),
    }
}

/// First inputs of a target, each short: games that together reach all that the games of a check reach, or
/// their records, positions and moves, or sessions that play them.
///
/// # Panics
/// When there is no such target, and when the engines of its game are found to differ.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let (law, game) = parts(target);
    visit(game, Sowing(law)).expect("the game of a target is registered")
}

/// The words that a text of a target is made of, whatever its game: commands, players, options, signs.
///
/// # Panics
/// When there is no such target.
pub fn words(target: &str) -> Vec<String> {
    let (law, game) = parts(target);
    visit(game, Naming(law)).expect("the game of a target is registered")
}

/// An input that a game of a check gives a target: its moves, or its text.
///
/// # Errors
/// The message says why there is none: the text is no record of the target's game, or the game cannot be written as
/// an input.
///
/// # Panics
/// When there is no such target.
pub fn of_record(target: &str, text: &str) -> Result<Vec<u8>, String> {
    let (law, game) = parts(target);
    visit(game, Learning { law, text }).expect("the game of a target is registered")
}

struct Learning<'a> {
    law: Law,
    text: &'a str,
}

impl Visit for Learning<'_> {
    type Output = Result<Vec<u8>, String>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let record: Record<G> =
            self.text.parse().map_err(|error| format!("no record of {}: {error}", G::NAME))?;
        match self.law {
            Law::OfGames(_) => {
                let factories = Factories { subject: &F::default, oracle: &R::default };
                fuzz::input(factories, &record)
                    .ok_or_else(|| "an engine cannot follow it, or its start is too long a text".into())
            }
            Law::Notation => Ok(record.to_string().into_bytes()),
            Law::Session => Ok(session(&record).into_bytes()),
        }
    }
}

/// The commands that play a game in a session.
fn session<G: Game>(record: &Record<G>) -> String {
    let mut text = format!("bustan-setup {}\n", record.start);
    for (player, mv) in &record.moves {
        text += &format!("play {player} {mv}\n");
    }
    text
}

struct Naming(Law);

impl Visit for Naming {
    type Output = Vec<String>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let mut words: Vec<String> = G::PLAYERS.iter().map(|player| format!(" {player} ")).collect();
        words.extend(G::OPTIONS.split(", ").filter(|it| !it.is_empty()).map(|option| format!(" {option}")));
        words.extend(G::pass().map(|pass| pass.to_string()));
        match self.0 {
            Law::Session => words.extend(commands::<G, F>()),
            _ => {
                words.extend(["Start[", "];"].map(String::from));
                words.extend(G::PLAYERS.iter().map(|player| player.to_string()[..1].to_uppercase() + "["));
            }
        }
        words
    }
}

/// The commands of a session.
fn commands<G: Explore + Picture, F: Plays<G>>() -> Vec<String> {
    let session = Session::new(F::default(), G::start(&mut |_| 0), Options::default());
    let mut session = session.expect("an engine takes a small board");
    let mut listed = Vec::new();
    gtp::serve(&b"list_commands"[..], &mut listed, &mut session).expect("nothing is written to a file");
    let listed = String::from_utf8_lossy(&listed).replace("= ", "");
    listed.split_whitespace().map(String::from).collect()
}

/// How many games of a check seeds are chosen from.
const SOWN: u32 = 3_000;

/// The longest text among the seeds, in bytes.
const LONGEST_TEXT: usize = 400;

struct Sowing(Law);

impl Visit for Sowing {
    type Output = Vec<Vec<u8>>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let sown = fuzz::sow::<F, R>(SOWN);
        let games = || sown.iter().filter_map(|data| Some(fuzz::compare_alone(&F::default, data, None)?.0));
        let mut texts = Vec::new();
        match self.0 {
            Law::OfGames(_) => return sown,
            Law::Notation => {
                for record in games() {
                    let mut engine = F::default();
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
                let commands = commands::<G, F>();
                texts.extend(commands.iter().map(|command| format!("1 {command}\n{command} 1\nundo\n")));
            }
        }
        texts.retain(|text| text.len() <= LONGEST_TEXT);
        texts.sort_unstable();
        texts.dedup();
        texts.into_iter().map(String::into_bytes).collect()
    }
}

struct Input<'a> {
    law: Law,
    data: &'a [u8],
    reach: Option<Reach<'a>>,
}

impl Visit for Input<'_> {
    /// The record of the game that was played, and what came of it.
    type Output = (Option<String>, Judged);

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let Self { law, data, reach } = self;
        let ran = match law {
            Law::OfGames(fuzz::Law::Lockstep) => {
                fuzz::compare(Factories { subject: &F::default, oracle: &R::default }, data, reach)
            }
            Law::OfGames(fuzz::Law::Undo) => fuzz::compare_alone(&F::default, data, reach),
            Law::Notation => return (None, text(|| fuzz::notation::<G>(data))),
            Law::Session => return (None, text(|| fuzz::protocol::<F>(data))),
        };
        let Some((record, outcome)) = ran else { return (None, Judged::Foreign) };
        let record = record.to_string();
        let judged = match outcome {
            Ok(()) => Judged::Passed,
            Err(found) => Judged::Broken(Broken {
                signature: found.signature.to_string(),
                text: format!("{found}\n{record}"),
            }),
        };
        (Some(record), judged)
    }
}

fn text(law: impl FnOnce()) -> Judged {
    law();
    Judged::Passed
}
