//! Tests of the composition of positions.

use bustan_games::Registered;
use bustan_guide::Draft;
use bustan_harness::erased::{Observation, Overlay};
use serde_json::json;

use super::requests::{Client, Dice, SETUPS, words};
use super::*;

/// Takes positions of a random game and composes them again, piece by piece.
fn again(game: &Registered, setup: &str) {
    let rules = game.rules;
    let start = rules.initial(&setup.split_whitespace().collect::<Vec<_>>()).unwrap();
    let mut engine = game.fast.at(&start).unwrap();
    let mut dice = Dice(7);
    for _ in 0..40 {
        let position = engine.position().unwrap();
        let whole = position.draft();
        assert_eq!(rules.position(&rules.text(&whole)).ok().as_ref(), Some(&position), "{position}");
        let mut draft = start.draft();
        rules.clear(&mut draft);
        for (cell, piece) in in_order(&whole) {
            rules.put(&mut draft, cell, Some(piece)).unwrap();
        }
        draft.settings.clone_from(&whole.settings);
        assert_eq!(draft, whole, "{position}");
        let board = |seen: &Observation| serde_json::to_value(seen).unwrap()["board"].clone();
        assert_eq!(board(&rules.sketch(&draft).unwrap()), board(&engine.observe().unwrap()), "{position}");
        for (cell, _) in in_order(&whole).into_iter().rev() {
            rules.put(&mut draft, cell, None).unwrap();
        }
        assert_eq!(draft.pieces.len(), 0, "{position}");
        let Some(legal) = engine.legal_moves().filter(|legal| !legal.is_empty()) else { break };
        let player = engine.turn().unwrap();
        engine.play(player, dice.pick(&legal)).unwrap();
    }
}

/// The pieces with the names of their cells on the page, the lowest level first.
fn in_order(draft: &Draft) -> Vec<(&str, &str)> {
    let level = |cell: &str| cell.split_once(':').map_or(0, |(_, level)| level.parse::<u8>().unwrap());
    let mut pieces: Vec<(u8, &str, &str)> = draft
        .pieces
        .iter()
        .map(|(cell, piece)| (level(cell), cell.split(':').next().unwrap(), piece.as_str()))
        .collect();
    pieces.sort_unstable();
    pieces.into_iter().map(|(_, cell, piece)| (cell, piece)).collect()
}

#[test]
fn every_position_is_put_together_again_piece_by_piece() {
    for (game, setup) in SETUPS {
        again(find(game).unwrap(), setup);
    }
    for (game, setup) in [("margo", "3 players 3 swap atari"), ("chess", "chess960 40 draws auto")] {
        again(find(game).unwrap(), setup);
    }
}

/// Puts each available piece on a cell and removes it.
fn put_and_take(game: &Registered) {
    let (rules, name) = (game.rules, game.rules.name());
    let start = game.fast.engine().position().unwrap().draft();
    let mut all = Vec::new();
    let mut open = rules.pieces(&start);
    while let Some(choice) = open.pop() {
        if choice.then.is_empty() {
            assert!(choice.svg.starts_with("<svg"), "{name}");
            all.push(choice.target);
        }
        open.extend(choice.then);
    }
    assert!(all.len() >= 2, "{name}");
    let svg = rules.sketch(&start).unwrap().svg(&Overlay { touch: true, ..Overlay::default() });
    let cell = svg.split("data-target=\"").nth(1).unwrap().split('"').next().unwrap();
    for piece in all {
        let mut draft = start.clone();
        rules.clear(&mut draft);
        rules.put(&mut draft, cell, Some(&piece)).unwrap();
        assert!(draft.pieces.values().eq([&piece]), "{name}");
        rules.sketch(&draft).unwrap();
        rules.put(&mut draft, cell, Some(&piece)).unwrap();
        assert!(draft.pieces.is_empty(), "{name}: the same piece again takes it off");
    }
}

#[test]
fn every_piece_is_put_on_a_cell_and_taken_off() {
    bustan_games::all().iter().for_each(put_and_take);
}

/// A page on which a position is composed.
struct Editor {
    client: Client,
    game: &'static str,
    told: Value,
}

impl Editor {
    async fn new(game: &'static str, from: Value) -> Self {
        let client = Client::new();
        let mut asked = from;
        asked["game"] = json!(game);
        let told = client.post("api/positions", asked).await["composed"].clone();
        assert!(told.is_object());
        Self { client, game, told }
    }

    /// Requests a change. A refusal is returned as a message, and changes nothing.
    async fn change(&mut self, change: Value) -> Result<(), String> {
        let asked = json!({"game": self.game, "draft": self.told["draft"], "change": change});
        let told = self.client.post("api/positions", asked).await;
        if told["composed"].is_object() {
            self.told = told["composed"].clone();
            return Ok(());
        }
        Err(words(&told["refused"], "words").into())
    }

    async fn put(&mut self, cell: &str, piece: Value) -> Result<(), String> {
        self.change(json!({"put": {"cell": cell, "piece": piece}})).await
    }

    async fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.change(json!({"set": {"name": name, "value": value}})).await
    }

    fn position(&self) -> Option<&str> {
        assert_ne!(self.told["position"].is_null(), self.told["trouble"].is_null(), "{}", self.told);
        self.told["position"].as_str()
    }

    fn trouble(&self) -> &str {
        assert_eq!(self.position(), None);
        words(&self.told, "trouble")
    }
}

#[tokio::test]
async fn a_position_of_chess_is_edited_until_it_is_allowed() {
    let mut editor = Editor::new("chess", json!({"setup": ""})).await;
    assert_eq!(words(&editor.told, "headline"), "white to move");
    assert_eq!(editor.told["pieces"].as_array().unwrap().len(), 12);
    editor.put("h1", json!(null)).await.unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1";
    assert_eq!(editor.position(), Some(start), "the right to castle with the rook is gone");
    assert_eq!(editor.told["pieces"], json!(null));
    editor.put("e1", json!(null)).await.unwrap();
    assert!(editor.trouble().contains("king"), "{}", editor.told);
    assert_eq!(editor.told["headline"], json!(null));
    let svg = words(&editor.told, "svg");
    assert!(
        svg.contains("e1: empty") && svg.contains("d1: white queen"),
        "a board that is not allowed is shown"
    );
    editor.change(json!("clear")).await.unwrap();
    for (cell, man) in [("a1", "K"), ("b3", "q"), ("c3", "k")] {
        editor.put(cell, json!(man)).await.unwrap();
    }
    editor.set("turn", "black").await.unwrap();
    editor.set("halfmoves", "7").await.unwrap();
    assert_eq!(editor.position(), Some("8/8/8/8/8/1qk5/8/K7 b - - 7 1"));
    let before = editor.told.clone();
    for (refused, says) in [
        (json!({"put": {"cell": "i9", "piece": "K"}}), "i9"),
        (json!({"put": {"cell": "a2", "piece": "x"}}), "is not a piece"),
        (json!({"set": {"name": "winner", "value": "white"}}), "has no \"winner\""),
        (json!({"set": {"name": "turn", "value": "grey"}}), "grey"),
    ] {
        let refusal = editor.change(refused).await.unwrap_err();
        assert!(refusal.contains(says), "{refusal}");
    }
    assert_eq!(editor.told, before);
    editor.set("halfmoves", "many").await.unwrap();
    assert!(editor.trouble().contains("many"), "{}", editor.told);
}

#[tokio::test]
async fn balls_of_margo_lie_where_a_move_would_put_them() {
    let mut editor = Editor::new("margo", json!({"text": "4 white 2 WE1:0 BE5:0"})).await;
    let refusal = editor.put("B2", json!("white")).await.unwrap_err();
    assert!(refusal.contains("on four balls"), "{refusal}");
    for cell in ["A1", "A3", "C1", "C3", "B2"] {
        editor.put(cell, json!("white")).await.unwrap();
    }
    assert!(words(&editor.told["draft"]["pieces"], "B2:1") == "white");
    editor.put("A1", json!("black")).await.unwrap();
    assert_eq!(editor.told["draft"]["pieces"]["A1:0"], "black", "nothing carries a second ball there");
    editor.put("A1", json!(null)).await.unwrap();
    assert_eq!(editor.trouble(), "the ball at B2:1 floats: nothing lies at A1:0");
    editor.put("B2", json!(null)).await.unwrap();
    editor.set("turn", "black").await.unwrap();
    assert!(editor.position().unwrap().starts_with("4 black "), "{}", editor.told);
}

#[tokio::test]
async fn drafts_begin_at_setups_positions_and_records() {
    let editor = Editor::new("dominions", json!({"text": "W[P1a1];B[pass]"})).await;
    assert_eq!(editor.position(), Some("9 white 1 2 W1a1"));
    let editor = Editor::new("tribolo", json!({"setup": "5 4 seed 3"})).await;
    assert!(editor.position().unwrap().starts_with("5x4 "));
    let client = Client::new();
    for (asked, says) in [
        (json!({"game": "go"}), "unknown game \"go\""),
        (json!({"game": "margo", "text": "x"}), "this is not a position"),
        (json!({"game": "margo", "draft": {"pieces": {}, "settings": {}}}), "not a player"),
        (json!({"game": "tictactoe", "draft": {"pieces": {"d4": "x"}, "settings": {}}}), "no cell d4"),
        (json!({"game": "dominions", "draft": {"pieces": {"a1": "W99"}, "settings": {"board": "3"}}}), "W99"),
    ] {
        let refused = client.post("api/positions", asked).await;
        assert!(words(&refused["refused"], "words").contains(says), "{refused}");
    }
}
