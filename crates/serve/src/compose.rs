//! Composition of positions, piece by piece.
//!
//! The server does not keep state between requests: a page sends its draft together with a change.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::routing::post;
use axum::{Json, Router};
use bustan_games::find;
use bustan_guide::{Draft, Setting, Values};
use bustan_harness::erased::{Overlay, Rules};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::play;
use crate::problem::{JsonBody, Problem};
use crate::server::Server;
use crate::table::{Refusal, headline};
use crate::view::Item;

/// The maximum number of pieces: more than the number of cells of any board, including all levels.
const MOST_PIECES: usize = 4096;

/// The route for changes of a draft.
pub(crate) fn routes() -> Router<Arc<Server>> {
    Router::new().route("/api/positions", post(compose))
}

/// A draft, as exchanged with pages.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Drafted {
    pieces: BTreeMap<String, String>,
    settings: BTreeMap<String, String>,
}

/// A request to start or change a draft.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Composing {
    game: String,
    /// The start of a draft: the words of a setup.
    setup: Option<String>,
    text: Option<String>,
    /// The draft to change.
    draft: Option<Drafted>,
    change: Option<Change>,
}

/// A change of a draft.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Change {
    /// Puts a piece on a cell, or removes the piece on it.
    Put { cell: String, piece: Option<String> },
    /// Sets another part of the position.
    Set { name: String, value: String },
    /// Removes all pieces.
    Clear,
}

/// A draft with information about it, as sent to pages.
#[derive(Debug, Serialize)]
struct Composed {
    game: &'static str,
    title: &'static str,
    draft: Drafted,
    /// The clickable board, as an SVG document.
    svg: String,
    settings: Vec<SettingValue>,
    /// The text of the draft.
    text: String,
    /// The position in the notation of the game, if an engine accepts it.
    position: Option<String>,
    /// The player to move or the winner as text, if an engine accepts the position.
    headline: Option<String>,
    /// Why an engine does not accept the position.
    trouble: Option<String>,
    /// The pieces that can be put on the board; only sent with a new draft.
    pieces: Option<Vec<Item>>,
}

/// A setting with its value, as sent to pages.
#[derive(Debug, Serialize)]
struct SettingValue {
    name: &'static str,
    label: &'static str,
    value: String,
    /// The kind of values: `one`, `some`, `number` or `word`.
    kind: &'static str,
    /// The values to choose from, each with its label.
    values: Vec<(String, String)>,
}

impl SettingValue {
    fn new(setting: Setting, draft: &Draft) -> Self {
        let Setting { name, label, values } = setting;
        let (kind, values) = match values {
            Values::One(values) => ("one", values),
            Values::Some(letters) => {
                let letters = letters.iter().map(|&(letter, label)| (letter.into(), label.into()));
                ("some", letters.collect())
            }
            Values::Number => ("number", Vec::new()),
            Values::Word => ("word", Vec::new()),
        };
        Self { name, label, value: draft.setting(name).into(), kind, values }
    }
}

async fn compose(JsonBody(asked): JsonBody<Composing>) -> Result<Json<Value>, Problem> {
    Ok(match composed(asked, play::random()?) {
        Ok(composed) => Json(json!({ "composed": composed })),
        Err(words) => play::attempted(Err(Refusal::of_text(words))),
    })
}

/// Executes a request. `seed` is used for a random setup.
fn composed(asked: Composing, seed: u64) -> Result<Composed, String> {
    let Composing { game, setup, text, draft, change } = asked;
    let game = find(&game).ok_or_else(|| format!("unknown game {game:?}"))?;
    let (rules, begins) = (game.rules, draft.is_none());
    let mut draft = match draft {
        Some(Drafted { pieces, settings }) => Draft { pieces, settings },
        None => {
            let begun = play::started(rules.name(), setup.as_deref(), text.as_deref(), seed)?;
            let position = begun.position().ok_or("the engine does not report the position")?;
            rules.position(&position)?.draft()
        }
    };
    if draft.pieces.len() > MOST_PIECES {
        return Err(format!("no board has {} cells", draft.pieces.len()));
    }
    if let Some(change) = change {
        changed(rules, &mut draft, change)?;
    }
    let sketch = rules.sketch(&draft)?;
    let mut engine = game.fast.engine();
    let text = rules.text(&draft);
    let allowed = rules.position(&text).and_then(|position| {
        engine.setup(&position).map_err(|error| error.to_string())?;
        Ok(position.to_string())
    });
    // The engine reports more than the draft contains, such as which balls are buried.
    let seen = allowed.as_ref().ok().and_then(|_| engine.observe());
    let overlay = Overlay { touch: true, ..Overlay::default() };
    let settings = rules.settings(&draft).into_iter();
    Ok(Composed {
        game: rules.name(),
        title: rules.title(),
        svg: seen.as_ref().unwrap_or(&sketch).svg(&overlay),
        settings: settings.map(|setting| SettingValue::new(setting, &draft)).collect(),
        headline: seen.as_ref().map(headline),
        pieces: begins.then(|| rules.pieces(&draft).into_iter().map(Item::from).collect()),
        draft: Drafted { pieces: draft.pieces, settings: draft.settings },
        trouble: allowed.as_ref().err().cloned(),
        text: allowed.clone().unwrap_or(text),
        position: allowed.ok(),
    })
}

fn changed(rules: Rules, draft: &mut Draft, change: Change) -> Result<(), String> {
    match change {
        Change::Put { cell, piece } => rules.put(draft, &cell, piece.as_deref())?,
        Change::Set { name, value } => {
            if !rules.settings(draft).iter().any(|setting| setting.name == name) {
                return Err(format!("a position of {} has no {name:?}", rules.title()));
            }
            draft.settings.insert(name, value);
        }
        Change::Clear => rules.clear(draft),
    }
    rules.tidy(draft);
    Ok(())
}
