//! The sizes of the boards on which two Go programs begin.

use crate::args::Setup;
use crate::foreign::{AGAINST, ComparedEngines, WITH};
use crate::watch::complain;

/// The board of a Go program, as far as the program reports it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    size: usize,
    /// Whether it takes another size.
    resizes: bool,
}

impl Board {
    /// The commands that ask about the board.
    pub(crate) const ASKED: [&'static str; 2] = ["query_boardsize", "known_command boardsize"];

    /// Reads the answers of a program to [`ASKED`](Self::ASKED); `None` if it does not report its size.
    pub(crate) fn read(answers: &[Option<String>]) -> Option<Self> {
        let [Some(size), resizes] = answers else { return None };
        let (size, resizes) = (size.trim().parse().ok()?, resizes.as_deref() == Some("true"));
        Some(Self { size, resizes })
    }
}

/// The size to set for two programs that begin on boards of different sizes: the smaller one, or that of the
/// program whose size is fixed. `None` if they begin on the same size, or if no size suits both.
pub(crate) fn common([one, other]: &[Board; 2]) -> Option<usize> {
    if one.size == other.size {
        return None;
    }
    match (one.resizes, other.resizes) {
        (true, true) => Some(one.size.min(other.size)),
        (true, false) => Some(other.size),
        (false, true) => Some(one.size),
        (false, false) => None,
    }
}

/// Sets one size for two programs that begin on boards of different sizes, unless the setup or a list of
/// positions says where games begin.
pub(crate) fn settle(rivals: &ComparedEngines, setup: &Setup, listed: bool) {
    let is_open = !listed && !setup.is_given();
    if let Some((boards, size)) = rivals.boards().filter(|_| is_open).and_then(|it| Some((it, common(it)?))) {
        complain(&format!("{}: both play with --size {size}", sizes(boards)));
        setup.set_size(size);
    }
}

/// Names the sizes on which two programs begin.
fn sizes([one, other]: &[Board; 2]) -> String {
    format!("{AGAINST} begins on {}, {WITH} on {}", lines(one.size), lines(other.size))
}

fn lines(size: usize) -> String {
    format!("{size}x{size}")
}

/// The error if two programs would play on boards of different sizes, each on its own or, if games begin on a
/// board of a given size, on that.
pub(crate) fn problem(boards: &[Board; 2], given: Option<usize>) -> Option<String> {
    if let Some(given) = given {
        let mut named = boards.iter().zip([AGAINST, WITH]);
        let (fixed, option) = named.find(|(board, _)| !board.resizes && board.size != given)?;
        let (own, given) = (lines(fixed.size), lines(given));
        return Some(format!(
            "{option} plays on {own} and has no command boardsize, so it cannot play on {given}"
        ));
    }
    let [one, other] = boards;
    if one.size == other.size {
        return None;
    }
    let sizes = sizes(boards);
    Some(match one.resizes || other.resizes {
        true => format!("{sizes}: set one size, with --size N or with ;boardsize=N after both programs"),
        false => {
            format!("{sizes}, and neither has a command boardsize (--size): start both on the same size")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(sizes: [&str; 2], resizes: [&str; 2]) -> [Board; 2] {
        [0, 1].map(|at| {
            let answers = [sizes[at], resizes[at]].map(|answer| Some(answer.to_string()));
            Board::read(&answers).unwrap()
        })
    }

    #[test]
    fn two_boards_get_a_size_that_both_programs_take() {
        for (resizes, size) in [
            (["true", "true"], Some(9)),
            (["true", "false"], Some(9)),
            (["false", "true"], Some(19)),
            (["false", "false"], None),
        ] {
            assert_eq!(common(&boards(["19", "9"], resizes)), size, "{resizes:?}");
            assert_eq!(common(&boards(["9", "9"], resizes)), None, "{resizes:?}");
        }
        assert!(Board::read(&[None, Some("true".into())]).is_none());
    }

    #[test]
    fn two_sizes_are_named() {
        let told = "--against begins on 19x19, --with on 9x9";
        let set = ": set one size, with --size N or with ;boardsize=N after both programs";
        let fixed = ", and neither has a command boardsize (--size): start both on the same size";
        for (resizes, rest) in [(["true", "false"], set), (["false", "false"], fixed)] {
            let problem = problem(&boards(["19", "9"], resizes), None);
            assert_eq!(problem, Some(format!("{told}{rest}")));
        }
        assert_eq!(problem(&boards(["9", "9"], ["false", "false"]), None), None);
        let given = problem(&boards(["19", "9"], ["true", "false"]), Some(5)).unwrap();
        assert_eq!(given, "--with plays on 9x9 and has no command boardsize, so it cannot play on 5x5");
        assert_eq!(problem(&boards(["19", "9"], ["true", "false"]), Some(9)), None);
    }
}
