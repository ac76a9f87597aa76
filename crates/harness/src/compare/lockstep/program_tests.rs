//! Behaviour of external programs that in-process engines do not have: they are costly, receive moves in
//! advance, draw boards, print messages, support only part of the protocol, and exit.

use std::sync::{Arc, Mutex};

use bustan_core::tictactoe::FastEngine;
use bustan_vocabulary::tictactoe::{self, TicTacToe};
use bustan_vocabulary::{NoStart, Ruling};
use serde_json::json;

use super::*;
use crate::compare::compared::Comparison;
use crate::compare::engine_participant::{EngineParticipant, FactoryFn};
use crate::compare::known::Accepted;
use crate::compare::participant::{Drawing, End, Fault, Observed, Participant, Unset};
use crate::erased::typed::invalid;
use crate::erased::{Invalid, Observation, Reason, Record, own_observation, own_position, rules, unknown};
use crate::testing::{Answers, Words};

/// The traits of a program. By default, it is like an in-process engine that reports and lists everything.
#[derive(Clone, Debug, Default)]
struct Traits {
    name: &'static str,
    costly: bool,
    /// The program accepts every position as valid.
    trusts: bool,
    /// The program supports other rules than those of the game.
    ignorant: bool,
    /// The program cannot undo.
    cannot_undo: bool,
    /// The program announces that it cannot undo.
    says_it_cannot_undo: bool,
    /// The program does not know the player to move.
    knows_no_turn: bool,
    /// The program does not itself report the player to move.
    tells_no_turn: bool,
    shows_nothing: bool,
    lists_nothing: bool,
    has_no_position: bool,
    /// The message with which the program refuses positions with marks.
    refuses: Option<&'static str>,
    /// The program refuses positions with marks as invalid.
    invalid: bool,
    /// The program cannot be set up at positions with marks.
    unable: bool,
    /// Refusing a position changes the state of the program.
    is_shaken: bool,
    /// The program reports X as the winner at every position.
    shows_a_winner: bool,
    /// From the second move on, the program also lists b2 and a1, which are taken.
    lists_taken: bool,
    score: Option<&'static str>,
    unset: Option<&'static str>,
    said: &'static [&'static str],
    text: Option<&'static str>,
    svg: Option<&'static str>,
    /// The program has exited before its first query.
    has_ended: bool,
    /// The program exits when it is asked to play after this number of moves.
    ends_at: Option<usize>,
    /// The program exits when it is asked to undo a move.
    ends_taking_back: bool,
    /// The program panics when it is asked to play after this number of moves.
    panics_at: Option<usize>,
    panics_when_set_up: bool,
    /// The program exits because it is interrupted.
    is_interrupted: bool,
    /// The program refuses every move after more than this number of setups.
    refuses_after: Option<usize>,
    /// The program gives no verdict on moves.
    has_no_verdict: bool,
    /// The program refuses the legal move c3.
    refuses_a_legal_move: bool,
    /// The program plays illegal moves.
    plays_anything: bool,
    /// The program counts the moves that it lists.
    counts: bool,
    /// Announcements about lists of moves are logged.
    notes_lists: bool,
    /// The program panics when it is queried for anything outside a game.
    panics_aside: bool,
}

/// The messages to the programs of a test, in order.
type Log = Arc<Mutex<Vec<String>>>;

struct Program {
    traits: Traits,
    engine: EngineParticipant<FastEngine>,
    log: Log,
    plies: usize,
    setups: usize,
    shaken: bool,
    ended: bool,
}

impl Program {
    fn new(traits: Traits, log: &Log) -> Self {
        let ended = traits.has_ended;
        let engine = EngineParticipant::new(FastEngine::default());
        Self { traits, engine, log: log.clone(), plies: 0, setups: 0, shaken: false, ended }
    }

    fn hear(&self, words: String) {
        self.log.lock().unwrap().push(format!("{} {words}", self.traits.name));
    }

    fn aside(&self) {
        assert!(!self.traits.panics_aside, "asked aside");
    }
}

impl Participant for Program {
    fn name(&self) -> String {
        self.traits.name.into()
    }

    fn knows_rules(&self, _: &Position) -> bool {
        self.aside();
        !self.traits.ignorant
    }

    fn trusts_positions(&self) -> bool {
        self.traits.trusts
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        self.hear(format!("set up at {position}"));
        assert!(!self.traits.panics_when_set_up, "no more");
        self.setups += 1;
        if own_position::<TicTacToe>(position).ply() > 0 {
            self.shaken |= self.traits.is_shaken;
            if let Some(words) = self.traits.refuses {
                return Err(NoStart::Refused(words.into()));
            }
            if self.traits.invalid {
                return Err(NoStart::Invalid(miscounted()));
            }
            if self.traits.unable {
                return Err(NoStart::Unable);
            }
        }
        self.plies = 0;
        Participant::setup(&mut self.engine, position)
    }

    fn unset(&self) -> Option<String> {
        self.traits.unset.map(Into::into)
    }

    fn announce_setup(&mut self, position: &Position) {
        self.hear(format!("hears of {position}"));
    }

    fn announce(&mut self, player: Player, mv: &Move) {
        self.hear(format!("hears {player} {mv}"));
    }

    fn announce_all(&mut self, moves: &[(Player, Move)]) {
        self.hear(format!("hears {} moves", moves.len()));
    }

    fn announce_undo(&mut self, moves: usize) {
        self.hear(format!("hears of {moves} to take back"));
    }

    fn announce_list(&self) {
        if self.traits.notes_lists {
            self.hear("hears of its list".into());
        }
    }

    fn spare_list(&mut self) {
        if self.traits.notes_lists {
            self.hear("is spared its list".into());
        }
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict {
        self.hear(format!("plays {player} {mv}"));
        assert!(self.traits.panics_at != Some(self.plies), "no more");
        self.ended |= self.traits.ends_at == Some(self.plies);
        let refuses = self.traits.refuses_a_legal_move && mv.to_string() == "c3"
            || self.traits.refuses_after.is_some_and(|setups| self.setups > setups);
        if self.ended || refuses {
            return Err(None);
        }
        let played = Participant::play(&mut self.engine, player, mv);
        self.plies += usize::from(played.is_ok());
        if self.traits.plays_anything { Ok(()) } else { played }
    }

    fn turn(&self) -> Option<Player> {
        Participant::turn(&self.engine)
    }

    fn knows_turn(&self) -> bool {
        !self.traits.knows_no_turn
    }

    fn reports_turn(&self) -> bool {
        !self.traits.knows_no_turn && !self.traits.tells_no_turn
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.hear(format!("judges {player} {mv}"));
        if self.traits.has_no_verdict {
            return Ruling::Unknown;
        }
        if self.traits.refuses_a_legal_move && mv.to_string() == "c3" {
            return Ruling::Refused;
        }
        Participant::verdict(&self.engine, player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.hear("lists".into());
        if self.traits.lists_nothing {
            return None;
        }
        let mut moves = Participant::legal_moves(&self.engine)?;
        if self.traits.lists_taken && self.plies >= 2 {
            moves.extend(["b2", "a1"].map(mv));
        }
        Some(moves)
    }

    fn observe(&self) -> Option<Observed> {
        self.hear("shows".into());
        let mut seen = own_observation::<TicTacToe>(Participant::observe(&self.engine)?.own()?).clone();
        if self.traits.shows_a_winner {
            seen.winner = Some(tictactoe::Player::X);
        }
        Some(Observed::new::<TicTacToe, _>(seen)).filter(|_| !self.traits.shows_nothing)
    }

    fn final_score(&self) -> Option<String> {
        Some(self.traits.score?.into()).filter(|_| self.turn().is_none())
    }

    fn undo(&mut self) -> Option<bool> {
        self.hear("takes back".into());
        self.ended |= self.traits.ends_taking_back;
        if self.ended || self.traits.cannot_undo {
            return None;
        }
        let done = Participant::undo(&mut self.engine)?;
        self.plies -= usize::from(done);
        Some(done)
    }

    fn takes_back(&self) -> bool {
        !self.traits.says_it_cannot_undo
    }

    fn hash(&self) -> Option<u64> {
        Some(Participant::hash(&self.engine)? ^ u64::from(self.shaken))
    }

    fn position(&self) -> Option<Position> {
        self.aside();
        Participant::position(&self.engine).filter(|_| !self.traits.has_no_position)
    }

    fn drawing(&self) -> Option<Drawing> {
        let text = self.traits.text.map(String::from);
        match self.traits.svg {
            Some(svg) => Some(Drawing::Image { svg: svg.into(), text }),
            None => text.map(Drawing::Text),
        }
    }

    fn transcript(&self) -> Vec<String> {
        self.traits.said.iter().map(ToString::to_string).collect()
    }

    fn is_costly(&self) -> bool {
        self.traits.costly
    }

    fn fault(&self) -> Option<Fault> {
        let words = "ended\nwith status 3".into();
        let end = if self.traits.is_interrupted { End::Interruption } else { End::Failure };
        let fault = Fault { end, command: "play".into(), cause: String::new(), words };
        self.ended.then_some(fault)
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        Participant::perft(&mut self.engine, depth).filter(|_| self.traits.counts)
    }
}

const EMPTY: &str = "......... x";
const MARKED: &str = "x........ o";

fn position(text: &str) -> Position {
    rules::<TicTacToe>().position(text).unwrap()
}

fn mv(text: &str) -> Move {
    rules::<TicTacToe>().mv(text).unwrap()
}

fn player(text: &str) -> Player {
    rules::<TicTacToe>().player(text).unwrap()
}

/// Returns a reason to refuse a position.
fn miscounted() -> Invalid {
    invalid::<TicTacToe>(tictactoe::Invalid::Counts { x: 1, o: 1, turn: tictactoe::Player::X })
}

/// Runs an action on two programs in lockstep: the program under test, and the oracle. Returns the messages
/// to the programs.
fn heard(traits: [Traits; 2], act: impl FnOnce(&mut Lockstep<'_>)) -> Vec<String> {
    let log = Log::default();
    let [mut subject, mut oracle] = traits;
    (subject.name, oracle.name) = ("mine", "theirs");
    let make = |traits: Traits| {
        let log = log.clone();
        move || {
            let program = Program::new(traits.clone(), &log);
            program.hear("is made".into());
            program
        }
    };
    let (subject, oracle) = (FactoryFn(make(subject)), FactoryFn(make(oracle)));
    act(&mut Lockstep::new(Factories { subject: &subject, oracle: &oracle }, Checks::ALL, position(EMPTY)));
    let heard = log.lock().unwrap();
    heard.clone()
}

/// Returns two pairs of programs. In the first, the program under test has the given traits, in the second
/// the oracle. The other program of each pair has the default traits.
fn either(traits: &Traits) -> [[Traits; 2]; 2] {
    [[traits.clone(), Traits::default()], [Traits::default(), traits.clone()]]
}

/// Plays moves for the player to move.
fn play(lockstep: &mut Lockstep<'_>, moves: &[&str]) -> Checked {
    for text in moves {
        let player = lockstep.turn().unwrap();
        assert!(lockstep.step(player, &mv(text), false)?, "{text}");
    }
    Ok(())
}

fn begin(lockstep: &mut Lockstep<'_>) {
    assert!(lockstep.begin(&position(EMPTY)).unwrap());
}

/// Returns how often each program was created.
fn made(heard: &[String]) -> [usize; 2] {
    ["mine is made", "theirs is made"].map(|line| heard.iter().filter(|heard| *heard == line).count())
}

#[test]
fn a_game_is_announced_to_both_before_either_is_set_up() {
    let begun = |traits: [Traits; 2]| {
        let mut heard = heard(traits, begin);
        heard.retain(|line| line.ends_with(EMPTY));
        heard
    };
    let [mine, theirs] =
        ["mine", "theirs"].map(|who| ["hears of", "set up at"].map(|what| format!("{who} {what} {EMPTY}")));
    let both = [&mine[0], &theirs[0], &mine[1], &theirs[1]];
    assert_eq!(begun([Traits::default(), Traits::default()]).iter().collect::<Vec<_>>(), both);
    // If one program accepts every position as valid, the other is set up first.
    let trusting = Traits { trusts: true, ..Traits::default() };
    assert_eq!(begun([trusting.clone(), Traits::default()]), [&theirs[1], &mine[1]].map(String::clone));
    assert_eq!(begun([Traits::default(), trusting]), [&mine[1], &theirs[1]].map(String::clone));
}

#[test]
fn moves_are_announced_to_both_before_either_plays() {
    let heard = heard([Traits::default(), Traits::default()], |lockstep| {
        begin(lockstep);
        play(lockstep, &["b2"]).unwrap();
        let moves = [(player("o"), mv("a1")), (player("x"), mv("a3"))];
        assert!(lockstep.lead(&moves, true).unwrap());
        assert_eq!(lockstep.plies(), 3);
    });
    let at = |line: &str| heard.iter().position(|heard| heard == line).unwrap_or_else(|| panic!("{line}"));
    for (before, after) in [
        ("mine hears x b2", "mine plays x b2"),
        ("theirs hears x b2", "mine plays x b2"),
        ("mine plays x b2", "theirs plays x b2"),
        ("mine hears 2 moves", "mine plays o a1"),
        ("theirs hears 2 moves", "mine plays o a1"),
        ("mine plays x a3", "theirs plays o a1"),
    ] {
        assert!(at(before) < at(after), "{before}, {after}");
    }
}

#[test]
fn taking_back_is_announced_to_both_before_either_does() {
    let heard = heard([Traits::default(), Traits::default()], |lockstep| {
        begin(lockstep);
        play(lockstep, &["b2", "a1", "a3"]).unwrap();
        lockstep.back().unwrap();
        assert!(lockstep.retract(0, true).unwrap());
    });
    let heard: Vec<&str> = heard
        .iter()
        .map(String::as_str)
        .filter(|line| line.ends_with("take back") || line.ends_with("takes back"))
        .collect();
    let [mine, theirs] = ["mine", "theirs"].map(|who| {
        [
            format!("{who} hears of 1 to take back"),
            format!("{who} takes back"),
            format!("{who} hears of 2 to take back"),
        ]
    });
    let twice = |line: &String| [line.clone(), line.clone()];
    let expected = [
        vec![mine[0].clone(), theirs[0].clone(), mine[1].clone(), theirs[1].clone()],
        vec![mine[2].clone(), theirs[2].clone()],
        twice(&mine[1]).to_vec(),
        twice(&theirs[1]).to_vec(),
    ];
    assert_eq!(heard, expected.concat());
}

#[test]
fn lists_are_asked_for_at_once_where_they_are_compared_and_spared_where_nobody_looks() {
    let traits = Traits { notes_lists: true, ..Traits::default() };
    let lines = |work: &dyn Fn(&mut Lockstep<'_>)| {
        let heard = heard([traits.clone(), traits.clone()], work);
        let kept =
            |line: &&String| line.ends_with("list") || line.ends_with("b2") || line.ends_with("takes back");
        heard
            .iter()
            .filter(kept)
            .filter(|line| line.starts_with("theirs"))
            .map(|line| line[7..].to_string())
            .collect::<Vec<_>>()
    };
    let moves = [(player("x"), mv("b2"))];
    let begun = ["is spared its list", "hears of its list"];
    for (listed, spared) in [(true, None), (false, Some("is spared its list"))] {
        let heard = lines(&|lockstep| {
            begin(lockstep);
            assert!(lockstep.lead(&moves, listed).unwrap() && lockstep.retract(0, listed).unwrap());
        });
        let played = spared.into_iter().chain(["plays x b2"]);
        let back = spared.into_iter().chain(["takes back"]);
        assert_eq!(heard, begun.into_iter().chain(played).chain(back).collect::<Vec<_>>());
    }
    let unlisted = lines(&|lockstep| assert!(lockstep.begin_unlisted(&position(EMPTY)).unwrap()));
    assert_eq!(unlisted, begun[..1]);
    let mut both = heard([traits.clone(), traits.clone()], begin);
    both.retain(|line| line.ends_with("its list") || line.ends_with("lists"));
    let expected = ["is spared its list", "hears of its list", "lists"]
        .map(|what| ["mine", "theirs"].map(|who| format!("{who} {what}")));
    assert_eq!(both, expected.concat());
}

#[test]
fn what_is_costly_is_kept_as_long_as_it_answers() {
    let costly = Traits { costly: true, ..Traits::default() };
    let differing = Traits { shows_a_winner: true, ..costly.clone() };
    let after = |traits: [Traits; 2], keeps: bool| {
        let mut kept = None;
        let heard = heard(traits, |lockstep| {
            if keeps {
                lockstep.keep_costly();
            }
            assert_eq!(lockstep.keeps_costly(), keeps);
            assert!(!lockstep.has_kept());
            let found = lockstep.begin(&position(EMPTY)).and_then(|_| play(lockstep, &["b2", "a1"]));
            assert!(found.is_err());
            let _ = lockstep.begin(&position(EMPTY));
            kept = Some(lockstep.has_kept());
        });
        (made(&heard), kept.unwrap())
    };
    assert_eq!(after([differing.clone(), costly.clone()], true), ([1, 1], true));
    assert_eq!(after([differing.clone(), Traits::default()], true), ([1, 2], true));
    let differing_too = Traits { costly: false, ..differing.clone() };
    assert_eq!(after([differing_too.clone(), costly.clone()], true), ([2, 1], true));
    assert_eq!(after([differing_too, Traits::default()], true), ([2, 2], false));
    assert_eq!(after([differing, costly.clone()], false), ([2, 2], false));
    // A program that has exited or panicked is not kept.
    for broken in
        [Traits { ends_at: Some(1), ..costly.clone() }, Traits { panics_at: Some(1), ..costly.clone() }]
    {
        assert_eq!(after([broken.clone(), costly.clone()], true), ([2, 2], false), "{broken:?}");
        assert_eq!(after([costly.clone(), broken.clone()], true), ([2, 2], false), "{broken:?}");
    }
}

#[test]
fn what_is_spoilt_is_made_again() {
    let heard = heard([Traits::default(), Traits::default()], |lockstep| {
        begin(lockstep);
        begin(lockstep);
        assert!(lockstep.at_hand().is_some());
        lockstep.mark_stale();
        assert!(lockstep.at_hand().is_none());
        begin(lockstep);
    });
    assert_eq!(made(&heard), [2, 2]);
}

#[test]
fn a_refused_start_leaves_the_game_unless_the_engines_were_replaced() {
    let refusing = Traits { refuses: Some("too full"), ..Traits::default() };
    for replaced in [false, true] {
        heard([refusing.clone(), refusing.clone()], |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2"]).unwrap();
            if replaced {
                lockstep.mark_stale();
            }
            assert!(!lockstep.begin(&position(MARKED)).unwrap());
            let moves = lockstep.at_hand().map(|game| game.moves.len());
            assert_eq!(moves, (!replaced).then_some(1));
        });
    }
}

#[test]
fn one_costly_program_is_enough() {
    let told = |traits| {
        let mut told = false;
        heard(traits, |lockstep| told = lockstep.is_costly());
        told
    };
    assert!(!told([Traits::default(), Traits::default()]));
    for traits in either(&Traits { costly: true, ..Traits::default() }) {
        assert!(told(traits));
    }
}

#[test]
fn both_have_to_know_the_rules() {
    let told = |traits| {
        let mut told = false;
        heard(traits, |lockstep| told = lockstep.knows_rules(&position(EMPTY)));
        told
    };
    assert!(told([Traits::default(), Traits::default()]));
    for traits in either(&Traits { ignorant: true, ..Traits::default() }) {
        assert!(!told(traits));
    }
    // Panics are not reported here, because a game will find them.
    for traits in either(&Traits { panics_aside: true, ignorant: true, ..Traits::default() }) {
        assert!(told(traits));
    }
}

#[test]
fn the_other_judges_for_a_program_that_takes_any_position_for_possible() {
    let trusting = Traits { trusts: true, ..Traits::default() };
    let refusing = Traits { refuses: Some("no marks"), ..Traits::default() };
    let judged = |traits: [Traits; 2], text: &str| {
        let mut told = (false, false);
        let heard = heard(traits, |lockstep| {
            begin(lockstep);
            told = (lockstep.judges_positions(), lockstep.begin(&position(text)).unwrap());
        });
        let at = |name: &str| heard.contains(&format!("{name} set up at {text}"));
        (told.0, told.1, [at("mine"), at("theirs")])
    };
    assert_eq!(judged([trusting.clone(), refusing.clone()], MARKED), (true, false, [false, true]));
    assert_eq!(judged([refusing, trusting.clone()], MARKED), (true, false, [true, false]));
    assert_eq!(judged([trusting.clone(), Traits::default()], MARKED), (true, true, [true, true]));
    assert_eq!(judged([Traits::default(), trusting.clone()], MARKED), (true, true, [true, true]));
    assert_eq!(judged([trusting.clone(), trusting], MARKED), (false, true, [true, true]));
    assert_eq!(judged([Traits::default(), Traits::default()], MARKED), (true, true, [true, true]));
}

#[test]
fn refusals_of_a_position_are_alike_unless_the_game_has_different_reasons_for_them() {
    let refusing = Traits { refuses: Some("no marks"), ..Traits::default() };
    let other_words = Traits { refuses: Some("too full"), ..Traits::default() };
    let invalid = Traits { invalid: true, ..Traits::default() };
    let unable = Traits { unable: true, ..Traits::default() };
    let begun = |traits: [Traits; 2], marked: &str| {
        let mut told = None;
        heard(traits, |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2"]).unwrap();
            let begun = lockstep.setup(&position(marked)).map_err(|found| found.signature.kind());
            told = Some((begun, lockstep.at_hand().map(|game| game.moves.len())));
        });
        told.unwrap()
    };
    let refused = |words: &str| Ok(Err(NoStart::Refused(words.into())));
    // The old game continues.
    assert_eq!(begun([refusing.clone(), refusing.clone()], MARKED), (refused("no marks"), Some(1)));
    assert_eq!(begun([refusing.clone(), other_words.clone()], MARKED), (refused("too full"), Some(1)));
    assert_eq!(
        begun([refusing.clone(), invalid.clone()], MARKED),
        (Ok(Err(NoStart::Invalid(miscounted()))), Some(1))
    );
    // One program accepts the position, or the programs differ in their reasons.
    assert_eq!(begun([refusing.clone(), Traits::default()], MARKED), (Err(Kind::Setup), None));
    assert_eq!(begun([Traits::default(), refusing.clone()], MARKED), (Err(Kind::Setup), None));
    assert_eq!(begun([invalid, Traits::default()], "xxx...... o").0, Err(Kind::Setup));
    // There is no game.
    assert_eq!(begun([unable.clone(), Traits::default()], MARKED), (Ok(Err(NoStart::Unable)), None));
    assert_eq!(begun([Traits::default(), unable.clone()], MARKED), (Ok(Err(NoStart::Unable)), None));
    assert_eq!(begun([unable.clone(), refusing.clone()], MARKED), (Ok(Err(NoStart::Unable)), None));
    assert_eq!(begun([refusing.clone(), unable], MARKED), (Ok(Err(NoStart::Unable)), None));
    // A refusal changes nothing.
    for traits in [false, true].map(|first| {
        let shaken = Traits { is_shaken: true, ..refusing.clone() };
        if first { [shaken, refusing.clone()] } else { [refusing.clone(), shaken] }
    }) {
        assert_eq!(begun(traits, MARKED), (Err(Kind::Setup), None));
    }
}

#[test]
fn why_no_game_starts_is_reported_if_both_refuse() {
    let why = |traits: [Traits; 2]| {
        let log = Log::default();
        let make = |traits: &Traits| {
            let (traits, log) = (traits.clone(), log.clone());
            move || Program::new(traits.clone(), &log)
        };
        let (subject, oracle) = (FactoryFn(make(&traits[0])), FactoryFn(make(&traits[1])));
        refused_by_both(Factories { subject: &subject, oracle: &oracle }, &position(MARKED))
    };
    let refusing = Traits { refuses: Some("no marks"), ..Traits::default() };
    let other_words = Traits { refuses: Some("too full"), ..Traits::default() };
    let unable = Traits { unable: true, ..Traits::default() };
    let ended = Traits { has_ended: true, ..refusing.clone() };
    assert_eq!(why([refusing.clone(), other_words]), Some(NoStart::Refused("too full".into())));
    for other in [Traits::default(), unable, ended] {
        assert_eq!(why([refusing.clone(), other.clone()]), None, "{other:?}");
        assert_eq!(why([other.clone(), refusing.clone()]), None, "{other:?}");
    }
}

#[test]
fn why_programs_could_not_be_set_up_is_reported_of_each() {
    let told = |subject, oracle| {
        let mut told = String::new();
        let traits = [subject, oracle].map(|unset| Traits { unset, ..Traits::default() });
        heard(traits, |lockstep| told = lockstep.unset());
        told
    };
    assert_eq!(told(None, None), "");
    assert_eq!(told(Some("has no boards"), None), "mine has no boards");
    assert_eq!(told(None, Some("has no boards")), "theirs has no boards");
    assert_eq!(told(Some("is small"), Some("has no boards")), "mine is small; theirs has no boards");
}

#[test]
fn a_divergence_has_what_was_said_and_drawn() {
    let drawing = Traits { said: &["> play x b2", "< = "], text: Some("X.O"), ..Traits::default() };
    let differing = Traits { shows_a_winner: true, ..Traits::default() };
    heard([differing.clone(), drawing.clone()], |lockstep| {
        let found = lockstep.begin(&position(EMPTY)).unwrap_err();
        assert_eq!(found.said, [vec![], vec!["> play x b2".to_string(), "< = ".into()]]);
        assert_eq!(found.drawings, [None, Some(Drawing::Text("X.O".into()))]);
    });
    heard([Traits { shows_a_winner: true, ..drawing }, Traits::default()], |lockstep| {
        let found = lockstep.begin(&position(EMPTY)).unwrap_err();
        assert_eq!(found.said, [vec!["> play x b2".to_string(), "< = ".into()], vec![]]);
        assert_eq!(found.drawings, [Some(Drawing::Text("X.O".into())), None]);
    });
}

#[test]
fn a_picture_is_shown_rather_than_text_and_that_of_the_other_first() {
    let text = Traits { text: Some("X.O"), ..Traits::default() };
    let picture = |svg| Traits { svg: Some(svg), ..Traits::default() };
    let shown = |traits| {
        let mut shown = None;
        heard(traits, |lockstep| {
            let drawings = lockstep.drawings([true; 2]);
            shown = Drawing::preferred(&drawings).map(|(engine, drawing)| (engine, drawing.clone()));
        });
        shown
    };
    let drawn = |engine| Some((engine, Drawing::Text("X.O".into())));
    let image = |engine, svg: &str| Some((engine, Drawing::Image { svg: svg.into(), text: None }));
    assert_eq!(shown([Traits::default(), Traits::default()]), None);
    assert_eq!(shown([text.clone(), Traits::default()]), drawn(0));
    assert_eq!(shown([Traits::default(), text.clone()]), drawn(1));
    assert_eq!(shown([Traits { text: Some("mine"), ..Traits::default() }, text.clone()]), drawn(1));
    assert_eq!(shown([picture("one"), text.clone()]), image(0, "one"));
    assert_eq!(shown([text, picture("two")]), image(1, "two"));
    assert_eq!(shown([picture("one"), picture("two")]), image(1, "two"));
}

#[test]
fn only_the_program_under_test_is_reported_to_have_taken_back() {
    let told = |traits| {
        let mut told = false;
        heard(traits, |lockstep| {
            begin(lockstep);
            assert!(!lockstep.has_taken_back());
            lockstep.branch(&mv("b2")).unwrap();
            told = lockstep.has_taken_back();
        });
        told
    };
    let cannot = Traits { cannot_undo: true, ..Traits::default() };
    assert!(told([Traits::default(), Traits::default()]));
    assert!(told([Traits::default(), cannot.clone()]));
    assert!(!told([cannot.clone(), Traits::default()]));
    assert!(!told([cannot.clone(), cannot]));
}

#[test]
fn both_have_to_take_back() {
    let told = |traits| {
        let mut told = false;
        heard(traits, |lockstep| told = lockstep.takes_back());
        told
    };
    assert!(told([Traits::default(), Traits::default()]));
    for traits in either(&Traits { says_it_cannot_undo: true, ..Traits::default() }) {
        assert!(!told(traits));
    }
}

#[test]
fn programs_are_taken_back_as_far_as_asked() {
    let costly = Traits { costly: true, ..Traits::default() };
    for traits in [Traits::default(), Traits { lists_nothing: true, ..Traits::default() }, costly] {
        let heard = heard([traits.clone(), Traits::default()], |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2", "a1", "a3"]).unwrap();
            assert!(lockstep.retract(3, true).unwrap());
            assert_eq!((lockstep.plies(), lockstep.legal().len()), (3, 6));
            assert!(lockstep.retract(1, true).unwrap());
            assert_eq!((lockstep.plies(), lockstep.legal().len()), (1, 8));
            assert_eq!(lockstep.turn(), Some(player("o")));
            play(lockstep, &["c3", "c1", "a3"]).unwrap();
            assert!(lockstep.walk().is_ok());
            assert_eq!(lockstep.record().moves.len(), 4);
        });
        // Two moves are undone first. The first pass of the walk undoes four and makes one attempt at the
        // start. The second pass undoes four and some transpositions of three moves.
        for (who, more) in [("mine", if traits.costly { 0 } else { 4 + 2 * 3 }), ("theirs", 4 + 3)] {
            let told = heard.iter().filter(|line| **line == format!("{who} takes back")).count();
            assert_eq!(told, 2 + 5 + more, "{who}");
        }
    }
    for traits in either(&Traits { cannot_undo: true, ..Traits::default() }) {
        heard(traits, |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2", "a1"]).unwrap();
            assert!(!lockstep.retract(1, true).unwrap());
            assert!(lockstep.at_hand().is_none());
        });
    }
}

#[test]
fn a_way_that_is_refused_leads_nowhere() {
    heard([Traits::default(), Traits::default()], |lockstep| {
        begin(lockstep);
        assert!(lockstep.lead(&[], true).unwrap());
        assert!(lockstep.at_hand().is_some());
        assert!(!lockstep.lead(&[(player("x"), mv("b2")), (player("o"), mv("b2"))], true).unwrap());
        assert!(lockstep.at_hand().is_none());
    });
}

#[test]
fn members_are_those_of_whoever_shows_some_without_the_ignored() {
    let blind = Traits { shows_nothing: true, ..Traits::default() };
    let winning = Traits { shows_a_winner: true, ..Traits::default() };
    let members = |traits: [Traits; 2], ignored: &[&str]| {
        let mut members = BTreeMap::new();
        heard(traits, |lockstep| {
            let ignored = ignored.iter().map(ToString::to_string);
            lockstep.pass_over(KnownDifferences::default().ignoring(ignored));
            let _ = lockstep.begin(&position(EMPTY));
            members = lockstep.members();
        });
        members
    };
    let winner = |members: &BTreeMap<String, String>| members.get("winner").cloned();
    let ours = members([Traits::default(), Traits::default()], &[]);
    assert_eq!(winner(&ours).as_deref(), Some("null"));
    assert_eq!(winner(&members([winning.clone(), blind.clone()], &[])).as_deref(), Some("\"x\""));
    assert_eq!(winner(&members([winning.clone(), Traits::default()], &[])).as_deref(), Some("\"x\""));
    assert_eq!(winner(&members([blind.clone(), winning.clone()], &[])).as_deref(), Some("\"x\""));
    let others = members([winning, Traits::default()], &["winner"]);
    assert_eq!((winner(&others), others.len() + 1), (None, ours.len()));
    assert_eq!(members([blind.clone(), blind], &[]), BTreeMap::new());
}

#[test]
fn what_the_last_move_changed_is_reported_of_each() {
    let blind = Traits { shows_nothing: true, ..Traits::default() };
    let told = |traits: [Traits; 2]| {
        let mut told = None;
        heard(traits, |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2"]).unwrap();
            let ply = |seen: &Observation| own_observation::<TicTacToe>(seen).ply;
            let shown = lockstep.shown().map(|(before, after)| (ply(before), ply(after)));
            told = Some((lockstep.seen_before().map(ply), lockstep.seen().map(ply), shown));
        });
        told.unwrap()
    };
    assert_eq!(told([Traits::default(), Traits::default()]), (Some(0), Some(1), Some((0, 1))));
    assert_eq!(told([blind.clone(), Traits::default()]), (Some(0), Some(1), None));
    assert_eq!(told([Traits::default(), blind]), (None, None, Some((0, 1))));
}

#[test]
fn whoever_lists_moves_is_reported() {
    let silent = Traits { lists_nothing: true, ..Traits::default() };
    let told = |traits: [Traits; 2]| {
        let mut told = None;
        heard(traits, |lockstep| {
            begin(lockstep);
            told = Some((lockstep.listed_by(), lockstep.listed_under_test().unwrap().len()));
        });
        told.unwrap()
    };
    assert_eq!(told([Traits::default(), Traits::default()]), ([true, true], 9));
    assert_eq!(told([Traits::default(), silent.clone()]), ([true, false], 9));
    assert_eq!(told([silent.clone(), Traits::default()]), ([false, true], 9));
    assert_eq!(told([silent.clone(), silent]), ([false, false], 0));
}

#[test]
fn lists_that_were_compared_are_not_asked_for_again() {
    let asked = |again: bool| {
        let heard = heard([Traits::default(), Traits::default()], |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2"]).unwrap();
            if again {
                lockstep.list().unwrap();
            }
        });
        heard.iter().filter(|line| *line == "mine lists").count()
    };
    assert_eq!(asked(true), asked(false));
}

#[test]
fn the_moves_of_one_side_alone_are_reported_together() {
    let listing = Traits { lists_taken: true, ..Traits::default() };
    for traits in either(&listing) {
        heard(traits, |lockstep| {
            begin(lockstep);
            assert!(play(lockstep, &["b2", "a1"]).is_err());
            let mut alike = lockstep.listed_alike(&mv("a1"));
            alike.sort_unstable();
            assert_eq!(alike, [mv("a1"), mv("b2")]);
            assert_eq!(lockstep.listed_alike(&mv("c3")), [mv("c3")]);
        });
    }
}

#[test]
fn some_of_the_legal_moves_are_spread_over_their_list() {
    heard([Traits::default(), Traits::default()], |lockstep| {
        begin(lockstep);
        let all = lockstep.ensure_legal().unwrap();
        let mut some = |most| lockstep.some_legal(most).unwrap();
        assert_eq!(some(9), all);
        assert_eq!(some(20), all);
        assert_eq!(some(4), [0, 3, 6].map(|at| all[at].clone()));
        assert_eq!(some(2), [0, 5].map(|at| all[at].clone()));
        assert_eq!(some(1), [all[0].clone()]);
        assert_eq!(some(0), [all[0].clone()]);
    });
}

#[test]
fn a_position_is_reported_by_whoever_can() {
    let lost = Traits { has_no_position: true, ..Traits::default() };
    let panicking = Traits { panics_aside: true, ..Traits::default() };
    let told = |traits: [Traits; 2]| {
        let mut told = None;
        heard(traits, |lockstep| {
            begin(lockstep);
            play(lockstep, &["a1"]).unwrap();
            told = lockstep.position();
        });
        told
    };
    let here = Some(position("......x.. o"));
    assert_eq!(told([lost.clone(), Traits::default()]), here);
    assert_eq!(told([Traits::default(), lost.clone()]), here);
    assert_eq!(told([lost.clone(), lost.clone()]), None);
    assert_eq!(told([Traits::default(), panicking.clone()]), None);
    assert_eq!(told([panicking, lost]), None);
}

#[test]
fn the_result_of_a_game_is_compared_however_it_is_reported() {
    let scoring = |score| Traits { score: Some(score), ..Traits::default() };
    let blind = |score| Traits { shows_nothing: true, score: Some(score), ..Traits::default() };
    let found = |traits: [Traits; 2], accepted: &[&str]| {
        let mut found = None;
        heard(traits, |lockstep| {
            let accepted: Vec<Accepted> = accepted.iter().map(|text| text.parse().unwrap()).collect();
            lockstep.pass_over(KnownDifferences::accepting(accepted));
            begin(lockstep);
            let played = play(lockstep, &["b2", "a1", "a3", "b1", "c1"]);
            found = played.err().map(|found| (found.signature.to_string(), found.record.moves.len()));
        });
        found
    };
    let differs = Some(("observation-final-score".to_string(), 5));
    assert_eq!(found([scoring("X+1"), Traits::default()], &[]), None);
    assert_eq!(found([scoring("O+1"), Traits::default()], &[]), differs);
    assert_eq!(found([scoring("O+1"), blind("O+1")], &[]), None);
    assert_eq!(found([scoring("X+1"), blind("O+1")], &[]), differs);
    assert_eq!(found([scoring("O+1"), scoring("O+1")], &[]), None);
    assert_eq!(found([Traits::default(), blind("O+1")], &[]), None);
    assert_eq!(found([scoring("O+1"), Traits::default()], &["observation-final-score"]), None);
}

#[test]
fn what_was_compared_says_whose_turn_was_reported() {
    let compared = |traits: [Traits; 2]| {
        let mut compared = String::new();
        heard(traits, |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2"]).unwrap();
            let mut comparison = Comparison::default();
            comparison.add(&lockstep.take_compared());
            compared = comparison.sentence().unwrap_or_default();
        });
        compared
    };
    assert!(compared([Traits::default(), Traits::default()]).contains("turn"));
    for untold in [
        Traits { knows_no_turn: true, ..Traits::default() },
        Traits { tells_no_turn: true, ..Traits::default() },
    ] {
        for traits in either(&untold) {
            let told = compared(traits);
            assert!(!told.contains("turn"), "{told}");
        }
    }
}

#[test]
fn players_take_turns_where_neither_program_knows() {
    let knows_none = Traits { knows_no_turn: true, ..Traits::default() };
    heard([knows_none.clone(), knows_none.clone()], |lockstep| {
        begin(lockstep);
        assert_eq!(lockstep.turn(), Some(player("x")));
        play(lockstep, &["b2"]).unwrap();
        assert_eq!(lockstep.turn(), Some(player("o")));
        play(lockstep, &["a1", "a3", "b1", "c1"]).unwrap();
        // No move is legal.
        assert_eq!(lockstep.turn(), None);
    });
    for traits in either(&knows_none) {
        heard(traits, |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2"]).unwrap();
            assert_eq!(lockstep.turn(), Some(player("o")));
        });
    }
}

#[test]
fn a_program_that_ends_is_found_with_its_name_and_its_words() {
    let ending = Traits { ends_at: Some(1), ..Traits::default() };
    for (traits, side, name) in either(&ending)
        .into_iter()
        .zip([("subject", "mine"), ("oracle", "theirs")])
        .map(|(a, (b, c))| (a, b, c))
    {
        heard(traits, |lockstep| {
            begin(lockstep);
            let found = play(lockstep, &["b2", "a1"]).unwrap_err();
            assert_eq!(found.signature.to_string(), format!("fault-{side}-ended"));
            assert_eq!(found.headline, format!("{name}: ended"));
            assert_eq!(found.details, ["with status 3"]);
            assert!(found.question);
            assert_eq!((found.record.moves.len(), found.shown), (2, 1));
            let plies = found.seen.map(|seen| Some(own_observation::<TicTacToe>(seen?.board()?).ply));
            assert_eq!(plies, [Some(1), Some(1)]);
        });
    }
}

#[test]
fn a_program_that_ends_while_the_game_is_taken_back_is_found_with_that() {
    for costly in [false, true] {
        let ending = Traits { ends_taking_back: true, costly, ..Traits::default() };
        heard([ending, Traits::default()], |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2", "a1"]).unwrap();
            let found = lockstep.walk().unwrap_err();
            assert_eq!(found.headline, "mine: ended");
            assert_eq!(found.details, ["with status 3", "while the game was taken back"]);
        });
    }
}

#[test]
fn every_player_is_asked_about_but_of_an_unknown_game_only_the_one_on_turn() {
    heard([Traits::default(), Traits::default()], |lockstep| {
        begin(lockstep);
        assert_eq!(lockstep.players(), [player("x"), player("o")]);
    });
    with_steps(|lockstep| {
        let players =
            |lockstep: &Lockstep<'_>| lockstep.players().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(players(lockstep), ["black"]);
        assert!(lockstep.step(lockstep.turn().unwrap(), &unknown().mv("s3").unwrap(), false).unwrap());
        assert_eq!(players(lockstep), ["white"]);
    });
}

#[test]
fn a_move_that_was_legal_is_proposed_where_the_game_proposes_none() {
    with_steps(|lockstep| {
        assert!(lockstep.step(lockstep.turn().unwrap(), &unknown().mv("s3").unwrap(), false).unwrap());
        // Three moves are legal at the start, and two after one move.
        let proposed = |ply: u32, place: u32| {
            let mut asked = Vec::new();
            let mut draw = |sides| {
                asked.push(sides);
                if asked.len() == 1 { ply } else { place }
            };
            let mv = lockstep.proposal(&mut draw).map(|mv| mv.to_string());
            (mv.unwrap_or_default(), asked)
        };
        assert_eq!(proposed(0, 0), ("s1".into(), vec![2, 3]));
        assert_eq!(proposed(0, 2), ("s3".into(), vec![2, 3]));
        assert_eq!(proposed(1, 1), ("s2".into(), vec![2, 2]));
    });
}

#[test]
fn a_program_that_ended_before_it_began_has_a_fault_without_moves() {
    let ended = Traits { has_ended: true, ..Traits::default() };
    for (traits, side) in either(&ended).into_iter().zip(["subject", "oracle"]) {
        heard(traits, |lockstep| {
            let found = lockstep.begin(&position(EMPTY)).unwrap_err();
            assert_eq!(found.signature.to_string(), format!("fault-{side}-ended"));
            assert_eq!(found.record.moves.len(), 0);
        });
    }
}

#[test]
fn before_a_game_has_begun_no_board_is_shown() {
    for traits in either(&Traits { panics_when_set_up: true, ..Traits::default() }) {
        heard(traits, |lockstep| {
            let found = lockstep.begin(&position(EMPTY)).unwrap_err();
            assert_eq!(found.signature.kind(), Kind::Panic);
            assert_eq!((found.shown, found.seen), (0, [None, None]));
        });
    }
}

#[test]
fn an_interruption_on_the_way_back_is_reported_and_another_end_is_not() {
    for is_interrupted in [false, true] {
        let ending = Traits { ends_at: Some(1), is_interrupted, ..Traits::default() };
        heard([ending, Traits::default()], |lockstep| {
            begin(lockstep);
            let moves = vec![(player("x"), mv("b2")), (player("o"), mv("a1"))];
            let game = Record { start: position(EMPTY), moves };
            let resumed = lockstep.resume(&game, 2).map_err(|found| found.signature.kind());
            assert_eq!(resumed, if is_interrupted { Err(Kind::Fault) } else { Ok(false) });
        });
    }
}

#[test]
fn a_program_that_cannot_take_back_plays_the_game_again() {
    let cannot = Traits { cannot_undo: true, ..Traits::default() };
    for traits in either(&cannot) {
        heard(traits, |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2", "a1"]).unwrap();
            lockstep.branch(&mv("c3")).unwrap();
            assert_eq!((lockstep.plies(), lockstep.turn()), (2, Some(player("x"))));
            play(lockstep, &["c3"]).unwrap();
        });
    }
    for traits in either(&Traits { refuses_after: Some(1), ..cannot }) {
        heard(traits, |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2", "a1"]).unwrap();
            let found = lockstep.branch(&mv("c3")).unwrap_err();
            assert_eq!(found.signature.to_string(), "undo-again");
        });
    }
}

#[test]
fn a_list_judges_where_neither_program_does() {
    let silent = Traits { has_no_verdict: true, ..Traits::default() };
    let listless = Traits { lists_nothing: true, ..silent.clone() };
    let asked = |traits: [Traits; 2]| {
        let mut asked = Vec::new();
        heard(traits, |lockstep| {
            begin(lockstep);
            play(lockstep, &["b2", "a1"]).unwrap();
            for (player, text) in [(player("x"), "b2"), (player("o"), "c3"), (player("x"), "c3")] {
                let found = lockstep.ask(player, &mv(text));
                asked.push(found.map_err(|found| found.signature.to_string()));
            }
        });
        asked
    };
    let illegal = Ok(Some(Err(None)));
    assert_eq!(asked([silent.clone(), silent.clone()]), [illegal.clone(), illegal, Ok(Some(Ok(())))]);
    assert_eq!(asked([listless.clone(), listless]), [Ok(None), Ok(None), Ok(None)]);
    // A program that plays illegal moves differs from one that gives verdicts.
    let playing = |traits: &Traits| Traits { plays_anything: true, ..traits.clone() };
    let differs = |verdict: &str| Err(format!("verdict-played-{verdict}"));
    assert_eq!(asked([playing(&silent), Traits::default()])[0], differs("legal-illegal-occupied"));
    assert_eq!(asked([Traits::default(), playing(&silent)])[0], differs("illegal-occupied-legal"));
    // The list of the other program is not the program's own answer.
    let mute = Traits { lists_nothing: true, ..playing(&silent) };
    assert_eq!(asked([mute.clone(), silent.clone()])[0], differs("legal-illegal-occupied"));
    assert_eq!(asked([silent.clone(), mute])[0], differs("illegal-occupied-legal"));
    // If neither program gives a verdict, the program that plays the move contradicts its own list.
    let contradicts = Err("verdict-contradicts-illegal-legal".to_string());
    assert_eq!(asked([playing(&silent), silent.clone()])[0], contradicts);
    assert_eq!(asked([silent.clone(), playing(&silent)])[0], contradicts);
}

#[test]
fn after_some_refusals_of_many_a_program_shows_what_it_did() {
    let shown = |refusals: u32| {
        let mut shown = Vec::new();
        for asked in 0..6 {
            let heard = heard([Traits::default(), Traits::default()], |lockstep| {
                lockstep.checks.refusals = refusals;
                begin(lockstep);
                play(lockstep, &["b2"]).unwrap();
                for _ in 0..asked {
                    lockstep.ask(player("o"), &mv("b2")).unwrap();
                }
            });
            shown.push(heard.iter().filter(|line| *line == "mine shows").count());
        }
        shown.iter().map(|count| count - shown[0]).collect::<Vec<_>>()
    };
    assert_eq!(shown(1), [0, 1, 2, 3, 4, 5]);
    assert_eq!(shown(4), [0, 1, 1, 1, 1, 2]);
}

#[test]
fn a_move_that_only_one_program_lists_is_judged_once_in_a_game_if_it_cannot_be_taken_back() {
    let judged = |says_it_cannot_undo: bool, known: bool| {
        let listing = Traits { lists_taken: true, says_it_cannot_undo, ..Traits::default() };
        let heard = heard([listing, Traits::default()], |lockstep| {
            if known {
                let accepted: Accepted = "legal-set-listed-illegal-occupied".parse().unwrap();
                lockstep.pass_over(KnownDifferences::accepting([accepted]));
            }
            begin(lockstep);
            let played = play(lockstep, &["b2", "a1", "a3", "b1"]);
            assert_eq!(played.is_ok(), known);
        });
        heard.iter().filter(|line| line.starts_with("mine judges") && line.ends_with("b2")).count()
    };
    assert_eq!((judged(false, true), judged(true, true)), (3, 1));
    assert_eq!((judged(false, false), judged(true, false)), (0, 0));
}

#[test]
fn where_neither_says_whose_turn_it_is_that_is_said_of_a_listed_move_that_is_refused() {
    let refusing = Traits { refuses_a_legal_move: true, ..Traits::default() };
    for (knows_no_turn, details) in
        [(false, vec![]), (true, vec!["neither says whose turn it is; x is assumed".to_string()])]
    {
        let traits = Traits { knows_no_turn, ..refusing.clone() };
        heard([traits.clone(), traits], |lockstep| {
            begin(lockstep);
            let found = lockstep.ask(player("x"), &mv("c3")).unwrap_err();
            assert_eq!(found.signature.to_string(), "legal-set-both-illegal");
            assert_eq!(found.details, details);
        });
    }
}

#[test]
fn what_was_compared_says_who_reported_results_and_counts() {
    let compared = |traits: [Traits; 2], trusted: bool| {
        let mut compared = String::new();
        heard(traits, |lockstep| {
            lockstep.trust_oracle(trusted);
            begin(lockstep);
            lockstep.count().unwrap();
            play(lockstep, &["b2", "a1", "a3", "b1", "c1"]).unwrap();
            let mut comparison = Comparison::default();
            comparison.add(&lockstep.take_compared());
            compared = comparison.sentence().unwrap_or_default();
        });
        compared
    };
    let blind = Traits { shows_nothing: true, ..Traits::default() };
    let scoring = Traits { score: Some("X+1"), ..blind.clone() };
    let result = |traits| compared(traits, false).contains("result");
    assert!(result([Traits::default(), Traits::default()]));
    assert!(result([scoring.clone(), Traits::default()]));
    assert!(result([Traits::default(), scoring]));
    assert!(!result([blind.clone(), Traits::default()]));
    assert!(!result([Traits::default(), blind]));
    let counting = Traits { counts: true, ..Traits::default() };
    let counts = |traits, trusted| compared(traits, trusted).contains("counts of moves");
    assert!(counts([counting.clone(), counting.clone()], false));
    assert!(!counts([counting.clone(), Traits::default()], false));
    assert!(!counts([counting.clone(), counting], true));
}

/// Returns the standard start of a game unknown to Bustan.
fn anywhere() -> Position {
    unknown().initial(&[]).unwrap()
}

/// An engine of a game that returns to its first position every two moves. If `restless`, it lists different
/// moves when the position recurs.
#[derive(Clone)]
struct Circle {
    plies: usize,
    restless: bool,
}

impl Participant for Circle {
    fn name(&self) -> String {
        "circle".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        self.plies = 0;
        if *position == anywhere() { Ok(()) } else { Err(NoStart::Unable) }
    }

    fn play(&mut self, _: Player, _: &Move) -> Verdict {
        self.plies += 1;
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        Some(unknown().players()[self.plies % 2])
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let words = if self.restless && self.plies == 2 { &["off", "on"][..] } else { &["on"] };
        Some(words.iter().map(|word| unknown().mv(word).unwrap()).collect())
    }

    fn position(&self) -> Option<Position> {
        Some(unknown().position(&format!("place {}", self.plies % 2)).unwrap())
    }
}

#[test]
fn a_text_that_comes_again_means_what_it_meant_if_texts_say_everything() {
    let compared = |restless: bool, known: KnownDifferences, plies: usize| {
        let circle = FactoryFn(|| Circle { plies: 0, restless });
        let factories = Factories { subject: &circle, oracle: &circle };
        let mut lockstep = Lockstep::new(factories, Checks::ALL, anywhere());
        lockstep.pass_over(known);
        lockstep.begin(&anywhere()).map_err(|found| found.signature.to_string())?;
        for _ in 0..plies {
            let player = lockstep.turn().unwrap();
            let played = lockstep.step(player, &unknown().mv("on").unwrap(), false);
            played.map_err(|found| found.signature.to_string())?;
        }
        let mut comparison = Comparison::default();
        comparison.add(&lockstep.take_compared());
        Ok(comparison.sentence().unwrap_or_default().contains("positions that came again"))
    };
    let whole = || KnownDifferences::default().with_whole_positions(Some(0));
    assert_eq!(compared(false, whole(), 1), Ok(false));
    assert_eq!(compared(false, whole(), 2), Ok(true));
    assert_eq!(compared(false, KnownDifferences::default(), 2), Ok(false));
    assert_eq!(compared(true, whole(), 1), Ok(false));
    assert_eq!(compared(true, whole(), 2), Err("law-same-position-legal".to_string()));
    assert_eq!(compared(true, KnownDifferences::default(), 2), Ok(false));
    let accepted: Accepted = "law-same-position-legal".parse().unwrap();
    let passing = KnownDifferences::accepting([accepted]).with_whole_positions(Some(0));
    assert_eq!(compared(true, passing, 2), Ok(true));
}

/// A game in which the number of legal moves decreases with every move.
#[derive(Clone, Debug)]
struct Steps(usize);

impl Answers for Steps {
    fn legal(&self) -> Vec<String> {
        (1..=self.0).map(|step| format!("s{step}")).collect()
    }

    fn play(&mut self, mv: &str) -> bool {
        let legal = self.legal().iter().any(|word| word == mv);
        self.0 -= usize::from(legal);
        legal
    }

    fn state(&self) -> impl serde::Serialize {
        json!({ "left": self.0 })
    }
}

/// Starts a game of three steps on two engines.
fn with_steps(act: impl FnOnce(&mut Lockstep<'_>)) {
    let steps = || Words::new(Steps(3));
    let factories = Factories { subject: &steps, oracle: &steps };
    let mut lockstep = Lockstep::new(factories, Checks::ALL, anywhere());
    assert!(lockstep.begin(&anywhere()).unwrap());
    act(&mut lockstep);
}
