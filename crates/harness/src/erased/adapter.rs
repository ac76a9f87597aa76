//! Implements the type-erased interface for a game with its own types.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use bustan_guide::{
    Choice, ClassRequest, Classes, Convention, Dialect, Draft, Event, Form, GameError, Line, LineError,
    Playable, Policy, Recurrence, RuleExplanation, Setting, Style, Visit,
};
use bustan_vocabulary::{Draw, Game, RecordError};
use erased_serde::Deserializer;

use super::Guided;
use super::engine::{ErasedEngine, TypedEngine};
use super::kit::Kit;
use super::record::{Overlay, Record, Small};
use super::rules::Rules;
use super::typed::{
    observation, own_move, own_moves, own_observation, own_player, own_position, own_reason, own_record,
    player, position, reason, record, shared, shared_moves,
};
use super::values::{Identity, Move, Observation, Player, Position, Reason};

/// Implements [`Kit`] for the game `G`, which has its own types.
pub(crate) struct Adapter<G>(PhantomData<fn() -> G>);

impl<G> Adapter<G> {
    pub(crate) const NEW: Self = Self(PhantomData);
}

/// Parses a value from text.
fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Calls `draw` with the overlay converted to the types of the game `G`.
fn overlaid<G: Game, T>(overlay: &Overlay<'_>, draw: impl FnOnce(&bustan_guide::Overlay<'_, G>) -> T) -> T {
    let last = overlay.last.map(own_move::<G>);
    let question = overlay.question.map(|(by, mv)| (own_player::<G>(by), own_move::<G>(mv)));
    draw(&bustan_guide::Overlay {
        last: last.as_ref(),
        question: question.as_ref().map(|(by, mv)| (*by, mv)),
        marked: overlay.marked,
        touch: overlay.touch,
        board_only: overlay.board_only,
        flipped: overlay.flipped,
    })
}

#[derive(Debug)]
struct ErasedClasses<G: Game> {
    rules: Rules,
    classes: Box<dyn Classes<G::Position>>,
}

impl<G: Game> Classes<Position> for ErasedClasses<G> {
    fn names(&self) -> Vec<String> {
        self.classes.names()
    }

    fn blocks(&self) -> u64 {
        self.classes.blocks()
    }

    fn block(&self, class: usize, block: u64, visit: &mut Visit<'_, Position>) -> ControlFlow<()> {
        self.classes.block(class, block, &mut |one| visit(&position::<G>(self.rules, one.clone())))
    }
}

impl<G: Guided> Kit for Adapter<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn options(&self) -> &'static str {
        G::OPTIONS
    }

    fn is_opaque(&self) -> bool {
        G::OPAQUE
    }

    fn players(&self, rules: Rules) -> Vec<Player> {
        G::PLAYERS.iter().map(|&by| player::<G>(rules, by)).collect()
    }

    fn reasons(&self, rules: Rules) -> Vec<Reason> {
        G::REASONS.iter().map(|&why| reason::<G>(rules, why)).collect()
    }

    fn read_player(&self, rules: Rules, text: &str) -> Result<Player, String> {
        parsed::<G::Player>(text).map(|by| player::<G>(rules, by))
    }

    fn print_player(&self, player: Player, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        own_player::<G>(player).fmt(f)
    }

    fn read_reason(&self, rules: Rules, words: &str) -> Option<Reason> {
        G::read_reason(words).map(|why| reason::<G>(rules, why))
    }

    fn print_reason(&self, reason: Reason, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        own_reason::<G>(reason).map_or(Ok(()), |own| own.fmt(f))
    }

    fn read_move(&self, rules: Rules, text: &str) -> Result<Move, String> {
        parsed::<G::Move>(text).map(|mv| shared::<G>(rules, &mv))
    }

    fn print_move(&self, mv: &Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        own_move::<G>(mv).fmt(f)
    }

    fn read_position(&self, rules: Rules, text: &str) -> Result<Position, String> {
        parsed::<G::Position>(text).map(|read| position::<G>(rules, read))
    }

    fn initial(&self, rules: Rules, words: &[&str]) -> Result<Position, String> {
        G::initial(words).map(|initial| position::<G>(rules, initial))
    }

    fn initial_words(&self, position: &Position) -> Option<String> {
        G::initial_words(own_position::<G>(position))
    }

    fn random_setup(&self, like: &Position, draw: &mut Draw<'_>) -> Option<Position> {
        G::random_setup(own_position::<G>(like), draw).map(|drawn| position::<G>(like.rules, drawn))
    }

    fn comment(&self, words: &str) -> Option<usize> {
        G::comment(words)
    }

    fn read_position_like(&self, text: &str, like: &Position) -> Result<Position, String> {
        G::read_position(text, own_position::<G>(like)).map(|read| position::<G>(like.rules, read))
    }

    fn text_for(&self, position: &Position, knows: &mut dyn FnMut(&str) -> bool) -> Option<String> {
        G::text_for(own_position::<G>(position), knows)
    }

    fn read_from(&self, text: &str, like: &Position) -> Option<Position> {
        G::read_from(text, own_position::<G>(like)).map(|read| position::<G>(like.rules, read))
    }

    fn without_draws(&self, of: &Position) -> Position {
        position::<G>(of.rules, G::without_draws(own_position::<G>(of)))
    }

    fn identity(&self, seen: &Observation) -> Identity {
        Identity(Arc::new(G::identity(own_observation::<G>(seen))))
    }

    fn without_history(&self, seen: &Observation) -> Observation {
        observation::<G>(seen.rules, G::without_history(own_observation::<G>(seen)))
    }

    fn read_observation(&self, form: &mut dyn Deserializer<'_>, like: &Observation) -> Option<Observation> {
        let read = G::read_observation(form, own_observation::<G>(like))?;
        Some(observation::<G>(like.rules, read))
    }

    fn to_move(&self, seen: &Observation) -> Option<Player> {
        G::to_move(own_observation::<G>(seen)).map(|by| player::<G>(seen.rules, by))
    }

    fn final_score(&self, seen: &Observation) -> String {
        G::final_score(own_observation::<G>(seen))
    }

    fn pass(&self, rules: Rules) -> Option<Move> {
        G::pass().map(|pass| shared::<G>(rules, &pass))
    }

    fn describe_move(&self, player: Player, mv: &Move) -> String {
        G::describe_move(own_player::<G>(player), &own_move::<G>(mv))
    }

    fn refusal(&self, mv: &Move, reason: Reason) -> String {
        match own_reason::<G>(reason) {
            Some(own) => G::refusal(&own_move::<G>(mv), &own),
            None => reason.to_string(),
        }
    }

    fn print(&self, record: &Record) -> String {
        own_record::<G>(record).to_string()
    }

    fn read(&self, rules: Rules, text: &str) -> Result<Record, RecordError> {
        text.parse().map(|read| record::<G>(rules, &read))
    }

    fn contradiction(&self, text: &str, end: &Observation) -> Option<RecordError> {
        G::contradiction(text, own_observation::<G>(end))
    }

    fn traditional(&self, record: &Record, end: Option<&Observation>) -> Option<String> {
        G::print_record(&own_record(record), end.map(own_observation::<G>))
    }

    fn symmetries(&self, position: &Position) -> usize {
        G::symmetries(own_position::<G>(position))
    }

    fn image(&self, of: &Position, symmetry: usize) -> Position {
        position::<G>(of.rules, G::image(own_position::<G>(of), symmetry))
    }

    fn image_move(&self, position: &Position, mv: &Move, symmetry: usize) -> Move {
        let image = G::image_move(own_position::<G>(position), &own_move::<G>(mv), symmetry);
        shared::<G>(position.rules, &image)
    }

    fn image_player(&self, of: Player, symmetry: usize) -> Player {
        player::<G>(of.rules, G::image_player(own_player::<G>(of), symmetry))
    }

    fn keeps_ply(&self, symmetry: usize) -> bool {
        G::keeps_ply(symmetry)
    }

    fn are_same_but_for_ply(&self, one: &Position, other: &Position) -> bool {
        G::are_same_but_for_ply(own_position::<G>(one), own_position::<G>(other))
    }

    fn canonical(&self, of: &Position) -> Position {
        position::<G>(of.rules, G::canonical(own_position::<G>(of)))
    }

    fn policies(&self) -> &'static [Policy] {
        G::POLICIES
    }

    fn most_moves(&self) -> usize {
        G::MOST_MOVES
    }

    fn impossible(&self) -> &'static str {
        G::IMPOSSIBLE
    }

    fn published(&self) -> &'static [&'static str] {
        G::PUBLISHED
    }

    fn all_events(&self) -> &'static [Event] {
        G::EVENTS
    }

    fn conventions(&self) -> &'static [Convention] {
        G::CONVENTIONS.map_or(&[], |conventions| conventions.all)
    }

    fn convention_lines(&self) -> &'static [&'static str] {
        G::CONVENTIONS.map_or(&[], |conventions| conventions.lines)
    }

    fn convention_start(&self, like: &Position) -> Option<Position> {
        let start = (G::CONVENTIONS?.start)(own_position::<G>(like))?;
        Some(position::<G>(like.rules, start))
    }

    fn convention_shown(
        &self,
        number: usize,
        start: &Position,
        last: Option<&Move>,
        seen: &Observation,
    ) -> Observation {
        let Some(conventions) = G::CONVENTIONS else { return seen.clone() };
        let last = last.map(own_move::<G>);
        let (start, own) = (own_position::<G>(start), own_observation::<G>(seen));
        observation::<G>(seen.rules, (conventions.shown)(number, start, last.as_ref(), own))
    }

    fn convention_told(&self, of: &Position, key: &str, seen: &Observation) -> Position {
        let Some(conventions) = G::CONVENTIONS else { return of.clone() };
        position::<G>(of.rules, (conventions.told)(own_position::<G>(of), key, own_observation::<G>(seen)))
    }

    fn small_in_process(&self) -> bool {
        G::SMALL_IN_PROCESS
    }

    fn line(&self, line: &str) -> Result<Line, LineError> {
        G::read_line(line)
    }

    fn levels(&self) -> [&'static str; 3] {
        G::LEVELS
    }

    fn recurrence(&self, start: &Position) -> Recurrence {
        G::recurrence(own_position::<G>(start))
    }

    fn is_swap(&self, mv: &Move) -> bool {
        G::is_swap(&own_move::<G>(mv))
    }

    fn start(&self, rules: Rules, draw: &mut Draw<'_>) -> Position {
        position::<G>(rules, G::start(draw))
    }

    fn start_like(&self, like: &Position, draw: &mut Draw<'_>) -> Position {
        position::<G>(like.rules, G::start_like(own_position::<G>(like), draw))
    }

    fn with_rules_of(&self, of: &Position, like: &Position) -> Option<Position> {
        let made = G::with_rules_of(own_position::<G>(of), own_position::<G>(like))?;
        Some(position::<G>(of.rules, made))
    }

    fn small(
        &self,
        rules: Rules,
        number: u64,
        playable: &Playable<'_, Position>,
        draw: &mut Draw<'_>,
    ) -> Option<Small> {
        let small = match playable {
            Playable::Like(like) => G::small(number, &Playable::Like(own_position::<G>(like)), draw)?,
            Playable::Known(knows) => {
                let knows = |of: &G::Position| knows(&position::<G>(rules, of.clone()));
                G::small(number, &Playable::Known(&knows), draw)?
            }
        };
        let bustan_guide::Small { start, moves, policy, plies } = small;
        let moves = shared_moves::<G>(rules, &moves);
        Some(Small { start: position::<G>(rules, start), moves, policy, plies })
    }

    fn offers_small(&self, home: &Position) -> bool {
        G::offers_small(own_position::<G>(home))
    }

    fn classes(
        &self,
        asked: &ClassRequest<'_>,
        like: &Position,
    ) -> Option<Result<Box<dyn Classes<Position>>, String>> {
        let erased = |classes| {
            Box::new(ErasedClasses::<G> { rules: like.rules, classes }) as Box<dyn Classes<Position>>
        };
        G::classes(asked, own_position::<G>(like)).map(|classes| classes.map(erased))
    }

    fn is_start(&self, position: &Position) -> bool {
        G::is_start(own_position::<G>(position))
    }

    fn area(&self, position: &Position) -> usize {
        G::area(own_position::<G>(position))
    }

    fn first_to_move(&self, position: &Position) -> Option<Player> {
        G::first_to_move(own_position::<G>(position)).map(|by| player::<G>(position.rules, by))
    }

    fn as_start(&self, of: &Position) -> Position {
        position::<G>(of.rules, G::as_start(own_position::<G>(of)))
    }

    fn altered(&self, of: &Position, draw: &mut Draw<'_>) -> Option<Position> {
        G::altered(own_position::<G>(of), draw).map(|altered| position::<G>(of.rules, altered))
    }

    fn weigh(&self, policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
        G::weigh(policy, own_observation::<G>(seen), &own_moves::<G>(moves), weights);
    }

    fn proposal(&self, seen: &Observation, draw: &mut Draw<'_>) -> Option<Move> {
        G::proposal(own_observation::<G>(seen), draw).map(|mv| shared::<G>(seen.rules, &mv))
    }

    fn events(&self, before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize)) {
        G::events(own_observation::<G>(before), &own_move::<G>(mv), own_observation::<G>(after), hit);
    }

    fn repetition_events(
        &self,
        earlier: &mut dyn Iterator<Item = &Observation>,
        now: &Observation,
        hit: &mut dyn FnMut(usize),
    ) {
        G::repetition_events(&mut earlier.map(own_observation::<G>), own_observation::<G>(now), hit);
    }

    fn groups(&self, seen: &Observation) -> usize {
        G::groups(own_observation::<G>(seen))
    }

    fn refusal_event(&self, reason: Reason) -> Option<usize> {
        G::refusal_event(own_reason::<G>(reason)?)
    }

    fn inconsistency(&self, seen: &Observation) -> Option<String> {
        G::inconsistency(own_observation::<G>(seen))
    }

    fn most_points_win(&self, seen: &Observation) -> bool {
        G::most_points_win(own_observation::<G>(seen))
    }

    fn next_player(
        &self,
        before: &Observation,
        by: Player,
        mv: &Move,
        after: &Observation,
    ) -> Option<Player> {
        let (before, after) = (own_observation::<G>(before), own_observation::<G>(after));
        let next = G::next_player(before, own_player::<G>(by), &own_move::<G>(mv), after)?;
        Some(player::<G>(by.rules, next))
    }

    fn meant(&self, seen: &Observation, legal: &[Move], word: &str) -> Option<Move> {
        let meant = G::read_move(own_observation::<G>(seen), &own_moves::<G>(legal), word)?;
        Some(shared::<G>(seen.rules, &meant))
    }

    fn write_move(
        &self,
        before: &Observation,
        legal: &[Move],
        mv: &Move,
        after: &Observation,
    ) -> Option<String> {
        let (before, after) = (own_observation::<G>(before), own_observation::<G>(after));
        G::write_move(before, &own_moves::<G>(legal), &own_move::<G>(mv), after)
    }

    fn write_moves(&self, record: &Record, engine: ErasedEngine) -> Option<String> {
        G::write_moves(&own_record(record), TypedEngine::<G>::new(record.start.rules, engine))
    }

    fn read_game(
        &self,
        rules: Rules,
        text: &str,
        number: Option<usize>,
        engine: ErasedEngine,
    ) -> Option<Result<Record, GameError>> {
        let read = G::read_game(text, number, TypedEngine::<G>::new(rules, engine))?;
        Some(read.map(|read| record::<G>(rules, &read)))
    }

    fn write_game(&self, record: &Record, engine: ErasedEngine) -> Option<String> {
        G::write_game(&own_record(record), TypedEngine::<G>::new(record.start.rules, engine))
    }

    fn explain(&self, game: &Record, seen: &Observation, mv: &Move, reason: Reason) -> Option<String> {
        let (seen, reason) = (own_observation::<G>(seen), own_reason::<G>(reason)?);
        G::explain(&own_record(game), seen, &own_move::<G>(mv), &reason)
    }

    fn rule(&self, game: &Record, seen: &Observation, mv: &Move, reason: Reason) -> Option<&'static str> {
        let (seen, reason) = (own_observation::<G>(seen), own_reason::<G>(reason)?);
        G::rule(&own_record(game), seen, &own_move::<G>(mv), &reason)
    }

    fn explain_word(&self, game: &Record, seen: &Observation, legal: &[Move], word: &str) -> Option<String> {
        G::explain_word(&own_record(game), own_observation::<G>(seen), &own_moves::<G>(legal), word)
    }

    fn fault(&self, text: &str) -> usize {
        G::fault(text)
    }

    fn forms(
        &self,
        record: &Record,
        engine: &dyn Fn() -> Option<ErasedEngine>,
        dialect: &Dialect,
    ) -> Vec<Form> {
        let own = || Some(TypedEngine::<G>::new(record.start.rules, engine()?));
        G::forms(&own_record(record), own, dialect)
    }

    fn reductions(&self, of: &Record) -> Vec<Record> {
        G::reductions(&own_record(of)).iter().map(|less| record::<G>(of.start.rules, less)).collect()
    }

    fn before(&self, of: &Position) -> Vec<(Position, Move)> {
        let shared = |(before, mv)| (position::<G>(of.rules, before), shared::<G>(of.rules, &mv));
        G::before(own_position::<G>(of)).into_iter().map(shared).collect()
    }

    fn reachable(&self, of: &Record, draw: &mut Draw<'_>) -> Option<Record> {
        G::reachable(&own_record(of), draw).map(|reached| record::<G>(of.start.rules, &reached))
    }

    fn nameable(&self, start: &Position) -> Option<Vec<Move>> {
        G::nameable(own_position::<G>(start)).map(|moves| shared_moves::<G>(start.rules, &moves))
    }

    fn small_starts(&self, like: &Position) -> Vec<Position> {
        let starts = G::small_starts(own_position::<G>(like));
        starts.into_iter().map(|start| position::<G>(like.rules, start)).collect()
    }

    fn board(&self, seen: &Observation, style: Style, overlay: &Overlay<'_>) -> String {
        overlaid::<G, _>(overlay, |overlay| G::board(own_observation::<G>(seen), style, overlay))
    }

    fn caption(&self, seen: &Observation, style: Style, overlay: &Overlay<'_>) -> String {
        overlaid::<G, _>(overlay, |overlay| G::caption(own_observation::<G>(seen), style, overlay))
    }

    fn svg(&self, seen: &Observation, overlay: &Overlay<'_>) -> String {
        overlaid::<G, _>(overlay, |overlay| G::svg(own_observation::<G>(seen), overlay))
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn how(&self) -> &'static str {
        G::HOW
    }

    fn setups(&self) -> &'static [(&'static str, &'static str)] {
        G::SETUPS
    }

    fn buttons(&self) -> &'static [&'static str] {
        G::BUTTONS
    }

    fn flips(&self) -> bool {
        G::FLIPS
    }

    fn steps(&self, mv: &Move) -> Vec<String> {
        G::steps(&own_move::<G>(mv))
    }

    fn aim(&self, rules: Rules, steps: &[&str]) -> Option<Move> {
        G::aim(steps).map(|mv| shared::<G>(rules, &mv))
    }

    fn tray(&self, seen: &Observation) -> Vec<Choice> {
        G::tray(own_observation::<G>(seen))
    }

    fn facts(&self, seen: &Observation) -> Vec<String> {
        G::facts(own_observation::<G>(seen))
    }

    fn why(&self, reason: Reason) -> Option<RuleExplanation> {
        G::why(&own_reason::<G>(reason)?)
    }

    fn pieces(&self, draft: &Draft) -> Vec<Choice> {
        G::pieces(draft)
    }

    fn settings(&self, draft: &Draft) -> Vec<Setting> {
        G::settings(draft)
    }

    fn draft(&self, position: &Position) -> Draft {
        G::draft(own_position::<G>(position))
    }

    fn text(&self, draft: &Draft) -> String {
        G::text(draft)
    }

    fn sketch(&self, rules: Rules, draft: &Draft) -> Result<Observation, String> {
        G::sketch(draft).map(|sketch| observation::<G>(rules, sketch))
    }

    fn put(&self, draft: &mut Draft, cell: &str, piece: Option<&str>) -> Result<(), String> {
        G::put(draft, cell, piece)
    }

    fn clear(&self, draft: &mut Draft) {
        G::clear(draft);
    }

    fn tidy(&self, draft: &mut Draft) {
        G::tidy(draft);
    }
}
