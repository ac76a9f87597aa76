//! Tables in Markdown, for the measurements of the programs of this workspace.

use std::fmt::Display;

/// Returns the head of a table: its first two lines. The columns of `words` are left-aligned and come first,
/// those of `numbers` are right-aligned.
pub fn head(words: &[&str], numbers: &[&str]) -> String {
    let rule = "---|".repeat(words.len()) + &"--:|".repeat(numbers.len());
    format!("{}|{rule}\n", row(&[words, numbers].concat()))
}

/// Returns a line of a table.
pub fn row(cells: &[impl Display]) -> String {
    let cells: String = cells.iter().map(|cell| format!(" {cell} |")).collect();
    format!("|{cells}\n")
}

/// Returns a piece of source text as a cell. A bar would end the cell.
pub fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_head_and_rows() {
        let table = head(&["flaw"], &["moves", "s"]) + &row(&[&code("| with ^"), "3", "0.1"]);
        assert_eq!(table, "| flaw | moves | s |\n|---|--:|--:|\n| `\\| with ^` | 3 | 0.1 |\n");
    }
}
