//! Published perft counts. Both engines of a game must count the numbers in `positions/<game>.epd`.

use std::fs;
use std::path::Path;

use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::{Explore, Picture};
use bustan_vocabulary::Engine;

/// The largest numbers to be counted by the fast engine and by the reference engine.
const MOST: [u64; 2] = [3_000_000, 10_000];

/// A line of a file: a position, and the number of sequences of moves for each length.
struct Line<'a> {
    position: &'a str,
    counts: Vec<(u32, u64)>,
}

/// The lines of a file that contain a position.
fn lines(text: &str) -> Vec<Line<'_>> {
    let count = |part: &str| {
        let (depth, nodes) = part.trim().strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, nodes.parse().ok()?))
    };
    let read = |line| {
        let mut parts = str::split(line, ';');
        let position = parts.next().unwrap_or_default();
        let counts = parts.map(|part| count(part).unwrap_or_else(|| panic!("{part:?} in {line}"))).collect();
        Line { position, counts }
    };
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(read).collect()
}

struct Counted<'a>(&'a [Line<'a>]);

impl Visit for Counted<'_> {
    /// The number of perft counts that each engine has computed.
    type Output = [usize; 2];

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        [counted::<G, F>(self.0, MOST[0]), counted::<G, R>(self.0, MOST[1])]
    }
}

/// Computes every perft count of at most `most`. Returns how many there were.
fn counted<G: Explore, E: Engine<Game = G> + Default>(lines: &[Line<'_>], most: u64) -> usize {
    let mut compared = 0;
    for Line { position, counts } in lines {
        let mut engine = E::default();
        let start = position.parse().unwrap_or_else(|error| panic!("{position}: {error}"));
        engine.setup(&start).unwrap_or_else(|error| panic!("{position}: {error}"));
        for &(depth, nodes) in counts.iter().filter(|(_, nodes)| *nodes <= most) {
            assert_eq!(engine.perft(depth), Some(nodes), "{} at {position}, {depth} moves", engine.name());
            compared += 1;
        }
    }
    compared
}

#[test]
fn published_numbers_of_sequences_are_counted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions");
    let mut files = 0;
    for game in GAMES {
        let Ok(text) = fs::read_to_string(folder.join(format!("{game}.epd"))) else { continue };
        let compared = visit(game, Counted(&lines(&text))).expect("the game is registered");
        assert!(compared.into_iter().all(|count| count > 0), "{game}: {compared:?}");
        files += 1;
    }
    let all = fs::read_dir(&folder).expect("there are files of positions").count();
    assert_eq!(files, all, "a file of positions of no game");
}
