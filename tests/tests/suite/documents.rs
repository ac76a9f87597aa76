//! The documentation says something about every game.

use std::fs;
use std::path::Path;

use bustan_games::GAMES;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_game_is_documented() {
    for game in GAMES {
        let rules = page(&format!("docs/rules/{game}.md"));
        let title = rules.lines().next().and_then(|line| line.strip_prefix("# ")?.split(':').next());
        let title = title.unwrap_or_else(|| panic!("the rules of {game} begin with its name"));
        for (name, words) in [
            ("README.md", format!("[{title}](docs/rules/{game}.md)")),
            ("docs/SUMMARY.md", format!("[{title}](rules/{game}.md)")),
            ("docs/reference/rules.md", format!("[{title}](../rules/{game}.md)")),
            ("docs/reference/commands.md", format!("`{game}`")),
            ("docs/reference/notations.md", format!("## {title}")),
            ("docs/reference/solved.md", format!("| {title}")),
        ] {
            assert!(page(name).contains(&words), "{name} says nothing of {title}: {words}");
        }
    }
}
