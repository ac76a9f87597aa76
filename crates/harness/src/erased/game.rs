//! The game of which all games are instances.

use std::fmt;

use bustan_guide::{
    Asked, Choice, Classes, Compose, Conventions, Draft, Event, Explore, Format, GameError, Line, LineError,
    Overlay, Picture, Playable, Policy, Recurrence, Setting, Small, Style, Symmetric, Touch, Why,
};
use bustan_vocabulary::{Draw, Engine, Game, Record, RecordError};
use serde::Deserializer;

use super::kit::Rules;
use super::values::{Identity, Invalid, Move, Observation, Player, Position, Reason};

/// A game of any rules: its values know the [rules](Rules) of their game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erased;

/// The answer of a function that has no rules. The tooling calls the one of the same name that ends in `_of`.
#[cold]
fn without_rules() -> ! {
    unreachable!("the tooling asks the rules")
}

impl Game for Erased {
    const NAME: &'static str = "";
    const PLAYERS: &'static [Player] = &[];

    type Rules = Rules;
    type Player = Player;
    type Move = Move;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Invalid;
    type Observation = Observation;
    type Identity = Identity;

    fn rules(position: &Position) -> Rules {
        position.rules
    }

    fn rules_seen(seen: &Observation) -> Rules {
        seen.rules
    }

    fn name_of(rules: Rules) -> &'static str {
        rules.kit().name()
    }

    fn players_of(rules: Rules) -> &'static [Player] {
        rules.players()
    }

    fn reasons_of(rules: Rules) -> &'static [Reason] {
        rules.reasons()
    }

    fn options_of(rules: Rules) -> &'static str {
        rules.kit().options()
    }

    fn is_opaque(rules: Rules) -> bool {
        rules.kit().is_opaque()
    }

    fn player_of(rules: Rules, text: &str) -> Result<Player, String> {
        rules.kit().read_player(rules, text)
    }

    fn move_of(rules: Rules, text: &str) -> Result<Move, String> {
        rules.kit().read_move(rules, text)
    }

    fn reason_of(rules: Rules, words: &str) -> Option<Reason> {
        rules.kit().read_reason(rules, words)
    }

    fn player_index(player: Player) -> Option<u16> {
        Some(player.index)
    }

    fn reason_index(_: Reason) -> Option<u32> {
        without_rules()
    }

    fn player_at(_: u16) -> Player {
        without_rules()
    }

    fn reason_at(_: u32) -> Option<Reason> {
        without_rules()
    }

    fn position_of(rules: Rules, text: &str) -> Result<Position, String> {
        rules.kit().read_position(rules, text)
    }

    fn initial(_: &[&str]) -> Result<Position, String> {
        without_rules()
    }

    fn comment(_: &str) -> Option<usize> {
        without_rules()
    }

    fn pass() -> Option<Move> {
        without_rules()
    }

    fn parse_record(_: &str) -> Option<Result<Record<Self>, RecordError>> {
        without_rules()
    }

    fn initial_of(rules: Rules, words: &[&str]) -> Result<Position, String> {
        rules.kit().initial(rules, words)
    }

    fn initial_words(position: &Position) -> Option<String> {
        position.rules.kit().initial_words(position)
    }

    fn random_setup(like: &Position, draw: &mut Draw<'_>) -> Option<Position> {
        like.rules.kit().random_setup(like, draw)
    }

    fn comment_of(rules: Rules, words: &str) -> Option<usize> {
        rules.kit().comment(words)
    }

    fn read_position(text: &str, like: &Position) -> Result<Position, String> {
        like.rules.kit().read_position_like(text, like)
    }

    fn text_for(position: &Position, knows: &mut dyn FnMut(&str) -> bool) -> Option<String> {
        position.rules.kit().text_for(position, knows)
    }

    fn read_from(text: &str, like: &Position) -> Option<Position> {
        like.rules.kit().read_from(text, like)
    }

    fn without_draws(position: &Position) -> Position {
        position.rules.kit().without_draws(position)
    }

    fn identity(seen: &Observation) -> Identity {
        seen.rules.kit().identity(seen)
    }

    fn without_history(seen: &Observation) -> Observation {
        seen.rules.kit().without_history(seen)
    }

    fn read_observation<'de, D: Deserializer<'de>>(form: D, like: &Observation) -> Option<Observation> {
        like.rules.kit().read_observation(&mut <dyn erased_serde::Deserializer<'_>>::erase(form), like)
    }

    fn to_move(seen: &Observation) -> Option<Player> {
        seen.rules.kit().to_move(seen)
    }

    fn final_score(seen: &Observation) -> String {
        seen.rules.kit().final_score(seen)
    }

    fn pass_of(rules: Rules) -> Option<Move> {
        rules.kit().pass(rules)
    }

    fn said(player: Player, mv: &Move) -> String {
        player.rules.kit().said(player, mv)
    }

    fn refusal(mv: &Move, reason: &Reason) -> String {
        reason.rules.kit().refusal(mv, *reason)
    }

    fn write_record(record: &Record<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&record.start.rules.kit().print(record))
    }

    fn record_of(rules: Rules, text: &str) -> Option<Result<Record<Self>, RecordError>> {
        Some(rules.kit().read(rules, text))
    }

    fn contradiction(text: &str, end: &Observation) -> Option<RecordError> {
        end.rules.kit().contradiction(text, end)
    }

    fn print_record(record: &Record<Self>, end: Option<&Observation>) -> Option<String> {
        record.start.rules.kit().print_record(record, end)
    }
}

impl Symmetric for Erased {
    fn symmetries(position: &Position) -> usize {
        position.rules.kit().symmetries(position)
    }

    fn image(position: &Position, symmetry: usize) -> Position {
        position.rules.kit().image(position, symmetry)
    }

    fn image_move(position: &Position, mv: &Move, symmetry: usize) -> Move {
        position.rules.kit().image_move(position, mv, symmetry)
    }

    fn image_player(player: Player, symmetry: usize) -> Player {
        player.rules.kit().image_player(player, symmetry)
    }

    fn keeps_ply(_: usize) -> bool {
        without_rules()
    }

    fn keeps_ply_of(rules: Rules, symmetry: usize) -> bool {
        rules.kit().keeps_ply(symmetry)
    }

    fn are_same_but_for_ply(one: &Position, other: &Position) -> bool {
        one.rules.kit().are_same_but_for_ply(one, other)
    }

    fn canonical(position: &Position) -> Position {
        position.rules.kit().canonical(position)
    }
}

impl Explore for Erased {
    const POLICIES: &'static [Policy] = &[];
    const EVENTS: &'static [Event] = &[];

    fn policies_of(rules: Rules) -> &'static [Policy] {
        rules.kit().policies()
    }

    fn most_moves_of(rules: Rules) -> usize {
        rules.kit().most_moves()
    }

    fn impossible_of(rules: Rules) -> &'static str {
        rules.kit().impossible()
    }

    fn published_of(rules: Rules) -> &'static [&'static str] {
        rules.kit().published()
    }

    fn events_of(rules: Rules) -> &'static [Event] {
        rules.kit().all_events()
    }

    fn conventions_of(rules: Rules) -> Option<Conventions<Self>> {
        rules.kit().conventions().map(|(all, lines)| Conventions {
            all,
            lines,
            start: |like: &Position| like.rules.kit().convention_start(like),
            shown: |number: usize, start: &Position, last: Option<&Move>, seen: &Observation| {
                seen.rules.kit().convention_shown(number, start, last, seen)
            },
            told: |position: &Position, key: &str, seen: &Observation| {
                seen.rules.kit().convention_told(position, key, seen)
            },
        })
    }

    fn small_in_process_of(rules: Rules) -> bool {
        rules.kit().small_in_process()
    }

    fn line_of(rules: Rules, line: &str) -> Result<Line, LineError> {
        rules.kit().line(line)
    }

    fn format_of(rules: Rules, text: &str) -> Option<Format> {
        rules.kit().format(text)
    }

    fn levels_of(rules: Rules) -> [&'static str; 3] {
        rules.kit().levels()
    }

    fn recurrence(start: &Position) -> Recurrence {
        start.rules.kit().recurrence(start)
    }

    fn is_swap(mv: &Move) -> bool {
        mv.rules().kit().is_swap(mv)
    }

    fn start(_: &mut Draw<'_>) -> Position {
        without_rules()
    }

    fn small(_: u64, _: &Playable<'_, Self>, _: &mut Draw<'_>) -> Option<Small<Self>> {
        without_rules()
    }

    fn read_game<E>(_: &str, _: Option<usize>, _: E) -> Option<Result<Record<Self>, GameError>>
    where
        E: Engine<Game = Self, Observation = Observation>,
    {
        without_rules()
    }

    fn start_of(rules: Rules, draw: &mut Draw<'_>) -> Position {
        rules.kit().start(rules, draw)
    }

    fn start_like(like: &Position, draw: &mut Draw<'_>) -> Position {
        like.rules.kit().start_like(like, draw)
    }

    fn small_of(
        rules: Rules,
        number: u64,
        playable: &Playable<'_, Self>,
        draw: &mut Draw<'_>,
    ) -> Option<Small<Self>> {
        rules.kit().small(rules, number, playable, draw)
    }

    fn with_rules_of(position: &Position, like: &Position) -> Option<Position> {
        position.rules.kit().with_rules_of(position, like)
    }

    fn offers_small(home: &Position) -> bool {
        home.rules.kit().offers_small(home)
    }

    fn classes(asked: &Asked<'_>, like: &Position) -> Option<Result<Box<dyn Classes<Self>>, String>> {
        like.rules.kit().classes(asked, like)
    }

    fn is_start(position: &Position) -> bool {
        position.rules.kit().is_start(position)
    }

    fn area(position: &Position) -> usize {
        position.rules.kit().area(position)
    }

    fn first_to_move(position: &Position) -> Option<Player> {
        position.rules.kit().first_to_move(position)
    }

    fn afresh(position: &Position) -> Position {
        position.rules.kit().afresh(position)
    }

    fn altered(position: &Position, draw: &mut Draw<'_>) -> Option<Position> {
        position.rules.kit().altered(position, draw)
    }

    fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
        seen.rules.kit().weigh(policy, seen, moves, weights);
    }

    fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Option<Move> {
        seen.rules.kit().proposal(seen, draw)
    }

    fn events(before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize)) {
        before.rules.kit().events(before, mv, after, hit);
    }

    fn repetition_events(
        earlier: &mut dyn Iterator<Item = &Observation>,
        now: &Observation,
        hit: &mut dyn FnMut(usize),
    ) {
        now.rules.kit().repetition_events(earlier, now, hit);
    }

    fn groups(seen: &Observation) -> usize {
        seen.rules.kit().groups(seen)
    }

    fn refusal_event(reason: Reason) -> Option<usize> {
        reason.rules.kit().refusal_event(reason)
    }

    fn inconsistency(seen: &Observation) -> Option<String> {
        seen.rules.kit().inconsistency(seen)
    }

    fn most_points_win(seen: &Observation) -> bool {
        seen.rules.kit().most_points_win(seen)
    }

    fn next_player(before: &Observation, player: Player, mv: &Move, after: &Observation) -> Option<Player> {
        before.rules.kit().next_player(before, player, mv, after)
    }

    fn read_move(seen: &Observation, legal: &[Move], word: &str) -> Option<Move> {
        seen.rules.kit().meant(seen, legal, word)
    }

    fn write_moves<E>(record: &Record<Self>, engine: E) -> Option<String>
    where
        E: Engine<Game = Self, Observation = Observation>,
    {
        record.start.rules.kit().write_moves(record, Box::new(engine))
    }

    fn game_of<E>(
        rules: Rules,
        text: &str,
        number: Option<usize>,
        engine: E,
    ) -> Option<Result<Record<Self>, GameError>>
    where
        E: Engine<Game = Self, Observation = Observation>,
    {
        rules.kit().read_game(rules, text, number, Box::new(engine))
    }

    fn write_game<E>(record: &Record<Self>, engine: E) -> Option<String>
    where
        E: Engine<Game = Self, Observation = Observation>,
    {
        record.start.rules.kit().write_game(record, Box::new(engine))
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        record.start.rules.kit().reductions(record)
    }

    fn before(position: &Position) -> Vec<(Position, Move)> {
        position.rules.kit().before(position)
    }

    fn reachable(record: &Record<Self>, draw: &mut Draw<'_>) -> Option<Record<Self>> {
        record.start.rules.kit().reachable(record, draw)
    }

    fn nameable(start: &Position) -> Option<Vec<Move>> {
        start.rules.kit().nameable(start)
    }

    fn small_starts(like: &Position) -> Vec<Position> {
        like.rules.kit().small_starts(like)
    }
}

impl Picture for Erased {
    fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        seen.rules.kit().board(seen, style, overlay)
    }

    fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        seen.rules.kit().caption(seen, style, overlay)
    }

    fn svg(seen: &Observation, overlay: &Overlay<'_, Self>) -> String {
        seen.rules.kit().svg(seen, overlay)
    }
}

impl Touch for Erased {
    const TITLE: &'static str = "";
    const HOW: &'static str = "";
    const SETUPS: &'static [(&'static str, &'static str)] = &[];

    fn title_of(rules: Rules) -> &'static str {
        rules.kit().title()
    }

    fn how_of(rules: Rules) -> &'static str {
        rules.kit().how()
    }

    fn setups_of(rules: Rules) -> &'static [(&'static str, &'static str)] {
        rules.kit().setups()
    }

    fn steps(mv: &Move) -> Vec<String> {
        mv.rules().kit().steps(mv)
    }

    fn aim(rules: Rules, steps: &[&str]) -> Option<Move> {
        rules.kit().aim(rules, steps)
    }

    fn tray(seen: &Observation) -> Vec<Choice> {
        seen.rules.kit().tray(seen)
    }

    fn facts(seen: &Observation) -> Vec<String> {
        seen.rules.kit().facts(seen)
    }

    fn why(reason: &Reason) -> Option<Why> {
        reason.rules.kit().why(*reason)
    }
}

impl Compose for Erased {
    fn pieces(rules: Rules, draft: &Draft) -> Vec<Choice> {
        rules.kit().pieces(draft)
    }

    fn settings(rules: Rules, draft: &Draft) -> Vec<Setting> {
        rules.kit().settings(draft)
    }

    fn draft(position: &Position) -> Draft {
        position.rules.kit().draft(position)
    }

    fn text(rules: Rules, draft: &Draft) -> String {
        rules.kit().text(draft)
    }

    fn sketch(rules: Rules, draft: &Draft) -> Result<Observation, String> {
        rules.kit().sketch(rules, draft)
    }

    fn put(rules: Rules, draft: &mut Draft, cell: &str, piece: Option<&str>) -> Result<(), String> {
        rules.kit().put(draft, cell, piece)
    }

    fn clear(rules: Rules, draft: &mut Draft) {
        rules.kit().clear(draft);
    }

    fn tidy(rules: Rules, draft: &mut Draft) {
        rules.kit().tidy(draft);
    }
}
