//! The part of a probe that a program answers itself through a bridge, in the words of its protocol.

use bustan_bridges::Protocol;
use bustan_harness::protocol::foreign::probe::{Probe, ProbeOutcome, ProbeStep};

/// The checks of such programs, each with the words for it. The bridge itself answers everything else.
const TRIED: [(&str, &str); 9] = [
    ("answers every command", "answers every command"),
    ("answers the questions that it knows", "answers the questions that it knows"),
    ("begins a game at clear_board", "begins a game"),
    ("lists each legal move once", "lists each legal move once"),
    ("lists moves of the game", "lists moves of the game"),
    ("plays a move that it lists", "plays a move that it lists"),
    ("plays the moves that it lists", "plays the moves that it lists"),
    ("shows the start again after clear_board", "shows the start again in the next game"),
    ("shows the start again after undo", "shows the start again after a move was taken back"),
];

/// The further check of programs that judge moves.
const JUDGED: &str = "refuses a word that is not a move";

/// The keys of states that a bridge works out itself, unless the protocol has them.
const WORKED_OUT: [&str; 3] = ["over", "to_move", "winner"];

/// Returns what the program answered itself. A mistake is kept in any case.
pub(super) fn own(protocol: Protocol, probe: Probe) -> Probe {
    let judges = matches!(protocol, Protocol::Gtp | Protocol::Uhp);
    let kept = |ProbeStep { should, outcome }: ProbeStep| {
        let shown = TRIED.iter().find(|(tried, _)| *tried == should).map(|(_, shown)| *shown);
        let shown = shown.or((judges && should == JUDGED).then_some(JUDGED));
        let shown = shown.or(matches!(outcome, ProbeOutcome::Slip(_)).then_some(should))?;
        Some(ProbeStep { should: shown, outcome })
    };
    let words = |names: &[&'static str]| names.iter().filter_map(|name| asked(protocol, name)).collect();
    let is_own = |key: &String| protocol == Protocol::Uhp || !WORKED_OUT.contains(&key.as_str());
    Probe {
        name: probe.name,
        known: words(&probe.known),
        unknown: words(&probe.unknown),
        open: words(&probe.open),
        keys: probe.keys.into_iter().filter(is_own).collect(),
        trials: probe.trials.into_iter().filter_map(kept).collect(),
    }
}

/// The commands of a protocol with which a bridge asks what a command of Bustan's protocol asks; `None` if the bridge
/// answers by itself.
fn asked(protocol: Protocol, command: &str) -> Option<&'static str> {
    Some(match (protocol, command) {
        (Protocol::Gtp, "bustan-legal") => "legal moves (all_legal, or is_legal)",
        (Protocol::Gtp, "bustan-state") => "stones (list_stones, captures)",
        (Protocol::Gtp, "boardsize") => "boardsize",
        (Protocol::Gtp, "undo") => "undo",
        (Protocol::Gtp, "showboard") => "showboard",
        (Protocol::Uhp, "bustan-legal") => "legal moves (validmoves)",
        (Protocol::Uhp, "undo") => "undo",
        (Protocol::Gtp | Protocol::Uhp, _) => return None,
        (_, "bustan-legal") => "legal moves (go perft 1, or go searchmoves)",
        (_, "bustan-position") => "the position (d)",
        (_, "bustan-perft") => "counts of moves (go perft)",
        _ => return None,
    })
}
