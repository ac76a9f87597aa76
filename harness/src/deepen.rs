//! Searching from scratch for a short game that diverges for a given reason.
//!
//! Two searches complement each other. The *hunt* plays short random games on the small starting positions, under all
//! policies: it reaches deep quickly and proves nothing. The *exhaustive* search tries all games of length 1, then 2,
//! and so on; when it has tried all that are shorter than the best game known, that game is proven shortest. It looks
//! for divergences that show by themselves when a position is reached; those that show only when an unlisted move is
//! proposed are looked for with the moves of the best game known, and nothing is proven then.
//!
//! Between games the search takes moves back, and looks whether all that can be observed is as before; otherwise it plays the game
//! anew. An engine that takes back wrongly in a way that shows only moves later can hide a shorter game from it.

use bustan_core::{Engine, Explore, Game};

use crate::dice::Dice;
use crate::divergence::{Divergence, Kind, Signature};
use crate::generate::Stop;
use crate::lockstep::{Checked, Checks, Lockstep};
use crate::replay::{Line, Replayer, asks, finish};
use crate::seat::{Move, Position};

/// What is known about games shorter than the one shrinking arrived at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortest {
    /// Every shorter game from the small starting positions was tried: none diverges for the same reason.
    Proven,
    /// The search through all shorter games was completed up to this number of moves only.
    SearchedTo(usize),
}

/// The seed of the hunt: any number, always the same.
const HUNT: u64 = 0x4275_7374_616e;

/// Plays random games shorter than `length` from `starts`, the smallest first, until one diverges with the signature that the
/// replayer wants, or `budget` moves have been played. Begins with the game of number `next`, which goes up.
pub(crate) fn hunt<A, B>(
    replayer: &mut Replayer<'_, A, B>,
    starts: &[Position<A>],
    next: &mut u64,
    length: usize,
    budget: u64,
    stop: Stop<'_>,
) -> Option<Box<Divergence<A::Game>>>
where
    A: Engine<Game: Explore>,
    B: Engine<Game = A::Game>,
{
    let limit = replayer.cost + budget;
    let checks = Checks::for_kind(replayer.wanted.kind());
    let mut lockstep = Lockstep::new(replayer.makers, checks, starts.first()?.clone());
    lockstep.prefer(replayer.wanted.clone());
    if replayer.lockstep.keeps_costly() {
        lockstep.keep_costly();
    }
    while replayer.cost < limit && !stop.now() && length >= 2 {
        let mut dice = Dice::of_game(HUNT, *next);
        *next += 1;
        // Smaller boards are tried more often: both draws must be large to get a large one.
        let most = starts.len() as u32;
        let start = &starts[dice.below(most).min(dice.below(most)) as usize];
        let moves = length - 1;
        if let Err(divergence) =
            random_game(&mut lockstep, start, moves, &mut dice, &replayer.wanted, &mut replayer.cost)
            && replayer.wanted.covers(&divergence.signature)
            && divergence.record.moves.len() < length
            && let Some(again) = replayer.run(&Line::of(&divergence.record))
            && again.record.moves.len() < length
        {
            return Some(again);
        }
    }
    None
}

fn random_game<A, B>(
    lockstep: &mut Lockstep<'_, A, B>,
    start: &Position<A>,
    moves: usize,
    dice: &mut Dice,
    wanted: &Signature,
    cost: &mut u64,
) -> Checked<A::Game>
where
    A: Engine<Game: Explore>,
    B: Engine<Game = A::Game>,
{
    *cost += 1;
    if !lockstep.begin(start)? {
        return Ok(());
    }
    // What shows at one position must be looked for at each; what shows on the way back is found from the last.
    let at_each = matches!(wanted.kind(), Kind::Text | Kind::Hash | Kind::Count | Kind::Law);
    let policy = dice.below(A::Game::POLICIES.len() as u32) as usize;
    let mut weights = Vec::new();
    while let Some(player) = lockstep.turn().filter(|_| lockstep.plies() < moves) {
        *cost += 1;
        if let Some(proposal) = lockstep.proposal(&mut |n| dice.below(n)) {
            lockstep.ask(player, &proposal)?;
        }
        let legal = lockstep.ensure_legal()?;
        if legal.is_empty() {
            break;
        }
        if at_each {
            finish(lockstep, wanted, cost)?;
        }
        weights.clear();
        if let Some(seen) = lockstep.seen() {
            A::Game::weigh(policy, seen, &legal, &mut weights);
        }
        weights.resize(legal.len(), 1);
        let mv = &legal[dice.weighted(&weights)];
        if !lockstep.step(player, mv, dice.one_in(4))? {
            return Ok(());
        }
    }
    finish(lockstep, wanted, cost)
}

/// Tries all games shorter than that of `best`, shortest first, as far as `budget` moves go: one that diverges for
/// the same reason, and how far the search came.
#[allow(clippy::type_complexity)]
pub(crate) fn exhaust<A, B>(
    replayer: &mut Replayer<'_, A, B>,
    best: &Divergence<A::Game>,
    budget: u64,
    stop: Stop<'_>,
) -> (Option<Box<Divergence<A::Game>>>, Shortest)
where
    A: Engine<Game: Explore>,
    B: Engine<Game = A::Game>,
{
    let kind = replayer.wanted.kind();
    let proposals = if asks(kind) { Line::of(&best.record).moves } else { Vec::new() };
    let starts = replayer.small_starts(&best.record.start);
    let limit = replayer.cost + budget;
    let mut search = Search { replayer, proposals, limit, stop, longest: 0, path: Vec::new() };
    let length = best.record.moves.len();
    // Engines that can begin at none of the small positions are searched from where the game begins, which proves less.
    let small = A::Game::small_starts(&best.record.start).iter().any(|start| starts.contains(start));
    let mut searched = None;
    for depth in 0..length {
        search.longest = depth;
        for start in &starts {
            // A question about a move counts as a move of the record.
            let moves = if best.question { depth.saturating_sub(1) } else { depth };
            match search.from(start, moves) {
                Err(Ended::Found(shorter)) => return (Some(shorter), proof(kind, best, depth, small)),
                Err(Ended::Spent) => return (None, proof(kind, best, searched.unwrap_or(0), false)),
                Ok(()) => {}
            }
        }
        searched = Some(depth);
    }
    (None, proof(kind, best, length.saturating_sub(1), small))
}

/// What a search completed to `depth` shows; `all` when no shorter length is left.
fn proof<G: Explore>(kind: Kind, best: &Divergence<G>, depth: usize, all: bool) -> Shortest {
    let shows_itself = match kind {
        Kind::Verdict => best.signature.says("legal") && !best.signature.says("played"),
        // Of all random games that could be played on from a position, only a few are.
        Kind::Count => !best.signature.says("playout"),
        Kind::Turn | Kind::Observation | Kind::LegalSet | Kind::Undo | Kind::Text | Kind::Law => true,
        Kind::Setup | Kind::Refusal | Kind::Hash | Kind::Clone | Kind::Panic | Kind::Fault | Kind::Start => false,
    };
    // There is no shorter game than one without moves.
    let all = (all && shows_itself) || best.record.moves.is_empty();
    if all && G::is_start(&best.record.start) { Shortest::Proven } else { Shortest::SearchedTo(depth) }
}

/// Why a search ended early.
enum Ended<G: Game> {
    Found(Box<Divergence<G>>),
    Spent,
}

struct Search<'s, 'm, A, B>
where
    A: Engine<Game: Explore>,
    B: Engine<Game = A::Game>,
{
    replayer: &'s mut Replayer<'m, A, B>,
    /// Moves to ask about at every position.
    proposals: Vec<Move<A>>,
    limit: u64,
    stop: Stop<'s>,
    /// How long a game may be at most to end the search; others of the same length may be shorter still.
    longest: usize,
    path: Vec<Move<A>>,
}

impl<A, B> Search<'_, '_, A, B>
where
    A: Engine<Game: Explore>,
    B: Engine<Game = A::Game>,
{
    fn from(&mut self, start: &Position<A>, moves: usize) -> Result<(), Ended<A::Game>> {
        self.path.clear();
        match self.replayer.lockstep.begin(start) {
            Err(divergence) => self.judge(&divergence),
            Ok(false) => Ok(()),
            Ok(true) => self.below(start, moves),
        }
    }

    /// Searches `moves` moves on from the position at hand, which is left as it is.
    fn below(&mut self, start: &Position<A>, moves: usize) -> Result<(), Ended<A::Game>> {
        if let Err(divergence) = self.look() {
            self.judge(&divergence)?;
            return self.again(start);
        }
        if moves == 0 {
            return Ok(());
        }
        let legal = match self.replayer.lockstep.ensure_legal() {
            Ok(legal) => legal,
            Err(divergence) => {
                self.judge(&divergence)?;
                return self.again(start);
            }
        };
        for mv in legal {
            if self.replayer.cost >= self.limit || self.stop.now() {
                return Err(Ended::Spent);
            }
            self.replayer.cost += 1;
            let Some(player) = self.replayer.lockstep.turn() else { return Ok(()) };
            match self.replayer.lockstep.step(player, &mv, false) {
                Err(divergence) => {
                    self.judge(&divergence)?;
                    self.again(start)?;
                }
                Ok(false) => {}
                Ok(true) => {
                    self.path.push(mv);
                    self.below(start, moves - 1)?;
                    self.path.pop();
                    self.back(start)?;
                }
            }
        }
        Ok(())
    }

    /// What shows at the position at hand without playing on.
    fn look(&mut self) -> Checked<A::Game> {
        let lockstep = &mut self.replayer.lockstep;
        if let Some(player) = lockstep.turn() {
            for mv in &self.proposals {
                lockstep.ask(player, mv)?;
            }
        }
        // Hashes of children are entered anyway when the search goes there.
        finish(lockstep, &self.replayer.wanted, &mut self.replayer.cost)
    }

    fn judge(&mut self, divergence: &Divergence<A::Game>) -> Result<(), Ended<A::Game>> {
        if !self.replayer.wanted.covers(&divergence.signature) {
            return Ok(());
        }
        // Trust nothing that came about by taking back: only what a plain replay confirms counts.
        match self.replayer.run(&Line::of(&divergence.record)) {
            Some(again) if again.record.moves.len() <= self.longest => Err(Ended::Found(again)),
            _ => Ok(()),
        }
    }

    /// Comes back to where the search is by playing the path anew, as after a divergence that broke the engines.
    fn again(&mut self, start: &Position<A>) -> Result<(), Ended<A::Game>> {
        self.replayer.lockstep.spoil();
        if !matches!(self.replayer.lockstep.begin(start), Ok(true)) {
            return Err(Ended::Spent);
        }
        for mv in &self.path {
            self.replayer.cost += 1;
            let Some(player) = self.replayer.lockstep.turn() else { return Err(Ended::Spent) };
            if !matches!(self.replayer.lockstep.step(player, mv, false), Ok(true)) {
                return Err(Ended::Spent);
            }
        }
        Ok(())
    }

    /// Takes the last move back, by undoing where undoing is not itself in doubt.
    fn back(&mut self, start: &Position<A>) -> Result<(), Ended<A::Game>> {
        let doubtful = matches!(self.replayer.wanted.kind(), Kind::Undo | Kind::Count | Kind::Panic | Kind::Fault);
        if doubtful || self.replayer.lockstep.back().is_err() {
            return self.again(start);
        }
        Ok(())
    }
}
