//! Presents a divergence to users: in words, with the boards of both engines, and as a picture.

use std::fmt::Write;

use bustan_guide::Style;

use crate::base::escape::encoded;
use crate::base::svg::{PADDING, frame, lettered, size};
use crate::compare::divergence::Divergence;
use crate::compare::panics::answer;
use crate::compare::participant::Drawing;
use crate::compare::reported_state::{BOARD, NOT_REPORTED, ReportedState};
use crate::erased::{Observation, Overlay};

/// The prefix of a data URL that contains an SVG picture.
pub(super) const IMAGE: &str = "data:image/svg+xml,";

/// The title of a board that both engines report.
pub(super) const BOTH: &str = "both engines";

/// The number of columns between two boards.
const GAP: usize = 4;

/// The maximum number of columns of the text for a partial report, so that two fit side by side.
const COLUMNS: usize = 44;

impl Divergence {
    /// Returns the difference, the game, and both boards, which are side by side if they fit in `width`
    /// columns. `length` describes the length of the game, and `moves` are its moves in human notation.
    pub fn text(&self, length: &str, moves: Option<&str>, style: Style, width: usize) -> String {
        let record = self.record.to_string().replace('\n', "\n  ");
        let moves = moves.map(|moves| format!("\n  ({moves})")).unwrap_or_default();
        let game =
            Some(record).filter(|record| !record.is_empty()).map(|record| format!("\n  {record}{moves}"));
        self.text_with(length, game.as_deref(), style, width)
    }

    /// Returns the text of [`text`](Self::text), with `game` as the text after the length. `game` is `None`
    /// if there are no moves.
    pub(super) fn text_with(&self, length: &str, game: Option<&str>, style: Style, width: usize) -> String {
        let ending = if self.question { "; the last move is the disputed one" } else { "" };
        let game = match game {
            None => format!("The game: {length}"),
            Some(game) => format!("The game ({length}){ending}:{game}"),
        };
        format!("{}: {self}\n\n{game}\n\n{}", self.rules().name(), self.boards(style, width))
    }

    /// Returns the boards of both engines, with the differing cells and the disputed move marked. There is
    /// only one board if both engines report the same.
    fn boards(&self, style: Style, width: usize) -> String {
        let sides = self.sides();
        let blocks = sides.titled();
        let blocks: Vec<Vec<String>> =
            blocks.iter().map(|(title, board)| sides.block(title, board, style)).collect();
        match &blocks[..] {
            [one, other] => beside(one, other, width) + "\n",
            [one] => one.join("\n") + "\n\n",
            _ => String::new(),
        }
    }

    /// Returns the observations of both engines, with the marks on their boards.
    fn sides(&self) -> Sides<'_> {
        let played = self.record.moves.get(..self.shown).unwrap_or_default();
        let asked =
            self.record.moves.last().filter(|_| self.question && self.shown + 1 == self.record.moves.len());
        let overlay = Overlay {
            last: played.last().map(|(_, mv)| mv),
            question: asked.map(|(player, mv)| (*player, mv)),
            marked: &self.marked,
            ..Overlay::default()
        };
        Sides {
            engines: &self.engines,
            moment: self.moment(),
            seen: &self.seen,
            drawings: &self.drawings,
            overlay,
        }
    }

    /// Returns the moment that the boards show; empty if it is the end of the game.
    fn moment(&self) -> String {
        match (self.shown, self.record.moves.len() - usize::from(self.question)) {
            (shown, played) if shown == played => String::new(),
            (0, _) => " at the start".into(),
            (1, _) => " after 1 move".into(),
            (shown, _) => format!(" after {shown} moves"),
        }
    }

    /// Returns the position as SVG, according to the more trusted engine that reports it.
    pub fn svg(&self) -> Option<String> {
        let sides = self.sides();
        [1, 0].into_iter().find_map(|engine| sides.picture(engine))
    }

    /// Returns the position as SVG according to the engine under test, if its board differs from that of the
    /// other.
    pub fn subject_svg(&self) -> Option<String> {
        let sides = self.sides();
        sides.picture(1)?;
        sides.picture(0).filter(|_| sides.board(0) != sides.board(1))
    }

    /// Returns the boards of both engines as SVG with their titles, in the order of the text report. There is
    /// only one if both engines report the same.
    pub(crate) fn pictures(&self) -> Vec<(String, String)> {
        let figures = self.figures().into_iter();
        figures.filter_map(|(title, svg)| Some((title, svg?))).collect()
    }

    /// Returns the boards of both engines as SVG with their titles, including the titles of boards that an
    /// engine does not report.
    pub(super) fn figures(&self) -> Vec<(String, Option<String>)> {
        self.sides().figures()
    }

    /// Returns a sentence for each engine that reports only a part of the position: the reported values and
    /// the missing keys.
    pub(super) fn remarks(&self) -> Vec<String> {
        let reports = [1, 0]
            .into_iter()
            .filter_map(|engine| Some((&self.engines[engine], self.seen[engine].as_ref()?)));
        reports.filter_map(|(name, shown)| Some(format!("{name}: {}", remark(shown)?))).collect()
    }
}

/// The observations of two engines at one moment of a game.
pub(super) struct Sides<'d> {
    /// The names of the engine under test and of the reference.
    pub(super) engines: &'d [String; 2],
    /// The moment of the observations, as words that follow a name.
    pub(super) moment: String,
    /// The reports of both engines.
    pub(super) seen: &'d [Option<ReportedState>; 2],
    /// The boards as drawn by the engines themselves, if they draw them.
    pub(super) drawings: &'d [Option<Drawing>; 2],
    /// The marks on the boards.
    pub(super) overlay: Overlay<'d>,
}

impl Sides<'_> {
    /// Returns the boards with their titles, which name the engine and the moment. The board of the more
    /// trusted engine comes first, and there is only one if both engines report the same. An engine that was
    /// queried but reports no board has a title, too, unless neither engine reports anything.
    fn titled(&self) -> Vec<(String, Board<'_>)> {
        let boards = [1, 0].map(|engine| self.board(engine));
        if let [Some(one), Some(other)] = boards
            && one == other
        {
            let title = format!("{BOTH}{}", self.moment);
            return if one.is_empty() { Vec::new() } else { vec![(title, one)] };
        }
        let named = [1, 0].into_iter().zip(boards);
        named.filter_map(|(engine, board)| Some((self.title(engine), board?))).collect()
    }

    fn title(&self, engine: usize) -> String {
        format!("{}{}", self.engines[engine], self.moment)
    }

    /// Returns the board of an engine; `None` if the engine was not queried.
    fn board(&self, engine: usize) -> Option<Board<'_>> {
        let shown = self.seen[engine].as_ref();
        let drawn = self.drawings[engine].as_ref().map(Board::Drawn);
        let seen = shown.and_then(|shown| Some(Board::Seen(shown, shown.board()?)));
        // A game cannot draw an observation that it does not understand.
        let is_opaque = |board: &Board<'_>| matches!(board, Board::Seen(_, seen) if seen.rules().is_opaque());
        let board = if seen.as_ref().is_some_and(is_opaque) { drawn.or(seen) } else { seen.or(drawn) };
        board.or(shown.map(Board::Words))
    }

    /// Whether both engines show the same board.
    pub(super) fn agree(&self) -> bool {
        self.board(0).is_some() && self.board(0) == self.board(1)
    }

    /// Returns the boards as SVG with their titles; `None` where an engine does not report its board.
    pub(super) fn figures(&self) -> Vec<(String, Option<String>)> {
        let figure = |(title, board): (String, Board<'_>)| {
            let drawn = self.drawn(&title, board);
            (title, drawn)
        };
        self.titled().into_iter().map(figure).collect()
    }

    /// Returns the board of one of the engines as SVG.
    fn picture(&self, engine: usize) -> Option<String> {
        self.drawn(&self.title(engine), self.board(engine)?)
    }

    fn drawn(&self, title: &str, board: Board<'_>) -> Option<String> {
        match board {
            Board::Seen(shown, seen) => Some(pictured(title, seen, &self.overlay_on(shown))),
            Board::Drawn(drawing) => Some(own(title, drawing)),
            Board::Words(_) => None,
        }
    }

    /// Returns the marks on the board of a report. If the report is partial, only the board itself is drawn.
    fn overlay_on(&self, shown: &ReportedState) -> Overlay<'_> {
        Overlay { board_only: shown.is_partial(), ..self.overlay }
    }

    /// Returns the lines of a board with its title.
    fn block(&self, title: &str, board: &Board<'_>, style: Style) -> Vec<String> {
        let mut lines = vec![format!("{title}:")];
        match board {
            Board::Seen(_, seen) if seen.rules().is_opaque() => {
                return framed(title, &drawn_whatever_it_is(|| seen.board(style, &self.overlay)));
            }
            Board::Seen(shown, seen) => {
                let overlay = self.overlay_on(shown);
                let draw = || seen.board(style, &overlay) + &seen.caption(style, &overlay);
                lines.extend(drawn_whatever_it_is(draw).lines().map(String::from));
                if shown.is_partial() {
                    lines.extend(words(shown));
                }
            }
            Board::Words(shown) => lines.extend(words(shown)),
            Board::Drawn(Drawing::Text(text) | Drawing::Image { text: Some(text), .. }) => {
                return framed(title, text);
            }
            Board::Drawn(Drawing::Image { .. }) => return framed(title, "drawn as a picture only"),
        }
        lines
    }
}

/// Returns the lines for a partial report: the board as text if it cannot be drawn, the other values, and the
/// missing keys.
fn words(shown: &ReportedState) -> Vec<String> {
    let board = match (shown.board(), shown.board_text()) {
        (Some(_), _) => None,
        (None, Some(board)) => Some(format!("board: {board}")),
        (None, None) => Some(format!("board: {NOT_REPORTED}")),
    };
    let missing = missing(shown);
    let facts = shown.facts().join("; ");
    let lines = [board, Some(facts).filter(|facts| !facts.is_empty()), missing];
    lines.into_iter().flatten().flat_map(|line| wrapped(&line)).collect()
}

/// Returns a description of the keys, other than the board, that an engine does not report.
fn missing(shown: &ReportedState) -> Option<String> {
    let keys: Vec<&str> = shown.missing().filter(|key| *key != BOARD).collect();
    (!keys.is_empty()).then(|| format!("{NOT_REPORTED}: {}", keys.join(", ")))
}

/// Returns the values and the missing keys of a partial report in one line; `None` if the report is complete.
fn remark(shown: &ReportedState) -> Option<String> {
    let keys: Vec<&str> = shown.missing().collect();
    let missing = (!keys.is_empty()).then(|| format!("{NOT_REPORTED}: {}", keys.join(", ")))?;
    Some(shown.facts().into_iter().chain([missing]).collect::<Vec<_>>().join("; "))
}

/// Breaks a line at spaces into lines of at most [`COLUMNS`] columns, and indents all lines except the first.
fn wrapped(line: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in line.split(' ') {
        match lines.last_mut() {
            Some(last) if columns(last) + 1 + columns(word) <= COLUMNS => {
                last.push(' ');
                last.push_str(word);
            }
            Some(_) => lines.push(format!("  {word}")),
            None => lines.push(word.into()),
        }
    }
    lines
}

/// Returns an observation as SVG. Only a game without its own picture needs the title.
pub(crate) fn pictured(title: &str, seen: &Observation, overlay: &Overlay<'_>) -> String {
    drawn_whatever_it_is(|| match seen.rules().is_opaque() {
        true => lettered(title, &seen.board(Style::default(), overlay)),
        false => seen.svg(overlay),
    })
}

/// Returns the result of `draw`, or an empty text if it panics, because an impossible observation may not be
/// drawable.
fn drawn_whatever_it_is(draw: impl FnOnce() -> String) -> String {
    answer(draw).unwrap_or_default()
}

/// The board of one engine.
enum Board<'d> {
    /// The report of the engine, and the observation that is drawn.
    Seen(&'d ReportedState, &'d Observation),
    /// A drawing made by the engine.
    Drawn(&'d Drawing),
    /// The report of the engine, without a board or with a board that cannot be drawn.
    Words(&'d ReportedState),
}

impl Board<'_> {
    /// Whether there is nothing to show.
    fn is_empty(&self) -> bool {
        matches!(self, Self::Words(shown) if shown.is_empty())
    }
}

impl Clone for Board<'_> {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Board<'_> {}

impl PartialEq for Board<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Seen(one, _), Self::Seen(other, _)) | (Self::Words(one), Self::Words(other)) => {
                one == other
            }
            (Self::Drawn(one), Self::Drawn(other)) => one == other,
            _ => false,
        }
    }
}

/// Draws the board as the engine itself draws it, in a frame, below a title if there is one. An SVG picture
/// is embedded as an image, which runs no scripts and loads nothing, whatever it contains.
pub(crate) fn own(title: &str, drawing: &Drawing) -> String {
    let (svg, size) = match drawing {
        Drawing::Text(text) => return lettered(title, text),
        Drawing::Image { svg, .. } => (svg, size(svg).unwrap_or_default()),
    };
    let (mut frame, heading) = frame(title, size);
    let (width, height) = size;
    let y = heading + PADDING;
    let _ = writeln!(
        frame,
        " <image x=\"{PADDING}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" href=\"{IMAGE}{}\"/>",
        encoded(svg)
    );
    frame + "</svg>\n"
}

/// Returns lines of text in a frame with a title. The frame indicates that the engine made the drawing, and
/// not the tooling.
fn framed(title: &str, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let widest = lines.iter().map(|line| columns(line)).chain([columns(title) + 2]).max().unwrap_or(0);
    let dashes = |used: usize| "-".repeat(widest + 2 - used);
    let top = format!("+- {title} {}+", dashes(columns(title) + 3));
    let inner = lines.iter().map(|line| format!("| {line}{:1$} |", "", widest - columns(line)));
    std::iter::once(top).chain(inner).chain([format!("+{}+", dashes(0))]).collect()
}

/// Joins two blocks of lines side by side, or one below the other if they are wider than `width` together.
fn beside(left: &[String], right: &[String], width: usize) -> String {
    let widest = |lines: &[String]| lines.iter().map(|line| columns(line)).max().unwrap_or(0);
    let (tab, rest) = (widest(left) + GAP, widest(right));
    if tab + rest > width {
        return [left, &[String::new()], right].concat().join("\n") + "\n";
    }
    let mut text = String::new();
    for i in 0..left.len().max(right.len()) {
        let (left, right) = (left.get(i).map_or("", |line| line), right.get(i).map_or("", |line| line));
        let line = format!("{left}{:pad$}{right}", "", pad = tab - columns(left));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Returns the number of columns that a line occupies in a terminal: the number of its characters without the
/// escape sequences for colours.
fn columns(line: &str) -> usize {
    let mut escape = false;
    let visible = line.chars().filter(|&c| {
        let shown = !escape && c != '\x1b';
        escape = (escape && c != 'm') || c == '\x1b';
        shown
    });
    visible.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::divergence::{Kind, Signature};
    use bustan_vocabulary::Record;
    use bustan_vocabulary::tictactoe::TicTacToe;
    use roxmltree::Document;

    use crate::any::State;
    use crate::base::svg::NAMESPACE;
    use crate::compare::participant::Observed;
    use crate::erased::shared_record;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn blocks_stand_next_to_each_other_whatever_their_colours() {
        let text = beside(&lines("one:\n\x1b[1mab\x1b[0m\nc"), &lines("two:\nx\ny\nz"), 80);
        assert_eq!(text, "one:    two:\n\x1b[1mab\x1b[0m      x\nc       y\n        z\n");
    }

    #[test]
    fn blocks_too_wide_for_the_terminal_stand_below_each_other() {
        assert_eq!(beside(&lines("one:\nab"), &lines("two:\nxy"), 8), "one:\nab\n\ntwo:\nxy\n");
    }

    #[test]
    fn what_an_engine_draws_stands_in_a_frame_with_its_name() {
        let expected = ["+- nim -------+", "| * * *       |", "| pile of 3   |", "+-------------+"];
        assert_eq!(framed("nim", "* * *\npile of 3  "), expected);
        assert_eq!(
            framed("a long name", "*"),
            ["+- a long name -+", "| *             |", "+---------------+"]
        );
    }

    #[test]
    fn a_picture_of_an_engine_is_an_image_in_a_frame_with_its_name() {
        let spoils =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40,20\" onload=\"x\"><script/></svg>";
        let drawing = Drawing::Image { svg: spoils.into(), text: None };
        let framed = own("nim <1>", &drawing);
        let document = Document::parse(&framed).expect("well-formed XML");
        let elements = document.descendants().filter(|node| node.is_element());
        let names: Vec<&str> = elements.map(|node| node.tag_name().name()).collect();
        assert_eq!(names, ["svg", "rect", "path", "text", "image"]);
        let image = document.descendants().find(|node| node.has_tag_name((NAMESPACE, "image"))).unwrap();
        assert_eq!((image.attribute("width"), image.attribute("height")), (Some("40"), Some("20")));
        let address = image.attribute("href").unwrap();
        assert!(address.starts_with("data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww."), "{address}");
        assert!(!framed.contains("<script") && !framed.contains("onload=\""), "{framed}");
    }

    /// Returns the observation of an engine after `plies` moves: all of it, or only `keys`.
    fn seen(record: &Record<TicTacToe>, plies: usize, keys: &[&str]) -> Observed {
        use bustan_vocabulary::Engine;
        let mut engine = bustan_core::tictactoe::FastEngine::default();
        engine.setup(&record.start).unwrap();
        for (player, mv) in &record.moves[..plies] {
            engine.play(*player, mv).unwrap();
        }
        let seen = engine.observe().unwrap();
        if keys == ["all"] {
            return Observed::new::<TicTacToe, _>(seen);
        }
        let mut told = crate::compare::diff::json(&seen);
        told.as_object_mut().unwrap().retain(|key, _| keys.contains(&key.as_str()));
        Observed::Said(State::read(&told.to_string()).unwrap())
    }

    /// Returns a divergence about a move after b2, with the boards after `shown` moves, for which the engines
    /// report `keys`.
    fn reported(shown: usize, question: bool, keys: [&[&str]; 2]) -> Divergence {
        let record: Record<TicTacToe> = "X[b2];O[a1]".parse().unwrap();
        let seen = ReportedState::pair(keys.map(|keys| match keys {
            [] => Some(None),
            ["unasked"] => None,
            keys => Some(Some(seen(&record, shown, keys))),
        }));
        Divergence {
            signature: Signature::new(Kind::Verdict, &[]),
            headline: String::new(),
            details: Vec::new(),
            record: shared_record(&record),
            question,
            marked: vec!["a1".into()],
            parts: Vec::new(),
            rule: None,
            engines: ["mine".into(), "yours".into()],
            shown,
            seen,
            known: Default::default(),
            said: Default::default(),
            drawings: [None, None],
        }
    }

    /// Returns the same divergence for engines that report everything.
    fn asked(shown: usize, question: bool) -> Divergence {
        reported(shown, question, [&["all"], &["all"]])
    }

    #[test]
    fn the_move_in_question_is_a_ghost_on_the_board_before_it() {
        let divergence = asked(1, true);
        let text = divergence.boards(Style::default(), 80);
        assert!(text.contains("1 (O) .  .\n") && text.contains("disputed: o a1\n"), "{text}");
        let pictures = divergence.pictures();
        for svg in pictures.iter().map(|(_, svg)| svg).chain(&divergence.svg()) {
            assert!(svg.contains("data-ghost=\"a1\"") && svg.contains("dashed: disputed, o a1<"), "{svg}");
            assert!(svg.contains("blue outline: last move"), "{svg}");
        }
        assert_eq!(pictures.len(), 1);
        // There is no mark if the move was played, nor on boards of another moment.
        for other in [asked(2, false), asked(0, true)] {
            assert!(!other.boards(Style::default(), 80).contains("question"));
            assert!(other.pictures().iter().all(|(_, svg)| !svg.contains("data-ghost")));
        }
    }

    #[test]
    fn an_engine_that_reports_no_board_has_none() {
        let divergence = reported(1, true, [&["over", "to_move"], &["all"]]);
        let text = divergence.boards(Style::default(), 160);
        assert!(text.starts_with("yours:") && !text.contains("both engines"), "{text}");
        for line in ["mine:\n", "board: not reported\n", "to_move: o; over: no\n"] {
            assert!(text.contains(line), "{line}: {text}");
        }
        assert!(text.contains("not reported: canonical, hash, ply, scores,\n"), "{text}");
        let titles: Vec<(String, bool)> =
            divergence.figures().into_iter().map(|(title, svg)| (title, svg.is_some())).collect();
        assert_eq!(titles, [("yours".to_string(), true), ("mine".into(), false)]);
        assert_eq!(divergence.pictures().len(), 1);
        assert!(divergence.svg().is_some() && divergence.subject_svg().is_none());
        let remarks = divergence.remarks();
        let told =
            "mine: to_move: o; over: no; not reported: board, canonical, hash, ply, scores, size, winner";
        assert_eq!(remarks, [told]);
    }

    #[test]
    fn of_a_part_that_is_reported_only_the_board_and_that_part_are_shown() {
        let divergence = reported(1, true, [&["board", "over"], &["all"]]);
        let [(mine, seen), (yours, all)] = [0, 1].map(|engine| {
            let sides = divergence.sides();
            let board = sides.board(engine).unwrap();
            (sides.block("name", &board, Style::default()).join("\n"), sides.picture(engine).unwrap())
        });
        let board = "name:\n3  .  .  .\n2  .  X  .\n1 (O) .  .\n   a  b  c\n";
        assert_eq!(
            mine,
            format!(
                "{board}[ ] marked; ( ) disputed: o a1\nover: no\n\
                 not reported: canonical, hash, ply, scores,\n  size, to_move, winner"
            )
        );
        assert_eq!(yours, format!("{board}o to move\nscores: x 0, o 0 (0)\n[ ] marked; ( ) disputed: o a1"));
        for claim in ["to move", "Scores", "after 1 move"] {
            assert!(all.contains(claim) && !seen.contains(claim), "{claim}: {seen}");
        }
        assert!(seen.contains("data-cell=\"b2\"") && seen.contains("dashed: disputed"), "{seen}");
        assert!(divergence.subject_svg().is_some_and(|svg| svg == seen));
    }

    #[test]
    fn one_board_for_both_is_shown_only_if_both_report_it() {
        let titles =
            |keys| reported(1, true, keys).figures().into_iter().map(|(title, _)| title).collect::<Vec<_>>();
        let board: &[&str] = &["board", "over"];
        assert_eq!(titles([&["all"], &["all"]]), ["both engines"]);
        assert_eq!(titles([board, &["all"]]), ["yours", "mine"]);
        assert_eq!(titles([&[], &["all"]]), ["yours", "mine"]);
        assert_eq!(titles([&["unasked"], &["all"]]), ["yours"]);
        // Both engines are programs, and the game cannot draw a board without an observation.
        assert_eq!(titles([board, board]), ["both engines"]);
        assert_eq!(titles([&[], &[]]), [""; 0]);
        let text = reported(1, true, [board, board]).boards(Style::default(), 80);
        assert_eq!(text, "both engines:\nboard: b2 x\nover: no\n\n");
        assert_eq!(reported(1, true, [&[], &[]]).boards(Style::default(), 80), "");
    }
}
