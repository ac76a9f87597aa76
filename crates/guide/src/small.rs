//! Short games that start on an empty board and whose first moves lead to something that engines often get
//! wrong.
//!
//! Moves lead to the subject of a game, so the program under test need not support set positions. For each
//! event, the table of a game contains a few short games, which are used in turn. The first one is on the
//! smallest board.

use alloc::string::ToString;
use alloc::vec::Vec;

use bustan_vocabulary::Draw;

use crate::{Explore, Small};

/// For each event, its name and games whose last move triggers it. A game consists of the setup of the board
/// and the moves, as in `4 swap: A1 swap`.
pub(crate) type Table = [(&'static str, &'static [&'static str])];

/// The number of games at the start of a run that are all short, if possible. After them, every second game
/// is short. This finds such errors early, while most moves are still made in whole games.
const FIRST: u64 = 24;

/// The smallest number of moves after the event at which a short game ends; it may end up to four moves
/// later.
const AFTER: usize = 2;

/// Draws the short game with this number from a table. One of `policies` selects the moves after those of the
/// table.
pub(crate) fn drawn<G: Explore>(
    table: &Table,
    policies: &[&str],
    number: u64,
    draw: &mut Draw<'_>,
) -> Option<Small<G>> {
    let place = usize::try_from(place(number)?).ok()?;
    let (_, games) = table[place % table.len()];
    let (board, moves) = games[place / table.len() % games.len()].split_once(": ")?;
    let words: Vec<&str> = board.split(' ').collect();
    let (size, variants) = words.split_first()?;
    // A game on a small board can also be played in the corner of a larger board. Small boards come first.
    let larger = (size.parse::<u8>().ok()? + 1).to_string();
    let start = match draw(16) {
        _ if number < FIRST => G::initial(&words),
        0 => G::initial(variants),
        1 | 2 => G::initial(&[&[larger.as_str()], variants].concat()),
        _ => G::initial(&words),
    };
    let start = start.ok()?;
    let kept: Vec<usize> =
        (0..G::symmetries(&start)).filter(|&symmetry| G::image(&start, symmetry) == start).collect();
    let symmetry = kept[draw(kept.len() as u32) as usize];
    let read = moves.split(' ').filter_map(|word| word.parse::<G::Move>().ok());
    let moves: Vec<G::Move> = read.map(|mv| G::image_move(&start, &mv, symmetry)).collect();
    // After an initial pass, the other player starts.
    let pass = G::pass().filter(|pass| moves.first() != Some(pass) && draw(4) == 0);
    let moves: Vec<G::Move> = pass.into_iter().chain(moves).collect();
    let name = policies[draw(policies.len() as u32) as usize];
    let policy = G::POLICIES.iter().position(|policy| policy.name == name).unwrap_or(0);
    let plies = moves.len() + AFTER + draw(5) as usize;
    Some(Small { start, moves, policy, plies })
}

/// The index of game `number` among the short games; `None` if it is a whole game.
const fn place(number: u64) -> Option<u64> {
    match number.checked_sub(FIRST) {
        None => Some(number),
        Some(more) if more % 2 == 1 => Some(FIRST + more / 2),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Playable;
    use alloc::string::String;
    use bustan_core::{dominions, margo};
    use bustan_vocabulary::dominions::Dominions;
    use bustan_vocabulary::margo::Margo;
    use bustan_vocabulary::{Engine, Game};

    /// Plays a game of a table and returns the names of the events of its last move.
    fn last<E>(text: &str) -> Vec<&'static str>
    where
        E: Engine<Game: Explore, Observation = <<E as Engine>::Game as Game>::Observation> + Default,
    {
        let (board, moves) = text.split_once(": ").unwrap();
        let words: Vec<&str> = board.split(' ').collect();
        let mut engine = E::default();
        engine.setup(&E::Game::initial(&words).ok().unwrap()).ok().unwrap();
        let mut seen = Vec::from([engine.observe().unwrap()]);
        let mut found = Vec::new();
        for word in moves.split(' ') {
            let mv = word.parse().ok().unwrap_or_else(|| panic!("{text}: {word}"));
            let player = engine.turn().unwrap_or_else(|| panic!("{text}: over before {word}"));
            engine.play(player, &mv).unwrap_or_else(|reason| panic!("{text}: {word}: {reason:?}"));
            let now = engine.observe().unwrap();
            found.clear();
            let mut hit = |event: usize| found.push(E::Game::EVENTS[event].name);
            E::Game::events(&seen[seen.len() - 1], &mv, &now, &mut hit);
            E::Game::repetition_events(&mut seen.iter().rev(), &now, &mut hit);
            seen.push(now);
        }
        found
    }

    fn every_game_reaches_its_event<E>(table: &Table)
    where
        E: Engine<Game: Explore, Observation = <<E as Engine>::Game as Game>::Observation> + Default,
    {
        let games = table.iter().flat_map(|(event, games)| games.iter().map(move |game| (*event, *game)));
        let missed = games.filter(|(event, game)| !last::<E>(game).contains(event));
        let missed: Vec<_> = missed.map(|(event, game)| (event, game, last::<E>(game))).collect();
        assert!(missed.is_empty(), "{missed:#?}");
    }

    #[test]
    fn every_short_game_reaches_its_event() {
        every_game_reaches_its_event::<dominions::FastEngine>(crate::dominions::SHORT);
        every_game_reaches_its_event::<margo::FastEngine>(crate::margo::SHORT);
    }

    #[test]
    fn each_event_has_its_smallest_board_first() {
        for (event, games) in crate::dominions::SHORT.iter().chain(crate::margo::SHORT) {
            let size = |game: &str| game.split([' ', ':']).next().map(|size| size.parse::<u8>().unwrap());
            assert_eq!(size(games[0]), games.iter().filter_map(|game| size(game)).min(), "{event}");
        }
    }

    /// Draws the first short games, and checks that they are on the boards of the table.
    fn begin_on_boards_of_the_table<G: Explore>(table: &Table) {
        let mut draw = |_: u32| 0;
        for number in 0..FIRST {
            let (_, games) = table[number as usize % table.len()];
            let board = games[number as usize / table.len()].split(':').next().unwrap();
            let words: Vec<&str> = board.split(' ').collect();
            let start = drawn::<G>(table, &[""], number, &mut draw).unwrap().start;
            assert!(start == G::initial(&words).ok().unwrap(), "{board}: {start}");
        }
    }

    #[test]
    fn the_first_games_are_on_the_boards_of_the_table() {
        begin_on_boards_of_the_table::<Dominions>(crate::dominions::SHORT);
        begin_on_boards_of_the_table::<Margo>(crate::margo::SHORT);
    }

    #[test]
    fn the_first_games_are_short_and_then_every_second() {
        let places: Vec<Option<u64>> = (0..FIRST + 4).map(place).collect();
        let expected = (0..FIRST).map(Some).chain([None, Some(FIRST), None, Some(FIRST + 1)]);
        assert_eq!(places, expected.collect::<Vec<_>>());
    }

    /// Draws short games, and returns the boards on which they start, and the standard board.
    fn boards<G: Explore>(most: u64) -> (Vec<String>, String) {
        let mut number = 7_u64;
        let mut draw = |n: u32| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((number >> 33) % u64::from(n)) as u32
        };
        let games = (0..most).filter_map(|number| G::small(number, &Playable::Known(&|_| true), &mut draw));
        (games.map(|game| game.start.to_string()).collect(), G::initial(&[]).ok().unwrap().to_string())
    }

    #[test]
    fn short_games_begin_on_small_boards_and_sometimes_on_the_standard_board() {
        for (boards, standard) in [boards::<Dominions>(400), boards::<Margo>(400)] {
            assert!(boards.len() > 200);
            let count = boards.iter().filter(|board| **board == standard).count();
            assert!(count > 4 && count * 8 < boards.len(), "{count} of {}", boards.len());
        }
    }
}
