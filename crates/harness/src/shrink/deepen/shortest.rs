//! Knowledge about games shorter than the shrunk one.

/// The lengths of games shorter than the shrunk one that were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The number of moves up to which all games were searched; `None` if no length was completed.
    pub searched: Option<usize>,
    /// Whether the search covered all games shorter than the shrunk one.
    pub all: bool,
    /// How closely the search examined the games.
    pub looked: SearchScope,
    /// The number of starting positions from which games were played.
    pub starts: usize,
    /// Whether the shrunk game begins at one of the searched starting positions.
    pub here: bool,
    /// Whether some games were followed only up to a move after which the engines differ in another way.
    pub cut: bool,
    /// Whether the engine under test took moves back between games, which may hide a shorter game.
    pub back: bool,
    /// Whether the shrunk game begins at a position that was set up.
    pub set_up: bool,
}

/// How closely a search examined the games it tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchScope {
    /// Any divergence of the sought kind would have shown, at every position.
    Everything,
    /// The divergence may be about a move that was not queried. The search queried the moves listed as legal
    /// and those of the best game.
    Listed,
    /// A divergence of the sought kind may escape the search.
    Sample,
}

impl SearchScope {
    /// Returns the name of the variant in `findings.json`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Everything => "everything",
            Self::Listed => "listed",
            Self::Sample => "sample",
        }
    }
}

impl Shortest {
    /// Nothing was searched.
    pub const NOTHING: Self = Self {
        searched: None,
        all: false,
        looked: SearchScope::Sample,
        starts: 0,
        here: false,
        cut: false,
        back: false,
        set_up: false,
    };

    /// Whether no shorter game exists from the searched starting positions, which are all small.
    pub fn is_proven(&self) -> bool {
        self.is_sought_out() && !self.back
    }

    /// Whether no shorter game exists, apart from games that an engine with a wrong undo may hide.
    pub(super) fn is_sought_out(&self) -> bool {
        self.all && self.looked == SearchScope::Everything && !self.cut
    }

    /// Whether replaying each game from its start is all that is missing for a proof.
    pub(crate) fn can_be_proven(&self) -> bool {
        self.is_sought_out() && self.back
    }

    /// Returns a human-readable summary.
    pub(crate) fn words(&self) -> String {
        let place = match (self.starts, self.here) {
            (1, true) if self.set_up => "from this position".to_string(),
            (1, true) => "from this start".to_string(),
            (1, false) => "on the one small board searched".to_string(),
            (starts, _) => format!("on the {starts} small boards searched"),
        };
        let games = match self.searched {
            _ if self.is_proven() && self.here => {
                return format!("proven shortest for this difference {place}");
            }
            _ if self.all => "no shorter game".to_string(),
            None | Some(0) => return "not proven shortest".into(),
            Some(1) => "no game of up to 1 move".to_string(),
            Some(moves) => format!("no game of up to {moves} moves"),
        };
        let cut = if self.cut { ", unless another difference comes before it" } else { "" };
        match self.looked {
            SearchScope::Everything if self.back => {
                format!("{games} shows this difference {place}{cut}; moves were taken back between them")
            }
            SearchScope::Everything => format!("{games} shows this difference {place}{cut}"),
            SearchScope::Listed => {
                format!("{games} shows this difference {place}{cut}; not every illegal move was tried")
            }
            SearchScope::Sample => {
                format!("{games} was found to show this difference {place}{cut}; a search can miss it")
            }
        }
    }
}
