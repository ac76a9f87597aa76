//! Checks that the documentation is complete: games, scripts, environment variables, the changelog, the
//! glossary.

mod figures;
mod glossary;
mod scripts;
mod sources;
mod variables;
mod words;

use std::fs;

use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::{Explore, Picture};

fn page(name: &str) -> String {
    let path = sources::root().join(name);
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

/// Returns the key and the name of each known convention of a game.
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

#[test]
fn the_changelog_has_a_dated_section_for_this_version() {
    let text = page("CHANGELOG.md");
    let titles: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(titles.first(), Some(&"Unreleased"));
    let date = titles
        .iter()
        .find_map(|title| title.strip_prefix(concat!(env!("CARGO_PKG_VERSION"), " ("))?.strip_suffix(')'));
    let date = date.unwrap_or_else(|| panic!("{} is not in {titles:?}", env!("CARGO_PKG_VERSION")));
    let shape: String = date.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    assert_eq!(shape, "0000-00-00", "{date}");
}

#[test]
fn pages_and_manifests_have_no_placeholders_and_no_hosts_of_registries() {
    let all = sources::sources();
    let ends = [".md", "Cargo.toml", "package.json", "pyproject.toml"];
    let pages = all.iter().filter(|source| ends.iter().any(|end| source.name.ends_with(end)));
    let pages: Vec<_> = pages.collect();
    assert!(pages.len() > 100, "only {} pages were found", pages.len());
    for page in pages {
        for word in ["OWNER", "pypi.org", "npmjs", "crates.io"] {
            assert!(!page.text.replace("CODEOWNERS", "").contains(word), "{} has {word}", page.name);
        }
    }
}

#[test]
fn links_from_pages_for_contributors_lead_to_files() {
    let mut links = 0;
    for name in [".github/CONTRIBUTING.md", ".github/SECURITY.md"] {
        let text = page(name);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            links += 1;
            assert!(sources::root().join(".github").join(target).is_file(), "{name}: {target}");
        }
    }
    assert!(links > 4, "only {links} links were found");
}
