//! Makes positions that are nearly valid: a valid position with a few words changed, or changed in a way that
//! the game suggests.
//!
//! Most texts that are changed at random are not positions at all; these are left to the fuzzers. The
//! positions made here are well-formed but often impossible by the rules, and engines must agree on which
//! are.

use crate::base::Dice;
use crate::erased::{Position, Rules};

/// The maximum number of attempts to obtain a text that is a position.
const TRIES: usize = 8;

/// The maximum number of moves that a position of any built-in game can contain.
const MOST: u32 = 999_999_999;

/// The number of positions to try after a game.
pub(crate) const POSITIONS: usize = WORDS + 1;

/// The number of positions with changed words among the positions to try after a game.
const WORDS: usize = 2;

/// Returns the position `number` to try after a game, made from the text of one of the game's positions. See
/// [`mutated`] for `most`.
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

/// Returns a position made from the text of another; `None` if no attempt was well-formed. If `most` is set,
/// numbers may become as large as possible, for which few external programs have room.
fn mutated(rules: Rules, text: &str, dice: &mut Dice, most: bool) -> Option<Position> {
    (0..TRIES).find_map(|_| {
        let mut words: Vec<String> = text.split(' ').map(str::to_string).collect();
        for _ in 0..1 + dice.below(3) {
            change(&mut words, dice, most);
        }
        rules.position(&words.join(" ")).ok()
    })
}

/// Changes one word: removes it, moves it, exchanges a character with another word, or replaces a number by
/// the largest possible one, or nearly.
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
        // The characters at the same index of two pieces are their owner, kind or cell.
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

    /// Returns how many of 1000 positions that are nearly `text` contain about the maximum number of moves.
    fn count<G: Guided>(text: &str, most: u32) -> usize {
        let positions = (0..1000).filter_map(|seed| mutated(rules::<G>(), text, &mut Dice::new(seed), true));
        let positions: Vec<String> = positions.map(|position| position.to_string()).collect();
        let has = |text: &&String| text.split(' ').any(|word| word.parse().is_ok_and(|n: u32| n > most - 3));
        positions.iter().filter(has).count()
    }

    #[test]
    fn some_have_as_many_moves_after_them_as_a_position_can_have() {
        let abrobad = count::<abrobad::Abrobad>("xo.......... x 2", abrobad::Position::MAX_PLY);
        let chess = count::<chess::Chess>("7B/6k1/8/8/8/K7/8/n7 b - - 0 1", chess::Position::MOST);
        let margo = count::<margo::Margo>("3 white 2 WA1:0 BA3:0", margo::Position::MAX_PLY);
        assert!(abrobad.min(chess).min(margo) > 50, "{abrobad} {chess} {margo}");
    }
}
