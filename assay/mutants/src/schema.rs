//! Inserts mutants into a source file, each controlled by a switch.
//!
//! Nothing is removed from the file; text is inserted. An operator `a < b` becomes
//!
//! ```text
//! (if is_on(7) { a <= b } else if is_on(8) { a == b } else { a < b })
//! ```
//!
//! a function that is replaced by a value begins with `if is_on(9) { return value; }`, and a match arm that
//! is deleted gets the guard `if !is_on(10)`. Only one mutant is on at a time, so the operands in the
//! branches of mutants are the original ones. The size of the file therefore grows with the depth of
//! expressions, but not exponentially.
//!
//! Like cargo-mutants, this module replaces an operator in the text, so the operands may be grouped
//! differently: in `a - b * c`, a `+` instead of the `*` yields `(a - b) + c`. The switch therefore encloses
//! everything that is grouped differently.

use std::collections::BTreeMap;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::list::{Genre, Mutant, Place};

/// The prefix of a switch in the mutated crate.
pub(crate) const SWITCH: &str = "crate::mutant::is_on(";

/// A text to be inserted at a place of the file.
struct Insert {
    at: usize,
    /// The order of texts at the same place: a text that encloses more comes first if it starts there, and
    /// last if it ends there.
    order: (bool, isize),
    text: String,
}

/// Returns the source with the mutants controlled by switches, and the numbers of the mutants for which this
/// is impossible.
pub(crate) fn plant(source: &str, mutants: &[&Mutant]) -> Result<(String, Vec<usize>), syn::Error> {
    let file = syn::parse_file(source)?;
    let lines: Vec<usize> =
        std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut planter =
        Planter { source, lines, mutants: BTreeMap::new(), rest: Vec::new(), inserts: Vec::new() };
    for &mutant in mutants {
        let (start, end) = (planter.offset(mutant.span.start), planter.offset(mutant.span.end));
        if mutant.genre == Genre::FnValue {
            let text = format!("if {SWITCH}{}) {{ return {}; }} ", mutant.number, mutant.replacement);
            planter.inserts.push(Insert { at: start, order: (true, isize::MIN), text });
        } else {
            planter.mutants.entry((start, end)).or_default().push(mutant);
        }
    }
    planter.visit_file(&file);
    let mut rest = planter.rest;
    rest.extend(planter.mutants.values().flatten().map(|mutant| mutant.number));
    planter.inserts.sort_by_key(|insert| (insert.at, insert.order));
    let (mut planted, mut done) = (String::new(), 0);
    for insert in &planter.inserts {
        planted += &source[done..insert.at];
        planted += &insert.text;
        done = insert.at;
    }
    planted += &source[done..];
    Ok((planted, rest))
}

/// An operator that is replaced by another.
struct Change {
    number: usize,
    /// The operator in the file.
    at: (usize, usize),
    replacement: String,
}

/// The context of a binary expression that is an operand of another one without parentheses.
#[derive(Clone, Copy)]
struct Outer {
    /// The binding strength of the outer operator.
    strength: u8,
    /// Whether the inner expression is the right operand.
    right: bool,
}

struct Planter<'a> {
    source: &'a str,
    /// The offset at which each line starts.
    lines: Vec<usize>,
    /// The mutants that have no place yet, by the range that they replace.
    mutants: BTreeMap<(usize, usize), Vec<&'a Mutant>>,
    /// The numbers of the mutants for which no place was found.
    rest: Vec<usize>,
    inserts: Vec<Insert>,
}

impl Planter<'_> {
    fn offset(&self, place: Place) -> usize {
        let line = &self.source[self.lines[place.line - 1]..];
        let column = line.char_indices().nth(place.column - 1).map_or(line.len(), |(at, _)| at);
        self.lines[place.line - 1] + column
    }

    fn range(&self, spanned: &impl Spanned) -> (usize, usize) {
        let (start, end) = (spanned.span().start(), spanned.span().end());
        let place = |at: proc_macro2::LineColumn| Place { line: at.line, column: at.column + 1 };
        (self.offset(place(start)), self.offset(place(end)))
    }

    /// Replaces an expression by variants, each of which applies if its mutant is on.
    fn wrap(&mut self, (start, end): (usize, usize), variants: &[(usize, String)]) {
        let branches: String = variants
            .iter()
            .map(|(number, text)| format!("if {SWITCH}{number}) {{ {text} }} else "))
            .collect();
        let size = (end - start) as isize;
        self.inserts.push(Insert { at: start, order: (true, -size), text: format!("({branches}{{ ") });
        self.inserts.push(Insert { at: end, order: (false, size), text: " })".into() });
    }

    /// Removes the mutants of an operator from `mutants`. Returns their numbers and replacements.
    fn of_operator(&mut self, operator: (usize, usize)) -> Vec<(usize, String)> {
        let mutants = self.mutants.remove(&operator).unwrap_or_default();
        mutants.iter().map(|mutant| (mutant.number, mutant.replacement.clone())).collect()
    }

    /// Replaces an expression according to the mutants of its operators. Returns the changes that would be
    /// grouped differently with the surrounding expression.
    fn binary(&mut self, binary: &syn::ExprBinary, outer: Option<Outer>) -> Vec<Change> {
        let at = self.range(&binary.op);
        let strength = strength(&self.source[at.0..at.1]);
        let mine = self.of_operator(at);
        let mut changes: Vec<Change> =
            mine.into_iter().map(|(number, replacement)| Change { number, at, replacement }).collect();
        for (operand, right) in [(&*binary.left, false), (&*binary.right, true)] {
            match operand {
                syn::Expr::Binary(inner) => {
                    changes.extend(self.binary(inner, Some(Outer { strength, right })))
                }
                _ => self.visit_expr(operand),
            }
        }
        let (above, here): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(|change| {
            let strength = self::strength(&change.replacement);
            outer.is_some_and(|outer| strength < outer.strength || outer.right && strength == outer.strength)
        });
        // A condition with `let` cannot be enclosed.
        if has_let(&binary.left) || has_let(&binary.right) {
            self.rest.extend(here.iter().map(|change| change.number));
        } else if !here.is_empty() {
            let whole = self.range(binary);
            let text = |change: &Change| {
                let (before, after) =
                    (&self.source[whole.0..change.at.0], &self.source[change.at.1..whole.1]);
                format!("{before}{}{after}", change.replacement)
            };
            let variants: Vec<(usize, String)> =
                here.iter().map(|change| (change.number, text(change))).collect();
            self.wrap(whole, &variants);
        }
        above
    }
}

impl<'ast> Visit<'ast> for Planter<'_> {
    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let above = self.binary(binary, None);
        debug_assert!(above.is_empty(), "nothing is outside");
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        let operand = self.range(&unary.expr);
        let operand = self.source[operand.0..operand.1].to_string();
        let operator = self.range(&unary.op);
        let variants: Vec<(usize, String)> = self
            .of_operator(operator)
            .into_iter()
            .map(|(number, operator)| (number, format!("{operator}{operand}")))
            .collect();
        if !variants.is_empty() {
            self.wrap(self.range(unary), &variants);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let (start, end) = self.range(arm);
        let whole =
            [(start, end), (start, end + 1)].into_iter().find(|range| self.mutants.contains_key(range));
        let deleted = whole.map(|range| self.of_operator(range)).unwrap_or_default();
        let guard = match &arm.pat {
            syn::Pat::Guard(guarded) => Some(self.range(&guarded.guard)),
            _ => None,
        };
        let off: String = deleted.iter().map(|(number, _)| format!("!{SWITCH}{number}) && ")).collect();
        if let Some(guard) = guard {
            let variants = self.of_operator(guard);
            if !variants.is_empty() {
                self.wrap(guard, &variants);
            }
            if !off.is_empty() {
                self.inserts.push(Insert { at: guard.0, order: (true, isize::MIN), text: format!("{off}(") });
                self.inserts.push(Insert { at: guard.1, order: (false, isize::MAX), text: ")".into() });
            }
        } else if !off.is_empty() {
            let at = self.range(&arm.pat).1;
            let guard = off.trim_end_matches(" && ");
            self.inserts.push(Insert { at, order: (true, isize::MIN), text: format!(" if {guard}") });
        }
        visit::visit_arm(self, arm);
    }
}

/// Returns the binding strength of a binary operator, higher for stronger. All operators are
/// left-associative.
fn strength(operator: &str) -> u8 {
    match operator {
        "*" | "/" | "%" => 9,
        "+" | "-" => 8,
        "<<" | ">>" => 7,
        "&" => 6,
        "^" => 5,
        "|" => 4,
        "==" | "!=" | "<" | ">" | "<=" | ">=" => 3,
        "&&" => 2,
        "||" => 1,
        _ => 0,
    }
}

/// Returns the number in the last switch before the offset `at`: that of the branch in which the offset is.
pub(crate) fn switch_before(planted: &str, at: usize) -> Option<usize> {
    number(planted.get(..at)?.rsplit_once(SWITCH)?.1)
}

/// Returns the number in the first switch after the offset `at` that deletes an arm of a match.
pub(crate) fn guard_behind(planted: &str, at: usize) -> Option<usize> {
    number(planted.get(at..)?.split_once(&format!("!{SWITCH}"))?.1)
}

/// Returns the number with which a text begins. A closing parenthesis must follow the number.
fn number(text: &str) -> Option<usize> {
    text.split(')').next()?.parse().ok()
}

/// Whether a condition has a `let` that is not in a nested block.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::list::Span;

    fn mutant(number: usize, genre: Genre, [line, from, to]: [usize; 3], replacement: &str) -> Mutant {
        let place = |column| Place { line, column };
        Mutant {
            number,
            name: number.to_string(),
            file: PathBuf::new(),
            line,
            genre,
            span: Span { start: place(from), end: place(to) },
            replacement: replacement.into(),
            evaluated: false,
        }
    }

    fn planted(source: &str, mutants: &[Mutant]) -> (String, Vec<usize>) {
        let (planted, rest) = plant(source, &mutants.iter().collect::<Vec<_>>()).unwrap();
        (planted.replace(SWITCH, "on("), rest)
    }

    #[test]
    fn operators_within_operators_have_switches() {
        let mutants = [
            mutant(0, Genre::BinaryOperator, [1, 34, 35], "-"),
            mutant(1, Genre::BinaryOperator, [1, 38, 39], "/"),
            mutant(2, Genre::UnaryOperator, [1, 31, 32], ""),
        ];
        let (text, rest) = planted("fn f(a: i32, b: i32) -> i32 { -a + b * 2 }", &mutants);
        assert_eq!(rest, [0; 0]);
        let inner = "(if on(2) { a } else { -a }) + (if on(1) { b / 2 } else { b * 2 })";
        let whole =
            format!("fn f(a: i32, b: i32) -> i32 {{ (if on(0) {{ -a - b * 2 }} else {{ {inner} }}) }}");
        assert_eq!(text, whole);
    }

    /// Returns the text of an expression in which one operator is controlled by a switch.
    fn switched(expression: &str, operator: &str, replacement: &str) -> String {
        let source = format!("fn f() {{ {expression} }}");
        let at = source.find(operator).unwrap() + 1;
        let place = [1, at, at + operator.len()];
        let (text, rest) = planted(&source, &[mutant(0, Genre::BinaryOperator, place, replacement)]);
        assert_eq!(rest, [0; 0]);
        text["fn f() { ".len()..text.len() - " }".len()].to_string()
    }

    #[test]
    fn operands_group_as_in_the_replaced_text() {
        assert_eq!(switched("a - b * c", "*", "+"), "(if on(0) { a - b + c } else { a - b * c })");
        assert_eq!(switched("a - b * c", "*", "/"), "a - (if on(0) { b / c } else { b * c })");
        assert_eq!(switched("a / b * c", "/", "+"), "(if on(0) { a + b * c } else { a / b * c })");
        assert_eq!(switched("a - b * c", "-", "/"), "(if on(0) { a / b * c } else { a - b * c })");
        assert_eq!(switched("a & b ^ c", "&", "|"), "(if on(0) { a | b ^ c } else { a & b ^ c })");
        assert_eq!(switched("a ^ b & c", "&", "^"), "(if on(0) { a ^ b ^ c } else { a ^ b & c })");
        assert_eq!(switched("a | b & c | d", "&", "^"), "a | (if on(0) { b ^ c } else { b & c }) | d");
        assert_eq!(switched("a == b - c * d", "*", "+"), "a == (if on(0) { b - c + d } else { b - c * d })");
        assert_eq!(switched("a - (b * c)", "*", "+"), "a - ((if on(0) { b + c } else { b * c }))");
        assert_eq!(switched("a || b && c", "&&", "||"), "(if on(0) { a || b || c } else { a || b && c })");
    }

    #[test]
    fn functions_and_arms_have_switches() {
        let value = [mutant(4, Genre::FnValue, [1, 18, 22], "false")];
        let (text, _) = planted("fn f() -> bool { true }", &value);
        assert_eq!(text, "fn f() -> bool { if on(4) { return false; } true }");
        let arm = [mutant(5, Genre::MatchArm, [1, 32, 39], "")];
        let (text, rest) = planted("fn f(n: u8) -> u8 { match n {  0 => 1, _ => 2 } }", &arm);
        assert_eq!(rest, [0; 0], "{text}");
        assert_eq!(text, "fn f(n: u8) -> u8 { match n {  0 if !on(5) => 1, _ => 2 } }");
    }

    #[test]
    fn an_error_is_blamed_on_the_switch_before_it_or_on_the_first_guard_after_it() {
        let planted = format!(
            "match n {{ 0 if !{SWITCH}7) => if {SWITCH}9) {{ n - 1 }} else {{ n + 1 }}, 1 if !{SWITCH}8) => 2 }}"
        );
        let at = |text: &str| planted.find(text).unwrap();
        assert_eq!(guard_behind(&planted, at("match n")), Some(7));
        assert_eq!(guard_behind(&planted, at("1 if")), Some(8));
        // Another switch precedes the guard.
        assert_eq!(guard_behind(&planted, at("=> if")), Some(8));
        assert_eq!(switch_before(&planted, at("n + 1")), Some(9));
        assert_eq!((switch_before(&planted, at("match n")), guard_behind(&planted, at("2 }"))), (None, None));
    }

    #[test]
    fn a_condition_with_a_let_has_none() {
        let mutants = [mutant(6, Genre::BinaryOperator, [1, 46, 48], "||")];
        let (_, rest) = planted("fn f(n: Option<u8>) { if let Some(1) = n      && true {} }", &mutants);
        assert_eq!(rest, [6]);
    }
}
