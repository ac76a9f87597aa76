//! Games as objects are played as games with types of their own are: the same games, figures and findings.

use bustan_games::fast::abrobad;
use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::{Compose, Explore, Picture, Style};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::compare::participant::Participant;
use bustan_harness::erased::{self, Erased, Taking};
use bustan_harness::generate::GameConfig;
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_harness::shrink::Budget;
use bustan_vocabulary::tictactoe::TicTacToe;
use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout, Record, Ruling, Typed};

/// An engine with one mistake: it says that there is one move less when three have been played.
#[derive(Clone, Default)]
struct Forgetful<E> {
    engine: E,
    plies: usize,
}

impl<E: Engine> Engine for Forgetful<E> {
    type Game = E::Game;
    type Observation = E::Observation;

    fn name(&self) -> String {
        format!("forgetful {}", self.engine.name())
    }

    fn setup(
        &mut self,
        position: &<E::Game as Game>::Position,
    ) -> Result<(), NoStart<<E::Game as Game>::Invalid>> {
        self.engine.setup(position)?;
        self.plies = 0;
        Ok(())
    }

    fn play(
        &mut self,
        player: <E::Game as Game>::Player,
        mv: &<E::Game as Game>::Move,
    ) -> Result<(), Option<<E::Game as Game>::Reason>> {
        self.engine.play(player, mv)?;
        self.plies += 1;
        Ok(())
    }

    fn turn(&self) -> Option<<E::Game as Game>::Player> {
        self.engine.turn()
    }

    fn verdict(
        &self,
        player: <E::Game as Game>::Player,
        mv: &<E::Game as Game>::Move,
    ) -> Ruling<<E::Game as Game>::Reason> {
        self.engine.verdict(player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<<E::Game as Game>::Move>> {
        let mut moves = self.engine.legal_moves()?;
        if self.plies == 3 {
            moves.sort_unstable();
            moves.pop();
        }
        Some(moves)
    }

    fn observe(&self) -> Option<E::Observation> {
        self.engine.observe()
    }

    fn undo(&mut self) -> Option<bool> {
        let undone = self.engine.undo()?;
        self.plies -= usize::from(undone);
        Some(undone)
    }

    fn hash(&self) -> Option<u64> {
        self.engine.hash()
    }

    fn position(&self) -> Option<<E::Game as Game>::Position> {
        self.engine.position()
    }

    fn duplicate(&self) -> Option<Self> {
        Some(Self { engine: self.engine.duplicate()?, plies: self.plies })
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        self.engine.playout(draw)
    }
}

/// What a check of some games comes to: its figures and the reports of its findings.
fn checked<G: Explore + Picture>(rules: G::Rules, games: u64, factories: Factories<'_, G>) -> String {
    let budget = Budget { deepen: 200, hunt: 200, ..Budget::default() };
    let most = 60.min(G::most_moves_of(rules));
    let plan = Plan { seed: 3, jobs: 1, budget, ..Plan::new(games, GameConfig::drawn_of(rules, most)) };
    let outcome = check::run(&plan, factories, &Progress::default(), &|_| {});
    let mut text = format!("{} games, {} plies\n{:?}\n", outcome.finished, outcome.plies, outcome.coverage);
    for finding in &outcome.findings {
        text += &format!("{}\n{}", finding.stem(), finding.text(Style::default(), 100));
    }
    text
}

/// Checks engines of a game both ways.
struct BothWays {
    games: u64,
    flawed: bool,
}

impl Visit for BothWays {
    type Output = [String; 2];

    fn visit<G, F, R>(self) -> [String; 2]
    where
        G: Explore + Compose + Typed,
        F: Plays<G>,
        R: Plays<G>,
    {
        let rules = erased::rules::<G>();
        let oracle = || erased::taking::<R>(rules);
        match self.flawed {
            false => {
                let own =
                    checked::<G>((), self.games, Factories { subject: &F::default, oracle: &R::default });
                let subject = || erased::taking::<F>(rules);
                [own, checked::<Erased>(rules, self.games, Factories { subject: &subject, oracle: &oracle })]
            }
            true => {
                let subject = &Forgetful::<F>::default;
                let own = checked::<G>((), self.games, Factories { subject, oracle: &R::default });
                let subject = || erased::taking::<Forgetful<F>>(rules);
                [own, checked::<Erased>(rules, self.games, Factories { subject: &subject, oracle: &oracle })]
            }
        }
    }
}

fn both_ways(game: &str, games: u64, flawed: bool) -> [String; 2] {
    visit(game, BothWays { games, flawed }).expect("a registered game")
}

#[test]
fn right_engines_agree_in_the_same_games() {
    for game in GAMES {
        let [own, erased] = both_ways(game, 12, false);
        assert_eq!(own, erased, "{game}");
        assert!(own.starts_with("12 games"), "{game}: {own}");
    }
}

#[test]
fn a_mistake_is_found_and_reported_in_the_same_words() {
    for game in GAMES {
        let [own, erased] = both_ways(game, 40, true);
        assert!(own.contains("forgetful"), "{game}: {own}");
        assert_eq!(own, erased, "{game}");
    }
}

/// Plays random games, and holds the numbers of the moves to what is said of them.
struct Codes;

impl Visit for Codes {
    /// The number of moves that were looked at.
    type Output = usize;

    fn visit<G, F, R>(self) -> usize
    where
        G: Explore + Compose + Typed,
        F: Plays<G>,
        R: Plays<G>,
    {
        let rules = erased::rules::<G>();
        let mut taking: Taking<F> = erased::taking(rules);
        let (mut looked, mut next) = (0, 1_u32);
        let mut draw = |below: u32| {
            next = next.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            (next >> 8) % below
        };
        for _ in 0..24 {
            let start = G::start(&mut draw);
            let named = G::nameable(&start).unwrap_or_default();
            looked += in_order::<G>(&named);
            let shared = Erased::position_of(rules, &start.to_string()).expect("it is printed so");
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
            let read = Record::<Erased>::read(rules, &text).expect("it is printed so");
            assert_eq!((read.moves.len(), read.to_string()), (record.moves.len(), text));
        }
        looked
    }
}

/// The number of these moves. Each is the move of its number, and of two, the lesser has the lesser number.
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

/// Moves with the smallest and the largest names, on the board or beyond it.
const FAR: [(&str, &[&str]); 6] = [
    ("dominions", &["P1a0", "P1a2", "P1a10", "P1a999", "P1z0", "P2a0", "P10a0", "P63z999", "pass"]),
    ("margo", &["a1", "a2", "a10", "a99", "z1", "z99", "aa1", "cu1", "cu99", "swap"]),
    ("tribolo", &["a1", "a2", "a10", "a99", "z1", "z9", "z99"]),
    ("tictactoe", &["a0", "a1", "a10", "a99", "z0", "z99"]),
    ("abrobad", &["0", "1", "12", "99", "1-2", "1-12", "12-1", "99-98"]),
    ("chess", &["a1a1", "a1h8", "h8a1", "h8h8", "e7e8n", "e7e8b", "e7e8r", "e7e8q", "e7e8"]),
];

/// Looks at the numbers of these moves.
struct Far(&'static [&'static str]);

impl Visit for Far {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Explore + Compose + Typed,
        F: Plays<G>,
        R: Plays<G>,
    {
        let read = |text: &&str| G::move_of((), text).unwrap_or_else(|error| panic!("{text}: {error}"));
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

/// Reads texts that mean nothing, both ways.
struct Refused;

impl Visit for Refused {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Explore + Compose + Typed,
        F: Plays<G>,
        R: Plays<G>,
    {
        let rules = erased::rules::<G>();
        for text in ["", "?", "nobody", "W[", "Start[?]", "9 9 9"] {
            assert_eq!(G::player_of((), text).err(), Erased::player_of(rules, text).err(), "{text}");
            assert_eq!(G::move_of((), text).err(), Erased::move_of(rules, text).err(), "{text}");
            assert_eq!(G::position_of((), text).err(), Erased::position_of(rules, text).err(), "{text}");
            assert_eq!(
                Record::<G>::read((), text).err(),
                Record::<Erased>::read(rules, text).err(),
                "{text}"
            );
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
#[should_panic(expected = "does not play tictactoe")]
fn an_engine_of_another_game_is_refused() {
    let rules = erased::rules::<TicTacToe>();
    erased::taking::<abrobad::FastEngine>(rules);
}
