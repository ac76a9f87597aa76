//! Laws of an engine's view of one position and of how it got there.

use bustan_guide::Explore;
use serde_json::Value;

use super::{broken, results};
use crate::compare::divergence::Violation;
use crate::compare::participant::Observed;
use crate::compare::recorder::{Recorder, who};
use crate::compare::verdict_words;
use crate::compare::watch::watched;

/// How many legal moves, spread over their list, an engine is asked about.
const ASKED: usize = 12;

impl<G: Explore> Recorder<'_, G> {
    /// Checks the position at hand, reached by `last`; `legal` are its legal moves if they are known.
    pub(crate) fn keeps_laws(
        &self,
        last: Option<&(G::Player, G::Move)>,
        legal: Option<&[G::Move]>,
    ) -> Result<(), Violation> {
        if self.is_trusted() {
            return Ok(());
        }
        if let (Some(Some(player)), Some(legal)) = (self.turn(), legal) {
            self.accepts(player, legal)?;
        }
        if let Some(seen) = self.observation() {
            self.agrees_with_itself(seen)?;
        }
        self.keeps_succession(last)
    }

    /// With another player on turn it is another position, and so has another hash, if identities say so.
    pub(crate) fn tells_turns_apart(&mut self) -> Result<(), Violation> {
        if self.is_trusted() {
            return Ok(());
        }
        let (Some(position), Some(Some(player)), Some(hash)) =
            (self.position(), self.turn(), self.hash_shown())
        else {
            return Ok(());
        };
        let Some(here) = self.observation().and_then(Observed::own).map(G::identity) else { return Ok(()) };
        let (role, text, on_turn) = (self.role, position.to_string(), player.to_string());
        // The player on turn is a word of the text, if it is there once.
        if text.split(' ').filter(|word| *word == on_turn).count() != 1 {
            return Ok(());
        }
        for other in G::PLAYERS.iter().filter(|&&other| other != player) {
            let other = other.to_string();
            let words = text.split(' ').map(|word| if word == on_turn { &other } else { word });
            let text = words.collect::<Vec<_>>().join(" ");
            let Ok(position) = text.parse::<G::Position>() else { continue };
            let Ok(spare) = self.setup_spare(&position) else { continue };
            let there = watched(role, "hash", || spare.hash());
            let seen = watched(role, "observe", || spare.observe());
            let Some(seen) = seen.as_ref().and_then(Observed::own) else { continue };
            if there.is_some() && (G::identity(seen) == here) != (there == Some(hash)) {
                let words =
                    if there == Some(hash) { "and its hash is the same" } else { "and its hash is another" };
                return broken(
                    &self.name,
                    &["turn", "hash"],
                    &format!("with {other} on turn the position is {text:?}, {words}"),
                );
            }
        }
        Ok(())
    }

    /// Checks that the view now may follow the view before `last`.
    pub(crate) fn keeps_succession(&self, last: Option<&(G::Player, G::Move)>) -> Result<(), Violation> {
        match (self.observation_before(), last, self.observation()) {
            (Some(before), Some(last), Some(after)) => self.follows(before, last, after),
            _ => Ok(()),
        }
    }

    /// Listed moves are legal.
    fn accepts(&self, player: G::Player, legal: &[G::Move]) -> Result<(), Violation> {
        for mv in legal.iter().step_by(legal.len().div_ceil(ASKED).max(1)) {
            if let Some(verdict @ Err(_)) = self.verdict(player, mv) {
                let verdict = verdict_words::<G>(&verdict);
                return broken(
                    &self.name,
                    &["listed", &verdict],
                    &format!("lists the move {mv}, but it is {verdict}"),
                );
            }
        }
        Ok(())
    }

    /// The turn, the end and the winner of an observation fit each other, and the rest is as the game says.
    fn agrees_with_itself(&self, seen: &Observed<G>) -> Result<(), Violation> {
        let Some(turn) = self.turn() else { return Ok(()) };
        let Some(shown) = self.shown_json() else { return Ok(()) };
        if let Some(seen) = seen.own() {
            let to_move = G::to_move(seen);
            if to_move != turn {
                let words = format!("{} is on turn, but {} in the observation", who(turn), who(to_move));
                return broken(&self.name, &["observed", "turn"], &words);
            }
            if let Some(wrong) = G::inconsistency(seen) {
                return broken(&self.name, &["inconsistent"], &wrong);
            }
            if let Some((what, wrong)) = results::fault::<G>(seen, &shown) {
                return broken(&self.name, &["result", what], &wrong);
            }
        }
        if let Some(over) = shown.get("over").and_then(Value::as_bool)
            && over == turn.is_some()
        {
            let words =
                format!("the game is {}over, with {} on turn", if over { "" } else { "not " }, who(turn));
            return broken(&self.name, &["over"], &words);
        }
        match shown.get("winner") {
            Some(Value::String(winner)) if turn.is_some() => {
                broken(&self.name, &["winner"], &format!("{winner} has won, and the game is not over"))
            }
            _ => Ok(()),
        }
    }

    /// A move is one ply, and the turn passes as the game says.
    fn follows(
        &self,
        before: &Observed<G>,
        (player, mv): &(G::Player, G::Move),
        after: &Observed<G>,
    ) -> Result<(), Violation> {
        if let (Some(was), Some(is)) = (self.ply_shown(1), self.ply_shown(0))
            && was + 1 != is
        {
            let words = format!("the number of moves played was {was}, and is {is} after {mv}");
            return broken(&self.name, &["ply"], &words);
        }
        let (Some(before), Some(after)) = (before.own(), after.own()) else { return Ok(()) };
        let to_move = G::to_move(after);
        let expected = G::next_player(before, *player, mv, after);
        if to_move.is_some() && to_move != expected {
            let words = format!("after {mv} of {player}, {} is on turn, not {}", who(to_move), who(expected));
            return broken(&self.name, &["turn", "order"], &words);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bustan_core::dominions;
    use bustan_core::tictactoe::FastEngine;
    use bustan_vocabulary::dominions::Dominions;
    use bustan_vocabulary::tictactoe::{Observation, Player};
    use bustan_vocabulary::{Engine, Game, Ruling};
    use serde_json::json;

    use super::*;
    use crate::compare::altered::Altered;
    use crate::compare::divergence::{Kind, Role};
    use crate::compare::lockstep::Factory;

    /// What the laws say of an engine at a position, and of the position after this move of the player on turn.
    fn said<G: Explore>(engine: impl Factory<G>, start: &str, mv: &str) -> Result<(), String> {
        let mut recorder = Recorder::new(Role::Subject, &engine);
        let (Ok(start), Ok(mv)) = (start.parse(), mv.parse()) else { panic!("{start} {mv}") };
        assert!(recorder.setup(&start).is_ok());
        recorder.note(true);
        let words = |found: Result<(), Violation>| found.map_err(|found| found.signature.to_string());
        words(recorder.keeps_laws(None, recorder.legal().as_deref()))?;
        words(recorder.tells_turns_apart())?;
        let last = (recorder.turn().unwrap().unwrap(), mv);
        assert!(recorder.play(last.0, &last.1).is_ok());
        recorder.note(true);
        words(recorder.keeps_laws(Some(&last), recorder.legal().as_deref()))
    }

    /// The same of an altered engine of Tic-Tac-Toe, from the start.
    fn of<O: serde::Serialize + PartialEq + std::fmt::Debug + 'static>(
        engine: fn() -> Altered<FastEngine, O>,
    ) -> Result<(), String> {
        said(engine, "......... x", "b2")
    }

    /// What an engine shows, as it is and then altered.
    fn shown(engine: &FastEngine, alter: fn(&mut Observation)) -> Option<Observation> {
        let mut seen = Engine::observe(engine)?;
        alter(&mut seen);
        Some(seen)
    }

    fn law(what: &[&str]) -> Result<(), String> {
        Err(Violation::new(Kind::Law, what, String::new()).signature.to_string())
    }

    #[test]
    fn each_law_of_a_position_is_broken_by_one_mistake_alone() {
        assert_eq!(of(Altered::nowhere), Ok(()));
        let refuses = || Altered { rule: |_, _, _| Ruling::Refused, ..Altered::nowhere() };
        assert_eq!(of(refuses), law(&["listed", "illegal"]));
        let unsure = || Altered { rule: |_, _, _| Ruling::Unknown, ..Altered::nowhere() };
        assert_eq!(of(unsure), Ok(()));
        let turn = || Altered::showing(|engine| shown(engine, |seen| seen.to_move = Some(Player::O)));
        assert_eq!(of(turn), law(&["observed", "turn"]));
        let marks = || {
            Altered::showing(|engine: &FastEngine| {
                shown(engine, |seen| {
                    seen.board.clear();
                })
            })
        };
        assert_eq!(of(marks), law(&["inconsistent"]));
        let told = || {
            Altered::showing(|engine: &FastEngine| {
                shown(engine, |seen| {
                    seen.winner = Some(Player::X);
                    seen.scores.insert(Player::X, 1);
                })
            })
        };
        assert_eq!(of(told), law(&["winner"]));
        let over = || Altered::showing(|engine| shown(engine, |seen| seen.over = true));
        assert!(of(over).is_err());
        let plies = || {
            Altered::showing(|engine: &FastEngine| Some(json!({ "ply": Engine::observe(engine)?.ply * 2 })))
        };
        assert_eq!(of(plies), law(&["ply"]));
    }

    #[test]
    fn the_end_and_the_winner_are_held_to_the_turn_in_any_observation() {
        let at_end = |engine: fn() -> Altered<FastEngine, _>| said(engine, "xx.oo.... x", "c3");
        let sound = || {
            Altered::showing(|engine: &FastEngine| {
                let winner = engine.turn().is_none().then_some("x");
                Some(json!({ "over": engine.turn().is_none(), "winner": winner }))
            })
        };
        assert_eq!(at_end(sound), Ok(()));
        let over_too_soon = || Altered::showing(|_| Some(json!({ "over": true })));
        assert_eq!(at_end(over_too_soon), law(&["over"]));
        let never_over = || Altered::showing(|_| Some(json!({ "over": false })));
        assert_eq!(at_end(never_over), law(&["over"]));
        let won_too_soon = || Altered::showing(|_| Some(json!({ "winner": "x" })));
        assert_eq!(at_end(won_too_soon), law(&["winner"]));
    }

    #[test]
    fn the_turn_passes_to_the_next_player() {
        let stays = || Altered {
            turn: |_| Some(Player::X),
            rule: |_, _, _| Ruling::Legal,
            ..Altered::showing(|engine| shown(engine, |seen| seen.to_move = Some(Player::X)))
        };
        assert_eq!(of(stays), law(&["turn", "order"]));
    }

    #[test]
    fn a_dozen_of_listed_moves_are_asked_about_spread_over_the_list() {
        static ASKED_ABOUT: AtomicUsize = AtomicUsize::new(0);
        let counting = || Altered {
            rule: |_, _, _| {
                ASKED_ABOUT.fetch_add(1, Ordering::Relaxed);
                Ruling::Legal
            },
            ..Altered::<dominions::FastEngine, _>::nowhere()
        };
        let mut recorder = Recorder::new(Role::Subject, &counting);
        let start = Dominions::initial(&["3"]).unwrap();
        assert!(recorder.setup(&start).is_ok());
        recorder.note(true);
        let legal = recorder.legal().unwrap();
        for (listed, asked) in [(0, 0), (1, 1), (12, 12), (13, 7), (24, 12), (25, 9)] {
            ASKED_ABOUT.store(0, Ordering::Relaxed);
            assert!(recorder.keeps_laws(None, Some(&legal[..listed])).is_ok());
            assert_eq!(ASKED_ABOUT.load(Ordering::Relaxed), asked, "{listed} listed");
        }
    }

    #[test]
    fn another_player_on_turn_is_another_position_with_another_hash() {
        let start = "2 white 0 0";
        assert_eq!(said::<Dominions>(Altered::<dominions::FastEngine, _>::nowhere, start, "P1a1"), Ok(()));
        let forgets = || Altered { hash: |_| Some(1), ..Altered::<dominions::FastEngine, _>::nowhere() };
        assert_eq!(said::<Dominions>(forgets, start, "P1a1"), law(&["turn", "hash"]));
        let tells_nothing = || Altered { hash: |_| None, ..Altered::<dominions::FastEngine, _>::nowhere() };
        assert_eq!(said::<Dominions>(tells_nothing, start, "P1a1"), Ok(()));
    }
}
