//! Executes the commands of the protocol.

use std::fmt;

use bustan_guide::Style;
use bustan_vocabulary::NoStart;

use super::command::{Command, SETUP};
use super::{Answer, Line, Refusal};
use crate::base::Dice;
use crate::erased::{ErasedEngine, Invalid, Move, Observation, Overlay, Player, Position, Record, Rules};

/// The options of a session other than its engine and its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The seed of the random moves of `genmove`.
    pub seed: u64,
    /// The maximum depth that `bustan-perft` accepts. A greater depth is usually a typing error, except near
    /// the end of a game. Even a depth below the limit may take forever.
    pub perft_limit: u32,
    /// Words of the initial position, such as variants, that `boardsize` adds to its own words. They are
    /// omitted if both together are not an initial position.
    pub kept: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, perft_limit: 99, kept: Vec::new() }
    }
}

/// Chooses the moves of `genmove`. Given the game so far, returns a legal move for the player to move, or the
/// reason why there is none.
pub type Chooser = Box<dyn FnMut(&Record) -> Result<Move, String>>;

/// Parses a move in human notation. Given the observation, all legal moves and the word, returns the legal
/// move that the word denotes, like `Explore::read_move`.
pub type Reader = fn(&Observation, &[Move], &str) -> Option<Move>;

/// A game on one engine, controlled by the commands of the protocol.
pub struct Session {
    engine: ErasedEngine,
    /// The game so far.
    game: Record,
    chooser: Option<Chooser>,
    reader: Option<Reader>,
    home: Position,
    dice: Dice,
    perft_limit: u32,
    kept: Vec<String>,
    quit: bool,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("engine", &self.engine)
            .field("game", &self.game)
            .finish_non_exhaustive()
    }
}

type Handler = fn(&mut Session, &[&str]) -> Result<String, Refusal>;

/// Returns the words if there are exactly `N`, otherwise a syntax error.
fn exactly<'a, const N: usize>(words: &[&'a str]) -> Result<[&'a str; N], Refusal> {
    words.try_into().map_err(|_| Refusal::Syntax)
}

impl Session {
    /// Starts a session with a new game of `engine` at `home`.
    ///
    /// # Errors
    /// When the engine refuses `home`.
    pub fn new(mut engine: ErasedEngine, home: Position, options: Options) -> Result<Self, NoStart<Invalid>> {
        engine.setup(&home)?;
        let Options { seed, perft_limit, kept } = options;
        let (game, dice) = (Record::new(home.clone()), Dice::new(seed));
        Ok(Self { engine, game, chooser: None, reader: None, home, dice, perft_limit, kept, quit: false })
    }

    /// Sets the chooser of the moves of `genmove`. Without a chooser, they are random.
    #[must_use]
    pub fn choosing(self, chooser: Option<Chooser>) -> Self {
        Self { chooser, ..self }
    }

    /// Makes `play` also accept moves in human notation.
    #[must_use]
    pub fn reading(self, reader: Reader) -> Self {
        Self { reader: Some(reader), ..self }
    }

    /// Whether `quit` has been answered.
    pub const fn has_quit(&self) -> bool {
        self.quit
    }

    /// Returns the answer to a line; `None` for a line without a command.
    pub fn respond(&mut self, line: &Line) -> Option<Answer> {
        let Command { id, name, words, cut } = Command::parse(self.rules(), line)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let result = match Self::commands().into_iter().find(|(known, _)| *known == name) {
            _ if cut => Err(Refusal::LineTooLong),
            Some((_, handler)) => handler(self, &words),
            None => Err(Refusal::UnknownCommand),
        };
        Some(Answer { id, result })
    }

    fn commands() -> [(&'static str, Handler); 20] {
        [
            ("protocol_version", Self::protocol_version),
            ("name", Self::name),
            ("version", Self::version),
            ("known_command", Self::known_command),
            ("list_commands", Self::list_commands),
            ("quit", Self::quit),
            ("boardsize", Self::boardsize),
            ("clear_board", Self::clear_board),
            ("play", Self::play),
            ("undo", Self::undo),
            ("genmove", Self::genmove),
            ("reg_genmove", Self::reg_genmove),
            ("showboard", Self::showboard),
            ("final_score", Self::final_score),
            (SETUP, Self::setup),
            ("bustan-position", Self::position),
            ("bustan-legal", Self::legal),
            ("bustan-state", Self::state),
            ("bustan-perft", Self::perft),
            ("bustan-variants", Self::variants),
        ]
    }

    fn protocol_version(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        Ok("2".into())
    }

    fn name(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        Ok(format!("Bustan {} {}", self.rules().name(), self.engine.name()))
    }

    fn version(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        Ok(env!("CARGO_PKG_VERSION").into())
    }

    fn known_command(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [name] = exactly(words)?;
        Ok(Self::commands().iter().any(|(known, _)| *known == name).to_string())
    }

    fn list_commands(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        Ok(Self::commands().map(|(name, _)| name).join("\n"))
    }

    fn quit(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        self.quit = true;
        Ok(String::new())
    }

    fn boardsize(&mut self, words: &[&str]) -> Result<String, Refusal> {
        if words.is_empty() {
            return Err(Refusal::UnacceptableSize);
        }
        let with_kept: Vec<&str> =
            words.iter().copied().chain(self.kept.iter().map(String::as_str)).collect();
        let home = self
            .rules()
            .initial(&with_kept)
            .or_else(|_| self.rules().initial(words))
            .map_err(|_| Refusal::UnacceptableSize)?;
        self.engine.setup(&home).map_err(|_| Refusal::UnacceptableSize)?;
        self.game = Record::new(home.clone());
        self.home = home;
        Ok(String::new())
    }

    fn clear_board(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        self.engine.setup(&self.home).map_err(|invalid| Refusal::Position(invalid.to_string()))?;
        self.game = Record::new(self.home.clone());
        Ok(String::new())
    }

    fn setup(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let now = self.engine.position();
        let like = now.as_ref().unwrap_or(&self.home);
        let position = like.read_position(&words.join(" ")).map_err(Refusal::Position)?;
        self.engine.setup(&position).map_err(|invalid| Refusal::Position(invalid.to_string()))?;
        self.game = Record::new(position);
        Ok(String::new())
    }

    fn play(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [colour, mv] = exactly(words)?;
        self.play_move(self.player(colour)?, &self.meant(mv)?)?;
        Ok(String::new())
    }

    /// Returns the move that `word` denotes. If the protocol would write the move differently, for example in
    /// other letter case, a move that `word` denotes in human notation takes precedence.
    fn meant(&self, word: &str) -> Result<Move, Refusal> {
        let named = self.rules().mv(word).map_err(|_| Refusal::Syntax);
        if named.as_ref().is_ok_and(|mv| mv.to_string() == word) {
            return named;
        }
        let people = || self.reader?(&self.engine.observe()?, &self.engine.legal_moves()?, word);
        people().map_or(named, Ok)
    }

    fn play_move(&mut self, player: Player, mv: &Move) -> Result<(), Refusal> {
        self.engine
            .play(player, mv)
            .map_err(|reason| Refusal::IllegalMove(reason.map(|reason| reason.to_string())))?;
        self.game.moves.push((player, mv.clone()));
        Ok(())
    }

    fn player(&self, colour: &str) -> Result<Player, Refusal> {
        self.rules().player(colour).map_err(|_| Refusal::Syntax)
    }

    fn rules(&self) -> Rules {
        self.home.rules()
    }

    fn undo(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        match self.engine.undo() {
            Some(true) => {
                self.game.moves.pop();
                Ok(String::new())
            }
            Some(false) | None => Err(Refusal::CannotUndo),
        }
    }

    fn genmove(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let (player, mv) = self.chosen(words)?;
        self.play_move(player, &mv)?;
        Ok(mv.to_string())
    }

    fn reg_genmove(&mut self, words: &[&str]) -> Result<String, Refusal> {
        Ok(self.chosen(words)?.1.to_string())
    }

    /// Parses the player in `words`, and chooses a move for that player.
    fn chosen(&mut self, words: &[&str]) -> Result<(Player, Move), Refusal> {
        let [colour] = exactly(words)?;
        let player = self.player(colour)?;
        let turn = self.engine.turn().ok_or(Refusal::GameOver)?;
        let mut moves = self.engine.legal_moves().ok_or(Refusal::Unanswered)?;
        let pass = self.rules().pass();
        if moves.len() > 1 {
            moves.retain(|mv| Some(mv) != pass.as_ref());
        }
        moves.sort_unstable();
        let count = u32::try_from(moves.len()).ok().filter(|&n| n > 0).ok_or(Refusal::GameOver)?;
        if turn != player {
            // Fails with the refusal that any move of a player who is not to move gets.
            self.play_move(player, &moves[0])?;
        }
        let mv = match &mut self.chooser {
            Some(chooser) => chooser(&self.game).map_err(Refusal::Player)?,
            None => moves.swap_remove(self.dice.below(count) as usize),
        };
        Ok((player, mv))
    }

    fn showboard(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        let (seen, style, overlay) = (self.seen()?, Style::default(), Overlay::default());
        Ok(format!("\n{}{}", seen.board(style, &overlay), seen.caption(style, &overlay)))
    }

    fn final_score(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        Ok(self.seen()?.final_score())
    }

    fn position(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        Ok(self.engine.position().ok_or(Refusal::Unanswered)?.to_string())
    }

    fn legal(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        let moves = self.engine.legal_moves().ok_or(Refusal::Unanswered)?;
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        Ok(texts.join(" "))
    }

    fn state(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        serde_json::to_string(&self.seen()?).map_err(|_| Refusal::Unanswered)
    }

    fn perft(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [depth] = exactly(words)?;
        if depth.is_empty() || !depth.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Refusal::Syntax);
        }
        let limit = self.perft_limit;
        let depth = depth.parse().ok().filter(|&depth| depth <= limit).ok_or(Refusal::Depth(limit))?;
        Ok(self.engine.perft(depth).ok_or(Refusal::Unanswered)?.to_string())
    }

    fn variants(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let [] = exactly(words)?;
        Ok(self.rules().options().into())
    }

    fn seen(&self) -> Result<Observation, Refusal> {
        self.engine.observe().ok_or(Refusal::Unanswered)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::super::toy;
    use super::*;
    use crate::erased::shared_move;

    /// Sends lines to a toy session and returns its last answer without the empty line.
    #[track_caller]
    fn last(lines: &[&str]) -> String {
        let mut session = toy::session();
        let answers: Vec<String> =
            lines.iter().map(|line| session.respond(&Line::from(*line)).unwrap().to_string()).collect();
        answers.last().unwrap().trim_end_matches('\n').to_string()
    }

    #[test]
    fn the_administrative_commands_answer_as_gtp_says() {
        assert_eq!(last(&["protocol_version"]), "= 2");
        assert_eq!(last(&["name"]), "= Bustan toy counter");
        assert_eq!(last(&["version"]), concat!("= ", env!("CARGO_PKG_VERSION")));
        assert_eq!(last(&["9 known_command bustan-perft"]), "=9 true");
        assert_eq!(last(&["known_command no_such"]), "= false");
        assert_eq!(last(&["no_such_command"]), "? unknown command");
        assert_eq!(last(&["7"]), "?7 unknown command");
    }

    #[test]
    fn every_listed_command_is_known_and_listed_once() {
        let list = last(&["list_commands"]);
        let mut names: Vec<&str> = list.trim_start_matches("= ").lines().collect();
        let count = names.len();
        assert!(names.iter().all(|name| last(&[&format!("known_command {name}")]) == "= true"));
        names.sort_unstable();
        names.dedup();
        assert_eq!((names.len(), count), (20, 20));
    }

    #[test]
    fn an_illegal_move_names_its_reason_and_changes_nothing() {
        let before = last(&["play ann take2", "bustan-state"]);
        for (line, answer) in [
            ("play ann take1", "? illegal move: not-your-turn"),
            ("play ben take9", "? illegal move: too-many"),
            ("play ben nonsense", "? syntax error"),
            ("play carl take1", "? syntax error"),
            ("play ben", "? syntax error"),
            ("play ben take1 take1", "? syntax error"),
            ("genmove ann", "? illegal move: not-your-turn"),
        ] {
            assert_eq!(last(&["play ann take2", line]), answer, "{line}");
            assert_eq!(last(&["play ann take2", line, "bustan-state"]), before, "{line}");
        }
    }

    #[test]
    fn undo_goes_back_to_the_start_and_no_further() {
        assert_eq!(last(&["undo"]), "? cannot undo");
        assert_eq!(last(&["play a take2", "undo", "bustan-position"]), "= 5 ann");
        assert_eq!(last(&["play a take2", "undo", "undo"]), "? cannot undo");
        assert_eq!(last(&["play a take2", "bustan-setup 3 ben", "undo"]), "? cannot undo");
    }

    #[test]
    fn clear_board_goes_back_to_the_last_boardsize() {
        assert_eq!(last(&["play a take2", "clear_board", "bustan-position"]), "= 5 ann");
        assert_eq!(last(&["boardsize 8", "play a take2", "clear_board", "bustan-position"]), "= 8 ann");
        assert_eq!(last(&["boardsize 8", "bustan-setup 3 ben", "clear_board", "bustan-position"]), "= 8 ann");
    }

    #[test]
    fn a_size_or_position_that_is_refused_changes_nothing() {
        for (line, answer) in [
            ("boardsize", "? unacceptable size"),
            ("boardsize x", "? unacceptable size"),
            ("boardsize 400", "? unacceptable size"),
            ("boardsize 3 3", "? unacceptable size"),
            ("bustan-setup", "? invalid position: a position is a pile and a player"),
            ("bustan-setup x\u{7}y", "? invalid position: a position is a pile and a player"),
            ("bustan-setup 7 ann", "? invalid position: no game leads to a pile of 7"),
        ] {
            assert_eq!(last(&["play a take2", line]), answer, "{line}");
            assert_eq!(last(&["play a take2", line, "bustan-position"]), "= 3 ben", "{line}");
            assert_eq!(last(&["play a take2", line, "undo"]), "= ", "{line}");
        }
    }

    #[test]
    fn legal_moves_are_sorted_by_their_bytes_and_none_when_over() {
        assert_eq!(last(&["boardsize 9", "bustan-legal"]), "= pass take1 take10 take2");
        assert_eq!(last(&["bustan-setup 0 ann", "bustan-legal"]), "= ");
    }

    #[test]
    fn genmove_passes_only_where_nothing_else_is_legal_and_is_reproducible() {
        assert_eq!(last(&["bustan-setup 1 ann", "genmove ann"]), "= take1");
        assert_eq!(last(&["bustan-setup 13 ben", "genmove ben"]), "= pass");
        assert_eq!(last(&["bustan-setup 0 ben", "genmove ben"]), "? game over");
        let game = ["boardsize 9", "genmove ann", "genmove ben", "genmove ann", "bustan-position"];
        assert_eq!(last(&game), last(&game));
    }

    #[test]
    fn reg_genmove_answers_as_genmove_and_plays_nothing() {
        assert_eq!(last(&["bustan-setup 1 ann", "reg_genmove ann"]), "= take1");
        assert_eq!(last(&["reg_genmove ann", "bustan-position"]), "= 5 ann");
        assert_eq!(last(&["reg_genmove ben"]), "? illegal move: not-your-turn");
        assert_eq!(last(&["bustan-setup 0 ben", "reg_genmove ben"]), "? game over");
        let at = |command: &str| last(&["boardsize 9", &format!("{command} ann")]);
        assert_eq!(at("reg_genmove"), at("genmove"));
    }

    /// The chooser records its arguments.
    #[test]
    fn a_chooser_is_given_the_game_so_far() {
        let given = Rc::new(RefCell::new(Vec::new()));
        let told = Rc::clone(&given);
        let chooser = move |game: &Record| {
            told.borrow_mut().push(format!("{} {}", game.start, game.moves.len()));
            match game.moves.len() {
                0 => Ok(shared_move::<toy::Toy>(&toy::Move::Take(2))),
                1 => Ok(shared_move::<toy::Toy>(&toy::Move::Take(9))),
                _ => Err("at a loss".into()),
            }
        };
        let mut session = toy::session().choosing(Some(Box::new(chooser)));
        for (line, answer) in [
            ("reg_genmove ann", "= take2"),
            ("genmove ann", "= take2"),
            ("genmove ben", "? illegal move: too-many"),
            ("genmove ann", "? illegal move: not-your-turn"),
            ("play ben take1", "="),
            ("genmove ann", "? at a loss"),
            ("undo", "="),
            ("reg_genmove ben", "= take9"),
            ("bustan-setup 3 ben", "="),
            ("genmove ben", "= take2"),
            ("boardsize 8", "="),
            ("reg_genmove ann", "= take2"),
        ] {
            let told = session.respond(&Line::from(line)).unwrap().to_string();
            assert_eq!(told.trim_end(), answer, "{line}");
        }
        let expected = ["5 ann 0", "5 ann 0", "5 ann 1", "5 ann 2", "5 ann 1", "3 ben 0", "8 ann 0"];
        assert_eq!(*given.borrow(), expected);
    }

    #[test]
    fn the_board_starts_on_a_line_of_its_own() {
        assert_eq!(last(&["showboard"]), "= \npile\n  5");
    }

    #[test]
    fn state_and_score_are_the_games_own() {
        assert_eq!(last(&["bustan-state"]), r#"= {"pile":5,"to_move":"ann"}"#);
        assert_eq!(last(&["final_score"]), "= 5 left");
    }

    #[test]
    fn perft_counts_sequences_and_refuses_other_depths() {
        assert_eq!(last(&["bustan-setup 3 ann", "bustan-perft 0"]), "= 1");
        assert_eq!(last(&["bustan-setup 1 ann", "bustan-perft 2"]), "= 2");
        for (depth, answer) in [
            ("", "? syntax error"),
            ("-1", "? syntax error"),
            ("+1", "? syntax error"),
            ("1 1", "? syntax error"),
            ("99999999999", "? depth too large; the limit is 4"),
            ("5", "? depth too large; the limit is 4"),
        ] {
            assert_eq!(last(&[&format!("bustan-perft {depth}")]), answer);
        }
    }

    #[test]
    fn the_session_goes_on_after_any_refusal() {
        assert_eq!(last(&["play", "undo", "boardsize 0", "quit now", "5 protocol_version"]), "=5 2");
    }
}
