//! Tests that any text is either parsed or refused with a message of one line.

mod own;

use std::fs;
use std::path::Path;

use bustan_games::{GAMES, rules_of};
use bustan_notation::{
    Asked, Unread, begun, games, listed, listed_of_some_game, position, position_of_some_game,
};
use proptest::prelude::*;

/// Texts of every format, from which the test derives others.
const TEXTS: [&str; 24] = [
    "[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1\"]\n\n1. Kd1 {a} (1. Ke2 $1) Kd7 ; b\n*\n",
    "[Event \"1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"2\"]\n\n1. e4 *\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n",
    "position startpos moves e2e4 e7e5 g1f3\n",
    "uci\nposition fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8\ngo\nbestmove a1a2\n",
    "position startpos moves 7g7f 3c3d 8h2b+ B*5e\n",
    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n",
    "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2\n",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 # x\n",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 bm e4; id \"a;b\";\n",
    "id 0\nepd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nperft 1 20\nperft 2 400\n",
    "(;GM[1]FF[4]SZ[5]KM[6.5]C[a \\] b];B[cc];W[cd]C[x](;B[dd];W[];B[])(;B[bb]))(;GM[2])\n",
    "boardsize 5\nkomi 6.5\nplay B C3\n= \n\nplay W d4\n? no\n\ngenmove b\n=3 B2\n\nundo\nclear_board\nplay b A1\n",
    "[Event \"x\"]\n[GameType \"20\"]\n[FEN \"W:W31-50:B1-20\"]\n\n1. 32-28 {x} 19-23 (1... 18-23) 2.28x19 14x23 *\n",
    "Base;InProgress;Black[2];wS1;bG1 -wS1;wQ wS1/\n",
    "game: chess\n\n# State 0\nCurrentPlayer() = 1\n# Apply action \"e4\"\naction: 1841\n",
    "game: tic_tac_toe()\n# Apply action \"x(1,1)\"\n",
    "W[P63i9];B[P55h8];W[pass]\n",
    "Start[4 swap] 1 C5* 2 E5 3 C7\nWhite wins\n",
    "Start[8x1 .RRB#GR. blue 0];B[a1];G[h1]\n",
    "X[b2];O[a1]\n",
    "Start[r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1];W[e1g1]\n",
    "{\"game\": \"chess\"}\n",
    "\u{feff}# a comment\n\u{e9} \u{1f600}\r\n",
];

/// Parses a text with every function, and checks that each error has one line and a place in the text.
fn read(text: &str) -> Result<(), TestCaseError> {
    let refused = |line: usize, column: usize, problem: &str| {
        prop_assert!(line >= 1 && column >= 1 && line <= text.lines().count().max(1) + 1, "{line}, {column}");
        prop_assert!(!problem.is_empty() && !problem.contains('\n'), "{problem:?}");
        Ok(())
    };
    let names = GAMES.iter().copied().chain(["any"]).map(Some).chain([None]);
    for game in names {
        for programs in [false, true] {
            match games(text, &Asked { game, number: None, programs }) {
                Ok(games) => {
                    prop_assert!(!games.is_empty());
                    for game in games {
                        for ply in [0, 1, game.record.moves.len(), game.record.moves.len() + 1] {
                            game.place(text, ply);
                        }
                    }
                }
                Err(Unread::Text(error)) => refused(error.line, error.column, &error.problem)?,
                Err(Unread::Number(number)) => prop_assert!(false, "nobody asked for {number}"),
            }
            let _ = games(text, &Asked { game, number: Some(2), programs });
        }
        let Some(rules) = game.and_then(rules_of) else { continue };
        if let Err(error) = listed(rules, text) {
            refused(error.line, error.column, &error.problem)?;
        }
        for line in text.lines() {
            let _ = position(rules, line);
        }
        let _ = begun(rules, text);
    }
    if let Err(error) = listed_of_some_game(text) {
        refused(error.line, error.column, &error.problem)?;
    }
    let _ = position_of_some_game(text);
    Ok(())
}

/// Removes, duplicates or replaces some characters of a text; replacements are taken from `other`.
fn changed(text: &str, other: &str, edits: &[(usize, u8)]) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let others: Vec<char> = other.chars().collect();
    for &(at, kind) in edits {
        if signs.is_empty() {
            break;
        }
        let at = at % signs.len();
        match kind % 5 {
            0 => drop(signs.remove(at)),
            1 => signs.insert(at, signs[at]),
            2 => signs[at] = others[at % others.len()],
            3 => signs.truncate(at),
            _ => drop(signs.splice(at..at, others.iter().copied().skip(at % others.len()))),
        }
    }
    signs.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn changed_texts_are_read_or_refused(
        one in 0..TEXTS.len(),
        other in 0..TEXTS.len(),
        edits in prop::collection::vec((any::<usize>(), any::<u8>()), 0..6),
    ) {
        read(&changed(TEXTS[one], TEXTS[other], &edits))?;
    }

    #[test]
    fn random_texts_are_read_or_refused(text in "\\PC*|[\\[\\](){};:=?#/ \\n\\t\"A-Za-z0-9.*+-]{0,60}") {
        read(&text)?;
    }
}

#[test]
fn every_beginning_of_a_text_is_read_or_refused() {
    for text in TEXTS {
        for (end, _) in text.char_indices().step_by(3) {
            read(&text[..end]).unwrap_or_else(|error| panic!("{:?}: {error}", &text[..end]));
        }
    }
}

/// The page on notations lists every format by name.
#[test]
fn every_format_is_documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/notations.md");
    let page = fs::read_to_string(page).expect("the page can be read");
    for text in TEXTS {
        if let Some(format) = bustan_notation::of(text) {
            assert!(page.contains(format.name()), "{}", format.name());
        }
    }
}
