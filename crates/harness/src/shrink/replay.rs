//! Replays a given line to find out whether it still diverges, and for the same reason.
//!
//! A [`Line`] is a game without its players: the player to move plays each move. A line therefore remains a
//! sensible game when moves are removed from it, on which shrinking depends.

mod bring;
mod finish;
mod line;
mod memory;

use std::time::{Duration, Instant};

use bustan_vocabulary::NoStart;

use super::LONG_ENOUGH;
use super::deepen::Heading;
use crate::base::Stop;
use crate::compare::audit::audit_until;
use crate::compare::divergence::{Divergence, Kind, Signature};
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep};
use crate::compare::participant::End;
use crate::erased::{Move, Player, Position, Rules};

pub(crate) use finish::finish;
pub(crate) use line::Line;
pub(crate) use memory::SharedAnswers;

use finish::enter_children;
use memory::ReplayMemory;

/// Replays lines and finds those that diverge with the wanted signature, or with one that it covers.
pub(crate) struct Replayer<'m> {
    pub(crate) factories: Factories<'m>,
    pub(crate) wanted: Signature,
    /// Positions other than starts at which games may begin: the start of the divergence's game, and
    /// positions that an engine reported. In an unknown game, any other position is made up, and other
    /// divergences found from it prove nothing about the engines.
    pub(crate) reported: Vec<Position>,
    /// The player for which the last move of the divergence's game was queried, if that move was not played.
    asker: Option<Player>,
    /// The distance in turn order from the player to move to `asker`; `None` until it is known. It is known
    /// once the divergence's game has been replayed, which happens first.
    shift: Option<usize>,
    pub(crate) lockstep: Lockstep<'m>,
    /// The number of moves played and queried so far, the cost of replaying.
    pub(crate) cost: u64,
    /// The limit of the cost.
    pub(crate) most: u64,
    /// The other divergences found so far, the one with the best game for each cause.
    pub(super) met: Vec<(String, Box<Divergence>)>,
    /// The engines of earlier searches, with the checks that they make. Kept only if the time is limited,
    /// because starting a program takes time.
    spare: Vec<(Checks, Lockstep<'m>)>,
    /// The moves of a game that random games prefer.
    pub(crate) favoured: Vec<(Player, Move)>,
    /// Steers random games of an unknown game towards a state.
    pub(crate) heading: Heading,
    /// `made`: The time at which the replayer was created. `start`: The duration from then until its engines
    /// began their first game.
    made: Instant,
    start: Option<Duration>,
    /// Whether random games differ in the maximum number of moves.
    pub(crate) varies: bool,
    /// The answers that save work if engines are slow; `None` unless they are remembered; see
    /// [`remember_answers`](Self::remember_answers).
    memory: Option<ReplayMemory>,
    /// Whether the operating system killed an engine.
    pub(super) lost: bool,
    /// Whether some moves of the last line were played without comparing the engines.
    assumed: bool,
    /// Whether the last line was played to its end, so that only the checks at its end could still show a
    /// divergence.
    late: bool,
    /// The last start at which legal moves were compared, if the checks include legal moves.
    compared_at: Option<Position>,
    /// Whether the last move of the last line was queried.
    asked_last: bool,
    /// Whether the wanted divergence was last shown by lists of legal moves, not by a query about a move.
    pub(crate) by_lists: bool,
}

impl<'m> Replayer<'m> {
    /// Creates a replayer for lines like the record of `divergence`.
    pub(crate) fn new(factories: Factories<'m>, divergence: &Divergence) -> Self {
        let made = Instant::now();
        let wanted = divergence.signature.clone();
        let mut checks = Checks::for_kind(wanted.kind());
        // Known differences of set-up positions are ignored if the lists differ.
        checks.legal |= wanted.kind() == Kind::Text && divergence.known.passes_over();
        let record = &divergence.record;
        let mut lockstep = Lockstep::new(factories, checks, record.start.clone());
        lockstep.prefer(wanted.clone());
        lockstep.pass_over(divergence.known.clone());
        let asker = record.moves.last().filter(|_| divergence.question).map(|(player, _)| *player);
        Self {
            factories,
            wanted,
            reported: vec![record.start.clone()],
            asker,
            shift: None,
            lockstep,
            cost: 0,
            most: u64::MAX,
            met: Vec::new(),
            spare: Vec::new(),
            favoured: Vec::new(),
            heading: Heading::default(),
            made,
            start: None,
            varies: false,
            memory: None,
            lost: false,
            assumed: false,
            late: false,
            compared_at: None,
            asked_last: false,
            by_lists: false,
        }
    }

    /// Returns engines for a search that makes these checks and begins at `start`: those of an earlier
    /// search, or new ones.
    pub(crate) fn searching(&mut self, checks: Checks, start: &Position) -> Lockstep<'m> {
        if let Some(at) = self.spare.iter().position(|(compared, _)| *compared == checks) {
            return self.spare.swap_remove(at).1;
        }
        let mut lockstep = Lockstep::new(self.factories, checks, start.clone());
        lockstep.prefer(self.wanted.clone());
        lockstep.pass_over(self.lockstep.known().clone());
        if self.lockstep.keeps_costly() {
            lockstep.keep_costly();
        }
        lockstep
    }

    /// Keeps the engines of a search for the next search, if the time is limited.
    pub(crate) fn keep(&mut self, checks: Checks, lockstep: Lockstep<'m>) {
        if self.varies {
            self.spare.push((checks, lockstep));
        }
    }

    /// Returns the small starting positions at which both engines can begin and whose rules they know, or
    /// only `like` if there are none.
    pub(crate) fn small_starts(&mut self, like: &Position) -> Vec<Position> {
        let mut starts = like.small_starts();
        starts.retain(|start| {
            self.lockstep.knows_rules(start)
                && !matches!(self.lockstep.setup(start), Ok(Err(NoStart::Unable)))
        });
        if starts.is_empty() { vec![like.clone()] } else { starts }
    }

    /// Returns the divergence of the line, if it has one that the wanted signature covers. Its record may
    /// differ from the line, for example if a position next to the line shows the divergence. In that case,
    /// the record has been replayed, too, and shows the same divergence.
    pub(crate) fn run(&mut self, line: &Line) -> Option<Box<Divergence>> {
        let mut line = line.clone();
        for _ in 0..TRIES {
            let mut divergence = self.shown(&line, true)?;
            if std::mem::take(&mut self.assumed) {
                // The moves that were not compared may show a different divergence.
                divergence = self.shown(&Line::of(&divergence.record), false)?;
            }
            let shown = Line::of(&divergence.record);
            if shown == line {
                return Some(divergence);
            }
            line = shown;
        }
        None
    }

    /// Returns the divergence `seen`, which a search has just found, if a replay shows it again, by lists or
    /// by queries.
    pub(crate) fn confirm(&mut self, seen: &Divergence) -> Option<Box<Divergence>> {
        let by_lists = std::mem::take(&mut self.by_lists);
        let shown = self.run(&Line::of(&seen.record));
        if shown.is_none() {
            self.by_lists = by_lists;
        }
        shown
    }

    /// Estimates how long new engines need for a short game, given that they have just played a game of
    /// `moves` moves for the first time.
    pub(crate) fn again(&self, moves: usize) -> Duration {
        let all = self.made.elapsed();
        let start = self.start.unwrap_or(all);
        let few = LONG_ENOUGH as u32;
        start + all.saturating_sub(start) * few / few.max(moves as u32)
    }

    /// Returns how long new engines have played since they began their first game.
    pub(crate) fn played(&self) -> Duration {
        self.made.elapsed().saturating_sub(self.start.unwrap_or_default())
    }

    /// Returns the cost at which a search with `budget` must stop.
    pub(crate) fn limit(&self, budget: u64) -> u64 {
        self.cost.saturating_add(budget).min(self.most)
    }

    /// Returns the number of queries that cost as much work as a move.
    pub(crate) fn questions_per_move(&self) -> u64 {
        if self.lockstep.is_costly() { 1 } else { QUESTIONS }
    }

    /// Returns the player for which the last move of a line is queried at the current position.
    pub(crate) fn asked(&self) -> Option<Player> {
        let turn = self.lockstep.turn();
        let somebody = turn.is_some() || !self.lockstep.rules().is_opaque();
        somebody.then(|| shifted(self.lockstep.rules(), turn, self.shift.unwrap_or(0)))
    }

    /// Adds the cost of a fault: waiting for the answer, and starting another process.
    pub(super) fn pay(&mut self, divergence: &Divergence) {
        self.cost += match divergence.signature.kind() {
            Kind::Fault if divergence.signature.end() == Some(End::Silence) => SILENCE,
            Kind::Fault => FAULT,
            _ => 0,
        };
    }

    /// Returns the divergence that the line shows, if the wanted signature covers it.
    fn shown(&mut self, line: &Line, assuming: bool) -> Option<Box<Divergence>> {
        self.asked_last = false;
        let divergence = self.follow(line, assuming).err()?;
        if !self.wanted.covers(&divergence.signature) {
            self.meet(&divergence);
            return None;
        }
        // If lists of moves show the divergence, no query about the last move is needed.
        let listed = matches!(self.wanted.kind(), Kind::Verdict | Kind::LegalSet) && divergence.question;
        self.by_lists = listed && !self.asked_last;
        if self.by_lists {
            // The lists are those of the player to move.
            self.shift.get_or_insert(0);
        }
        self.pay(&divergence);
        Some(divergence)
    }

    /// Plays a line. If `assuming`, saves work where possible, and removes moves that both engines refuse.
    fn follow(&mut self, line: &Line, assuming: bool) -> Checked {
        let kind = self.wanted.kind();
        self.cost += 1;
        let tolerant = assuming && self.memory.is_some();
        let unasked = self.by_lists && self.varies;
        let mut line = line.clone();
        if let Some(memory) = self.memory.as_mut().filter(|_| assuming)
            && !memory.repair(&mut line, asks(kind), unasked)
        {
            return Ok(());
        }
        // A query about another move could show the same signature, but that move might be less simple.
        self.lockstep.expect(line.moves.last().cloned());
        let Some(mut at) = self.approach(&line, assuming)? else { return Ok(()) };
        let mut left_out = if tolerant { LEFT_OUT + line.moves.len() / LEFT_OUT } else { 0 };
        let twin = matches!(kind, Kind::Clone | Kind::Panic | Kind::Fault);
        while let Some(mv) = line.moves.get(at).cloned() {
            self.cost += 1;
            let last = at + 1 == line.moves.len();
            if last && asks(kind) {
                if tolerant && unasked && self.lockstep.compares_lists() {
                    if let Some(memory) = &mut self.memory {
                        memory.unasked.insert(line.hash());
                        memory.news.unasked.push(line.hash());
                    }
                    return Ok(());
                }
                self.ask_last(&mv)?;
            }
            if kind == Kind::Hash {
                enter_children(
                    &mut self.lockstep,
                    if last { usize::MAX } else { FEW_CHILDREN },
                    &mut self.cost,
                )?;
            }
            let Some(player) = self.lockstep.turn() else { return Ok(()) };
            let accepted = self.lockstep.step(player, &mv, twin && last)?;
            self.learn(&line, at, player, accepted);
            match accepted {
                true => at += 1,
                false if last || left_out == 0 => return Ok(()),
                false => {
                    left_out -= 1;
                    line.moves.remove(at);
                }
            }
        }
        self.late = true;
        if self.memory.as_ref().is_none_or(|memory| memory.late) {
            self.finish()?;
        }
        if let Some(memory) = &mut self.memory {
            let failed = line.hash();
            memory.failed.insert(failed);
            memory.news.failed.push(failed);
        }
        Ok(())
    }

    /// Queries the last move of a line, for the player that has the same distance from the player to move as
    /// in the original game.
    fn ask_last(&mut self, mv: &Move) -> Checked {
        self.asked_last = true;
        let turn = self.lockstep.turn();
        let (rules, asker) = (self.lockstep.rules(), self.asker);
        let shift = *self.shift.get_or_insert_with(|| asker.map_or(0, |asker| shift(rules, turn, asker)));
        let asked = shifted(rules, turn, shift);
        self.lockstep.forgiving(|lockstep| lockstep.ask(asked, mv)).map(drop)
    }

    /// Makes the checks that the wanted divergence requires at the end of a line.
    fn finish(&mut self) -> Checked {
        finish(&mut self.lockstep, &self.wanted, &mut self.cost)?;
        if self.wanted.kind() == Kind::Hash {
            enter_children(&mut self.lockstep, usize::MAX, &mut self.cost)?;
        }
        Ok(())
    }
}

/// Returns the rank of a game; lower is better. Games from the start come first, then games with few moves.
pub(crate) fn rank(divergence: &Divergence) -> (bool, usize) {
    (!divergence.record.start.is_start(), divergence.record.moves.len())
}

/// Records which known differences are ignored in the game of a divergence when everything is compared, since
/// a search for it may have compared less. Returns whether the replay finished before `stop`.
pub(crate) fn note_passed(factories: Factories<'_>, divergence: &mut Divergence, stop: Stop<'_>) -> bool {
    let Divergence { known, record, .. } = divergence;
    known.is_empty() || audit_until(stop, factories, known, record, &[], &mut |_| {}).is_some()
}

/// The number of queries that cost as much work as a move, for engines that answer them without playing.
pub(crate) const QUESTIONS: u64 = 8;

/// The number of refused moves that may be removed from a line, plus one for every `LEFT_OUT` moves of the
/// line.
const LEFT_OUT: usize = 4;

/// The work of a fault (`FAULT`) and of a timeout (`SILENCE`), in moves.
const FAULT: u64 = 50;
const SILENCE: u64 = 1_500;

/// The maximum number of replays in which the record of the divergence may differ from the replayed line.
const TRIES: usize = 4;

/// The number of successors whose hashes are recorded at every ply except the last: a position that collides
/// with another need not itself occur in the game.
const FEW_CHILDREN: usize = 32;

/// Whether a divergence of this kind may be about a move that is not played.
pub(crate) fn asks(kind: Kind) -> bool {
    matches!(kind, Kind::Verdict | Kind::LegalSet | Kind::Refusal | Kind::Panic | Kind::Fault)
}

/// Returns the distance in turn order from the player to move to `player`, or from the first player if the
/// game is over.
fn shift(rules: Rules, turn: Option<Player>, player: Player) -> usize {
    let place = |player| rules.players().iter().position(|&other| other == player).unwrap_or(0);
    let players = rules.players().len();
    (place(player) + players - turn.map_or(0, place)) % players
}

/// Returns the player at distance `shift` from the player to move, or from the first player if the game is
/// over.
fn shifted(rules: Rules, turn: Option<Player>, shift: usize) -> Player {
    let place = rules.players().iter().position(|&player| Some(player) == turn).unwrap_or(0);
    turn.filter(|_| shift == 0).unwrap_or(rules.players()[(place + shift) % rules.players().len()])
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::tictactoe::{Player, TicTacToe};
    use bustan_vocabulary::tribolo::Tribolo;

    use super::*;
    use crate::erased::{rules, shared_player};

    #[test]
    fn a_question_is_put_as_far_from_the_player_on_turn_as_before() {
        let [rules, tictactoe] = [rules::<Tribolo>(), rules::<TicTacToe>()];
        let players = rules.players();
        for (at, &turn) in players.iter().enumerate() {
            for (of, &asked) in players.iter().enumerate() {
                let far = shift(rules, Some(turn), asked);
                assert_eq!(far, (of + 3 - at) % 3);
                assert_eq!(shifted(rules, Some(turn), far), asked);
            }
        }
        // If no player is to move, distances count from the first player.
        assert_eq!((shift(rules, None, players[2]), shifted(rules, None, 2)), (2, players[2]));
        assert_eq!(shifted(tictactoe, None, 0), shared_player::<TicTacToe>(Player::X));
    }
}
