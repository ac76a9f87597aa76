//! Everything that is printed in the notation of Tribolo must be parsed as the same value, and no text may
//! cause a panic of a parser.

use bustan_tests::laws::config;
use bustan_tests::regressions;
use bustan_vocabulary::tribolo::{Cell, Content, Move, Player, Position, Size, Tribolo};
use bustan_vocabulary::{Game, Record};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn size() -> impl Strategy<Value = Size> {
    (1..=26_u8, 1..=26_u8).prop_map(|(width, height)| Size::new(width, height).unwrap())
}

fn player() -> impl Strategy<Value = Player> {
    select(&Player::ALL[..])
}

fn position() -> impl Strategy<Value = Position> {
    let cells =
        |size: Size| vec(select(&Content::ALL[..]), size.count()).prop_map(move |cells| (size, cells));
    (size().prop_flat_map(cells), player(), any::<u32>()).prop_map(|((size, cells), asked, ply)| {
        let owned = cells.iter().filter(|content| content.owner().is_some()).count() as u32;
        Position::new(size, cells, asked, ply % (owned + 1)).unwrap()
    })
}

fn cell() -> impl Strategy<Value = Cell> {
    (0..26_u8, 0..Cell::ROWS).prop_map(|(column, row)| Cell::new(column, row).unwrap())
}

fn record() -> impl Strategy<Value = Record<Tribolo>> {
    (position(), vec((player(), cell().prop_map(Move)), 0..40))
        .prop_map(|(start, moves)| Record { start, moves })
}

/// The characters of positions, moves and records, for texts that are almost valid.
const SIGNS: &str = "[-a-z0-9.#BRGbrgx; \\[\\]Start]{0,60}";

proptest! {
    #![proptest_config(config(256, regressions!("tribolo_notation")))]

    #[test]
    fn positions_are_read_back(position in position()) {
        prop_assert_eq!(position.to_string().parse(), Ok(position.clone()));
        let elsewhere = Position::from_seed(Size::STANDARD, 1);
        prop_assert_eq!(Tribolo::read_position(&position.to_string(), &elsewhere), Ok(position));
    }

    #[test]
    fn a_board_without_its_size_has_that_of_the_board_at_hand(position in position(), player in player()) {
        let board: String = position.cells().iter().map(|content| content.symbol()).collect();
        let read = Tribolo::read_position(&format!("{board} {player}"), &position);
        prop_assert_eq!(read.ok(), Position::new(position.size(), position.cells().to_vec(), player, 0).ok());
    }

    #[test]
    fn moves_are_read_back_in_any_case(cell in cell()) {
        prop_assert_eq!(cell.to_string().parse(), Ok(Move(cell)));
        prop_assert_eq!(cell.to_string().to_uppercase().parse(), Ok(Move(cell)));
    }

    #[test]
    fn records_are_read_back(record in record()) {
        let read: Record<Tribolo> = record.to_string().parse().unwrap();
        prop_assert_eq!(read.to_string(), record.to_string());
        prop_assert_eq!((read.start, read.moves), (record.start, record.moves));
    }

    #[test]
    fn the_words_of_a_setup_are_its_size_and_seed(size in size(), seed in any::<u64>()) {
        let (width, height, number) = (size.width().to_string(), size.height().to_string(), seed.to_string());
        let expected = Position::from_seed(size, seed);
        prop_assert_eq!(Tribolo::initial(&[&width, &height, "seed", &number]), Ok(expected.clone()));
        prop_assert_eq!(Tribolo::initial(&[&size.to_string(), "seed", &number]), Ok(expected));
    }

    #[test]
    fn whatever_is_read_is_written_as_what_is_read_as_the_same(text in prop_oneof![SIGNS, "\\PC{0,40}"]) {
        bustan_harness::generate::fuzz::notation::<Tribolo>(text.as_bytes());
        let _ = Tribolo::initial(&[&text]);
    }
}
