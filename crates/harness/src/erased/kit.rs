//! The object-safe interface to everything that the harness needs to know about a game.

use std::fmt;

use bustan_guide::{
    Choice, ClassRequest, Classes, Convention, Dialect, Draft, Event, Form, GameError, Line, LineError,
    Playable, Policy, Recurrence, RuleExplanation, Setting, Style,
};
use bustan_vocabulary::{Draw, RecordError};
use erased_serde::Deserializer;

use super::engine::ErasedEngine;
use super::record::{Overlay, Record, Small};
use super::rules::Rules;
use super::values::{Identity, Move, Observation, Player, Position, Reason};

/// The functions of a game that the tooling uses. Most functions forward to the function of the same name in
/// the vocabulary or the guide. The argument `rules` is the rules of the same game, for the returned values.
pub(crate) trait Kit: Send + Sync {
    fn name(&self) -> &'static str;
    fn options(&self) -> &'static str;
    fn is_opaque(&self) -> bool;
    fn players(&self, rules: Rules) -> Vec<Player>;
    fn reasons(&self, rules: Rules) -> Vec<Reason>;
    fn read_player(&self, rules: Rules, text: &str) -> Result<Player, String>;
    fn print_player(&self, player: Player, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn read_reason(&self, rules: Rules, words: &str) -> Option<Reason>;
    fn print_reason(&self, reason: Reason, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn read_move(&self, rules: Rules, text: &str) -> Result<Move, String>;
    fn print_move(&self, mv: &Move, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn read_position(&self, rules: Rules, text: &str) -> Result<Position, String>;
    fn initial(&self, rules: Rules, words: &[&str]) -> Result<Position, String>;
    fn initial_words(&self, position: &Position) -> Option<String>;
    fn random_setup(&self, like: &Position, draw: &mut Draw<'_>) -> Option<Position>;
    fn comment(&self, words: &str) -> Option<usize>;
    fn read_position_like(&self, text: &str, like: &Position) -> Result<Position, String>;
    fn text_for(&self, position: &Position, knows: &mut dyn FnMut(&str) -> bool) -> Option<String>;
    fn read_from(&self, text: &str, like: &Position) -> Option<Position>;
    fn without_draws(&self, position: &Position) -> Position;
    fn identity(&self, seen: &Observation) -> Identity;
    fn without_history(&self, seen: &Observation) -> Observation;
    fn read_observation(&self, form: &mut dyn Deserializer<'_>, like: &Observation) -> Option<Observation>;
    fn to_move(&self, seen: &Observation) -> Option<Player>;
    fn final_score(&self, seen: &Observation) -> String;
    fn pass(&self, rules: Rules) -> Option<Move>;
    fn describe_move(&self, player: Player, mv: &Move) -> String;
    fn refusal(&self, mv: &Move, reason: Reason) -> String;
    fn print(&self, record: &Record) -> String;
    fn read(&self, rules: Rules, text: &str) -> Result<Record, RecordError>;
    fn contradiction(&self, text: &str, end: &Observation) -> Option<RecordError>;
    fn traditional(&self, record: &Record, end: Option<&Observation>) -> Option<String>;

    fn symmetries(&self, position: &Position) -> usize;
    fn image(&self, position: &Position, symmetry: usize) -> Position;
    fn image_move(&self, position: &Position, mv: &Move, symmetry: usize) -> Move;
    fn image_player(&self, player: Player, symmetry: usize) -> Player;
    fn keeps_ply(&self, symmetry: usize) -> bool;
    fn are_same_but_for_ply(&self, one: &Position, other: &Position) -> bool;
    fn canonical(&self, position: &Position) -> Position;

    fn policies(&self) -> &'static [Policy];
    fn most_moves(&self) -> usize;
    fn impossible(&self) -> &'static str;
    fn published(&self) -> &'static [&'static str];
    fn all_events(&self) -> &'static [Event];
    fn conventions(&self) -> &'static [Convention];
    fn convention_lines(&self) -> &'static [&'static str];
    fn convention_start(&self, like: &Position) -> Option<Position>;
    fn convention_shown(
        &self,
        number: usize,
        start: &Position,
        last: Option<&Move>,
        seen: &Observation,
    ) -> Observation;
    fn convention_told(&self, position: &Position, key: &str, seen: &Observation) -> Position;
    fn small_in_process(&self) -> bool;
    fn line(&self, line: &str) -> Result<Line, LineError>;
    fn levels(&self) -> [&'static str; 3];
    fn recurrence(&self, start: &Position) -> Recurrence;
    fn is_swap(&self, mv: &Move) -> bool;
    fn start(&self, rules: Rules, draw: &mut Draw<'_>) -> Position;
    fn start_like(&self, like: &Position, draw: &mut Draw<'_>) -> Position;
    fn small(
        &self,
        rules: Rules,
        number: u64,
        playable: &Playable<'_, Position>,
        draw: &mut Draw<'_>,
    ) -> Option<Small>;
    fn with_rules_of(&self, position: &Position, like: &Position) -> Option<Position>;
    fn offers_small(&self, home: &Position) -> bool;
    #[allow(clippy::type_complexity)]
    fn classes(
        &self,
        asked: &ClassRequest<'_>,
        like: &Position,
    ) -> Option<Result<Box<dyn Classes<Position>>, String>>;
    fn is_start(&self, position: &Position) -> bool;
    fn area(&self, position: &Position) -> usize;
    fn first_to_move(&self, position: &Position) -> Option<Player>;
    fn as_start(&self, position: &Position) -> Position;
    fn altered(&self, position: &Position, draw: &mut Draw<'_>) -> Option<Position>;
    fn weigh(&self, policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>);
    fn proposal(&self, seen: &Observation, draw: &mut Draw<'_>) -> Option<Move>;
    fn events(&self, before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize));
    fn repetition_events(
        &self,
        earlier: &mut dyn Iterator<Item = &Observation>,
        now: &Observation,
        hit: &mut dyn FnMut(usize),
    );
    fn groups(&self, seen: &Observation) -> usize;
    fn refusal_event(&self, reason: Reason) -> Option<usize>;
    fn inconsistency(&self, seen: &Observation) -> Option<String>;
    fn most_points_win(&self, seen: &Observation) -> bool;
    fn next_player(
        &self,
        before: &Observation,
        player: Player,
        mv: &Move,
        after: &Observation,
    ) -> Option<Player>;
    fn meant(&self, seen: &Observation, legal: &[Move], word: &str) -> Option<Move>;
    fn write_move(
        &self,
        before: &Observation,
        legal: &[Move],
        mv: &Move,
        after: &Observation,
    ) -> Option<String>;
    fn write_moves(&self, record: &Record, engine: ErasedEngine) -> Option<String>;
    fn read_game(
        &self,
        rules: Rules,
        text: &str,
        number: Option<usize>,
        engine: ErasedEngine,
    ) -> Option<Result<Record, GameError>>;
    fn write_game(&self, record: &Record, engine: ErasedEngine) -> Option<String>;
    fn explain(&self, game: &Record, seen: &Observation, mv: &Move, reason: Reason) -> Option<String>;
    fn rule(&self, game: &Record, seen: &Observation, mv: &Move, reason: Reason) -> Option<&'static str>;
    fn explain_word(&self, game: &Record, seen: &Observation, legal: &[Move], word: &str) -> Option<String>;
    fn fault(&self, text: &str) -> usize;
    fn forms(
        &self,
        record: &Record,
        engine: &dyn Fn() -> Option<ErasedEngine>,
        dialect: &Dialect,
    ) -> Vec<Form>;
    fn reductions(&self, record: &Record) -> Vec<Record>;
    fn before(&self, position: &Position) -> Vec<(Position, Move)>;
    fn reachable(&self, record: &Record, draw: &mut Draw<'_>) -> Option<Record>;
    fn nameable(&self, start: &Position) -> Option<Vec<Move>>;
    fn small_starts(&self, like: &Position) -> Vec<Position>;

    fn board(&self, seen: &Observation, style: Style, overlay: &Overlay<'_>) -> String;
    fn caption(&self, seen: &Observation, style: Style, overlay: &Overlay<'_>) -> String;
    fn svg(&self, seen: &Observation, overlay: &Overlay<'_>) -> String;
    fn title(&self) -> &'static str;
    fn how(&self) -> &'static str;
    fn setups(&self) -> &'static [(&'static str, &'static str)];
    fn buttons(&self) -> &'static [&'static str];
    fn flips(&self) -> bool;
    fn steps(&self, mv: &Move) -> Vec<String>;
    fn aim(&self, rules: Rules, steps: &[&str]) -> Option<Move>;
    fn tray(&self, seen: &Observation) -> Vec<Choice>;
    fn facts(&self, seen: &Observation) -> Vec<String>;
    fn why(&self, reason: Reason) -> Option<RuleExplanation>;
    fn pieces(&self, draft: &Draft) -> Vec<Choice>;
    fn settings(&self, draft: &Draft) -> Vec<Setting>;
    fn draft(&self, position: &Position) -> Draft;
    fn text(&self, draft: &Draft) -> String;
    fn sketch(&self, rules: Rules, draft: &Draft) -> Result<Observation, String>;
    fn put(&self, draft: &mut Draft, cell: &str, piece: Option<&str>) -> Result<(), String>;
    fn clear(&self, draft: &mut Draft);
    fn tidy(&self, draft: &mut Draft);
}
