//! Tables in Markdown, for what the programs of this workspace measure.

use std::fmt::Display;

/// The head of a table: its first two lines. The columns of `words` are aligned to the left and come first, those of
/// `numbers` to the right.
pub fn head(words: &[&str], numbers: &[&str]) -> String {
    let rule = "---|".repeat(words.len()) + &"--:|".repeat(numbers.len());
    format!("{}|{rule}\n", row(&[words, numbers].concat()))
}

/// A line of a table.
pub fn row(cells: &[impl Display]) -> String {
    let cells: String = cells.iter().map(|cell| format!(" {cell} |")).collect();
    format!("|{cells}\n")
}

/// A piece of source text as a cell. A bar would end the cell.
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
