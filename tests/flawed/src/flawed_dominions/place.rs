//! Placing tiles: merging and capturing groups.

use std::collections::BTreeSet;

use bustan_vocabulary::dominions::{Piece, Player, Tile};

use super::DominionsFlaw;
use super::game::{Game, Square};
use super::groups::{Group, Groups, Key};

impl Game {
    /// Places a tile of the player to move.
    pub(super) fn place(&mut self, tile: Tile, at: usize) {
        let (mover, opponent) = (self.turn, self.turn.opponent());
        let keys: Vec<Key> = self.linked(at, tile).map(|(_, key)| key).collect();
        let once: BTreeSet<Key> = keys.iter().copied().collect();
        let filled =
            if self.flaw == DominionsFlaw::SharedLiberty { once.into_iter().collect() } else { keys.clone() };
        for key in filled {
            if let Some(group) = self.groups.find_mut(key) {
                group.liberties = group.liberties.saturating_sub(1);
            }
        }
        let friends: BTreeSet<Key> =
            keys.iter().copied().filter(|key| self.groups.of(mover).contains_key(key)).collect();
        let enemies: BTreeSet<Key> =
            keys.iter().copied().filter(|key| self.groups.of(opponent).contains_key(key)).collect();

        let liberties =
            self.beams(at, tile).filter(|(_, square)| matches!(square, Square::Empty)).count() as u32;
        let mut group = Group { squares: vec![at], liberties, whole: enemies.is_empty() };
        let key = self.groups.issue(mover);
        self.hands[mover as usize] &= !(1 << tile.number());
        self.squares[at] = Square::Tile(Piece { tile, owner: mover, controller: mover }, key);
        let most = if self.flaw == DominionsFlaw::ThirdGroupLeft { 2 } else { friends.len() };
        for friend in friends.into_iter().take(most) {
            group.absorb(self.groups.of_mut(mover).remove(&friend).unwrap_or_default());
        }
        self.rename(&group.squares, key);
        self.groups.of_mut(mover).insert(key, group);
        if self.flaw != DominionsFlaw::StaleWholeFlag {
            self.mark_attached(&enemies, opponent);
        }
        self.capture(key, at, &enemies);
    }

    fn mark_attached(&mut self, keys: &BTreeSet<Key>, player: Player) {
        for key in keys {
            if let Some(group) = self.groups.of_mut(player).get_mut(key) {
                group.whole = false;
            }
        }
    }

    /// Captures the opponent's groups in `enemies` that have no liberties, then the group `placed` of the new
    /// tile if it has none. `at` is the square of the new tile.
    fn capture(&mut self, placed: Key, at: usize, enemies: &BTreeSet<Key>) {
        let (mover, opponent) = (self.turn, self.turn.opponent());
        let dead = |groups: &Groups, player, key| {
            groups.of(player).get(&key).is_some_and(|group| group.liberties == 0)
        };
        if self.flaw == DominionsFlaw::OwnFirst && dead(&self.groups, mover, placed) {
            self.give_up(placed, at);
            return;
        }
        let mut captured: Vec<Key> =
            enemies.iter().copied().filter(|&key| dead(&self.groups, opponent, key)).collect();
        match self.flaw {
            DominionsFlaw::OneCaptured => captured.truncate(1),
            DominionsFlaw::EdgeSpared => captured.retain(|&key| !self.is_at_edge(key)),
            _ => {}
        }
        for &key in &captured {
            self.taken.extend(self.groups.find(key).map_or(&[][..], |group| &group.squares));
            self.flip(key, opponent, placed);
        }
        if self.flaw == DominionsFlaw::CaptorSpared && !captured.is_empty() {
            return;
        }
        if dead(&self.groups, mover, placed) {
            self.give_up(placed, at);
        }
    }

    /// Whether a group has a tile on the edge.
    fn is_at_edge(&self, key: Key) -> bool {
        let squares = self.groups.find(key).map_or(&[][..], |group| &group.squares);
        squares.iter().any(|&at| (0..6).any(|d| matches!(self.beside(at, d).1, Square::Outside)))
    }

    /// Gives the group of the new tile to the opponent.
    fn give_up(&mut self, placed: Key, at: usize) {
        let mover = self.turn;
        let mut given = placed;
        if self.flaw == DominionsFlaw::LoneSuicide {
            given = self.groups.issue(mover);
            if let Some(group) = self.groups.of_mut(mover).get_mut(&placed) {
                group.squares.retain(|&square| square != at);
                if group.squares.is_empty() {
                    self.groups.of_mut(mover).remove(&placed);
                }
            }
            self.groups.of_mut(mover).insert(given, Group { squares: vec![at], ..Group::default() });
            self.rename(&[at], given);
        }
        if let Some(captor) = self.surrounding(given, mover).first().copied() {
            self.flip(given, mover, captor);
        }
    }

    /// The keys of the opponent's groups that are linked to a group of `player`.
    fn surrounding(&self, key: Key, player: Player) -> BTreeSet<Key> {
        let squares = self.groups.of(player).get(&key).map_or(&[][..], |group| &group.squares);
        let tiles = squares.iter().filter_map(|&at| Some((at, self.tile(at)?)));
        tiles
            .flat_map(|(at, tile)| self.linked(at, tile))
            .map(|(_, key)| key)
            .filter(|key| self.groups.of(player.opponent()).contains_key(key))
            .collect()
    }

    /// Gives a group of `loser` to the opponent, and merges it with the group `captor` and all other groups
    /// of the opponent around it.
    fn flip(&mut self, key: Key, loser: Player, captor: Key) {
        let winner = loser.opponent();
        let mut around = self.surrounding(key, loser);
        let Some(mut group) = self.groups.of_mut(loser).remove(&key) else { return };
        for &at in &group.squares {
            if let Square::Tile(piece, _) = &mut self.squares[at] {
                piece.controller = winner;
            }
        }
        if self.flaw != DominionsFlaw::CaptorRemoved {
            around.remove(&captor);
        }
        if self.flaw == DominionsFlaw::FlippedApart {
            around.clear();
        }
        for friend in around {
            group.absorb(self.groups.of_mut(winner).remove(&friend).unwrap_or_default());
        }
        self.rename(&group.squares, captor);
        let Some(captor_group) = self.groups.of_mut(winner).get_mut(&captor) else { return };
        captor_group.absorb(group);
        let squares = captor_group.squares.clone();
        let whole = squares
            .iter()
            .filter_map(|&at| Some((at, self.tile(at)?)))
            .all(|(at, tile)| self.linked(at, tile).all(|(_, key)| key == captor));
        if let Some(captor_group) = self.groups.of_mut(winner).get_mut(&captor) {
            captor_group.whole = whole;
        }
    }
}
