//! Tables in Markdown, for the measurements that programs of this workspace print.

use std::fmt::Display;

/// Returns the head of a table: its first two lines. The columns `words` come first and are left-aligned; the
/// columns `numbers` are right-aligned.
pub fn head(words: &[&str], numbers: &[&str]) -> String {
    let rule = "---|".repeat(words.len()) + &"--:|".repeat(numbers.len());
    format!("{}|{rule}\n", row(&[words, numbers].concat()))
}

/// Returns a line of a table.
pub fn row(cells: &[impl Display]) -> String {
    let cells: String = cells.iter().map(|cell| format!(" {cell} |")).collect();
    format!("|{cells}\n")
}

/// Formats source text as the content of a cell. Bars are escaped, because they would end the cell.
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
