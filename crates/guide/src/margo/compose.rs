//! Composition of positions of Margo on a page.
//!
//! Cells on the page have no levels: a ball is placed where a move would place it.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::Game;
use bustan_vocabulary::margo::{Cell, Margo, Observation, Player, Point, Position, Setup, Stage};

use super::picture::ball_alone;
use crate::compose::{BOARD, MOVES, TURN, words};
use crate::{Choice, Compose, Draft, Setting, Values};

/// The setting for whether and how the game has ended.
const ENDED: &str = "ended";

/// Parses the size of the board and the variants.
fn setup(draft: &Draft) -> Result<Setup, String> {
    let words = draft.setting(BOARD);
    Margo::initial(&words.split_ascii_whitespace().collect::<Vec<_>>()).map(|position| position.setup())
}

/// The four points that support a ball at `point`; `None` for a hole.
fn below(point: Point) -> Option<[Point; 4]> {
    let (col, row, level) = (point.col(), point.row(), point.level().checked_sub(1)?);
    let at = |(across, up)| Point::new(col + across, row + up, level);
    Some([at((0, 0))?, at((1, 0))?, at((0, 1))?, at((1, 1))?])
}

impl Compose for Margo {
    fn pieces(draft: &Draft) -> Vec<Choice> {
        let players = setup(draft).unwrap_or_default().players();
        players.iter().map(|player| Choice::piece(player, player, ball_alone(*player))).collect()
    }

    fn settings(draft: &Draft) -> Vec<Setting> {
        let setup = setup(draft).unwrap_or_default();
        let mut ends = Vec::from([("", "no"), ("over", "yes, nobody can move")]);
        if setup.atari {
            ends.push(("won", "yes, by a capture"));
        }
        [
            Setting::turn(setup.players()),
            Setting::new(ENDED, "the game has ended", Values::one(&ends)),
            Setting::moves(),
        ]
        .into()
    }

    fn draft(position: &Position) -> Draft {
        let ended = match position.stage() {
            Stage::Open => "",
            Stage::Over => "over",
            Stage::Won => "won",
        };
        Draft::new(position.balls())
            .with(BOARD, position.setup())
            .with(TURN, position.turn())
            .with(ENDED, ended)
            .with(MOVES, position.ply())
    }

    fn text(draft: &Draft) -> String {
        let mut text = words(&[BOARD, TURN, MOVES, ENDED].map(|name| draft.setting(name)));
        for (point, player) in &draft.pieces {
            let initial = player.parse::<Player>().map_or('?', Player::initial);
            text.push_str(&format!(" {initial}{point}"));
        }
        text
    }

    fn sketch(draft: &Draft) -> Result<Observation, String> {
        let setup = setup(draft)?;
        let board: BTreeMap<Point, Player> = draft.placed(|&point| setup.size.has(point))?;
        let count = |player| board.values().filter(|&&other| other == player).count() as u32;
        Ok(Observation {
            game: Self::NAME,
            size: setup.size.get(),
            ply: 0,
            to_move: Some(draft.read(TURN)?),
            over: false,
            winner: None,
            scores: setup.players().iter().map(|&player| (player, count(player))).collect(),
            groups: Vec::new(),
            buried: Vec::new(),
            captured: Vec::new(),
            board,
            setup,
            by_capture: false,
        })
    }

    /// Puts a new ball on top of those on the cell if four balls support it. Otherwise, it replaces the
    /// topmost ball.
    fn put(draft: &mut Draft, cell: &str, piece: Option<&str>) -> Result<(), String> {
        let size = setup(draft)?.size;
        let balls: BTreeMap<Point, String> = draft.placed(|&point| size.has(point))?;
        let cell: Cell = cell.parse().map_err(|error| format!("{error}"))?;
        let first = Point::lowest(cell).ok_or_else(|| format!("the board has no point {cell}"))?;
        let levels = (first.level()..).step_by(2).map_while(|level| Point::at(cell, level));
        let points: Vec<Point> = levels.take_while(|&point| size.has(point)).collect();
        let top = points.iter().copied().rfind(|point| balls.contains_key(point));
        let free = points.into_iter().find(|point| !balls.contains_key(point) && Some(*point) > top);
        let carried = |point: &Point| match below(*point) {
            None => point.level() == 0,
            Some(four) => four.iter().all(|under| balls.contains_key(under)),
        };
        draft.settings.remove(MOVES);
        match (piece, free.filter(carried), top) {
            (Some(piece), Some(free), _) => {
                draft.pieces.insert(free.to_string(), piece.into());
            }
            (Some(piece), None, Some(top)) if balls.get(&top).is_some_and(|ball| ball != piece) => {
                draft.pieces.insert(top.to_string(), piece.into());
            }
            (_, _, Some(top)) => {
                draft.pieces.remove(&top.to_string());
            }
            (None, _, None) => {}
            (Some(_), None, None) => {
                return Err(format!("a ball lies in a hole or on four balls, and {cell} has neither"));
            }
        }
        Ok(())
    }
}
