//! Lists of moves with counts, and the detection of their completeness.

use std::time::{Duration, Instant};

use super::Search;
use super::searching::SEARCHING;
use crate::child::BridgeError;
use crate::count::Counts;
use crate::spec::Protocol;

/// The time limit for listing the moves of the start position.
const LISTING: Duration = Duration::from_secs(1);

/// `LATE`: how long a program may continue to count after `readyok`, if no total follows. `LATE_TOTAL`: the
/// same limit if a total is known to follow.
const LATE: Duration = Duration::from_millis(300);
const LATE_TOTAL: Duration = Duration::from_secs(3);

/// The commands that list moves with counts, in the order in which they are tried.
const COUNTS: [&str; 3] = ["go perft", "perft", "divide"];

/// The maximum number of characters of a line of a list in a quotation.
const QUOTED: usize = 40;

/// Why no more lists are read after one that timed out.
pub(super) const OUTRUN: &str = "a list of moves arrived so late that it could be mistaken for a later one";

/// How a program lists its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listing {
    pub(super) command: &'static str,
    /// Whether a total follows the list.
    totals: bool,
    /// Whether the program answers `readyok` before it counts.
    late: bool,
    /// Whether the program also counts sequences: for one ply, its total was the number of moves.
    counts: bool,
}

impl Listing {
    /// Whether the end of a long count can be detected. If the list follows `readyok` and no total follows
    /// the list, a pause before the last line would look like the end.
    pub(super) fn counts_in_time(self) -> bool {
        self.counts && (self.totals || !self.late)
    }
}

/// Checks that all moves were listed, as far as this can be detected.
///
/// # Errors
/// Returns a message that explains why this is unknown.
pub(super) fn listed(listing: Listing, counts: &Counts) -> Result<(), String> {
    if listing.totals && !counts.is_total() {
        return Err("the total after the list of moves is missing".into());
    }
    // A late list looks like an empty one.
    if listing.late && !listing.totals && counts.moves.is_empty() {
        return Err("no move was listed".into());
    }
    counts.is_whole()
}

/// Why a program has no list of moves, if its list starts with a line that cannot be parsed.
fn unread(line: &str) -> String {
    let line: String = line.chars().take(QUOTED).collect();
    format!("its moves cannot be read, the first line of them is {line:?}")
}

impl Search {
    /// Determines what the program can report about the start position.
    ///
    /// # Errors
    /// Fails also if the program does not indicate which moves it considers legal.
    pub(super) fn explore(&mut self) -> Result<(), BridgeError> {
        let (mut why, mut is_unread) = ("it prints no moves".to_string(), false);
        for command in COUNTS {
            let (counts, late) = self.first_count(command)?;
            if counts.moves.is_empty() {
                if let Some(line) = counts.strange.filter(|_| !is_unread) {
                    (why, is_unread) = (unread(&line), true);
                }
                continue;
            }
            if late && command != COUNTS[0] && self.is_of_another(command, &counts)? {
                why = "it lists its moves so late that a list could be mistaken for a later one".into();
                break;
            }
            match counts.is_whole().and_then(|()| self.spell(&counts, None).map(drop)) {
                Ok(()) => {
                    let counts_one = counts.total() == u64::try_from(counts.moves.len()).ok();
                    let (totals, counts) = (counts.is_total(), counts_one);
                    self.listing = Some(Listing { command, totals, late, counts });
                    break;
                }
                Err(told) => why = format!("{told} after `{command} 1`"),
            }
        }
        if self.listing.is_none() && !self.obeys()? {
            return Err(BridgeError::Said(self.mute(&why)));
        }
        self.draws = true;
        self.draws = self.look()?.fen.is_some();
        self.here = None;
        Ok(())
    }

    /// The message for a program that does not indicate which moves it considers legal. `why` states why it
    /// has no list of moves.
    fn mute(&self, why: &str) -> String {
        let name = &self.name;
        let searches = match self.slow {
            true => format!("no `bestmove` within {} s", SEARCHING.as_secs_f64()),
            false => "it plays other moves".into(),
        };
        let mv = match self.protocol {
            Protocol::Usi => "7g7f",
            Protocol::Ucci => "h2e2",
            _ => "e2e4",
        };
        format!(
            "{name} supports neither `go perft 1` ({why}) nor `go searchmoves` ({searches}), so Bustan cannot tell which \
             moves it considers legal. Implement either one: print a line such as `{mv}: 1` for each legal move after \
             `go perft 1`, or answer `go depth 1 searchmoves {mv}` with `bestmove {mv}` if the move is legal"
        )
    }

    /// Returns the program's counts for the start position after a command that it may not know, and whether
    /// any of them arrived after `readyok`.
    fn first_count(&mut self, command: &str) -> Result<(Counts, bool), BridgeError> {
        self.child.say(&format!("{}\n{command} 1\nisready", self.command()))?;
        let deadline = Instant::now() + LISTING;
        let (mut counts, mut late) = (Counts::default(), false);
        let (mut ready, mut searched) = (None::<Instant>, false);
        loop {
            let until = ready.map_or(deadline, |since| deadline.min(since + LATE));
            let Some(line) = self.child.hear_until(until)? else { break };
            searched |= line.trim_start().starts_with("bestmove");
            if counts.take_line(&line) {
                late |= ready.is_some();
                ready = ready.map(|_| Instant::now());
            } else if line.trim() == "readyok" {
                ready = Some(Instant::now());
            }
            if ready.is_some() && (searched || counts.is_total()) {
                break;
            }
        }
        // A program that does not know the command may have started to search.
        let unheard = usize::from(ready.is_none());
        self.child.say("stop\nisready")?;
        for _ in 0..=unheard {
            loop {
                let line = self.child.read_line()?;
                searched |= line.trim_start().starts_with("bestmove");
                if line.trim() == "readyok" {
                    break;
                }
                counts.take_line(&line);
            }
        }
        if command == COUNTS[0] && counts.moves.is_empty() && !searched {
            // The `bestmove` of a search may still follow.
            let deadline = Instant::now() + LATE;
            while let Some(line) = self.child.hear_until(deadline)? {
                if line.trim_start().starts_with("bestmove") {
                    break;
                }
                late |= counts.take_line(&line);
            }
        }
        Ok((counts, late))
    }

    /// Whether a late list of the start position may be the answer to the previous command. In that case, a
    /// request for a list after a move is answered with another list of the start position, or not at all.
    fn is_of_another(&mut self, command: &str, start: &Counts) -> Result<bool, BridgeError> {
        self.moves = vec![start.moves[0].0.clone()];
        let (counts, _) = self.first_count(command)?;
        self.moves.clear();
        let is_of_start = |(mv, _): &(String, u64)| start.moves.iter().any(|(other, _)| other == mv);
        Ok(counts.moves.is_empty() || counts.moves.iter().any(is_of_start))
    }

    /// Reads a count that was requested together with `isready`. If its end cannot be detected, it is
    /// requested again: any rest of the first count would precede the second.
    pub(super) fn counted(&mut self, listing: Listing, depth: u32) -> Result<Counts, BridgeError> {
        let counts = self.heard(listing)?;
        if listing.late && !counts.is_total() && !self.outrun {
            self.child.say(&format!("{} {depth}\nisready", listing.command))?;
            self.outrun = self.heard(listing)?.moves != counts.moves || self.outrun;
        }
        Ok(counts)
    }

    /// Reads one count.
    fn heard(&mut self, listing: Listing) -> Result<Counts, BridgeError> {
        let (mut counts, mut ready) = (Counts::default(), None::<Instant>);
        let wait = if listing.late && listing.totals { LATE_TOTAL } else { LATE };
        loop {
            let line = match ready {
                None => Some(self.child.read_line()?),
                Some(since) => self.child.hear_until(since + wait)?,
            };
            let Some(line) = line else {
                let is_due = listing.late && (listing.totals || counts.moves.is_empty());
                self.outrun = self.still_counts()? || is_due;
                return Ok(counts);
            };
            if counts.take_line(&line) {
                ready = ready.map(|_| Instant::now());
            } else if line.trim() == "readyok" {
                ready = Some(Instant::now());
            }
            if ready.is_some() && (counts.is_total() || !(listing.late || listing.totals)) {
                return Ok(counts);
            }
        }
    }

    /// Whether more of a list arrives before the next `readyok`.
    fn still_counts(&mut self) -> Result<bool, BridgeError> {
        self.child.say("stop\nisready")?;
        let mut counts = Counts::default();
        let mut heard = false;
        loop {
            let line = self.child.read_line()?;
            if line.trim() == "readyok" {
                return Ok(heard);
            }
            heard |= counts.take_line(&line);
        }
    }
}
