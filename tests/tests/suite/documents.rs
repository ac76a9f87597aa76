//! The documentation mentions every game.

use std::fs;
use std::path::Path;

use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::{Explore, Picture};

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

/// The known conventions of a game: the key and the name of each.
struct Known;

impl Visit for Known {
    type Output = Vec<(&'static str, &'static str)>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let all = G::CONVENTIONS.into_iter().flat_map(|conventions| conventions.all);
        all.map(|one| (one.key, one.name)).collect()
    }
}

#[test]
fn every_convention_is_documented_and_no_other() {
    let known: Vec<_> =
        GAMES.iter().flat_map(|game| visit(game, Known).expect("the game is registered")).collect();
    let page = page("docs/reference/adapters.md");
    let (_, section) = page.split_once("### Conventions").expect("there is a section");
    let (section, _) = section.split_once("\n## ").expect("another section follows");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let listed: Vec<_> = rows.map(|(key, name)| (key, name.trim_end_matches(" |"))).collect();
    assert_eq!(listed, known);
}
