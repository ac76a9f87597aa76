//! What the engines of several games have in common, none of it a rule.

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), which maps no two numbers to one.
pub(crate) const fn mix(number: u64) -> u64 {
    let x = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The numbers of the bits that are set, lowest first.
pub(crate) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}

/// Defines `FastEngine`: the `Board` at hand as the tooling asks for it. It begins as `$new`. `$at` makes the
/// board at a position, or says why there is none, from the board before and the position.
macro_rules! fast_engine {
    ($module:ident::$Game:ident, $new:expr, $at:expr) => {
        mod fast {
            use alloc::string::String;
            use alloc::vec::Vec;

            use bustan_vocabulary::$module::*;
            use bustan_vocabulary::{Draw, Engine, NoStart, Playout, Ruling, Standing};

            use super::Board;

            /// A [`Board`] as the tooling asks for it. It begins as the standard initial position.
            #[derive(Clone)]
            pub struct FastEngine {
                board: Board,
            }

            impl FastEngine {
                /// The board as it stands.
                pub const fn board(&self) -> &Board {
                    &self.board
                }
            }

            impl Default for FastEngine {
                fn default() -> Self {
                    Self { board: $new }
                }
            }

            impl core::fmt::Debug for FastEngine {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    write!(f, "FastEngine({})", self.board.position())
                }
            }

            impl Engine for FastEngine {
                type Game = $Game;
                type Observation = Observation;

                fn name(&self) -> String {
                    "fast".into()
                }

                fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
                    let at: fn(&Board, &Position) -> Result<Board, Invalid> = $at;
                    self.board = at(&self.board, position)?;
                    Ok(())
                }

                fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
                    self.board.play_for(player, *mv).map_err(Some)
                }

                fn turn(&self) -> Option<Player> {
                    self.board.turn()
                }

                fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
                    self.board.check(player, *mv).into()
                }

                fn legal_moves(&self) -> Option<Vec<Move>> {
                    Some(self.board.legal_moves().collect())
                }

                fn observe(&self) -> Option<Observation> {
                    Some(self.board.observe())
                }

                fn standing(&self) -> Option<Standing> {
                    Some(self.board.standing())
                }

                fn undo(&mut self) -> Option<bool> {
                    Some(self.board.undo())
                }

                fn hash(&self) -> Option<u64> {
                    Some(self.board.hash())
                }

                fn position(&self) -> Option<Position> {
                    Some(self.board.position())
                }

                fn duplicate(&self) -> Option<Self> {
                    Some(self.clone())
                }

                fn perft(&mut self, depth: u32) -> Option<u64> {
                    Some(self.board.perft(depth))
                }

                fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
                    Some(self.board.playout(draw))
                }
            }
        }

        pub use fast::FastEngine;
    };
}

pub(crate) use fast_engine;
