//! Records which parts of the answers of two engines were compared, and in how many games.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::add_counts;
use crate::compare::divergence::Role;
use crate::compare::participant::Observed;
use crate::compare::plural;

/// A part of the answers of engines that can be compared, in addition to the keys of observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Turn,
    Legal,
    /// Moves that were played and undone one by one, because an engine does not list its moves.
    Tried,
    Result,
    Refusals,
    Undo,
    Position,
    Count,
    /// The meaning of a position that occurred earlier in the same game.
    Repetition,
}

impl Part {
    const ALL: [Self; 9] = [
        Self::Turn,
        Self::Legal,
        Self::Tried,
        Self::Result,
        Self::Refusals,
        Self::Undo,
        Self::Position,
        Self::Count,
        Self::Repetition,
    ];

    /// Returns the name of the part, in the plural if there are many such parts.
    const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Legal => "legal moves",
            Self::Tried => "moves tried one by one",
            Self::Result => "result",
            Self::Refusals => "refused moves",
            Self::Undo => "moves taken back",
            Self::Position => "positions",
            Self::Count => "counts of moves",
            Self::Repetition => "positions that came again",
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// The key of an observation that names the player to move.
pub(crate) const TURN: &str = "to_move";

/// The reason for a part that no game reached. Reasons with this prefix are listed last.
const NEVER: &str = "never occurred";

/// The parts that were compared in one game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compared {
    /// The parts that both engines reported.
    both: u16,
    /// The parts that only one engine reported, for the engine under test and the oracle.
    only: [u16; 2],
    /// The parts for which both engines were queried and that neither reported.
    neither: u16,
    keys: BTreeSet<String>,
    only_keys: [BTreeSet<String>; 2],
    /// The parts that were excluded although both engines may report them, with the reason.
    apart: BTreeMap<String, NotCompared>,
    /// The number of candidate moves tried at each ply; 0 if every compared engine lists its moves.
    words: usize,
    /// Whether observations of the game's own type were compared.
    whole: bool,
    /// The keys of observations of the game's own type, once they are known.
    own: BTreeSet<String>,
    /// The number of moves that each engine can undo, the engine under test first, if it stated a limit.
    limits: [Option<UndoLimit>; 2],
    /// The number of positions in which the number of moves was compared by counting sequences.
    counted: u64,
}

/// The number of moves that an engine can undo in a row, if it reports that it stores no more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct UndoLimit {
    /// The number of moves.
    moves: usize,
    /// The engine's answer beyond the limit.
    words: String,
}

impl UndoLimit {
    pub(crate) fn new(moves: usize, words: String) -> Self {
        Self { moves, words }
    }
}

/// Replaces `limit` by `other` if `other` is lower, or if there is no limit yet.
fn lower(limit: &mut Option<UndoLimit>, other: &Option<UndoLimit>) {
    if limit.is_none() || other.is_some() && other < limit {
        limit.clone_from(other);
    }
}

/// The reason why a part that both engines may report is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum NotCompared {
    /// The user requested that the part be ignored.
    Ignored,
    /// A difference in the part is accepted.
    Accepted,
    /// The game has shown a difference in the part, and continued after it.
    Known,
    /// By a convention, the engine under test always reports this number.
    Always(u32),
}

impl NotCompared {
    fn words(self) -> String {
        match self {
            Self::Ignored => "ignored".into(),
            Self::Accepted => "accepted".into(),
            Self::Known => "known to differ".into(),
            Self::Always(number) => format!("always {number}"),
        }
    }
}

impl Compared {
    /// Records which engines reported a part: the engine under test, and the oracle.
    pub(crate) fn note(&mut self, part: Part, told: [bool; 2]) {
        match told {
            [true, true] => self.both |= part.bit(),
            [true, false] => self.only[0] |= part.bit(),
            [false, true] => self.only[1] |= part.bit(),
            [false, false] => self.neither |= part.bit(),
        }
    }

    /// Records that `words` candidate moves were tried, because an engine does not list its moves.
    pub(crate) fn tried(&mut self, words: usize) {
        self.note(Part::Tried, [true, true]);
        self.words = words;
    }

    /// Records that the number of moves was compared in `positions` positions by counting sequences.
    pub(crate) fn counted(&mut self, positions: u64) {
        self.counted += positions;
    }

    /// Records the limit on the number of moves that an engine can undo, if one was found.
    pub(crate) fn limit(&mut self, role: Role, limit: Option<UndoLimit>) {
        lower(&mut self.limits[role as usize], &limit);
    }

    /// Records that a part is not compared, and why.
    pub(crate) fn leave_out(&mut self, part: Part, why: NotCompared) {
        self.apart.insert(part.name().into(), why);
    }

    /// Records the keys of two observations. `apart` returns why a key is not compared; `None` if it is
    /// compared.
    pub(crate) fn observed(
        &mut self,
        seen: [Option<&Observed>; 2],
        apart: impl Fn(&str) -> Option<NotCompared>,
    ) {
        let own = seen.iter().all(|seen| seen.is_some_and(|seen| seen.own().is_some()));
        if own && !self.own.is_empty() {
            self.whole = true;
            return;
        }
        let subject = seen[0].map(Observed::keys).unwrap_or_default();
        let oracle = match seen {
            [Some(Observed::Said(one)), Some(Observed::Said(other))] if one.text() == other.text() => {
                subject.clone()
            }
            [_, other] => other.map(Observed::keys).unwrap_or_default(),
        };
        let common: BTreeSet<String> = subject.intersection(&oracle).cloned().collect();
        let told = subject.union(&oracle).filter(|key| *key != TURN);
        self.apart.extend(told.filter_map(|key| Some((key.clone(), apart(key)?))));
        for (place, (told, other)) in [(&subject, &oracle), (&oracle, &subject)].into_iter().enumerate() {
            self.only_keys[place].extend(told.difference(other).cloned());
        }
        let common = common.into_iter().filter(|key| key != TURN && !self.apart.contains_key(key));
        if own {
            self.own = common.collect();
            self.whole = true;
        } else {
            self.keys.extend(common);
        }
    }

    /// Returns the parts compared since the last call, and starts a new record.
    pub(crate) fn take(&mut self) -> Self {
        let own = self.own.clone();
        let mut apart = self.apart.clone();
        apart.retain(|_, why| matches!(why, NotCompared::Ignored | NotCompared::Accepted));
        std::mem::replace(self, Self { own, apart, ..Self::default() })
    }
}

/// The parts that two engines were compared in, over all games of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// The number of games.
    games: u64,
    /// The parts that were compared, with the number of games for each.
    parts: BTreeMap<String, u64>,
    /// The parts that only one engine reported, for the engine under test and the oracle.
    only: [BTreeSet<String>; 2],
    /// The parts for which both engines were queried in some game and that neither reported.
    neither: u16,
    /// The parts that were excluded in some game although both engines may report them, with the reason.
    apart: BTreeMap<String, NotCompared>,
    /// The number of candidate moves tried at each ply, if that was necessary.
    words: usize,
    /// The number of moves that each engine can undo, the engine under test first, if it stated a limit.
    #[serde(default)]
    limits: [Option<UndoLimit>; 2],
    /// The number of positions in which the number of moves was compared by counting sequences.
    #[serde(default)]
    counted: u64,
}

impl Comparison {
    /// Adds a game.
    pub(crate) fn add(&mut self, game: &Compared) {
        self.neither |= game.neither;
        self.counted += game.counted;
        let any = game.both != 0 || game.whole || !game.keys.is_empty();
        if !any && game.only == [0; 2] {
            return;
        }
        self.games += 1;
        let names =
            |bits: u16| Part::ALL.into_iter().filter(move |part| bits & part.bit() != 0).map(Part::name);
        let whole = game.own.iter().filter(|_| game.whole);
        let mut count = |name: &str| match self.parts.get_mut(name) {
            Some(games) => *games += 1,
            None => {
                self.parts.insert(name.into(), 1);
            }
        };
        names(game.both).for_each(&mut count);
        game.keys.iter().chain(whole).for_each(|name| count(name));
        join_reasons(&mut self.apart, &game.apart);
        self.limits.iter_mut().zip(&game.limits).for_each(|(limit, other)| lower(limit, other));
        self.words = self.words.max(game.words);
        for ((only, bits), keys) in self.only.iter_mut().zip(game.only).zip(&game.only_keys) {
            only.extend(names(bits).map(String::from));
            only.extend(keys.iter().filter(|key| *key != TURN).cloned());
        }
    }

    /// Adds the games of another part of the run.
    pub(crate) fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.neither |= other.neither;
        self.counted += other.counted;
        add_counts(&mut self.parts, &other.parts);
        join_reasons(&mut self.apart, &other.apart);
        self.limits.iter_mut().zip(&other.limits).for_each(|(limit, other)| lower(limit, other));
        self.words = self.words.max(other.words);
        for (only, more) in self.only.iter_mut().zip(&other.only) {
            only.extend(more.iter().cloned());
        }
    }

    /// Describes the compared parts and their numbers of games; `None` if nothing was compared.
    pub fn sentence(&self) -> Option<String> {
        self.sentence_of("game")
    }

    /// Describes the compared parts as [`sentence`](Self::sentence) does, for runs that count something other than
    /// games, under the name `one`.
    pub fn sentence_of(&self, one: &str) -> Option<String> {
        let (all, some): (Vec<_>, Vec<_>) =
            self.ordered().into_iter().partition(|(_, games)| *games == self.games);
        let mut parts = Vec::new();
        if !all.is_empty() {
            let names: Vec<&str> = all.into_iter().map(|(name, _)| name).collect();
            parts.push(format!("compared in {}: {}", plural(self.games as usize, one), names.join(", ")));
        }
        if !some.is_empty() {
            let names: Vec<String> =
                some.into_iter().map(|(name, games)| format!("{name} ({games})")).collect();
            let beginning = if parts.is_empty() { "compared in part" } else { "in part" };
            parts.push(format!("{beginning}: {}", names.join(", ")));
        }
        if self.counted > 0 {
            let positions = plural(self.counted as usize, "more position");
            parts.push(format!("perft: the total number of legal moves in {positions}"));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Describes what was compared in one game, and what was not because an engine does not report it; `None` if
    /// nothing was compared. `engines` are the names of the engines.
    pub(crate) fn told_of_one(&self, engines: &[String; 2]) -> Option<String> {
        let names: Vec<&str> = self.ordered().into_iter().map(|(name, _)| name).collect();
        let mut by_reason: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, why) in self.lacking(engines) {
            if !why.starts_with(NEVER) {
                by_reason.entry(why).or_default().push(name);
            }
        }
        let lacking: String = by_reason
            .iter()
            .map(|(why, names)| format!("; not compared: {} ({why})", names.join(", ")))
            .collect();
        (!names.is_empty()).then(|| format!("compared: {}{lacking}", names.join(", ")))
    }

    /// Describes what was not compared and why; `None` if everything was. `engines` are the names of the
    /// engines.
    pub fn not_compared(&self, engines: &[String; 2]) -> Option<String> {
        let mut by_reason: BTreeMap<(bool, String), Vec<String>> = BTreeMap::new();
        for (name, why) in self.lacking(engines) {
            by_reason.entry((why.starts_with(NEVER), why)).or_default().push(name);
        }
        let words = by_reason.iter().map(|((_, why), names)| format!("{} ({why})", names.join(", ")));
        let words: Vec<String> = words.collect();
        (self.games > 0 && !words.is_empty()).then(|| format!("not compared: {}", words.join("; ")))
    }

    /// Returns a machine-readable JSON form: the number of games, the number of games for each compared part,
    /// and the parts that were not compared, with the reason.
    pub fn object(&self, engines: &[String; 2]) -> Value {
        let lacking: BTreeMap<String, String> =
            self.lacking(engines).into_iter().filter(|_| self.games > 0).collect();
        json!({ "games": self.games, "compared": self.parts, "not_compared": lacking, "counted_positions": self.counted })
    }

    /// Returns the compared parts in order: the player to move and the moves, then the keys of observations,
    /// then the parts that are sampled.
    fn ordered(&self) -> Vec<(&str, u64)> {
        let of = |name: &str| self.parts.get_key_value(name).map(|(name, games)| (name.as_str(), *games));
        let (first, last) = Part::ALL.split_at(3);
        let part = |name: &str| Part::ALL.iter().any(|part| part.name() == name);
        let shown =
            self.parts.iter().filter(|(name, _)| !part(name)).map(|(name, games)| (name.as_str(), *games));
        let named = |parts: &'static [Part]| parts.iter().filter_map(move |part| of(part.name()));
        named(first).chain(shown).chain(named(last)).collect()
    }

    /// Describes what was tried instead of comparing the part `name`, in words that follow a reason. `more`
    /// names what was tried in addition to the candidate moves.
    fn instead(&self, name: &str, more: &str) -> String {
        if name != Part::Legal.name() || self.words == 0 {
            return String::new();
        }
        let were = if self.words == 1 && more.is_empty() { "was" } else { "were" };
        format!("; {}{more} {were} tried at each ply", plural(self.words, "word"))
    }

    /// Returns the parts that were not compared, each with the reason.
    fn lacking(&self, engines: &[String; 2]) -> Vec<(String, String)> {
        let mut lacking: Vec<(String, String)> = Vec::new();
        let apart = self.apart.iter().filter(|(name, _)| !self.parts.contains_key(*name));
        lacking.extend(apart.map(|(name, why)| (name.clone(), why.words())));
        for (limit, name) in self.limits.iter().zip(engines) {
            let Some(UndoLimit { moves, words }) = limit else { continue };
            let part = match moves {
                0 => Part::Undo.name().to_string(),
                moves => format!("{}, more than {moves} in a row", Part::Undo.name()),
            };
            lacking.push((part, format!("{name} says {words:?}")));
        }
        for (only, silent) in self.only.iter().zip(engines.iter().rev()) {
            let names = only.iter().filter(|name| !self.parts.contains_key(*name));
            let limited: Vec<String> = lacking.iter().map(|(part, _)| part.clone()).collect();
            let names = names.filter(|name| !self.apart.contains_key(*name) && !limited.contains(name));
            let why = |name: &str| {
                format!("not reported by {silent}{}", self.instead(name, " and the moves that are listed"))
            };
            lacking.extend(names.map(|name| (name.clone(), why(name))));
        }
        // Trying moves and comparing repeated positions happen only on request.
        let asked = |part: &Part| matches!(part, Part::Tried | Part::Repetition);
        for part in Part::ALL.into_iter().filter(|part| !asked(part)) {
            let name = part.name();
            let told = self.parts.contains_key(name) || self.only.iter().any(|only| only.contains(name));
            if !told && !self.apart.contains_key(name) && !lacking.iter().any(|(part, _)| part == name) {
                let why = match part {
                    Part::Turn | Part::Legal if self.neither & part.bit() != 0 => {
                        format!("not reported by either engine{}", self.instead(name, ""))
                    }
                    Part::Turn | Part::Legal => NEVER.into(),
                    _ => format!("{NEVER}, or neither engine reports it"),
                };
                lacking.push((name.into(), why));
            }
        }
        lacking.sort();
        lacking
    }
}

/// Adds reasons by name. If a name has two reasons, the one that is first in the order of [`NotCompared`] is
/// kept.
fn join_reasons(all: &mut BTreeMap<String, NotCompared>, more: &BTreeMap<String, NotCompared>) {
    for (name, why) in more {
        all.entry(name.clone()).and_modify(|known| *known = *why.min(known)).or_insert(*why);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::State;

    /// Returns the comparison of a single game.
    fn alone(game: &Compared) -> Comparison {
        let mut comparison = Comparison::default();
        comparison.add(game);
        comparison
    }

    #[test]
    fn what_is_left_out_is_reported_with_its_reason_and_not_as_reported_by_nobody() {
        let mut game = Compared::default();
        game.note(Part::Legal, [true, true]);
        game.leave_out(Part::Turn, NotCompared::Ignored);
        let [mine, theirs] = [r#"{"board":1,"score":2,"nodes":3,"to_move":"x"}"#, r#"{"board":1,"nodes":4}"#]
            .map(|text| Observed::Said(State::read(text).unwrap()));
        let apart = |key: &str| match key {
            "nodes" => Some(NotCompared::Ignored),
            "score" => Some(NotCompared::Accepted),
            _ => None,
        };
        game.observed([Some(&mine), Some(&theirs)], apart);
        let comparison = alone(&game);
        assert_eq!(comparison.sentence().as_deref(), Some("compared in 1 game: legal moves, board"));
        let not = comparison.not_compared(&["mine", "theirs"].map(String::from)).unwrap();
        assert!(not.starts_with("not compared: score (accepted); nodes, turn (ignored); "), "{not}");
        let next = game.take();
        assert_eq!(next.apart.len(), 3);
        assert_eq!(game.apart.len(), 3, "what is left out is the same in all games");
    }

    #[test]
    fn positions_in_which_only_counts_were_compared_are_summed_over_all_games() {
        let mut game = Compared::default();
        game.note(Part::Count, [true, true]);
        game.counted(20);
        game.counted(1);
        let mut comparison = alone(&game.take());
        assert_eq!(
            comparison.sentence().as_deref(),
            Some(
                "compared in 1 game: counts of moves; perft: the total number of legal moves in 21 more positions"
            )
        );
        comparison.add(&game);
        comparison.join(&comparison.clone());
        assert_eq!(comparison.object(&["mine", "theirs"].map(String::from))["counted_positions"], 42);
    }

    #[test]
    fn what_engines_show_in_the_terms_of_the_game_is_reported_for_each_game() {
        use bustan_vocabulary::Engine;
        use bustan_vocabulary::tictactoe::TicTacToe;

        let engine = bustan_core::tictactoe::FastEngine::default();
        let own = Observed::new::<TicTacToe, _>(Engine::observe(&engine).unwrap());
        let mut game = Compared::default();
        let mut comparison = Comparison::default();
        game.observed([Some(&own), Some(&own)], |_| None);
        comparison.add(&game.take());
        game.observed([Some(&own), Some(&own)], |_| None);
        game.observed([Some(&own), Some(&own)], |_| None);
        comparison.add(&game.take());
        let shown = "board, canonical, game, hash, over, ply, scores, size, winner";
        assert_eq!(comparison.sentence(), Some(format!("compared in 2 games: {shown}")));
    }

    #[test]
    fn a_key_that_one_engine_alone_shows_is_not_compared() {
        let said = |text: &str| Observed::Said(State::read(text).unwrap());
        let (both, one) = (said(r#"{"board":1,"score":2}"#), said(r#"{"board":1}"#));
        let told = |seen: [&Observed; 2]| {
            let mut game = Compared::default();
            game.observed(seen.map(Some), |_| None);
            let comparison = alone(&game);
            let object = comparison.object(&["mine", "theirs"].map(String::from));
            (comparison.sentence(), object["not_compared"].get("score").cloned())
        };
        let board = Some("compared in 1 game: board".to_string());
        assert_eq!(told([&both, &one]), (board.clone(), Some(json!("not reported by theirs"))));
        assert_eq!(told([&one, &both]), (board, Some(json!("not reported by mine"))));
        assert_eq!(told([&both, &both]), (Some("compared in 1 game: board, score".into()), None));
    }

    #[test]
    fn a_game_counts_if_anything_was_compared_or_one_engine_reported_anything() {
        let games = |game: &Compared| alone(game).games;
        let key = || BTreeSet::from(["board".to_string()]);
        assert_eq!(games(&Compared { both: 1, ..Compared::default() }), 1);
        assert_eq!(games(&Compared { whole: true, own: key(), ..Compared::default() }), 1);
        assert_eq!(games(&Compared { keys: key(), ..Compared::default() }), 1);
        assert_eq!(games(&Compared { only: [1, 0], ..Compared::default() }), 1);
        assert_eq!(games(&Compared { only: [0, 1], ..Compared::default() }), 1);
        assert_eq!(games(&Compared { neither: 1, ..Compared::default() }), 0);
        let nothing = Comparison::default().object(&["mine", "theirs"].map(String::from));
        assert_eq!(
            nothing,
            json!({ "games": 0, "compared": {}, "not_compared": {}, "counted_positions": 0 })
        );
    }

    #[test]
    fn what_only_the_engine_under_test_tells_is_named_with_the_other() {
        let mut game = Compared::default();
        game.note(Part::Undo, [true, false]);
        let comparison = alone(&game);
        let object = comparison.object(&["mine", "theirs"].map(String::from));
        assert_eq!(object["not_compared"]["moves taken back"], "not reported by theirs");
    }

    #[test]
    fn what_one_engine_does_not_tell_is_named_with_it() {
        let mut game = Compared::default();
        game.note(Part::Turn, [true, true]);
        game.note(Part::Legal, [true, true]);
        game.note(Part::Undo, [false, true]);
        game.keys = ["board"].map(String::from).into();
        game.only_keys[1] = ["captures"].map(String::from).into();
        let mut other = Compared::default();
        other.note(Part::Turn, [true, true]);
        let mut comparison = Comparison::default();
        comparison.add(&game);
        comparison.add(&other);
        comparison.add(&Compared::default());
        assert_eq!(
            comparison.sentence().as_deref(),
            Some("compared in 2 games: turn; in part: legal moves (1), board (1)")
        );
        let engines = ["mine", "theirs"].map(String::from);
        let not = comparison.not_compared(&engines).unwrap();
        let expected = "not compared: captures, moves taken back (not reported by mine); \
            counts of moves, positions, refused moves, result (never occurred, or neither engine reports it)";
        assert_eq!(not, expected);
        let object = comparison.object(&engines);
        assert_eq!(object["compared"]["board"], 1);
        assert_eq!(object["not_compared"]["captures"], "not reported by mine");
    }

    #[test]
    fn one_game_is_reported_by_its_parts() {
        let mut game = Compared::default();
        assert_eq!(alone(&game).told_of_one(&Default::default()), None);
        game.note(Part::Turn, [true, true]);
        game.note(Part::Legal, [false, true]);
        game.only_keys[1] = ["board"].map(String::from).into();
        let told = alone(&game).told_of_one(&["mine", "theirs"].map(String::from));
        let expected = "compared: turn; not compared: board, legal moves (not reported by mine)";
        assert_eq!(told.as_deref(), Some(expected));
    }

    #[test]
    fn nobody_tells_only_what_somebody_was_asked_for() {
        let mut game = Compared::default();
        game.note(Part::Turn, [true, true]);
        let mut comparison = alone(&game);
        let engines = ["mine", "theirs"].map(String::from);
        let not =
            |comparison: &Comparison| comparison.object(&engines)["not_compared"]["legal moves"].clone();
        assert_eq!(not(&comparison), "never occurred");
        game.note(Part::Legal, [false, false]);
        comparison.add(&game);
        assert_eq!(not(&comparison), "not reported by either engine");
    }

    #[test]
    fn words_that_were_tried_are_reported_next_to_the_lists_that_are_missing() {
        for (told, why) in [
            (
                [false, true],
                "not reported by mine; 2 words and the moves that are listed were tried at each ply",
            ),
            ([false, false], "not reported by either engine; 2 words were tried at each ply"),
        ] {
            let mut game = Compared::default();
            game.note(Part::Legal, told);
            game.tried(2);
            let (mut comparison, mut other) = (Comparison::default(), Comparison::default());
            other.add(&game);
            comparison.join(&other);
            assert_eq!(comparison.sentence().as_deref(), Some("compared in 1 game: moves tried one by one"));
            let object = comparison.object(&["mine", "theirs"].map(String::from));
            assert_eq!(object["not_compared"]["legal moves"], why);
        }
    }

    #[test]
    fn games_in_which_nothing_was_compared_say_nothing() {
        let mut comparison = Comparison::default();
        comparison.add(&Compared::default());
        assert_eq!((comparison.sentence(), comparison.not_compared(&Default::default())), (None, None));
    }
}
