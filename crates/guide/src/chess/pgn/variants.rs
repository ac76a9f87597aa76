//! Variants of chess in the tags of a game.

use alloc::format;
use alloc::string::String;

use super::games::{Tag, named};
use super::tokens::{Wrong, quote, wrong};

/// The names of variants with the rules of standard chess.
const PLAIN: [&str; 5] = ["standard", "chess", "normal", "classical", "fromposition"];

/// The names of Chess960.
const CHESS960: [&str; 5] = ["chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess"];

/// Whether the tags of a game name Chess960. Fails for any other variant and for games other than chess.
pub(super) fn is_chess960(tags: &[Tag<'_>]) -> Result<bool, Wrong> {
    if let Some(tag) = named(tags, "GameType").filter(|tag| tag.value.split(',').next() != Some("0")) {
        return wrong(
            tag.at,
            format!("GameType {} is a game of draughts (PDN), not chess", quote(&tag.value)),
        );
    }
    let Some(tag) = named(tags, "Variant") else { return Ok(false) };
    let name: String =
        tag.value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match name.as_str() {
        name if CHESS960.contains(&name) => Ok(true),
        name if PLAIN.contains(&name) => Ok(false),
        _ => wrong(
            tag.at,
            format!("unsupported variant {}: only chess and Chess960 can be read", quote(&tag.value)),
        ),
    }
}
