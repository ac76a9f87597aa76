//! Property tests of the notation: a text must be parsed as the value that was written, and no text may crash
//! a parser.

use std::fmt::Display;
use std::str::FromStr;

use bustan_tests::dominions::strategies;
use bustan_tests::laws::config;
use bustan_tests::regressions;
use bustan_vocabulary::Record;
use bustan_vocabulary::dominions::{Cell, Dominions, Move, Player, Position, Side, Tile};
use proptest::prelude::*;

/// A record with any content that can be written, legal or not.
fn record() -> impl Strategy<Value = Record<Dominions>> {
    let start = prop_oneof![
        1 => strategies::side().prop_map(Position::initial),
        2 => strategies::scattered(strategies::side(), 20),
    ];
    let moves = prop::collection::vec((strategies::player(), strategies::mv()), 0..30);
    (start, moves).prop_map(|(start, moves)| Record { start, moves })
}

/// White space and comments that may separate the elements of a record.
fn blank() -> impl Strategy<Value = String> {
    prop::collection::vec(prop_oneof!["[ \\t\\r\\n]{1,3}", "#[^\\n]{0,12}\\n"], 0..3)
        .prop_map(|parts| parts.concat())
}

/// A text with random upper and lower case.
fn any_case(text: String) -> impl Strategy<Value = String> {
    prop::collection::vec(any::<bool>(), text.len()).prop_map(move |upper| {
        let letters = text.chars().zip(upper);
        letters
            .map(
                |(letter, upper)| {
                    if upper { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
                },
            )
            .collect()
    })
}

/// A move in any accepted spelling: the tile in decimal or octal, and letters in any case except for the `o`
/// of octal numbers.
fn written(mv: Move) -> impl Strategy<Value = String> {
    (any::<bool>(), any::<bool>()).prop_map(move |(octal, upper)| {
        let Move::Place(tile, cell) = mv else { return if upper { "PASS".into() } else { "Pass".into() } };
        let (p, cell) = match upper {
            true => ('P', cell.to_string().to_ascii_uppercase()),
            false => ('p', cell.to_string()),
        };
        if octal { format!("{p}0o{:02o}{cell}", tile.octal()) } else { format!("{p}{tile}{cell}") }
    })
}

/// A valid text in which a few characters are removed, inserted or replaced.
fn damaged(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let damage = prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, any_character()), 0..4);
    (text, damage).prop_map(|(text, damage)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, kind, character) in damage {
            let at = at.index(characters.len() + 1);
            if kind > 0 && at < characters.len() {
                characters.remove(at);
            }
            if kind < 2 {
                characters.insert(at, character);
            }
        }
        characters.into_iter().collect()
    })
}

fn any_character() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => proptest::char::ranges(vec![' '..='~', '\t'..='\r'].into()),
        1 => any::<char>(),
    ]
}

/// Any text, or a text that is almost valid.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[WBwbPp0-9a-zA-Z\\[\\];# *\\n]{0,40}",
        damaged(record().prop_map(|record| record.to_string())),
        damaged(strategies::scattered(strategies::side(), 4).prop_map(|position| position.to_string())),
        damaged(strategies::mv().prop_map(|mv| mv.to_string())),
    ]
}

/// Checks that a text that can be parsed is printed as a text with the same meaning, and that any other text
/// is refused with a message of one line.
fn read_or_refused<T>(text: &str) -> Result<(), TestCaseError>
where
    T: FromStr<Err: Display> + Display + PartialEq + std::fmt::Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string().parse::<T>();
            prop_assert_eq!(again.map_err(|error| error.to_string()), Ok(value));
        }
        Err(error) => {
            let message = error.to_string();
            prop_assert!(!message.trim().is_empty() && !message.contains(['\n', '\r']), "{:?}", message);
            prop_assert!(!message.contains(char::is_control), "{:?}", message);
        }
    }
    Ok(())
}

fn reads<T>(text: &str, value: &T) -> Result<(), TestCaseError>
where
    T: FromStr<Err: Display> + PartialEq + Clone + std::fmt::Debug,
{
    prop_assert_eq!(text.parse().map_err(|error: T::Err| error.to_string()), Ok(value.clone()), "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(config(512, regressions!("dominions_notation")))]

    #[test]
    fn cells_are_read_as_they_are_written(cell in strategies::cell()) {
        reads(&cell.to_string(), &cell)?;
        reads(&cell.to_string().to_ascii_uppercase(), &cell)?;
    }

    #[test]
    fn cells_are_ordered_as_their_names(a in strategies::cell(), b in strategies::cell()) {
        prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
    }

    #[test]
    fn players_and_sides_are_read_as_they_are_written(
        (player, text) in strategies::player().prop_flat_map(|player| (Just(player), any_case(player.to_string()))),
        side in strategies::side(),
    ) {
        reads(&text, &player)?;
        reads(&text[..1], &player)?;
        reads(&side.to_string(), &side)?;
    }

    #[test]
    fn moves_are_read_as_they_are_written((mv, text) in strategies::mv().prop_flat_map(|mv| (Just(mv), written(mv)))) {
        reads(&mv.to_string(), &mv)?;
        reads(&text, &mv)?;
    }

    #[test]
    fn positions_are_read_as_they_are_written(
        position in prop_oneof![strategies::scattered(strategies::side(), 126), strategies::position()],
        spaces in "[ \\t]{1,3}",
    ) {
        reads(&position.to_string(), &position)?;
        reads(&position.to_string().replace(' ', &spaces), &position)?;
        reads(&position.to_string().to_ascii_lowercase(), &position)?;
    }

    #[test]
    fn tiles_of_positions_are_read_in_octal(position in strategies::scattered(strategies::side(), 20)) {
        let words: Vec<String> = position.to_string().split(' ').map(String::from).collect();
        let octal = position.tiles().iter().map(|(cell, piece)| {
            let star = if piece.owner == piece.controller { "" } else { "*" };
            format!("{}0o{:02o}{cell}{star}", piece.owner.initial(), piece.tile.octal())
        });
        let text: Vec<String> = words[..4].iter().cloned().chain(octal).collect();
        reads(&text.join(" "), &position)?;
    }

    #[test]
    fn records_are_read_as_they_are_written(record in record()) {
        reads(&record.to_string(), &record)?;
    }

    #[test]
    fn white_space_comments_octal_numbers_and_case_do_not_matter_in_records(
        (record, elements) in record().prop_flat_map(|record| {
            let moves: Vec<_> = record.moves.iter().map(|&(player, mv)| {
                (Just(player), any::<bool>(), written(mv)).prop_map(|(player, upper, mv)| {
                    let initial = if upper { player.initial() } else { player.initial().to_ascii_lowercase() };
                    format!("{initial}[{mv}]")
                })
            }).collect();
            (Just(record), moves)
        }),
        blanks in prop::collection::vec(blank(), 8),
    ) {
        let mut text = format!("Start[{}]", record.start);
        for (at, element) in elements.iter().enumerate() {
            text = format!("{text}{};{}{element}", blanks[at % 8], blanks[(at + 3) % 8]);
        }
        reads(&format!("{}{text}{}", blanks[6], blanks[7]), &record)?;
    }

    #[test]
    fn no_text_brings_a_parser_down(text in any_text()) {
        read_or_refused::<Cell>(&text)?;
        read_or_refused::<Player>(&text)?;
        read_or_refused::<Side>(&text)?;
        read_or_refused::<Move>(&text)?;
        read_or_refused::<Position>(&text)?;
        read_or_refused::<Record<Dominions>>(&text)?;
    }

    #[test]
    fn a_record_cut_short_is_refused_or_a_record(record in record(), at in any::<prop::sample::Index>()) {
        let text = record.to_string();
        read_or_refused::<Record<Dominions>>(&text[..at.index(text.len() + 1)])?;
    }

    #[test]
    fn errors_in_records_name_a_place_in_the_text(text in any_text()) {
        if let Err(error) = text.parse::<Record<Dominions>>() {
            let line = text.split('\n').nth(error.line - 1);
            let length = line.map(|line| line.chars().count());
            prop_assert!(length.is_some_and(|length| error.column <= length + 1), "{} in {:?}", error, text);
        }
    }
}

#[test]
fn octal_numbers_name_each_tile_once() {
    assert!(Tile::all().all(|tile| Tile::from_octal(tile.octal()) == Some(tile)));
}
