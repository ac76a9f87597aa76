//! Makes positions that are nearly right: a valid one with a few of its words changed.
//!
//! Most texts changed at random are not positions at all; those are left to the fuzzers. The positions kept
//! here are well-formed and often impossible by the rules, which engines must recognise alike.

use bustan_vocabulary::Game;

use crate::generate::dice::Dice;

/// The number of attempts to get a text that is a position.
const TRIES: usize = 8;

/// A position made from the text of another, or `None` if no attempt was well-formed.
pub(crate) fn mutated<G: Game>(text: &str, dice: &mut Dice) -> Option<G::Position> {
    (0..TRIES).find_map(|_| {
        let mut words: Vec<String> = text.split(' ').map(str::to_string).collect();
        for _ in 0..1 + dice.below(3) {
            change(&mut words, dice);
        }
        words.join(" ").parse().ok()
    })
}

/// Changes one word: drops it, moves it, or exchanges a character with another word.
fn change(words: &mut Vec<String>, dice: &mut Dice) {
    if words.is_empty() {
        return;
    }
    let (at, other) = (dice.below(words.len() as u32) as usize, dice.below(words.len() as u32) as usize);
    let donor: Vec<char> = words[other].chars().collect();
    let mut chars: Vec<char> = words[at].chars().collect();
    let place = dice.below(chars.len() as u32 + 1) as usize;
    match dice.below(6) {
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
        4 if place < chars.len().min(donor.len()) => chars[place] = donor[place],
        _ if place < chars.len() && !donor.is_empty() => chars[place] = *dice.pick(&donor),
        _ => return,
    }
    words[at] = chars.into_iter().collect();
}
