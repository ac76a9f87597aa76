//! Determines the legal moves of an engine that does not list them: makes it play and undo candidate moves.

use super::back::withdraw;
use super::{LocatedViolation, Lockstep};
use crate::compare::divergence::{Kind, Violation};
use crate::compare::recorder::Recorder;
use crate::erased::{Move, Player, Position};

impl Lockstep<'_> {
    /// Returns the candidate moves for an engine that does not list its moves.
    fn words(&self) -> &[Move] {
        match self.subject.engine.probe_moves() {
            [] => self.oracle.engine.probe_moves(),
            words => words,
        }
    }

    /// Whether there are candidate moves to try if neither engine lists moves.
    pub(crate) fn has_words(&self) -> bool {
        !self.words().is_empty()
    }

    /// Completes the list of an engine that does not list moves: makes it play the candidate moves and the
    /// moves that the other engine lists, and lists those that it accepts. `lists` are the sorted lists of
    /// the engine under test and of the oracle.
    ///
    /// # Errors
    /// The violation that an engine is in a different state after undoing the moves.
    pub(super) fn try_moves(&mut self, lists: &mut [Option<Vec<Move>>; 2]) -> Result<(), LocatedViolation> {
        let words = self.words();
        if words.is_empty() || lists.iter().all(Option::is_some) {
            return Ok(());
        }
        let Some(player) = self.turn() else { return Ok(()) };
        let count = words.len();
        let mut moves = words.to_vec();
        moves.extend(lists.iter().flatten().flatten().cloned());
        moves.sort_unstable();
        moves.dedup();
        self.compared.tried(count);
        let told = lists.iter().position(Option::is_some);
        let mut recorders = [&mut self.subject, &mut self.oracle];
        for (recorder, list) in recorders.iter_mut().zip(lists.iter_mut()) {
            if list.is_none() {
                *list = Some(played(recorder, &self.start, &self.moves, player, &moves)?);
            }
        }
        let (Some(told), [Some(one), Some(other)]) = (told, lists) else { return Ok(()) };
        let (told, tried, recorder) = match told {
            0 => (one, other, &mut self.subject),
            _ => (other, one, &mut self.oracle),
        };
        // A move in different case, `d4` where `D4` is listed, is the same move if both play it.
        let spelled = |mv: &Move| told.iter().any(|other| spelled_alike(mv, other));
        let unlisted = |mv: &&Move| told.binary_search(mv).is_err();
        let spellings: Vec<Move> = tried.iter().filter(unlisted).filter(|mv| spelled(mv)).cloned().collect();
        let same = played(recorder, &self.start, &self.moves, player, &spellings)?;
        tried.retain(|mv| same.binary_search(mv).is_err());
        Ok(())
    }
}

/// Whether two moves differ only in case.
pub(crate) fn spelled_alike<M: ToString>(one: &M, other: &M) -> bool {
    one.to_string().eq_ignore_ascii_case(&other.to_string())
}

/// Returns the moves, among the sorted `moves`, that an engine plays. It undoes each of them.
fn played(
    recorder: &mut Recorder<'_>,
    start: &Position,
    history: &[(Player, Move)],
    player: Player,
    moves: &[Move],
) -> Result<Vec<Move>, Violation> {
    let mut played = Vec::new();
    for mv in moves {
        if recorder.engine.play(player, mv).is_ok() {
            withdraw(recorder, start, history)?;
            played.push(mv.clone());
        }
    }
    recorder.still(0, Kind::Undo, "after moves were tried and taken back")?;
    Ok(played)
}

#[cfg(test)]
mod tests {
    use bustan_core::tictactoe::FastEngine;
    use bustan_vocabulary::tictactoe::TicTacToe;

    use super::*;
    use crate::compare::engine_participant::{EngineParticipant, FactoryFn};
    use crate::compare::lockstep::{Checked, Checks, Factories, Factory};
    use crate::compare::participant::{Participant, Unset, Verdict};
    use crate::erased::{rules, unknown};

    /// An engine that does not list moves, with its candidate moves.
    struct Silent {
        engine: EngineParticipant<FastEngine>,
        words: Vec<Move>,
        /// A move that the engine plays regardless of the rules.
        plays: Option<Move>,
        /// A move that the engine refuses regardless of the rules.
        refuses: Option<Move>,
        /// The number of moves that the engine has played against the rules.
        beyond: usize,
    }

    impl Default for Silent {
        fn default() -> Self {
            let engine = EngineParticipant::new(FastEngine::default());
            Self { engine, words: Vec::new(), plays: None, refuses: None, beyond: 0 }
        }
    }

    impl Participant for Silent {
        fn name(&self) -> String {
            "silent".into()
        }

        fn setup(&mut self, position: &Position) -> Result<(), Unset> {
            self.beyond = 0;
            Participant::setup(&mut self.engine, position)
        }

        fn play(&mut self, player: Player, mv: &Move) -> Verdict {
            if self.refuses.as_ref() == Some(mv) {
                return Err(None);
            }
            let played = Participant::play(&mut self.engine, player, mv);
            if played.is_err() && self.plays.as_ref() == Some(mv) {
                self.beyond += 1;
                return Ok(());
            }
            played
        }

        fn turn(&self) -> Option<Player> {
            Participant::turn(&self.engine)
        }

        fn probe_moves(&self) -> &[Move] {
            &self.words
        }

        fn undo(&mut self) -> Option<bool> {
            if self.beyond > 0 {
                self.beyond -= 1;
                return Some(true);
            }
            Participant::undo(&mut self.engine)
        }
    }

    /// An engine of a game of two moves, both `D4`. It also accepts `d4`, unless `exact`.
    #[derive(Clone, Default)]
    struct Letters {
        lists: bool,
        exact: bool,
        words: Vec<Move>,
        plies: usize,
    }

    impl Participant for Letters {
        fn name(&self) -> String {
            "letters".into()
        }

        fn setup(&mut self, _: &Position) -> Result<(), Unset> {
            self.plies = 0;
            Ok(())
        }

        fn play(&mut self, _: Player, mv: &Move) -> Verdict {
            let text = mv.to_string();
            if text != "D4" && (self.exact || text != "d4") {
                return Err(None);
            }
            self.plies += 1;
            Ok(())
        }

        fn turn(&self) -> Option<Player> {
            (self.plies < 2).then_some(unknown().players()[self.plies % 2])
        }

        fn legal_moves(&self) -> Option<Vec<Move>> {
            self.lists.then(|| if self.plies < 2 { vec![unknown().mv("D4").unwrap()] } else { Vec::new() })
        }

        fn probe_moves(&self) -> &[Move] {
            &self.words
        }

        fn undo(&mut self) -> Option<bool> {
            self.plies -= 1;
            Some(true)
        }
    }

    #[test]
    fn a_move_that_is_tried_in_other_letters_is_the_move_that_is_listed_if_both_play_it() {
        let listing = Letters { lists: true, ..Letters::default() };
        let words = ["d4", "e5"].map(|word| unknown().mv(word).unwrap()).to_vec();
        let silent = Letters { words, ..Letters::default() };
        let legal = |subject: &Letters, oracle: &Letters| {
            let (subject, oracle) = (FactoryFn(|| subject.clone()), FactoryFn(|| oracle.clone()));
            let factories = Factories { subject: &subject, oracle: &oracle };
            let start = unknown().initial(&[]).unwrap();
            let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
            let begun = lockstep.begin(&start).map_err(|found| found.signature.kind())?;
            assert!(begun);
            Ok(lockstep.legal().iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(legal(&listing, &silent), Ok(vec!["D4".to_string()]));
        assert_eq!(legal(&silent, &listing), Ok(vec!["D4".to_string()]));
        let exact = Letters { exact: true, ..listing };
        assert_eq!(legal(&exact, &silent), Err(Kind::Verdict));
        assert_eq!(legal(&silent, &exact), Err(Kind::Verdict));
    }

    #[test]
    fn moves_are_spelled_alike_in_small_letters_and_capitals() {
        assert!(spelled_alike(&"d4", &"D4") && spelled_alike(&"d4", &"d4"));
        assert!(!spelled_alike(&"d4", &"d5") && !spelled_alike(&"d4", &"d44"));
    }

    /// Parses a move, if the text is one.
    fn mv(text: &str) -> Option<Move> {
        rules::<TicTacToe>().mv(text).ok()
    }

    fn moves(words: &str) -> Vec<Move> {
        words.split(' ').filter_map(mv).collect()
    }

    /// Plays b2 for X. Returns whether there are candidate moves, and the legal moves or the divergence.
    fn after_a_move(subject: impl Factory, oracle: impl Factory) -> (bool, Checked<Vec<Move>>) {
        let factories = Factories { subject: &subject, oracle: &oracle };
        let rules = rules::<TicTacToe>();
        let start = rules.position("......... x").unwrap();
        let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
        let found = lockstep.begin(&start).and_then(|begun| {
            assert!(begun);
            assert!(lockstep.step(rules.player("x").unwrap(), &rules.mv("b2").unwrap(), false)?);
            Ok(lockstep.legal().to_vec())
        });
        (lockstep.has_words(), found)
    }

    /// Returns the kind of a divergence, and the disputed move.
    fn kind(found: Checked<Vec<Move>>) -> Option<(Kind, String)> {
        let found = found.err()?;
        assert!(found.question);
        Some((found.signature.kind(), found.record.moves.last()?.1.to_string()))
    }

    #[test]
    fn moves_are_tried_on_an_engine_that_lists_none() {
        let lists = FastEngine::default;
        let silent = |words: &'static str, plays: &'static str, refuses: &'static str| {
            FactoryFn(move || Silent {
                words: moves(words),
                plays: mv(plays),
                refuses: mv(refuses),
                ..Silent::default()
            })
        };
        let (has_words, found) = after_a_move(silent("a1 b2", "", ""), lists);
        assert!(has_words);
        assert_eq!(found.map(|legal| legal.len()).map_err(|found| found.headline), Ok(8));
        // A candidate that the engine plays against the rules, and a legal move that it refuses and that is
        // not a candidate.
        let (_, found) = after_a_move(silent("a1 b2", "b2", ""), lists);
        assert_eq!(kind(found), Some((Kind::Verdict, "b2".into())));
        let (_, found) = after_a_move(silent("a1", "", "c3"), lists);
        assert_eq!(kind(found), Some((Kind::Verdict, "c3".into())));
        // Without candidates, nothing is tried.
        let (has_words, found) = after_a_move(silent("", "b2", "c3"), lists);
        assert!(!has_words);
        assert!(found.is_ok());
        // The candidates of either engine are used.
        let spoken = FactoryFn(|| Silent { words: moves("a1 c3 b2"), ..Silent::default() });
        let (has_words, found) = after_a_move(silent("", "", ""), spoken);
        assert!(has_words);
        assert_eq!(found.map_err(|found| found.headline), Ok(moves("a1 c3")));
        let (_, found) = after_a_move(silent("", "", "c3"), spoken);
        assert_eq!(kind(found), Some((Kind::Verdict, "c3".into())));
    }
}
