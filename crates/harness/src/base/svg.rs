//! Draws text as SVG, and validates the SVG pictures of external programs.

use std::fmt::Write;

use roxmltree::Document;

use crate::base::escape::escape;

/// The namespace of SVG.
pub(crate) const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// The size of a character in a drawing, in SVG units.
const LETTER: (usize, usize) = (9, 18);

/// The space between the frame of a drawing and its content, in SVG units.
pub(crate) const PADDING: usize = 10;

/// The side of a program's picture if the picture states no size.
const SIDE: f64 = 400.0;
/// The longest side at which a picture is shown.
const LONG_SIDE: f64 = 800.0;
/// The longest side that a program's picture may state.
const LONGEST_SIDE: f64 = 1e6;

/// Whether a text is an SVG document.
pub(crate) fn is_picture(svg: &str) -> bool {
    size(svg).is_some()
}

/// Returns the size at which a picture is shown: its stated size, the size of its view box, or else a default
/// size, scaled down if a side is too long. `None` if the text is not a picture.
pub(crate) fn size(svg: &str) -> Option<(usize, usize)> {
    let document = Document::parse(svg).ok()?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" || root.tag_name().namespace() != Some(NAMESPACE) {
        return None;
    }
    let is_length = |side: &f64| (1.0..=LONGEST_SIDE).contains(side);
    let number = |text: &str| text.trim().trim_end_matches("px").parse().ok().filter(is_length);
    let told = root.attribute("width").and_then(number).zip(root.attribute("height").and_then(number));
    let boxed = || {
        let sides: Vec<&str> =
            root.attribute("viewBox")?.split([' ', ',']).filter(|it| !it.is_empty()).collect();
        let [_, _, width, height] = sides[..] else { return None };
        number(width).zip(number(height))
    };
    let (width, height) = told.or_else(boxed).unwrap_or((SIDE, SIDE));
    let scale = (LONG_SIDE / width.max(height)).min(1.0);
    Some(((width * scale).ceil() as usize, (height * scale).ceil() as usize))
}

/// Draws lines of text as SVG in a frame, below a title if there is one.
pub(crate) fn lettered(title: &str, text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (mut svg, heading) = frame(title, (widest * LETTER.0, lines.len() * LETTER.1));
    for (line, at) in lines.iter().zip(1..) {
        let (line, y) = (escape(line), heading + PADDING + at * LETTER.1 - 4);
        let _ = writeln!(
            svg,
            " <text x=\"{PADDING}\" y=\"{y}\" xml:space=\"preserve\" font-family=\"monospace\" font-size=\"15\" fill=\"#000000\">{line}</text>"
        );
    }
    svg + "</svg>\n"
}

/// Returns the beginning of an SVG document, with a frame for content of the given size below a title, and
/// the height of the title. The caller adds the content and the closing tag.
pub(crate) fn frame(title: &str, (wide, high): (usize, usize)) -> (String, usize) {
    let heading = if title.is_empty() { 0 } else { LETTER.1 + PADDING };
    let width = wide.max(title.chars().count() * LETTER.0) + 2 * PADDING;
    let height = heading + high + 2 * PADDING;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n \
         <rect x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#ffffff\" stroke=\"#5f5138\" stroke-width=\"2\"/>\n",
        width - 2,
        height - 2
    );
    if !title.is_empty() {
        let (y, below) = (PADDING + 14, PADDING + LETTER.1 + 4);
        let _ = write!(
            svg,
            " <path d=\"M1 {below}H{}\" stroke=\"#5f5138\"/>\n \
             <text x=\"{PADDING}\" y=\"{y}\" font-family=\"monospace\" font-size=\"15\" font-weight=\"bold\">{}</text>\n",
            width - 1,
            escape(title)
        );
    }
    (svg, heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_text_stand_in_a_frame_with_their_title() {
        let svg = lettered("nim <1>", "* * *\n&");
        let document = Document::parse(&svg).expect("well-formed XML");
        let texts: Vec<_> =
            document.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect();
        assert_eq!(
            texts.iter().filter(|text| !text.trim().is_empty()).collect::<Vec<_>>(),
            [&"nim <1>", &"* * *", &"&"]
        );
        assert_eq!(
            document.descendants().filter(|node| node.has_attribute("stroke-width")).count(),
            1,
            "the frame"
        );
        assert!(Document::parse(&lettered("", "*")).is_ok());
    }

    #[test]
    fn a_picture_has_the_size_that_it_tells_within_bounds() {
        let of = |attributes: &str| size(&format!("<svg xmlns=\"{NAMESPACE}\" {attributes}/>"));
        for (attributes, expected) in [
            ("width=\"90px\" height=\"60\" viewBox=\"0 0 1 1\"", (90, 60)),
            ("viewBox=\"-5 -5 30 70\"", (30, 70)),
            ("width=\"100%\" height=\"100%\"", (400, 400)),
            ("viewBox=\"0 0 NaN 1\"", (400, 400)),
            ("viewBox=\"0 0 1e6 5e5\"", (800, 400)),
            ("viewBox=\"0 0 1 1e6\"", (1, 800)),
            ("viewBox=\"0 0 1 inf\"", (400, 400)),
        ] {
            assert_eq!(of(attributes), Some(expected), "{attributes}");
        }
        let unclosed = "<svg xmlns=\"http://www.w3.org/2000/svg\">";
        let entities = "<!DOCTYPE svg [<!ENTITY x 'y'>]><svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        for none in ["", "<svg/>", unclosed, "<html/>", "=", entities] {
            assert_eq!(size(none), None, "{none}");
        }
    }
}
