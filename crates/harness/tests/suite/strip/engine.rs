//! An engine of Strip with or without a flaw.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::thread;
use std::time::Duration;

use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout, Ruling};

use super::{Invalid, MARKUP, Mark, Observation, Player, Position, Reason, Strip};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    None,
    /// Only the neighbour on the left counts.
    Legality,
    /// An occupied cell next to a cell of the same player is refused for the wrong one of two reasons, the
    /// adjacency.
    ReasonOrder,
    /// From the third mark on, the score is one too high.
    Score,
    /// Undo does not restore the player to move.
    Undo,
    /// Undo restores everything except the score.
    UndoScore,
    /// Two undos in a row restore everything except the score.
    UndoTwice,
    /// The last legal move is not listed once a move was taken back.
    UndoList,
    /// The hash only counts marks, and includes the player to move.
    HashBlind,
    /// The hash depends on the order of moves, and on the player to move.
    HashOrder,
    /// The hash covers the cells but not the player to move.
    HashTurn,
    /// A duplicate shares the cells of its original.
    Clone,
    /// A duplicate cannot take back moves that its original played.
    CloneForgets,
    /// Panics at the fourth mark.
    Panic,
    /// Panics when queried about an off-board cell.
    PanicAsked,
    /// The position does not include the player to move.
    Text,
    /// The first of exactly two legal moves is listed twice.
    Twice,
    /// Counts one move too many after the second mark.
    Count,
    /// Counts correctly except for the moves after the second of three legal moves.
    CountTwo,
    /// Counts one move too many once a move was taken back.
    CountUndone,
    /// Random games end one move too early.
    Playout,
    /// Random games take seconds before they begin, and consume random numbers meanwhile.
    Dawdles,
    /// Random games never end.
    Endless,
    /// Random games never choose the last of several legal moves.
    Odds,
    /// Every second random game makes different moves with the same random numbers.
    Dice,
    /// After a set-up, allows the last cell regardless of its neighbours.
    SetupLegal,
    /// Once there are two marks, the hash differs between a played and a set-up position.
    HashSetup,
    /// Panics with a long message that contains control characters.
    PanicRaw,
    /// The last legal move is not listed after the second mark.
    Missing,
    /// Lists a move that it refuses.
    Surplus,
    /// A refused move passes the turn.
    Refusal,
    /// Accepts impossible positions.
    SetupLax,
    /// A refused set-up clears the board.
    SetupWipes,
    /// Reports its own crash at the third mark.
    Fault,
    /// `x` stays to move after marking the cell 0.
    Turn,
    /// Reports an off-board move as legal but refuses to play it.
    TwoTongues,
    /// Keeps the marks of the previous game.
    Sticky,
    /// Panics at the fifth mark with a message that contains markup.
    PanicMarkup,
    /// Reports a winner who contradicts the result.
    Winner,
    /// Counts one mark too many at a player's third mark. Once it has done so, it does so from the first mark
    /// of any game.
    Spreads,
    /// As a program, can only be set up at starts.
    Unset,
    /// As a program, does not support undo.
    Forward,
}

thread_local! {
    /// The number of random games played by all engines of the thread.
    static GAMES: Cell<usize> = const { Cell::new(0) };
}

pub(crate) struct StripEngine {
    flaws: Vec<Flaw>,
    turn: Player,
    cells: Rc<RefCell<Vec<Option<Player>>>>,
    extra: i32,
    order: u64,
    history: Vec<(Player, u8, u64)>,
    /// The number of moves taken back since the last move was played.
    undone: u32,
    /// Whether the game began with marks on the board.
    midway: bool,
    games: u32,
    /// Whether the flaw `Spreads` has shown.
    spread: Cell<bool>,
}

impl StripEngine {
    pub(crate) fn new(flaw: Flaw) -> Self {
        Self::with(&[flaw])
    }

    /// Returns an engine with several flaws.
    pub(crate) fn with(flaws: &[Flaw]) -> Self {
        let cells = Rc::new(RefCell::new(vec![None; 7]));
        Self {
            flaws: flaws.to_vec(),
            turn: Player::X,
            cells,
            extra: 0,
            order: 0,
            history: Vec::new(),
            undone: 0,
            midway: false,
            games: 0,
            spread: Cell::new(false),
        }
    }

    pub(crate) fn flaws(&self) -> &[Flaw] {
        &self.flaws
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaws.contains(&flaw)
    }

    /// Returns the first flaw, for checks of engines with a single flaw.
    fn flaw(&self) -> Flaw {
        self.flaws[0]
    }

    fn at(&self, cell: i32) -> Option<Player> {
        usize::try_from(cell).ok().and_then(|cell| self.cells.borrow().get(cell).copied().flatten())
    }

    fn marks(&self) -> usize {
        self.cells.borrow().iter().flatten().count()
    }

    fn judge(&self, player: Player, mv: Mark) -> Result<(), Reason> {
        let cell = i32::from(mv.0);
        let right = !self.has(Flaw::Legality);
        let lax = self.has(Flaw::SetupLegal) && self.midway && cell + 1 == self.cells.borrow().len() as i32;
        let beside =
            !lax && self.at(cell - 1) == Some(player) || (right && self.at(cell + 1) == Some(player));
        if usize::from(mv.0) >= self.cells.borrow().len() {
            assert!(!self.has(Flaw::PanicAsked), "no cell {cell}");
            return Err(Reason::OffBoard);
        }
        if beside && self.has(Flaw::ReasonOrder) {
            return Err(Reason::Beside);
        }
        if self.at(cell).is_some() {
            return Err(Reason::Occupied);
        }
        if beside { Err(Reason::Beside) } else { Ok(()) }
    }

    fn list(&self) -> Vec<Mark> {
        let size = self.cells.borrow().len() as u8;
        (0..size).map(Mark).filter(|&mv| self.judge(self.turn, mv).is_ok()).collect()
    }
}

impl Engine for StripEngine {
    type Game = Strip;
    type Observation = Observation;

    fn name(&self) -> String {
        if self.has(Flaw::None) { "right".into() } else { "flawed".into() }
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        let wrong = position.cells.windows(2).position(|pair| pair[0].is_some() && pair[0] == pair[1]);
        if let Some(cell) = wrong
            && !self.has(Flaw::SetupLax)
        {
            if self.has(Flaw::SetupWipes) {
                self.cells.borrow_mut().fill(None);
                self.extra = 7;
            }
            return Err(Invalid(cell).into());
        }
        self.cells = Rc::new(RefCell::new(position.cells.clone()));
        self.turn = position.turn;
        self.extra = if self.has(Flaw::Sticky) && self.games > 3 { 1 } else { 0 };
        self.order = 0;
        self.history.clear();
        self.undone = 0;
        self.midway = self.marks() > 0;
        self.games += 1;
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Mark) -> Result<(), Option<Reason>> {
        let verdict = match self.verdict(player, mv) {
            Ruling::Illegal(reason) => Err(Some(reason)),
            _ => self.judge(player, *mv).map_err(Some),
        };
        if verdict.is_err() {
            if self.has(Flaw::Refusal) && verdict == Err(Some(Reason::Occupied)) {
                self.turn = self.turn.other();
            }
            return verdict;
        }
        self.history.push((self.turn, mv.0, self.order));
        self.undone = 0;
        self.cells.borrow_mut()[usize::from(mv.0)] = Some(player);
        self.order = self.order.wrapping_mul(31).wrapping_add(u64::from(mv.0) + 1);
        if !(self.has(Flaw::Turn) && mv.0 == 0) {
            self.turn = player.other();
        }
        let marks = self.marks();
        assert!(!(self.has(Flaw::PanicRaw) && marks == 3), "\x1b[31mred\x07\r\n{}", "at length ".repeat(500));
        assert!(!(self.has(Flaw::PanicMarkup) && marks == 5), "{MARKUP}");
        assert!(!(self.has(Flaw::Panic) && marks == 4), "index {marks} out of range");
        if self.has(Flaw::UndoScore) {
            self.extra = 0;
        }
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        (!self.list().is_empty()).then_some(self.turn)
    }

    fn verdict(&self, player: Player, mv: &Mark) -> Ruling<Reason> {
        if self.list().is_empty() {
            return Ruling::Illegal(Reason::GameOver);
        }
        if player != self.turn {
            return Ruling::Illegal(Reason::NotYourTurn);
        }
        if self.has(Flaw::TwoTongues) && self.judge(player, *mv) == Err(Reason::OffBoard) {
            return Ruling::Illegal(Reason::Occupied);
        }
        self.judge(player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Mark>> {
        let mut list = self.list();
        match self.flaw() {
            Flaw::Twice if list.len() == 2 => list.push(list[0]),
            Flaw::Missing if self.marks() >= 2 => drop(list.pop()),
            Flaw::UndoList if self.undone > 0 => drop(list.pop()),
            Flaw::Surplus if self.marks() == 3 => {
                list.push(Mark(self.cells.borrow().iter().position(Option::is_some)? as u8));
            }
            _ => {}
        }
        Some(list)
    }

    fn observe(&self) -> Option<Observation> {
        let cells = self.cells.borrow();
        let board = cells
            .iter()
            .enumerate()
            .filter_map(|(i, cell)| Some((format!("c{i}"), cell.as_ref()?.to_string())));
        let count = |player| {
            let marks = cells.iter().flatten().filter(|&&mark| mark == player).count() as i32;
            let twice = self.has(Flaw::UndoTwice) && self.undone > 1;
            let third = self.has(Flaw::Spreads) && marks >= 3;
            self.spread.set(self.spread.get() || third);
            let spreads = third || (marks >= 1 && self.spread.get());
            marks
                + self.extra
                + i32::from(twice)
                + i32::from(spreads)
                + i32::from(self.has(Flaw::Score) && marks >= 3)
        };
        let scores: BTreeMap<_, _> = Strip::PLAYERS.iter().map(|&p| (p.to_string(), count(p))).collect();
        let to_move = self.turn().map(|player| player.to_string());
        let most = |(player, _): &(&String, &i32)| {
            scores.iter().all(|(other, score)| other == *player || *score < scores[*player])
        };
        let winner = scores.iter().find(most).map(|(player, _)| player.clone());
        let winner = winner.filter(|_| self.has(Flaw::Winner) && to_move.is_none());
        Some(Observation { to_move, board: board.collect(), size: cells.len(), scores, winner })
    }

    fn undo(&mut self) -> Option<bool> {
        let Some((turn, cell, order)) = self.history.pop() else { return Some(false) };
        self.cells.borrow_mut()[usize::from(cell)] = None;
        self.order = order;
        self.undone += 1;
        if !self.has(Flaw::Undo) {
            self.turn = turn;
        }
        self.extra += i32::from(self.has(Flaw::UndoScore));
        Some(true)
    }

    fn hash(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        match self.flaw() {
            Flaw::HashBlind => (self.turn(), self.marks()).hash(&mut hasher),
            Flaw::HashOrder => (self.turn(), self.order).hash(&mut hasher),
            Flaw::HashTurn => self.cells.borrow().hash(&mut hasher),
            Flaw::HashSetup if self.marks() > 1 => {
                (self.midway, self.turn(), &*self.cells.borrow()).hash(&mut hasher)
            }
            _ => (self.turn(), &*self.cells.borrow()).hash(&mut hasher),
        }
        Some(hasher.finish())
    }

    fn position(&self) -> Option<Position> {
        let turn = if self.has(Flaw::Text) { Player::X } else { self.turn };
        Some(Position { turn, cells: self.cells.borrow().clone() })
    }

    fn duplicate(&self) -> Option<Self> {
        let cells = match self.flaw() {
            Flaw::Clone => Rc::clone(&self.cells),
            _ => Rc::new(RefCell::new(self.cells.borrow().clone())),
        };
        let history = if self.has(Flaw::CloneForgets) { Vec::new() } else { self.history.clone() };
        Some(Self { flaws: self.flaws.clone(), cells, history, spread: self.spread.clone(), ..*self })
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        let moves = self.legal_moves()?;
        let more = match (self.flaw(), depth) {
            (Flaw::Count, 1) => self.marks() > 1,
            (Flaw::CountTwo, 2) => self.marks() == 1,
            (Flaw::CountUndone, 1) => self.undone > 0,
            _ => false,
        };
        let mut nodes = u64::from(more);
        for mv in moves {
            if depth < 2 {
                nodes += 1;
                continue;
            }
            self.play(self.turn, &mv).ok()?;
            nodes += self.perft(depth - 1)?;
            self.undo()?;
        }
        Some(nodes)
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        let mut done = Playout::default();
        let game = GAMES.replace(GAMES.get() + 1);
        for _ in 0..if self.has(Flaw::Dawdles) { 400 } else { 0 } {
            thread::sleep(Duration::from_millis(10));
            draw(2);
        }
        while self.has(Flaw::Endless) {
            draw(2);
        }
        let shift = if self.has(Flaw::Dice) { game % 2 } else { 0 };
        while let Some(player) = self.turn() {
            let moves = self.list();
            if self.has(Flaw::Playout) && moves.len() == 1 {
                break;
            }
            done.plies += 1;
            done.legal += moves.len() as u64;
            let left_out = usize::from(self.has(Flaw::Odds) && moves.len() > 1);
            let drawn = draw((moves.len() - left_out) as u32) as usize;
            self.play(player, &moves[(drawn + shift) % moves.len()]).ok()?;
        }
        Some(done)
    }
}
