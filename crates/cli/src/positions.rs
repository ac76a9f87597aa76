//! Files of positions: one to a line, with the numbers of sequences that are expected from there if they are
//! told.

use std::collections::BTreeMap;
use std::path::Path;

use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::compare::participant::Lack;
use bustan_harness::compare::watch;
use bustan_vocabulary::Game;

use crate::failure::Failure;
use crate::files;

/// A position of a file.
#[derive(Clone, Debug)]
pub(crate) struct Listed<G: Game> {
    /// The number of its line, from 1.
    pub(crate) line: usize,
    pub(crate) position: G::Position,
    /// The numbers of sequences of so many moves that the file tells, in its order.
    pub(crate) counts: Vec<(u32, u64)>,
}

/// The text of a file of positions.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    name: String,
    text: String,
}

impl Source {
    /// The name of the file, for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// Reads a file of positions, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Source, Failure> {
    Ok(Source { name: files::name(path), text: files::read(path)? })
}

/// The positions of a file. A line is a position, as the game or the engines write it, and may go on with counts
/// of sequences, as in `POSITION ;D1 20 ;D2 400`, or with what else EPD has. Blank lines and lines that begin
/// with `#` and a blank say nothing.
pub(crate) fn listed<G: Game>(Source { name, text }: &Source) -> Result<Vec<Listed<G>>, Failure> {
    let mut all = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with("# ") || line == "#" {
            continue;
        }
        let error = |problem: String| Failure::Position(format!("{name}, line {number}: {problem}"));
        let mut parts = line.split(';');
        let position = without_operations(parts.next().unwrap_or_default());
        let position = position.parse().map_err(|problem| error(format!("{problem}")))?;
        let counts = parts.filter_map(|part| count(part.trim()).transpose()).collect::<Result<_, _>>();
        all.push(Listed { line: number, position, counts: counts.map_err(error)? });
    }
    match all.is_empty() {
        true => Err(Failure::Position(format!("{name}: no line of it is a position"))),
        false => Ok(all),
    }
}

/// The count that a part of a line tells, such as `D2 400`; `None` if it tells something else.
fn count(part: &str) -> Result<Option<(u32, u64)>, String> {
    let Some(rest) = part.strip_prefix(['D', 'd']) else { return Ok(None) };
    let words: Vec<&str> = rest.split_whitespace().collect();
    // An operation of EPD may begin so, but not with a capital letter and a number behind it.
    let number = words.get(1).is_some_and(|word| word.parse::<u64>().is_ok());
    let tells = rest.starts_with(|c: char| c.is_ascii_digit()) || (part.starts_with('D') && number);
    if !tells {
        return Ok(None);
    }
    match words[..] {
        [depth, nodes] => Some((depth.parse().ok(), nodes.parse().ok())),
        _ => None,
    }
    .and_then(|(depth, nodes)| depth.zip(nodes))
    .map(Some)
    .ok_or_else(|| format!("{part:?} tells no number of sequences, as in \"D2 400\""))
}

/// A position of chess without the operations that EPD has in the place of the counters, which are then those of
/// a beginning; any other position as it is.
fn without_operations(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let chess = |board: &str, castling: &str, passant: &str| {
        let square = matches!(passant.as_bytes(), [b'-'] | [b'a'..=b'h', b'3' | b'6']);
        let rights = castling.bytes().all(|byte| byte == b'-' || byte.is_ascii_alphabetic());
        board.matches('/').count() == 7 && rights && square
    };
    match &words[..] {
        [board, turn @ ("w" | "b"), castling, passant, more @ ..]
            if chess(board, castling, passant)
                && more.first().is_none_or(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())) =>
        {
            format!("{board} {turn} {castling} {passant} 0 1")
        }
        _ => text.trim().into(),
    }
}

/// A position of a file at which an engine does not play, with what the engine lacks.
pub(crate) type Skipped<G> = (Listed<G>, Lack);

/// The positions of a file at which both engines play, and those at which one does not. Engines are made only if the
/// file names a variant.
pub(crate) fn playable<G: Game>(
    listed: Vec<Listed<G>>,
    factories: Factories<'_, G>,
) -> (Vec<Listed<G>>, Vec<Skipped<G>>) {
    let options = || G::OPTIONS.split(", ").filter(|words| !words.is_empty());
    let has_variant = |one: &Listed<G>| options().any(|words| one.position.to_string().contains(words));
    if !listed.iter().any(has_variant) {
        return (listed, Vec::new());
    }
    // An engine that cannot be made says why when it is to play.
    let made = |factory: &dyn Factory<G>| watch::answer(|| factory.make()).ok();
    let engines: Vec<_> = [factories.subject, factories.oracle].into_iter().filter_map(made).collect();
    let lack = |position: &G::Position| {
        engines.iter().find_map(|engine| watch::answer(|| engine.lack(position)).ok().flatten())
    };
    let (mut playable, mut skipped) = (Vec::new(), Vec::new());
    for one in listed {
        match lack(&one.position) {
            None => playable.push(one),
            Some(lack) => skipped.push((one, lack)),
        }
    }
    (playable, skipped)
}

/// The positions that are skipped, in a line for each reason.
pub(crate) fn skipped<G: Game>(skipped: &[Skipped<G>]) -> Vec<String> {
    let mut counts = BTreeMap::<_, usize>::new();
    for (_, Lack { variant, reason }) in skipped {
        *counts.entry((*variant, reason.as_str())).or_default() += 1;
    }
    let line = |((variant, reason), count): ((&str, &str), usize)| {
        let name = variant[..1].to_uppercase() + &variant[1..];
        let positions = if count == 1 { "position" } else { "positions" };
        match variant.contains(' ') {
            true => format!("{count} {positions} with {variant} skipped: {reason}"),
            false => format!("{count} {name} {positions} skipped: {reason}"),
        }
    };
    counts.into_iter().map(line).collect()
}

/// The failure of a file of which every position is skipped.
pub(crate) fn none_left<G: Game>(name: &str, all: &[Skipped<G>]) -> Failure {
    Failure::Usage(format!("{name}: no position is left: {}", skipped(all).join("; ")))
}

/// How many counts were not checked because they are of more moves, in words that follow others.
pub(crate) fn deeper(counts: usize) -> String {
    if counts == 0 { String::new() } else { format!("; not checked, of more moves: {counts}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_what_else_follows_a_position_is_told_apart() {
        assert_eq!(count("D2 400"), Ok(Some((2, 400))));
        assert_eq!((count("id \"x\""), count("dm 4"), count("")), (Ok(None), Ok(None), Ok(None)));
        assert_eq!(count("D2\t400"), Ok(Some((2, 400))));
        for part in ["D2 many", "Dx 4", "D2=5", "D2", "D2 1 2", "D99999999999 1"] {
            assert!(count(part).is_err(), "{part}");
        }
    }

    #[test]
    fn operations_of_epd_are_no_part_of_a_position() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(without_operations(fen), fen);
        assert_eq!(
            (without_operations(epd), without_operations(&format!("{epd} bm e4"))),
            (fen.into(), fen.into())
        );
        for other in [
            "4 white 2 WE1:0",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 4 9",
        ] {
            assert_eq!(without_operations(other), other);
        }
    }
}
