//! A third engine of Dominions, in which a flaw can be planted: one of six bugs, or another classic error of
//! Go-like engines.
//!
//! The six bugs were once in the engine that this project started from; each is typical of incremental
//! engines. So this engine is incremental, too: it stores a table of groups for each player, with the number
//! of liberties and a flag for whole sections, and updates the tables with each move. With
//! [`DominionsFlaw::None`] it plays by the rules. It shares only the vocabulary with the other two engines of
//! the project, so that a planted flaw makes it differ from both.
//!
//! A flaw causes wrong answers, but never a panic: if the tables contradict each other, the engine continues
//! with the entries that it finds.

mod game;
mod groups;
mod legal;
mod place;
mod see;
mod setup;

use std::fmt;

use bustan_vocabulary::dominions::{Dominions, Invalid, Move, Observation, Player, Position, Reason, Side};
use bustan_vocabulary::{Engine, NoStart, Ruling};

use game::Game;

/// A mistake to plant in a [`FlawedDominions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DominionsFlaw {
    /// No mistake.
    None,
    /// The tables of both players issue the same keys, so that a lookup in one finds groups of the other.
    SharedKeys,
    /// When a capture merges the groups of the captor around it, the capturing group is among them and is
    /// removed, too.
    CaptorRemoved,
    /// A pass as the first move ends the game, because a missing last move is treated as a pass.
    FirstPassEnds,
    /// Oscillation is guessed from "every beam is linked to a group that is a whole section and has one
    /// liberty left". This ignores sections of several groups, and groups with several beams that point at
    /// the cell.
    GuessedOscillation,
    /// A capture after which the capturing group has no liberties leaves it on the board without liberties.
    CaptorSpared,
    /// The flag "is a whole section" of a group is not cleared when the opponent attaches to it.
    StaleWholeFlag,
    /// If several groups have no liberties, only one is captured.
    OneCaptured,
    /// The player's own group is captured before the opponent's groups are checked.
    OwnFirst,
    /// In a suicide, only the new tile changes hands, not the earlier tiles of its group.
    LoneSuicide,
    /// Recapturing the tiles that the previous move captured is refused, as if it were a ko.
    RecaptureRefused,
    /// A group that has a tile on the edge is not captured.
    EdgeSpared,
    /// A tile without liberties next to opposing tiles is refused, even if it captures them.
    SuicideRefused,
    /// Two passes end the game even if a tile was placed between them.
    PassesKept,
    /// A tile that fills several liberties of a group removes only one.
    SharedLiberty,
    /// A tile that joins three or more groups leaves all of them but two unchanged.
    ThirdGroupLeft,
    /// A captured group joins the group that captured it, but no other groups of the captor.
    FlippedApart,
}

impl DominionsFlaw {
    /// The six bugs of the engine that this project started from.
    pub const ALL: [Self; 6] = [
        Self::SharedKeys,
        Self::CaptorRemoved,
        Self::FirstPassEnds,
        Self::GuessedOscillation,
        Self::CaptorSpared,
        Self::StaleWholeFlag,
    ];

    /// Classic errors of Go-like engines.
    pub const CLASSIC: [Self; 10] = [
        Self::OneCaptured,
        Self::OwnFirst,
        Self::LoneSuicide,
        Self::RecaptureRefused,
        Self::EdgeSpared,
        Self::SuicideRefused,
        Self::PassesKept,
        Self::SharedLiberty,
        Self::ThirdGroupLeft,
        Self::FlippedApart,
    ];
}

impl fmt::Display for DominionsFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::SharedKeys => "shared-keys",
            Self::CaptorRemoved => "captor-removed",
            Self::FirstPassEnds => "first-pass-ends",
            Self::GuessedOscillation => "guessed-oscillation",
            Self::CaptorSpared => "captor-spared",
            Self::StaleWholeFlag => "stale-whole-flag",
            Self::OneCaptured => "one-captured",
            Self::OwnFirst => "own-first",
            Self::LoneSuicide => "lone-suicide",
            Self::RecaptureRefused => "recapture-refused",
            Self::EdgeSpared => "edge-spared",
            Self::SuicideRefused => "suicide-refused",
            Self::PassesKept => "passes-kept",
            Self::SharedLiberty => "shared-liberty",
            Self::ThirdGroupLeft => "third-group-left",
            Self::FlippedApart => "flipped-apart",
        })
    }
}

/// An incremental engine of Dominions with one planted flaw, or with none.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_vocabulary::dominions::{Move, Player};
/// use bustan_flawed::flawed_dominions::{DominionsFlaw, FlawedDominions};
///
/// let mut engine = FlawedDominions::new(DominionsFlaw::FirstPassEnds);
/// engine.play(Player::White, &Move::Pass).expect("a pass is always legal");
/// assert_eq!(engine.turn(), None); // Black should be on turn.
/// ```
#[derive(Clone, Debug)]
pub struct FlawedDominions {
    flaw: DominionsFlaw,
    game: Game,
    /// The states of the game before each move since the setup, oldest first.
    before: Vec<Game>,
}

impl FlawedDominions {
    /// Returns an engine with `flaw` at the empty standard board.
    pub fn new(flaw: DominionsFlaw) -> Self {
        Self { flaw, game: setup::empty(flaw, &Position::initial(Side::STANDARD)), before: Vec::new() }
    }
}

impl Engine for FlawedDominions {
    type Game = Dominions;
    type Observation = Observation;

    fn name(&self) -> String {
        format!("flawed ({})", self.flaw)
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.game = setup::game(self.flaw, position)?;
        self.before.clear();
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.game.verdict(player, *mv)?;
        self.before.push(self.game.clone());
        self.game.make(*mv);
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.game.to_move()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.game.verdict(player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(self.game.legal_moves())
    }

    fn observe(&self) -> Option<Observation> {
        Some(self.game.observe())
    }

    fn undo(&mut self) -> Option<bool> {
        match self.before.pop() {
            Some(game) => {
                self.game = game;
                Some(true)
            }
            None => Some(false),
        }
    }

    fn hash(&self) -> Option<u64> {
        Some(self.game.hash())
    }

    fn position(&self) -> Option<Position> {
        self.game.position()
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }
}
