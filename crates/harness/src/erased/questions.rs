//! Methods of values that are implemented by the rules of the value's game.

use bustan_guide::{Choice, ClassRequest, Classes, Draft, Recurrence, RuleExplanation, Style};
use bustan_vocabulary::{Draw, RecordError};
use serde::Deserializer;

use super::record::Overlay;
use super::values::{Identity, Move, Observation, Player, Position, Reason};

impl Position {
    /// The words of the command `boardsize` with which an engine starts at this position, if there are any;
    /// see [`Game::initial_words`](bustan_vocabulary::Game::initial_words).
    pub fn initial_words(&self) -> Option<String> {
        self.rules.kit().initial_words(self)
    }

    /// A random starting position of the same kind as this one; see
    /// [`Game::random_setup`](bustan_vocabulary::Game::random_setup).
    pub fn random_setup(&self, draw: &mut Draw<'_>) -> Option<Self> {
        self.rules.kit().random_setup(self, draw)
    }

    /// Parses a position; where `text` leaves something open, it is as in this position. See
    /// [`Game::read_position`](bustan_vocabulary::Game::read_position).
    ///
    /// # Errors
    /// The errors of that function.
    pub fn read_position(&self, text: &str) -> Result<Self, String> {
        self.rules.kit().read_position_like(text, self)
    }

    /// The text of this position for a program that knows only some options; see
    /// [`Game::text_for`](bustan_vocabulary::Game::text_for).
    pub fn text_for(&self, knows: &mut dyn FnMut(&str) -> bool) -> Option<String> {
        self.rules.kit().text_for(self, knows)
    }

    /// Parses a position printed by a program that received [`text_for`](Self::text_for); see
    /// [`Game::read_from`](bustan_vocabulary::Game::read_from).
    pub fn read_from(&self, text: &str) -> Option<Self> {
        self.rules.kit().read_from(text, self)
    }

    /// This position without the options that only end a game with a draw; see
    /// [`Game::without_draws`](bustan_vocabulary::Game::without_draws).
    pub fn without_draws(&self) -> Self {
        self.rules.kit().without_draws(self)
    }

    /// The number of symmetries of the board; see
    /// [`Symmetric::symmetries`](bustan_guide::Symmetric::symmetries).
    pub fn symmetries(&self) -> usize {
        self.rules.kit().symmetries(self)
    }

    /// The image of this position under `symmetry`; see [`Symmetric::image`](bustan_guide::Symmetric::image).
    pub fn image(&self, symmetry: usize) -> Self {
        self.rules.kit().image(self, symmetry)
    }

    /// The image of a move in this position under `symmetry`; see
    /// [`Symmetric::image_move`](bustan_guide::Symmetric::image_move).
    pub fn image_move(&self, mv: &Move, symmetry: usize) -> Move {
        self.rules.kit().image_move(self, mv, symmetry)
    }

    /// Whether this position and `other` differ at most in the number of moves played; see
    /// [`Symmetric::are_same_but_for_ply`](bustan_guide::Symmetric::are_same_but_for_ply).
    pub fn are_same_but_for_ply(&self, other: &Self) -> bool {
        self.rules.kit().are_same_but_for_ply(self, other)
    }

    /// The canonical form, which is the same for all symmetric positions; see
    /// [`Symmetric::canonical`](bustan_guide::Symmetric::canonical).
    pub fn canonical(&self) -> Self {
        self.rules.kit().canonical(self)
    }

    /// Whether positions can recur in games that start at this position; see
    /// [`Explore::recurrence`](bustan_guide::Explore::recurrence).
    pub fn recurrence(&self) -> Recurrence {
        self.rules.kit().recurrence(self)
    }

    /// A position to start a test game from, with the size and the options of this position; see
    /// [`Explore::start_like`](bustan_guide::Explore::start_like).
    pub fn start_like(&self, draw: &mut Draw<'_>) -> Self {
        self.rules.kit().start_like(self, draw)
    }

    /// This position under the rules of `like`; see
    /// [`Explore::with_rules_of`](bustan_guide::Explore::with_rules_of).
    pub fn with_rules_of(&self, like: &Self) -> Option<Self> {
        self.rules.kit().with_rules_of(self, like)
    }

    /// Whether engines whose games start at this position may be able to start short games; see
    /// [`Explore::offers_small`](bustan_guide::Explore::offers_small).
    pub fn offers_small(&self) -> bool {
        self.rules.kit().offers_small(self)
    }

    /// The classes of positions that the user requests with `asked`; see
    /// [`Explore::classes`](bustan_guide::Explore::classes).
    ///
    /// # Errors
    /// The errors of that function.
    #[allow(clippy::type_complexity)]
    pub fn classes(&self, asked: &ClassRequest<'_>) -> Option<Result<Box<dyn Classes<Self>>, String>> {
        self.rules.kit().classes(asked, self)
    }

    /// Whether games start at this position; see [`Explore::is_start`](bustan_guide::Explore::is_start).
    pub fn is_start(&self) -> bool {
        self.rules.kit().is_start(self)
    }

    /// The size of the board; see [`Explore::area`](bustan_guide::Explore::area).
    pub fn area(&self) -> usize {
        self.rules.kit().area(self)
    }

    /// The player to move, if the position determines it; see
    /// [`Explore::first_to_move`](bustan_guide::Explore::first_to_move).
    pub fn first_to_move(&self) -> Option<Player> {
        self.rules.kit().first_to_move(self)
    }

    /// This position, changed so that a game can start at it; see
    /// [`Explore::as_start`](bustan_guide::Explore::as_start).
    pub fn as_start(&self) -> Self {
        self.rules.kit().as_start(self)
    }

    /// A random variation of this position that breaks, or nearly breaks, a rule about valid positions; see
    /// [`Explore::altered`](bustan_guide::Explore::altered).
    pub fn altered(&self, draw: &mut Draw<'_>) -> Option<Self> {
        self.rules.kit().altered(self, draw)
    }

    /// Possible predecessors of this position, each with the move that may lead from it to this position; see
    /// [`Explore::before`](bustan_guide::Explore::before).
    pub fn before(&self) -> Vec<(Self, Move)> {
        self.rules.kit().before(self)
    }

    /// Every move that can be named on the board, legal or not; see
    /// [`Explore::nameable`](bustan_guide::Explore::nameable).
    pub fn nameable(&self) -> Option<Vec<Move>> {
        self.rules.kit().nameable(self)
    }

    /// Small starting positions; see [`Explore::small_starts`](bustan_guide::Explore::small_starts).
    pub fn small_starts(&self) -> Vec<Self> {
        self.rules.kit().small_starts(self)
    }

    /// This position as a draft, which can be edited; see [`Compose::draft`](bustan_guide::Compose::draft).
    pub fn draft(&self) -> Draft {
        self.rules.kit().draft(self)
    }
}

impl Position {
    /// The position from which lines of moves distinguish the conventions of the game, with the options of
    /// this position; see [`Conventions::start`](bustan_guide::Conventions::start).
    pub fn convention_start(&self) -> Option<Self> {
        self.rules.kit().convention_start(self)
    }

    /// This position, with the value that the observation `seen` has under `key`; see
    /// [`Conventions::told`](bustan_guide::Conventions::told).
    pub fn with_shown(&self, key: &str, seen: &Observation) -> Self {
        self.rules.kit().convention_told(self, key, seen)
    }
}

impl Observation {
    /// The identity of the observed position; see [`Game::identity`](bustan_vocabulary::Game::identity).
    pub fn identity(&self) -> Identity {
        self.rules.kit().identity(self)
    }

    /// The part of this observation that the text of a position restores; see
    /// [`Game::without_history`](bustan_vocabulary::Game::without_history).
    pub fn without_history(&self) -> Self {
        self.rules.kit().without_history(self)
    }

    /// The player to move; `None` if the game is over; see
    /// [`Game::to_move`](bustan_vocabulary::Game::to_move).
    pub fn to_move(&self) -> Option<Player> {
        self.rules.kit().to_move(self)
    }

    /// The result, as the protocol command `final_score` prints it; see
    /// [`Game::final_score`](bustan_vocabulary::Game::final_score).
    pub fn final_score(&self) -> String {
        self.rules.kit().final_score(self)
    }

    /// The place in `text` that states a result other than that of this final observation; see
    /// [`Game::contradiction`](bustan_vocabulary::Game::contradiction).
    pub fn contradiction(&self, text: &str) -> Option<RecordError> {
        self.rules.kit().contradiction(text, self)
    }

    /// Appends the weight that a policy gives to each legal move; see
    /// [`Explore::weigh`](bustan_guide::Explore::weigh).
    pub fn weigh(&self, policy: usize, moves: &[Move], weights: &mut Vec<u32>) {
        self.rules.kit().weigh(policy, self, moves, weights);
    }

    /// A move about which to query both engines; see [`Explore::proposal`](bustan_guide::Explore::proposal).
    pub fn proposal(&self, draw: &mut Draw<'_>) -> Option<Move> {
        self.rules.kit().proposal(self, draw)
    }

    /// Calls `hit` with each event of a move; see [`Explore::events`](bustan_guide::Explore::events).
    pub fn events(&self, mv: &Move, after: &Self, hit: &mut dyn FnMut(usize)) {
        self.rules.kit().events(self, mv, after, hit);
    }

    /// Calls `hit` with each event that depends on more than the last move; see
    /// [`Explore::repetition_events`](bustan_guide::Explore::repetition_events).
    pub fn repetition_events(&self, earlier: &mut dyn Iterator<Item = &Self>, hit: &mut dyn FnMut(usize)) {
        self.rules.kit().repetition_events(earlier, self, hit);
    }

    /// The number of groups on the board; see [`Explore::groups`](bustan_guide::Explore::groups).
    pub fn groups(&self) -> usize {
        self.rules.kit().groups(self)
    }

    /// A description of the part of this observation that contradicts the rest; see
    /// [`Explore::inconsistency`](bustan_guide::Explore::inconsistency).
    pub fn inconsistency(&self) -> Option<String> {
        self.rules.kit().inconsistency(self)
    }

    /// Whether the player with the most points wins; see
    /// [`Explore::most_points_win`](bustan_guide::Explore::most_points_win).
    pub fn most_points_win(&self) -> bool {
        self.rules.kit().most_points_win(self)
    }

    /// The player to move after `player` has played `mv`; see
    /// [`Explore::next_player`](bustan_guide::Explore::next_player).
    pub fn next_player(&self, player: Player, mv: &Move, after: &Self) -> Option<Player> {
        self.rules.kit().next_player(self, player, mv, after)
    }

    /// Parses a move in human notation; see [`Explore::read_move`](bustan_guide::Explore::read_move).
    pub fn read_move(&self, legal: &[Move], word: &str) -> Option<Move> {
        self.rules.kit().meant(self, legal, word)
    }

    /// Formats a legal move in human notation; see
    /// [`Explore::write_move`](bustan_guide::Explore::write_move).
    pub fn write_move(&self, legal: &[Move], mv: &Move, after: &Self) -> Option<String> {
        self.rules.kit().write_move(self, legal, mv, after)
    }

    /// The board as text for a terminal; see [`Picture::board`](bustan_guide::Picture::board).
    pub fn board(&self, style: Style, overlay: &Overlay<'_>) -> String {
        self.rules.kit().board(self, style, overlay)
    }

    /// The text below the board in a terminal; see [`Picture::caption`](bustan_guide::Picture::caption).
    pub fn caption(&self, style: Style, overlay: &Overlay<'_>) -> String {
        self.rules.kit().caption(self, style, overlay)
    }

    /// The board as an SVG document; see [`Picture::svg`](bustan_guide::Picture::svg).
    pub fn svg(&self, overlay: &Overlay<'_>) -> String {
        self.rules.kit().svg(self, overlay)
    }

    /// The choices that a page shows next to the board for the player to move; see
    /// [`Touch::tray`](bustan_guide::Touch::tray).
    pub fn tray(&self) -> Vec<Choice> {
        self.rules.kit().tray(self)
    }

    /// Human-readable facts that the picture does not show; see [`Touch::facts`](bustan_guide::Touch::facts).
    pub fn facts(&self) -> Vec<String> {
        self.rules.kit().facts(self)
    }
}

impl Observation {
    /// Reads an observation from its JSON form. Parts that `form` omits are as in this observation. See
    /// [`Game::read_observation`](bustan_vocabulary::Game::read_observation).
    pub fn read_like<'de>(&self, form: impl Deserializer<'de>) -> Option<Self> {
        self.rules.kit().read_observation(&mut <dyn erased_serde::Deserializer<'_>>::erase(form), self)
    }

    /// This observation, as reported by an engine that follows convention `number`; see
    /// [`Conventions::shown`](bustan_guide::Conventions::shown).
    pub fn by_convention(&self, number: usize, start: &Position, last: Option<&Move>) -> Self {
        self.rules.kit().convention_shown(number, start, last, self)
    }
}

impl Player {
    /// The image of the player under `symmetry`; see
    /// [`Symmetric::image_player`](bustan_guide::Symmetric::image_player).
    pub fn image(self, symmetry: usize) -> Self {
        self.rules.kit().image_player(self, symmetry)
    }

    /// Describes a move by this player in a few words; see [`Game::describe_move`](bustan_vocabulary::Game::describe_move).
    pub fn describe_move(self, mv: &Move) -> String {
        self.rules.kit().describe_move(self, mv)
    }
}

impl Move {
    /// Whether two human players exchange colours after this move; see
    /// [`Explore::is_swap`](bustan_guide::Explore::is_swap).
    pub fn is_swap(&self) -> bool {
        self.rules().kit().is_swap(self)
    }

    /// The click targets that select this move; see [`Touch::steps`](bustan_guide::Touch::steps).
    pub fn steps(&self) -> Vec<String> {
        self.rules().kit().steps(self)
    }
}

impl Reason {
    /// Explains in human-readable text why a move is refused; see
    /// [`Game::refusal`](bustan_vocabulary::Game::refusal).
    pub fn refusal(self, mv: &Move) -> String {
        self.rules.kit().refusal(mv, self)
    }

    /// The event that counts refusals for this reason; see
    /// [`Explore::refusal_event`](bustan_guide::Explore::refusal_event).
    pub fn event(self) -> Option<usize> {
        self.rules.kit().refusal_event(self)
    }

    /// A human-readable explanation with the number of the rule; see
    /// [`Touch::why`](bustan_guide::Touch::why).
    pub fn why(self) -> Option<RuleExplanation> {
        self.rules.kit().why(self)
    }
}
