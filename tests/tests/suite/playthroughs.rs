//! Playthroughs: every observable of a few short games after every move, in files that are reviewed as text.
//!
//! Both engines must agree with the file. After an intended change, write the files anew and review them:
//!
//! ```text
//! BUSTAN_BLESS=1 cargo test -p bustan-tests playthroughs
//! ```

use bustan_tests::golden;
use bustan_tests::playthrough::{Playthrough, Step, Told};
use bustan_vocabulary::{Engine, Game, Record};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The observation of an engine of this workspace.
type Seen<E> = <<E as Engine>::Game as Game>::Observation;

/// The hashes of the optimised engine after each number of moves. They are promised not to change, so the
/// files have them too.
fn hashes<E: Engine<Game: Told> + Default>(game: &Playthrough<E::Game>) -> Vec<u64> {
    let mut engine = E::default();
    engine.setup(&game.start).unwrap();
    let mut hashes = vec![engine.hash().unwrap()];
    for step in &game.steps {
        if let Step::Plays(mv) = step {
            engine.play(engine.turn().unwrap(), mv).unwrap();
            hashes.push(engine.hash().unwrap());
        }
    }
    hashes
}

/// Writes or compares the text of the reference engine, which is reviewed; that of the optimised engine must
/// be the same.
pub(crate) fn check<F, R>(name: &str, game: &Playthrough<F::Game>)
where
    F: Engine<Game: Told, Observation = Seen<F>> + Default,
    R: Engine<Game = F::Game, Observation = Seen<F>> + Default,
{
    let hashes = hashes::<F>(game);
    let name = format!("playthroughs/{name}.txt");
    golden::check(&name, &game.text(R::default(), |plies| hashes[plies]));
    golden::compare(&name, &game.text(F::default(), |plies| hashes[plies]));
}

/// A game that an engine plays at random from a start, a pass only where nothing else is legal.
pub(crate) fn random_game<E: Engine + Default>(start: &str, seed: u64) -> Record<E::Game> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut engine = E::default();
    let mut record = Record::<E::Game>::new(start.parse().unwrap());
    engine.setup(&record.start).unwrap();
    while let Some(player) = engine.turn() {
        let mut moves = engine.legal_moves().unwrap();
        moves.sort_unstable();
        if moves.len() > 1 {
            moves.retain(|mv| Some(mv) != E::Game::pass().as_ref());
        }
        let mv = moves[random.random_range(0..moves.len())].clone();
        engine.play(player, &mv).unwrap();
        record.moves.push((player, mv));
    }
    record
}
