//! Programs that search for moves: UCI for chess, USI for shogi, UCCI for xiangqi.

mod drawing;
mod listing;
mod searching;
mod spelling;

use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use crate::child::{BridgeError, Child};
use crate::count::Counts;
use crate::fen::{Fen, fault};
use crate::greeting::{Choice, greet};
use crate::options;
use crate::outlet::Outlet;
use crate::server::{Bridge, CommandError, CommandResult, is_turn_of};
use crate::spec::{Protocol, Spec, VARIANT};
use listing::{Listing, OUTRUN, listed};
use searching::best;
use spelling::Spelled;

/// The time limit for the search for a move to play, if the user has not set a limit.
const CHOOSING: Duration = Duration::from_secs(4);

/// The number of moves after which a game may be restarted from its current position.
const MANY: usize = 40;

/// The number of fields of a chess position: the board, the player to move, the castling rights, the en
/// passant square and two counters.
const FEN_WORDS: usize = 6;

/// The option that switches to the rules of Chess960, and the word that marks a position of that game.
const CHESS960: (&str, &str) = ("UCI_Chess960", "chess960");

/// The option that limits the search for a move to play, and its default value. With the default, a program
/// with a single thread plays the same move every time.
const GO: (&str, &str) = ("go", "nodes 10000");

/// The answers of a program that has no move to play.
const NO_MOVES: [&str; 4] = ["(none)", "0000", "none", ""];

/// The start of the refusal of a query whose result is unknown in this position, but may be known in others.
const NOT_TOLD: &str = "not told";

/// A program that searches for moves, and its position.
pub(crate) struct Search {
    child: Child,
    protocol: Protocol,
    name: String,
    /// Whether the program plays by the rules of chess, as opposed to those of a variant.
    plain: bool,
    /// Whether an option selects Chess960 for every game, or excludes it.
    always_960: bool,
    never_960: bool,
    /// Whether the program currently plays by the rules of Chess960; `None` if it has no option for this, or
    /// if the user has set the option.
    chess960: Option<bool>,
    /// Whether the start of the game was marked as a position of Chess960.
    named_960: bool,
    /// The limit of the search for a move to play: the words after `go`.
    go: String,
    /// How the program lists moves, if it does.
    listing: Option<Listing>,
    /// Whether the program searches only the moves after `searchmoves`; `None` until this has been tested.
    obeys: Option<bool>,
    /// Whether the program did not play a move in time during the test of `searchmoves`.
    slow: bool,
    /// Whether a list timed out and may still arrive, so that it could be mistaken for a later one.
    outrun: bool,
    /// Whether the program prints its position after `d`.
    draws: bool,
    /// Whether the program plays every move that it is sent, because another program checks the moves.
    plays_only: bool,
    /// The start of the game, and later positions at which it can be restarted.
    starts: Vec<Start>,
    /// The moves in the program's notation.
    moves: Vec<String>,
    here: Option<ReportedPosition>,
}

/// A position at which a game can start.
#[derive(Debug)]
struct Start {
    /// The position in the notation of the protocol.
    words: String,
    /// Whether the first player is to move.
    first: bool,
    /// Whether the kings of chess are on e1 and e8.
    kings: [bool; 2],
    /// The number of moves before the position.
    ply: usize,
}

impl Start {
    fn standard() -> Self {
        Self { words: "startpos".into(), first: true, kings: [true; 2], ply: 0 }
    }

    fn at(words: String, fen: &Fen, ply: usize) -> Self {
        Self { words, first: fen.first, kings: [("e1", "K"), ("e8", "k")].map(|man| fen.has(man)), ply }
    }
}

/// The program's description of a position.
#[derive(Clone, Debug, Default)]
struct ReportedPosition {
    /// The listed moves, sorted.
    listed: Vec<Spelled>,
    /// The listed moves as text; `None` unless the list is known to be complete.
    legal: Option<String>,
    /// Why the legal moves are unknown.
    untold: Option<String>,
    /// The position as text.
    text: Option<String>,
    fen: Option<Fen>,
    check: Option<bool>,
    board: String,
}

impl Search {
    /// Starts the program, sets its options and determines what it can report.
    pub(crate) fn start(spec: &Spec, outlet: &Outlet) -> Result<Self, BridgeError> {
        let protocol = spec.protocol;
        let mut child = Child::start(spec, outlet)?;
        let (name, known) = greet(&mut child, protocol)?;
        let Options { go, plain, always_960, chosen_960 } = set(&mut child, spec, &name, &known)?;
        let plain = plain && protocol == Protocol::Uci;
        let chess960 = known.iter().any(|option| is_960(&option.name)).then_some(false);
        let mut search = Self {
            child,
            protocol,
            name,
            plain,
            always_960,
            never_960: chosen_960 && !always_960,
            named_960: false,
            chess960: chess960.filter(|_| plain && !chosen_960),
            go,
            listing: None,
            obeys: None,
            slow: false,
            outrun: false,
            draws: false,
            plays_only: spec.plays_only,
            starts: vec![Start::standard()],
            moves: Vec::new(),
            here: None,
        };
        search.new_game()?;
        if !search.plays_only {
            search.explore()?;
        }
        Ok(search)
    }

    fn new_game(&mut self) -> Result<(), BridgeError> {
        match self.protocol {
            Protocol::Usi => self.child.say("isready\nusinewgame")?,
            Protocol::Ucci => self.child.say("isready")?,
            _ => self.child.say("ucinewgame\nisready")?,
        }
        while self.child.read_line()?.trim() != "readyok" {}
        Ok(())
    }

    /// Selects the rules of Chess960 or of standard chess.
    fn choose(&mut self, chess960: bool) -> Result<(), BridgeError> {
        if self.chess960.is_some_and(|now| now != chess960) {
            self.child.say(&format!("setoption name {} value {chess960}", CHESS960.0))?;
            self.chess960 = Some(chess960);
        }
        Ok(())
    }

    /// Whether the program currently plays by the rules of Chess960.
    fn is_960(&self) -> bool {
        self.always_960 || self.chess960 == Some(true)
    }

    /// The command that sets up the current position.
    fn command(&self) -> String {
        let (start, ply) = self.starts.last().map_or(("startpos", 0), |start| (&start.words, start.ply));
        let moves = self.moves[ply..].join(" ");
        let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
        format!("position {start}{moves}")
    }

    /// The program's description of the current position.
    fn look(&mut self) -> Result<&ReportedPosition, BridgeError> {
        if self.here.is_none() {
            let here = self.asked()?;
            self.note_start(&here);
            return Ok(self.here.insert(here));
        }
        Ok(self.here.get_or_insert_default())
    }

    /// Makes the current position a new start of the game, if this is possible and useful. Programs replay
    /// all moves of a game for each position, which can be slow. After many moves, and only after an
    /// irreversible one, the game can restart at the position that the program printed, because no earlier
    /// position can recur.
    fn note_start(&mut self, here: &ReportedPosition) {
        let ply = self.moves.len();
        let since = self.starts.last().map_or(0, |start| start.ply);
        if let (Some(text), Some(fen)) = (&here.text, &here.fen)
            && ply >= since + MANY
            && fen.is_final()
        {
            self.starts.push(Start::at(format!("fen {text}"), fen, ply));
        }
    }

    fn asked(&mut self) -> Result<ReportedPosition, BridgeError> {
        let mut commands = self.command();
        if self.draws {
            commands += "\nd\nisready";
        }
        let listing = self.listing.filter(|_| !self.outrun);
        if let Some(Listing { command, .. }) = listing {
            commands += &format!("\n{command} 1\nisready");
        }
        self.child.say(&commands)?;
        let mut here = if self.draws { self.drawn()? } else { ReportedPosition::default() };
        if let Some(listing) = self.listing {
            let counts = if self.outrun { Counts::default() } else { self.counted(listing, 1)? };
            let first = here.fen.as_ref().map_or_else(|| self.counted_first(), |fen| fen.first);
            let listed = if self.outrun { Err(OUTRUN.into()) } else { listed(listing, &counts) };
            match listed.and_then(|()| self.spell(&counts, Some((first, here.fen.as_ref())))) {
                Ok(listed) => {
                    let words: Vec<&str> = listed.iter().map(|mv| mv.word.as_str()).collect();
                    here.legal = Some(words.join(" "));
                    here.listed = listed;
                }
                Err(why) => {
                    let (name, position) = (&self.name, self.command());
                    here.untold = Some(format!("{name} at {position:?}: {why}"));
                }
            }
        }
        Ok(here)
    }

    /// The players in turn order.
    fn players(&self) -> [&'static str; 2] {
        match self.protocol {
            Protocol::Usi => ["black", "white"],
            Protocol::Ucci => ["red", "black"],
            _ => ["white", "black"],
        }
    }

    /// Whether the first player is to move, according to the number of moves.
    fn counted_first(&self) -> bool {
        self.starts.first().is_none_or(|start| start.first == self.moves.len().is_multiple_of(2))
    }

    /// The player to move; after the end of the game, the player who would be next to move.
    fn turn(&mut self) -> Result<&'static str, BridgeError> {
        let counted = self.counted_first();
        let told = if self.draws { self.look()?.fen.as_ref().map(|fen| fen.first) } else { None };
        Ok(self.players()[usize::from(!told.unwrap_or(counted))])
    }

    /// Returns the program's notation for a move if the program considers the move legal.
    ///
    /// # Errors
    /// Fails also if the program does not answer.
    fn allows(&mut self, mv: &str) -> CommandResult<Option<String>> {
        let here = self.look()?;
        let listed = here.listed.iter().find(|other| other.word == mv).map(|mv| mv.own.clone());
        if here.legal.is_some() {
            return Ok(listed);
        }
        match here.untold.clone() {
            Some(why) if !self.obeys()? => Err(untold(&why)),
            _ => self.tries(mv),
        }
    }

    fn text(&mut self) -> Result<Option<String>, BridgeError> {
        let is_960 = self.is_960();
        let here = self.look()?;
        let text = here.text.as_deref().zip(here.fen.as_ref());
        let text = text.and_then(|(text, fen)| fen.text(text, here.legal.as_deref(), is_960));
        let word = if self.named_960 { format!(" {}", CHESS960.1) } else { String::new() };
        Ok(text.map(|text| text + &word))
    }
}

impl Bridge for Search {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn commands(&self) -> Vec<&'static str> {
        let mut commands = vec!["genmove", "undo", "bustan-setup"];
        if !self.plays_only {
            commands.push("bustan-state");
        }
        if let Some(listing) = self.listing {
            commands.push("bustan-legal");
            commands.extend(listing.counts_in_time().then_some("bustan-perft"));
        }
        if self.draws {
            commands.extend(["bustan-position", "showboard"]);
        }
        if self.plain {
            commands.push("bustan-variants");
        }
        commands
    }

    fn clear(&mut self) -> CommandResult {
        self.starts = vec![Start::standard()];
        self.moves.clear();
        self.here = None;
        self.named_960 = false;
        self.choose(false)?;
        self.new_game()?;
        Ok(String::new())
    }

    fn play(&mut self, player: &str, mv: &str) -> CommandResult {
        if self.plays_only {
            is_turn_of(player, self.turn()?)?;
            self.moves.push(mv.into());
            return Ok(String::new());
        }
        let over = self.look()?.legal.as_deref() == Some("");
        if over {
            return Err(CommandError::illegal("game-over"));
        }
        is_turn_of(player, self.turn()?)?;
        let Some(own) = self.allows(mv)? else { return Err(CommandError::refused("illegal move")) };
        self.moves.push(own);
        self.here = None;
        Ok(String::new())
    }

    /// The caller checks the move: a program that plays an illegal move loses.
    fn genmove(&mut self, player: &str) -> CommandResult {
        if !self.plays_only && self.look()?.legal.as_deref() == Some("") {
            return Err(CommandError::refused("game over"));
        }
        let turn = self.turn()?;
        is_turn_of(player, turn)?;
        self.child.say(&format!("{}\ngo {}", self.command(), self.go))?;
        // Some programs do not support a node limit and search until they are stopped.
        let mut deadline = (self.go == GO.1).then(|| Instant::now() + CHOOSING);
        let chosen = loop {
            let line = match deadline {
                None => Some(self.child.read_line()?),
                Some(deadline) => self.child.hear_until(deadline)?,
            };
            match line {
                None => {
                    self.child.say("stop")?;
                    deadline = None;
                }
                Some(line) => {
                    if let Some(chosen) = best(&line) {
                        break chosen.to_string();
                    }
                }
            }
        };
        if NO_MOVES.contains(&chosen.as_str()) {
            return Err(CommandError::refused("game over"));
        }
        if chosen == "resign" {
            return Ok(chosen);
        }
        let spelled = self.spelled(&chosen, turn == self.players()[0], None);
        let Spelled { word, own } = spelled.unwrap_or(Spelled { word: chosen.clone(), own: chosen });
        self.moves.push(own);
        self.here = None;
        Ok(word)
    }

    fn undo(&mut self) -> CommandResult {
        self.moves.pop().ok_or_else(|| CommandError::refused("cannot undo"))?;
        self.starts.retain(|start| start.ply <= self.moves.len());
        self.here = None;
        Ok(String::new())
    }

    fn legal(&mut self) -> CommandResult {
        let here = self.look()?;
        let why = here.untold.as_deref().unwrap_or("the program lists no moves");
        here.legal.clone().ok_or_else(|| untold(why))
    }

    /// Without a list of moves, the bridge does not know whether the game is over, and therefore whether a
    /// player is to move.
    fn state(&mut self) -> CommandResult {
        let (turn, players, plain, is_960) = (self.turn()?, self.players(), self.plain, self.is_960());
        let here = self.look()?;
        let legal = here.legal.as_deref();
        let mut state = here.fen.as_ref().map_or_else(Map::new, |fen| fen.keys(legal, is_960));
        if let Some(check) = here.check.filter(|_| plain) {
            state.insert("check".into(), check.into());
        }
        if let Some(over) = legal.map(str::is_empty) {
            state.insert("over".into(), over.into());
            state.insert("to_move".into(), if over { Value::Null } else { turn.into() });
            if let Some(check) = here.check.filter(|_| plain) {
                let other = players.into_iter().find(|player| *player != turn).filter(|_| over && check);
                state.insert("winner".into(), other.into());
            }
        }
        Ok(Value::Object(state).to_string())
    }

    fn position(&mut self) -> CommandResult {
        self.text()?.ok_or_else(|| untold("the program does not report its whole position"))
    }

    fn variants(&mut self) -> CommandResult {
        let option = CHESS960.0;
        match self.chess960 {
            Some(_) => Ok(CHESS960.1.into()),
            None if self.always_960 => Ok(CHESS960.1.into()),
            None if self.never_960 => Err(CommandError::refused(&format!("the option {option} is false"))),
            None => Err(CommandError::refused(&format!("the engine has no option {option}"))),
        }
    }

    fn set_up(&mut self, text: &str) -> CommandResult {
        let plays_960 = self.chess960.is_some() || self.always_960;
        let without = text.strip_suffix(CHESS960.1).filter(|_| plays_960);
        let (text, chess960) = without.map_or((text, false), |text| (text.trim_end(), true));
        let Some(fen) = Fen::read(text, self.protocol) else {
            return Err(CommandError::refused("invalid position: found neither a board nor a side to move"));
        };
        if let Some(fault) = fault(text, self.protocol) {
            return Err(CommandError::refused(&format!("invalid position: {fault}")));
        }
        if let Some(trailing) = text.split_whitespace().nth(FEN_WORDS).filter(|_| self.plain) {
            let problem = format!("invalid position: trailing text after the fullmove number: {trailing:?}");
            return Err(CommandError::refused(&problem));
        }
        self.choose(chess960)?;
        self.named_960 = chess960;
        let word = if self.protocol == Protocol::Usi { "sfen" } else { "fen" };
        let text = if self.plain && self.is_960() { fen.sent(text) } else { text.into() };
        self.starts = vec![Start::at(format!("{word} {text}"), &fen, 0)];
        self.moves.clear();
        self.here = None;
        Ok(String::new())
    }

    fn perft(&mut self, depth: u32) -> CommandResult {
        let Some(listing) = self.listing else { return Err(CommandError::refused("unknown command")) };
        if self.outrun {
            return Err(untold(OUTRUN));
        }
        self.child.say(&format!("{}\n{} {depth}\nisready", self.command(), listing.command))?;
        let counts = self.counted(listing, depth)?;
        if self.outrun {
            return Err(untold(OUTRUN));
        }
        let total = counts.total().filter(|_| listed(listing, &counts).is_ok());
        total
            .map(|total| total.to_string())
            .ok_or_else(|| untold("the total does not match the listed counts"))
    }

    fn board(&mut self) -> CommandResult {
        Ok(format!("\n{}", self.look()?.board))
    }
}

/// Returns a refusal to report something that is unknown in a position, with the reason.
fn untold(why: &str) -> CommandError {
    CommandError::refused(&format!("{NOT_TOLD}: {why}"))
}

/// The settings that result from the options of a specification.
struct Options {
    /// The limit of the search for a move to play: the words after `go`.
    go: String,
    /// Whether no option selects a variant.
    plain: bool,
    /// Whether an option selects the rules of Chess960 for every game.
    always_960: bool,
    /// Whether an option selects either Chess960 or standard chess.
    chosen_960: bool,
}

/// Whether `option` is the option that switches to Chess960.
fn is_960(option: &str) -> bool {
    option.eq_ignore_ascii_case(CHESS960.0)
}

/// Sets the options of a program that lists the options `known`.
fn set(child: &mut Child, spec: &Spec, name: &str, known: &[Choice]) -> Result<Options, BridgeError> {
    let (mut plain, mut always_960) = (true, false);
    let mut go = GO.1;
    for (option, value) in &spec.options {
        if let (option, Some(words)) = (option.as_str(), value)
            && option == GO.0
        {
            go = words;
            continue;
        }
        let Some(choice) = known.iter().find(|other| other.name.eq_ignore_ascii_case(option)) else {
            return Err(options::unnamed(name, option, known));
        };
        if let Some(Err(values)) = value.as_ref().map(|value| choice.takes(value)) {
            let value = value.as_deref().unwrap_or_default();
            return Err(options::unknown_value(name, &choice.name, value, &values));
        }
        plain &= !option.eq_ignore_ascii_case(VARIANT) || value.as_deref() == Some("chess");
        always_960 |=
            is_960(option) && value.as_deref().is_some_and(|value| value.eq_ignore_ascii_case("true"));
        let option = &choice.name;
        let command = match (spec.protocol, value) {
            (Protocol::Ucci, Some(value)) => format!("setoption {option} {value}"),
            (Protocol::Ucci, None) => format!("setoption {option}"),
            (_, Some(value)) => format!("setoption name {option} value {value}"),
            (_, None) => format!("setoption name {option}"),
        };
        child.say(&command)?;
    }
    let chosen_960 = spec.options.iter().any(|(option, _)| is_960(option));
    Ok(Options { go: go.into(), plain, always_960, chosen_960 })
}
