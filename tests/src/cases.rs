//! Positions judged by hand, as data. Each case in `cases/<game>.txt` must hold for every engine of the game.
//!
//! A case begins with `case` and its name. Its lines are executed in order:
//!
//! | line | effect |
//! |---|---|
//! | `rule: [margo 3.3]` | cites the rules that the case is about |
//! | `start: POSITION` | sets the engine up; `start: here` uses the position that the engine returns |
//! | `invalid: FAULT` | the preceding start was refused with this message, and changed nothing |
//! | `play: MOVE...` | plays moves for the players to move |
//! | `undo: 2` | takes two moves back; `undo: none` checks that there is none to take back |
//! | `legal: MOVE...` | each is legal for the player to move, and taking it back restores everything |
//! | `illegal: MOVE... REASON` | each is refused to the player to move, and changes nothing |
//! | `illegal PLAYER: MOVE... REASON` | each is refused to this player |
//! | `keep: all` | stores the observation, the hash and the position |
//! | `kept: all` | they equal the stored ones |
//! | `moves: MOVE...` | these are all the legal moves, in any order; `-` for none |
//! | `sequences 2: 3139` | the number of sequences of two moves |
//! | `position: POSITION` | the position that the engine returns |
//! | `turn: PLAYER` | the player to move, `-` for none |
//! | `result: W+2` | the final score |
//! | `see PATH: WORDS` | the observation at a [path](crate::words::at), in [words] |
//! | `same: POSITION` | that position has the same hash |
//! | `other: POSITION` | that position has another hash |

use std::fmt::{Debug, Display};
use std::str::FromStr;

use bustan_vocabulary::{Engine, Game, Ruling};

use crate::sheet::{Block, Entry, Fault};
use crate::words::{at, words};

/// The results of an engine that are compared to check whether its state has changed.
type State<G> = (Option<<G as Game>::Observation>, Option<u64>, Option<<G as Game>::Position>);

/// The execution of a case on an engine.
struct Run<E: Engine> {
    engine: E,
    /// Creates an engine.
    fresh: fn() -> E,
    /// If the last start was refused, the message of the refusal, and whether the refusal changed the state.
    refused: Option<(String, bool)>,
    /// The state stored by the last `keep`.
    kept: Option<State<E::Game>>,
    /// The number of expectations checked up to now.
    expected: usize,
}

/// Returns the cases that do not hold for an engine, each with its name and its first wrong line.
pub fn failures<E>(cases: &[Block], fresh: fn() -> E) -> Vec<String>
where
    E: Engine<Game: Game, Observation = <<E as Engine>::Game as Game>::Observation>,
{
    let failure = |case: &Block| {
        let fault = follow(case, fresh).err()?;
        Some(format!("{} does not hold on {}: {fault}", case.name, fresh().name()))
    };
    cases.iter().filter_map(failure).collect()
}

/// Executes the lines of a case until the first wrong one.
fn follow<E>(case: &Block, fresh: fn() -> E) -> Result<(), Fault>
where
    E: Engine<Game: Game, Observation = <<E as Engine>::Game as Game>::Observation>,
{
    let mut run = Run { engine: fresh(), fresh, refused: None, kept: None, expected: 0 };
    let mut has_start = false;
    for entry in &case.entries {
        has_start |= entry.key == "start";
        if !has_start && entry.key != "rule" {
            return Err(Fault::new(entry.line, "the case has no start yet"));
        }
        run.follow(entry).map_err(|what| Fault::new(entry.line, format!("{}: {what}", entry.key)))?;
    }
    match run {
        Run { refused: Some((told, _)), .. } => {
            Err(Fault::new(case.line, format!("the start is refused: {told}")))
        }
        Run { expected: 0, .. } => Err(Fault::new(case.line, "nothing is expected")),
        Run { .. } => Ok(()),
    }
}

/// Parses a word of a case.
fn read<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("{text:?} cannot be read: {error}"))
}

/// Checks that `found` is the expected text.
fn expect(expected: &str, found: impl Display) -> Result<(), String> {
    let found = found.to_string();
    if found == expected { Ok(()) } else { Err(format!("{expected:?} is expected and {found:?} is there")) }
}

/// Checks that a result of an engine, described by `what`, is the expected one.
fn expect_of(what: &str, expected: impl Debug + PartialEq, found: impl Debug) -> Result<(), String> {
    expect(&format!("{what} {expected:?}"), format!("{what} {found:?}"))
}

impl<G, E> Run<E>
where
    G: Game,
    E: Engine<Game = G, Observation = G::Observation>,
{
    /// Executes or checks a line.
    fn follow(&mut self, Entry { key, value, .. }: &Entry) -> Result<(), String> {
        let (word, more) = key.split_once(' ').unwrap_or((key, ""));
        if let Some((told, is_changed)) = self.refused.take_if(|_| word != "rule") {
            self.expected += 1;
            return match word {
                "invalid" if is_changed => Err("the refused start changed something".into()),
                "invalid" => expect(value, told),
                _ => Err(format!("the start is refused: {told}")),
            };
        }
        match (word, more) {
            ("rule", "") if value.starts_with('[') && value.ends_with(']') => return Ok(()),
            ("start", "") => return self.start(value),
            ("keep", "") if value == "all" => {
                self.kept = Some(self.state());
                return Ok(());
            }
            ("kept", "") if value == "all" => {
                let kept = self.kept.take().ok_or("nothing is kept")?;
                self.is_as(&kept, "keep")
            }
            ("play", "") => return value.split_ascii_whitespace().try_for_each(|mv| self.play(mv)),
            ("undo", "") => return self.undo(value),
            ("invalid", "") => Err("the start is not refused".into()),
            ("legal", "") if value.is_empty() => Err("no move is named".into()),
            ("legal", "") => value.split_ascii_whitespace().try_for_each(|mv| self.legal(mv)),
            ("illegal", "") => self.illegal(self.player(), value),
            ("illegal", player) => self.illegal(read(player)?, value),
            ("moves", "") => self.moves(value),
            ("sequences", depth) => {
                let found = self.engine.perft(read(depth)?).ok_or("it does not count")?;
                expect(value, found)
            }
            ("position", "") => expect(value, self.position()?),
            ("turn", "") => expect(value, self.engine.turn().map_or("-".into(), |player| player.to_string())),
            ("result", "") => expect(value, G::final_score(&self.seen()?)),
            ("see", path) => {
                let form = serde_json::to_value(self.seen()?).map_err(|error| error.to_string())?;
                let found = at(&form, path).ok_or_else(|| format!("nothing is observed at {path:?}"))?;
                expect(value, words(&found))
            }
            ("same" | "other", "") => {
                let mut other = (self.fresh)();
                other.setup(&read(value)?).map_err(|fault| fault.to_string())?;
                let is_same =
                    other.hash().ok_or("it has no hash")? == self.engine.hash().ok_or("it has no hash")?;
                expect(word, if is_same { "same" } else { "other" })
            }
            _ => Err("there is no such line in a case".into()),
        }?;
        self.expected += 1;
        Ok(())
    }

    /// The player to move; the first player if no player is to move.
    fn player(&self) -> G::Player {
        self.engine.turn().unwrap_or(G::PLAYERS[0])
    }

    fn seen(&self) -> Result<G::Observation, String> {
        self.engine.observe().ok_or_else(|| "it observes nothing".into())
    }

    fn position(&self) -> Result<G::Position, String> {
        self.engine.position().ok_or_else(|| "it reports no position".into())
    }

    fn state(&self) -> State<G> {
        (self.engine.observe(), self.engine.hash(), self.engine.position())
    }

    /// Checks that the state is still `before`.
    fn is_as(&self, before: &State<G>, after: &str) -> Result<(), String> {
        if self.state() == *before { Ok(()) } else { Err(format!("something has changed after {after}")) }
    }

    fn start(&mut self, value: &str) -> Result<(), String> {
        let position = if value == "here" { read(&self.position()?.to_string())? } else { read(value)? };
        let before = self.state();
        if let Err(fault) = self.engine.setup(&position) {
            self.refused = Some((fault.to_string(), self.state() != before));
        }
        Ok(())
    }

    fn play(&mut self, word: &str) -> Result<(), String> {
        let (player, mv) = (self.player(), read(word)?);
        expect_of(word, Ruling::<G::Reason>::Legal, self.engine.verdict(player, &mv))?;
        expect_of(word, Ok::<(), Option<G::Reason>>(()), self.engine.play(player, &mv))
    }

    fn undo(&mut self, value: &str) -> Result<(), String> {
        let (times, expected) = if value == "none" { (1, false) } else { (read::<u32>(value)?, true) };
        (0..times).try_for_each(|_| expect_of("undo", Some(expected), self.engine.undo()))
    }

    /// Whether the engine lists a move.
    fn lists(&self, mv: &G::Move) -> Result<bool, String> {
        let moves = self.engine.legal_moves().ok_or("it lists no moves")?;
        Ok(moves.contains(mv))
    }

    fn legal(&mut self, word: &str) -> Result<(), String> {
        let before = self.state();
        expect_of(&format!("{word} is listed"), true, self.lists(&read(word)?)?)?;
        self.play(word)?;
        expect_of("undo", Some(true), self.engine.undo())?;
        self.is_as(&before, &format!("{word} and undo"))
    }

    fn illegal(&mut self, player: G::Player, value: &str) -> Result<(), String> {
        let (moves, reason) = value.rsplit_once(' ').ok_or("a move and a reason are needed")?;
        for word in moves.split_ascii_whitespace() {
            let (mv, before) = (read(word)?, self.state());
            let told = match self.engine.verdict(player, &mv) {
                Ruling::Illegal(reason) => reason.to_string(),
                other => format!("{other:?}"),
            };
            expect(&format!("{word} {reason}"), format!("{word} {told}"))?;
            let told = match self.engine.play(player, &mv) {
                Err(Some(reason)) => reason.to_string(),
                other => format!("{other:?}"),
            };
            expect(&format!("{word} {reason}"), format!("{word} {told}"))?;
            self.is_as(&before, word)?;
            if self.engine.turn().is_none_or(|turn| turn == player) {
                expect_of(&format!("{word} is listed"), false, self.lists(&mv)?)?;
            }
        }
        Ok(())
    }

    fn moves(&mut self, value: &str) -> Result<(), String> {
        let sorted = |mut words: Vec<String>| {
            words.sort_unstable();
            if words.is_empty() { "-".into() } else { words.join(" ") }
        };
        let expected = value.split_ascii_whitespace().map(String::from).collect();
        let found = self.engine.legal_moves().ok_or("it lists no moves")?;
        expect(&sorted(expected), sorted(found.iter().map(ToString::to_string).collect()))
    }
}
