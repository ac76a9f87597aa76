//! Small changes to a game after which it may still show the same difference.

use super::leave_out::{in_turns, in_turns_of};
use super::near::Places;
use crate::base::Dice;
use crate::erased::{Move, Record};

/// The kinds of changes to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeKind {
    /// Replaces one move with another.
    Replace,
    /// Replaces one move and plays the replacement at the last turn of its player. If engines can undo, many
    /// replacements can be tried there.
    Late,
    /// Swaps two moves of different players.
    Swap,
    /// Shuffles some consecutive moves.
    Shuffle,
    /// Removes one move of the first player. Each remaining move is made by another side.
    Sides,
    /// Removes one move of any player. The players exchange their moves, and make them in any order.
    Crossed,
    /// Removes one move of each player.
    Fewer,
}

impl ChangeKind {
    pub(super) const ALL: [Self; 7] =
        [Self::Replace, Self::Late, Self::Swap, Self::Shuffle, Self::Sides, Self::Crossed, Self::Fewer];
}

/// The total cost of the changes of each kind, in moves, and the number of moves that they saved.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChangeStats([(u64, u64); ChangeKind::ALL.len()]);

impl ChangeStats {
    /// Returns the kind to try next: each kind gets the same total cost, and kinds that gain something get
    /// more.
    pub(super) fn next(&self) -> ChangeKind {
        const AT_FIRST: u64 = 4;
        const FINE: u64 = 1_000;
        let share = |kind: &ChangeKind| {
            let (cost, gained) = self.0[*kind as usize];
            cost * FINE / (AT_FIRST + gained)
        };
        ChangeKind::ALL.into_iter().min_by_key(share).unwrap_or(ChangeKind::Replace)
    }

    /// Records the cost and the gain of a change.
    pub(super) fn note(&mut self, kind: ChangeKind, cost: u64, gained: u64) {
        let (all, gains) = &mut self.0[kind as usize];
        *all += cost;
        *gains += gained;
    }
}

/// The maximum number of consecutive moves that are shuffled.
const LONGEST: u32 = 12;

/// A game made from the moves of another game, the base.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The plies of the base whose moves are played, in order; `None` for a move that is still to be chosen.
    pub(super) plies: Vec<Option<usize>>,
    /// The ply of the base whose move is to be replaced.
    pub(super) replaced: Option<usize>,
}

impl Change {
    /// Draws a random change of `base` of the kind `kind`. The last move stays last if it is a `question`.
    pub(super) fn draw(base: &Record, kind: ChangeKind, question: bool, dice: &mut Dice) -> Option<Self> {
        let body = base.moves.len().checked_sub(usize::from(question))?;
        let draw = Draw { base, body };
        let at = pick(&(0..body).collect::<Vec<_>>(), dice)?;
        let mut plies = match kind {
            ChangeKind::Replace => draw.replaced(at, dice),
            ChangeKind::Late => draw.late(at, dice)?,
            ChangeKind::Swap => played(draw.swapped(at, dice)?),
            ChangeKind::Shuffle => played(draw.shuffled(at, dice)),
            ChangeKind::Sides => played(draw.on_other_sides(dice)?),
            ChangeKind::Crossed => played(draw.crossed(at, dice)),
            ChangeKind::Fewer => played(draw.order(&draw.one_of_each(&[], dice)?)),
        };
        let replaced = plies.contains(&None).then_some(at);
        plies.extend((body..base.moves.len()).map(Some));
        Some(Self { plies, replaced })
    }

    /// Returns games, as plies of `base`, that result from removing one move and letting each player make the
    /// moves of the other player in any order. There are `each` games for every removed move, starting with a
    /// random one. Returns no games if `base` is long, since few orders would show the same difference, or if
    /// a move names two coordinates, since few other orders would be legal.
    pub(super) fn crossed(base: &Record, question: bool, each: usize, dice: &mut Dice) -> Vec<Vec<usize>> {
        let plies = base.moves.len();
        let body = plies.saturating_sub(usize::from(question));
        let leads = |(_, mv): &(_, Move)| Places::of(&mv.to_string()).iter().count() > 1;
        if body == 0 || plies > LONGEST as usize || base.moves.iter().any(leads) {
            return Vec::new();
        }
        let draw = Draw { base, body };
        // There is seldom enough time to try all games.
        let first = dice.below(body as u32) as usize;
        let games = (0..each * body).map(|at| (first + at) % body);
        games.map(|except| draw.crossed(except, dice).into_iter().chain(body..plies).collect()).collect()
    }

    /// Returns the moves of the base that the change does not play.
    pub(super) fn gone<'b>(&self, base: &'b Record) -> impl Iterator<Item = &'b Move> {
        let moves = base.moves.iter().enumerate();
        moves.filter(|(ply, _)| !self.plies.contains(&Some(*ply))).map(|(_, (_, mv))| mv)
    }
}

/// The source of changes: a base game, of which the first `body` moves may change.
struct Draw<'b> {
    base: &'b Record,
    body: usize,
}

impl Draw<'_> {
    fn replaced(&self, at: usize, dice: &mut Dice) -> Vec<Option<usize>> {
        let order = self.order(&self.left_out(&[at], dice));
        order.into_iter().map(|ply| Some(ply).filter(|&ply| ply != at)).collect()
    }

    fn late(&self, at: usize, dice: &mut Dice) -> Option<Vec<Option<usize>>> {
        let others = self.order(&[&self.left_out(&[at], dice)[..], &[at]].concat());
        let player = self.base.moves[at].0;
        let last = self.base.moves[..others.len() + 1].iter().rposition(|(other, _)| *other == player)?;
        let mut plies: Vec<_> = others.into_iter().map(Some).collect();
        plies.insert(last, None);
        Some(plies)
    }

    fn swapped(&self, one: usize, dice: &mut Dice) -> Option<Vec<usize>> {
        let player = self.base.moves[one].0;
        let others = (0..self.body).filter(|&ply| self.base.moves[ply].0 != player);
        let mut others: Vec<usize> = others.collect();
        let near = |ply: &usize| self.are_near(*ply, one);
        if others.iter().any(near) && dice.one_in(2) {
            others.retain(near);
        }
        let other = pick(&others, dice)?;
        let mut order = self.order(&self.left_out(&[one, other], dice));
        let [one, other] = [one, other].map(|of| order.iter().position(|&ply| ply == of));
        order.swap(one?, other?);
        Some(order)
    }

    fn shuffled(&self, one: usize, dice: &mut Dice) -> Vec<usize> {
        let left_out = if dice.one_in(2) { vec![one] } else { self.left_out(&[], dice) };
        shuffled(self.order(&left_out), dice)
    }

    /// Returns the plies that are not in `left_out`, rearranged so that the players move in turn.
    fn order(&self, left_out: &[usize]) -> Vec<usize> {
        in_turns(self.base, |ply| ply < self.body && !left_out.contains(&ply), 0)
    }

    fn on_other_sides(&self, dice: &mut Dice) -> Option<Vec<usize>> {
        let first = self.base.moves.first()?.0;
        let of_first = (0..self.body).filter(|&ply| self.base.moves[ply].0 == first);
        let except = pick(&of_first.collect::<Vec<_>>(), dice)?;
        Some(in_turns(self.base, |ply| ply < self.body && ply != except, 1))
    }

    fn crossed(&self, except: usize, dice: &mut Dice) -> Vec<usize> {
        let mut plies: Vec<usize> = (0..self.body).filter(|&ply| ply != except).collect();
        shuffle(&mut plies, dice);
        in_turns_of(self.base, plies, 1)
    }

    /// Returns, in half of the games, one move of each player to be removed in addition to `besides`.
    fn left_out(&self, besides: &[usize], dice: &mut Dice) -> Vec<usize> {
        let leaves = dice.one_in(2);
        leaves.then(|| self.one_of_each(besides, dice)).flatten().unwrap_or_default()
    }

    /// Returns one random move of each player that is not in `besides`. For the player of the first move in
    /// `besides`, prefers a move near any of them.
    fn one_of_each(&self, besides: &[usize], dice: &mut Dice) -> Option<Vec<usize>> {
        let moves = &self.base.moves[..self.body];
        let first = besides.first().map(|&ply| moves[ply].0);
        let (mut seen, mut plies) = (Vec::new(), Vec::new());
        for player in first.into_iter().chain(moves.iter().map(|(player, _)| *player)) {
            if seen.contains(&player) {
                continue;
            }
            seen.push(player);
            // Without its last move, a game seldom shows a difference.
            let most = self.body.min(self.base.moves.len() - 1);
            let of = |ply: &usize| moves[*ply].0 == player && !besides.contains(ply);
            let mut own: Vec<usize> = (0..most).filter(of).collect();
            let near = |ply: &usize| besides.iter().any(|&beside| self.are_near(*ply, beside));
            if first == Some(player) && own.iter().any(near) {
                own.retain(near);
            }
            plies.push(pick(&own, dice)?);
        }
        Some(plies)
    }

    fn are_near(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|ply| Places::of(&self.base.moves[ply].1.to_string()));
        one.are_near(&other)
    }
}

/// Converts `plies`, whose moves are all known, to the plies of a change.
fn played(plies: Vec<usize>) -> Vec<Option<usize>> {
    plies.into_iter().map(Some).collect()
}

/// Returns `order` with some consecutive plies shuffled.
fn shuffled(mut order: Vec<usize>, dice: &mut Dice) -> Vec<usize> {
    let length = if dice.one_in(2) { LONGEST } else { 2 + dice.below(LONGEST - 1) } as usize;
    let from = dice.below((order.len().saturating_sub(length) + 1) as u32) as usize;
    let to = order.len().min(from + length);
    shuffle(&mut order[from..to], dice);
    order
}

fn shuffle(plies: &mut [usize], dice: &mut Dice) {
    for at in (1..plies.len()).rev() {
        plies.swap(at, dice.below(at as u32 + 1) as usize);
    }
}

fn pick(plies: &[usize], dice: &mut Dice) -> Option<usize> {
    (!plies.is_empty()).then(|| *dice.pick(plies))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bustan_vocabulary::tictactoe::TicTacToe;

    use super::*;
    use crate::erased::{rules, unknown};

    const GAME: &str = "X[a1];O[a3];X[b1];O[b3];X[c1];O[c3];X[b2]";

    /// Returns distinct changes of the kind `kind` as move lists, with `-` for the move to be chosen.
    fn changes(kind: ChangeKind, question: bool) -> Vec<String> {
        let base = rules::<TicTacToe>().record(GAME).unwrap();
        let mut games: Vec<String> = (0..4_000)
            .filter_map(|number| Change::draw(&base, kind, question, &mut Dice::of_game(7, number)))
            .map(|change| {
                let word = |ply: &Option<usize>| ply.map_or("-".into(), |ply| base.moves[ply].1.to_string());
                change.plies.iter().map(word).collect::<Vec<_>>().join(" ")
            })
            .collect();
        games.sort_unstable();
        games.dedup();
        games
    }

    fn among(games: &[String], wanted: &[&str]) -> bool {
        wanted.iter().all(|wanted| games.iter().any(|game| game == wanted))
    }

    #[test]
    fn a_move_is_replaced_and_one_of_each_player_is_left_out() {
        let games = changes(ChangeKind::Replace, false);
        // Each move, alone or with one of the three moves near it and any move of the other player.
        assert!(among(
            &games,
            &["- a3 b1 b3 c1 c3 b2", "a1 a3 b1 b3 c1 c3 -", "- a3 c1 b3 b2", "a1 - c1 c3 b2"]
        ));
        assert!(
            games
                .iter()
                .all(|game| game.matches('-').count() == 1 && [7, 5].contains(&game.split(' ').count()))
        );
    }

    #[test]
    fn a_move_is_replaced_at_the_last_turn_of_its_player() {
        let games = changes(ChangeKind::Late, false);
        assert!(among(
            &games,
            &["b1 a3 c1 b3 b2 c3 -", "a1 b3 b1 c3 c1 - b2", "b1 b3 c1 c3 -", "a1 c3 c1 - b2"]
        ));
        let late = |game: &String| game.ends_with('-') || game.ends_with("- b2");
        assert!(games.iter().all(late), "{games:?}");
        // The move in question stays last.
        let asked = changes(ChangeKind::Late, true);
        let from_end = |game: &String| game.len() - game.find('-').unwrap();
        assert!(
            asked.iter().all(|game| game.ends_with(" b2") && [4, 7].contains(&from_end(game))),
            "{asked:?}"
        );
    }

    #[test]
    fn moves_of_both_players_change_places() {
        let games = changes(ChangeKind::Swap, false);
        assert!(
            among(&games, &["a3 a1 b1 b3 c1 c3 b2", "a1 a3 b1 b2 c1 c3 b3", "a3 a1 c1 c3 b2"]),
            "{games:?}"
        );
        assert!(games.iter().all(|game| !game.contains('-')));
    }

    #[test]
    fn moves_come_in_another_order() {
        let games = changes(ChangeKind::Shuffle, false);
        let lengths =
            |games: &[String]| games.iter().map(|game| game.split(' ').count()).collect::<BTreeSet<_>>();
        assert_eq!(lengths(&games), [5, 6, 7].into());
        let asked = changes(ChangeKind::Shuffle, true);
        assert!(asked.iter().all(|game| game.ends_with("b2")) && asked.len() > 100);
    }

    #[test]
    fn the_player_who_begins_takes_the_other_side() {
        assert_eq!(changes(ChangeKind::Sides, false).len(), 4);
        assert!(among(&changes(ChangeKind::Sides, false), &["a3 b1 b3 c1 c3 b2", "a3 a1 b3 b1 c3 c1"]));
        // Any move can be removed, and each player's moves are in any order.
        let crossed = changes(ChangeKind::Crossed, false);
        assert!(among(&crossed, &["a3 b1 b3 c1 c3 b2", "c3 b2 a3 a1 b3 c1", "c3 b2 b3 a1 c1 b1"]));
        let by_second = |game: &String| game.split(' ').step_by(2).filter(|mv| mv.ends_with('3')).count();
        assert!(crossed.iter().all(|game| game.len() == 17 && by_second(game) >= 2), "{crossed:?}");
        // The player whose last move is the question has three other moves, of which one is removed.
        assert_eq!(
            changes(ChangeKind::Sides, true),
            ["a3 a1 b3 b1 c3 b2", "a3 a1 b3 c1 c3 b2", "a3 b1 b3 c1 c3 b2"]
        );
    }

    #[test]
    fn each_move_is_left_out_of_as_many_games_with_exchanged_players() {
        let crossed = |base: &Record, question| Change::crossed(base, question, 3, &mut Dice::of_game(7, 0));
        let base = rules::<TicTacToe>().record(GAME).unwrap();
        let games = crossed(&base, false);
        let without = |games: &[Vec<usize>], ply| games.iter().filter(|game| !game.contains(&ply)).count();
        assert_eq!((games.len(), std::array::from_fn(|ply| without(&games, ply))), (21, [3; 7]));
        let asked = crossed(&base, true);
        assert!(asked.len() == 18 && asked.iter().all(|game| game.len() == 6 && game[5] == 6));
        // Games with moving pieces and long games yield no candidates.
        let of_pieces = |words: &[&str]| {
            let moves = words.iter().map(|text| (unknown().players()[0], unknown().mv(text).unwrap()));
            Record { start: unknown().initial(&[]).unwrap(), moves: moves.collect() }
        };
        let lengths = [&["a", "b"][..], &["a", "a1b2"], &["a"; 13]]
            .map(|words| crossed(&of_pieces(words), false).len());
        assert_eq!(lengths, [6, 0, 0]);
    }

    #[test]
    fn a_move_of_each_player_is_left_out() {
        let games = changes(ChangeKind::Fewer, false);
        assert!(games.len() == 9 && games.iter().all(|game| game.ends_with("b2")), "{games:?}");
        assert!(among(&games, &["b1 b3 c1 c3 b2", "a1 a3 b1 b3 b2"]));
    }

    #[test]
    fn what_gains_more_may_cost_more() {
        let mut luck = ChangeStats::default();
        let mut costs = [0_u64; ChangeKind::ALL.len()];
        for _ in 0..4_000 {
            let kind = luck.next();
            costs[kind as usize] += 10;
            luck.note(
                kind,
                10,
                u64::from(kind == ChangeKind::Swap && costs[ChangeKind::Swap as usize] % 400 == 0),
            );
        }
        let least = costs.iter().min().unwrap();
        let others = costs.iter().enumerate().filter(|(at, _)| *at != ChangeKind::Swap as usize);
        assert!(others.into_iter().all(|(_, cost)| cost - least <= 10), "{costs:?}");
        assert!(costs[ChangeKind::Swap as usize] > 4 * least, "{costs:?}");
    }
}
