//! Changes inputs as games: actions are cut, repeated, exchanged and moved, not bytes.

use super::script::{Action, DRAWS, KINDS, Kind, LONGEST, Place, Script};
use crate::generate::dice::Dice;

/// The most actions of a new input.
const FEW: u32 = 8;

/// How far the number of an action moves at most when it becomes a near one. Numbers choose among the moves
/// in their order, so this is a 32nd of them.
const NEAR: u32 = 1 << 11;

/// Another input made from this one, at most `most` bytes long: for a fuzzer's custom mutator. It inserts,
/// drops, repeats, swaps or changes actions, replaces a move by a near one, or draws another start. An input
/// that is no script becomes a new one. The result is empty if `most` does not suffice for a start.
pub fn vary(data: &[u8], most: usize, seed: u32) -> Vec<u8> {
    let dice = &mut Dice::new(seed.into());
    let mut script = Script::read(data).unwrap_or_else(|| fresh(dice));
    for _ in 0..1 + dice.below(3) {
        change(&mut script, dice);
    }
    fitting(script, most)
}

/// An input made from two, at most `most` bytes long: for a fuzzer's crossover. It starts where the first
/// does; actions of the second replace those behind one of the first, or are inserted there.
pub fn cross(one: &[u8], other: &[u8], most: usize, seed: u32) -> Vec<u8> {
    let dice = &mut Dice::new(seed.into());
    let [mut script, other] = [one, other].map(|data| Script::read(data).unwrap_or_else(|| fresh(dice)));
    let run = &other.actions[run(other.actions.len(), dice)];
    let at = dice.below(script.actions.len() as u32 + 1) as usize;
    let end = if dice.one_in(2) { at } else { script.actions.len() };
    script.actions.splice(at..end, run.iter().copied());
    fitting(script, most)
}

fn fresh(dice: &mut Dice) -> Script {
    let count = 1 + dice.below(FEW);
    let place = drawn(dice);
    Script { place, actions: (0..count).map(|_| any(dice)).collect() }
}

fn drawn(dice: &mut Dice) -> Place {
    Place::Drawn([(); DRAWS].map(|()| dice.below(1 << 8) as u8))
}

fn any(dice: &mut Dice) -> Action {
    Action { kind: *dice.pick(&KINDS), number: dice.below(1 << 16) as u16 }
}

/// Some of `count` actions that follow each other, mostly few.
fn run(count: usize, dice: &mut Dice) -> std::ops::Range<usize> {
    let from = dice.below(count as u32 + 1) as usize;
    let left = (count - from) as u32;
    let most = if dice.one_in(4) { left } else { left.min(4) };
    from..from + dice.below(most + 1) as usize
}

fn change(script: &mut Script, dice: &mut Dice) {
    let actions = &mut script.actions;
    let count = actions.len() as u32;
    let at = dice.below(count.max(1)) as usize;
    match dice.below(16) {
        // A new start makes another game of the same actions, on another board or with other options.
        0 => match &mut script.place {
            Place::Drawn(draws) if !dice.one_in(4) => {
                draws[dice.below(DRAWS as u32) as usize] = dice.below(1 << 8) as u8;
            }
            place => *place = drawn(dice),
        },
        1 => actions.truncate(at),
        2 => drop(actions.drain(run(actions.len(), dice))),
        3 => {
            let again = actions[run(actions.len(), dice)].to_vec();
            actions.splice(at..at, again);
        }
        4 | 5 if count > 0 => {
            let far = dice.below(2 * NEAR) as i32 - NEAR as i32;
            let near = i32::from(actions[at].number) + far;
            actions[at].number = near.clamp(0, u16::MAX.into()) as u16;
        }
        6 if count > 0 => actions[at].number = any(dice).number,
        7 if count > 0 => actions[at].kind = any(dice).kind,
        8 if count > 1 => {
            let other = dice.below(count) as usize;
            actions.swap(at, other);
        }
        9 | 10 => actions.insert(at, any(dice)),
        // Most games are too short to have come far.
        _ => {
            let (more, plays) = (1 + dice.below(FEW), dice.one_in(2));
            let kind =
                |action: Action| Action { kind: if plays { Kind::Play } else { action.kind }, ..action };
            actions.extend((0..more).map(|_| kind(any(dice))));
        }
    }
}

/// The bytes of a script with as many of its actions as an input may have.
fn fitting(mut script: Script, most: usize) -> Vec<u8> {
    script.actions.truncate(LONGEST);
    let Some(mut bytes) = script.bytes() else { return Vec::new() };
    let start = bytes.len() - script.actions.len() * Action::SIZE;
    match most.checked_sub(start) {
        Some(left) => bytes.truncate(start + left / Action::SIZE * Action::SIZE),
        None => bytes.clear(),
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::script::{DRAWN, TOLD};
    use super::*;

    #[test]
    fn what_is_varied_and_crossed_is_a_script_that_fits() {
        let told = [&[TOLD, 3][..], b"xox", &[0, 1, 2]].concat();
        let mut inputs = vec![Vec::new(), told, vec![DRAWN, 1], b"another format".to_vec()];
        let mut longest = 0;
        for seed in 0..4_000 {
            let dice = &mut Dice::new(u64::from(seed) << 32);
            let [one, other] = [(); 2].map(|()| dice.pick(&inputs).clone());
            let most = 1 + DRAWS + dice.below(220) as usize;
            let made = if dice.one_in(3) { cross(&one, &other, most, seed) } else { vary(&one, most, seed) };
            assert!(made.len() <= most && Script::read(&made).is_some(), "{one:?} {other:?} {made:?}");
            longest = longest.max(made.len());
            inputs.push(made);
        }
        assert!(longest > 100, "{longest}");
        assert!(vary(&[], DRAWS, 1).is_empty(), "nothing fits");
    }

    #[test]
    fn every_input_leads_to_every_part_of_a_script() {
        let first = Script { place: Place::Drawn([0; DRAWS]), actions: vec![any(&mut Dice::new(1)); 4] };
        let data = first.bytes().unwrap();
        let varied: Vec<Script> =
            (0..2_000).filter_map(|seed| Script::read(&vary(&data, 999, seed))).collect();
        let some = |holds: &dyn Fn(&Script) -> bool| assert!(varied.iter().any(holds));
        some(&|script| script.place != first.place && script.actions == first.actions);
        some(&|script| script.actions.len() > 4);
        some(&|script| script.actions.is_empty());
        for at in 0..4 {
            some(&|script| script.actions.len() == 4 && script.actions[at] != first.actions[at]);
        }
        for kind in KINDS {
            some(&|script| script.actions.iter().any(|action| action.kind == kind));
        }
    }

    #[test]
    fn a_near_number_is_near() {
        let data = Script {
            place: Place::Drawn([0; DRAWS]),
            actions: vec![Action { number: 30_000, ..any(&mut Dice::new(1)) }],
        };
        let data = data.bytes().unwrap();
        let numbers = (0..4_000)
            .filter_map(|seed| Some(Script::read(&vary(&data, 999, seed))?.actions.first()?.number));
        let near = numbers.filter(|&number| number != 30_000 && number.abs_diff(30_000) <= 1 << 11).count();
        assert!(near > 300, "{near}");
    }
}
