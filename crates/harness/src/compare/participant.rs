//! Participants in a game: in-process engines and external programs.

use std::any::Any;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use bustan_vocabulary::{Draw, NoStart, Playout, Ruling};
use serde::de::IgnoredAny;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::any::State;
use crate::compare::conventions::ConventionCache;
use crate::compare::diff::{ToJson, json, unserialised};
use crate::compare::divergence::plain;
use crate::erased::{Guided, Invalid, Move, Observation, Player, Position, Reason, Rules, rules, typed};

/// A participant's verdict on a move: legal, or illegal with a reason if it gives one.
pub type Verdict = Result<(), Option<Reason>>;

/// The reason why a participant does not start from a position.
pub type Unset = NoStart<Invalid>;

/// A variant that a participant needs at a position and does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The variant of the position, one of the [options](bustan_vocabulary::Game::OPTIONS) of the game.
    pub variant: &'static str,
    /// The reason why the participant does not support the variant.
    pub reason: String,
}

impl Lack {
    /// Returns the lack of `variant`, which a program does not announce.
    pub(crate) fn unannounced(variant: &'static str) -> Self {
        Self { variant, reason: format!("the program does not announce {variant} (bustan-variants)") }
    }
}

/// The harness's view of a participant in a game.
///
/// [`EngineParticipant`](crate::compare::engine_participant::EngineParticipant) makes a participant of every
/// [`Engine`](bustan_vocabulary::Engine); only external programs need the methods that `Engine` does not
/// have. A method returns `None` if the participant has no answer, and the harness compares the rest.
pub trait Participant {
    /// Returns the participant's name for reports.
    fn name(&self) -> String;

    /// Returns the rules of the game that the participant plays, if it knows them.
    fn rules(&self) -> Option<Rules> {
        None
    }

    /// Whether the participant supports the rules of `position`. If not, no game starts at that position
    /// unless the user requests it: programs need not support every variant of a game.
    fn knows_rules(&self, position: &Position) -> bool {
        let _ = position;
        true
    }

    /// Returns the variant of `position` that the participant does not support, if any. This method is for
    /// positions from a list that was not made for the participant.
    fn lack(&self, position: &Position) -> Option<Lack> {
        let _ = position;
        None
    }

    /// Whether the participant accepts every position as valid. If so, it is not set up at positions that the
    /// other participant refuses.
    fn trusts_positions(&self) -> bool {
        false
    }

    /// Starts a new game at `position` and forgets the previous game.
    ///
    /// # Errors
    /// The reason why the participant does not start at the position. Unless the reason is
    /// [`Unable`](NoStart::Unable), the state of the participant is unchanged.
    fn setup(&mut self, position: &Position) -> Result<(), Unset>;

    /// Returns why the last setup failed, in words that follow the participant's name; `None` if it
    /// succeeded, or if the reason is unknown.
    fn unset(&self) -> Option<String> {
        None
    }

    /// Announces that the next call is [`setup`](Self::setup) with `position`, so that the participant can
    /// start while the other one is set up.
    fn announce_setup(&mut self, position: &Position) {
        let _ = position;
    }

    /// Announces that the next call plays `mv`, so that the participant can start while the other one
    /// computes.
    fn announce(&mut self, player: Player, mv: &Move) {
        let _ = (player, mv);
    }

    /// Announces that the next call is [`play_all`](Self::play_all) with `moves`, so that the participant can
    /// start while the other one computes.
    fn announce_all(&mut self, moves: &[(Player, Move)]) {
        let _ = moves;
    }

    /// Announces that the next call is [`undo_all`](Self::undo_all) with `moves`, so that the participant can
    /// start while the other one computes.
    fn announce_undo(&mut self, moves: usize) {
        let _ = moves;
    }

    /// Declares that legal moves are not needed after the next change of the position, so that a program need
    /// not list them.
    fn spare_list(&mut self) {}

    /// Announces that the next call is [`legal_moves`](Self::legal_moves).
    fn announce_list(&self) {}

    /// Plays a move for `player`.
    ///
    /// # Errors
    /// The reason for refusing the move, if the participant gives one. The participant is then unchanged.
    fn play(&mut self, player: Player, mv: &Move) -> Verdict;

    /// Plays moves that the participant is expected to accept.
    ///
    /// # Errors
    /// The index of the first move that is refused. The position is then undefined.
    fn play_all(&mut self, moves: &[(Player, Move)]) -> Result<(), usize> {
        let refused = moves.iter().position(|(player, mv)| self.play(*player, mv).is_err());
        refused.map_or(Ok(()), Err)
    }

    /// Returns the player to move; `None` if the game is over.
    fn turn(&self) -> Option<Player>;

    /// Whether the participant knows which player is to move. If not, the result of [`turn`](Self::turn) is
    /// meaningless.
    fn knows_turn(&self) -> bool {
        true
    }

    /// Whether the participant itself reports the player to move. A player that is only derived from the
    /// moves is not compared.
    fn reports_turn(&self) -> bool {
        self.knows_turn()
    }

    /// Returns the answer that [`play`](Self::play) would give in the current position.
    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        let _ = (player, mv);
        Ruling::Unknown
    }

    /// Returns all legal moves of the player to move, each once, in any order.
    fn legal_moves(&self) -> Option<Vec<Move>> {
        None
    }

    /// Returns the candidate moves, each once. If the participant does not [list](Self::legal_moves) its
    /// legal moves, it is made to play and undo each candidate, to find out which ones are legal.
    fn probe_moves(&self) -> &[Move] {
        &[]
    }

    /// Returns the participant's complete observation of the position.
    fn observe(&self) -> Option<Observed> {
        None
    }

    /// Returns the result in the notation of [`Game::final_score`](bustan_vocabulary::Game::final_score), if
    /// the participant reports it separately from its [observation](Self::observe).
    fn final_score(&self) -> Option<String> {
        None
    }

    /// Undoes the last move. Returns `Some(false)` if no move has been played since [`setup`](Self::setup),
    /// and `None` if the participant does not support undo.
    fn undo(&mut self) -> Option<bool> {
        None
    }

    /// Undoes `moves` moves, as [`undo`](Self::undo) does. Returns the number of moves undone.
    fn undo_all(&mut self, moves: usize) -> Option<usize> {
        for undone in 0..moves {
            match self.undo() {
                Some(true) => {}
                Some(false) => return Some(undone),
                None => return None,
            }
        }
        Some(moves)
    }

    /// Returns the participant's message about the last move that it did not undo, if there was one. The
    /// message may state a limit.
    fn refused_undo(&self) -> Option<String> {
        None
    }

    /// Whether the participant may be able to [undo](Self::undo) moves.
    fn takes_back(&self) -> bool {
        true
    }

    /// Whether the participant may accept being [set up](Self::setup) at positions where no game starts.
    fn takes_positions(&self) -> bool {
        true
    }

    /// Whether the participant announces that it can be set up at positions where no game starts.
    fn announces_positions(&self) -> bool {
        self.takes_positions()
    }

    /// Whether the participant announces that it [counts](Self::perft) sequences of moves.
    fn counts_sequences(&self) -> bool {
        true
    }

    /// Returns a 64-bit hash of the position.
    fn hash(&self) -> Option<u64> {
        None
    }

    /// Returns the current position, in a form that [`setup`](Self::setup) accepts.
    fn position(&self) -> Option<Position> {
        None
    }

    /// Returns the detected conventions of the participant, which are shared by all processes of a program;
    /// `None` for an engine that follows no conventions.
    fn conventions(&self) -> Option<Arc<ConventionCache>> {
        None
    }

    /// Returns `position` without the parts that the participant neither reports nor reads, such as a draw by
    /// earlier moves if it does not support the option for such draws.
    fn reportable(&self, position: &Position) -> Position {
        position.clone()
    }

    /// Returns the text that the participant prints for `position`.
    fn writes(&self, position: &Position) -> String {
        position.to_string()
    }

    /// Returns an independent copy in the same state, including the history.
    fn duplicate(&self) -> Option<Box<dyn Participant>> {
        None
    }

    /// Returns a human-readable drawing of the board, which is shown if two participants differ.
    fn drawing(&self) -> Option<Drawing> {
        None
    }

    /// Returns the last messages exchanged with a program: commands after `> `, and lines of answers after
    /// `< `.
    fn transcript(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether creating another participant of this kind takes long. If so, the participant is set up again
    /// after a finding instead of being replaced.
    fn is_costly(&self) -> bool {
        false
    }

    /// Extends the time limit for each answer, because the machine may be busy.
    fn wait_longer(&mut self) {}

    /// Returns why the participant can no longer be used, for example because its process died. After that,
    /// its answers are meaningless.
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// Records an event of the participant's processes that is not a finding, for
    /// [`take_warnings`](Self::take_warnings).
    fn warn(&self, words: String) {
        drop(words);
    }

    /// Returns the events of the participant's processes that are not findings, as sentences. Each event is
    /// returned only once.
    fn take_warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// Counts the legal sequences of exactly `depth` moves from the current position.
    fn perft(&mut self, depth: u32) -> Option<u64> {
        let _ = depth;
        None
    }

    /// Plays uniformly random legal moves until the game ends; see
    /// [`Engine::playout`](bustan_vocabulary::Engine::playout).
    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        let _ = draw;
        None
    }
}

/// A board drawn by a participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Several lines of text.
    Text(String),
    /// A picture, with lines of text if the participant draws these, too. The picture is untrusted: it may
    /// only be shown as an image, never embedded in a page.
    Image {
        /// An SVG document.
        svg: String,
        /// The lines of text.
        text: Option<String>,
    },
}

impl Drawing {
    /// Returns the drawing to show for both engines, and the index of the engine that drew it. Prefers a
    /// picture to text, and the drawing of the oracle to that of the engine under test.
    pub(crate) fn preferred(drawings: &[Option<Self>; 2]) -> Option<(usize, &Self)> {
        let drawn = || [1, 0].into_iter().filter_map(|engine| Some((engine, drawings[engine].as_ref()?)));
        let image = drawn().find(|(_, drawing)| matches!(drawing, Self::Image { .. }));
        image.or_else(|| drawn().next())
    }
}

/// The reason why a participant can no longer be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How the participant ended.
    pub end: End,
    /// The name of the command that the participant failed to answer; empty if there was none.
    pub command: String,
    /// The line that the participant printed as the cause; empty if there was none.
    pub cause: String,
    /// A description of the failure: a line that is the same every time, then lines with details.
    pub words: String,
}

impl Fault {
    /// Describes the failure in one line, with at most `longest` characters for each part.
    pub fn line(&self, longest: usize) -> String {
        let words = plain(self.words.lines().next().unwrap_or_default(), longest);
        let cause =
            if self.cause.is_empty() { String::new() } else { format!(" ({})", plain(&self.cause, longest)) };
        words + &cause
    }
}

/// How a participant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum End {
    /// The participant failed: it died, or gave a malformed answer.
    Failure,
    /// The participant did not answer in time.
    Silence,
    /// The participant was stopped because the run was ending.
    Interruption,
    /// The participant was stopped because it does not report whether a move is legal.
    Untold,
    /// The system, or a person, killed the participant.
    Killed,
    /// The participant does not start: the system cannot start it, or it does not answer the first command.
    Unstarted,
}

impl End {
    /// Whether the participant was killed or did not start, which is unrelated to its answers.
    pub const fn is_loss(self) -> bool {
        matches!(self, Self::Killed | Self::Unstarted)
    }
}

/// A participant's observation of a position.
#[derive(Clone)]
pub enum Observed {
    /// An observation of the game's own type.
    Own(Observation),
    /// The text printed by a program.
    Said(State),
    /// An observation of an engine's own type, as JSON.
    Other(Value),
}

impl Observed {
    /// Wraps an observation of an engine of the game `G`. Converts it to JSON if its type is not that of the
    /// game.
    pub fn new<G: Guided, T: Serialize + 'static>(seen: T) -> Self {
        Self::of::<G, T>(rules::<G>(), seen)
    }

    /// Wraps an observation as [`new`](Self::new) does, with rules that the caller already has.
    pub(crate) fn of<G: Guided, T: Serialize + 'static>(rules: Rules, seen: T) -> Self {
        let mut seen = Some(seen);
        let any: &mut dyn Any = &mut seen;
        if let Some(Some(said)) = any.downcast_mut::<Option<State>>().filter(|_| G::OPAQUE).map(Option::take)
        {
            return Self::Said(said);
        }
        match any.downcast_mut::<Option<G::Observation>>().and_then(Option::take) {
            Some(own) => Self::Own(typed::observation::<G>(rules, own)),
            None => Self::Other(json(&seen)),
        }
    }

    /// Returns the observation, if it is of the game's own type.
    pub fn own(&self) -> Option<&Observation> {
        match self {
            Self::Own(seen) => Some(seen),
            Self::Said(_) | Self::Other(_) => None,
        }
    }

    /// Returns the values as JSON text, by their keys.
    pub(crate) fn members(&self) -> BTreeMap<String, String> {
        let text = self.text();
        let read: BTreeMap<String, &RawValue> = serde_json::from_str(&text).unwrap_or_default();
        read.into_iter().map(|(key, member)| (key, member.get().to_string())).collect()
    }

    /// Returns the keys of the observation. Skips the values, which is faster than parsing them.
    pub(crate) fn keys(&self) -> BTreeSet<String> {
        let read: BTreeMap<String, IgnoredAny> = serde_json::from_str(&self.text()).unwrap_or_default();
        read.into_keys().collect()
    }

    /// Returns the JSON form of the observation.
    pub(crate) fn json(&self) -> Value {
        match self {
            Self::Own(seen) => seen.to_json(),
            Self::Said(state) => json(state),
            Self::Other(value) => value.clone(),
        }
    }

    /// Returns the JSON form of the observation as text.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Said(state) => state.text().into(),
            Self::Own(seen) => seen.text().unwrap_or_else(|error| unserialised(&error).to_string()).into(),
            Self::Other(value) => value.to_string().into(),
        }
    }

    /// Whether this observation is text that equals the JSON text of `other`, byte for byte.
    pub(crate) fn is_printed(&self, other: &Self) -> bool {
        match self {
            Self::Said(state) => state.is_printed(other),
            Self::Own(_) | Self::Other(_) => false,
        }
    }
}

impl PartialEq for Observed {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Own(one), Self::Own(other)) => one == other,
            (Self::Said(one), Self::Said(other)) => one == other,
            (Self::Other(one), Self::Other(other)) => one == other,
            _ => false,
        }
    }
}

impl fmt::Debug for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(seen) => seen.fmt(f),
            Self::Said(seen) => seen.fmt(f),
            Self::Other(seen) => seen.fmt(f),
        }
    }
}

impl Serialize for Observed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Own(seen) => seen.serialize(serializer),
            Self::Said(seen) => seen.serialize(serializer),
            Self::Other(seen) => seen.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::diff::json as as_json;
    use crate::compare::engine_participant::EngineParticipant;
    use crate::erased::{own_observation, rules, shared_reason};
    use bustan_core::tictactoe::FastEngine;
    use bustan_vocabulary::Engine;
    use bustan_vocabulary::tictactoe::{self, TicTacToe};
    use serde_json::json;

    /// A participant that has only the required methods.
    struct Least {
        knows_turn: bool,
    }

    impl Participant for Least {
        fn name(&self) -> String {
            "least".into()
        }

        fn setup(&mut self, _: &Position) -> Result<(), Unset> {
            Ok(())
        }

        fn play(&mut self, _: Player, mv: &Move) -> Verdict {
            if mv.to_string() == "c3" { Err(None) } else { Ok(()) }
        }

        fn turn(&self) -> Option<Player> {
            None
        }

        fn knows_turn(&self) -> bool {
            self.knows_turn
        }
    }

    #[test]
    fn what_a_participant_does_not_say_is_not_known() {
        let mut least = Least { knows_turn: true };
        let rules = rules::<TicTacToe>();
        let (start, mv, x) =
            (rules.position("......... x").unwrap(), rules.mv("b2").unwrap(), rules.player("x").unwrap());
        assert!(least.knows_rules(&start) && !least.trusts_positions());
        assert!(least.reports_turn() && least.takes_back() && least.lack(&start).is_none());
        assert!(!Least { knows_turn: false }.reports_turn());
        assert!(!least.is_costly());
        assert_eq!((least.unset(), least.final_score(), least.fault()), (None, None, None));
        assert_eq!((least.verdict(x, &mv), least.legal_moves()), (Ruling::Unknown, None));
        assert_eq!((least.probe_moves(), least.transcript()), (&[][..], Vec::new()));
        assert_eq!((least.observe(), least.undo(), least.hash()), (None, None, None));
        assert_eq!((least.position(), least.drawing()), (None, None));
        assert_eq!(least.take_warnings(), Vec::<String>::new());
        assert!(least.duplicate().is_none());
        let moves = ["a1", "b2", "c3", "a3"].map(|mv| (x, rules.mv(mv).unwrap()));
        assert_eq!((least.play_all(&moves[..2]), least.play_all(&moves)), (Ok(()), Err(2)));
    }

    /// An engine whose answers differ from the defaults of a participant.
    #[derive(Default)]
    struct Talking(FastEngine);

    impl Engine for Talking {
        type Game = TicTacToe;
        type Observation = tictactoe::Observation;

        fn name(&self) -> String {
            "talking".into()
        }

        fn setup(&mut self, position: &tictactoe::Position) -> Result<(), NoStart<tictactoe::Invalid>> {
            Engine::setup(&mut self.0, position)
        }

        fn play(
            &mut self,
            player: tictactoe::Player,
            mv: &tictactoe::Move,
        ) -> Result<(), Option<tictactoe::Reason>> {
            Engine::play(&mut self.0, player, mv)
        }

        fn turn(&self) -> Option<tictactoe::Player> {
            Engine::turn(&self.0)
        }

        fn verdict(&self, _: tictactoe::Player, _: &tictactoe::Move) -> Ruling<tictactoe::Reason> {
            Ruling::Refused
        }

        fn legal_moves(&self) -> Option<Vec<tictactoe::Move>> {
            Engine::legal_moves(&self.0)
        }

        fn observe(&self) -> Option<tictactoe::Observation> {
            Engine::observe(&self.0)
        }

        fn undo(&mut self) -> Option<bool> {
            Engine::undo(&mut self.0)
        }

        fn hash(&self) -> Option<u64> {
            Some(77)
        }

        fn position(&self) -> Option<tictactoe::Position> {
            Engine::position(&self.0)
        }

        fn duplicate(&self) -> Option<Self> {
            Engine::duplicate(&self.0).map(Self)
        }

        fn perft(&mut self, depth: u32) -> Option<u64> {
            Some(u64::from(depth) + 100)
        }

        fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
            Some(Playout { plies: u64::from(draw(5)), legal: 6 })
        }
    }

    #[test]
    fn an_engine_is_a_participant_that_gives_the_same_answers() {
        let mut engine = EngineParticipant::new(Talking::default());
        let participant: &mut dyn Participant = &mut engine;
        let rules = rules::<TicTacToe>();
        let (start, mv) = (rules.position("x........ o").unwrap(), rules.mv("b2").unwrap());
        let [x, o] = ["x", "o"].map(|player| rules.player(player).unwrap());
        let not_your_turn = shared_reason::<TicTacToe>(tictactoe::Reason::NotYourTurn);
        assert_eq!(participant.name(), "talking");
        assert_eq!((participant.setup(&start), participant.position()), (Ok(()), Some(start)));
        assert_eq!((participant.turn(), participant.hash()), (Some(o), Some(77)));
        assert_eq!(participant.verdict(o, &mv), Ruling::Refused);
        assert_eq!(participant.legal_moves().map(|moves| moves.len()), Some(8));
        assert_eq!(participant.play(x, &mv), Err(Some(not_your_turn)));
        assert_eq!(participant.play(o, &mv), Ok(()));
        let observed = participant.observe().unwrap();
        assert_eq!(observed.own().map(|seen| own_observation::<TicTacToe>(seen).ply), Some(2));
        let mut duplicate = participant.duplicate().unwrap();
        assert_eq!((duplicate.undo(), duplicate.undo()), (Some(true), Some(false)));
        assert_eq!(participant.turn(), Some(x));
        assert_eq!(participant.perft(3), Some(103));
        assert_eq!(participant.playout(&mut |_| 4), Some(Playout { plies: 4, legal: 6 }));
    }

    #[test]
    fn observations_are_equal_if_they_are_so_in_the_same_terms() {
        let own = |text: &str| {
            let mut engine = FastEngine::default();
            Engine::setup(&mut engine, &text.parse().unwrap()).unwrap();
            Observed::new::<TicTacToe, _>(Engine::observe(&engine).unwrap())
        };
        let other = |value: Value| Observed::new::<TicTacToe, _>(value);
        let said = |text: &str| Observed::Said(State::read(text).unwrap());
        let here = own("x........ o");
        assert!(here == own("x........ o") && here != own(".x....... o"));
        assert!(other(json!({ "a": 1 })) == other(json!({ "a": 1 })));
        assert!(other(json!({ "a": 1 })) != other(json!({ "a": 2 })));
        assert!(said(r#"{"a":1}"#) == said(r#"{"a":1}"#) && said(r#"{"a":1}"#) != said(r#"{"a":2}"#));
        assert!(said(r#"{"a":1}"#) != other(json!({ "a": 1 })) && here != other(as_json(&here)));
        // Texts that are equal byte for byte.
        assert!(said(r#"{"a":1}"#).is_printed(&other(json!({ "a": 1 }))));
        assert!(!said(r#"{"a": 1}"#).is_printed(&other(json!({ "a": 1 }))));
        assert!(!other(json!({ "a": 1 })).is_printed(&said(r#"{"a":1}"#)));
        assert!(!here.is_printed(&here));
        // The debug forms show the contents.
        assert_eq!(format!("{:?}", other(json!([7]))), format!("{:?}", json!([7])));
        assert!(format!("{here:?}").contains("ply: 1"));
        assert!(format!("{:?}", said(r#"{"a":12345}"#)).contains("12345"));
        assert_eq!(as_json(&said(r#"{"a":1}"#)), json!({ "a": 1 }));
        assert_eq!(as_json(&here)["ply"], 1);
    }

    #[test]
    fn a_fault_is_reported_in_one_line_with_its_cause() {
        let fault = |words: &str, cause: &str| Fault {
            end: End::Failure,
            command: "play".into(),
            cause: cause.into(),
            words: words.into(),
        };
        assert_eq!(fault("ended\nwith more", "").line(40), "ended");
        assert_eq!(fault("ended", "no memory\n").line(40), "ended (no memory)");
        assert_eq!(fault("", "").line(40), "");
        let long = fault(&"word ".repeat(40), &"cause ".repeat(40)).line(20);
        assert!(long.len() < 60, "{long}");
    }

    #[test]
    fn the_text_of_an_observation_is_that_of_its_json_form() {
        let seen = Observed::new::<TicTacToe, _>(FastEngine::default().observe().unwrap());
        assert!(seen.own().is_some() && seen.text() == seen.json().to_string());
    }

    #[test]
    fn what_is_shown_under_each_key_is_reported_as_it_is() {
        let shown = Observed::new::<TicTacToe, _>(json!({ "board": [1, null], "to_move": "x" }));
        let members =
            [("board", "[1,null]"), ("to_move", "\"x\"")].map(|(key, text)| (key.into(), text.into()));
        assert_eq!(shown.members(), BTreeMap::from(members));
        assert_eq!(shown.keys(), shown.members().into_keys().collect());
    }
}
