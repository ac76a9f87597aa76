//! Selection of moves of chess on a page.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::chess::{Chess, Kind, Move, Observation, Player, Reason};

use crate::{RuleExplanation, Touch};

/// The pieces that a player has at the start, and their numbers.
const MEN: [(Kind, usize); 5] =
    [(Kind::Queen, 1), (Kind::Rook, 2), (Kind::Bishop, 2), (Kind::Knight, 2), (Kind::Pawn, 8)];

impl Touch for Chess {
    const TITLE: &'static str = "Chess";
    const HOW: &'static str =
        "click a piece, then a square. To castle, move the king two squares; in Chess960, onto its rook";
    const SETUPS: &'static [(&'static str, &'static str)] = &[
        ("the standard game", ""),
        ("draws that can be claimed count", "draws claim"),
        ("Chess960, setup 400", "chess960 400"),
    ];

    const BUTTONS: &'static [&'static str] = &["queen", "rook", "bishop", "knight"];
    const FLIPS: bool = true;

    fn steps(mv: &Move) -> Vec<String> {
        let promotion = mv.promotion.map(|kind| kind.name().to_string());
        [mv.from.to_string(), mv.to.to_string()].into_iter().chain(promotion).collect()
    }

    fn aim(steps: &[&str]) -> Option<Move> {
        let (&[from, to], rest) = steps.split_first_chunk()?;
        let promotion = match *rest {
            [] => None,
            [name] => Some(Move::PROMOTIONS.into_iter().find(|kind| kind.name() == name)?),
            _ => return None,
        };
        Some(Move { from: from.parse().ok()?, to: to.parse().ok()?, promotion })
    }

    /// The missing pieces, on the assumption that none was replaced by a promotion.
    fn facts(seen: &Observation) -> Vec<String> {
        let lost = |player| {
            let missing = MEN.iter().filter_map(|&(kind, number)| {
                let men = seen.board.values().filter(|man| man.player == player && man.kind == kind);
                let lost = number.saturating_sub(men.count());
                (lost > 0).then(|| format!("{lost} {}{}", kind.name(), if lost > 1 { "s" } else { "" }))
            });
            let missing: Vec<String> = missing.collect();
            (!missing.is_empty()).then(|| format!("{player} has lost {}", missing.join(", ")))
        };
        Player::ALL.into_iter().filter_map(lost).collect()
    }

    fn why(reason: &Reason) -> Option<RuleExplanation> {
        Some(match reason {
            Reason::GameOver => RuleExplanation::new("the game is over", "6.1"),
            Reason::NotYourTurn => RuleExplanation::new("it is the other player's turn", "1.4"),
            Reason::NoPiece => RuleExplanation::new("there is no piece on that square", "2.1"),
            Reason::NotOwn => RuleExplanation::new("the piece is the opponent's", "1.4"),
            Reason::Occupied => RuleExplanation::new("a piece of the same player is there", "2.1"),
            Reason::NoMove => RuleExplanation::new("that piece can't move there", "5.5"),
            Reason::Promotion => RuleExplanation::new(
                "a pawn is exchanged for another piece exactly when it reaches the farthest rank",
                "3.5",
            ),
            Reason::Check => RuleExplanation::new(
                "the king would be in check, or would castle out of check or over it",
                "5.2",
            ),
        })
    }
}
