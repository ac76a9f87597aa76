//! Programs that search: UCI for chess, USI for shogi, UCCI for xiangqi.

use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use crate::child::{Child, Lost};
use crate::count::{Counts, is_castling};
use crate::fen::{Fen, fault};
use crate::greeting::{Choice, greet};
use crate::server::{Bridge, Told, Trouble, is_turn_of};
use crate::spec::{Protocol, Spec};

/// How long a program may take to begin to list the moves of the start.
const LISTING: Duration = Duration::from_secs(1);

/// How long after it says that it is ready a program may still be counting, and how long one that is known to tell a
/// total then.
const LATE: Duration = Duration::from_millis(300);
const LATE_TOTAL: Duration = Duration::from_secs(3);

/// How long a program may take for each search that shows whether it keeps to the moves that it is told to search.
const SEARCHING: Duration = Duration::from_millis(500);

/// How long a program may search for a move to play if nothing says how far.
const CHOOSING: Duration = Duration::from_secs(4);

/// The number of moves behind which a game may be begun anew.
const MANY: usize = 40;

/// The words of a position of chess: the board, the player on turn, the rights to castle, the cell for a capture
/// en passant and two counters.
const FEN_WORDS: usize = 6;

/// The option that chooses the rules of Chess960, and the word for them behind a position.
const CHESS960: (&str, &str) = ("UCI_Chess960", "chess960");

/// The option that chooses a variant.
const VARIANT: &str = "UCI_Variant";

/// What stands among the options for how far to search for a move to play, and how far if nothing does: the same
/// move every time from a program on one thread.
const GO: (&str, &str) = ("go", "nodes 10000");

/// The commands that list moves with counts, in the order in which they are tried.
const COUNTS: [&str; 3] = ["go perft", "perft", "divide"];

/// What a program plays that has no move.
const NO_MOVES: [&str; 4] = ["(none)", "0000", "none", ""];

/// What begins a refusal to answer something that is not known at this position, though it may be at others.
const NOT_TOLD: &str = "not told";

/// Why no list is read any more behind one that did not come in time.
const OUTRUN: &str = "a list of moves did not come in time, so that it could be taken for a later one";

/// The castlings of chess in the standard position: the two cells of the king, and the king's and the rook's.
const CASTLINGS: [[&str; 2]; 4] = [["e1g1", "e1h1"], ["e1c1", "e1a1"], ["e8g8", "e8h8"], ["e8c8", "e8a8"]];

/// A program that searches, at a position.
pub(crate) struct Search {
    child: Child,
    protocol: Protocol,
    name: String,
    /// Whether it plays by the rules of chess, and not by those of a variant.
    plain: bool,
    /// Whether an option chose the rules of Chess960 for every game, or those of chess.
    always_960: bool,
    never_960: bool,
    /// Whether it plays by the rules of Chess960 now; `None` if that cannot be changed or is not ours to change.
    chess960: Option<bool>,
    /// Whether the position where the game began was named as one of Chess960.
    named_960: bool,
    /// How far it searches for a move to play, in the words behind `go`.
    go: String,
    /// How it lists moves, if it does.
    listing: Option<Listing>,
    /// Whether it keeps to the moves that it is told to search, once that was tried.
    obeys: Option<bool>,
    /// Whether it did not play a move in time when that was tried.
    slow: bool,
    /// Whether a list may still come that was waited for in vain: it could be taken for a later one.
    outrun: bool,
    /// Whether it tells positions.
    tells: bool,
    /// Whether it plays whatever it is told to: somebody else judges moves.
    plays_only: bool,
    /// Where the game began, and where it can be begun later on.
    starts: Vec<Start>,
    /// The moves in its own words.
    moves: Vec<String>,
    here: Option<Here>,
}

/// How a program lists its moves.
#[derive(Clone, Copy, Debug)]
struct Listing {
    command: &'static str,
    /// Whether there is a total behind the list.
    totals: bool,
    /// Whether it says that it is ready before it counts.
    late: bool,
    /// Whether it counts sequences as well: for one ply it told the number of moves.
    counts: bool,
}

impl Listing {
    /// Whether a count of many sequences can be told from one that is not over yet. A pause before its last line would
    /// look like its end if it comes late and no total follows.
    fn counts_in_time(self) -> bool {
        self.counts && (self.totals || !self.late)
    }
}

/// A position at which the program can be told to begin.
#[derive(Debug)]
struct Start {
    /// The position as the protocol writes it.
    words: String,
    /// Whether the first player is on turn.
    first: bool,
    /// Whether the kings of chess stand on e1 and e8.
    kings: [bool; 2],
    /// The number of moves before it.
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

/// A legal move: the word for it, and that which the program reads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spelled {
    word: String,
    own: String,
}

/// What the program says of a position.
#[derive(Clone, Debug, Default)]
struct Here {
    /// The moves that it lists, sorted.
    listed: Vec<Spelled>,
    /// The same as a text; `None` if it is not known to be all of them.
    legal: Option<String>,
    /// Why it is not known.
    untold: Option<String>,
    /// The position as text.
    text: Option<String>,
    fen: Option<Fen>,
    check: Option<bool>,
    board: String,
}

impl Search {
    /// Starts the program, sets its options and finds out what it can tell.
    pub(crate) fn start(spec: &Spec) -> Result<Self, Lost> {
        let protocol = spec.protocol;
        let mut child = Child::start(spec)?;
        let (name, known) = greet(&mut child, protocol)?;
        let (mut plain, mut always_960) = (true, false);
        let mut go = GO.1;
        let is_960 = |option: &str| option.eq_ignore_ascii_case(CHESS960.0);
        for (option, value) in &spec.options {
            if let (option, Some(words)) = (option.as_str(), value)
                && option == GO.0
            {
                go = words;
                continue;
            }
            let Some(choice) = known.iter().find(|other| other.name.eq_ignore_ascii_case(option)) else {
                return Err(Lost::Said(unnamed(&name, option, &known)));
            };
            if let Some(Err(values)) = value.as_ref().map(|value| choice.takes(value)) {
                let (option, value) = (&choice.name, value.as_deref().unwrap_or_default());
                return Err(Lost::Said(format!("{name} has no {option} {value:?}; it has {values}")));
            }
            plain &= !option.eq_ignore_ascii_case(VARIANT) || value.as_deref() == Some("chess");
            always_960 |=
                is_960(option) && value.as_deref().is_some_and(|value| value.eq_ignore_ascii_case("true"));
            let option = &choice.name;
            let command = match (protocol, value) {
                (Protocol::Ucci, Some(value)) => format!("setoption {option} {value}"),
                (Protocol::Ucci, None) => format!("setoption {option}"),
                (_, Some(value)) => format!("setoption name {option} value {value}"),
                (_, None) => format!("setoption name {option}"),
            };
            child.say(&command)?;
        }
        let chosen = spec.options.iter().any(|(option, _)| is_960(option));
        let free = plain && protocol == Protocol::Uci && !chosen;
        let mut search = Self {
            child,
            protocol,
            name,
            plain: plain && protocol == Protocol::Uci,
            always_960,
            never_960: chosen && !always_960,
            named_960: false,
            chess960: known.iter().any(|option| is_960(&option.name)).then_some(false).filter(|_| free),
            go: go.into(),
            listing: None,
            obeys: None,
            slow: false,
            outrun: false,
            tells: false,
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

    fn new_game(&mut self) -> Result<(), Lost> {
        match self.protocol {
            Protocol::Usi => self.child.say("isready\nusinewgame")?,
            Protocol::Ucci => self.child.say("isready")?,
            _ => self.child.say("ucinewgame\nisready")?,
        }
        while self.child.hear()?.trim() != "readyok" {}
        Ok(())
    }

    /// Changes to the rules of Chess960, or back.
    fn choose(&mut self, chess960: bool) -> Result<(), Lost> {
        if self.chess960.is_some_and(|now| now != chess960) {
            self.child.say(&format!("setoption name {} value {chess960}", CHESS960.0))?;
            self.chess960 = Some(chess960);
        }
        Ok(())
    }

    /// Whether it plays by the rules of Chess960 now.
    fn is_960(&self) -> bool {
        self.always_960 || self.chess960 == Some(true)
    }

    /// Finds out what the program can tell of the start.
    ///
    /// # Errors
    /// Also if nothing tells which moves it holds legal.
    fn explore(&mut self) -> Result<(), Lost> {
        let mut why = "lists no moves for go perft 1".to_string();
        for command in COUNTS {
            let (counts, late) = self.first_count(command)?;
            if counts.moves.is_empty() {
                continue;
            }
            if late && command != COUNTS[0] && self.is_of_another(command, &counts)? {
                why = "lists its moves so late that a list could be taken for a later one".into();
                break;
            }
            match counts.is_whole().and_then(|()| self.spell(&counts, None).map(drop)) {
                Ok(()) => {
                    let counts_one = counts.total() == u64::try_from(counts.moves.len()).ok();
                    let (totals, counts) = (counts.is_total(), counts_one);
                    self.listing = Some(Listing { command, totals, late, counts });
                    break;
                }
                Err(told) => {
                    why = format!("does not list its moves for {command} 1 so that they can be read: {told}")
                }
            }
        }
        if self.listing.is_none() && !self.obeys()? {
            let (name, seconds) = (&self.name, SEARCHING.as_secs_f64());
            let searches = match self.slow {
                true => format!("it plays no move within {seconds} s for go depth 1 searchmoves"),
                false => "it ignores the searchmoves of go".into(),
            };
            return Err(Lost::Said(format!(
                "{name} {why}; and {searches}. So Bustan cannot find out which moves it considers legal; implement either one"
            )));
        }
        self.tells = true;
        self.tells = self.look()?.fen.is_some();
        self.here = None;
        Ok(())
    }

    /// What the program counts at the start for a command, which it may not know, and whether it says that it is ready
    /// before.
    fn first_count(&mut self, command: &str) -> Result<(Counts, bool), Lost> {
        self.child.say(&format!("{}\n{command} 1\nisready", self.command()))?;
        let deadline = Instant::now() + LISTING;
        let (mut counts, mut late) = (Counts::default(), false);
        let (mut ready, mut searched) = (None::<Instant>, false);
        loop {
            let until = ready.map_or(deadline, |since| deadline.min(since + LATE));
            let Some(line) = self.child.hear_until(until)? else { break };
            searched |= line.trim_start().starts_with("bestmove");
            if counts.hear(&line) {
                late |= ready.is_some();
                ready = ready.map(|_| Instant::now());
            } else if line.trim() == "readyok" {
                ready = Some(Instant::now());
            }
            if ready.is_some() && (searched || counts.is_total()) {
                break;
            }
        }
        // A program that does not know the command may have begun to search.
        let unheard = usize::from(ready.is_none());
        self.child.say("stop\nisready")?;
        for _ in 0..=unheard {
            loop {
                let line = self.child.hear()?;
                searched |= line.trim_start().starts_with("bestmove");
                if line.trim() == "readyok" {
                    break;
                }
                counts.hear(&line);
            }
        }
        if command == COUNTS[0] && counts.moves.is_empty() && !searched {
            // The move that it would play may come behind.
            let deadline = Instant::now() + LATE;
            while let Some(line) = self.child.hear_until(deadline)? {
                if line.trim_start().starts_with("bestmove") {
                    break;
                }
                late |= counts.hear(&line);
            }
        }
        Ok((counts, late))
    }

    /// Whether a list of the start that came late may be that of the command before: then another one comes when
    /// the list behind a move is asked for, or none.
    fn is_of_another(&mut self, command: &str, start: &Counts) -> Result<bool, Lost> {
        self.moves = vec![start.moves[0].0.clone()];
        let (counts, _) = self.first_count(command)?;
        self.moves.clear();
        let is_of_start = |(mv, _): &(String, u64)| start.moves.iter().any(|(other, _)| other == mv);
        Ok(counts.moves.is_empty() || counts.moves.iter().any(is_of_start))
    }

    /// Whether the program keeps to the moves that it is told to search: it plays moves that it would not choose, each
    /// if it is the only one, and none of the other player.
    fn obeys(&mut self) -> Result<bool, Lost> {
        if let Some(obeys) = self.obeys {
            return Ok(obeys);
        }
        let (weak, illegal): (&[&str], _) = match self.protocol {
            Protocol::Usi => (&["1g1f", "9g9f", "5g5f"], "5c5d"),
            Protocol::Ucci => (&["a3a4", "i3i4", "e3e4"], "e6e5"),
            // The last ones are for variants that begin elsewhere: the kings' race, hordes, larger boards.
            _ => (
                &[
                    "a2a3", "h2h3", "a2a4", "h2h4", "h2g3", "g2g3", "f2g3", "a4a5", "h4h5", "a3a4", "i3i4",
                    "c3c4",
                ],
                "e7e5",
            ),
        };
        let (mut played, mut others, mut none) = (Vec::new(), 0, 0);
        for mv in weak {
            match self.tried(mv)? {
                Some(best) if best == *mv => played.push(mv),
                Some(best) if NO_MOVES.contains(&best.as_str()) => none += 1,
                Some(_) => others += 1,
                None => break,
            }
            if played.len() == 2 {
                break;
            }
        }
        let mut obeys = played.len() == 2 || (played.len() == 1 && others == 0 && none > 0);
        // What plays by chance does not play the same again.
        for mv in &played {
            obeys = obeys && self.tried(mv)?.as_deref() == Some(mv);
        }
        obeys = obeys && self.tried(illegal)?.is_some_and(|best| best != illegal);
        self.obeys = Some(obeys);
        Ok(obeys)
    }

    /// The move that the program plays at the start if it is to search only this one; `None` if it plays none in time.
    fn tried(&mut self, mv: &str) -> Result<Option<String>, Lost> {
        let best = self.searched("position startpos", mv, Some(SEARCHING))?;
        self.slow |= best.is_none();
        Ok(best)
    }

    /// The move that the program plays at a position if it is to search only this one; `None` if it plays none in time.
    fn searched(&mut self, position: &str, mv: &str, most: Option<Duration>) -> Result<Option<String>, Lost> {
        self.chosen(position, &format!("depth 1 searchmoves {mv}"), most)
    }

    /// The move that the program plays at a position behind `go` and these words; `None` if it plays none in time.
    fn chosen(&mut self, position: &str, go: &str, most: Option<Duration>) -> Result<Option<String>, Lost> {
        self.child.say(&format!("{position}\ngo {go}"))?;
        let mut deadline = most.map(|most| Instant::now() + most);
        let mut stopped = false;
        loop {
            let line = match deadline {
                None => Some(self.child.hear()?),
                Some(deadline) => self.child.hear_until(deadline)?,
            };
            let Some(line) = line else {
                if stopped {
                    return Ok(None);
                }
                self.child.say("stop")?;
                (deadline, stopped) = (most.map(|most| Instant::now() + most), true);
                continue;
            };
            if let Some(best) = best(&line) {
                return Ok(Some(best.into()).filter(|_| !stopped));
            }
        }
    }

    /// The command that leads to the position at hand.
    fn command(&self) -> String {
        let (start, ply) = self.starts.last().map_or(("startpos", 0), |start| (&start.words, start.ply));
        let moves = self.moves[ply..].join(" ");
        let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
        format!("position {start}{moves}")
    }

    /// What the program says of the position at hand.
    fn look(&mut self) -> Result<&Here, Lost> {
        if self.here.is_none() {
            let here = self.asked()?;
            self.note_start(&here);
            return Ok(self.here.insert(here));
        }
        Ok(self.here.get_or_insert_default())
    }

    /// Programs read all moves of a game anew at each position, and some take long to. Behind many moves, and after
    /// one that cannot be taken back in the game, it can be begun at the position as the program tells it: nothing
    /// before can come again.
    fn note_start(&mut self, here: &Here) {
        let ply = self.moves.len();
        let since = self.starts.last().map_or(0, |start| start.ply);
        if let (Some(text), Some(fen)) = (&here.text, &here.fen)
            && ply >= since + MANY
            && fen.is_final()
        {
            self.starts.push(Start::at(format!("fen {text}"), fen, ply));
        }
    }

    fn asked(&mut self) -> Result<Here, Lost> {
        let mut commands = self.command();
        if self.tells {
            commands += "\nd\nisready";
        }
        let listing = self.listing.filter(|_| !self.outrun);
        if let Some(Listing { command, .. }) = listing {
            commands += &format!("\n{command} 1\nisready");
        }
        self.child.say(&commands)?;
        let mut here = if self.tells { self.drawn()? } else { Here::default() };
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

    /// Reads what the program draws, up to where it is ready.
    fn drawn(&mut self) -> Result<Here, Lost> {
        let mut here = Here::default();
        let mut board: Vec<String> = Vec::new();
        let mut named_only = false;
        loop {
            let line = self.child.hear()?;
            if named_only && !line.trim().is_empty() {
                named_only = false;
                if is_below(&line) {
                    here.check = None;
                }
            }
            match label(&line) {
                Some((label @ (Label::Fen | Label::Sfen), text)) => {
                    // Programs that play other games as well tell both kinds of text, in which the first player
                    // has another letter.
                    let own = self.protocol == Protocol::Usi && label == Label::Sfen;
                    let read = Fen::read(text, self.protocol).filter(|_| own || here.fen.is_none());
                    if let Some(fen) = read {
                        (here.text, here.fen) = (Some(text.into()), Some(fen));
                    }
                }
                Some((Label::Checkers, text)) => {
                    (here.check, named_only) = (is_check(text), text.is_empty());
                }
                None if line.trim() == "readyok" => break,
                None if here.fen.is_none() => board.push(line),
                None => {}
            }
        }
        here.board = board.join("\n");
        Ok(here)
    }

    /// Reads a count that was asked for, before a question whether the program is ready. Where nothing tells whether more
    /// comes, it is asked for once more: what is left of the first would come before the second.
    fn counted(&mut self, listing: Listing, depth: u32) -> Result<Counts, Lost> {
        let counts = self.heard(listing)?;
        if listing.late && !counts.is_total() && !self.outrun {
            self.child.say(&format!("{} {depth}\nisready", listing.command))?;
            self.outrun = self.heard(listing)?.moves != counts.moves || self.outrun;
        }
        Ok(counts)
    }

    /// Reads one count.
    fn heard(&mut self, listing: Listing) -> Result<Counts, Lost> {
        let (mut counts, mut ready) = (Counts::default(), None::<Instant>);
        let wait = if listing.late && listing.totals { LATE_TOTAL } else { LATE };
        loop {
            let line = match ready {
                None => Some(self.child.hear()?),
                Some(since) => self.child.hear_until(since + wait)?,
            };
            let Some(line) = line else {
                let is_due = listing.late && (listing.totals || counts.moves.is_empty());
                self.outrun = self.still_counts()? || is_due;
                return Ok(counts);
            };
            if counts.hear(&line) {
                ready = ready.map(|_| Instant::now());
            } else if line.trim() == "readyok" {
                ready = Some(Instant::now());
            }
            if ready.is_some() && (counts.is_total() || !(listing.late || listing.totals)) {
                return Ok(counts);
            }
        }
    }

    /// Whether more of a list comes before the program is ready once more.
    fn still_counts(&mut self) -> Result<bool, Lost> {
        self.child.say("stop\nisready")?;
        let mut counts = Counts::default();
        let mut heard = false;
        loop {
            let line = self.child.hear()?;
            if line.trim() == "readyok" {
                return Ok(heard);
            }
            heard |= counts.hear(&line);
        }
    }

    /// The moves of a list, sorted, with the words that are used here; the player on turn and the position, if they
    /// are known, tell what a castling means.
    ///
    /// # Errors
    /// In words, that the list has a word which cannot be read.
    fn spell(&self, counts: &Counts, here: Option<(bool, Option<&Fen>)>) -> Result<Vec<Spelled>, String> {
        let (first, fen) = here.unwrap_or((true, None));
        let spelled = |(own, _): &(String, u64)| {
            self.spelled(own, first, fen).ok_or_else(|| format!("there is no telling what move {own:?} is"))
        };
        let mut moves: Vec<Spelled> = counts.moves.iter().map(spelled).collect::<Result<_, _>>()?;
        moves.sort_unstable();
        Ok(moves)
    }

    /// A word of the program in the form of UCI; `None` if it cannot be told what it means.
    fn spelled(&self, own: &str, first: bool, fen: Option<&Fen>) -> Option<Spelled> {
        if !self.plain {
            return Some(Spelled { word: own.into(), own: own.into() });
        }
        let alike = |word: String| Some(Spelled { own: word.clone(), word });
        if let Some(short) = is_castling(own) {
            if self.is_960() {
                return fen?.castled(first, short).and_then(alike);
            }
            return alike(CASTLINGS[2 * usize::from(!first) + usize::from(!short)][0].into());
        }
        let word: String = own.chars().filter(|c| !"-x=".contains(*c)).collect::<String>().to_lowercase();
        let cell = |at: usize| {
            let bytes = word.as_bytes();
            bytes.get(at).is_some_and(|file| (b'a'..=b'h').contains(file))
                && bytes.get(at + 1).is_some_and(|rank| (b'1'..=b'8').contains(rank))
        };
        let promotes = word.len() == 5 && word.ends_with(['q', 'r', 'b', 'n']);
        if !(cell(0) && cell(2) && (word.len() == 4 || promotes)) {
            return None;
        }
        match self.castling(1, &word) {
            Some([usual, own]) => Some(Spelled { word: usual.into(), own: own.into() }),
            None => alike(word),
        }
    }

    /// The two spellings of a castling in the standard position, of which a word is the one with this number, if it is
    /// one: the king stands there and has not moved.
    fn castling(&self, number: usize, word: &str) -> Option<[&'static str; 2]> {
        if !self.plain || self.is_960() {
            return None;
        }
        let (at, words) = CASTLINGS.iter().enumerate().find(|(_, words)| words[number] == word)?;
        let start = self.starts.last()?;
        let moved = self.moves[start.ply..].iter().any(|mv| mv.get(..2) == word.get(..2));
        (start.kings[at / 2] && !moved).then_some(*words)
    }

    /// The players, the first to move first.
    fn players(&self) -> [&'static str; 2] {
        match self.protocol {
            Protocol::Usi => ["black", "white"],
            Protocol::Ucci => ["red", "black"],
            _ => ["white", "black"],
        }
    }

    /// Whether the first player is on turn, by the number of moves.
    fn counted_first(&self) -> bool {
        self.starts.first().is_none_or(|start| start.first == self.moves.len().is_multiple_of(2))
    }

    /// The player on turn, whether or not the game is over.
    fn turn(&mut self) -> Result<&'static str, Lost> {
        let counted = self.counted_first();
        let told = if self.tells { self.look()?.fen.as_ref().map(|fen| fen.first) } else { None };
        Ok(self.players()[usize::from(!told.unwrap_or(counted))])
    }

    /// The word of a move that the program would play though it does not list it.
    ///
    /// # Errors
    /// Also if it plays nothing at all, and nothing tells whether it holds the game drawn.
    fn tries(&mut self, mv: &str) -> Told<Option<String>> {
        let position = self.command();
        let (own, mut plays) = self.tries_at(&position, mv)?;
        if own.is_some() || plays {
            return Ok(own);
        }
        // It may hold the game drawn by repetition or by 50 moves: a position without a history has neither.
        let text = self.look()?.text.clone().filter(|_| self.plain);
        let Some((text, bare)) = text.and_then(|text| without_history(&text).map(|bare| (text, bare))) else {
            return Ok(None);
        };
        let own;
        (own, plays) = self.tries_at(&format!("position fen {bare}"), mv)?;
        if own.is_none() && !plays && is_bare(&text) {
            let name = &self.name;
            return Err(untold(&format!(
                "{name} at {position:?}: plays no move with so few pieces, so that it does not tell whether {mv} is legal"
            )));
        }
        Ok(own)
    }

    /// The word of a move that the program would play at a position, and whether it would play any move.
    fn tries_at(&mut self, position: &str, mv: &str) -> Result<(Option<String>, bool), Lost> {
        let other = self.castling(0, mv).map(|words| words[1]);
        let first = self.turn()? == self.players()[0];
        let mut plays = true;
        for word in [Some(mv), other].into_iter().flatten() {
            let best = self.searched(position, word, None)?.unwrap_or_default();
            plays &= !NO_MOVES.contains(&best.as_str());
            let best = self.spelled(&best, first, None).filter(|best| best.word == mv);
            if let Some(best) = best {
                return Ok((Some(best.own), true));
            }
        }
        if !plays {
            let best = self.chosen(position, "depth 1", None)?.unwrap_or_default();
            plays = !NO_MOVES.contains(&best.as_str());
        }
        Ok((None, plays))
    }

    /// Whether the program lets a move be played; the word for it then.
    ///
    /// # Errors
    /// Also if nothing tells.
    fn allows(&mut self, mv: &str) -> Told<Option<String>> {
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

    fn text(&mut self) -> Result<Option<String>, Lost> {
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
        if self.tells {
            commands.extend(["bustan-position", "showboard"]);
        }
        if self.plain {
            commands.push("bustan-variants");
        }
        commands
    }

    fn clear(&mut self) -> Told {
        self.starts = vec![Start::standard()];
        self.moves.clear();
        self.here = None;
        self.named_960 = false;
        self.choose(false)?;
        self.new_game()?;
        Ok(String::new())
    }

    fn play(&mut self, player: &str, mv: &str) -> Told {
        if self.plays_only {
            is_turn_of(player, self.turn()?)?;
            self.moves.push(mv.into());
            return Ok(String::new());
        }
        let over = self.look()?.legal.as_deref() == Some("");
        if over {
            return Err(Trouble::illegal("game-over"));
        }
        is_turn_of(player, self.turn()?)?;
        let Some(own) = self.allows(mv)? else { return Err(Trouble::refused("illegal move")) };
        self.moves.push(own);
        self.here = None;
        Ok(String::new())
    }

    /// Whoever asks for a move judges it: a program that plays an illegal one has lost.
    fn genmove(&mut self, player: &str) -> Told {
        if !self.plays_only && self.look()?.legal.as_deref() == Some("") {
            return Err(Trouble::refused("game over"));
        }
        let turn = self.turn()?;
        is_turn_of(player, turn)?;
        self.child.say(&format!("{}\ngo {}", self.command(), self.go))?;
        // Some programs know no number of nodes, and search until they are told to stop.
        let mut deadline = (self.go == GO.1).then(|| Instant::now() + CHOOSING);
        let chosen = loop {
            let line = match deadline {
                None => Some(self.child.hear()?),
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
            return Err(Trouble::refused("game over"));
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

    fn undo(&mut self) -> Told {
        self.moves.pop().ok_or_else(|| Trouble::refused("cannot undo"))?;
        self.starts.retain(|start| start.ply <= self.moves.len());
        self.here = None;
        Ok(String::new())
    }

    fn legal(&mut self) -> Told {
        let here = self.look()?;
        let why = here.untold.as_deref().unwrap_or("the program lists no moves");
        here.legal.clone().ok_or_else(|| untold(why))
    }

    /// Without a list of moves nothing tells whether the game is over, and so who is on turn, if anybody is.
    fn state(&mut self) -> Told {
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

    fn position(&mut self) -> Told {
        self.text()?.ok_or_else(|| untold("the program does not tell all of its position"))
    }

    fn variants(&mut self) -> Told {
        let option = CHESS960.0;
        match self.chess960 {
            Some(_) => Ok(CHESS960.1.into()),
            None if self.always_960 => Ok(CHESS960.1.into()),
            None if self.never_960 => Err(Trouble::refused(&format!("the option {option} is false"))),
            None => Err(Trouble::refused(&format!("the engine has no option {option}"))),
        }
    }

    fn set_up(&mut self, text: &str) -> Told {
        let plays_960 = self.chess960.is_some() || self.always_960;
        let without = text.strip_suffix(CHESS960.1).filter(|_| plays_960);
        let (text, chess960) = without.map_or((text, false), |text| (text.trim_end(), true));
        let Some(fen) = Fen::read(text, self.protocol) else {
            return Err(Trouble::refused(
                "invalid position: neither a board nor a player on turn can be read",
            ));
        };
        if let Some(fault) = fault(text, self.protocol) {
            return Err(Trouble::refused(&format!("invalid position: {fault}")));
        }
        if let Some(trailing) = text.split_whitespace().nth(FEN_WORDS).filter(|_| self.plain) {
            let problem = format!("invalid position: trailing text after the fullmove number: {trailing:?}");
            return Err(Trouble::refused(&problem));
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

    fn perft(&mut self, depth: u32) -> Told {
        let Some(listing) = self.listing else { return Err(Trouble::refused("unknown command")) };
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
            .ok_or_else(|| untold("the total and the list of the count do not fit together"))
    }

    fn board(&mut self) -> Told {
        Ok(format!("\n{}", self.look()?.board))
    }
}

/// The refusal of what cannot be told at a position, for this reason.
fn untold(why: &str) -> Trouble {
    Trouble::refused(&format!("{NOT_TOLD}: {why}"))
}

/// A position of chess with its counters set back; `None` if it has too few words.
fn without_history(text: &str) -> Option<String> {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [board, turn, castling, passing, ..] => Some(format!("{board} {turn} {castling} {passing} 0 1")),
        _ => None,
    }
}

/// Whether only kings, bishops and knights stand in a position of chess: programs may hold it drawn.
fn is_bare(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or_default();
    !board.contains(|c: char| c.is_ascii_alphabetic() && !"KBN".contains(c.to_ascii_uppercase()))
}

/// What is wrong with an option that the program does not name.
fn unnamed(name: &str, option: &str, known: &[Choice]) -> String {
    let options: Vec<&str> = known.iter().map(|option| option.name.as_str()).collect();
    match options.is_empty() {
        true => format!("{name} has no option {option:?}; it has none"),
        false => format!("{name} has no option {option:?}; it has {}", options.join(", ")),
    }
}

/// Whether all moves were listed, as far as that can be told.
///
/// # Errors
/// In words, why it cannot.
fn listed(listing: Listing, counts: &Counts) -> Result<(), String> {
    if listing.totals && !counts.is_total() {
        return Err("the total behind the list of moves is missing".into());
    }
    // That a list comes late is no sign of an empty one.
    if listing.late && !listing.totals && counts.moves.is_empty() {
        return Err("no move was listed".into());
    }
    counts.is_whole()
}

/// The move that a line says is best.
fn best(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default())
}

/// What a line of a drawing tells.
#[derive(Debug, PartialEq, Eq)]
enum Label {
    Fen,
    Sfen,
    Checkers,
}

fn label(line: &str) -> Option<(Label, &str)> {
    let line = line.trim();
    let line = line.strip_prefix("info string ").unwrap_or(line);
    let Some((name, text)) = line.split_once(':') else {
        return is_board(line).then_some((Label::Fen, line));
    };
    let label = match name.trim().to_ascii_lowercase().as_str() {
        "fen" => Label::Fen,
        "sfen" => Label::Sfen,
        "checkers" => Label::Checkers,
        _ => return None,
    };
    Some((label, text.trim().trim_matches('"')))
}

/// Whether there is a check by what stands behind `Checkers:`: cells, or nothing. `None` if it is something else, as a
/// number for all cells.
fn is_check(text: &str) -> Option<bool> {
    if text.is_empty() || text == "-" || text.eq_ignore_ascii_case("none") {
        return Some(false);
    }
    let digits = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_cell = |word: &str| {
        let letter = |c: char| c.is_ascii_alphabetic();
        word.strip_prefix(letter).or_else(|| word.strip_suffix(letter)).is_some_and(digits)
    };
    text.split_whitespace().all(is_cell).then_some(true)
}

/// Whether a line behind a lone `Checkers:` belongs to it, as the first row of a drawing of cells: it has no label of
/// its own, and is not the last one.
fn is_below(line: &str) -> bool {
    let line = line.trim();
    let labelled = line.contains(':') && line.starts_with(|c: char| c.is_ascii_alphabetic());
    !labelled && line != "readyok"
}

/// Whether a line without a label is a position of chess: some programs print it alone.
fn is_board(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    (4..=6).contains(&words.len()) && words[0].matches('/').count() == 7 && ["w", "b"].contains(&words[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_checkers_are_known_by_their_labels() {
        let bare = "4k3/8/8/8/8/8/8/3RK3 w Q -";
        assert_eq!(label(bare), Some((Label::Fen, bare)));
        assert_eq!(
            label("info string fen: 8/8/8/8/8/8/8/8 b - - 0 1"),
            Some((Label::Fen, "8/8/8/8/8/8/8/8 b - - 0 1"))
        );
        assert_eq!(label("8/8/8/8/8/8/8/8 x"), None);
        assert_eq!(label("Sfen: 9/9 b - 1"), Some((Label::Sfen, "9/9 b - 1")));
        assert_eq!(label("Fen: 8/8 w - - 0 1"), Some((Label::Fen, "8/8 w - - 0 1")));
        assert_eq!(label("FEN: \"8/8 w - - 0 1\""), Some((Label::Fen, "8/8 w - - 0 1")));
        assert_eq!(label("Checkers: e4 "), Some((Label::Checkers, "e4")));
        assert_eq!(label("Checkers:"), Some((Label::Checkers, "")));
        assert_eq!(label("Key: 8F8F"), None);
    }

    #[test]
    fn positions_lose_their_history() {
        let text = "8/8/8/k7/8/8/8/KBn5 w - - 99 120";
        assert_eq!(without_history(text).as_deref(), Some("8/8/8/k7/8/8/8/KBn5 w - - 0 1"));
        assert_eq!(without_history("8/8 w"), None);
        assert!(is_bare(text) && !is_bare("8/8/8/k7/8/8/8/KBp5 w - - 0 1"));
    }

    #[test]
    fn checkers_are_cells_or_nothing() {
        for (text, check) in [
            ("", Some(false)),
            ("-", Some(false)),
            ("None", Some(false)),
            ("e4", Some(true)),
            ("e4 d5", Some(true)),
            ("5e", Some(true)),
            ("e10", Some(true)),
            ("0x0", None),
            ("0", None),
            ("16", None),
            ("false", None),
            ("e4 and d5", None),
        ] {
            assert_eq!(is_check(text), check, "{text:?}");
        }
        for (line, below) in [
            (". . . . . . . .", true),
            ("0x0000000000000000", true),
            ("8 | . . . |", true),
            ("readyok", false),
            ("Tablebases WDL:   0 (1)", false),
        ] {
            assert_eq!(is_below(line), below, "{line:?}");
        }
    }
}
