//! A third engine of Margo, in which a flaw can be planted: one of ten misreadings of the rules, or another
//! classic error of Go-like engines.
//!
//! A reader of the rules easily makes each of the ten mistakes; some were found in published engines. The
//! engine labels every visible ball with its group and updates the labels with each move. With
//! [`MargoFlaw::None`] it plays by the rules. It shares only the vocabulary with the other two engines of the
//! project, so that a planted flaw makes it differ from both.
//!
//! A flaw causes wrong answers, but never a panic.

mod balls;
mod capture;
mod game;
mod shape;

use std::fmt;

use bustan_vocabulary::margo::{Invalid, Margo, Move, Observation, Player, Position, Reason, Setup, Size};
use bustan_vocabulary::{Engine, NoStart, Ruling};

use game::Game;

/// A mistake to plant in a [`FlawedMargo`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MargoFlaw {
    /// No mistake.
    None,
    /// Captures end after the first iteration that lifts nothing or, with three players, after the second
    /// such iteration in a row.
    FirstEmptyRound,
    /// Repetition compares only the balls and ignores the player to move.
    TurnlessKo,
    /// Only the positions of the last round are remembered.
    SimpleKo,
    /// A buried ball is lifted together with the ball of its colour directly above it.
    BuriedLifted,
    /// At the edge, where only one point is above a contact, an opposing ball on this point cuts the contact.
    EdgeCut,
    /// One opposing ball above a contact cuts it.
    OneBallCut,
    /// Only a ball that directly carries a ball of another group stays, but not the balls below it.
    DirectZombies,
    /// Suicide is judged before the move captures.
    EarlySuicide,
    /// A group that a bridge cuts or a ball buries still counts as one group.
    StaleSplit,
    /// The empty points next to balls on level 1 also count as freedoms.
    LevelOneFreedoms,
    /// If several groups have no freedom, only one is lifted.
    OneCaptured,
    /// A ball may not be placed where the previous move lifted a ball, whatever the new ball captures.
    SnapbackRefused,
    /// A ko may not be retaken, even after moves elsewhere.
    KoLasts,
    /// Suicide is illegal only for a single ball. Suicide of several balls is legal, and they are lifted.
    GroupSuicide,
    /// A group that has a ball at the edge of level 0 is not lifted.
    EdgeSpared,
    /// The empty holes diagonally next to a ball also count as freedoms.
    DiagonalFreedoms,
    /// Only the positions of the last two rounds are remembered.
    LongCycles,
    /// A ball that joins three or more groups leaves all of them but two unchanged.
    ThirdGroupLeft,
}

impl MargoFlaw {
    /// The ten misreadings of the rules.
    pub const ALL: [Self; 10] = [
        Self::FirstEmptyRound,
        Self::TurnlessKo,
        Self::SimpleKo,
        Self::BuriedLifted,
        Self::EdgeCut,
        Self::OneBallCut,
        Self::DirectZombies,
        Self::EarlySuicide,
        Self::StaleSplit,
        Self::LevelOneFreedoms,
    ];

    /// Classic errors of Go-like engines. Two more, early suicide and simple ko, are in [`ALL`](Self::ALL).
    pub const CLASSIC: [Self; 8] = [
        Self::OneCaptured,
        Self::SnapbackRefused,
        Self::KoLasts,
        Self::GroupSuicide,
        Self::EdgeSpared,
        Self::DiagonalFreedoms,
        Self::LongCycles,
        Self::ThirdGroupLeft,
    ];
}

impl fmt::Display for MargoFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::FirstEmptyRound => "first-empty-round",
            Self::TurnlessKo => "turnless-ko",
            Self::SimpleKo => "simple-ko",
            Self::BuriedLifted => "buried-lifted",
            Self::EdgeCut => "edge-cut",
            Self::OneBallCut => "one-ball-cut",
            Self::DirectZombies => "direct-zombies",
            Self::EarlySuicide => "early-suicide",
            Self::StaleSplit => "stale-split",
            Self::LevelOneFreedoms => "level-one-freedoms",
            Self::OneCaptured => "one-captured",
            Self::SnapbackRefused => "snapback-refused",
            Self::KoLasts => "ko-lasts",
            Self::GroupSuicide => "group-suicide",
            Self::EdgeSpared => "edge-spared",
            Self::DiagonalFreedoms => "diagonal-freedoms",
            Self::LongCycles => "long-cycles",
            Self::ThirdGroupLeft => "third-group-left",
        })
    }
}

/// An engine of Margo with one planted flaw, or with none.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_flawed::flawed_margo::{FlawedMargo, MargoFlaw};
///
/// let mut engine = FlawedMargo::new(MargoFlaw::EarlySuicide);
/// engine.setup(&"2 white 4 BA1:0 WC1:0 BA3:0".parse().expect("a position")).expect("nothing could be lifted");
/// assert_eq!(engine.turn(), None); // White should be on turn, to capture two balls from C3.
/// ```
#[derive(Clone, Debug)]
pub struct FlawedMargo {
    game: Game,
    /// The states of the game before each move since the setup, oldest first.
    before: Vec<Game>,
}

impl FlawedMargo {
    /// Returns an engine with `flaw` at the empty standard board.
    pub fn new(flaw: MargoFlaw) -> Self {
        Self { game: Game::at(flaw, &Position::initial(Setup::standard(Size::STANDARD))), before: Vec::new() }
    }
}

impl Engine for FlawedMargo {
    type Game = Margo;
    type Observation = Observation;

    fn name(&self) -> String {
        format!("flawed ({})", self.game.flaw())
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        game::check(position)?;
        self.game = Game::at(self.game.flaw(), position);
        self.before.clear();
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        let next = self.game.after(&self.before, player, *mv)?;
        self.before.push(std::mem::replace(&mut self.game, next));
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.game.to_move(&self.before)
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.game.after(&self.before, player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(self.game.legal_moves(&self.before).collect())
    }

    fn observe(&self) -> Option<Observation> {
        Some(self.game.observe(&self.before))
    }

    fn undo(&mut self) -> Option<bool> {
        let last = self.before.pop();
        let undone = last.is_some();
        self.game = last.unwrap_or_else(|| self.game.clone());
        Some(undone)
    }

    fn hash(&self) -> Option<u64> {
        Some(self.game.hash(&self.before))
    }

    fn position(&self) -> Option<Position> {
        self.game.position(&self.before)
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }
}
