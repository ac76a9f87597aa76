//! Checks that the justfile names every script of the repository and no other.

use super::page;
use super::sources::sources;

/// A recipe of a justfile: its description, and the words of its commands.
struct Recipe<'a> {
    name: &'a str,
    description: Option<&'a str>,
    words: Vec<&'a str>,
}

/// Returns the recipes of a justfile except those whose names begin with `_`. Recipes must be separated by
/// blank lines.
fn recipes(text: &str) -> Vec<Recipe<'_>> {
    let blocks = text.split("\n\n").filter_map(|block| {
        let (commands, head): (Vec<_>, Vec<_>) = block.lines().partition(|line| line.starts_with("    "));
        let name = head.last()?.split([' ', ':']).next()?;
        let words = commands.iter().flat_map(|line| line.split_whitespace()).collect();
        let description = head.iter().find_map(|line| line.strip_prefix("# "));
        (!commands.is_empty() && !name.starts_with('_')).then_some(Recipe { name, description, words })
    });
    blocks.collect()
}

#[test]
fn the_justfile_names_every_script_once_and_no_other() {
    let sources = sources();
    // Examples are programs to copy, which are started by an interpreter.
    let scripts = sources.iter().filter(|source| source.text.starts_with("#!/"));
    let scripts: Vec<_> = scripts.filter(|source| !source.name.starts_with("tests/examples/")).collect();
    let text = page("justfile");
    let recipes = recipes(&text);
    let words = recipes.iter().flat_map(|recipe| &recipe.words);
    let mut named: Vec<_> = words.copied().filter(|word| word.contains('/')).collect();
    named.sort_unstable();
    assert!(named.len() > 30, "only {} scripts are named", named.len());
    assert_eq!(scripts.iter().map(|script| &*script.name).collect::<Vec<_>>(), named);
    let undescribed: Vec<_> =
        recipes.iter().filter(|recipe| recipe.description.is_none()).map(|recipe| recipe.name).collect();
    assert!(undescribed.is_empty(), "without a description: {undescribed:?}");
    #[cfg(unix)]
    for script in scripts {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&script.path).expect("a script can be read").permissions().mode();
        assert!(mode & 0o111 != 0, "{} is not executable", script.name);
    }
}

#[test]
fn recipes_are_taken_out_of_a_justfile() {
    let text =
        "# All\nset a\n\n_b:\n    @c d/e\n\n# Does f\n[group('g')]\nf *words:\n    g/h \"$@\"\n\ni:\n    j\n";
    let found: Vec<_> =
        recipes(text).into_iter().map(|recipe| (recipe.name, recipe.description, recipe.words)).collect();
    assert_eq!(found, [("f", Some("Does f"), vec!["g/h", "\"$@\""]), ("i", None, vec!["j"])]);
}
