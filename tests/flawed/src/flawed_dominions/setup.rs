//! Setting games up at given positions. Flaws have no effect on it.

use std::collections::BTreeSet;

use bustan_vocabulary::dominions::{Cell, Invalid, Position};

use super::DominionsFlaw;
use super::game::{Game, Square, WIDTH, cell, square};
use super::groups::{Group, Groups, Key};

/// The game at a position, but without tiles.
pub(super) fn empty(flaw: DominionsFlaw, position: &Position) -> Game {
    let mut squares = vec![Square::Outside; WIDTH * WIDTH];
    for cell in position.side().cells() {
        squares[square(cell)] = Square::Empty;
    }
    Game {
        flaw,
        side: position.side(),
        squares,
        groups: Groups::new(flaw),
        hands: [!1; 2],
        turn: position.turn(),
        passes: position.passes(),
        ply: position.ply(),
        last_was_pass: (position.ply() > 0).then_some(position.passes() > 0),
        over: position.passes() == 2,
        taken: Vec::new(),
    }
}

/// The game at a position.
pub(super) fn game(flaw: DominionsFlaw, position: &Position) -> Result<Game, Invalid> {
    let mut game = empty(flaw, position);
    for (&cell, &piece) in position.tiles() {
        game.squares[square(cell)] = Square::Tile(piece, Key::MAX);
        game.hands[piece.owner as usize] &= !(1 << piece.tile.number());
    }
    for &cell in position.tiles().keys() {
        check_beams(&game, cell)?;
    }
    for &cell in position.tiles().keys() {
        if let Square::Tile(_, Key::MAX) = game.squares[square(cell)] {
            found_group(&mut game, cell)?;
        }
    }
    Ok(game)
}

fn check_beams(game: &Game, here: Cell) -> Result<(), Invalid> {
    let at = square(here);
    let Some(tile) = game.tile(at) else { return Ok(()) };
    let has_beam = |number: u8, d: usize| number >> (d % 6) & 1 == 1;
    let mut worst = None;
    for d in 0..6 {
        match game.beside(at, d) {
            (_, Square::Outside) if has_beam(tile.number(), d) => return Err(Invalid::Edge(here)),
            (next, Square::Tile(other, _))
                if has_beam(tile.number(), d) != has_beam(other.tile.number(), d + 3) =>
            {
                worst = [worst, cell(next)].into_iter().flatten().min();
            }
            _ => {}
        }
    }
    worst.map_or(Ok(()), |there| Err(Invalid::Mismatch(here.min(there), here.max(there))))
}

/// Finds the group of the tile on a cell and adds it to the table of its controller.
fn found_group(game: &mut Game, first: Cell) -> Result<(), Invalid> {
    let Square::Tile(first_piece, _) = game.squares[square(first)] else { return Ok(()) };
    let player = first_piece.controller;
    let mut found = BTreeSet::new();
    let mut group = Group { whole: true, ..Group::default() };
    let mut ahead = vec![square(first)];
    while let Some(at) = ahead.pop() {
        let Some(tile) = game.tile(at).filter(|_| found.insert(at)) else { continue };
        for (next, beside) in game.beams(at, tile) {
            match beside {
                Square::Tile(piece, _) if piece.controller == player => ahead.push(next),
                Square::Tile(..) => group.whole = false,
                Square::Empty => group.liberties += 1,
                Square::Outside => {}
            }
        }
    }
    if group.liberties == 0 {
        return Err(Invalid::NoLiberty(first));
    }
    group.squares = found.into_iter().collect();
    let key = game.groups.issue(player);
    game.rename(&group.squares, key);
    game.groups.of_mut(player).insert(key, group);
    Ok(())
}
