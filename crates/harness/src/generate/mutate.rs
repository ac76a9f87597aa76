//! Makes positions that are nearly valid: a valid one with a few of its words changed, or changed as its game
//! suggests.
//!
//! Most texts that are changed at random are not positions at all; those are left to the fuzzers. The
//! positions kept here are well-formed and often impossible by the rules, which engines must recognise in the
//! same way.

use crate::base::Dice;
use crate::erased::{Position, Rules};

/// The number of attempts to get a text that is a position.
const TRIES: usize = 8;

/// The largest number of moves that a position of any of our games can count.
const MOST: u32 = 999_999_999;

/// The number of positions that are tried after a game.
pub(crate) const POSITIONS: usize = WORDS + 1;

/// The number of them with changed words.
const WORDS: usize = 2;

/// Returns the position of this number that is tried after a game, made from the text of one of its
/// positions. See [`mutated`] for `most`.
pub(crate) fn nearly(
    rules: Rules,
    number: usize,
    text: &str,
    dice: &mut Dice,
    most: bool,
) -> Option<Position> {
    if number < WORDS {
        return mutated(rules, text, dice, most);
    }
    rules.position(text).ok()?.altered(&mut |n| dice.below(n))
}

/// Returns a position made from the text of another, or `None` if no attempt was well-formed. With `most`,
/// numbers may become as large as possible, for which few programs have room.
fn mutated(rules: Rules, text: &str, dice: &mut Dice, most: bool) -> Option<Position> {
    (0..TRIES).find_map(|_| {
        let mut words: Vec<String> = text.split(' ').map(str::to_string).collect();
        for _ in 0..1 + dice.below(3) {
            change(&mut words, dice, most);
        }
        rules.position(&words.join(" ")).ok()
    })
}

/// Changes one word: drops it, moves it, exchanges a character with another word, or makes a number as large
/// as possible, or nearly.
fn change(words: &mut Vec<String>, dice: &mut Dice, most: bool) {
    if words.is_empty() {
        return;
    }
    let (at, other) = (dice.below(words.len() as u32) as usize, dice.below(words.len() as u32) as usize);
    let donor: Vec<char> = words[other].chars().collect();
    let mut chars: Vec<char> = words[at].chars().collect();
    let place = dice.below(chars.len() as u32 + 1) as usize;
    match dice.below(7) {
        0 => {
            words.remove(at);
            return;
        }
        1 => return words.swap(at, other),
        2 if place < chars.len() => {
            chars.remove(place);
        }
        3 if !donor.is_empty() => chars.insert(place, *dice.pick(&donor)),
        // Pieces mostly differ in the character at the same place: their owner, kind, cell.
        6 => {
            let numbers: Vec<usize> =
                (0..words.len()).filter(|&at| words[at].parse::<u32>().is_ok()).collect();
            if most && !numbers.is_empty() {
                // The player to move may follow from the number.
                let number = MOST - dice.below(3);
                words[*dice.pick(&numbers)] = number.to_string();
            }
            return;
        }
        4 if place < chars.len().min(donor.len()) => chars[place] = donor[place],
        _ if place < chars.len() && !donor.is_empty() => chars[place] = *dice.pick(&donor),
        _ => return,
    }
    words[at] = chars.into_iter().collect();
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::{abrobad, chess, margo};

    use super::*;
    use crate::erased::{Guided, rules};

    /// Counts how many of 1000 positions that are nearly this one have about the maximum number of moves
    /// before them.
    fn count<G: Guided>(text: &str, most: u32) -> usize {
        let positions = (0..1000).filter_map(|seed| mutated(rules::<G>(), text, &mut Dice::new(seed), true));
        let positions: Vec<String> = positions.map(|position| position.to_string()).collect();
        let has = |text: &&String| text.split(' ').any(|word| word.parse().is_ok_and(|n: u32| n > most - 3));
        positions.iter().filter(has).count()
    }

    #[test]
    fn some_have_as_many_moves_behind_them_as_a_position_can_have() {
        let abrobad = count::<abrobad::Abrobad>("xo.......... x 2", abrobad::Position::MAX_PLY);
        let chess = count::<chess::Chess>("7B/6k1/8/8/8/K7/8/n7 b - - 0 1", chess::Position::MOST);
        let margo = count::<margo::Margo>("3 white 2 WA1:0 BA3:0", margo::Position::MAX_PLY);
        assert!(abrobad.min(chess).min(margo) > 50, "{abrobad} {chess} {margo}");
    }
}
