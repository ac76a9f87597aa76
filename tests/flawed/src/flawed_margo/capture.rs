//! The capture of balls.

use bustan_vocabulary::margo::Player;

use super::MargoFlaw;
use super::balls::Balls;

/// A lifted ball, as the number of its point and its colour.
pub(super) type Lifted = (usize, Player);

/// Lifts the balls of the groups of one colour that have no freedom, and returns them.
pub(super) fn iteration(balls: &mut Balls, colour: Player) -> Vec<Lifted> {
    let free = balls.free();
    let is_doomed = |balls: &Balls, number: usize| {
        balls.at[number] == Some(colour) && balls.group(number).is_some_and(|label| !free[usize::from(label)])
    };
    let mut doomed: Vec<usize> = (0..balls.at.len()).filter(|&number| is_doomed(balls, number)).collect();
    if doomed.is_empty() {
        return Vec::new();
    }
    if balls.flaw == MargoFlaw::OneCaptured {
        let first = balls.group(doomed[0]);
        doomed.retain(|&number| balls.group(number) == first);
    }
    if balls.flaw == MargoFlaw::BuriedLifted {
        let under = |&number: &usize| balls.shape.places[number].under;
        let buried: Vec<usize> =
            doomed.iter().filter_map(under).filter(|&at| balls.at[at] == Some(colour)).collect();
        doomed.extend(buried);
        doomed.sort_unstable();
        doomed.dedup();
    }
    if balls.flaw == MargoFlaw::DirectZombies {
        let pinned = |&number: &usize| {
            let above = &balls.shape.places[number].above;
            above.iter().any(|above| balls.at[*above].is_some() && !doomed.contains(above))
        };
        let loose: Vec<usize> = doomed.iter().copied().filter(|number| !pinned(number)).collect();
        return lift(balls, colour, loose, |_, _| true);
    }
    // Lower levels have lower numbers.
    doomed.reverse();
    lift(balls, colour, doomed, |balls, number| !balls.carries(number))
}

fn lift(
    balls: &mut Balls,
    colour: Player,
    numbers: Vec<usize>,
    can_be: impl Fn(&Balls, usize) -> bool,
) -> Vec<Lifted> {
    let mut lifted = Vec::new();
    for number in numbers {
        if can_be(balls, number) {
            balls.lift(number);
            lifted.push((number, colour));
        }
    }
    if !lifted.is_empty() {
        balls.label_all();
    }
    lifted
}

/// Captures after a move of `mover`, and returns all lifted balls.
pub(super) fn capture(balls: &mut Balls, mover: Player) -> Vec<Lifted> {
    let players = balls.setup.players();
    let enough = if balls.flaw == MargoFlaw::FirstEmptyRound { players.len() - 1 } else { players.len() };
    let mut lifted = Vec::new();
    let mut idle = 0;
    let first = players.iter().position(|&player| player == mover).unwrap_or_default() + 1;
    for &colour in players.iter().cycle().skip(first) {
        let more = iteration(balls, colour);
        idle = if more.is_empty() { idle + 1 } else { 0 };
        lifted.extend(more);
        if idle == enough || (balls.flaw == MargoFlaw::OneCaptured && !lifted.is_empty()) {
            break;
        }
    }
    lifted
}
