//! The state of a game, and the moves in it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::Game as _;
use bustan_vocabulary::tribolo::{Cell, Content, Move, Observation, Player, Position, Reason, Size, Tribolo};

use super::TriboloFlaw;

/// The step in columns and rows for each direction. A flaw omits the last direction.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The state of a game.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) flaw: TriboloFlaw,
    size: Size,
    cells: Vec<Content>,
    /// The player asked first.
    asked: Player,
    pub(super) to_move: Option<Player>,
    ply: u32,
    /// The scores, by player.
    scores: [u32; 3],
    taken: Vec<Cell>,
}

impl Game {
    pub(super) fn at(flaw: TriboloFlaw, position: &Position) -> Self {
        let cells = position.cells().to_vec();
        let owned = |player| cells.iter().filter(|content| content.owner() == Some(player)).count() as u32;
        let scores = Player::ALL.map(owned);
        let (size, asked, ply) = (position.size(), position.asked(), position.ply());
        let mut game = Self { flaw, size, cells, asked, to_move: None, ply, scores, taken: Vec::new() };
        game.to_move = asked.cycle().into_iter().find(|&player| game.can_move(player));
        game
    }

    fn content(&self, cell: Cell) -> Option<Content> {
        self.size.index(cell).map(|index| self.cells[index])
    }

    fn set(&mut self, cell: Cell, content: Content) {
        if let Some(index) = self.size.index(cell) {
            self.cells[index] = content;
        }
    }

    /// The cells from the neighbour of `from` in a direction to the edge, with their contents.
    fn walk(&self, from: Cell, (right, down): (i8, i8)) -> impl Iterator<Item = (Cell, Content)> + '_ {
        (1..).map_while(move |steps: i8| {
            let column = from.column().checked_add_signed(right * steps)?;
            let cell = Cell::new(column, from.row().checked_add_signed(down * steps)?)?;
            Some((cell, self.content(cell)?))
        })
    }

    /// The cells that `player` jumps over in one direction; empty if there is no jump.
    fn jump(&self, player: Player, from: Cell, direction: (i8, i8)) -> Vec<Cell> {
        let mut over = Vec::new();
        let mut colour = None;
        let most = if self.flaw == TriboloFlaw::LongRuns && direction < (0, 1) { 14 } else { usize::MAX };
        for (cell, content) in self.walk(from, direction) {
            let passes = |owner: Player| match colour {
                None => true,
                Some(first) => first == owner || self.flaw == TriboloFlaw::TwoColours,
            };
            match content {
                Content::Owned(owner) if owner == player && over.len() <= most => return over,
                Content::Owned(owner) if owner == player => return Vec::new(),
                Content::Owned(owner) if passes(owner) => {
                    colour = colour.or(Some(owner));
                    over.push(cell);
                }
                Content::Wall if self.flaw == TriboloFlaw::WallCloses => return over,
                _ => return Vec::new(),
            }
        }
        if self.flaw == TriboloFlaw::EdgeCloses { over } else { Vec::new() }
    }

    /// All cells that `player` jumps over from `from`, line by line. Empty if the cell is not empty.
    fn lines(&self, player: Player, from: Cell) -> Vec<Vec<Cell>> {
        if self.content(from) != Some(Content::Empty) {
            return Vec::new();
        }
        let known = if self.flaw == TriboloFlaw::SevenDirections { 7 } else { 8 };
        let lines = DIRECTIONS[..known].iter().map(|&direction| self.jump(player, from, direction));
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// The cells that a move jumps over, sorted.
    fn conversions(&self, player: Player, from: Cell) -> Vec<Cell> {
        let mut cells: Vec<Cell> = match self.flaw {
            TriboloFlaw::OneJump => self.lines(player, from).into_iter().next().unwrap_or_default(),
            _ => self.lines(player, from).concat(),
        };
        cells.sort();
        cells
    }

    /// The cells at which `player` can move, sorted.
    pub(super) fn moves(&self, player: Player) -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            self.size.cells().filter(|&cell| !self.lines(player, cell).is_empty()).collect();
        cells.sort();
        cells
    }

    fn can_move(&self, player: Player) -> bool {
        self.size.cells().any(|cell| !self.lines(player, cell).is_empty())
    }

    /// Checks that `player` may move to `cell`.
    pub(super) fn check(&self, player: Player, Move(cell): Move) -> Result<(), Reason> {
        let Some(turn) = self.to_move else { return Err(Reason::GameOver) };
        let instead = turn.cycle().into_iter().skip(1).find(|&player| self.can_move(player));
        let may_instead = self.flaw == TriboloFlaw::Declining && instead == Some(player);
        match self.content(cell) {
            _ if turn != player && !may_instead => Err(Reason::NotYourTurn),
            None => Err(Reason::OffBoard),
            Some(Content::Empty) if self.lines(player, cell).is_empty() => Err(Reason::NoJump),
            Some(Content::Empty) => Ok(()),
            Some(_) => Err(Reason::Occupied),
        }
    }

    /// Plays a move that passes [`check`](Self::check).
    pub(super) fn make(&mut self, player: Player, cell: Cell) {
        let taken = self.conversions(player, cell);
        let mut loser = None;
        for &over in &taken {
            if let Some(owner) = self.content(over).and_then(Content::owner) {
                let counts = *loser.get_or_insert(owner) == owner || self.flaw != TriboloFlaw::OneLoser;
                self.scores[owner as usize] -= u32::from(counts);
            }
            self.set(over, Content::Owned(player));
        }
        self.set(cell, Content::Owned(player));
        self.scores[player as usize] += 1 + taken.len() as u32;
        self.taken = taken;
        self.ply += 1;
        self.asked = player.next();
        self.to_move = self.next(player);
    }

    /// The player to move after a move of `mover`.
    fn next(&self, mover: Player) -> Option<Player> {
        let [first, second, last] = mover.next().cycle();
        let [first_can, second_can, last_can] = [first, second, last].map(|player| self.can_move(player));
        match self.flaw {
            _ if first_can => Some(first),
            TriboloFlaw::OneSkip if second_can || last_can => Some(second),
            _ if second_can => Some(second),
            TriboloFlaw::MoverForgotten => None,
            _ if last_can => Some(last),
            _ => None,
        }
    }

    pub(super) fn position(&self) -> Option<Position> {
        Position::new(self.size, self.cells.clone(), self.to_move.unwrap_or(self.asked), self.ply).ok()
    }

    fn winner(&self) -> Option<Player> {
        let most = self.scores.iter().max();
        let mut best = Player::ALL.into_iter().filter(|&player| Some(&self.scores[player as usize]) == most);
        best.next().filter(|_| best.next().is_none())
    }

    pub(super) fn observe(&self) -> Observation {
        let occupied = self.size.cells().zip(self.cells.iter().copied());
        let jumps =
            |player| self.moves(player).into_iter().map(move |cell| (cell, self.conversions(player, cell)));
        Observation {
            game: Tribolo::NAME,
            width: self.size.width(),
            height: self.size.height(),
            ply: self.ply,
            to_move: self.to_move,
            over: self.to_move.is_none(),
            winner: if self.to_move.is_none() { self.winner() } else { None },
            scores: Player::ALL.into_iter().map(|player| (player, self.scores[player as usize])).collect(),
            board: occupied.filter(|&(_, content)| content != Content::Empty).collect(),
            jumps: self.to_move.map(|player| jumps(player).collect()).unwrap_or_default(),
            moves: Player::ALL
                .into_iter()
                .map(|player| (player, self.moves(player)))
                .collect::<BTreeMap<_, _>>(),
            taken: self.taken.clone(),
        }
    }

    pub(super) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.size, &self.cells, self.to_move).hash(&mut hasher);
        hasher.finish()
    }
}
