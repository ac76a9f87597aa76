//! Invariants of the symmetries that a game declares, and of an engine's answers at the images of a position.

use bustan_vocabulary::NoStart;
use serde_json::{Map, Value};

use super::{Symmetries, broken};
use crate::compare::divergence::{Role, Violation};
use crate::compare::participant::Observed;
use crate::compare::plural;
use crate::compare::recorder::Recorder;
use crate::erased::{Move, Player, Position, Rules};

/// The number of legal moves, spread over the list, to which compositions of two symmetries are applied.
const FOLLOWED: usize = 16;

/// The answers of an engine set up at a position.
struct SetUpAnswers {
    turn: Option<Player>,
    legal: Vec<Move>,
    hash: Option<u64>,
    /// The observation as JSON and in its own type.
    seen: Option<(Value, Observed)>,
}

impl Recorder<'_> {
    /// Checks the current position against its images. The symmetries that a game declares are the same for
    /// all engines, so the declaration itself is checked only with the oracle.
    pub(crate) fn keeps_symmetries(&mut self, which: Symmetries) -> Result<(), Violation> {
        if self.is_trusted() {
            return Ok(());
        }
        let Some(position) = self.engine.position() else { return Ok(()) };
        let count = position.symmetries();
        let declared = self.role() == Role::Oracle;
        if declared && position.image(0) != position {
            return broken(
                &self.name,
                &["symmetry", "identity"],
                "symmetry 0 does not leave the position as it is",
            );
        }
        // The identity is the only symmetry.
        if count == 1 {
            return Ok(());
        }
        let pairs = which.pairs(count);
        let mut chosen: Vec<usize> = pairs.iter().map(|pair| pair.0).collect();
        chosen.dedup();
        let Some(here) = self.shown(&position) else { return Ok(()) };
        for &symmetry in &chosen {
            let image = position.image(symmetry);
            if declared {
                self.has_one_canonical_form(&position, &image)?;
            }
            self.shows_the_image(&position, &here, &image, symmetry)?;
        }
        if declared { self.are_closed(&position, &here, &pairs) } else { Ok(()) }
    }

    /// Checks that the composition of each pair of symmetries is itself a symmetry.
    fn are_closed(
        &self,
        position: &Position,
        here: &SetUpAnswers,
        pairs: &[(usize, usize)],
    ) -> Result<(), Violation> {
        let count = position.symmetries();
        let images: Vec<Position> = (0..count).map(|symmetry| position.image(symmetry)).collect();
        let player = here.turn.unwrap_or(position.rules().players()[0]);
        let some: Vec<&Move> =
            here.legal.iter().step_by(here.legal.len().div_ceil(FOLLOWED).max(1)).collect();
        for &(one, other) in pairs {
            let twice = images[one].image(other);
            let same = |&third: &usize| {
                let turned = |mv| position.image_move(mv, one);
                let third_player = player.image(third);
                images[third] == twice
                    && player.image(one).image(other) == third_player
                    && some.iter().all(|mv| {
                        images[one].image_move(&turned(mv), other) == position.image_move(mv, third)
                    })
            };
            if !(0..count).any(|third| same(&third)) {
                let words = format!(
                    "symmetries {one} and {other} of {count}, applied one after the other, match none of \
                     them at {position}"
                );
                return broken(&self.name, &["symmetry", "composition"], &words);
            }
        }
        Ok(())
    }

    /// Checks that a position and its image have the same canonical form, and that this form is its own
    /// canonical form.
    fn has_one_canonical_form(&self, position: &Position, image: &Position) -> Result<(), Violation> {
        let (canonical, other) = (position.canonical(), image.canonical());
        if canonical != other {
            let words = format!(
                "the canonical form of {position} is {canonical}, but of its image {image} it is {other}"
            );
            return broken(&self.name, &["symmetry", "canonical"], &words);
        }
        let again = canonical.canonical();
        if again != canonical {
            let words = format!(
                "the canonical form of {position} is {canonical}, which has the canonical form {again}"
            );
            return broken(&self.name, &["symmetry", "canonical", "twice"], &words);
        }
        Ok(())
    }

    /// Returns the answers of an engine set up at a position; `None` if it refuses the position or does not
    /// list moves.
    fn shown(&mut self, position: &Position) -> Option<SetUpAnswers> {
        let legal = self.spare.legal_moves(position)?;
        let spare = self.spare.setup(position).ok()?;
        let seen = spare.observe();
        Some(SetUpAnswers {
            turn: spare.turn(),
            legal,
            hash: spare.hash(),
            seen: seen.map(|seen| (seen.json(), seen)),
        })
    }

    /// Checks that an engine set up at `image` reports the images of everything that it reports at
    /// `position`.
    fn shows_the_image(
        &mut self,
        position: &Position,
        here: &SetUpAnswers,
        image: &Position,
        symmetry: usize,
    ) -> Result<(), Violation> {
        let name = self.name.clone();
        let wrong = |what: &str, words: &str| {
            broken(&name, &["symmetry", what], &format!("of {position} and its image {image}, {words}"))
        };
        let Some(there) = self.shown(image) else {
            // An engine that cannot be set up with the image does not refuse it.
            return match self.spare.setup(image) {
                Err(NoStart::Unable) => Ok(()),
                _ => wrong("refused", "it refuses the image only"),
            };
        };
        let turned = |player: Player| player.image(symmetry);
        if here.turn.map(turned) != there.turn {
            return wrong("turn", "the players to move are not images of each other");
        }
        let mut legal: Vec<Move> = here.legal.iter().map(|mv| position.image_move(mv, symmetry)).collect();
        legal.sort_unstable();
        if let Some(other) = legal.iter().zip(&there.legal).find(|(expected, listed)| expected != listed) {
            return wrong(
                "legal",
                &format!("the moves are not images of each other: {} and {}", other.0, other.1),
            );
        }
        if legal.len() != there.legal.len() {
            return wrong(
                "legal",
                &format!("one has {}, the other {}", plural(legal.len(), "move"), there.legal.len()),
            );
        }
        if let (Some((here_json, one)), Some((there_json, other))) = (&here.seen, &there.seen) {
            if let Some(key) = differing(position.rules(), here_json, there_json, symmetry) {
                return wrong(key, &format!("the {key} observed is not an image"));
            }
            if let (Some(one), Some(other)) = (one.own(), other.own()) {
                let same = one.identity() == other.identity();
                let wronged = same != (here.hash == there.hash) && here.hash.is_some();
                if wronged && on_one_board(position, image) {
                    let words =
                        if same { "which are equal, the hashes differ" } else { "the hashes are equal" };
                    return wrong("hash", words);
                }
            }
        }
        match (here.legal.get(symmetry % here.legal.len().max(1)), here.turn) {
            (Some(mv), Some(player)) => self.leads_to_the_image(position, image, player, mv, symmetry),
            _ => Ok(()),
        }
    }

    /// Checks that the image of a move leads to the image of the position after the move.
    fn leads_to_the_image(
        &mut self,
        position: &Position,
        image: &Position,
        player: Player,
        mv: &Move,
        symmetry: usize,
    ) -> Result<(), Violation> {
        let mut after = |position: &Position, player, mv: &Move| {
            let spare = self.spare.setup(position).ok()?;
            spare.play(player, mv).ok()?;
            spare.position()
        };
        let Some(expected) = after(position, player, mv) else { return Ok(()) };
        let expected = expected.image(symmetry);
        let turned = position.image_move(mv, symmetry);
        match after(image, player.image(symmetry), &turned) {
            Some(reached) if reached == expected => Ok(()),
            Some(reached)
                if !position.rules().keeps_ply(symmetry) && reached.are_same_but_for_ply(&expected) =>
            {
                Ok(())
            }
            reached => {
                let reached = reached.map_or_else(|| "nowhere".into(), |reached| reached.to_string());
                let words = format!(
                    "{mv} at {position} leads to the image of {expected}, but {turned} at {image} to {reached}"
                );
                broken(&self.name, &["symmetry", "move"], &words)
            }
        }
    }
}

/// Returns the first key, among those common to all games, whose values at a position and at its image do not
/// correspond. The numbers under `canonical` must be equal.
fn differing(rules: Rules, here: &Value, there: &Value, symmetry: usize) -> Option<&'static str> {
    let image = |name: &str| {
        let player = rules.player(name).ok();
        player.map_or_else(|| name.to_string(), |player| player.image(symmetry).to_string())
    };
    let turned = |value: &Value| match value {
        Value::String(name) => Value::String(image(name)),
        Value::Object(scores) => Value::Object(
            scores.iter().map(|(name, score)| (image(name), score.clone())).collect::<Map<_, _>>(),
        ),
        other => other.clone(),
    };
    ["ply", "over", "to_move", "winner", "scores", "canonical"]
        .into_iter()
        .filter(|&key| key != "ply" || rules.keeps_ply(symmetry))
        .find(|&key| here.get(key).map(turned) != there.get(key).cloned())
}

/// Whether two positions are known to have the same board. A rotated rectangle is a different board.
fn on_one_board(one: &Position, other: &Position) -> bool {
    one.nameable().is_some_and(|moves| other.nameable() == Some(moves))
}

#[cfg(test)]
mod declared_tests;

#[cfg(test)]
mod tests {
    use bustan_core::tictactoe::FastEngine;
    use bustan_guide::{Explore, Symmetric};
    use bustan_vocabulary::Engine;
    use bustan_vocabulary::chess::{self, Chess};
    use bustan_vocabulary::tictactoe::{Invalid, Move, Observation, Player, Position, Reason, TicTacToe};

    use super::*;
    use crate::compare::divergence::Kind;
    use crate::erased::{Guided, rules, shared_position};

    /// The position whose symmetries are checked.
    const HERE: &str = "x........ o";

    /// The image of [`HERE`] at which the engine gives wrong answers.
    const THERE: &str = "..x...... o";

    /// The engine's behaviour when it is set up at [`THERE`].
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Mistake {
        Nothing,
        Refuses,
        CannotBeSetUp,
        IsAnotherTurn,
        ListsAnotherMove,
        ListsAMoveLess,
        ShowsAWinner,
        ShowsAnotherScore,
        ShowsAnotherPly,
        ShowsTheEnd,
        ShowsAnotherTurn,
        ShowsAnotherCanonicalForm,
        HasTheSameHash,
        StaysWhereItIs,
        /// As `StaysWhereItIs`, but only after the given move.
        StaysAfter(Move),
        RefusesMoves,
    }

    /// An engine with a planted bug at one position.
    struct Lopsided {
        engine: FastEngine,
        mistake: Mistake,
        begun: Option<Position>,
        played: Option<Move>,
    }

    impl Lopsided {
        fn new(mistake: Mistake) -> Self {
            Self { engine: FastEngine::default(), mistake, begun: None, played: None }
        }

        fn is_wrong(&self, mistake: Mistake) -> bool {
            self.mistake == mistake && self.begun == THERE.parse().ok()
        }
    }

    impl Engine for Lopsided {
        type Game = TicTacToe;
        type Observation = Observation;

        fn name(&self) -> String {
            "lopsided".into()
        }

        fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
            (self.begun, self.played) = (Some(position.clone()), None);
            if self.is_wrong(Mistake::Refuses) {
                return Err(NoStart::Invalid(Invalid::Counts { x: 1, o: 0, turn: Player::O }));
            }
            if self.is_wrong(Mistake::CannotBeSetUp) {
                return Err(NoStart::Unable);
            }
            self.engine.setup(position)
        }

        fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
            if self.is_wrong(Mistake::RefusesMoves) {
                Err(None)
            } else {
                self.played = Some(*mv);
                Engine::play(&mut self.engine, player, mv)
            }
        }

        fn turn(&self) -> Option<Player> {
            if self.is_wrong(Mistake::IsAnotherTurn) { Some(Player::X) } else { self.engine.turn() }
        }

        fn legal_moves(&self) -> Option<Vec<Move>> {
            let mut moves = self.engine.legal_moves()?;
            if self.is_wrong(Mistake::ListsAMoveLess) {
                moves.pop();
            }
            if self.is_wrong(Mistake::ListsAnotherMove) {
                moves[0] = "c1".parse().unwrap();
            }
            Some(moves)
        }

        fn observe(&self) -> Option<Observation> {
            let mut seen = Engine::observe(&self.engine)?;
            if self.is_wrong(Mistake::ShowsAWinner) {
                seen.winner = Some(Player::X);
            }
            if self.is_wrong(Mistake::ShowsAnotherScore) {
                seen.scores.insert(Player::X, 1);
            }
            if self.is_wrong(Mistake::ShowsAnotherTurn) {
                seen.to_move = Some(Player::X);
            }
            seen.over |= self.is_wrong(Mistake::ShowsTheEnd);
            seen.ply += u32::from(self.is_wrong(Mistake::ShowsAnotherPly));
            seen.canonical += u32::from(self.is_wrong(Mistake::ShowsAnotherCanonicalForm));
            Some(seen)
        }

        fn hash(&self) -> Option<u64> {
            if self.is_wrong(Mistake::HasTheSameHash) {
                let mut engine = FastEngine::default();
                engine.setup(&HERE.parse().unwrap()).unwrap();
                return Engine::hash(&engine);
            }
            Engine::hash(&self.engine)
        }

        fn position(&self) -> Option<Position> {
            let stays = self.played.is_some_and(|mv| self.is_wrong(Mistake::StaysAfter(mv)));
            if stays || self.is_wrong(Mistake::StaysWhereItIs) {
                self.begun.clone()
            } else {
                Engine::position(&self.engine)
            }
        }
    }

    #[test]
    fn a_mistake_at_an_image_alone_is_found_and_named() {
        for (mistake, found) in [
            (Mistake::Nothing, None),
            (Mistake::Refuses, Some("refused")),
            (Mistake::CannotBeSetUp, None),
            (Mistake::IsAnotherTurn, Some("turn")),
            (Mistake::ListsAnotherMove, Some("legal")),
            (Mistake::ListsAMoveLess, Some("legal")),
            (Mistake::ShowsAWinner, Some("winner")),
            (Mistake::ShowsAnotherScore, Some("scores")),
            (Mistake::ShowsAnotherPly, Some("ply")),
            (Mistake::ShowsTheEnd, Some("over")),
            (Mistake::ShowsAnotherTurn, Some("to_move")),
            (Mistake::ShowsAnotherCanonicalForm, Some("canonical")),
            (Mistake::HasTheSameHash, Some("hash")),
            (Mistake::StaysWhereItIs, Some("move")),
            (Mistake::RefusesMoves, Some("move")),
        ] {
            let make = move || Lopsided::new(mistake);
            for role in [Role::Subject, Role::Oracle] {
                let mut recorder = Recorder::new(role, &make);
                assert!(recorder.engine.setup(&rules::<TicTacToe>().position(HERE).unwrap()).is_ok());
                let kept = recorder.keeps_symmetries(Symmetries::All);
                let expected =
                    found.map(|what| Violation::new(Kind::Law, &["symmetry", what], String::new()).signature);
                assert_eq!(kept.err().map(|violation| violation.signature), expected, "{mistake:?}");
            }
        }
    }

    /// A chess engine whose position does not change in games in which Black moves first.
    #[derive(Default)]
    struct Stuck {
        engine: bustan_chess::FastEngine,
        begun: Option<chess::Position>,
    }

    impl Engine for Stuck {
        type Game = Chess;
        type Observation = chess::Observation;

        fn name(&self) -> String {
            "stuck".into()
        }

        fn setup(&mut self, position: &chess::Position) -> Result<(), NoStart<chess::Invalid>> {
            self.begun = Some(position.clone());
            self.engine.setup(position)
        }

        fn play(&mut self, player: chess::Player, mv: &chess::Move) -> Result<(), Option<chess::Reason>> {
            Engine::play(&mut self.engine, player, mv)
        }

        fn turn(&self) -> Option<chess::Player> {
            self.engine.turn()
        }

        fn legal_moves(&self) -> Option<Vec<chess::Move>> {
            self.engine.legal_moves()
        }

        fn position(&self) -> Option<chess::Position> {
            let begun = self.begun.as_ref()?;
            let is_stuck = Chess::first_to_move(begun) == Some(chess::Player::Black);
            if is_stuck { Some(begun.clone()) } else { self.engine.position() }
        }
    }

    #[test]
    fn an_image_that_does_not_keep_the_number_of_moves_has_to_lead_to_the_same_pieces() {
        let start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        let mut recorder = Recorder::new(Role::Subject, &Stuck::default);
        assert!(recorder.engine.setup(&rules::<Chess>().position(start).unwrap()).is_ok());
        let kept = recorder.keeps_symmetries(Symmetries::Chosen(1));
        assert_eq!(kept.unwrap_err().signature.to_string(), "law-symmetry-move");
    }

    #[test]
    fn a_rectangle_that_is_turned_is_another_board() {
        use bustan_vocabulary::tribolo::Tribolo;
        let [wide, other, high] = ["5x1 BR.GB blue", "5x1 B.RGB blue", "1x5 BR.GB blue"]
            .map(|text| rules::<Tribolo>().position(text).unwrap());
        assert!(on_one_board(&wide, &other));
        assert!(!on_one_board(&wide, &high));
    }

    #[test]
    fn another_move_is_followed_by_each_symmetry_to_an_image() {
        let here: Position = HERE.parse().unwrap();
        let mut engine = FastEngine::default();
        engine.setup(&here).unwrap();
        let mut legal = Engine::legal_moves(&engine).unwrap();
        legal.sort_unstable();
        let there = THERE.parse().unwrap();
        let found = |symmetry: usize, followed: usize| {
            let mistake = Mistake::StaysAfter(TicTacToe::image_move(&here, &legal[followed], symmetry));
            let make = move || Lopsided::new(mistake);
            let mut recorder = Recorder::new(Role::Subject, &make);
            assert!(recorder.engine.setup(&shared_position::<TicTacToe>(&here)).is_ok());
            recorder.keeps_symmetries(Symmetries::Chosen(symmetry as u32)).is_err()
        };
        for symmetry in (0..8).filter(|&symmetry| TicTacToe::image(&here, symmetry) == there) {
            let followed: Vec<usize> =
                (0..legal.len()).filter(|&followed| found(symmetry, followed)).collect();
            assert_eq!(followed, [symmetry]);
        }
    }

    /// Plays six moves from a position, and checks each position against its symmetries.
    fn keeps_its_symmetries<G: Guided, E: Engine<Game = G> + Default>(start: &str) {
        for role in [Role::Subject, Role::Oracle] {
            let mut recorder = Recorder::new(role, &E::default);
            let Ok(start) = rules::<G>().position(start) else { panic!("{start}") };
            assert!(recorder.engine.setup(&start).is_ok());
            recorder.note(true);
            for ply in 0..6 {
                let kept = recorder.keeps_symmetries(Symmetries::All);
                assert!(kept.is_ok(), "{}: {}", G::NAME, kept.unwrap_err().headline);
                let (Some(Some(player)), Some(moves)) =
                    (recorder.trail.turn(), recorder.engine.legal_moves())
                else {
                    break;
                };
                assert!(recorder.engine.play(player, &moves[(7 * ply + 3) % moves.len()]).is_ok());
                recorder.note(true);
            }
        }
    }

    #[test]
    fn sound_engines_of_six_games_keep_their_symmetries() {
        use bustan_vocabulary::{abrobad, dominions, margo, tribolo};
        keeps_its_symmetries::<TicTacToe, FastEngine>("......... x");
        keeps_its_symmetries::<dominions::Dominions, bustan_core::dominions::FastEngine>("2 white 0 0");
        keeps_its_symmetries::<margo::Margo, bustan_core::margo::FastEngine>("3 white 0");
        keeps_its_symmetries::<Chess, bustan_chess::FastEngine>(
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        );
        keeps_its_symmetries::<abrobad::Abrobad, bustan_core::abrobad::FastEngine>("............ x");
        keeps_its_symmetries::<tribolo::Tribolo, bustan_core::tribolo::FastEngine>("4x3 .BR.G..GRB.. blue");
    }

    #[test]
    fn a_symmetry_that_is_chosen_is_the_only_one_looked_at() {
        let make = || Lopsided::new(Mistake::StaysWhereItIs);
        let here: Position = HERE.parse().unwrap();
        for symmetry in 0..8 {
            let mut recorder = Recorder::new(Role::Subject, &make);
            assert!(recorder.engine.setup(&shared_position::<TicTacToe>(&here)).is_ok());
            let there = TicTacToe::image(&here, symmetry) == THERE.parse().unwrap();
            let kept = recorder.keeps_symmetries(Symmetries::Chosen(symmetry as u32));
            assert_eq!(kept.is_err(), there, "symmetry {symmetry}");
        }
    }

    #[test]
    fn one_choice_is_one_pair_and_all_are_all() {
        assert_eq!(Symmetries::All.pairs(2), [(0, 0), (0, 1), (1, 0), (1, 1)]);
        assert_eq!(Symmetries::Chosen(13).pairs(8), [(5, 1)]);
        assert_eq!(Symmetries::Chosen(13).pairs(1), [(0, 0)]);
    }
}
