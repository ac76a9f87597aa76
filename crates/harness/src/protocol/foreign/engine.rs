//! An external process as an engine.

use std::cell::{OnceCell, RefCell, RefMut};
use std::sync::Arc;

use bustan_vocabulary::NoStart;
use serde_json::Value;

use super::abilities::{Ability, Support};
use super::inner::{Inner, PATIENCE};
use super::program::Program;
use super::variants::{VariantSupport, Variants, options_of};
use crate::any::State;
use crate::base::svg::is_picture;
use crate::compare::conventions::ConventionCache;
use crate::compare::divergence::plain;
use crate::compare::participant::{Drawing, Fault, Lack, Observed, Participant, Unset, Verdict};
use crate::erased::{Move, Player, Position, Reason, Rules};

/// The maximum number of lines of a text drawing, and the maximum number of characters in each line.
const DRAWN: usize = 200;

/// The command that clears the board.
const CLEAR: &str = "clear_board";

/// The command with which a program of an unknown game draws its board as an SVG picture.
const SVG: &str = "bustan-svg";
/// The maximum size of an SVG picture, in bytes.
const MOST_DRAWN: usize = 128 * 1024;

/// An engine of a game that is a separate process and speaks the protocol.
///
/// Queries that the process cannot answer have no answer, as for any engine. Once anything goes wrong, the
/// engine has a [`fault`](Participant::fault): it is not queried again, and its answers are meaningless.
/// ```
/// use bustan_vocabulary::dominions::Dominions;
/// use bustan_harness::protocol::foreign::{Foreign, Program};
/// use bustan_harness::compare::participant::Participant;
/// use bustan_harness::erased::rules;
///
/// let engine = Foreign::new(rules::<Dominions>(), &Program::parse("false")?, None);
/// assert!(engine.fault().is_some_and(|fault| fault.words.starts_with("the process ended at name: exit code 1")));
/// # Ok::<(), bustan_harness::protocol::foreign::ProgramError>(())
/// ```
#[derive(Debug)]
pub struct Foreign {
    inner: RefCell<Inner>,
    name: String,
    /// The position at which games begin after `clear_board` alone.
    home: Option<Position>,
    /// The words of the last accepted `boardsize`, if any.
    size: Option<String>,
    /// Whether a position has been set up with `bustan-setup` since the last accepted `boardsize`.
    set_up: bool,
    /// The number of moves played and not undone.
    plies: usize,
    /// The variants of the game that the program announces, once they have been queried.
    variants: OnceCell<Variants>,
    /// The options of the position that the user named for the program, if there is one.
    named: Option<Vec<&'static str>>,
    /// The start of the current game, if options were removed from the text that the program received.
    hidden: Option<Position>,
    /// The variant that the program lacks for the position of the last set-up.
    lack: Option<Lack>,
    /// Whether the program lists the command that draws a picture, once this has been queried.
    draws: OnceCell<bool>,
    /// The moves to try if the program does not list its legal moves.
    probe_moves: Vec<Move>,
    /// The message with which the program refused to undo the last move.
    refused_undo: Option<String>,
    rules: Rules,
}

impl Foreign {
    /// Starts a program. `home` is the position of its `clear_board` before any `boardsize`, by default the
    /// game's standard initial position. Any failure becomes the engine's [`fault`](Participant::fault).
    pub fn new(rules: Rules, program: &Program, home: Option<Position>) -> Self {
        let (inner, name) = Inner::start(program);
        let named = home.as_ref().map(options_of);
        let home = home.or_else(|| rules.initial(&[]).ok()).filter(|home| home.initial_words().is_some());
        Self {
            inner: RefCell::new(inner),
            name,
            home,
            size: None,
            set_up: false,
            plies: 0,
            variants: OnceCell::new(),
            named,
            hidden: None,
            lack: None,
            draws: OnceCell::new(),
            probe_moves: program.probe_moves.iter().filter_map(|word| rules.mv(word).ok()).collect(),
            refused_undo: None,
            rules,
        }
    }

    /// Returns the rules of the game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Makes the program choose a move for `player` and play it. Returns the answer to `genmove`, or the
    /// message if the program refuses; `None` if the process has failed.
    pub fn genmove(&mut self, player: Player) -> Option<Result<String, String>> {
        let inner = self.inner.get_mut();
        let command = inner.program.own_words(&format!("genmove {player}"));
        let answer = inner.change(&command)?;
        self.plies += usize::from(answer.is_ok());
        Some(answer.map(|text| inner.program.list(text)))
    }

    fn inner(&self) -> RefMut<'_, Inner> {
        self.inner.borrow_mut()
    }

    /// Returns the list of legal moves as text. It is queried at most once until the position may have
    /// changed.
    fn listed(&self) -> Option<String> {
        self.inner().legal()
    }

    fn state(&self) -> Option<State> {
        self.inner().state()
    }

    /// Returns the board as an SVG picture, if the game is unknown and the program lists the command.
    fn image(&self) -> Option<String> {
        let draws = self.rules.is_opaque() && *self.draws.get_or_init(|| self.inner().lists(SVG));
        let answer = if draws { self.inner().ask(SVG)? } else { return None };
        answer.ok().filter(|svg| svg.len() <= MOST_DRAWN && is_picture(svg))
    }

    /// Returns the player to move according to the program's state, if the state names one.
    fn to_move(&self) -> Option<Value> {
        self.state()?.to_move().cloned()
    }

    /// Returns the player to move, counted from the number of moves and the players named by the user, for a
    /// program that does not report it. Returns `None` if no players are named, or if the program lists no
    /// legal moves.
    fn counted_turn(&self) -> Option<Player> {
        let over = self.listed().is_some_and(|list| list.is_empty());
        let inner = self.inner.borrow();
        let colours = &inner.program.colours;
        let name = colours.get(self.plies % colours.len().max(1)).filter(|_| !over)?;
        self.rules.player(name).ok()
    }

    /// Returns the command that plays a move, in the program's own words.
    fn play_command(&self, player: Player, mv: &Move) -> String {
        self.inner.borrow().program.own_words(&format!("play {player} {mv}"))
    }

    fn play_commands(&self, moves: &[(Player, Move)]) -> Vec<String> {
        moves.iter().map(|(player, mv)| self.play_command(*player, mv)).collect()
    }

    /// Whether the program plays the variant `words`.
    fn plays(&self, words: &str) -> VariantSupport {
        self.variants.get_or_init(|| Variants::of(&mut self.inner())).plays(words)
    }

    /// Returns the text of a position without the options that the program does not announce. Returns `None`
    /// if the game has no such text.
    fn text_for(&self, position: &Position) -> Option<String> {
        position.text_for(&mut |words| self.plays(words) == VariantSupport::Yes)
    }

    /// Returns the options of a position that the program does not announce, in a game whose positions have a
    /// text without them.
    fn unannounced(&self, position: &Position) -> Vec<&'static str> {
        let mut options = options_of(position);
        if !options.is_empty() && self.text_for(position).is_none() {
            options.clear();
        }
        options.retain(|words| self.plays(words) != VariantSupport::Yes);
        options
    }

    /// Returns the variant that the program lacks to play at a position: one that the program does not have,
    /// or one that differs from the variant that the user named for it.
    fn lacks(&self, position: &Position) -> Option<Lack> {
        let options = self.unannounced(position);
        let denied = options.iter().find_map(|words| match self.plays(words) {
            VariantSupport::No(reason) => Some(Lack { variant: words, reason }),
            VariantSupport::Yes | VariantSupport::Open => None,
        });
        let unnamed = || {
            let named = self.named.as_ref()?;
            let other = options.iter().find(|words| !named.contains(words));
            other.map(|words| Lack::unannounced(words))
        };
        denied.or_else(unnamed).or_else(|| self.keeps(position))
    }

    /// Returns an option that the user named for the program but that `position` does not have. A program
    /// that does not announce the option uses it in every game.
    fn keeps(&self, position: &Position) -> Option<Lack> {
        let (named, options) = (self.named.as_ref()?, options_of(position));
        position.text_for(&mut |_| true)?;
        let mut kept = named.iter().filter(|words| !options.contains(words));
        let variant = kept.find(|words| self.plays(words) == VariantSupport::Open)?;
        Some(Lack { variant, reason: "it is not known to play without".into() })
    }

    /// Returns whether an initial position requires a `boardsize` with `words`, and whether `clear_board`
    /// begins at the position without one. `hides` states that options of the position are removed from its
    /// text; no `boardsize` is then required if the program accepts positions.
    fn way_to(&self, position: &Position, words: &str, hides: bool) -> (bool, bool) {
        // Programs disagree about which board `clear_board` clears after a set-up.
        let strayed = self.set_up && !words.is_empty();
        let told = (self.size.as_deref() == Some(words) && !strayed) || words.is_empty();
        let there = match &self.size {
            Some(size) => size == words,
            None => self.home.as_ref() == Some(position),
        } && !strayed;
        // The options of a program that announces none come from its command line.
        let spares = hides && self.takes_positions();
        (!told && !spares, there)
    }

    /// Starts from an initial position with `boardsize` and `clear_board`. Returns `false` if that is
    /// impossible.
    fn begin_anew(&mut self, position: &Position) -> bool {
        let Some(words) = position.initial_words() else { return false };
        let (untold, mut there) = self.way_to(position, &words, self.hidden.is_some());
        let inner = self.inner.get_mut();
        if untold {
            let taken = inner.known(Ability::Boardsize, &words, false).is_some();
            if taken {
                self.size = Some(words);
                self.set_up = false;
            }
            // A program without `boardsize` is assumed to begin correctly, but not one that refuses this
            // size.
            there = taken || (there && inner.abilities.get(Ability::Boardsize) == Support::No);
        }
        if !there {
            return false;
        }
        if let Some(Err(message)) = inner.change(CLEAR) {
            inner.blame("refuses to clear the board".into(), CLEAR, &message);
        }
        inner.fault.is_none()
    }

    /// Returns the command that begins a game at a position, if there is exactly one and the program is known
    /// to accept it. Sends the queries that must precede the command.
    fn only_command(&self, position: &Position) -> Option<String> {
        if self.lacks(position).is_some() {
            return None;
        }
        let text = self.set_up_text(position);
        let words = position.initial_words();
        let way = words.as_ref().map(|words| self.way_to(position, words, text != position.to_string()));
        match way {
            Some((true, _)) => None,
            Some((false, true)) => Some(CLEAR.into()),
            _ => {
                let reads = self.announces_positions() && !(self.rules.is_opaque() && words.is_some());
                (reads && !self.is_sent_strange(&text)).then(|| set_up_command(&text))
            }
        }
    }

    /// Returns the text with which the program is set up at a position.
    fn set_up_text(&self, position: &Position) -> String {
        self.text_for(position).unwrap_or_else(|| position.to_string())
    }

    /// Whether a position text names an option that the program has neither announced nor accepted as part of
    /// a `boardsize`.
    fn is_sent_strange(&self, text: &str) -> bool {
        let accepted = |words: &str| self.size.as_ref().is_some_and(|size| size.contains(words));
        let mut options =
            self.rules.options().split(", ").filter(|words| !words.is_empty() && text.contains(words));
        options.any(|words| !accepted(words) && self.plays(words) != VariantSupport::Yes)
    }

    /// Sets the program up at `position`, whose text for the program is `text`.
    fn set_up(&mut self, position: &Position, text: &str) -> Result<(), Unset> {
        if self.begin_anew(position) || self.fault().is_some() {
            return Ok(());
        }
        let strange = self.is_sent_strange(text);
        let inner = self.inner.get_mut();
        let known = inner.abilities.get(Ability::Setup);
        // In an unknown game, an engine can read only positions that come from an engine or a person.
        if known == Support::No || (self.rules.is_opaque() && position.initial_words().is_some()) {
            return Err(NoStart::Unable);
        }
        let command = set_up_command(text);
        match inner.change(&command) {
            // The program may not know the option.
            Some(Err(message)) if strange => {
                inner.refusal = Some((command, message));
                Err(NoStart::Unable)
            }
            Some(Err(message)) if known == Support::Untried => {
                inner.refusal = Some((command, message));
                inner.abilities.set(Ability::Setup, Support::No);
                Err(NoStart::Unable)
            }
            Some(Err(message)) => Err(NoStart::Refused(message)),
            Some(Ok(_)) | None => {
                self.set_up = true;
                Ok(())
            }
        }
    }
}

/// Returns the command that sets a program up at the position `text`.
fn set_up_command(text: &str) -> String {
    format!("{} {text}", Ability::Setup.command())
}

/// Returns the commands that undo `moves` moves.
fn undo_commands(moves: usize) -> Vec<String> {
    vec![Ability::Undo.command().to_string(); moves]
}

impl Participant for Foreign {
    fn rules(&self) -> Option<Rules> {
        Some(self.rules)
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn knows_rules(&self, position: &Position) -> bool {
        options_of(position).iter().all(|words| self.plays(words) == VariantSupport::Yes)
    }

    fn lack(&self, position: &Position) -> Option<Lack> {
        let unannounced = || self.unannounced(position).first().map(|words| Lack::unannounced(words));
        self.lacks(position).or_else(unannounced)
    }

    fn trusts_positions(&self) -> bool {
        self.inner.borrow().program.trusting
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        self.plies = 0;
        self.inner.get_mut().refusal = None;
        self.lack = self.lacks(position);
        if self.lack.is_some() {
            return Err(NoStart::Unable);
        }
        let text = self.set_up_text(position);
        let before = self.hidden.take();
        self.hidden = (text != position.to_string()).then(|| position.clone());
        let answer = self.set_up(position, &text);
        if answer.as_ref().is_err_and(NoStart::refuses) {
            self.hidden = before;
        }
        answer
    }

    fn unset(&self) -> Option<String> {
        let inner = self.inner.borrow();
        let knows = |ability: Ability| inner.abilities.get(ability) != Support::No;
        match (&self.lack, &inner.refusal) {
            (Some(Lack { variant, reason }), _) => Some(format!("does not play {variant}: {reason}")),
            (None, Some((command, message))) => {
                Some(format!("answers {command:?} with {:?}", format!("? {message}")))
            }
            (None, None) if !knows(Ability::Boardsize) && !knows(Ability::Setup) => {
                Some("knows neither boardsize nor bustan-setup".into())
            }
            (None, None) => None,
        }
    }

    fn announce_setup(&mut self, position: &Position) {
        if let Some(command) = self.only_command(position) {
            self.inner.get_mut().announce(&[command]);
        }
    }

    fn announce(&mut self, player: Player, mv: &Move) {
        let command = self.play_command(player, mv);
        self.inner.get_mut().announce(&[command]);
    }

    fn announce_all(&mut self, moves: &[(Player, Move)]) {
        let commands = self.play_commands(moves);
        self.inner.get_mut().announce(&commands);
    }

    fn announce_undo(&mut self, moves: usize) {
        if self.takes_back() {
            self.inner.get_mut().announce(&undo_commands(moves));
        }
    }

    fn announce_list(&self) {
        self.inner().announce_list();
    }

    fn spare_list(&mut self) {
        self.inner.get_mut().spares_list = true;
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict {
        let command = self.play_command(player, mv);
        let inner = self.inner.get_mut();
        let answer = inner.change(&command).filter(|answer| !inner.leaves_open(&command, answer));
        match answer {
            Some(Err(message)) => Err(reason(self.rules, &inner.program, &message)),
            Some(Ok(_)) | None => {
                self.plies += 1;
                Ok(())
            }
        }
    }

    fn play_all(&mut self, moves: &[(Player, Move)]) -> Result<(), usize> {
        let commands = self.play_commands(moves);
        let inner = self.inner.get_mut();
        let answers = inner.change_all(&commands).unwrap_or_default();
        self.plies += moves.len();
        let refused = answers.iter().position(Result::is_err);
        refused.filter(|&ply| !inner.leaves_open(&commands[ply], &answers[ply])).map_or(Ok(()), Err)
    }

    fn turn(&self) -> Option<Player> {
        let Some(told) = self.to_move() else { return self.counted_turn() };
        let name = told.as_str()?;
        let player = self.rules.player(name).ok();
        if player.is_none() {
            self.inner().blame("in its bustan-state, to_move is not a player".into(), "bustan-state", name);
        }
        player
    }

    fn knows_turn(&self) -> bool {
        self.to_move().is_some() || !self.inner.borrow().program.colours.is_empty()
    }

    fn reports_turn(&self) -> bool {
        self.to_move().is_some()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let listed = self.listed()?;
        let mut moves = Vec::new();
        for word in listed.split_whitespace() {
            let Ok(mv) = self.rules.mv(word) else {
                self.inner().blame(
                    "lists something that is not a move among its legal moves".into(),
                    "bustan-legal",
                    word,
                );
                return None;
            };
            moves.push(mv);
        }
        Some(moves)
    }

    fn probe_moves(&self) -> &[Move] {
        &self.probe_moves
    }

    fn observe(&self) -> Option<Observed> {
        self.state().map(Observed::Said)
    }

    fn final_score(&self) -> Option<String> {
        let mut inner = self.inner();
        let score = inner.known(Ability::FinalScore, "", false)?;
        inner.program.result(score)
    }

    fn undo(&mut self) -> Option<bool> {
        self.undo_all(1).map(|undone| undone == 1)
    }

    fn undo_all(&mut self, moves: usize) -> Option<usize> {
        let inner = self.inner.get_mut();
        let known = inner.abilities.get(Ability::Undo);
        if known == Support::No {
            return None;
        }
        let answers = inner.change_all(&undo_commands(moves))?;
        let undone = answers.iter().filter(|answer| answer.is_ok()).count();
        self.plies = self.plies.saturating_sub(undone);
        self.refused_undo = answers.into_iter().find_map(Result::err);
        if undone == 0 && moves > 0 && known == Support::Untried {
            inner.abilities.set(Ability::Undo, Support::No);
            return None;
        }
        inner.abilities.set(Ability::Undo, Support::Yes);
        Some(undone)
    }

    fn refused_undo(&self) -> Option<String> {
        self.refused_undo.clone()
    }

    fn takes_back(&self) -> bool {
        self.inner.borrow().abilities.get(Ability::Undo) != Support::No
    }

    fn counts_sequences(&self) -> bool {
        self.inner.borrow().abilities.get(Ability::Perft) == Support::Yes
    }

    fn takes_positions(&self) -> bool {
        self.inner.borrow().abilities.get(Ability::Setup) != Support::No
    }

    fn announces_positions(&self) -> bool {
        self.inner.borrow().abilities.get(Ability::Setup) == Support::Yes
    }

    fn position(&self) -> Option<Position> {
        let text = self.inner().known(Ability::Position, "", false)?;
        let position = match &self.hidden {
            Some(like) => like.read_from(&text),
            None => self.rules.position(&text).ok(),
        };
        if position.is_none() {
            self.inner().blame("its bustan-position is not a position".into(), "bustan-position", &text);
        }
        position
    }

    fn conventions(&self) -> Option<Arc<ConventionCache>> {
        Some(Arc::clone(&self.inner.borrow().program.learnt))
    }

    fn reportable(&self, position: &Position) -> Position {
        let text = self.text_for(position).filter(|text| *text != position.to_string());
        text.and_then(|text| position.read_from(&text)).unwrap_or_else(|| position.clone())
    }

    fn writes(&self, position: &Position) -> String {
        self.text_for(position).unwrap_or_else(|| position.to_string())
    }

    fn drawing(&self) -> Option<Drawing> {
        let text = || {
            let text = self.inner().known(Ability::Showboard, "", false)?;
            let lines = text.lines().take(DRAWN).map(|line| plain(line, DRAWN));
            Some(lines.collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
        };
        match self.image() {
            Some(svg) => Some(Drawing::Image { svg, text: text() }),
            None => text().map(Drawing::Text),
        }
    }

    fn transcript(&self) -> Vec<String> {
        self.inner.borrow().transcript()
    }

    /// Starting a process takes longer than any answer.
    fn is_costly(&self) -> bool {
        true
    }

    fn wait_longer(&mut self) {
        let program = &mut self.inner.get_mut().program;
        program.timeout = program.timeout.saturating_mul(PATIENCE);
    }

    fn fault(&self) -> Option<Fault> {
        self.inner().notice_unreadable();
        self.inner.borrow().fault.clone()
    }

    fn warn(&self, words: String) {
        self.inner.borrow().program.life.warn(words);
    }

    fn take_warnings(&self) -> Vec<String> {
        self.inner.borrow().program.life.take_warnings()
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        let inner = self.inner.get_mut();
        inner.disturbed();
        let text = inner.known(Ability::Perft, &depth.to_string(), false)?;
        let count = text.parse().ok();
        if count.is_none() {
            inner.blame("its bustan-perft is not a number".into(), "bustan-perft", &text);
        }
        count
    }
}

/// Returns the game's reason that a program gives in `message`, if any. In an unknown game, any message is a
/// reason.
fn reason(rules: Rules, program: &Program, message: &str) -> Option<Reason> {
    let given = message.strip_prefix("illegal move").unwrap_or(message).trim_start_matches([':', ' ']);
    if rules.is_opaque() {
        return rules.reason(&plain(&program.reason(given), usize::MAX));
    }
    rules.reason(given)
}
