//! Composition of positions of chess on a page.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::Game;
use bustan_vocabulary::chess::{
    Cell, Chess, Draws, Kind, Man, Observation, Parts, Player, Position, castling,
};

use super::pieces::alone;
use crate::compose::{BOARD, TURN, words};
use crate::{Choice, Compose, Draft, Setting, Values};

// The names of the settings.
const CASTLING: &str = "castling";
const EN_PASSANT: &str = "en passant";
const HALFMOVES: &str = "halfmoves";
const FULLMOVES: &str = "fullmoves";
const DRAWS: &str = "draws";

/// The text of a field without a value.
const NONE: &str = "-";

/// The castling rights.
const RIGHTS: [(&str, &str); 4] = [
    ("K", "white, king's side"),
    ("Q", "white, queen's side"),
    ("k", "black, king's side"),
    ("q", "black, queen's side"),
];

/// The first field of FEN, which describes the board.
fn board(draft: &Draft) -> String {
    let mut parts = Parts::EMPTY;
    for cell in Cell::BOARD {
        parts.board[cell.place()] =
            draft.pieces.get(&cell.to_string()).and_then(|man| man.parse::<Man>().ok());
    }
    Position::new(parts).map_or_else(|_| String::new(), |position| first(&position.fen()).into())
}

fn first(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Returns `word`, or `default` if it is empty.
fn or<'a>(word: &'a str, default: &'a str) -> &'a str {
    if word.is_empty() { default } else { word }
}

/// An observation of the position, as an engine would report it before the end of the game and without a
/// check.
pub(super) fn observed(position: &Position) -> Observation {
    let parts = position.parts();
    Observation {
        game: Chess::NAME,
        ply: parts.ply(),
        to_move: Some(parts.turn),
        over: false,
        winner: None,
        board: Cell::BOARD.into_iter().filter_map(|cell| Some((cell, position.man(cell)?))).collect(),
        castling: castling(parts),
        en_passant: parts.en_passant,
        check: false,
        halfmoves: parts.halfmoves,
        fullmoves: parts.fullmoves,
        turn: parts.turn,
    }
}

impl Compose for Chess {
    fn pieces(_: &Draft) -> Vec<Choice> {
        let kinds = Kind::ALL.into_iter().rev();
        let of = |player| {
            move |kind: Kind| {
                let man = Man { player, kind };
                Choice::piece(man, format!("{player} {}", kind.name()), alone(man))
            }
        };
        kinds.clone().map(of(Player::White)).chain(kinds.map(of(Player::Black))).collect()
    }

    fn settings(draft: &Draft) -> Vec<Setting> {
        let rank = if draft.setting(TURN) == Player::White.name() { 5 } else { 2 };
        let crossed = (0..8).filter_map(|file| Cell::new(file, rank)).map(|cell| cell.to_string());
        let none = (NONE.to_string(), "nowhere".to_string());
        let crossed = [none].into_iter().chain(crossed.map(|cell| (cell.clone(), cell))).collect();
        let draws =
            [("", "none"), ("claim", "those that can be claimed"), ("auto", "those that come by themselves")];
        let rights = if draft.setting(BOARD).is_empty() { Values::Some(&RIGHTS) } else { Values::Word };
        [
            Setting::turn(&Player::ALL),
            Setting::new(CASTLING, "may castle", rights),
            Setting::new(EN_PASSANT, "a pawn can be captured en passant on", Values::One(crossed)),
            Setting::new(HALFMOVES, "halfmove clock", Values::Number),
            Setting::new(FULLMOVES, "number of the move", Values::Number),
            Setting::new(DRAWS, "draws that end the game", Values::one(&draws)),
        ]
        .into()
    }

    fn draft(position: &Position) -> Draft {
        let parts = position.parts();
        let draws = match parts.draws {
            Draws::None => "",
            Draws::Claim => "claim",
            Draws::Auto => "auto",
        };
        let en_passant = parts.en_passant.map_or_else(|| NONE.into(), |cell| cell.to_string());
        let men = Cell::BOARD.into_iter().filter_map(|cell| Some((cell, position.man(cell)?)));
        Draft::new(men)
            .with(BOARD, if parts.chess960 { "chess960" } else { "" })
            .with(TURN, parts.turn)
            .with(CASTLING, castling(parts))
            .with(EN_PASSANT, en_passant)
            .with(HALFMOVES, parts.halfmoves)
            .with(FULLMOVES, parts.fullmoves)
            .with(DRAWS, draws)
    }

    fn text(draft: &Draft) -> String {
        let draws = draft.setting(DRAWS);
        words(&[
            &board(draft),
            draft.setting(TURN).get(..1).unwrap_or_default(),
            or(draft.setting(CASTLING), NONE),
            or(draft.setting(EN_PASSANT), NONE),
            or(draft.setting(HALFMOVES), "0"),
            or(draft.setting(FULLMOVES), "1"),
            draft.setting(BOARD),
            if draws.is_empty() { "" } else { "draws" },
            draws,
        ])
    }

    fn sketch(draft: &Draft) -> Result<Observation, String> {
        let men: BTreeMap<Cell, Man> = draft.placed(|_| true)?;
        let mut parts = Parts { turn: draft.read(TURN)?, ..Parts::EMPTY };
        for (cell, man) in men {
            parts.board[cell.place()] = Some(man);
        }
        Position::new(parts).map(|position| observed(&position)).map_err(|error| error.to_string())
    }

    /// Removes castling rights whose king or rook is missing, and an en passant square on the wrong rank.
    fn tidy(draft: &mut Draft) {
        let (board, chess960) = (board(draft), draft.setting(BOARD));
        let turn = draft.setting(TURN).get(..1).unwrap_or_default();
        let reads = |rights: &str, en_passant: &str| {
            words(&[&board, turn, rights, en_passant, "0", "1", chess960]).parse::<Position>().is_ok()
        };
        let kept: String =
            draft.setting(CASTLING).chars().filter(|right| reads(&right.to_string(), NONE)).collect();
        let lost = !reads(NONE, or(draft.setting(EN_PASSANT), NONE));
        draft.settings.insert(CASTLING.into(), or(&kept, NONE).into());
        if lost {
            draft.settings.insert(EN_PASSANT.into(), NONE.into());
        }
    }
}
