//! Counting ahead: a single count by a program compares the number of legal moves in many positions.
//!
//! A program counts sequences of moves much faster than it answers questions about single
//! positions. It is asked for sequences of two to five moves, as long as the counts take no more time than
//! the conversation of the plies between them. An engine in this process gives the right counts. If the
//! counts differ, the moves are played down to the position where lists of moves or positions differ, and
//! that difference is the finding. If there is no such difference, the counts themselves are.
//!
//! If engines are known to allow different moves, equal counts are as informative as otherwise. Different
//! counts may have the known cause: another difference is searched for, but the counts themselves are not a
//! finding. After an unsuccessful search, the next one waits until as many plies have been played, so that
//! searching takes no more than half of the time.

use std::time::{Duration, Instant};

use bustan_guide::Recurrence;

use super::{Checked, Lockstep};
use crate::compare::compared::Part;
use crate::compare::divergence::{Aspect, Call, Kind, Violation};
use crate::compare::panics::catching;
use crate::compare::participant::Participant;

/// The maximum number of sequences in each of the first questions.
const FIRST: u64 = 64;
/// The number of first questions.
const TRIALS: u32 = 4;

/// A program is slow if one of the first questions takes more than `SLOW` times the communication of a ply.
const SLOW: u32 = 8;

/// After the first question and after every `LOOKED`th question, the program's state must be unchanged.
const LOOKED: u64 = 16;

/// The maximum number of sequences in a question.
const MOST: u64 = 1_000_000;

/// The minimum number of sequences that justifies a question.
const FEWEST: u64 = 16;

/// The maximum number of moves in a sequence.
const DEEPEST: u32 = 5;

/// The maximum number of moves in a sequence if engines are known to allow different moves.
const DEEPEST_KNOWN: u32 = 2;

/// The assumed duration of the communication of a ply before any ply has been played.
const PLAIN: Duration = Duration::from_millis(1);

/// The maximum time saved for a question, as a multiple of the duration of a move.
const SAVED: u32 = 8;

/// The engine that counts ahead, and the limits of the questions to a program.
pub(super) struct Ahead {
    /// The engine that gives the correct counts.
    counter: Option<Box<dyn Participant>>,
    /// The highest number of sequences that the program has counted per second.
    rate: f64,
    /// The maximum number of sequences in a question.
    most: u64,
    /// The number of remaining first questions.
    trials: u32,
    /// The number of questions so far.
    asked: u64,
    /// The duration of the last move.
    plain: Duration,
    /// The seconds of communication that no question has used yet; negative if a question took longer.
    saved: f64,
    /// The time at which the last question ended.
    since: Instant,
    /// The number of plies to play before the next search for differences that a known difference hides.
    owed: u64,
}

/// A request that a program count sequences of moves.
#[derive(Clone, Copy)]
struct Question {
    /// The number of moves in a sequence.
    depth: u32,
    /// The number of positions before the last move of a sequence. The legal moves are counted in each of
    /// them.
    positions: u64,
    /// The correct number of sequences.
    sequences: u64,
}

impl Default for Ahead {
    fn default() -> Self {
        let (saved, since) = (PLAIN.as_secs_f64(), Instant::now());
        Self {
            counter: None,
            rate: 0.0,
            most: MOST,
            trials: TRIALS,
            asked: 0,
            plain: PLAIN,
            saved,
            since,
            owed: 0,
        }
    }
}

impl Ahead {
    /// Returns the maximum number of sequences that the program can count in the saved time.
    fn budget(&self) -> u64 {
        let first = if self.trials > 0 { FIRST } else { 0 };
        ((self.rate * self.saved) as u64).max(first).min(self.most)
    }

    /// Adds the time since the last question to the saved time.
    fn save(&mut self) {
        let talk = self.since.elapsed().as_secs_f64();
        self.saved = (self.saved + talk).min((SAVED * self.plain).as_secs_f64());
        self.since = Instant::now();
    }

    /// Subtracts the duration of a question from the saved time.
    fn spend(&mut self) {
        self.saved -= self.since.elapsed().as_secs_f64();
        self.since = Instant::now();
    }

    /// Records the duration of a count of `sequences` sequences. The highest rate is kept, because a busy
    /// machine makes counts slower.
    fn note(&mut self, sequences: u64, elapsed: Duration) {
        self.rate = self.rate.max(sequences as f64 / elapsed.as_secs_f64().max(1e-6));
        let slow = elapsed > SLOW * self.plain;
        self.trials = if slow { 0 } else { self.trials.saturating_sub(1) };
    }
}

impl Lockstep<'_> {
    /// Sets the engine that gives the correct counts.
    pub(crate) fn count_with(&mut self, counter: Box<dyn Participant>) {
        self.ahead.counter = Some(counter);
    }

    /// Records the duration of a move.
    pub(crate) fn paced(&mut self, plain: Duration) {
        self.ahead.plain = plain;
    }

    /// Whether the engine under test is asked to count ahead. It must be a program that can count, compared
    /// with an in-process engine. The game must have published counts, against which the engine that gives
    /// the correct counts was checked, and must not depend on earlier positions.
    pub(crate) fn counts_ahead(&self) -> bool {
        self.ahead.counter.is_some()
            && self.subject.engine.is_costly()
            && !self.oracle.engine.is_costly()
            && self.subject.engine.counts_sequences()
            && !self.rules().published().is_empty()
            && self.start.recurrence() != Recurrence::Counts
    }

    /// Makes the program count sequences of two to five moves, if it is fast enough, and compares the counts.
    ///
    /// # Errors
    /// The divergence found, usually at the end of a sequence.
    pub(crate) fn count_ahead(&mut self) -> Checked {
        if self.ensure_legal()?.is_empty() {
            return Ok(());
        }
        let owes = self.ahead.owed > 0 && self.known.is_about_moves();
        self.ahead.owed = self.ahead.owed.saturating_sub(1);
        self.ahead.save();
        let asked = self.affordable();
        let theirs = asked.map(|question| self.counted_ahead(question.depth)).transpose();
        self.ahead.spend();
        let (Some(Question { depth, positions, sequences }), Some(theirs)) = (asked, theirs?.flatten())
        else {
            return Ok(());
        };
        if theirs != sequences && owes {
            return Ok(());
        }
        self.compared.note(Part::Count, [true, true]);
        self.compared.counted(positions);
        if theirs == sequences {
            return Ok(());
        }
        self.lead_to_difference(depth, theirs)?;
        self.ahead.owed = self.legal().len() as u64;
        Ok(())
    }

    /// Returns the question that compares the most positions, among those that can be afforded.
    fn affordable(&mut self) -> Option<Question> {
        let (budget, moves) = (self.ahead.budget(), self.legal().len() as u64);
        if moves * moves / 4 > budget {
            return None;
        }
        let deepest = if self.known.is_about_moves() { DEEPEST_KNOWN } else { DEEPEST };
        let (mut best, mut fewer, mut positions) = (None::<Question>, 1, moves);
        for depth in 2..=deepest {
            // Each further move multiplies the number of sequences by about the same factor. Sequences out of
            // reach are not counted by the in-process engine either.
            if depth > 2 && positions * positions / fewer > budget {
                break;
            }
            let sequences = self.right_count(depth)?;
            // If all games end within `depth` moves, there are no sequences.
            if sequences > budget || sequences == 0 {
                break;
            }
            // Games that end also leave fewer longer sequences, so a deeper question may compare fewer
            // positions.
            if best.is_none_or(|best| positions > best.positions) {
                best = Some(Question { depth, positions, sequences });
            }
            (fewer, positions) = (positions, sequences);
        }
        best.filter(|question| question.sequences >= FEWEST)
    }

    /// Returns the correct number of sequences from the current position.
    fn right_count(&mut self, depth: u32) -> Option<u64> {
        let position = self.position()?;
        let counter = self.ahead.counter.as_mut()?;
        catching(|| counter.setup(&position).ok().and_then(|()| counter.perft(depth))).ok().flatten()
    }

    /// Returns the number of sequences that the engine under test counts from the current position. At a
    /// sample of the questions, checks that counting leaves the engine unchanged.
    fn counted_ahead(&mut self, depth: u32) -> Checked<Option<u64>> {
        self.guard(|this| {
            let asked = Instant::now();
            let counted = this.subject.engine.perft(depth);
            this.ahead.note(counted.unwrap_or(0), asked.elapsed());
            if this.ahead.asked.is_multiple_of(LOOKED) {
                let when = format!("after sequences of {depth} moves were counted");
                this.subject.still_at_a_glance(Kind::Count, &when)?;
            }
            this.ahead.asked += 1;
            Ok(counted)
        })
    }

    /// Plays the legal moves one by one, down to a position at which the engines differ. Unless they differ,
    /// leaves the engines at the same position. A program that does not report the number of moves after one
    /// of the moves is not judged.
    fn lead_to_difference(&mut self, depth: u32, theirs: u64) -> Checked {
        let (mut below, mut whole, known) = (0, true, self.known.is_about_moves());
        for mv in self.ensure_legal()? {
            let Some(player) = self.turn() else { return Ok(()) };
            if !self.step(player, &mv, false)? {
                whole = false;
                continue;
            }
            let counted = self.counted_below(depth - 1)?;
            self.back()?;
            whole &= counted.is_some();
            below = u64::saturating_add(below, counted.unwrap_or(0));
            if !whole && !known {
                return Ok(());
            }
        }
        // If the counts add up to the program's count, the engine that gives the correct counts is wrong.
        // Moves that are known to differ are not all played.
        if theirs == below || !whole || known { Ok(()) } else { Err(self.sums_differ(depth, theirs, below)) }
    }

    /// Returns the number of sequences from the current position according to the lists or the counts of the
    /// engine under test, if it has either. Searches for the cause of a wrong count.
    fn counted_below(&mut self, depth: u32) -> Checked<Option<u64>> {
        if depth == 1 {
            self.count()?;
            let listed = self.listing()[0].then(|| self.legal().len() as u64);
            return match listed {
                Some(listed) => Ok(Some(listed)),
                None => self.guard(|this| Ok(this.subject.engine.perft(1))),
            };
        }
        let counted = self.counted_ahead(depth)?;
        if let Some(counted) = counted
            && self.right_count(depth).is_some_and(|right| right != counted)
        {
            self.lead_to_difference(depth, counted)?;
        }
        Ok(counted)
    }

    /// Checks that the count of the engine under test for sequences of `depth` moves equals the sum of its
    /// counts after each legal move.
    ///
    /// # Errors
    /// The divergence found.
    pub(crate) fn count_sums(&mut self, depth: u32) -> Checked {
        let moves = self.ensure_legal()?.len().max(1) as f64;
        let Some(two) = self.counted_ahead(2)? else { return Ok(()) };
        // A different game can have far more sequences than the game in which the difference was found.
        if two as f64 * (two as f64 / moves).powf(f64::from(depth - 2)) > MOST as f64 {
            return Ok(());
        }
        let Some(theirs) = self.counted_ahead(depth)? else { return Ok(()) };
        let mut below = 0;
        for mv in self.ensure_legal()? {
            let Some(player) = self.turn() else { return Ok(()) };
            if !self.step(player, &mv, false)? {
                return Ok(());
            }
            let counted = self.counted_ahead(depth - 1)?;
            self.back()?;
            let Some(counted) = counted else { return Ok(()) };
            below = u64::saturating_add(below, counted);
        }
        if theirs == below { Ok(()) } else { Err(self.sums_differ(depth, theirs, below)) }
    }

    /// Returns the divergence of a count that does not add up.
    fn sums_differ(&mut self, depth: u32, theirs: u64, below: u64) -> Box<super::Divergence> {
        let name = &self.subject.name;
        let (word, call) = match depth {
            2 => ("two", Call::PerftOfTwo),
            3 => ("three", Call::PerftOfThree),
            4 => ("four", Call::PerftOfFour),
            _ => ("five", Call::PerftOfFive),
        };
        let parts = if depth == 2 { "its legal moves" } else { "its counts" };
        let words = format!(
            "{name}: counts {theirs} sequences of {word} legal moves; {parts} one move later add up to {below}"
        );
        let violation = Violation::new(Kind::Count, &["perft", word], words);
        self.divergence(violation.about(Aspect::Call(call)).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::divergence::Signature;
    use crate::compare::engine_participant::FactoryFn;
    use crate::compare::lockstep::{Checks, Factories};
    use crate::compare::participant::{Unset, Verdict};
    use crate::erased::{ErasedEngine, Move, Player, Position, rules};
    use bustan_core::tictactoe::FastEngine;
    use bustan_vocabulary::tictactoe::TicTacToe;

    /// A planted bug of a program, which shows when moves are counted.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Mistake {
        None,
        /// After one move, neither lists nor counts the last legal move.
        Misses,
        /// Counts one sequence of the given number of moves too few.
        Counts(u32),
        /// Lists and counts nothing after one move, and counts one sequence of two moves too few.
        Hides,
        /// After one move, neither lists nor counts the last legal move; if the first cell is free, lists and
        /// counts the move to the last cell, which is taken.
        MissesAndAdds,
    }

    struct Program {
        engine: ErasedEngine,
        plies: usize,
        mistake: Mistake,
    }

    impl Program {
        fn moves(&self) -> Vec<Move> {
            let mut moves = self.engine.legal_moves().unwrap();
            let adds = self.mistake == Mistake::MissesAndAdds;
            if self.plies == 1 && (self.mistake == Mistake::Misses || adds) {
                let last = rules::<TicTacToe>().mv("c3").unwrap();
                match adds && !moves.contains(&last) {
                    true => moves.push(last),
                    false => moves.truncate(moves.len() - 1),
                }
            }
            moves
        }

        fn hides(&self) -> bool {
            self.plies == 1 && self.mistake == Mistake::Hides
        }

        fn sequences(&mut self, depth: u32) -> u64 {
            let moves = self.moves();
            if depth == 1 {
                return moves.len() as u64;
            }
            let mut sum = 0;
            for mv in moves {
                let mut next = Self { engine: self.engine.clone(), ..*self };
                let player = next.engine.turn().unwrap();
                if next.engine.play(player, &mv).is_err() {
                    sum += 1;
                    continue;
                }
                next.plies += 1;
                sum += next.sequences(depth - 1);
            }
            sum
        }
    }

    impl Participant for Program {
        fn name(&self) -> String {
            "program".into()
        }

        fn setup(&mut self, position: &Position) -> Result<(), Unset> {
            self.plies = 0;
            self.engine.setup(position)
        }

        fn play(&mut self, player: Player, mv: &Move) -> Verdict {
            self.engine.play(player, mv)?;
            self.plies += 1;
            Ok(())
        }

        fn turn(&self) -> Option<Player> {
            self.engine.turn()
        }

        fn legal_moves(&self) -> Option<Vec<Move>> {
            (!self.hides()).then(|| self.moves())
        }

        fn undo(&mut self) -> Option<bool> {
            self.plies = self.plies.saturating_sub(1);
            self.engine.undo()
        }

        fn is_costly(&self) -> bool {
            true
        }

        fn perft(&mut self, depth: u32) -> Option<u64> {
            let hides = self.mistake == Mistake::Hides && self.plies == 0 && depth == 2;
            let fewer = u64::from(hides || self.mistake == Mistake::Counts(depth));
            (!self.hides()).then(|| self.sequences(depth) - fewer)
        }
    }

    /// Makes a program count ahead at the start, with at most `budget` sequences. Passes the lockstep and the
    /// result to `look`.
    fn counted<T>(
        mistake: Mistake,
        budget: u64,
        counter: Mistake,
        look: impl FnOnce(&Lockstep<'_>, Checked) -> T,
    ) -> T {
        counted_behind(&[], mistake, budget, counter, |lockstep, found| look(lockstep, found))
    }

    /// Counts ahead as [`counted`] does, with known differences.
    fn counted_behind<T>(
        known: &[Signature],
        mistake: Mistake,
        budget: u64,
        counter: Mistake,
        look: impl FnOnce(&mut Lockstep<'_>, Checked) -> T,
    ) -> T {
        let program =
            |mistake| Program { engine: ErasedEngine::new(FastEngine::default()), plies: 0, mistake };
        let subject = FactoryFn(|| program(mistake));
        let factories = Factories { subject: &subject, oracle: &FastEngine::default };
        let start = rules::<TicTacToe>().initial(&[]).unwrap();
        let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
        known.iter().for_each(|signature| lockstep.known_mut().record(signature));
        lockstep.begin(&start).unwrap();
        lockstep.count_with(Box::new(program(counter)));
        (lockstep.ahead.rate, lockstep.ahead.most) = (1e12, budget);
        let found = lockstep.count_ahead();
        look(&mut lockstep, found)
    }

    /// Returns the finding of counting ahead at the start, with at most `budget` sequences: its signature,
    /// its kind, and the number of moves that lead to it.
    fn found(mistake: Mistake, budget: u64, counter: Mistake) -> Option<(String, Kind, usize)> {
        let found = counted(mistake, budget, counter, |_, found| found).err()?;
        let (signature, moves) = (found.signature.to_string(), found.record.moves.len());
        Some((signature, found.signature.kind(), moves - usize::from(found.question)))
    }

    #[test]
    fn a_count_that_differs_leads_to_the_position_where_moves_differ() {
        assert_eq!(found(Mistake::None, 500, Mistake::None), None);
        for budget in [500, 600] {
            let (signature, kind, moves) = found(Mistake::Misses, budget, Mistake::None).unwrap();
            assert_eq!((kind, moves), (Kind::LegalSet, 1), "{signature}");
        }
        // Sequences of two moves are out of reach.
        assert_eq!(found(Mistake::Misses, 71, Mistake::None), None);
    }

    #[test]
    fn a_count_without_another_difference_is_found_as_such() {
        let signature =
            |mistake, budget| found(mistake, budget, Mistake::None).map(|(signature, ..)| signature);
        assert_eq!(signature(Mistake::Counts(2), 500), Some("count-perft-two".into()));
        assert_eq!(signature(Mistake::Counts(3), 500), None);
        assert_eq!(signature(Mistake::Counts(3), 600), Some("count-perft-three".into()));
        assert_eq!(signature(Mistake::Counts(4), 4_000), Some("count-perft-four".into()));
        assert_eq!(signature(Mistake::Counts(5), 20_000), Some("count-perft-five".into()));
        assert_eq!(signature(Mistake::Counts(2), 600), None);
    }

    #[test]
    fn the_question_that_compares_the_most_positions_is_asked_before_the_end_of_a_game() {
        let program =
            || Program { engine: ErasedEngine::new(FastEngine::default()), plies: 0, mistake: Mistake::None };
        // Four cells are free in the first position and two in the second, so no longer sequences exist.
        for (text, asked) in [("xoxo.x... o", true), ("xoxxoo.x. o", false)] {
            let start = rules::<TicTacToe>().position(text).unwrap();
            let factories = Factories { subject: &FactoryFn(program), oracle: &FastEngine::default };
            let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
            lockstep.begin(&start).unwrap();
            lockstep.count_with(Box::new(program()));
            (lockstep.ahead.rate, lockstep.ahead.saved) = (1e12, 1.0);
            lockstep.count_ahead().unwrap();
            let question = lockstep.affordable();
            assert_eq!(question.is_some_and(|question| question.sequences >= FEWEST), asked, "{text}");
        }
    }

    #[test]
    fn an_engine_that_miscounts_what_is_right_brings_no_finding() {
        for mistake in [Mistake::Misses, Mistake::Counts(2), Mistake::Counts(3)] {
            assert_eq!(found(Mistake::None, 600, mistake), None);
        }
    }

    #[test]
    fn a_program_that_says_nothing_of_a_position_is_not_judged_and_left_where_it_was() {
        // With a budget of 500, two moves are counted; with 600, three, some of which the counter misses.
        for (budget, counter) in [(500, Mistake::None), (600, Mistake::Misses)] {
            counted(Mistake::Hides, budget, counter, |lockstep, found| {
                assert!(found.is_ok(), "{budget}: {:?}", found.err().map(|found| found.signature));
                assert_eq!(lockstep.plies(), 0, "{budget}");
            });
        }
    }

    #[test]
    fn behind_a_known_difference_about_moves_counts_still_lead_to_others() {
        let missing = [Signature::listed(false, "legal")];
        let behind = |mistake, look: &mut dyn FnMut(&mut Lockstep<'_>, Checked)| {
            counted_behind(&missing, mistake, 500, Mistake::None, |lockstep, found| {
                assert!(lockstep.known().is_about_moves());
                look(lockstep, found);
            });
        };
        behind(Mistake::MissesAndAdds, &mut |_, found| {
            let found = found.unwrap_err();
            assert_eq!(found.signature, Signature::listed(true, "illegal-occupied"), "{found:?}");
        });
        // Nothing that the known difference explains is a finding, nor is a count that it may explain.
        for mistake in [Mistake::Misses, Mistake::Counts(2)] {
            behind(mistake, &mut |lockstep, found| {
                assert!(found.is_ok() && lockstep.plies() == 0, "{found:?}");
                // The search took nine moves.
                assert_eq!(lockstep.ahead.owed, 9);
                assert!(lockstep.count_ahead().is_ok());
                assert_eq!((lockstep.ahead.owed, lockstep.plies()), (8, 0));
            });
        }
    }

    #[test]
    fn a_quick_program_is_asked_for_more_and_a_slow_one_for_nothing() {
        let ms = Duration::from_millis;
        let mut quick = Ahead::default();
        assert_eq!(quick.budget(), FIRST);
        quick.note(50, ms(1) / 4);
        assert_eq!(quick.budget(), 200);
        // The machine was busy.
        quick.note(200, ms(5));
        assert_eq!(quick.budget(), 200);
        quick.note(200, ms(1) / 8);
        assert_eq!(quick.budget(), 1600);
        quick.note(1600, ms(0));
        assert_eq!(quick.budget(), MOST);
        let mut slow = Ahead::default();
        slow.note(50, ms(25));
        assert_eq!(slow.budget(), 2);
    }

    #[test]
    fn the_time_of_moves_is_saved_for_a_question_and_spent_by_it() {
        let earlier = |millis| Instant::now().checked_sub(Duration::from_millis(millis)).unwrap();
        let mut ahead = Ahead { rate: 1e6, trials: 0, saved: 0.0, ..Ahead::default() };
        ahead.since = earlier(3);
        ahead.save();
        assert!((3000..5000).contains(&ahead.budget()), "{}", ahead.budget());
        // The saved time is limited to that of a few moves.
        ahead.since = earlier(1000);
        ahead.save();
        assert_eq!(ahead.budget(), 8000);
        ahead.since = earlier(20);
        ahead.spend();
        assert_eq!(ahead.budget(), 0);
        // The excess time of a question is made up for first.
        ahead.since = earlier(2);
        ahead.save();
        assert_eq!(ahead.budget(), 0);
    }
}
