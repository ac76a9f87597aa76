//! Lists of moves with counts, and when they are over.

use std::time::{Duration, Instant};

use super::Search;
use super::searching::SEARCHING;
use crate::child::Lost;
use crate::count::Counts;
use crate::spec::Protocol;

/// How long a program may take to begin to list the moves of the start.
const LISTING: Duration = Duration::from_secs(1);

/// How long a program may continue to count after it says that it is ready, without and with a total that is known to
/// follow.
const LATE: Duration = Duration::from_millis(300);
const LATE_TOTAL: Duration = Duration::from_secs(3);

/// The commands that list moves with counts, in the order in which they are tried.
const COUNTS: [&str; 3] = ["go perft", "perft", "divide"];

/// How much of a line of a list is quoted, in characters.
const QUOTED: usize = 40;

/// Why no further list is read after one that timed out.
pub(super) const OUTRUN: &str =
    "a list of moves did not come in time, so that it could be taken for a later one";

/// How a program lists its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listing {
    pub(super) command: &'static str,
    /// Whether a total follows the list.
    totals: bool,
    /// Whether it says that it is ready before it counts.
    late: bool,
    /// Whether it counts sequences as well: for one ply it printed the number of moves.
    counts: bool,
}

impl Listing {
    /// Whether a count of many sequences can be told from one that is not over yet. A pause before its last line would
    /// look like its end if it comes late and no total follows.
    pub(super) fn counts_in_time(self) -> bool {
        self.counts && (self.totals || !self.late)
    }
}

/// Whether all moves were listed, as far as that can be seen.
///
/// # Errors
/// In words, why it cannot.
pub(super) fn listed(listing: Listing, counts: &Counts) -> Result<(), String> {
    if listing.totals && !counts.is_total() {
        return Err("the total behind the list of moves is missing".into());
    }
    // A late list is not a sign of an empty one.
    if listing.late && !listing.totals && counts.moves.is_empty() {
        return Err("no move was listed".into());
    }
    counts.is_whole()
}

/// Why a program has no list of moves, if this is the first line of one that cannot be read.
fn unread(line: &str) -> String {
    let line: String = line.chars().take(QUOTED).collect();
    format!("its moves cannot be read, the first line of them is {line:?}")
}

impl Search {
    /// Finds out what the program can report about the start.
    ///
    /// # Errors
    /// Also if the program gives no sign of which moves it considers legal.
    pub(super) fn explore(&mut self) -> Result<(), Lost> {
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
                why = "it lists its moves so late that a list could be taken for a later one".into();
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
            return Err(Lost::Said(self.mute(&why)));
        }
        self.draws = true;
        self.draws = self.look()?.fen.is_some();
        self.here = None;
        Ok(())
    }

    /// The message that the program gives no sign of which moves it considers legal: `why` it has no list of moves.
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
            // The move that it would play may follow.
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
    /// the list after a move is asked for, or none.
    fn is_of_another(&mut self, command: &str, start: &Counts) -> Result<bool, Lost> {
        self.moves = vec![start.moves[0].0.clone()];
        let (counts, _) = self.first_count(command)?;
        self.moves.clear();
        let is_of_start = |(mv, _): &(String, u64)| start.moves.iter().any(|(other, _)| other == mv);
        Ok(counts.moves.is_empty() || counts.moves.iter().any(is_of_start))
    }

    /// Reads a count that was asked for, before a question whether the program is ready. If the end of the count cannot be
    /// recognised, it is asked for once more: what is left of the first would come before the second.
    pub(super) fn counted(&mut self, listing: Listing, depth: u32) -> Result<Counts, Lost> {
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
}
