//! Tests shrinking with engines that have one planted bug each: by removing moves, by searches, with external
//! programs, and with helpers.

mod timed;
mod varied;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bustan_guide::Style;
use bustan_vocabulary::tictactoe::{self, TicTacToe};
use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout, Ruling, dominions, margo};
use serde_json::json;

use super::deepen::SearchScope;
use super::helpers::ReplayMode;
use super::*;
use crate::any::State;
use crate::base::{Dice, Meter};
use crate::compare::audit::{Audit, audit_passing};
use crate::compare::divergence::{Aspect, Call, Kind, Role, Violation};
use crate::compare::engine_participant::{EngineParticipant, FactoryFn};
use crate::compare::known::{Accepted, KnownDifferences};
use crate::compare::lockstep::Factory;
use crate::compare::lockstep::faulty::{self, Faulty, played};
use crate::compare::lockstep::{Checks, Lockstep};
use crate::compare::participant::{End, Fault, Observed, Participant, Unset, Verdict};
use crate::erased::{
    Guided, Move, Player, Position, Reason, Record, own_observation, rules, shared_player, unknown,
};
use crate::report::command::Command;
use crate::report::finding::{Finding, FindingFiles, ReplayCommand, note_shorter};

/// The planted bug of an engine. It mostly shows once certain words have been played in order, possibly with
/// other words between them.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    Nothing,
    Shows,
    Panics,
    ListsMore,
    Refuses,
    CountsMore,
    TakesBackWrong,
    /// Reports that the words were heard, and panics if the last words are among the given ones, each time
    /// with a different message.
    ShowsAndPanicsAt(&'static [&'static str]),
    /// Reports a wrong state once the heard word was played at least the given number of times.
    ShowsOften(usize),
    /// Reports a wrong state in the games named by the heard words, which are separated by spaces.
    ShowsIn,
    /// Accepts a word `e` that it does not list.
    TakesUnlisted,
    /// Duplicates have heard one word more if they are made when exactly the heard words were played.
    DuplicatesWrong,
    /// Stops playing.
    Ends(End),
}

/// Other properties of an engine.
#[derive(Clone, Copy, Debug, Default)]
struct Traits {
    costly: bool,
    cannot_undo: bool,
    /// Reports one word more than was played, which is a known difference.
    miscounts: bool,
    /// The number of words by which its games are longer than those of other engines.
    longer: usize,
    /// Once it has been wrong, it is wrong in every game.
    remembers: bool,
    /// Takes a millisecond for each word.
    slow: bool,
    /// Lists no words.
    lists_nothing: bool,
    /// Reports the word as illegal, but accepts it.
    denies: Option<&'static str>,
    /// Also shows its planted bug once moves were taken back to the word.
    wrong_back_at: Option<&'static str>,
    /// The breaker to which it reports moves.
    breaker: Option<&'static Breaker>,
    /// Has no planted bug any more once it was asked to stop.
    recovers_when_stopped: bool,
}

/// Requests a stop once the given number of moves were played.
#[derive(Debug)]
struct Breaker {
    left: AtomicU64,
    flag: AtomicBool,
}

impl Breaker {
    fn after(moves: u64) -> &'static Self {
        Box::leak(Box::new(Self { left: moves.into(), flag: false.into() }))
    }

    fn hears_a_move(&self) {
        if self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.flag.store(true, Ordering::SeqCst);
        }
    }
}

/// An engine of a game with a fixed number of moves. Each move is one of four words.
#[derive(Clone)]
struct Echo {
    length: usize,
    heard: &'static str,
    mistake: Mistake,
    traits: Traits,
    said: Vec<String>,
    undone: bool,
    was_wrong: Cell<bool>,
    ended: Option<End>,
}

const WORDS: [&str; 4] = ["a", "b", "c", "d"];

impl Echo {
    /// Whether the words of `heard` were played in order.
    fn has_heard(&self) -> bool {
        let mut ahead = self.heard.chars().peekable();
        for word in &self.said {
            ahead.next_if(|letter| *word == letter.to_string());
        }
        ahead.peek().is_none()
    }

    fn is_wrong(&self, mistake: Mistake) -> bool {
        let told = self.traits.breaker.is_some_and(|breaker| breaker.flag.load(Ordering::SeqCst));
        self.mistake == mistake && self.has_heard() && !(told && self.traits.recovers_when_stopped)
    }

    /// Whether `word` is a possible move.
    fn takes(&self, word: &str) -> bool {
        WORDS.contains(&word) || word == "e" && self.is_wrong(Mistake::TakesUnlisted)
    }
}

impl Participant for Echo {
    fn name(&self) -> String {
        if self.mistake == Mistake::Nothing { "sound".into() } else { "flawed".into() }
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        if *position != standard() {
            return Err(NoStart::Unable);
        }
        self.said.clear();
        self.undone = false;
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict {
        self.traits.breaker.into_iter().for_each(Breaker::hears_a_move);
        if self.traits.slow {
            thread::sleep(Duration::from_millis(1));
        }
        let word = mv.to_string();
        if self.turn() != Some(player) || !self.takes(&word) {
            return Err(None);
        }
        if word == "d" && self.is_wrong(Mistake::Refuses) {
            return Err(None);
        }
        self.said.push(word);
        assert!(!self.is_wrong(Mistake::Panics), "no more");
        if let Mistake::Ends(end) = self.mistake
            && self.has_heard()
        {
            self.ended = Some(end);
            return Err(None);
        }
        if let Mistake::ShowsAndPanicsAt(ends) = self.mistake {
            let said = self.said.concat();
            let end = ends.iter().find(|end| said.ends_with(**end));
            assert!(end.is_none(), "not {}", end.unwrap());
        }
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        (self.said.len() < self.length).then(|| players()[self.said.len() % 2])
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        let word = mv.to_string();
        let refuses = word == "d" && self.is_wrong(Mistake::Refuses) || self.traits.denies == Some(&word);
        let legal = self.turn() == Some(player) && self.takes(&word) && !refuses;
        if legal { Ruling::Legal } else { Ruling::Refused }
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        if self.traits.lists_nothing {
            return None;
        }
        let mut words = if self.turn().is_some() { WORDS.to_vec() } else { Vec::new() };
        if self.is_wrong(Mistake::ListsMore) && self.turn().is_some() {
            words.push("e");
        }
        if self.is_wrong(Mistake::Refuses) {
            words.retain(|word| *word != "d");
        }
        Some(words.iter().map(|word| mv(word)).collect())
    }

    fn observe(&self) -> Option<Observed> {
        let often = match self.mistake {
            Mistake::ShowsOften(times) => {
                self.said.iter().filter(|word| *word == self.heard).count() >= times
            }
            Mistake::ShowsIn => self.heard.split(' ').any(|game| game == self.said.concat()),
            _ => false,
        };
        let wrong = often
            || self.is_wrong(Mistake::Shows)
            || matches!(self.mistake, Mistake::ShowsAndPanicsAt(_)) && self.has_heard()
            || self.undone && self.is_wrong(Mistake::TakesBackWrong)
            || self.undone && self.said.last().is_some_and(|last| self.traits.wrong_back_at == Some(last))
            || self.traits.remembers && self.was_wrong.get();
        self.was_wrong.set(wrong);
        let words = self.said.len() + usize::from(self.traits.miscounts);
        let shown = json!({ "last": self.said.last(), "words": words, "wrong": wrong });
        Some(Observed::Said(State::read(&shown.to_string()).unwrap()))
    }

    fn undo(&mut self) -> Option<bool> {
        if self.traits.cannot_undo {
            return None;
        }
        self.undone = true;
        Some(self.said.pop().is_some())
    }

    fn duplicate(&self) -> Option<Box<dyn Participant>> {
        if self.mistake != Mistake::DuplicatesWrong {
            return None;
        }
        let mut twin = self.clone();
        if self.said.concat() == self.heard {
            twin.said.push("a".into());
        }
        Some(Box::new(twin))
    }

    fn is_costly(&self) -> bool {
        self.traits.costly
    }

    fn fault(&self) -> Option<Fault> {
        let fault =
            |end| Fault { end, command: "play".into(), cause: String::new(), words: "it ended".into() };
        self.ended.map(fault)
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        let more = u64::from(depth == 1 && self.is_wrong(Mistake::CountsMore));
        Some(self.legal_moves()?.len() as u64 + more).filter(|_| depth == 1)
    }
}

/// A move of an unknown game.
fn mv(text: &str) -> Move {
    unknown().mv(text).unwrap()
}

/// The players of an unknown game.
fn players() -> &'static [Player] {
    unknown().players()
}

/// The standard start of an unknown game.
fn standard() -> Position {
    unknown().initial(&[]).unwrap()
}

/// Returns the game with the letters of `words` as moves.
fn game(words: &str) -> Record {
    let moves = words.chars().enumerate();
    let moves = moves.map(|(at, word)| (players()[at % 2], mv(&word.to_string())));
    Record { start: standard(), moves: moves.collect() }
}

/// Returns the moves of a game as one text.
fn words(record: &Record) -> String {
    record.moves.iter().map(|(_, mv)| mv.to_string()).collect()
}

/// Makes an engine with the planted bug `mistake`, which shows once `heard` was played.
fn echo(heard: &'static str, mistake: Mistake, traits: Traits) -> impl Factory {
    FactoryFn(move || Echo {
        length: 12 + traits.longer,
        heard,
        mistake,
        traits,
        said: Vec::new(),
        undone: false,
        was_wrong: Cell::new(false),
        ended: None,
    })
}

/// The factories of two engines.
struct Pair<S, O> {
    subject: S,
    oracle: O,
}

impl<S: Factory, O: Factory> Pair<S, O> {
    fn factories(&self) -> Factories<'_> {
        Factories { subject: &self.subject, oracle: &self.oracle }
    }
}

/// Makes the factories of an engine that has the planted bug `mistake` once `heard` was played, and of a
/// correct one.
fn pair(
    heard: &'static str,
    mistake: Mistake,
    [subject, oracle]: [Traits; 2],
) -> Pair<impl Factory, impl Factory> {
    Pair { subject: echo(heard, mistake, subject), oracle: echo("", Mistake::Nothing, oracle) }
}

/// Returns the unknown divergence of two engines in a game.
fn diverged(factories: Factories<'_>, mut known: KnownDifferences, record: &Record) -> Box<Divergence> {
    let audited = audit_passing(factories, &mut known, record, |_| {});
    let Audit::Diverged(divergence) = audited else { panic!("nothing is found in {record}: {audited:?}") };
    divergence
}

/// Shrinks a game in which an engine that has the planted bug `mistake` once `heard` was played differs from
/// a correct one.
fn shrunk(
    heard: &'static str,
    mistake: Mistake,
    traits: [Traits; 2],
    record: &str,
    budget: Budget,
) -> Shrunk {
    let engines = pair(heard, mistake, traits);
    let factories = engines.factories();
    let divergence = diverged(factories, KnownDifferences::default(), &game(record));
    shrink(factories, &divergence, budget, Stop::default()).unwrap()
}

/// A budget for no work at all.
const NOTHING: Budget = Budget {
    shrink: 0,
    start: 0,
    hunt: 0,
    deepen: 0,
    regenerate: 0,
    all: 0,
    time: None,
    together: None,
    jobs: 1,
};

/// A budget for removing moves, without searches.
const DROPPING: Budget = Budget { shrink: 10_000, all: 100_000, ..NOTHING };

const SOUND: [Traits; 2] = [Traits {
    costly: false,
    cannot_undo: false,
    miscounts: false,
    longer: 0,
    remembers: false,
    slow: false,
    lists_nothing: false,
    denies: None,
    wrong_back_at: None,
    breaker: None,
    recovers_when_stopped: false,
}; 2];

#[test]
fn words_that_do_not_matter_are_left_out() {
    for (heard, mistake, record, expected) in [
        ("ab", Mistake::Shows, "cdcacdbd", "ab"),
        ("abc", Mistake::Shows, "dadbdcdd", "abc"),
        ("a", Mistake::ShowsOften(3), "abcabda", "aaa"),
        ("abc", Mistake::Panics, "ddaddbddc", "abc"),
        ("ca", Mistake::ListsMore, "bbcdda", "cae"),
        ("cb", Mistake::Refuses, "acabd", "cbd"),
        ("bb", Mistake::CountsMore, "abacb", "bb"),
        ("dab", Mistake::Shows, "dabdab", "dab"),
        ("abcd", Mistake::Shows, "abcd", "abcd"),
    ] {
        let found = shrunk(heard, mistake, SOUND, record, DROPPING);
        assert_eq!(words(&found.divergence.record), expected, "{heard} {mistake:?} {record}");
        assert_eq!(found.shortest, Shortest { starts: 1, here: true, ..found.shortest }, "{heard}");
        assert!(!found.interrupted && !found.unconfirmed && !found.overdue && !found.passed_open);
        assert!(found.cost > 0 && found.unfinished.is_empty() && found.from_start.is_none());
        assert_eq!(found.moves_from_start(), Some(expected.len()));
    }
}

/// A budget for all passes.
const WHOLE: Budget =
    Budget { shrink: 10_000, start: 1_000, hunt: 2_000, deepen: 20_000, all: 100_000, ..NOTHING };

/// The report on a game that is proven shortest.
const PROVEN: &str = "proven shortest for this difference from this start";
/// The report if some moves may not have been queried.
const LISTED: &str =
    "no shorter game shows this difference from this start; not every illegal move was tried";
/// The report if a difference can hide from a search.
const SEEN: &str = "no shorter game was found to show this difference from this start; a search can miss it";

/// The report if nothing is known about shorter games.
const UNSOUGHT: &str = "not proven shortest";

/// Returns the moves of a shrunk game, the report on shorter games, and the other divergences found.
fn told(found: &Shrunk) -> (String, String, Vec<String>) {
    let met = |met: &OtherDivergence| {
        let best = met.best();
        format!("{} {}", words(&best.record), best.signature)
    };
    let others = found.others.iter().map(met).collect();
    (words(&found.divergence.record), found.shortest.words(), others)
}

#[test]
fn a_game_that_is_no_shorter_is_said_to_be_proven_shortest_as_far_as_it_was_sought() {
    let cases = [
        ("ab", Mistake::Shows, "cdcacdbd", "ab", PROVEN),
        ("aba", Mistake::Shows, "dabdadbddb", "aba", PROVEN),
        ("a", Mistake::ShowsOften(2), "adda", "aa", PROVEN),
        ("ab", Mistake::Panics, "cacb", "ab", SEEN),
        ("cb", Mistake::ListsMore, "acabd", "cbe", PROVEN),
        ("ab", Mistake::Refuses, "acabd", "abd", LISTED),
        ("bb", Mistake::CountsMore, "abacb", "bb", PROVEN),
        ("", Mistake::CountsMore, "ab", "", PROVEN),
        ("ab", Mistake::TakesBackWrong, "cacbd", "ab", PROVEN),
    ];
    let found = cases.map(|(heard, mistake, record, ..)| told(&shrunk(heard, mistake, SOUND, record, WHOLE)));
    let expected = cases.map(|(.., words, shortest)| (words.to_string(), shortest.to_string(), Vec::new()));
    assert_eq!(found, expected);
}

#[test]
fn what_was_searched_is_said_and_no_more() {
    let said = |deepen: u64| {
        let budget = Budget { hunt: 0, start: 0, deepen, ..WHOLE };
        told(&shrunk("abc", Mistake::Shows, SOUND, "dadbdcdd", budget)).1
    };
    assert_eq!(said(0), UNSOUGHT);
    assert_eq!(said(3), UNSOUGHT);
    let back = "; moves were taken back between them";
    assert_eq!(said(12), format!("no game of up to 1 move shows this difference from this start{back}"));
    assert_eq!(said(1_000), PROVEN);
    let long = |deepen: u64| {
        let budget = Budget { hunt: 0, start: 0, deepen, ..WHOLE };
        told(&shrunk("abcd", Mistake::Shows, SOUND, "abcd", budget)).1
    };
    assert_eq!(long(60), format!("no game of up to 2 moves shows this difference from this start{back}"));
}

#[test]
fn a_hunt_finds_a_shorter_game_that_leaving_out_does_not() {
    let found = |hunt: u64| {
        let budget = Budget { hunt, deepen: 0, ..WHOLE };
        words(&shrunk("babbab ccc", Mistake::ShowsIn, SOUND, "babbab", budget).divergence.record)
    };
    assert_eq!(found(0), "babbab");
    assert_eq!(found(2_000), "ccc");
}

/// Returns the traits of a program under test and of an in-process oracle.
fn program(cannot_undo: bool) -> [Traits; 2] {
    [Traits { costly: true, cannot_undo, ..SOUND[0] }, SOUND[1]]
}

#[test]
fn the_game_of_a_program_is_made_as_short() {
    let cases = [
        ("ab", Mistake::Shows, "cdcacdbd", "ab"),
        ("abc", Mistake::Shows, "dadbdcdd", "abc"),
        ("a", Mistake::ShowsOften(3), "abcabda", "aaa"),
        ("abc", Mistake::Panics, "ddaddbddc", "abc"),
        ("cb", Mistake::ListsMore, "acabd", "cbe"),
        ("ab", Mistake::Refuses, "acabd", "abd"),
        ("bb", Mistake::CountsMore, "abacb", "bb"),
        ("abcd", Mistake::Shows, "dadbddcddd", "abcd"),
    ];
    for jobs in [1, 3] {
        for cannot_undo in [false, true] {
            let found = cases.map(|(heard, mistake, record, _)| {
                let budget = Budget { jobs, ..WHOLE };
                let found = shrunk(heard, mistake, program(cannot_undo), record, budget);
                assert!(found.unfinished.is_empty() && !found.overdue && !found.unconfirmed);
                words(&found.divergence.record)
            });
            assert_eq!(found, cases.map(|(.., words)| words.to_string()), "{jobs} {cannot_undo}");
        }
    }
    // The result is the same if the other engine is also a program.
    let both = [program(true)[0]; 2];
    assert_eq!(words(&shrunk("ab", Mistake::Shows, both, "cdcacdbd", WHOLE).divergence.record), "ab");
}

#[test]
fn the_work_is_as_much_as_it_was_and_less_if_the_program_takes_back_in_this_game() {
    let cost = |mistake, traits, budget| shrunk("abc", mistake, traits, "dadbdcdd", budget).cost;
    // A search that takes another path requires other numbers here; they should not grow without a reason.
    let costs = [
        (Mistake::Shows, SOUND),
        (Mistake::Shows, program(false)),
        (Mistake::Shows, program(true)),
        (Mistake::Panics, program(false)),
        (Mistake::CountsMore, SOUND),
        (Mistake::TakesBackWrong, SOUND),
    ]
    .map(|(mistake, traits)| [DROPPING, WHOLE].map(|budget| cost(mistake, traits, budget)));
    assert!(costs[1][1] < costs[2][1]);
    assert_eq!(cost(Mistake::Shows, SOUND, WHOLE), costs[0][1]);
    assert_eq!(costs, [[68, 2133], [117, 2182], [122, 4089], [116, 2161], [68, 2109], [100, 2141]]);
}

#[test]
fn what_was_begun_is_kept_when_it_is_broken_off() {
    for traits in [SOUND, program(false)] {
        let engines = pair("ab", Mistake::Shows, traits);
        let factories = engines.factories();
        let divergence = diverged(factories, KnownDifferences::default(), &game("cdcacdbd"));
        let flag = AtomicBool::new(true);
        let stop = Stop { flag: Some(&flag), ..Stop::default() };
        let found = shrink(factories, &divergence, WHOLE, stop).unwrap();
        assert_eq!(words(&found.divergence.record), words(&divergence.record));
        assert!(found.interrupted && !found.overdue, "{found:?}");
        let late = Stop { deadline: Some(std::time::Instant::now()), ..Stop::default() };
        let found = shrink(factories, &divergence, WHOLE, late).unwrap();
        assert_eq!(words(&found.divergence.record), words(&divergence.record));
        assert!(!found.interrupted && found.overdue, "{found:?}");
        assert_eq!(found.unfinished.is_empty(), !traits[0].costly);
        // The line that the progress meter shows meanwhile.
        let meter = Meter::default();
        let shown = Stop { meter: Some(&meter), ..Stop::default() };
        assert!(shrink(factories, &divergence, WHOLE, shown).is_some());
        assert_eq!(meter.words(), None);
    }
    // A divergence that is not reproducible cannot be shrunk.
    let sound = echo("ab", Mistake::Nothing, SOUND[0]);
    let flawed = echo("ab", Mistake::Shows, SOUND[0]);
    let factories = Factories { subject: &flawed, oracle: &sound };
    let divergence = diverged(factories, KnownDifferences::default(), &game("ab"));
    let factories = Factories { subject: &sound, oracle: &sound };
    assert!(shrink(factories, &divergence, WHOLE, Stop::default()).is_none());
}

#[test]
fn what_is_passed_over_in_the_short_game_is_noted_if_there_is_time() {
    for costly in [false, true] {
        let traits = Traits { costly, miscounts: true, ..SOUND[0] };
        let engines = pair("ab", Mistake::Shows, [traits, SOUND[1]]);
        let factories = engines.factories();
        let accepted =
            ["observation-words", "observation-last"].map(|text| text.parse::<Accepted>().unwrap());
        let known = KnownDifferences::accepting(accepted);
        let divergence = diverged(factories, known, &game("cdcacdbd"));
        let found = shrink(factories, &divergence, WHOLE, Stop::default()).unwrap();
        assert_eq!(words(&found.divergence.record), "ab");
        let passed: Vec<String> = found.divergence.known.passed().map(ToString::to_string).collect();
        assert_eq!((passed, found.passed_open), (vec!["observation-words".to_string()], false));
        let late = Stop { deadline: Some(std::time::Instant::now()), ..Stop::default() };
        assert!(shrink(factories, &divergence, WHOLE, late).unwrap().passed_open);
    }
}

#[test]
fn another_difference_that_comes_up_is_kept_and_made_short_as_well() {
    for traits in [SOUND, program(false), program(true)] {
        let found = shrunk("cc", Mistake::ShowsAndPanicsAt(&["cc"]), traits, "acdc", WHOLE);
        let (short, _, others) = told(&found);
        assert!(short.len() == 3 && short.starts_with('c') && short.ends_with('c'), "{short}");
        assert_eq!(others, ["cc panic-subject-play-not-cc"]);
        assert!(found.others.iter().all(|met| met.confirmed && met.shrunk.is_some()));
    }
}

#[test]
fn each_other_difference_is_kept_once_though_it_comes_up_in_the_games_of_others() {
    let mistake = Mistake::ShowsAndPanicsAt(&["ccc", "dd", "aad"]);
    for traits in [SOUND, program(false), program(true)] {
        let (short, _, others) = told(&shrunk("abcd", mistake, traits, "babcbd", WHOLE));
        assert_eq!(short, "abcd");
        let expected = [
            "dd panic-subject-play-not-dd",
            "aad panic-subject-play-not-aad",
            "ccc panic-subject-play-not-ccc",
        ];
        assert_eq!(others, expected);
    }
}

#[test]
fn what_is_wanted_is_no_other_difference_where_it_comes_up_in_the_games_of_others() {
    let found = shrunk("ab", Mistake::ShowsAndPanicsAt(&["adb"]), SOUND, "acdb", WHOLE);
    let (short, _, others) = told(&found);
    assert_eq!((short.as_str(), others), ("ab", vec!["adb panic-subject-play-not-adb".to_string()]));
}

#[test]
fn a_program_that_remembers_its_mistake_is_asked_again() {
    let traits = |remembers| {
        let [subject, oracle] = program(false);
        [Traits { remembers, ..subject }, oracle]
    };
    for jobs in [1, 3] {
        for (record, short) in [("dadbdcdd", "abc"), ("abc", "abc")] {
            let budget = Budget { jobs, ..WHOLE };
            let found = [false, true]
                .map(|remembers| shrunk("abc", Mistake::Shows, traits(remembers), record, budget));
            assert!(found.iter().all(|found| !found.unconfirmed && words(&found.divergence.record) == short));
        }
    }
}

#[test]
fn long_games_come_down_to_as_little_with_as_much_work_as_ever() {
    let record = "dcbdacdbbdccdbadcbdcabdccbdacbdd";
    let cases = [
        ("abcd", Mistake::Shows, "abcd"),
        ("acacac", Mistake::Shows, "acacac"),
        ("c", Mistake::ShowsOften(5), "ccccc"),
        ("bbb", Mistake::Panics, "bbb"),
        ("abc", Mistake::ListsMore, "abce"),
        ("aba", Mistake::CountsMore, "aba"),
    ];
    let costs = cases.map(|(heard, mistake, short)| {
        [SOUND, program(false), program(true)].map(|traits| {
            let traits = traits.map(|traits| Traits { longer: 28, ..traits });
            [DROPPING, WHOLE].map(|budget| {
                let found = shrunk(heard, mistake, traits, record, budget);
                assert_eq!(words(&found.divergence.record), short);
                let searched = if budget == WHOLE { short.len() - 1 } else { 0 };
                assert_eq!(found.shortest.searched, Some(searched));
                found.cost
            })
        })
    });
    // A search that takes another path requires other numbers here; they should not grow without a reason.
    let expected = [
        [[200, 2567], [253, 2631], [261, 4192]],
        [[494, 12035], [495, 12203], [503, 5928]],
        [[322, 4575], [282, 4255], [288, 4545]],
        [[96, 2139], [148, 2193], [153, 4113]],
        [[173, 2585], [223, 2636], [228, 4239]],
        [[133, 2162], [232, 4085], [232, 4085]],
    ];
    assert_eq!(costs, expected);
}

/// Shrinks a game and interrupts shrinking once a program has received `moves` moves. If `remembers`, the
/// program shows its planted bug in every game once it has shown it.
fn broken_off(moves: u64, remembers: bool) -> (Box<Divergence>, Shrunk) {
    let [traits, sound] = program(false);
    let oracle = echo("", Mistake::Nothing, sound);
    let quiet = echo("abcab", Mistake::Shows, traits);
    let record = game("dadbdcdadbdd");
    let divergence =
        diverged(Factories { subject: &quiet, oracle: &oracle }, KnownDifferences::default(), &record);
    let breaker = Breaker::after(moves);
    let subject = echo("abcab", Mistake::Shows, Traits { remembers, breaker: Some(breaker), ..traits });
    let stop = Stop { flag: Some(&breaker.flag), ..Stop::default() };
    let factories = Factories { subject: &subject, oracle: &oracle };
    let found = shrink(factories, &divergence, WHOLE, stop).unwrap();
    (divergence, found)
}

#[test]
fn what_was_not_finished_is_named_when_it_is_broken_off_on_the_way() {
    use Step::{Cut, Drop, Hunt, Prove, Spread};
    let searched = |games: &str| {
        format!("no {games} shows this difference from this start; moves were taken back between them")
    };
    let up_to_three = searched("game of up to 3 moves");
    let all = searched("shorter game");
    type Row<'r> = (u64, bool, &'r str, bool, &'r [Step], &'r str, u64);
    let expected: [Row<'_>; 12] = [
        (20, false, "dadbdcdadb", false, &[Drop, Spread, Hunt, Prove], UNSOUGHT, 15),
        (60, false, "dadbdcdadb", false, &[Drop, Spread, Hunt, Prove], UNSOUGHT, 67),
        (100, false, "abdcdadb", false, &[Drop, Spread, Hunt, Prove], UNSOUGHT, 117),
        (200, false, "abcab", false, &[Drop, Spread, Hunt, Prove], UNSOUGHT, 208),
        (1_000, false, "abcab", false, &[Hunt, Prove], UNSOUGHT, 1_273),
        (2_000, false, "abcab", false, &[Prove], &up_to_three, 2_508),
        (3_000, false, "abcab", false, &[], &all, 3_508),
        (4_000, false, "abcab", false, &[], PROVEN, 4_238),
        // Only engines that had been wrong before have shown the games of these two cases.
        (20, true, "", true, &[Drop, Spread, Hunt, Prove], UNSOUGHT, 31),
        (60, true, "", true, &[Drop, Spread, Hunt, Prove], UNSOUGHT, 70),
        // New engines did not show the game, so shrinking was restarted with new engines.
        (80, true, "dadbdcdadb", false, &[Cut, Drop, Spread, Hunt, Prove], UNSOUGHT, 93),
        (1_000, true, "abcab", false, &[Drop, Spread, Hunt, Prove], UNSOUGHT, 1_275),
    ];
    for (moves, remembers, short, unconfirmed, unfinished, said, cost) in expected {
        let (_, found) = broken_off(moves, remembers);
        assert_eq!(found.interrupted, moves < 4_000);
        let told = (words(&found.divergence.record), found.unconfirmed, found.shortest.words(), found.cost);
        assert_eq!(told, (short.into(), unconfirmed, said.into(), cost), "{moves} {remembers}");
        assert_eq!(found.unfinished, unfinished, "{moves} {remembers}");
    }
}

/// Returns a finding of a run of one game.
fn finding(original: Divergence, shrunk: Option<Shrunk>) -> Finding {
    Finding {
        set_up: !original.record.start.is_start(),
        original,
        reproducible: Some(true),
        shrunk,
        seed: 0,
        game: 0,
        policy: "",
        count: 1,
        first: 0,
        games: 1,
        command: Command::default(),
        replay: ReplayCommand::default(),
        offered: None,
        smaller: false,
        written: FindingFiles::default(),
        met: false,
        shorter: None,
        opinions: None,
        ended: 0,
        plies: None,
    }
}

#[test]
fn a_position_is_called_made_up_or_after_one_that_is_and_a_reported_one_is_not() {
    let (divergence, short) = broken_off(20, true);
    let at = |position: &str| {
        let record = unknown().record(&format!("bustan-setup {position}\nplay x a")).unwrap();
        Divergence { record, ..(*divergence).clone() }
    };
    let shrunk = |position: &str, made_up| Shrunk { divergence: at(position), made_up, ..short.clone() };
    let words = |finding: Finding| {
        let remark = finding.text(Style::default(), 200);
        let remark = remark.lines().find(|line| line.starts_with("This ")).map(|line| line[..40].to_string());
        let length = finding.length();
        let length = length.split("; shrunk").next().unwrap().to_string();
        assert_eq!(finding.is_made_up(), remark.is_some());
        (remark.unwrap_or_default(), length)
    };
    let offered = Some(at("met").record.start);
    let told = |is_offered: bool, short: Option<(&str, bool)>| {
        let shrunk = short.map(|(position, made_up)| shrunk(position, made_up));
        words(Finding { offered: offered.clone().filter(|_| is_offered), ..finding(at("met"), shrunk) })
    };
    let of = |remark: &str, length: &str| (remark.to_string(), length.to_string());
    let made_up = "This is a position of chess that Bustan ";
    assert_eq!(told(true, None), of(made_up, "1 move from a made-up position, not shrunk yet"));
    assert_eq!(told(true, Some(("met", false))), of(made_up, "1 move, from a made-up position"));
    assert_eq!(told(true, Some(("less", true))), of(made_up, "1 move, from a made-up position"));
    let after = "This position comes from one of chess th";
    assert_eq!(told(true, Some(("later", false))), of(after, "1 move, from a position after a made-up one"));
    let smaller = "This position was made smaller than one ";
    assert_eq!(told(false, Some(("less", true))), of(smaller, "1 move, from a made-up position"));
    assert_eq!(told(false, None), of("", "1 move, not shrunk yet"));
    // The game began at a position that an engine reported.
    let continued = Finding { offered: offered.clone(), ..finding(at("later"), None) };
    assert_eq!(words(continued), of(after, "1 move from a position after a made-up one, not shrunk yet"));
    // A divergence found while a game was shrunk began where that game did, or later.
    for (parent, other, remark) in
        [(shrunk("met", false), "met", made_up), (shrunk("met", false), "later", after)]
    {
        let parent = Shrunk { others: vec![OtherDivergence::new(at(other), true)], ..parent };
        let mut parent = Finding { offered: offered.clone(), ..finding(at("met"), Some(parent)) };
        assert_eq!(words(parent.others().remove(0)).0, remark, "{other}");
    }
    // A flaky divergence whose game was shrunk before.
    assert_eq!(words(Finding { smaller: true, ..finding(at("less"), None) }).0, smaller);
}

#[test]
fn a_game_that_new_engines_have_not_played_proves_nothing_and_is_not_held_against_others() {
    let (divergence, unconfirmed) = broken_off(20, true);
    let seen = |unconfirmed: Shrunk| {
        let moves = unconfirmed.moves_from_start();
        let signature = Signature::new(Kind::Turn, &["x"]);
        let other = Divergence { signature, headline: "another".into(), ..(*divergence).clone() };
        let mut findings = [finding((*divergence).clone(), Some(unconfirmed)), finding(other, None)];
        note_shorter(&mut findings.each_mut());
        let [first, other] = &findings;
        (moves, first.length(), first.object()["searched"].is_null(), other.shorter.is_some())
    };
    let length = "0 moves, shrunk from 10, not proven shortest; shrinking was interrupted before new engines had \
                  played this game";
    assert_eq!(seen(unconfirmed.clone()), (None, length.into(), true, false));
    let shortest = Shortest { starts: 1, ..Shortest::NOTHING };
    let confirmed = Shrunk { unconfirmed: false, shortest, ..unconfirmed };
    let length = "0 moves, shrunk from 10, none is shorter; shrinking was interrupted";
    assert_eq!(seen(confirmed), (Some(0), length.into(), false, true));
}

#[test]
fn a_program_that_is_silent_is_more_work_than_one_that_fails() {
    let cost = |end| {
        let found = shrunk("ab", Mistake::Ends(end), program(false), "cdcacdbd", WHOLE);
        assert_eq!(told(&found), ("ab".into(), SEEN.into(), Vec::new()));
        found.cost
    };
    assert_eq!([End::Failure, End::Silence].map(cost), [249, 6_049]);
}

#[test]
fn helpers_try_what_comes_next_while_a_slow_program_thinks() {
    let slow = [Traits { slow: true, ..program(false)[0] }, SOUND[1]];
    for jobs in [1, 3] {
        // With more work, the states near the start would lead to the same game.
        let budget = Budget { jobs, all: 400, ..DROPPING };
        let found = shrunk("abcabc", Mistake::Shows, slow, "dabdcdadbdcd", budget);
        assert_eq!((words(&found.divergence.record), found.unconfirmed), ("abcabc".into(), false), "{jobs}");
        assert!(found.cost < 350, "{}", found.cost);
    }
}

#[test]
fn without_lists_of_one_engine_or_both_no_more_is_claimed_than_was_played() {
    for (silent, said, costs) in [
        ([true, false], PROVEN, [2_133, 2_182]),
        ([false, true], LISTED, [2_093, 2_142]),
        ([true, true], UNSOUGHT, [2_068, 2_083]),
    ] {
        let found = [false, true].map(|costly| {
            let [subject, oracle] = silent.map(|lists_nothing| Traits { lists_nothing, ..SOUND[0] });
            let traits = [Traits { costly, ..subject }, oracle];
            let found = shrunk("abc", Mistake::Shows, traits, "dadbdcdd", WHOLE);
            assert_eq!(told(&found), ("abc".into(), said.into(), Vec::new()), "{silent:?}");
            assert_eq!(found.shortest.searched, Some(if silent == [true; 2] { 0 } else { 2 }), "{silent:?}");
            found.cost
        });
        assert_eq!(found, costs, "{silent:?}");
    }
}

#[test]
fn a_proof_is_made_again_if_that_is_no_more_work_than_is_allowed() {
    let proven = |deepen| {
        let budget = Budget { hunt: 0, deepen, ..WHOLE };
        let found = shrunk("acacac", Mistake::Shows, SOUND, "acabcacdac", budget);
        (found.shortest.is_proven(), found.cost)
    };
    assert_eq!([3_000, 8_000, 20_000].map(proven), [(false, 2_094), (false, 2_094), (true, 9_986)]);
}

#[test]
fn short_random_games_play_more_of_the_moves_of_a_game() {
    let costs = ["abc", "ccc", "bacb"].map(|heard| {
        let budget = Budget { deepen: 0, ..WHOLE };
        let found = shrunk(heard, Mistake::Shows, program(true), "cacbbaccb", budget);
        assert_eq!(words(&found.divergence.record), heard);
        found.cost
    });
    assert_eq!(costs, [4_068, 4_066, 4_078]);
}

#[test]
fn what_else_came_up_is_remembered_by_the_best_game_of_each_cause() {
    let engines = pair("ab", Mistake::Shows, SOUND);
    let factories = engines.factories();
    let wanted = diverged(factories, KnownDifferences::default(), &game("cacb"));
    let other = |name: &str, words: &str| Divergence {
        signature: Signature::new(Kind::Turn, &[name]),
        record: game(words),
        ..(*wanted).clone()
    };
    let mut replayer = Replayer::new(factories, &wanted);
    replayer.meet(&wanted);
    assert!(replayer.unconfirmed(9).is_empty(), "that is what is looked for");
    for (name, words) in [("x", "abc"), ("y", "cc"), ("x", "ab"), ("x", "abcd"), ("z", "a"), ("y", "dd")] {
        replayer.meet(&other(name, words));
    }
    let met = |met: Vec<Divergence>| -> Vec<String> {
        met.iter().map(|met| format!("{} {}", met.signature, words(&met.record))).collect()
    };
    assert_eq!(met(replayer.unconfirmed(9)), ["turn-z a", "turn-x ab", "turn-y cc"]);
    // The numbers of remembered and reported divergences are limited.
    for number in 0..100 {
        replayer.meet(&other(&format!("n{number}"), "abc"));
    }
    replayer.meet(&other("n7", "a"));
    replayer.meet(&other("late", "a"));
    let first = met(replayer.unconfirmed(2));
    assert_eq!(first, ["turn-n7 a", "turn-n0 abc"]);
    for number in 0..100 {
        replayer.meet(&other(&format!("n{number}"), "abc"));
    }
    assert_eq!(replayer.unconfirmed(usize::MAX).len(), 64);
    // None of the divergences is reproducible.
    replayer.meet(&other("x", "abc"));
    assert!(replayer.others(9, Stop::default()).is_empty());
}

/// Returns a replayer that saves work. Its engines differ at the end of `record`.
fn in_a_hurry<'m>(factories: Factories<'m>, record: &str) -> Replayer<'m> {
    let wanted = diverged(factories, KnownDifferences::default(), &game(record));
    let mut replayer = Replayer::new(factories, &wanted);
    assert!(replayer.run(&Line::of(&wanted.record)).is_some());
    replayer.lockstep.keep_costly();
    replayer.remember_answers();
    replayer
}

#[test]
fn a_few_moves_that_programs_refuse_are_left_out_of_a_line_and_more_of_a_longer_one() {
    let [traits, _] = program(false);
    let engines = pair("ab", Mistake::Shows, [traits; 2]);
    let factories = engines.factories();
    let shown = |record: String| {
        let found = in_a_hurry(factories, "ab").run(&Line::of(&game(&record)));
        found.map(|found| words(&found.record))
    };
    for (refused, words) in [(1, Some("ab")), (5, Some("ab")), (6, Some("ab")), (7, None)] {
        assert_eq!(shown("e".repeat(refused) + "ab").as_deref(), words, "{refused}");
    }
    assert_eq!(shown("e".repeat(7) + "dddab").as_deref(), Some("dddab"));
    assert_eq!(shown("abe".into()).as_deref(), Some("ab"));
    assert_eq!(shown("ae".into()), None);
}

#[test]
fn what_one_learned_spares_the_other_work() {
    for (cannot_undo, without) in [(false, 4), (true, 6)] {
        let [traits, _] = program(cannot_undo);
        let engines = pair("abc", Mistake::Shows, [traits; 2]);
        let factories = engines.factories();
        let cost = |replayer: &mut Replayer<'_>, record: &str| {
            let before = replayer.cost;
            replayer.run(&Line::of(&game(record)));
            replayer.cost - before
        };
        let [mut one, mut other] = [0; 2].map(|_| in_a_hurry(factories, "dabdc"));
        let news = other.news();
        one.learn_from(&news);
        let tried = ["ddddddbc", "eeaebebe"].map(|record| cost(&mut one, record));
        let news = one.news();
        other.learn_from(&news);
        let [again, longer, shorter] =
            ["ddddddbc", "ddddddbcd", "eeaebb"].map(|record| cost(&mut other, record));
        let mut new = in_a_hurry(factories, "dabdc");
        let alone = ["ddddddbc", "ddddddbcd", "eeaebb"].map(|record| cost(&mut new, record));
        assert_eq!(
            (tried, [again, longer, shorter], alone),
            ([9, 9], [1, 5, 4], [9, without, 7]),
            "{cannot_undo}"
        );
    }
}

/// Starts helpers and waits until all are ready.
fn ready<'s, 'f: 's>(
    scope: &'s thread::Scope<'s, 'f>,
    count: usize,
    factories: Factories<'f>,
    divergence: &'f Divergence,
) -> Helpers {
    let mut helpers =
        Helpers::start(scope, count, factories, divergence, ReplayMode { keeps: true, timed: false });
    (0..count).for_each(|at| assert!(helpers.answer(at).is_some()));
    helpers
}

#[test]
fn helpers_replay_lines_and_tell_one_another_what_they_learned() {
    let [traits, _] = program(true);
    let mistake = Mistake::ShowsAndPanicsAt(&["cc"]);
    let engines = pair("abc", mistake, [traits; 2]);
    let factories = engines.factories();
    let divergence = diverged(factories, KnownDifferences::default(), &game("dabdc"));
    assert!(Helpers::default().is_empty());
    thread::scope(|scope| {
        let mut helpers = ready(scope, 2, factories, &divergence);
        assert!(!helpers.is_empty());
        let mut answers = |lines: [&str; 2]| {
            let given = helpers.hand_out(&mut lines.iter().map(|words| Line::of(&game(words))), false);
            assert_eq!(given.len(), 2);
            [0, 1].map(|at| {
                let answer = helpers.answer(at).unwrap();
                let shown = answer.shown.map(|shown| words(&shown.record));
                (shown.unwrap_or_default(), answer.met.len(), answer.cost)
            })
        };
        let first = answers(["ddddddbc", "ddabddc"]);
        assert_eq!(first, [(String::new(), 0, 9), ("ddabddc".into(), 0, 8)]);
        let second = answers(["dccd", "ddddddbc"]);
        assert_eq!(second, [(String::new(), 1, 4), (String::new(), 0, 1)]);
        assert_eq!(answers(["ddabddb", "dddddd"]), [(String::new(), 0, 5), (String::new(), 0, 4)]);
        assert!(helpers.answer(2).is_none());
    });
}

#[test]
fn answers_that_nobody_takes_are_dropped_before_a_helper_gets_the_next_line() {
    let [traits, _] = program(true);
    let engines = pair("ab", Mistake::Shows, [traits; 2]);
    let factories = engines.factories();
    let divergence = diverged(factories, KnownDifferences::default(), &game("ab"));
    thread::scope(|scope| {
        let mut helpers = ready(scope, 1, factories, &divergence);
        let mut give = |words: &str| {
            let line = Line::of(&game(words));
            // Hands out the line once the helper is idle, however long that takes. If the helper never
            // finishes, the test hangs.
            while helpers.hand_out(&mut std::iter::once(line.clone()), false).is_empty() {
                thread::yield_now();
            }
        };
        give("cd");
        give("dab");
        let shown = helpers.answer(0).unwrap().shown.unwrap();
        assert_eq!(words(&shown.record), "dab");
        assert!(helpers.answer(0).is_none());
    });
}

#[test]
fn of_candidates_that_are_tried_at_once_the_first_is_kept_and_all_work_counts() {
    let [traits, _] = program(true);
    let engines = pair("abc", Mistake::Shows, [traits; 2]);
    let factories = engines.factories();
    let divergence = diverged(factories, KnownDifferences::default(), &game("dabddddddc"));
    let kept = |count: usize, candidates: &[&str]| {
        thread::scope(|scope| {
            let helpers = ready(scope, count, factories, &divergence);
            let mut shrinker = Shrinker {
                replayer: in_a_hurry(factories, "dabddddddc"),
                best: divergence.clone(),
                limit: u64::MAX,
                stop: Stop::default(),
                later: Stop::default(),
                entry: None,
                passed: Vec::new(),
                alike: None,
                helpers,
                others: Vec::new(),
                progress: PassProgress::new(WHOLE, true, true, Duration::ZERO),
            };
            let before = shrinker.replayer.cost;
            let kept = shrinker.accept_first(candidates.iter().map(|words| Line::of(&game(words))));
            (kept, words(&shrinker.best.record), shrinker.replayer.cost - before)
        })
    };
    let fails = ["dbcd", "dddd", "bbbb", "cccc", "dbcd", "dbcd"];
    let then = |last: &'static [&str]| [&fails, last].concat();
    let found = [
        kept(0, &fails),
        kept(2, &fails),
        kept(0, &then(&["dabc", "abc"])),
        kept(2, &then(&["dabc", "abc"])),
        kept(2, &then(&["abdd", "dabc", "abc"])),
        kept(2, &then(&["abdd", "dddb", "dabc", "abc"])),
    ];
    let kept = |before, cost| (Some(before), "dabc".to_string(), cost);
    let nothing = |cost| (None, "dabddddddc".to_string(), cost);
    assert_eq!(found, [nothing(22), nothing(22), kept(6, 26), kept(6, 26), kept(7, 31), kept(8, 36)]);
}

#[test]
fn where_a_game_is_over_its_first_player_is_asked_but_nobody_in_a_game_that_is_not_known() {
    let record = rules::<TicTacToe>().record("X[b2];O[a1];X[a3];O[b1];X[c1]").unwrap();
    let asked = |moves: usize| {
        let flawed = mistaken(faulty::Mistake::Panics, false);
        let wanted = differ_in_play(Factories { subject: &flawed, oracle: FLAWLESS });
        let mut replayer = Replayer::new(Factories { subject: FLAWLESS, oracle: FLAWLESS }, &wanted);
        assert!(replayer.bring(&record.start, &record.moves[..moves]).unwrap());
        replayer.asked()
    };
    use bustan_vocabulary::tictactoe::Player as Marks;
    assert_eq!(
        [0, 1, 5].map(asked),
        [Marks::X, Marks::O, Marks::X].map(|marks| Some(shared_player::<TicTacToe>(marks)))
    );
    let engines = pair("ab", Mistake::Shows, SOUND);
    let factories = engines.factories();
    let wanted = diverged(factories, KnownDifferences::default(), &game("ab"));
    let mut replayer = Replayer::new(factories, &wanted);
    for (moves, asked) in [(0, Some(players()[0])), (1, Some(players()[1])), (12, None)] {
        let record = game(&"c".repeat(moves));
        assert!(replayer.bring(&record.start, &record.moves).unwrap());
        assert_eq!(replayer.asked(), asked, "{moves}");
    }
}

/// An engine of Tic-Tac-Toe that cannot begin with the misère rule (`unable`), or does not know it.
struct Choosy {
    unable: bool,
}

impl Participant for Choosy {
    fn name(&self) -> String {
        "choosy".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        if self.unable && position.to_string().contains("misere") { Err(NoStart::Unable) } else { Ok(()) }
    }

    fn knows_rules(&self, position: &Position) -> bool {
        self.unable || !position.to_string().contains("misere")
    }

    fn play(&mut self, _: Player, _: &Move) -> Verdict {
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        None
    }
}

#[test]
fn games_begin_where_both_engines_can_and_whose_rules_they_know() {
    let flawed = mistaken(faulty::Mistake::Panics, false);
    let factories = Factories { subject: &flawed, oracle: FLAWLESS };
    let wanted = differ_in_play(factories);
    let start = rules::<TicTacToe>().initial(&[]).unwrap();
    let starts = |factories: Factories<'_>| -> Vec<String> {
        let starts = Replayer::new(factories, &wanted).small_starts(&start);
        starts.iter().map(ToString::to_string).collect()
    };
    let standard = start.to_string();
    assert_eq!(starts(factories), [&standard, "......... x misere"]);
    for unable in [true, false] {
        let choosy = FactoryFn(move || Choosy { unable });
        assert_eq!(starts(Factories { oracle: &choosy, ..factories }), [&*standard], "{unable}");
        assert_eq!(starts(Factories { subject: &choosy, ..factories }), [&*standard], "{unable}");
    }
}

#[test]
fn an_engine_that_broke_down_meanwhile_is_distinguished_from_one_that_went_on() {
    let engines = pair("ab", Mistake::Shows, SOUND);
    let factories = engines.factories();
    let wanted = diverged(factories, KnownDifferences::default(), &game("ab"));
    for (kind, ends) in [(Kind::Panic, true), (Kind::Fault, true), (Kind::Turn, false), (Kind::Undo, false)] {
        let mut replayer = Replayer::new(factories, &wanted);
        assert!(!replayer.has_met_an_end());
        replayer.meet(&Divergence { signature: Signature::new(kind, &["x"]), ..(*wanted).clone() });
        assert_eq!(replayer.has_met_an_end(), ends, "{kind}");
    }
}

#[test]
fn what_is_known_or_as_good_as_wanted_is_no_other_difference() {
    let engines = pair("ab", Mistake::Shows, SOUND);
    let factories = engines.factories();
    let wanted = Divergence {
        signature: Signature::observation(["last", "wrong"]),
        known: KnownDifferences::accepting(["turn-known".parse::<Accepted>().unwrap()]),
        ..*diverged(factories, KnownDifferences::default(), &game("ab"))
    };
    let ended = |end| {
        let aspect = Aspect::Ended(end, Call::Other);
        Violation::new(Kind::Fault, &["x"], String::new()).about(aspect).signature
    };
    for (signature, counts) in [
        (Signature::observation(["last", "wrong"]), false),
        (Signature::observation(["wrong"]), false),
        (Signature::observation(["words"]), true),
        (Signature::new(Kind::Turn, &["known"]), false),
        (Signature::new(Kind::Turn, &["unknown"]), true),
        (ended(End::Interruption), false),
        (ended(End::Failure), true),
    ] {
        let mut replayer = Replayer::new(factories, &wanted);
        replayer.meet(&Divergence { signature: signature.clone(), ..wanted.clone() });
        assert_eq!(replayer.unconfirmed(9).len(), usize::from(counts), "{signature}");
    }
}

#[test]
fn a_pair_that_is_left_out_lets_more_be_left_out() {
    let found = shrunk("abcdab bcab bcb", Mistake::ShowsIn, SOUND, "abcdab", DROPPING);
    assert_eq!(words(&found.divergence.record), "bcb");
}

#[test]
fn a_pass_lets_more_be_left_out() {
    use bustan_core::dominions::FastEngine;
    use bustan_vocabulary::dominions::{Observation, Player};
    fn shows_at(seen: &mut Observation, counts: &[(usize, usize)]) {
        let of = |player| seen.board.values().filter(|piece| piece.owner == player).count();
        if counts.contains(&(of(Player::White), of(Player::Black))) {
            seen.over = !seen.over;
        }
    }
    let record = random::<FastEngine>(Some("5"), 5);
    let budget = Budget { start: 0, hunt: 0, deepen: 0, ..WIDE };
    let made =
        |record: &Record, show| made_short::<FastEngine>(record, show, [false; 2], budget).divergence.record;
    // Once nothing else can be reduced, a pass alone is a reason to continue.
    let small = made(&record, |seen| shows_at(seen, &[(3, 2)]));
    assert_eq!(small.moves.len(), 5);
    let short = made(&small, |seen| shows_at(seen, &[(3, 2), (3, 1), (1, 2)]));
    assert_eq!(short.to_string(), "Start[3 white 0 0];W[pass];B[P9b2];W[P1b3];B[P8c3]");
}

#[test]
fn a_move_that_no_engine_lists_is_asked_about_and_no_more_is_claimed() {
    let (subject, oracle) =
        (echo("ab", Mistake::TakesUnlisted, SOUND[0]), echo("ab", Mistake::TakesUnlisted, SOUND[1]));
    let factories = Factories { subject: &subject, oracle: &oracle };
    let divergence = diverged(factories, KnownDifferences::default(), &game("cadbe"));
    let found = shrink(factories, &divergence, WHOLE, Stop::default()).unwrap();
    assert_eq!(told(&found), ("abe".into(), LISTED.into(), Vec::new()));
}

#[test]
fn a_duplicate_is_made_before_the_last_move_alone_and_the_last_move_is_asked_about_only_where_that_tells() {
    let engines = pair("a", Mistake::DuplicatesWrong, SOUND);
    let factories = engines.factories();
    let mut lockstep = Lockstep::new(factories, Checks::ALL, standard());
    assert!(lockstep.begin(&standard()).unwrap());
    let mut step = |word: &str| {
        let player = lockstep.turn().unwrap();
        lockstep.step(player, &mv(word), true)
    };
    assert!(step("a").unwrap());
    let wanted = step("b").unwrap_err();
    assert_eq!(wanted.signature.kind(), Kind::Clone);
    let mut replayer = Replayer::new(factories, &wanted);
    let shown = ["ab", "ac", "abc", "b"].map(|line| replayer.run(&Line::of(&game(line))).is_some());
    assert_eq!(shown, [true, true, false, false]);
    // Another engine reports the last word as illegal, although it was never queried.
    let (shows, denies) = (
        echo("ab", Mistake::Shows, SOUND[0]),
        echo("ab", Mistake::Shows, Traits { denies: Some("b"), ..SOUND[0] }),
    );
    let wanted =
        diverged(Factories { subject: &shows, ..factories }, KnownDifferences::default(), &game("cacb"));
    let found =
        shrink(Factories { subject: &denies, ..factories }, &wanted, DROPPING, Stop::default()).unwrap();
    assert_eq!(told(&found), ("ab".into(), UNSOUGHT.into(), Vec::new()));
}

#[test]
fn a_search_says_that_it_could_not_follow_what_only_taking_back_shows() {
    let said = |deepen| {
        let traits = [Traits { wrong_back_at: Some("c"), ..SOUND[0] }, SOUND[1]];
        let found = shrunk("abab", Mistake::Shows, traits, "abab", Budget { hunt: 0, deepen, ..WHOLE });
        told(&found)
    };
    let unless = "shows this difference from this start, unless another difference comes before it; moves were taken \
                  back between them";
    let expected = ["no game of up to 2 moves", "no shorter game"];
    let expected = expected.map(|games| ("abab".to_string(), format!("{games} {unless}"), Vec::new()));
    assert_eq!([100, 1_000].map(said), expected);
}

#[test]
fn what_came_again_is_made_short_unless_it_is_broken_off_meanwhile() {
    let found = |moves: u64| {
        let mistake = Mistake::ShowsAndPanicsAt(&["cc"]);
        let breaker = Breaker::after(moves);
        let traits = Traits { breaker: Some(breaker), ..SOUND[0] };
        let engines = pair("cc", mistake, [traits, SOUND[1]]);
        let factories = engines.factories();
        let divergence = diverged(factories, KnownDifferences::default(), &game("acdc"));
        let stop = Stop { flag: Some(&breaker.flag), ..Stop::default() };
        shrink(factories, &divergence, WHOLE, stop).unwrap()
    };
    // The number of the last move at which an interruption still affects the first game, and the next number.
    let (mut less, mut enough) = (10, 100_000);
    assert!(found(less).interrupted && !found(enough).interrupted);
    while enough - less > 1 {
        let moves = u64::midpoint(less, enough);
        *(if found(moves).interrupted { &mut less } else { &mut enough }) = moves;
    }
    let met = |moves: u64| {
        let found = found(moves);
        found.others.iter().map(|met| (met.confirmed, met.shrunk.is_some())).collect::<Vec<_>>()
    };
    assert_eq!(
        [less, enough, 100_000].map(met),
        [vec![(false, false)], vec![(true, false)], vec![(true, true)]]
    );
}

#[test]
fn what_new_engines_have_shown_needs_nobody_to_show_it_again() {
    for (costly, record, moves, short) in [(false, "dadbdcdd", 60, "abc"), (true, "abc", 20, "abc")] {
        let sound = echo("", Mistake::Nothing, SOUND[1]);
        let quiet = echo("abc", Mistake::Shows, Traits { costly, ..SOUND[0] });
        let factories = Factories { subject: &quiet, oracle: &sound };
        let divergence = diverged(factories, KnownDifferences::default(), &game(record));
        let breaker = Breaker::after(moves);
        let traits = Traits { costly, breaker: Some(breaker), recovers_when_stopped: true, ..SOUND[0] };
        let subject = echo("abc", Mistake::Shows, traits);
        let stop = Stop { flag: Some(&breaker.flag), ..Stop::default() };
        let found = shrink(Factories { subject: &subject, ..factories }, &divergence, WHOLE, stop).unwrap();
        assert_eq!(words(&found.divergence.record), short);
        assert!(found.interrupted && !found.unconfirmed, "{costly}");
    }
}

#[test]
fn no_more_than_eight_others_are_made_short() {
    const ENDS: &[&str] = &["aa", "bb", "cc", "dd", "ca", "cb", "db", "ba", "bd", "ac", "da", "dc"];
    let others = |ends| {
        let (short, _, others) = told(&shrunk("abcd", Mistake::ShowsAndPanicsAt(ends), SOUND, "abcd", WHOLE));
        assert_eq!(short, "abcd");
        others.len()
    };
    assert_eq!([&ENDS[..3], &ENDS[..8], ENDS].map(others), [3, 8, 8]);
}

#[test]
fn random_games_play_less_of_a_game_that_is_much_longer_than_they() {
    let cost = |moves| {
        let record = "d".repeat(moves - 3_usize) + "abc";
        let traits = program(true).map(|traits| Traits { longer: 90, ..traits });
        let budget = Budget { deepen: 0, ..WHOLE };
        let found = shrunk("abc", Mistake::Shows, traits, &record, budget);
        assert_eq!(words(&found.divergence.record), "abc");
        found.cost
    };
    assert_eq!([41, 60, 78, 79].map(cost), [4_100, 4_121, 4_139, 4_138]);
}

#[test]
fn ways_that_games_passed_are_known() {
    let [traits, sound] = program(false);
    let engines = pair("abc", Mistake::Shows, [traits, sound]);
    let factories = engines.factories();
    let record = game("dabc");
    type Learn = fn(&mut Replayer<'_>, Factories<'_>);
    let ways: [Learn; 3] = [
        |_, _| {},
        |replayer, factories| {
            let mut lockstep = Lockstep::new(factories, Checks::ALL, standard());
            assert!(lockstep.begin(&standard()).unwrap());
            assert!(lockstep.lead(&game("b").moves, true).unwrap());
            replayer.explored(&lockstep);
        },
        |replayer, _| {
            assert!(replayer.bring(&standard(), &game("b").moves).unwrap());
            let counters = replayer.counters().unwrap();
            replayer.explored_last(&counters);
        },
    ];
    let found = ways.map(|learn| {
        let mut replayer = in_a_hurry(factories, "dabc");
        learn(&mut replayer, factories);
        let line = replayer.shortcut(&record).unwrap();
        line.moves.iter().map(ToString::to_string).collect::<String>()
    });
    assert_eq!(found, ["dabc", "bc", "bc"]);
}

#[test]
fn games_from_the_start_rank_before_others_and_short_ones_before_long_ones() {
    let flawed = mistaken(faulty::Mistake::Panics, false);
    let wanted = differ_in_play(Factories { subject: &flawed, oracle: FLAWLESS });
    let records = ["X[a1]", "X[a1];O[b2];X[c3]", "Start[xo....... x]", "Start[xo....... x];X[c3];O[c2]"];
    let ranks = records.map(|record| {
        rank(&Divergence { record: rules::<TicTacToe>().record(record).unwrap(), ..(*wanted).clone() })
    });
    assert!(ranks.is_sorted_by(|one, other| one < other), "{ranks:?}");
}

#[test]
fn steps_have_names() {
    let all = [
        Step::Cut,
        Step::Drop,
        Step::Lead,
        Step::Spread,
        Step::Hunt,
        Step::Guide,
        Step::Ahead,
        Step::Rows,
        Step::Vary,
        Step::Regenerate,
        Step::Prove,
    ];
    let names = [
        "the last moves from the position before them",
        "leaving out moves",
        "paths from the start to the position",
        "states near the start",
        "short random games",
        "games whose last move does the same",
        "games that leave few replies",
        "games in which a player has a straight row",
        "games with other moves",
        "test games with fewer moves",
        "all shorter games",
    ];
    assert_eq!(all.map(|step| step.to_string()), names);
}

#[test]
fn others_get_a_part_of_the_budget() {
    let second = Some(Duration::from_secs(1));
    let Budget { shrink, start, hunt, deepen, regenerate, all, time, together, jobs } =
        Budget { jobs: 3, regenerate: 3_200, time: second, together: second, ..Budget::default() }
            .for_another();
    assert_eq!((shrink, start, hunt, deepen, regenerate, all), (1_250, 1_875, 625, 625, 100, 62_500));
    assert_eq!((time, together, jobs), (None, None, 3));
}

/// An engine with falsified observations.
struct Flawed<G: Game> {
    engine: Box<dyn Participant>,
    /// Falsifies an observation.
    show: fn(&mut G::Observation),
    costly: bool,
    /// Whether the engine can only be set up at starts of games.
    unable: bool,
}

impl<G: Guided> Participant for Flawed<G> {
    fn name(&self) -> String {
        "flawed".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        if self.unable && !position.is_start() {
            return Err(NoStart::Unable);
        }
        self.engine.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict {
        self.engine.play(player, mv)
    }

    fn turn(&self) -> Option<Player> {
        self.engine.turn()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.engine.verdict(player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.engine.legal_moves()
    }

    fn observe(&self) -> Option<Observed> {
        let seen = self.engine.observe()?;
        let mut seen = own_observation::<G>(seen.own().unwrap()).clone();
        (self.show)(&mut seen);
        Some(Observed::new::<G, _>(seen))
    }

    fn undo(&mut self) -> Option<bool> {
        self.engine.undo()
    }

    fn position(&self) -> Option<Position> {
        self.engine.position()
    }

    fn is_costly(&self) -> bool {
        self.costly
    }

    fn duplicate(&self) -> Option<Box<dyn Participant>> {
        let engine = self.engine.duplicate()?;
        Some(Box::new(Self { engine, ..*self }))
    }

    fn hash(&self) -> Option<u64> {
        self.engine.hash()
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        self.engine.perft(depth)
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        self.engine.playout(draw)
    }
}

/// Makes an engine of Tic-Tac-Toe with the planted bug `mistake`, which may be a costly one.
fn mistaken(mistake: faulty::Mistake, costly: bool) -> impl Factory {
    FactoryFn(move || Flawed::<TicTacToe> {
        engine: Box::new(EngineParticipant::new(Faulty::new(mistake))),
        show: |_| {},
        costly,
        unable: false,
    })
}

/// Returns the divergence of two engines in a game of Tic-Tac-Toe, with every check.
fn differ_in_play(factories: Factories<'_>) -> Box<Divergence> {
    let start = rules::<TicTacToe>().initial(&[]).unwrap();
    played(&mut Lockstep::new(factories, Checks::ALL, start)).unwrap_err()
}

/// A correct engine of Tic-Tac-Toe.
const FLAWLESS: &dyn Factory = &bustan_core::tictactoe::FastEngine::default;

/// A budget for all passes, for games that take longer.
const WIDE: Budget = Budget { start: 3_000, all: 30_000, ..WHOLE };
/// The budget [`WIDE`] without random games.
const STRAIGHT: Budget = Budget { hunt: 0, ..WIDE };

/// The observation type of the game of an engine.
type Seen<E> = <<E as Engine>::Game as Game>::Observation;

/// Shrinks a record on an engine with falsified observations, which may be costly and unable to be set up at
/// positions other than starts.
fn made_short<E>(
    record: &Record,
    show: fn(&mut Seen<E>),
    [costly, unable]: [bool; 2],
    budget: Budget,
) -> Shrunk
where
    E: Engine<Game: Guided> + Default,
{
    let engine = || Box::new(EngineParticipant::new(E::default()));
    let flawed = FactoryFn(|| Flawed::<E::Game> { engine: engine(), show, costly, unable });
    let factories = Factories { subject: &flawed, oracle: &E::default };
    let divergence = diverged(factories, KnownDifferences::default(), record);
    shrink(factories, &divergence, budget, Stop::default()).unwrap()
}

/// The kinds of engine: whether it is costly, and whether it can only be set up at starts.
const WAYS: [[bool; 2]; 3] = [[false, false], [true, false], [true, true]];

/// Asserts the game to which a record shrinks with each kind of engine, the report on shorter games, and the
/// work.
fn comes_down_to<E>(record: &Record, show: fn(&mut Seen<E>), expected: [(&str, &str, u64); 3])
where
    E: Engine<Game: Guided> + Default,
{
    let found = WAYS.map(|traits| {
        let found = made_short::<E>(record, show, traits, WIDE);
        assert!(found.from_start.is_none());
        (found.divergence.record.to_string(), found.shortest.words(), found.cost)
    });
    assert_eq!(found, expected.map(|(game, said, cost)| (game.into(), said.into(), cost)));
}

/// Reports a wrong winner of Margo once `N` balls are on the board.
fn has_balls<const N: usize>(seen: &mut margo::Observation) {
    if seen.board.len() >= N {
        seen.winner = Some(margo::Player::White);
    }
}

/// Reports a wrong winner of Margo once `N` balls are above the first level.
fn has_higher_balls<const N: usize>(seen: &mut margo::Observation) {
    let higher = |point: &&margo::Point| point.to_string().starts_with(['B', 'D', 'F']);
    if seen.board.keys().filter(higher).count() >= N {
        seen.winner = Some(margo::Player::White);
    }
}

/// Inverts the end of a game of Dominions once `N` tiles are on the board.
fn has_tiles<const N: usize>(seen: &mut dominions::Observation) {
    if seen.board.len() >= N {
        seen.over = !seen.over;
    }
}

/// Returns a game of `moves` random legal moves, from `start` or from a random start.
fn random<E>(start: Option<&str>, moves: usize) -> Record
where
    E: Engine<Game: Guided> + Default,
{
    let (mut engine, mut dice) = (EngineParticipant::new(E::default()), Dice::new(4));
    let rules = rules::<E::Game>();
    loop {
        let start =
            start.map_or_else(|| rules.start(&mut |n| dice.below(n)), |start| rules.position(start).unwrap());
        assert!(engine.setup(&start).is_ok());
        let mut record = Record { start, moves: Vec::new() };
        while record.moves.len() < moves
            && let Some(player) = engine.turn()
        {
            let legal = engine.legal_moves().unwrap();
            let mv = legal[dice.below(legal.len() as u32) as usize].clone();
            assert!(engine.play(player, &mv).is_ok());
            record.moves.push((player, mv));
        }
        if record.moves.len() == moves {
            return record;
        }
    }
}

#[test]
fn a_game_of_tic_tac_toe_comes_down_to_the_marks_that_matter() {
    use bustan_core::tictactoe::FastEngine;
    use bustan_vocabulary::tictactoe::{Cell, Observation, Player};
    let show = |seen: &mut Observation| {
        let marked = |cell: &str, player| {
            let cell: Cell = cell.parse().unwrap();
            seen.board.get(&cell) == Some(&player)
        };
        if marked("a1", Player::X) && marked("c3", Player::O) && marked("b1", Player::X) {
            seen.winner = Some(Player::O);
        }
    };
    let set_up = "Start[..o...x.. x];X[a3];O[b2];X[b1]";
    for (record, traits, cost) in [
        ("X[b2];O[c3];X[a1];O[a2];X[b1]", [false, false], 2764),
        ("X[b2];O[c3];X[a1];O[a2];X[b1]", [true, false], 2900),
        ("X[b2];O[c3];X[a1];O[a2];X[b1]", [true, true], 2830),
        (set_up, [false, false], 2567),
        (set_up, [true, false], 2830),
    ] {
        let proven = "proven shortest for this difference on the 2 small boards searched";
        let record = rules::<TicTacToe>().record(record).unwrap();
        let found = made_short::<FastEngine>(&record, show, traits, WIDE);
        assert!(found.from_start.is_none());
        let told = (found.divergence.record.to_string(), found.shortest.words(), found.cost);
        assert_eq!(told, ("X[a1];O[c3];X[b1]".into(), proven.into(), cost), "{record} {traits:?}");
    }
}

#[test]
fn a_long_game_of_margo_comes_down_to_the_balls_that_carry_two_others() {
    use bustan_core::margo::FastEngine;
    let record = random::<FastEngine>(Some("4 white 0"), 30);
    let sought = "no game of up to 3 moves shows this difference on the 3 small boards searched; moves were taken back \
                  between them";
    let expected = [
        ("Start[3 white 0];W[A3];B[C1];W[C3];B[A1];W[B2];B[C5];W[A5];B[B4]", sought, 23_070),
        ("Start[3 white 0];W[A1];B[A3];W[E3];B[C3];W[C1];B[B2];W[E1];B[D2]", UNSOUGHT, 30_000),
        ("Start[3 white 0];W[A3];B[A1];W[A5];B[C3];W[C5];B[C1];W[B4];B[B2]", UNSOUGHT, 30_002),
    ];
    comes_down_to::<FastEngine>(&record, has_higher_balls::<2>, expected);
}

#[test]
fn a_long_game_of_dominions_comes_down_to_four_or_five_moves_on_a_small_board() {
    use bustan_core::dominions::FastEngine;
    use bustan_vocabulary::dominions::{Observation, Player};
    let show = |seen: &mut Observation| {
        let of = |player| seen.board.values().filter(|piece| piece.owner == player).count();
        let is_there = seen.board.values().any(|piece| piece.tile.to_string() == "40");
        if of(Player::White) >= 3 && is_there {
            seen.over = !seen.over;
        }
    };
    let record = random::<FastEngine>(Some("5"), 30);
    let sought = "no game of up to 1 move shows this difference on the 2 small boards searched; moves were taken back \
                  between them";
    let expected = [
        ("Start[2 white 0 0];W[P6a2];B[P16b2];W[P34a1];B[P4c3];W[P40c2]", sought, 22_391),
        ("Start[3 white 0 0];W[P4b3];B[P5c3];W[P32c2];B[pass];W[P40d4]", UNSOUGHT, 30_000),
        ("Start[3 white 0 0];W[P4b3];B[P5c3];W[P32c2];B[pass];W[P40d4]", UNSOUGHT, 30_001),
    ];
    comes_down_to::<FastEngine>(&record, show, expected);
}

#[test]
fn a_game_that_stays_long_is_distinguished_from_a_position_on_the_way_where_a_program_can_be_set_up() {
    use bustan_core::{dominions, margo};
    // The numbers of moves of the reported game and of the game from the start, if any.
    fn lengths(found: &Shrunk) -> Vec<usize> {
        let from_start = found.from_start.as_deref();
        [&found.divergence].into_iter().chain(from_start).map(|game| game.record.moves.len()).collect()
    }
    let balls_placed = random::<margo::FastEngine>(Some("4 white 0"), 18);
    let tiles_placed = random::<dominions::FastEngine>(Some("5"), 18);
    for (traits, expected) in WAYS.into_iter().zip([vec![14], vec![1, 14], vec![14]]) {
        let found = made_short::<margo::FastEngine>(&balls_placed, has_balls::<14>, traits, STRAIGHT);
        assert_eq!(lengths(&found), expected, "{traits:?}");
        let found = made_short::<dominions::FastEngine>(&tiles_placed, has_tiles::<14>, traits, STRAIGHT);
        assert_eq!(lengths(&found), expected, "{traits:?}");
    }
}

#[test]
fn a_long_game_of_tribolo_comes_down_to_one_move_on_a_small_board() {
    use bustan_core::tribolo::FastEngine;
    use bustan_vocabulary::tribolo::{Observation, Player};
    let show = |seen: &mut Observation| {
        if seen.taken.len() >= 2 && seen.to_move == Some(Player::Blue) {
            seen.over = !seen.over;
        }
    };
    let record = random::<FastEngine>(None, 20);
    let sought = "no shorter game shows this difference on the 21 small boards searched";
    let expected = [
        ("Start[3x3 ..BR.RBR. blue 0];B[c3]", sought, 1_769),
        ("Start[7x2 ....BR..RRG... green 0];G[a2]", sought, 1_022),
        ("Start[4x3 .......R.RRB blue 0];B[a3]", sought, 1_053),
    ];
    comes_down_to::<FastEngine>(&record, show, expected);
}

/// Shrinks a game of Tic-Tac-Toe in which the engine of `role` has a planted bug and may be costly.
fn faulty_made_short(mistake: faulty::Mistake, role: Role, costly: bool, budget: Budget) -> Shrunk {
    let flawed = mistaken(mistake, costly);
    let factories = match role {
        Role::Subject => Factories { subject: &flawed, oracle: FLAWLESS },
        Role::Oracle => Factories { subject: FLAWLESS, oracle: &flawed },
    };
    shrink(factories, &differ_in_play(factories), budget, Stop::default()).unwrap()
}

#[test]
fn a_game_that_shows_a_mistake_comes_down_to_the_moves_before_it_whatever_its_kind() {
    // The game, whether it is proven shortest, and the work with the bug in the engine under test, with the
    // bug in the other engine, and for both cases if the flawed engine is a program.
    let expected = [
        (faulty::Mistake::RefusesTheStart, "", true, [1, 1, 1, 1]),
        (faulty::Mistake::HasAnotherOnTurn, "b2 a1", true, [2045, 2045, 70, 70]),
        (faulty::Mistake::IsOver, "b2 a1", true, [2045, 2045, 70, 70]),
        (faulty::Mistake::IsNotOverAtTheEnd, "b2 a1 a3 b1 c1", false, [10670, 10670, 15114, 15103]),
        (faulty::Mistake::ShowsAWinner, "b2 a1", true, [2045, 2045, 70, 70]),
        (faulty::Mistake::ListsALess, "b2 a1 c3", true, [3338, 3338, 3735, 3693]),
        (faulty::Mistake::ListsAMore, "b2 a1 b2", false, [2465, 2465, 2759, 2709]),
        (faulty::Mistake::ListsTwice, "b2 a1", true, [2045, 2045, 70, 70]),
        (faulty::Mistake::CallsLegalIllegal, "b2 a1 c3", true, [2819, 2819, 3690, 3690]),
        (faulty::Mistake::CallsIllegalLegal, "b2 a1 b2", true, [2819, 2819, 3690, 3688]),
        (faulty::Mistake::GivesAnotherReason, "b2 a1 b2", true, [2819, 2819, 3690, 3688]),
        (faulty::Mistake::PlaysWhatItRefuses, "b2 a1 b2", true, [2819, 2819, 3690, 3688]),
        (faulty::Mistake::RefusesWhatItLists, "b2 a1 c3", true, [2819, 2819, 3690, 3690]),
        (faulty::Mistake::ChangesWhenItRefuses, "b2 a1 b2", false, [2217, 2217, 4268, 4268]),
        (faulty::Mistake::CountsAMore, "b2 a1", true, [2027, 2027, 46, 46]),
        (faulty::Mistake::CountsASequenceMore, "b2 a1", true, [2453, 2453, 535, 535]),
        (faulty::Mistake::HashesAlike, "a1", false, [14, 14, 14, 14]),
        (faulty::Mistake::IsElsewhere, "b2 a1", true, [2094, 2094, 124, 124]),
        (faulty::Mistake::ChangesWhenItTakesBack, "b2 a1 c3", true, [2353, 2353, 4379, 4379]),
        (faulty::Mistake::ShowsAWinnerWhenItTakesBack, "b2 a1 c3", true, [2353, 2353, 4379, 4379]),
        (faulty::Mistake::ListsLessWhereItBegins(1), "b2 a1", true, [2094, 2094, 124, 124]),
        (faulty::Mistake::CallsIllegalWhereItBegins, "b2 a1", true, [2094, 2094, 124, 124]),
        (faulty::Mistake::HashesWhereItBegins, "b2 a1", false, [2123, 2123, 282, 282]),
        (faulty::Mistake::CallsIllegalAndListsALess, "b2 a1 c3", true, [4056, 4056, 5147, 5105]),
        (faulty::Mistake::Panics, "b2 a1 b2", false, [2361, 2361, 2538, 2536]),
        (faulty::Mistake::PlaysOutWithoutMoves, "b2 a1", false, [2135, 2135, 198, 198]),
        (faulty::Mistake::PanicsIn("undo"), "b2 a1", false, [2027, 2027, 53, 53]),
        (faulty::Mistake::PanicsIn("position"), "b2 a1", false, [2027, 2027, 52, 52]),
        (faulty::Mistake::PanicsIn("perft"), "b2 a1", false, [2027, 2027, 52, 52]),
        (faulty::Mistake::PanicsIn("perft of two"), "b2 a1", false, [2027, 2027, 52, 52]),
        (faulty::Mistake::PanicsIn("playout"), "b2 a1", false, [2139, 2139, 168, 168]),
    ];
    let short = |slip, costly, role| {
        let found = faulty_made_short(slip, role, costly, WHOLE);
        let moves: Vec<String> = found.divergence.record.moves.iter().map(|(_, mv)| mv.to_string()).collect();
        (moves.join(" "), found.shortest.is_proven(), found.cost)
    };
    for (slip, game, proven, costs) in expected {
        let all =
            [(false, Role::Subject), (false, Role::Oracle), (true, Role::Subject), (true, Role::Oracle)];
        let found = all.map(|(costly, role)| short(slip, costly, role));
        assert_eq!(found, costs.map(|cost| (game.to_string(), proven, cost)), "{slip:?}");
    }
}

#[test]
fn a_law_that_both_engines_break_comes_down_to_the_moves_before_it() {
    let found = [false, true].map(|costly| {
        let [subject, oracle] = [costly, false].map(|costly| mistaken(faulty::Mistake::ForbidsACell, costly));
        let factories = Factories { subject: &subject, oracle: &oracle };
        let found = shrink(factories, &differ_in_play(factories), WHOLE, Stop::default()).unwrap();
        let signature = found.divergence.signature.to_string();
        (signature, found.divergence.record.to_string(), found.shortest.words(), found.cost)
    });
    let proven = "proven shortest for this difference on the 2 small boards searched";
    let expected =
        |cost| ("law-symmetry-legal".to_string(), "X[b2];O[a1]".to_string(), proven.to_string(), cost);
    assert_eq!(found, [2_094, 124].map(expected));
}

#[test]
fn all_moves_are_asked_about_and_a_proof_is_made_again_once_that_is_little_enough_work() {
    let searched = |slip, costly, deepen| {
        faulty_made_short(slip, Role::Subject, costly, Budget { hunt: 0, deepen, ..WHOLE })
    };
    // The smallest budgets with which all shorter games are played, with which moves that no engine lists are
    // also queried, with which these queries are completed, and with which each game is played from its
    // start.
    let least = |slip, costly| {
        let above = |less: u64, is_enough: &dyn Fn(&Shrunk) -> bool| {
            let (mut less, mut enough) = (less, 4_000);
            while enough - less > 1 {
                let deepen = u64::midpoint(less, enough);
                *(if is_enough(&searched(slip, costly, deepen)) { &mut enough } else { &mut less }) = deepen;
            }
            enough
        };
        let all = above(0, &|found| found.shortest.all);
        let without = searched(slip, costly, all).cost;
        let asked = above(all, &|found| found.cost > without);
        let everything = above(all, &|found| found.shortest.looked == SearchScope::Everything);
        [all, asked, everything, above(all, &|found| found.shortest.is_proven())]
    };
    let slips = [faulty::Mistake::CallsIllegalLegal, faulty::Mistake::ListsALess];
    let found = slips.map(|slip| [false, true].map(|costly| least(slip, costly)));
    // A legal move missing from a list is found through the moves that the other engine lists.
    let expected = [
        [[188, 204, 229, 687], [188, 524, 576, 1_728]],
        [[636, 1_908, 637, 1_908], [660, 1_980, 661, 1_980]],
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_game_is_cut_to_its_end_if_it_has_more_than_twelve_moves_when_nothing_can_be_left_out() {
    use bustan_core::margo;
    let record = random::<margo::FastEngine>(Some("4 white 0"), 18);
    let budget = Budget { deepen: 0, ..STRAIGHT };
    let costs = [has_balls::<11>, has_balls::<12>, has_balls::<13>].map(|show| {
        let made = made_short::<margo::FastEngine>(&record, show, [false; 2], budget);
        (made.divergence.record.moves.len(), made.cost)
    });
    assert_eq!(costs, [(11, 2_362), (12, 3_115), (13, 23_136)]);
}

/// Returns the last `moves` moves of a record as a separate game, from the position before them.
fn last<E>(record: &Record, moves: usize) -> Record
where
    E: Engine<Game: Guided> + Default,
{
    let mut engine = EngineParticipant::new(E::default());
    assert!(engine.setup(&record.start).is_ok());
    let (before, after) = record.moves.split_at(record.moves.len() - moves);
    before.iter().for_each(|(player, mv)| assert!(engine.play(*player, mv).is_ok()));
    Record { start: engine.position().unwrap(), moves: after.to_vec() }
}

#[test]
fn a_game_from_a_position_on_the_way_becomes_one_from_the_start_though_no_way_leads_back() {
    use bustan_core::{dominions, tictactoe};
    use bustan_vocabulary::tictactoe::{Observation as Marks, Player};
    let budget = Budget { deepen: 0, ..STRAIGHT };
    let record = random::<dominions::FastEngine>(Some("5"), 16);
    let record = last::<dominions::FastEngine>(&record, 8);
    // The moves of the reported game, whether there is also a game from the start, and the work, for an
    // in-process engine and for a program.
    let found = [has_tiles::<11>, has_tiles::<12>, has_tiles::<13>, has_tiles::<14>].map(|show| {
        [WAYS[0], WAYS[1]].map(|traits| {
            let found = made_short::<dominions::FastEngine>(&record, show, traits, budget);
            let beside = found.from_start.is_some();
            assert_eq!(found.divergence.record.start.is_start(), !beside);
            (found.divergence.record.moves.len(), beside, found.cost)
        })
    });
    let expected = [
        [(11, false, 2_809), (11, false, 30_000)],
        [(12, false, 13_583), (12, false, 30_001)],
        [(13, false, 12_864), (1, true, 30_001)],
        [(14, false, 13_025), (1, true, 30_000)],
    ];
    assert_eq!(found, expected);
    let record = rules::<TicTacToe>().record("Start[..o...x.. x];X[a3];O[b2];X[b1]").unwrap();
    let marks = |seen: &mut Marks| {
        if seen.board.len() >= 4 {
            seen.winner = Some(Player::O);
        }
    };
    let found = [WAYS[0], WAYS[1]].map(|traits| {
        let found = made_short::<tictactoe::FastEngine>(&record, marks, traits, budget);
        (found.divergence.record.to_string(), found.cost)
    });
    assert_eq!(found, [106, 1_302].map(|cost| ("X[a1];O[c3];X[a3];O[b2]".to_string(), cost)));
}

#[test]
fn a_game_of_margo_that_is_as_short_as_can_be_stays_so_and_one_from_a_position_becomes_as_short() {
    use bustan_core::margo::FastEngine;
    let made = |record: &Record, show, traits| {
        let budget = Budget { deepen: 0, ..STRAIGHT };
        let found = made_short::<FastEngine>(record, show, traits, budget);
        (found.divergence.record.moves.len(), found.from_start.is_some(), found.cost)
    };
    // The number of balls that shows the bug, and, for the whole game and for its last four moves and each
    // kind of engine: the moves of the reported game, whether there is also a game from the start, and the
    // work.
    let expected = [
        (
            12,
            has_balls::<12> as fn(&mut margo::Observation),
            [(12, false, 3_115), (12, false, 30_000), (12, false, 30_000)],
            [(12, false, 6_739), (12, false, 30_000)],
        ),
        (
            13,
            has_balls::<13>,
            [(13, false, 23_136), (1, true, 30_001), (13, false, 30_001)],
            [(13, false, 8_034), (1, true, 30_001)],
        ),
        (
            14,
            has_balls::<14>,
            [(14, false, 26_455), (1, true, 30_001), (14, false, 30_001)],
            [(14, false, 8_962), (1, true, 30_000)],
        ),
    ];
    for (moves, show, whole, end) in expected {
        let record = random::<FastEngine>(Some("4 white 0"), moves);
        assert_eq!(WAYS.map(|traits| made(&record, show, traits)), whole, "{moves}");
        let record = last::<FastEngine>(&record, 4);
        assert_eq!([WAYS[0], WAYS[1]].map(|traits| made(&record, show, traits)), end, "{moves}");
    }
}

#[test]
fn a_way_to_each_of_the_last_positions_is_sought_with_more_work() {
    use bustan_core::margo::FastEngine;
    let record = random::<FastEngine>(Some("4 white 0"), 13);
    let budget = Budget { start: 70_000, hunt: 0, deepen: 0, all: 1_000_000, ..WIDE };
    let found = made_short::<FastEngine>(&record, has_balls::<13>, WAYS[0], budget);
    assert_eq!((found.divergence.record.moves.len(), found.cost), (13, 82_067));
}

#[test]
fn another_way_to_the_end_is_sought_where_a_program_cannot_be_set_up_and_in_a_long_game() {
    use bustan_core::margo::FastEngine;
    let record = random::<FastEngine>(Some("3 white 0"), 32);
    let budget = Budget { start: 0, shrink: 20, hunt: 0, deepen: 0, all: 600, ..WIDE };
    let found = made_short::<FastEngine>(&record, has_higher_balls::<3>, WAYS[2], budget);
    assert_eq!((found.divergence.record.moves.len(), found.cost), (13, 600));
    let budget = Budget { start: 3_000, shrink: 300, all: 30_000, ..budget };
    let found = made_short::<FastEngine>(&record, has_higher_balls::<3>, WAYS[0], budget);
    assert_eq!((found.divergence.record.moves.len(), found.cost), (15, 4_124));
}

#[test]
fn what_is_said_of_shorter_games_names_what_was_searched() {
    let nothing = Shortest::NOTHING;
    let everything = Shortest {
        searched: Some(2),
        all: true,
        looked: SearchScope::Everything,
        starts: 1,
        here: true,
        ..nothing
    };
    assert!(everything.is_proven() && !nothing.is_proven());
    for (shortest, said) in [
        (nothing, "not proven shortest"),
        (Shortest { searched: Some(0), ..nothing }, "not proven shortest"),
        (everything, PROVEN),
        (Shortest { set_up: true, ..everything }, "proven shortest for this difference from this position"),
        (
            Shortest { here: false, ..everything },
            "no shorter game shows this difference on the one small board searched",
        ),
        (
            Shortest { starts: 3, ..everything },
            "proven shortest for this difference on the 3 small boards searched",
        ),
        (
            Shortest { starts: 3, here: false, ..everything },
            "no shorter game shows this difference on the 3 small boards searched",
        ),
        (
            Shortest { cut: true, ..everything },
            "no shorter game shows this difference from this start, unless another difference comes before it",
        ),
        (
            Shortest { back: true, ..everything },
            "no shorter game shows this difference from this start; moves were taken back between them",
        ),
        (
            Shortest { all: false, searched: Some(1), ..everything },
            "no game of up to 1 move shows this difference from this start",
        ),
        (
            Shortest { all: false, searched: Some(2), ..everything },
            "no game of up to 2 moves shows this difference from this start",
        ),
        (Shortest { looked: SearchScope::Listed, ..everything }, LISTED),
        (Shortest { looked: SearchScope::Sample, ..everything }, SEEN),
    ] {
        assert_eq!(shortest.words(), said, "{shortest:?}");
        let sought_out = Shortest { here: true, starts: 1, set_up: false, ..shortest } == everything;
        assert_eq!(shortest.is_proven(), sought_out, "{shortest:?}");
    }
    let names = [SearchScope::Everything, SearchScope::Listed, SearchScope::Sample].map(SearchScope::name);
    assert_eq!(names, ["everything", "listed", "sample"]);
}
