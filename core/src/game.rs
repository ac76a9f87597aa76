//! The traits between games and tooling: what a game is, what a rule engine answers, what the tooling may know.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Debug, Display};
use core::hash::Hash;
use core::str::FromStr;

use serde::{Deserializer, Serialize};

use crate::{NoStart, Record, RecordError, Symmetric};

/// A source of random numbers: asked with `n > 0`, it answers a number below `n`.
///
/// Every random choice of the tooling goes through one of these, so that a run is reproducible from its seed whatever
/// generator stands behind it.
pub type Draw<'a> = dyn FnMut(u32) -> u32 + 'a;

/// No game has more words for its setup.
const MOST_WORDS: usize = 16;

/// The vocabulary of one game: the types in which engines, tooling and people speak about it.
///
/// Nothing here decides what is legal; that is an [`Engine`]'s business, and every engine answers for itself.
///
/// All text forms round-trip: what `Display` prints, `FromStr` reads back as an equal value.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// The name on the command line, in the protocol and in file names, e.g. `dominions`.
    const NAME: &'static str;

    /// All players in turn order, two or more. Where the number of players is an option, those of the largest game; in a smaller
    /// one the last of them are never on turn, and their moves are refused as out of turn.
    const PLAYERS: &'static [Self::Player];

    /// All reasons, in the order in which they are tried. The words of an engine in another language are read as one of these;
    /// a game that names none compares only whether moves are refused.
    const REASONS: &'static [Self::Reason] = &[];

    /// Whether texts and observations of this game mean nothing to the tooling, which then makes up none and reads nothing from them.
    const OPAQUE: bool = false;

    /// A player; printed as the colour's lower-case name, read in any case and abbreviated to its first letter.
    type Player: Copy + Eq + Hash + Debug + Display + FromStr<Err: Error> + Send + Sync;

    /// A move, passes and the like included. It may name things that are not on the board at hand (a cell beyond the
    /// edge): a move is only what can be said, an [`Engine`] says whether it can be played. The order is any total one.
    type Move: Clone + Eq + Ord + Hash + Debug + Display + FromStr<Err: Error> + Send + Sync;

    /// Why a move is illegal; printed as the one word of the protocol, e.g. `not-your-turn`.
    type Reason: Copy + Eq + Hash + Debug + Display + Send + Sync;

    /// Where a game can start from or has come to, size and options included.
    type Position: Clone + Eq + Debug + Display + FromStr<Err: Error> + Send + Sync;

    /// Why an engine refuses a position that is well-formed: it could not arise by the rules.
    type Invalid: Clone + Eq + Debug + Display + Error + Send + Sync;

    /// Everything that can be observed of a position except the legal moves. Its JSON form is the protocol's
    /// `bustan-state`, byte for byte.
    type Observation: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static;

    /// What makes two positions of one game the same position: the hashes of an engine must be equal exactly when this is.
    type Identity: Clone + Eq + Hash + Debug;

    /// The initial position for the words that follow `boardsize` in the protocol or `--size` on the command line, none
    /// for the standard board.
    ///
    /// # Errors
    /// The message says which word is unacceptable and what would be accepted.
    fn initial(words: &[&str]) -> Result<Self::Position, String>;

    /// The words for which [`initial`](Game::initial) gives this position, which tell an engine in another language to begin there.
    /// `None` where there are none: not every position is an initial one, and what is drawn by lot, no words tell.
    ///
    /// By default as many of the first words of the position's text as it takes.
    fn initial_words(position: &Self::Position) -> Option<String> {
        let text = position.to_string();
        let words: Vec<&str> = text.split_ascii_whitespace().take(MOST_WORDS).collect();
        let leads = |count: &usize| Self::initial(&words[..*count]).is_ok_and(|initial| initial == *position);
        let count = (1..=words.len()).find(leads).filter(|_| Self::deal(position, &mut |_| 0).is_none())?;
        Some(words[..count].join(" "))
    }

    /// Another starting position of the same kind as `like`, for games whose setup is drawn by lot: the same size, the same
    /// options. `None` from a game in which all games of a kind start alike.
    fn deal(like: &Self::Position, draw: &mut Draw<'_>) -> Option<Self::Position> {
        let _ = (like, draw);
        None
    }

    /// Reads a position where one, `like`, is at hand: what the text leaves open, such as the size of the board, is as it is
    /// there. Whatever the `FromStr` of positions reads, this reads as the same unless it left something open.
    ///
    /// # Errors
    /// Those of the position's `FromStr`.
    fn read_position(text: &str, like: &Self::Position) -> Result<Self::Position, <Self::Position as FromStr>::Err> {
        let _ = like;
        text.parse()
    }

    /// The identity of an observed position.
    fn identity(seen: &Self::Observation) -> Self::Identity;

    /// What of an observation a position in its text form restores: all but what is told of the move that led here.
    fn standing(seen: &Self::Observation) -> Self::Observation {
        seen.clone()
    }

    /// Reads an observation from its JSON form, such as what an engine in another language shows. What that leaves out is as in `like`.
    /// `None` when it is none, and from a game that does not read any.
    fn read_observation<'de, D: Deserializer<'de>>(form: D, like: &Self::Observation) -> Option<Self::Observation> {
        let _ = (form, like);
        None
    }

    /// The player on turn in an observed position, `None` when the game is over.
    fn to_move(seen: &Self::Observation) -> Option<Self::Player>;

    /// The result as the protocol's `final_score` prints it. Of two players it is the initial of the one who has won or leads, and the
    /// lead, 0 for a winner who is behind, as in `B+26`; or `0` when neither has won and the scores are equal. Of more it is the scores
    /// of all, as in `white 5 black 3 grey 2`. The laws compare it with `scores` and `winner` where an observation shows both.
    fn final_score(seen: &Self::Observation) -> String;

    /// The player on turn at the start of a position, as far as the position itself tells; `None` when it is over.
    fn first_to_move(position: &Self::Position) -> Option<Self::Player>;

    /// The move that only hands over the turn, where the game has one.
    fn pass() -> Option<Self::Move> {
        None
    }

    /// A move with its player, in one word or few: by default the form of a [`Record`], such as `W[P63i9]`.
    fn said(player: Self::Player, mv: &Self::Move) -> String {
        let colour = player.to_string();
        format!("{}[{mv}]", colour[..1].to_ascii_uppercase())
    }

    /// Why a move is refused, in words for people: by default the word for the reason.
    fn refusal(mv: &Self::Move, reason: &Self::Reason) -> String {
        let _ = mv;
        reason.to_string()
    }

    /// Writes a record as its `Display` prints it, by default in the form that all games share. What a game writes in another,
    /// [`parse_record`](Game::parse_record) reads.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write_record(record: &Record<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if Self::initial(&[]).as_ref() != Ok(&record.start) {
            write!(f, "Start[{}]", record.start)?;
            separator = ";";
        }
        for (player, mv) in &record.moves {
            write!(f, "{separator}{}", Self::said(*player, mv))?;
            separator = ";";
        }
        Ok(())
    }

    /// Reads a record in the game's own traditional form; `None` when the text has the form that all games share, or the game
    /// has no other. What [`Record`]'s `FromStr` tries first.
    fn parse_record(text: &str) -> Option<Result<Record<Self>, RecordError>> {
        let _ = text;
        None
    }

    /// Where a text in the game's own traditional form tells a result that `end`, what its moves led to, contradicts: the place, and
    /// what is said there.
    fn contradiction(text: &str, end: &Self::Observation) -> Option<RecordError> {
        let _ = (text, end);
        None
    }

    /// Prints a record in the game's own traditional form, with the result when `end` is the end of the game. `None` when the game
    /// has no such form or the form cannot express the record.
    fn print_record(record: &Record<Self>, end: Option<&Self::Observation>) -> Option<String> {
        let _ = (record, end);
        None
    }
}

/// What the tooling asks of a rule engine of a game: one game being played, from its start to its end.
///
/// An engine is set up by [`setup`](Engine::setup) and may be set up again at any time. What it cannot answer it leaves to
/// the default, which answers `None`; the tooling then compares the rest. The engines of this workspace answer everything.
///
/// The methods that take `&self` do not change anything that can be observed.
pub trait Engine: Sized {
    /// The game whose rules this engine knows.
    type Game: Game;

    /// What [`observe`](Engine::observe) answers: the game's own [`Game::Observation`], or any struct or map whose JSON
    /// form has some of its keys.
    type Observation: Serialize + PartialEq + Debug + 'static;

    /// The engine's name in reports.
    fn name(&self) -> String;

    /// Starts a new game at `position` and forgets the old one.
    ///
    /// # Errors
    /// When the position could not arise by the rules. The engine then holds whatever it held before.
    fn setup(&mut self, position: &<Self::Game as Game>::Position) -> Result<(), <Self::Game as Game>::Invalid>;

    /// The same, from an engine that may be unable to start at `position`, or to say in the game's own words what is wrong with
    /// it. Such an engine answers [`setup`](Engine::setup) as well as it can, and says the rest as its
    /// [`fault`](Engine::fault); the tooling calls this method.
    ///
    /// # Errors
    /// Why it does not start there. Unless it is [`Unable`](NoStart::Unable), it then holds whatever it held before.
    fn begin(
        &mut self,
        position: &<Self::Game as Game>::Position,
    ) -> Result<(), NoStart<<Self::Game as Game>::Invalid>> {
        self.setup(position).map_err(NoStart::Invalid)
    }

    /// Plays a move for a player.
    ///
    /// # Errors
    /// When the move is illegal: the first reason that applies, in the order of [`Game::Reason`], or `None` from an engine
    /// that gives no reasons. Nothing has changed then.
    fn play(
        &mut self,
        player: <Self::Game as Game>::Player,
        mv: &<Self::Game as Game>::Move,
    ) -> Result<(), Option<<Self::Game as Game>::Reason>>;

    /// The player on turn, `None` when the game is over.
    fn turn(&self) -> Option<<Self::Game as Game>::Player>;

    /// Whether the engine can tell who is on turn. If not, what [`turn`](Engine::turn) answers means nothing.
    fn knows_turn(&self) -> bool {
        true
    }

    /// Whether `player` may play `mv` now, with the reason when not, exactly as [`play`](Engine::play) would answer.
    /// `None` from an engine that can only tell by playing.
    #[allow(clippy::type_complexity)]
    fn verdict(
        &self,
        player: <Self::Game as Game>::Player,
        mv: &<Self::Game as Game>::Move,
    ) -> Option<Result<(), Option<<Self::Game as Game>::Reason>>> {
        let _ = (player, mv);
        None
    }

    /// All legal moves of the player on turn, each once, in any order; empty when the game is over.
    fn legal_moves(&self) -> Option<Vec<<Self::Game as Game>::Move>> {
        None
    }

    /// Everything the engine believes about the position.
    fn observe(&self) -> Option<Self::Observation> {
        None
    }

    /// The result in the words of [`Game::final_score`], from an engine that tells it apart from what it
    /// [observes](Engine::observe).
    fn final_score(&self) -> Option<String> {
        None
    }

    /// Takes back the last move: `Some(true)` when there was one since [`setup`](Engine::setup), `Some(false)` when not,
    /// `None` when the engine cannot take back.
    fn undo(&mut self) -> Option<bool> {
        None
    }

    /// A 64-bit hash, equal for equal [`Game::identity`] and, up to chance, different otherwise.
    fn hash(&self) -> Option<u64> {
        None
    }

    /// The position in a form from which [`setup`](Engine::setup) restores it.
    fn position(&self) -> Option<<Self::Game as Game>::Position> {
        None
    }

    /// A second engine in the same state, history included, that shares nothing with this one.
    fn duplicate(&self) -> Option<Self> {
        None
    }

    /// The board as the engine draws it for people, several lines of text, from one that does. It is shown where two engines differ.
    fn drawing(&self) -> Option<String> {
        None
    }

    /// Whether it takes so long to make another one like this that this one is rather set up again after it was found to be wrong, while a
    /// game is made short.
    fn is_costly(&self) -> bool {
        false
    }

    /// Why nothing more can be asked of this engine, as when its process died. All answers since are meaningless then.
    fn fault(&self) -> Option<String> {
        None
    }

    /// The number of legal sequences of exactly `depth` moves from here; `None` from an engine that cannot count. By default one
    /// that cannot take back is such an engine where `depth` is above 1, and it is then left behind a move it has tried.
    fn perft(&mut self, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let moves = self.legal_moves()?;
        if depth == 1 {
            return Some(moves.len() as u64);
        }
        let player = self.turn();
        let mut nodes = 0;
        for mv in &moves {
            self.play(player?, mv).ok()?;
            let below = self.perft(depth - 1);
            self.undo()?;
            nodes += below?;
        }
        Some(nodes)
    }

    /// Plays uniformly random legal moves to the end, a pass only where nothing else is legal.
    ///
    /// An engine that can draw from its legal set without listing it overrides this; the moves played and the numbers drawn
    /// are its own affair, the distribution is not. It need not remember the moves: afterwards there may be nothing to undo.
    fn playout(&mut self, draw: &mut impl FnMut(u32) -> u32) -> Option<Playout>
    where
        Self: Sized,
    {
        let mut done = Playout::default();
        let pass = Self::Game::pass();
        while let Some(player) = self.turn() {
            let mut moves = self.legal_moves()?;
            done.legal += moves.len() as u64;
            if moves.len() > 1 {
                moves.retain(|mv| Some(mv) != pass.as_ref());
            }
            moves.sort_unstable();
            let mv = &moves[draw(moves.len() as u32) as usize];
            self.play(player, mv).ok()?;
            done.plies += 1;
        }
        Some(done)
    }
}

/// What one random game amounted to; see [`Engine::playout`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playout {
    /// Moves played, passes included.
    pub plies: u64,
    /// The number of legal moves, passes included, summed over the plies.
    pub legal: u64,
}

/// A way of choosing moves that leads play to certain kinds of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The name on the command line.
    pub name: &'static str,
    /// What it seeks, in a few words.
    pub about: &'static str,
}

/// Something that a move or a refusal can bring about, and that is worth counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The name in summaries, such as `captures`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
}

impl Event {
    /// An event with its name and what it is.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about }
    }
}

/// What the tooling may know about a game to test its engines well: where to start, where to steer, what to count, how to
/// make a game smaller, what observations have to obey. It reads observations and decides nothing about the rules. A wrong answer about
/// where to start, to steer or to make smaller makes testing poorer. One to which the laws hold engines, in
/// [`inconsistency`](Explore::inconsistency), [`most_points_win`](Explore::most_points_win), [`next_player`](Explore::next_player) or a
/// symmetry, has them told to differ though they do not; and a wrong [`afresh`](Explore::afresh) lets an enumeration pass
/// positions by.
pub trait Explore: Symmetric {
    /// The policies, the uniform one first.
    const POLICIES: &'static [Policy];

    /// The events worth counting, e.g. `captures`, in the order of the summary.
    const EVENTS: &'static [Event];

    /// A position to start a test game from. Standard and small boards are mixed so that the small ones, on which more
    /// happens per second, are frequent.
    fn start(draw: &mut Draw<'_>) -> Self::Position;

    /// A position to start a test game from, of the same kind as `like`: the same size, the same options. In a game whose setup is
    /// drawn by lot each may be another one; by default it is `like` itself.
    fn start_like(like: &Self::Position, draw: &mut Draw<'_>) -> Self::Position {
        let _ = draw;
        like.clone()
    }

    /// Whether games are played from this position, as opposed to one that can only be set up. A game that diverges is worth
    /// more to its reader when it can be played from the beginning.
    fn is_start(position: &Self::Position) -> bool;

    /// The position without what only the moves before tell of it, as when the game is over because all that is left would repeat a
    /// position: one at which a game can begin. That can be more than games come to; enumerations say so.
    fn afresh(position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// How much `policy` (an index into [`POLICIES`](Explore::POLICIES)) wants each of the legal `moves`: weights, parallel
    /// to `moves`, appended to the empty `weights`. A move of weight 0 is chosen only when all are.
    fn weigh(policy: usize, seen: &Self::Observation, moves: &[Self::Move], weights: &mut Vec<u32>);

    /// A move to ask both engines about, often an illegal one; near what is interesting, such as beside the tiles placed. `None` where
    /// nothing is known that could be proposed.
    fn proposal(seen: &Self::Observation, draw: &mut Draw<'_>) -> Option<Self::Move>;

    /// Which [`EVENTS`](Explore::EVENTS) a move brought about: calls `hit` with the index of each, once per occurrence.
    fn events(before: &Self::Observation, mv: &Self::Move, after: &Self::Observation, hit: &mut dyn FnMut(usize));

    /// The [`EVENTS`](Explore::EVENTS) index that counts refusals for this reason, if it is worth counting.
    fn refusal_event(reason: Self::Reason) -> Option<usize>;

    /// What of an observation contradicts the rest of it, in words, such as scores that do not add up; `None` when all is
    /// well. It is about what an observation says, not about what is legal.
    fn inconsistency(seen: &Self::Observation) -> Option<String> {
        let _ = seen;
        None
    }

    /// Whether the most points win the game that an observation shows. The laws then compare the winner that it names with its
    /// scores; not so where a game is won in another way, such as by a capture.
    fn most_points_win(seen: &Self::Observation) -> bool {
        let _ = seen;
        true
    }

    /// The player whose turn comes after a move that `player` made, if the game is not over. By default the next one in the order
    /// of [`PLAYERS`](Game::PLAYERS).
    fn next_player(
        before: &Self::Observation,
        player: Self::Player,
        mv: &Self::Move,
        after: &Self::Observation,
    ) -> Option<Self::Player> {
        let _ = (before, mv, after);
        let mut turns = Self::PLAYERS.iter().cycle().skip_while(|&&other| other != player);
        turns.nth(1).copied()
    }

    /// Games that say the same in a smaller or simpler way: the same moves on a smaller board, elsewhere on it, with
    /// simpler tiles. Dropping moves and replacing them by passes is the tooling's own work. Most promising first; the
    /// candidates need not be legal games, but must be smaller or simpler than `record` in some order that has no
    /// infinite descent.
    fn reductions(record: &Record<Self>) -> Vec<Record<Self>>;

    /// Positions from which one move may lead to `position`, with that move, most promising first. The tooling finds out by
    /// playing it whether it does, and so comes from a position set up to a game from the start.
    fn before(position: &Self::Position) -> Vec<(Self::Position, Self::Move)> {
        let _ = position;
        Vec::new()
    }

    /// The same moves from a position like the one where `record` starts but easier to come to by play, as when all players
    /// have made equally many moves to get there. `None` where the game knows no such thing, as without
    /// [`before`](Explore::before).
    fn reachable(record: &Record<Self>, draw: &mut Draw<'_>) -> Option<Record<Self>> {
        let _ = (record, draw);
        None
    }

    /// Every move that can be named on the board of a game from `start`, legal or not, each once; cells beyond the board are left
    /// out. `None` where nobody can tell. A search that asks about all of these has asked about everything.
    fn nameable(start: &Self::Position) -> Option<Vec<Self::Move>> {
        let _ = start;
        None
    }

    /// Small starting positions on which an exhaustive search for a game shorter than one from `like` is worth while, smallest
    /// first; with the variants of `like`, where the game has such.
    fn small_starts(like: &Self::Position) -> Vec<Self::Position>;
}

/// How a board is drawn on a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// ANSI colours; without them the board is plain text.
    pub colour: bool,
    /// The game's alternative names for its pieces, such as the octal tile numbers of Dominions.
    pub alternative: bool,
    /// Groups are numbered below the pieces.
    pub groups: bool,
}

/// What a picture shows on top of a position.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'a, G: Game> {
    /// The move that led to the position.
    pub last: Option<&'a G::Move>,
    /// A move that was not played, and whose it would be: it is drawn as a ghost.
    pub question: Option<(G::Player, &'a G::Move)>,
    /// Cells that stand out, by the names the observation uses.
    pub marked: &'a [String],
}

// Not derived: that would ask for the same of `G`, which says nothing.
impl<G: Game> Default for Overlay<'_, G> {
    fn default() -> Self {
        Self { last: None, question: None, marked: &[] }
    }
}

/// Pictures of an observed position.
pub trait Picture: Game {
    /// The board for a terminal, several lines, each ended by a line feed. The cell of a move in question stands in
    /// parentheses with the piece that it would place there, marked cells in brackets.
    fn board(seen: &Self::Observation, style: Style, overlay: &Overlay<'_, Self>) -> String;

    /// The lines below the board for a terminal, each ended by a line feed: whose turn it is or who has won, the
    /// scores, and what the signs on the board mean. By default there are none.
    fn caption(seen: &Self::Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        let _ = (seen, style, overlay);
        String::new()
    }

    /// The board as a complete SVG document, with the same caption.
    fn svg(seen: &Self::Observation, overlay: &Overlay<'_, Self>) -> String;
}
