//! The state of a game, and the moves in it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::Game as _;
use bustan_vocabulary::margo::{
    Cell, Group, Invalid, Margo, Move, Observation, Player, Point, Position, Reason, Stage,
};

use super::MargoFlaw;
use super::balls::Balls;
use super::capture::{capture, iteration};
use super::shape::Shape;

/// The state of a game. Methods that need earlier states take them as a slice, oldest first.
#[derive(Clone, Debug)]
pub(super) struct Game {
    balls: Balls,
    turn: Player,
    ply: u32,
    stage: Stage,
    lifted: Vec<Point>,
}

/// Returns an error if a ball of the position floats or could be lifted. Flaws have no effect on the check.
pub(super) fn check(position: &Position) -> Result<(), Invalid> {
    let game = Game::at(MargoFlaw::None, position);
    let is_empty = |&&number: &&usize| game.balls.at[number].is_none();
    for &ball in position.balls().keys() {
        let below = game.balls.shape.number(ball).map(|number| &game.balls.shape.places[number].below);
        let gaps = below.into_iter().flatten().filter(is_empty).map(|&number| game.point(number));
        if let Some(gap) = gaps.min() {
            return Err(Invalid::Floating(ball, gap));
        }
    }
    let players = position.setup().players().iter();
    let lifted = players.flat_map(|&player| iteration(&mut game.balls.clone(), player));
    let first = lifted.map(|(number, _)| game.point(number)).min();
    first.map_or(Ok(()), |point| Err(Invalid::Liftable(point)))
}

impl Game {
    pub(super) fn at(flaw: MargoFlaw, position: &Position) -> Self {
        let setup = position.setup();
        let mut balls = Balls::new(flaw, setup, Shape::of(setup.size));
        for (&point, &colour) in position.balls() {
            if let Some(number) = balls.shape.number(point) {
                balls.at[number] = Some(colour);
            }
        }
        balls.label_all();
        Self {
            balls,
            turn: position.turn(),
            ply: position.ply(),
            stage: position.stage(),
            lifted: Vec::new(),
        }
    }

    pub(super) fn flaw(&self) -> MargoFlaw {
        self.balls.flaw
    }

    fn point(&self, number: usize) -> Point {
        self.balls.shape.places[number].point
    }

    /// The player who is to move `turns` turns after the current one.
    fn later(&self, turns: usize) -> Player {
        let players = self.balls.setup.players();
        players[(self.turn as usize + turns) % players.len()]
    }

    pub(super) fn to_move(&self, before: &[Self]) -> Option<Player> {
        self.legal_moves(before).next().map(|_| self.turn)
    }

    pub(super) fn legal_moves<'a>(&'a self, before: &'a [Self]) -> impl Iterator<Item = Move> + 'a {
        let grounds = self.balls.shape.places.iter().map(|place| place.point);
        let places = grounds.filter(|point| point.level() < 2).map(|point| Move::Place(point.cell()));
        let moves = places.chain([Move::Swap]).filter(|_| self.stage == Stage::Open);
        moves.filter(|&mv| self.make(before, mv).is_ok())
    }

    /// The game after a move of `player`.
    pub(super) fn after(&self, before: &[Self], player: Player, mv: Move) -> Result<Self, Reason> {
        match self.to_move(before) {
            None => Err(Reason::GameOver),
            Some(turn) if turn != player => Err(Reason::NotYourTurn),
            Some(_) => self.make(before, mv),
        }
    }

    /// The game after a move of the player to move.
    fn make(&self, before: &[Self], mv: Move) -> Result<Self, Reason> {
        let Move::Place(cell) = mv else {
            let offered = self.balls.setup.swap && self.ply == 1;
            let next = || Self { ply: 2, lifted: Vec::new(), ..self.clone() };
            return offered.then(next).ok_or(Reason::Unsupported);
        };
        let number = self.landing(cell)?;
        let mut balls = self.balls.clone();
        balls.put(number, self.turn);
        let is_alive = |balls: &Balls| {
            balls.group(number).is_some_and(|label| balls.free().get(usize::from(label)) == Some(&true))
        };
        if self.flaw() == MargoFlaw::EarlySuicide && !is_alive(&balls) {
            return Err(Reason::Suicide);
        }
        let joined = balls.group(number);
        let balls_in_group = (0..balls.at.len()).filter(|&other| balls.group(other) == joined).count();
        let lifted = capture(&mut balls, self.turn);
        if !is_alive(&balls) && (self.flaw() != MargoFlaw::GroupSuicide || balls_in_group < 2) {
            return Err(Reason::Suicide);
        }
        let wins = balls.setup.atari && lifted.iter().any(|&(_, colour)| colour != self.turn);
        let stage = if wins { Stage::Won } else { Stage::Open };
        let mut lifted: Vec<Point> = lifted.into_iter().map(|(number, _)| self.point(number)).collect();
        lifted.sort();
        let next = Self { balls, turn: self.later(1), ply: self.ply + 1, stage, lifted };
        if self.repeats(before, &next) || self.is_barred(before, self.point(number), &next) {
            Err(Reason::Repetition)
        } else {
            Ok(next)
        }
    }

    /// Whether a flaw refuses a move to `point` as if it retook a ko.
    fn is_barred(&self, before: &[Self], point: Point, next: &Self) -> bool {
        match self.flaw() {
            MargoFlaw::SnapbackRefused => self.lifted.contains(&point),
            MargoFlaw::KoLasts => {
                let mut earlier = before.iter().rev().take(3).chain([self]);
                next.lifted.len() == 1 && earlier.any(|game| game.lifted == [point])
            }
            _ => false,
        }
    }

    /// The point on which a ball placed at a cell would land.
    fn landing(&self, cell: Cell) -> Result<usize, Reason> {
        let mut number = self.balls.shape.lowest(cell).ok_or(Reason::OffBoard)?;
        while self.balls.at[number].is_some() {
            number = self.balls.shape.places[number].lid.ok_or(Reason::Unsupported)?;
        }
        if self.balls.is_supported(number) { Ok(number) } else { Err(Reason::Unsupported) }
    }

    fn repeats(&self, before: &[Self], next: &Self) -> bool {
        let round = self.balls.setup.players().len() - 1;
        let remembered = match self.flaw() {
            MargoFlaw::SimpleKo => before.len().min(round),
            MargoFlaw::LongCycles => before.len().min(2 * round + 1),
            _ => before.len(),
        };
        let any_turn = self.flaw() == MargoFlaw::TurnlessKo;
        let mut earlier = before.iter().rev().take(remembered).chain([self]);
        earlier.any(|game| (any_turn || game.turn == next.turn) && game.balls.at == next.balls.at)
    }

    fn board(&self) -> BTreeMap<Point, Player> {
        let spots = self.balls.at.iter().enumerate();
        spots.filter_map(|(number, ball)| Some((self.point(number), (*ball)?))).collect()
    }

    fn groups(&self) -> Vec<Group> {
        let mut found: BTreeMap<u16, Group> = BTreeMap::new();
        for (number, ball) in self.balls.at.iter().enumerate() {
            let (Some(colour), Some(label)) = (*ball, self.balls.group(number)) else { continue };
            let empty = Group { colour, balls: Vec::new(), freedoms: Vec::new() };
            let group = found.entry(label).or_insert(empty);
            group.balls.push(self.point(number));
            group.freedoms.extend(self.balls.freedoms(number).map(|beside| self.point(beside)));
        }
        let mut groups: Vec<Group> = found.into_values().collect();
        for group in &mut groups {
            group.balls.sort();
            group.freedoms.sort();
            group.freedoms.dedup();
        }
        groups.sort_by_key(|group| group.balls[0]);
        groups
    }

    pub(super) fn observe(&self, before: &[Self]) -> Observation {
        let to_move = self.to_move(before);
        let board = self.board();
        let balls = |player: Player| board.values().filter(|&&ball| ball == player).count() as u32;
        let players = self.balls.setup.players();
        let scores: BTreeMap<Player, u32> = players.iter().map(|&player| (player, balls(player))).collect();
        let most = scores.values().copied().max().unwrap_or_default();
        let leaders: Vec<Player> = players.iter().copied().filter(|player| scores[player] == most).collect();
        let winner = match (self.stage, &leaders[..]) {
            (Stage::Won, _) => Some(self.later(players.len() - 1)),
            (_, &[leader]) => Some(leader),
            _ => None,
        };
        let mut buried: Vec<Point> = (0..self.balls.at.len())
            .filter(|&at| self.balls.is_buried(at))
            .map(|at| self.point(at))
            .collect();
        buried.sort();
        Observation {
            game: Margo::NAME,
            size: self.balls.setup.size.get(),
            ply: self.ply,
            to_move,
            over: to_move.is_none(),
            winner: winner.filter(|_| to_move.is_none()),
            scores,
            board,
            groups: self.groups(),
            buried,
            captured: self.lifted.clone(),
            setup: self.balls.setup,
            by_capture: self.stage == Stage::Won,
        }
    }

    pub(super) fn hash(&self, before: &[Self]) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.balls.at, self.to_move(before)).hash(&mut hasher);
        hasher.finish()
    }

    pub(super) fn position(&self, before: &[Self]) -> Option<Position> {
        let over = self.stage == Stage::Open && self.to_move(before).is_none();
        let stage = if over { Stage::Over } else { self.stage };
        Position::new(self.balls.setup, self.turn, self.ply, stage, self.board()).ok()
    }
}
