//! The stored groups of both players.

use std::collections::BTreeMap;

use bustan_vocabulary::dominions::Player;

use super::DominionsFlaw;

/// The key of a group in the tables. It is also stored on the squares of its tiles.
pub(super) type Key = u32;

/// The stored data of a group.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// The squares of the group's tiles.
    pub(super) squares: Vec<usize>,
    /// The number of the group's beams that point at empty cells.
    pub(super) liberties: u32,
    /// Whether the group is a whole section.
    pub(super) whole: bool,
}

impl Group {
    /// Adds the tiles of another group. The union is whole only if both groups are.
    pub(super) fn absorb(&mut self, other: Self) {
        self.squares.extend(other.squares);
        self.liberties += other.liberties;
        self.whole &= other.whole;
    }
}

/// A table of groups for each player.
///
/// As long as the keys of both players differ, a key alone identifies the player of a group, because only one
/// of the tables contains it.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    tables: [BTreeMap<Key, Group>; 2],
    /// The next key for a group of each player. `step`: the difference between consecutive keys.
    next: [Key; 2],
    step: Key,
}

impl Groups {
    /// Returns empty tables. The keys of one player are even and those of the other are odd; with
    /// [`DominionsFlaw::SharedKeys`] both players have the same sequence of keys.
    pub(super) fn new(flaw: DominionsFlaw) -> Self {
        let (next, step) = if flaw == DominionsFlaw::SharedKeys { ([0, 0], 1) } else { ([0, 1], 2) };
        Self { tables: Default::default(), next, step }
    }

    /// Returns a key that no group of `player` has had.
    pub(super) fn issue(&mut self, player: Player) -> Key {
        let next = &mut self.next[player as usize];
        let key = *next;
        *next += self.step;
        key
    }

    /// The groups of `player`.
    pub(super) fn of(&self, player: Player) -> &BTreeMap<Key, Group> {
        &self.tables[player as usize]
    }

    /// The groups of `player`, mutable.
    pub(super) fn of_mut(&mut self, player: Player) -> &mut BTreeMap<Key, Group> {
        &mut self.tables[player as usize]
    }

    /// The group with this key, of either player.
    pub(super) fn find(&self, key: Key) -> Option<&Group> {
        self.tables.iter().find_map(|table| table.get(&key))
    }

    /// The group with this key, of either player, mutable.
    pub(super) fn find_mut(&mut self, key: Key) -> Option<&mut Group> {
        self.tables.iter_mut().find_map(|table| table.get_mut(&key))
    }
}
