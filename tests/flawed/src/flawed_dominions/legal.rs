//! The legality of moves.

use bustan_vocabulary::dominions::{Move, Player, Reason, Tile};

use super::DominionsFlaw;
use super::game::{Game, Square, WIDTH, cell, square};
use super::groups::Key;

/// The requirements of the neighbouring tiles for a tile on a given empty cell.
struct Demand {
    /// The directions that need a beam.
    beams: u8,
    /// The directions that need a blank.
    blanks: u8,
    /// Whether the contact rule allows the player to move to place any tile on the cell.
    contact: bool,
}

impl Game {
    /// The requirements of the neighbours of an empty cell.
    fn demand(&self, at: usize) -> Demand {
        let board_is_empty = self.hands.iter().all(|hand| hand.count_ones() == u32::from(Tile::COUNT));
        let mut demand = Demand { beams: 0, blanks: 0, contact: board_is_empty };
        for d in 0..6 {
            match self.beside(at, d).1 {
                Square::Outside => demand.blanks |= 1 << d,
                Square::Empty => {}
                Square::Tile(piece, key) => {
                    let beam = piece.tile.number() >> ((d + 3) % 6) & 1 == 1;
                    *(if beam { &mut demand.beams } else { &mut demand.blanks }) |= 1 << d;
                    demand.contact |= piece.controller != self.turn || (beam && self.may_extend(key));
                }
            }
        }
        demand
    }

    /// Whether `key` is the key of a group of the player to move that is a whole section.
    fn may_extend(&self, key: Key) -> bool {
        self.groups.of(self.turn).get(&key).is_some_and(|group| group.whole)
    }

    /// Checks that a tile may be placed on an empty square.
    fn judge(&self, tile: Tile, at: usize, demand: &Demand) -> Result<(), Reason> {
        let number = tile.number();
        if number & demand.beams != demand.beams || number & demand.blanks != 0 {
            Err(Reason::Mismatch)
        } else if !demand.contact {
            Err(Reason::Contact)
        } else if self.is_barred(tile, at, demand) || (number == demand.beams && self.oscillates(tile, at)) {
            Err(Reason::Oscillation)
        } else {
            Ok(())
        }
    }

    /// Whether a flaw refuses a tile that matches its neighbours.
    fn is_barred(&self, tile: Tile, at: usize, demand: &Demand) -> bool {
        match self.flaw {
            DominionsFlaw::SuicideRefused => {
                let own = self.groups.of(self.turn);
                tile.number() == demand.beams && !self.linked(at, tile).any(|(_, key)| own.contains_key(&key))
            }
            DominionsFlaw::RecaptureRefused => self.linked(at, tile).any(|(_, key)| {
                let filled = self.linked(at, tile).filter(|(_, other)| *other == key).count() as u32;
                let captor = self.groups.of(self.turn.opponent()).get(&key);
                captor.is_some_and(|group| {
                    group.liberties == filled && self.taken.iter().any(|at| group.squares.contains(at))
                })
            }),
            _ => false,
        }
    }

    /// Whether a tile whose beams all meet other beams would be in a section without liberties.
    fn oscillates(&self, tile: Tile, at: usize) -> bool {
        if self.flaw == DominionsFlaw::GuessedOscillation {
            return self.linked(at, tile).all(|(_, key)| {
                self.groups.find(key).is_some_and(|group| group.whole && group.liberties == 1)
            });
        }
        let section = self.section(self.linked(at, tile).map(|(next, _)| next).collect());
        let mut beams = section.iter().filter_map(|&from| Some((from, self.tile(from)?)));
        !beams.any(|(from, tile)| {
            self.beams(from, tile).any(|(next, square)| matches!(square, Square::Empty) && next != at)
        })
    }

    /// Checks that `player` may play `mv`.
    pub(super) fn verdict(&self, player: Player, mv: Move) -> Result<(), Reason> {
        if self.over {
            return Err(Reason::GameOver);
        }
        if player != self.turn {
            return Err(Reason::NotYourTurn);
        }
        let Move::Place(tile, cell) = mv else {
            return Ok(());
        };
        // A column beyond the last would yield the number of a cell in the row above.
        let at = square(cell);
        match self.squares.get(at).filter(|_| usize::from(cell.column()) < WIDTH) {
            None | Some(Square::Outside) => return Err(Reason::OffBoard),
            Some(Square::Tile(..)) => return Err(Reason::Occupied),
            Some(Square::Empty) => {}
        }
        if self.hands[player as usize] >> tile.number() & 1 == 0 {
            return Err(Reason::NotInHand);
        }
        self.judge(tile, at, &self.demand(at))
    }

    /// All legal moves.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        if self.over {
            return Vec::new();
        }
        let hand: Vec<Tile> = self.hand(self.turn);
        let mut moves = vec![Move::Pass];
        for (at, _) in self.squares.iter().enumerate().filter(|(_, square)| matches!(square, Square::Empty)) {
            let demand = self.demand(at);
            let Some(cell) = cell(at).filter(|_| demand.contact) else { continue };
            let fitting = hand.iter().filter(|&&tile| self.judge(tile, at, &demand).is_ok());
            moves.extend(fitting.map(|&tile| Move::Place(tile, cell)));
        }
        moves
    }
}
