//! Matches between players.
//!
//! A match consists of rounds. In each round, a random opening is drawn, and all contenders play it in all
//! seats: two games for a game of two players, with exchanged colours, or six for a game of three players.
//! The players of a game are usually new, and their seeds depend only on the seed of the match and on the
//! numbers of the round and the game. Therefore, the same seed yields the same match with any number of jobs,
//! unless players depend on the clock.

mod rival;
mod statistics;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use bustan_harness::base::Dice;
use bustan_harness::erased::{ErasedEngine, Move, Player, Position, Record};
use bustan_vocabulary::Standing;

pub use rival::{Cause, Entrant, Loss, Rival};
pub use statistics::{OUTCOMES, Pairs, Sprt, SprtError, Verdict};

use crate::table::considered;

/// A contender in a match, which creates rivals from seeds. A rival that is slow to create may be reused for
/// many games.
pub struct Contender<'c> {
    /// The name in reports.
    pub name: String,
    /// Creates a rival from a seed.
    pub make: Box<dyn Fn(u64) -> Box<dyn Rival> + Sync + 'c>,
    /// Whether a new rival is created for each game.
    pub fresh: bool,
}

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The starting position of the games.
    pub start: Position,
    /// Whether each round starts from a new random setup of the same kind, in a game with random setups.
    pub drawn: bool,
    /// The number of players in a game.
    pub players: usize,
    /// The number of rounds.
    pub rounds: u64,
    /// The number of random moves at the start of each game.
    pub opening: usize,
    /// The number of moves after which a game ends as a draw.
    pub plies: usize,
    /// The seed for openings and players.
    pub seed: u64,
    /// The number of games played in parallel.
    pub jobs: usize,
    /// The sequential test that may end the match before its last round.
    pub sprt: Option<Sprt>,
}

/// The seats in the games of a round: for each game, the index of the contender in each seat.
pub fn seatings(players: usize, contenders: usize) -> Vec<Vec<usize>> {
    match (players, contenders) {
        (2, _) => vec![vec![0, 1], vec![1, 0]],
        (_, 2) => {
            let alone = |own: usize| {
                (0..players).map(move |seat| {
                    (0..players).map(|other| if other == seat { own } else { 1 - own }).collect()
                })
            };
            alone(0).chain(alone(1)).collect()
        }
        _ => {
            let turned = |order: Vec<usize>| {
                (0..players).map(move |by| (0..players).map(|seat| order[(seat + by) % players]).collect())
            };
            turned((0..players).collect()).chain(turned((0..players).rev().collect())).collect()
        }
    }
}

/// A completed game of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// The number of the round, from 1.
    pub round: u64,
    /// The number of the game in the round, from 1.
    pub game: usize,
    /// For each seat, the index of its contender.
    pub seats: Vec<usize>,
    /// The record of the game.
    pub record: Record,
    /// For each seat, the points: winners share one point.
    pub points: Vec<f64>,
    /// How the game ended.
    pub ending: Ending,
}

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game ended by the rules.
    Over,
    /// The game reached the maximum number of moves.
    Long,
    /// The rival in the seat with this index forfeited the game.
    Lost(usize, Loss),
}

/// The games of a match so far, and their results.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The games of completed rounds, in order.
    pub games: Vec<Played>,
    /// The numbers of pairs of games by the points of the first contender, in a match of two contenders in a
    /// game for two.
    pub pairs: Pairs,
    /// The result of the sequential test, if it has ended.
    pub verdict: Option<Verdict>,
}

impl Report {
    fn add(&mut self, round: Vec<Played>, sprt: Option<Sprt>) {
        if let [one, two] = &round[..] {
            let halves = 2.0 * (one.points[0] + two.points[1]);
            self.pairs.0[(halves as usize).min(OUTCOMES - 1)] += 1;
        }
        self.games.extend(round);
        self.verdict = self.verdict.or_else(|| sprt.and_then(|sprt| sprt.verdict(self.pairs)));
    }

    /// The points of a contender per game, with half the length of the 95 % confidence interval; `None`
    /// without games.
    pub fn share(&self, contender: usize) -> Option<(f64, f64)> {
        let mut rounds: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
        for game in &self.games {
            let seats = game.seats.iter().zip(&game.points).filter(|(seat, _)| **seat == contender);
            let (games, points) = rounds.entry(game.round).or_default();
            *games += 1.0;
            *points += seats.map(|(_, points)| points).sum::<f64>();
        }
        let values: Vec<(f64, f64)> = rounds.values().map(|(games, points)| (1.0, points / games)).collect();
        statistics::mean_and_bar(&values)
    }

    /// The number of games that a contender has forfeited, by cause.
    pub fn losses(&self, contender: usize) -> BTreeMap<Cause, u64> {
        let mut losses = BTreeMap::new();
        for game in &self.games {
            if let Ending::Lost(seat, loss) = &game.ending
                && game.seats[*seat] == contender
            {
                *losses.entry(loss.cause).or_default() += 1;
            }
        }
        losses
    }
}

/// The progress of a match, shared between threads.
#[derive(Debug)]
pub struct Progress {
    /// The report so far.
    pub report: Mutex<Report>,
    /// The number of completed games.
    pub played: AtomicU64,
    /// A flag that ends the match soon if it is set.
    pub stop: std::sync::Arc<AtomicBool>,
    /// Why the match ended early, if it did because of the operating system: a program could not be started,
    /// or was killed twice.
    pub lost: Mutex<Option<String>>,
    /// Messages about programs that were killed once and restarted.
    pub restarts: Mutex<Vec<String>>,
}

impl Progress {
    /// Returns the progress at the start of a match. `stop` is the flag that ends the match.
    pub fn new(stop: std::sync::Arc<AtomicBool>) -> Self {
        let (report, played) = (Mutex::default(), AtomicU64::default());
        Self { report, played, stop, lost: Mutex::default(), restarts: Mutex::default() }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays a match. `referee` creates the engines that check moves. `ended` is called for each completed game.
/// Rounds that were cut off do not count.
pub fn run(
    referee: &(dyn Fn() -> ErasedEngine + Sync),
    plan: &Plan,
    contenders: &[Contender<'_>],
    progress: &Progress,
    ended: &(dyn Fn(&Played) + Sync),
) -> Report {
    let (next, early, counted) = (AtomicU64::new(0), Mutex::default(), AtomicU64::new(0));
    let contest = Contest { referee, plan, contenders, progress, ended, next, early, counted };
    thread::scope(|scope| {
        for _ in 1..plan.jobs.max(1) {
            scope.spawn(|| contest.work());
        }
        contest.work();
    });
    let mut report = locked(&progress.report);
    // Completed rounds after a round that was cut off also count.
    if report.verdict.is_none() {
        std::mem::take(&mut *locked(&contest.early)).into_values().for_each(|games| report.add(games, None));
    }
    report.clone()
}

/// A match in progress.
struct Contest<'r, 'c> {
    referee: &'r (dyn Fn() -> ErasedEngine + Sync),
    plan: &'r Plan,
    contenders: &'r [Contender<'c>],
    progress: &'r Progress,
    ended: &'r (dyn Fn(&Played) + Sync),
    /// The index of the next round to play.
    next: AtomicU64,
    /// Completed rounds for which an earlier round has not been completed.
    early: Mutex<BTreeMap<u64, Vec<Played>>>,
    /// The number of rounds in the report.
    counted: AtomicU64,
}

/// Rivals that are reused for several games, by contender and by the number of earlier seats of the same
/// contender in a game.
type Staying = Vec<Option<Box<dyn Rival>>>;

impl Contest<'_, '_> {
    fn is_over(&self) -> bool {
        let progress = self.progress;
        progress.stop.load(Ordering::Relaxed)
            || locked(&progress.report).verdict.is_some()
            || locked(&progress.lost).is_some()
    }

    /// Plays rounds until none remain or the match is over.
    fn work(&self) {
        let places = self.contenders.len() * self.plan.players;
        let mut staying: Staying = (0..places).map(|_| None).collect();
        while !self.is_over() {
            let round = self.next.fetch_add(1, Ordering::Relaxed);
            if round >= self.plan.rounds {
                return;
            }
            match self.round(round, &mut staying) {
                Ok(Some(games)) => self.count(round, games),
                Ok(None) => return,
                Err(words) => {
                    locked(&self.progress.lost).get_or_insert(words);
                    return;
                }
            }
        }
    }

    /// Plays the games of a round; `None` if the round was cut off.
    ///
    /// # Errors
    /// Returns a message if the operating system has killed a program for the second time.
    fn round(&self, round: u64, staying: &mut Staying) -> Result<Option<Vec<Played>>, String> {
        let mut games = Vec::new();
        let mut whole = self.rest_of_round((round, &mut games), staying);
        // A program may be killed once.
        if let Err(words) = &whole {
            let (game, number) = (games.len() + 1, round + 1);
            locked(&self.progress.restarts).push(format!(
                "{words} in game {game} of round {number}; it was started again, and that game was played again"
            ));
            whole = self.rest_of_round((round, &mut games), staying);
        }
        whole.map(|whole| whole.then_some(games))
    }

    /// Adds a round to the report once all earlier rounds have been added.
    fn count(&self, round: u64, games: Vec<Played>) {
        let mut early = locked(&self.early);
        early.insert(round, games);
        let mut report = locked(&self.progress.report);
        while report.verdict.is_none()
            && let Some(games) = early.remove(&self.counted.load(Ordering::Relaxed))
        {
            report.add(games, self.plan.sprt);
            self.counted.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Plays the missing games of a round in order; `false` if the round was cut off.
    ///
    /// # Errors
    /// Returns a message if the operating system has killed a program or does not start it.
    fn rest_of_round(
        &self,
        (round, games): (u64, &mut Vec<Played>),
        staying: &mut Staying,
    ) -> Result<bool, String> {
        let Self { referee, plan, contenders, progress, .. } = self;
        let mut dice = Dice::of_game(plan.seed, round);
        let opening = opening(*referee, plan, &mut dice);
        for (number, seats) in seatings(plan.players, contenders.len()).into_iter().enumerate() {
            let mut rivals = Vec::new();
            let mut places = Vec::new();
            let seeds =
                seats.iter().map(|_| u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX)));
            let seeds: Vec<u64> = seeds.collect();
            if number < games.len() {
                continue;
            }
            for (seat, (&contender, seed)) in seats.iter().zip(seeds).enumerate() {
                let Contender { make, fresh, .. } = &contenders[contender];
                // A contender may have several seats.
                let before = seats[..seat].iter().filter(|&&other| other == contender).count();
                let place = contender * plan.players + before;
                let kept = staying[place].take().filter(|rival| !fresh && rival.is_well());
                rivals.push(kept.unwrap_or_else(|| make(seed)));
                places.push(place);
            }
            let (record, ending, points) = match play(*referee, plan, &opening, &mut rivals, &progress.stop) {
                Ok(Some(played)) => played,
                Ok(None) => return Ok(false),
                Err(_) if progress.stop.load(Ordering::Relaxed) => return Ok(false),
                Err((seat, words)) => return Err(format!("{}: {words}", contenders[seats[seat]].name)),
            };
            for (place, rival) in places.into_iter().zip(rivals) {
                staying[place] = Some(rival);
            }
            let game = Played { round: round + 1, game: number + 1, seats, record, points, ending };
            progress.played.fetch_add(1, Ordering::Relaxed);
            (self.ended)(&game);
            games.push(game);
        }
        Ok(true)
    }
}

/// The number of times that an opening which ends the game is drawn again before a shorter one is tried.
const TRIES: usize = 20;

/// Draws the opening moves of a round.
fn opening(referee: &dyn Fn() -> ErasedEngine, plan: &Plan, dice: &mut Dice) -> Record {
    let drawn = plan.start.random_setup(&mut |n| dice.below(n)).filter(|_| plan.drawn);
    let start = drawn.unwrap_or_else(|| plan.start.clone());
    for plies in (0..=plan.opening).rev() {
        for _ in 0..TRIES {
            let mut engine = referee();
            let mut record = Record::new(start.clone());
            if engine.setup(&start).is_err() {
                return record;
            }
            while let Some(player) = engine.turn().filter(|_| record.moves.len() < plies)
                && let Some(moves) = engine.legal_moves().map(|moves| considered(moves, Move::is_swap))
                && !moves.is_empty()
            {
                let mv = dice.pick(&moves).clone();
                if engine.play(player, &mv).is_err() {
                    break;
                }
                record.moves.push((player, mv));
            }
            if engine.turn().is_some() && record.moves.len() == plies {
                return record;
            }
        }
    }
    Record::new(start)
}

/// A game, how it ended, and the points by seat.
type Outcome = (Record, Ending, Vec<f64>);

/// Plays a game; `None` if it was cut off.
///
/// # Errors
/// Returns the seat of a program that the operating system has killed or does not start, and a message.
fn play(
    referee: &dyn Fn() -> ErasedEngine,
    plan: &Plan,
    opening: &Record,
    rivals: &mut [Box<dyn Rival>],
    stop: &AtomicBool,
) -> Result<Option<Outcome>, (usize, String)> {
    let mut engine = referee();
    if engine.setup(&opening.start).is_err() {
        return Ok(None);
    }
    let (record, seats) = (Record::new(opening.start.clone()), (0..rivals.len()).collect());
    let mut board = Board { engine, record, seats, rivals, stop };
    let (ending, points) = match board.play(opening, plan.plies) {
        Ok(PlayExtent::CutOff) => return Ok(None),
        Ok(PlayExtent::Long) => (Ending::Long, vec![1.0 / plan.players as f64; plan.players]),
        Ok(PlayExtent::Over) => match board.points(plan.players) {
            Some(points) => (Ending::Over, points),
            None => return Ok(None),
        },
        Err((seat, Loss { cause: Cause::Interruption, words })) => return Err((seat, words)),
        Err((seat, loss)) => (Ending::Lost(seat, loss), rivals_but(plan.players, seat)),
    };
    Ok(Some((board.record, ending, points)))
}

/// Why play of a game stopped.
enum PlayExtent {
    /// The game is over.
    Over,
    /// The game has reached the maximum number of moves.
    Long,
    /// The match was stopped.
    CutOff,
}

/// A game in progress.
struct Board<'r> {
    engine: ErasedEngine,
    record: Record,
    /// For each player, the seat at the start of the game, because a swap exchanges colours.
    seats: Vec<usize>,
    rivals: &'r mut [Box<dyn Rival>],
    stop: &'r AtomicBool,
}

impl Board<'_> {
    /// Plays the moves of `opening`, then lets the players move, until the game ends or has `plies` moves.
    ///
    /// # Errors
    /// If a rival forfeits, returns its seat and the reason.
    fn play(&mut self, opening: &Record, plies: usize) -> Result<PlayExtent, (usize, Loss)> {
        for (seat, rival) in self.rivals.iter_mut().enumerate() {
            rival.begin(&opening.start).map_err(|loss| (seat, loss))?;
        }
        while let Some(player) = self.engine.turn() {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(PlayExtent::CutOff);
            }
            let played = self.record.moves.len();
            if played >= plies {
                return Ok(PlayExtent::Long);
            }
            let given = opening.moves.get(played).map(|(_, mv)| mv);
            if !self.make_move(player, given)? {
                return Ok(PlayExtent::CutOff);
            }
        }
        Ok(PlayExtent::Over)
    }

    /// Plays the move `given` or, if there is none, a move that the player to move selects; `false` if the
    /// match was stopped.
    fn make_move(&mut self, player: Player, given: Option<&Move>) -> Result<bool, (usize, Loss)> {
        let mover = self.seats[player.index()];
        let mv = match given {
            Some(mv) => mv.clone(),
            None => {
                let chosen = self.rivals[mover].choose(&self.record, player, self.stop);
                chosen.map_err(|loss| (mover, loss))?
            }
        };
        if self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        if let Err(reason) = self.engine.play(player, &mv) {
            let told = |reason| self.record.explain(&self.engine.observe()?, &mv, reason);
            let words = reason.map(|reason| told(reason).unwrap_or_else(|| reason.to_string()));
            let reason = words.map(|words| format!(": {words}")).unwrap_or_default();
            let (ply, said) = (self.record.moves.len() + 1, player.describe_move(&mv));
            let words = format!("ply {ply}: {said} is illegal{reason}");
            return Err((mover, Loss { cause: Cause::Illegal, words }));
        }
        let others = self.rivals.iter_mut().enumerate().filter(|(seat, _)| given.is_some() || *seat != mover);
        for (seat, rival) in others {
            rival.opponent_moved(player, &mv).map_err(|loss| (seat, loss))?;
        }
        if mv.is_swap() {
            self.seats.swap(0, 1);
        }
        self.record.moves.push((player, mv));
        Ok(true)
    }

    /// The points of a completed game, by seat.
    fn points(&self, players: usize) -> Option<Vec<f64>> {
        let mut points = vec![0.0; players];
        for (place, share) in shared(self.engine.standing()?).into_iter().enumerate().take(players) {
            points[self.seats[place]] = share;
        }
        Some(points)
    }
}

/// The points after the player in `seat` has forfeited the game: the others share one point.
fn rivals_but(players: usize, seat: usize) -> Vec<f64> {
    (0..players).map(|other| if other == seat { 0.0 } else { 1.0 / (players - 1) as f64 }).collect()
}

/// The points of a completed game, by player: the winners share one point, or all players if nobody wins.
fn shared(standing: Standing) -> Vec<f64> {
    let leads: Vec<i32> = (0..standing.players()).map(|player| standing.lead(player)).collect();
    let first = leads.iter().copied().max().unwrap_or_default();
    let winners = leads.iter().filter(|&&lead| lead == first).count();
    leads.into_iter().map(|lead| if lead == first { 1.0 / winners as f64 } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sit_equally_often_in_every_seat() {
        for (players, contenders, games) in [(2, 2, 2), (3, 2, 6), (3, 3, 6)] {
            let seatings = seatings(players, contenders);
            assert_eq!(seatings.len(), games);
            for seat in 0..players {
                let in_seat = |contender| seatings.iter().filter(|seats| seats[seat] == contender).count();
                assert!((0..contenders).all(|contender| in_seat(contender) == games / contenders));
            }
            assert!(seatings.iter().all(|seats| seats.contains(&0) && seats.contains(&1)));
            let mut different = seatings.clone();
            different.sort();
            different.dedup();
            assert_eq!(different.len(), games);
        }
    }

    #[test]
    fn those_who_win_together_share_the_point() {
        assert_eq!(shared(Standing::of_points(&[3, 5])), [0.0, 1.0]);
        assert_eq!(shared(Standing::of_points(&[4, 4])), [0.5, 0.5]);
        assert_eq!(shared(Standing::of_points(&[4, 4, 1])), [0.5, 0.5, 0.0]);
        assert_eq!(shared(Standing::of_points(&[2, 2, 2])), [1.0 / 3.0; 3]);
        assert_eq!(shared(Standing::of_result(None, &[0, 9])), [0.5, 0.5]);
        assert_eq!(shared(Standing::of_result(Some(0), &[0, 9])), [1.0, 0.0]);
    }

    use std::sync::atomic::AtomicBool;

    use bustan_core::tictactoe::FastEngine;
    use bustan_harness::erased::rules;
    use bustan_vocabulary::tictactoe::TicTacToe;

    /// Plays on the first free cell. When it starts the game with this number, counted over all games, it
    /// reports that the operating system has killed it.
    struct TakenAway {
        begun: std::sync::Arc<AtomicU64>,
        at: u64,
    }

    impl Rival for TakenAway {
        fn begin(&mut self, _: &Position) -> Result<(), Loss> {
            match self.begun.fetch_add(1, Ordering::Relaxed) == self.at {
                true => Err(Loss { cause: Cause::Interruption, words: "it was killed".into() }),
                false => Ok(()),
            }
        }

        fn opponent_moved(&mut self, _: Player, _: &Move) -> Result<(), Loss> {
            Ok(())
        }

        fn choose(&mut self, game: &Record, _: Player, _: &AtomicBool) -> Result<Move, Loss> {
            let mut engine = ErasedEngine::new(FastEngine::default());
            engine.setup(&game.start).unwrap();
            game.moves.iter().for_each(|(player, mv)| engine.play(*player, mv).unwrap());
            Ok(engine.legal_moves().unwrap().swap_remove(0))
        }
    }

    #[test]
    fn a_game_counts_once_if_a_program_was_started_again_in_its_round() {
        for at in 0..8 {
            let begun = std::sync::Arc::new(AtomicU64::new(0));
            let contender = |name: &str| Contender {
                name: name.into(),
                make: Box::new(|_| Box::new(TakenAway { begun: begun.clone(), at })),
                fresh: false,
            };
            let contenders = [contender("one"), contender("other")];
            let plan = Plan {
                start: rules::<TicTacToe>().initial(&[]).unwrap(),
                drawn: false,
                players: 2,
                rounds: 2,
                opening: 2,
                plies: 100,
                seed: 1,
                jobs: 1,
                sprt: None,
            };
            let progress = Progress::new(std::sync::Arc::default());
            let ended = AtomicU64::new(0);
            let report =
                run(&|| ErasedEngine::new(FastEngine::default()), &plan, &contenders, &progress, &|_| {
                    ended.fetch_add(1, Ordering::Relaxed);
                });
            let numbers: Vec<(u64, usize)> =
                report.games.iter().map(|game| (game.round, game.game)).collect();
            assert_eq!(numbers, [(1, 1), (1, 2), (2, 1), (2, 2)], "{at}");
            assert_eq!([progress.played.into_inner(), ended.into_inner()], [4, 4], "{at}");
            let restarts = progress.restarts.into_inner().unwrap();
            let (round, game) = (at / 4 + 1, at / 2 % 2 + 1);
            let words = format!("it was killed in game {game} of round {round}; it was started again");
            assert!(restarts.len() == 1 && restarts[0].contains(&words), "{at}: {restarts:?}");
        }
    }
}
