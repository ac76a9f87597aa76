//! Type-erased games: their values must be equivalent to those of the typed games.

use bustan_games::{GAMES, Plays, Visit, find, visit};
use bustan_harness::compare::engine_participant::EngineParticipant;
use bustan_harness::compare::lockstep::{Checks, Factories, Lockstep};
use bustan_harness::compare::participant::Participant;
use bustan_harness::erased::{self, Guided};
use bustan_vocabulary::{Game, Record};

/// Plays random games, and checks the codes of the moves.
struct Codes;

impl Visit for Codes {
    /// The number of checked moves.
    type Output = usize;

    fn visit<G, F, R>(self) -> usize
    where
        G: Guided,
        F: Plays<G>,
        R: Plays<G>,
    {
        let rules = erased::rules::<G>();
        let mut taking = EngineParticipant::new(F::default());
        let (mut looked, mut next) = (0, 1_u32);
        let mut draw = |below: u32| {
            next = next.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            (next >> 8) % below
        };
        for _ in 0..24 {
            let start = G::start(&mut draw);
            let named = G::nameable(&start).unwrap_or_default();
            looked += in_order::<G>(&named);
            let shared = rules.position(&start.to_string()).expect("it is printed so");
            assert_eq!(taking.setup(&shared), Ok(()));
            let mut engine = F::default();
            assert_eq!(engine.setup(&start), Ok(()));
            let mut record = Record::<G>::new(start);
            while let Some(player) = engine.turn().filter(|_| record.moves.len() < 80) {
                let mut legal = engine.legal_moves().expect("it lists moves");
                looked += in_order::<G>(&legal);
                legal.sort_unstable();
                let mut listed = taking.legal_moves().expect("it lists moves");
                listed.sort_unstable();
                assert!(listed.iter().map(ToString::to_string).eq(legal.iter().map(ToString::to_string)));
                let at = draw(legal.len() as u32) as usize;
                let by = taking.turn().expect("somebody is on turn");
                assert_eq!(by.to_string(), player.to_string());
                assert_eq!(taking.play(by, &listed[at]), Ok(()));
                assert_eq!(engine.play(player, &legal[at]), Ok(()));
                record.moves.push((player, legal[at].clone()));
            }
            let text = record.to_string();
            let read = rules.record(&text).expect("it is printed so");
            assert_eq!((read.moves.len(), read.to_string()), (record.moves.len(), text));
        }
        looked
    }
}

/// Checks that the code of each move decodes to the move, and that codes have the same order as moves.
/// Returns the number of different moves.
fn in_order<G: Game>(moves: &[G::Move]) -> usize {
    let mut sorted = moves.to_vec();
    sorted.sort();
    sorted.dedup();
    let codes: Vec<u64> = sorted.iter().map(|mv| G::code(mv).expect("moves have numbers")).collect();
    assert!(codes.is_sorted_by(|one, other| one < other), "{sorted:?}");
    for (mv, code) in sorted.iter().zip(codes) {
        assert_eq!(G::decode(code).as_ref(), Some(mv));
    }
    moves.len()
}

#[test]
fn numbers_of_moves_are_in_their_order_and_lead_back() {
    for game in GAMES {
        let looked = visit(game, Codes).expect("a registered game");
        assert!(looked > 100, "{game}: {looked} moves");
    }
}

/// The moves with the smallest and the largest names, on the board and beyond it.
const FAR: [(&str, &[&str]); 6] = [
    ("dominions", &["P1a0", "P1a2", "P1a10", "P1a999", "P1z0", "P2a0", "P10a0", "P63z999", "pass"]),
    ("margo", &["a1", "a2", "a10", "a99", "z1", "z99", "aa1", "cu1", "cu99", "swap"]),
    ("tribolo", &["a1", "a2", "a10", "a99", "z1", "z9", "z99"]),
    ("tictactoe", &["a0", "a1", "a10", "a99", "z0", "z99"]),
    ("abrobad", &["0", "1", "12", "99", "1-2", "1-12", "12-1", "99-98"]),
    ("chess", &["a1a1", "a1h8", "h8a1", "h8h8", "e7e8n", "e7e8b", "e7e8r", "e7e8q", "e7e8"]),
];

/// Checks the codes of these moves.
struct Far(&'static [&'static str]);

impl Visit for Far {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Guided,
        F: Plays<G>,
        R: Plays<G>,
    {
        let read = |text: &&str| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let moves: Vec<G::Move> = self.0.iter().map(read).collect();
        assert_eq!(in_order::<G>(&moves), moves.len());
    }
}

#[test]
fn moves_beyond_the_board_have_numbers_in_order() {
    assert!(FAR.map(|(game, _)| game).iter().all(|game| GAMES.contains(game)) && FAR.len() == GAMES.len());
    for (game, moves) in FAR {
        visit(game, Far(moves)).expect("a registered game");
    }
}

/// The message with which a text is refused.
fn refusal<T, E: ToString>(read: Result<T, E>) -> Option<String> {
    read.err().map(|error| error.to_string())
}

/// Parses malformed texts with the typed game and with the type-erased one.
struct Refused;

impl Visit for Refused {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Guided,
        F: Plays<G>,
        R: Plays<G>,
    {
        let rules = erased::rules::<G>();
        for text in ["", "?", "nobody", "W[", "Start[?]", "9 9 9"] {
            assert_eq!(refusal(text.parse::<G::Player>()), rules.player(text).err(), "{text}");
            assert_eq!(refusal(text.parse::<G::Move>()), rules.mv(text).err(), "{text}");
            assert_eq!(refusal(text.parse::<G::Position>()), rules.position(text).err(), "{text}");
            assert_eq!(text.parse::<Record<G>>().err(), rules.record(text).err(), "{text}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_refused_in_the_same_words() {
    for game in GAMES {
        visit(game, Refused).expect("a registered game");
    }
}

#[test]
#[should_panic(expected = "abrobad, not tictactoe")]
fn engines_of_another_game_are_refused() {
    let [one, other] = ["tictactoe", "abrobad"].map(|game| find(game).expect("a registered game"));
    let factories = Factories { subject: &one.fast, oracle: &other.fast };
    let start = one.rules.initial(&[]).expect("the standard start");
    let _ = Lockstep::new(factories, Checks::ALL, start);
}
