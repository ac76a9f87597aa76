//! Composition of positions of Dominions on a page.
//!
//! The name of a piece is its tile with the owner's initial, followed by a star if the opponent controls it,
//! as in `W63` and `B55*`.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use bustan_vocabulary::Game;
use bustan_vocabulary::dominions::{Cell, Dominions, Each, Observation, Piece, Player, Position, Side, Tile};

use super::picture::small_tile;
use super::touch::{shapes, tile_target, turns};
use crate::compose::{BOARD, MOVES, TURN, words};
use crate::{Choice, Compose, Draft, Setting, Values};

/// The setting for the number of consecutive passes so far.
const PASSES: &str = "passes";

/// A piece that is parsed from its name in drafts.
struct Named(Piece);

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (initial, rest) = text.split_at_checked(1)?;
            let owner: Player = initial.parse().ok()?;
            let (number, controller) = match rest.strip_suffix('*') {
                Some(number) => (number, owner.opponent()),
                None => (rest, owner),
            };
            let tile = number.parse().ok().and_then(Tile::new)?;
            Some(Self(Piece { tile, owner, controller }))
        };
        read().ok_or_else(|| format!("{text:?} is not a tile of a player, such as W63 or B55*"))
    }
}

/// The name of a piece in drafts.
fn name(piece: Piece) -> String {
    let star = if piece.owner == piece.controller { "" } else { "*" };
    format!("{}{}{star}", piece.owner.initial(), piece.tile)
}

impl Compose for Dominions {
    /// The pieces, ordered by owner and controller, then by shape.
    fn pieces(_: &Draft) -> Vec<Choice> {
        let pairs =
            [(Player::White, false), (Player::Black, false), (Player::White, true), (Player::Black, true)];
        let owned = |(owner, captured): (Player, bool)| {
            let controller = if captured { owner.opponent() } else { owner };
            let tile = |tile| {
                let piece = Piece { tile, owner, controller };
                Choice {
                    target: name(piece),
                    label: format!("tile {tile}"),
                    svg: small_tile(tile, controller),
                    then: Vec::new(),
                }
            };
            let shape = |shape: Tile| {
                let beams = shape.beams();
                Choice {
                    target: tile_target(shape),
                    label: format!("{beams} beam{}", if beams == 1 { "" } else { "s" }),
                    svg: small_tile(shape, controller),
                    then: turns(shape).into_iter().map(tile).collect(),
                }
            };
            Choice {
                target: format!("{owner}{}", if captured { ", captured" } else { "" }),
                label: if captured {
                    format!("{owner}, captured by {controller}")
                } else {
                    owner.to_string()
                },
                svg: String::new(),
                then: shapes().into_iter().map(shape).collect(),
            }
        };
        pairs.map(owned).into()
    }

    fn settings(_: &Draft) -> Vec<Setting> {
        let passes = Values::one(&[("0", "none"), ("1", "one"), ("2", "two, so the game is over")]);
        [Setting::turn(&Player::ALL), Setting::new(PASSES, "passes just made", passes), Setting::moves()]
            .into()
    }

    fn draft(position: &Position) -> Draft {
        Draft::new(position.tiles().iter().map(|(cell, piece)| (cell, name(*piece))))
            .with(BOARD, position.side())
            .with(TURN, position.turn())
            .with(PASSES, position.passes())
            .with(MOVES, position.ply())
    }

    fn text(draft: &Draft) -> String {
        let mut text = words(&[BOARD, TURN, PASSES, MOVES].map(|name| draft.setting(name)));
        for (cell, piece) in &draft.pieces {
            let (piece, star) = piece.strip_suffix('*').map_or((piece.as_str(), ""), |piece| (piece, "*"));
            text.push_str(&format!(" {piece}{cell}{star}"));
        }
        text
    }

    fn sketch(draft: &Draft) -> Result<Observation, String> {
        let side: Side = draft.read(BOARD)?;
        let placed: BTreeMap<Cell, Named> = draft.placed(|&cell| side.has(cell))?;
        let board: BTreeMap<Cell, Piece> =
            placed.into_iter().map(|(cell, Named(piece))| (cell, piece)).collect();
        let is_left = |player, tile| !board.values().any(|piece| piece.owner == player && piece.tile == tile);
        Ok(Observation {
            game: Self::NAME,
            size: side.get(),
            ply: 0,
            to_move: Some(draft.read(TURN)?),
            over: false,
            winner: None,
            scores: Each::default(),
            hands: Each::new(|player| Tile::all().filter(|&tile| is_left(player, tile)).collect()),
            board,
            passes: 0,
            groups: Vec::new(),
            sections: Vec::new(),
        })
    }
}
