//! `index.html`: a run and its findings for a browser, in one file that needs no other and runs no script.

use std::fmt::Write;
use std::time::SystemTime;

use super::date::utc;
use super::entry::Entry;
use super::escape::{escape, link};
use super::overview::{JSON, JUNIT, Section, Summary};
use crate::report::finding::Shorter;
use crate::run::verdict::{Verdict, still_differ};

const STYLE: &str = include_str!("style.css");

/// The number of findings shown with their boards. Nobody looks at more, and the page is written often.
const PICTURED: usize = 100;

/// What a browser may load for the page: its own style and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The page as written at the moment `now`, if that is said.
pub(super) fn text(summary: &Summary, now: Option<SystemTime>) -> String {
    let findings = summary.findings();
    let title = match (summary.verdict(), findings) {
        (Verdict::Differ, 1) => "1 finding".into(),
        (Verdict::Differ, _) => format!("{findings} findings"),
        (verdict, _) => verdict.to_string(),
    };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>Bustan: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>Bustan: {title}</h1>\n",
        escape(POLICY)
    );
    written(&mut page, now);
    run(&mut page, summary);
    let entries = summary.entries();
    if !entries.is_empty() {
        contents(&mut page, &entries);
    }
    for (i, (section, entry)) in entries.iter().enumerate() {
        finding(&mut page, i + 1, section, entry);
    }
    summary.sections.iter().for_each(|section| coverage(&mut page, section));
    earlier(&mut page, summary);
    page.push_str("</body>\n</html>\n");
    page
}

/// When the page was written, if that is said, and by which version.
fn written(page: &mut String, now: Option<SystemTime>) {
    let time = now.map(|now| {
        let moment = utc(now);
        let words = moment.replace('T', " ").replace('Z', " UTC");
        format!("<time datetime=\"{moment}\">{words}</time> ")
    });
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(page, "<p>Written {}by bustan {version}</p>", time.unwrap_or_default());
}

/// The run: its command, and the result of each game.
fn run(page: &mut String, summary: &Summary) {
    let state = if summary.finished { "" } else { "<p>The run is not over, or was killed.</p>\n" };
    let time = if summary.timed { "<th class=\"number\">time</th>" } else { "" };
    let _ = write!(
        page,
        "<pre>{}</pre>\n{state}<table>\n<tr><th>game</th><th>under test</th><th>compared with</th><th>verdict</th>\
         <th class=\"number\">findings</th><th class=\"number\">games</th><th class=\"number\">plies</th>\
         {time}<th class=\"number\">seed</th></tr>\n",
        escape(&summary.command)
    );
    for section in &summary.sections {
        let Section { game, engines: [subject, oracle], figures, entries, .. } = section;
        let [game, subject, oracle] = [game, subject, oracle].map(|text| escape(text));
        let (verdict, count) = (section.verdict(), entries.len());
        let seconds = figures.elapsed.unwrap_or_default().as_secs_f64();
        let time = format!("<td class=\"number\">{seconds:.1} s</td>");
        let time = if summary.timed { time } else { String::new() };
        let class = verdict.word().replace(' ', "-");
        let why = section.reason().map(|reason| format!(": {}", escape(reason))).unwrap_or_default();
        let _ = writeln!(
            page,
            "<tr><td>{game}</td><td>{subject}</td><td>{oracle}</td><td class=\"{class}\">{verdict}{why}</td>\
             <td class=\"number\">{count}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             {time}<td class=\"number\">{}</td></tr>",
            figures.games, figures.plies, summary.seed
        );
    }
    page.push_str("</table>\n");
    for section in &summary.sections {
        let still = (!section.still.is_empty()).then(|| still_differ(&section.engines, &section.still));
        for sentence in still.into_iter().chain(section.compared()) {
            let _ = writeln!(page, "<p>{}: {}.</p>", escape(&section.game), escape(&sentence));
        }
    }
    let _ = writeln!(page, "<p>For programs: {}, {}</p>", anchor(JSON), anchor(JUNIT));
}

/// The findings in a table.
fn contents(page: &mut String, entries: &[(&Section, &Entry)]) {
    page.push_str(
        "<h2>Findings, the shortest first</h2>\n<table>\n<tr><th class=\"number\">no.</th><th>game</th><th>what differs</th>\
         <th class=\"number\">moves</th><th>came up</th></tr>\n",
    );
    for (i, (section, entry)) in entries.iter().enumerate() {
        let [game, headline, rate] = [&section.game, &entry.headline, &entry.rate].map(|text| escape(text));
        let (number, moves) = (i + 1, entry.moves);
        let _ = writeln!(
            page,
            "<tr><td class=\"number\">{number}</td><td>{game}</td><td><a href=\"#finding-{number}\">{headline}</a></td>\
             <td class=\"number\">{moves}</td><td>{rate}</td></tr>"
        );
    }
    page.push_str("</table>\n");
}

fn finding(page: &mut String, number: usize, section: &Section, entry: &Entry) {
    let [game, headline, signature, length, rate, origin, record] = [
        &section.game,
        &entry.headline,
        &entry.signature,
        &entry.length,
        &entry.rate,
        &entry.origin,
        &entry.record,
    ]
    .map(|text| escape(text));
    let _ = writeln!(
        page,
        "<section id=\"finding-{number}\">\n<h2>{number}. {game}: {headline}</h2>\n<p>It came up {rate}. Signature {signature}; \
         {origin}.</p>"
    );
    if !entry.details.is_empty() {
        let items: String =
            entry.details.iter().map(|detail| format!("<li>{}</li>\n", escape(detail))).collect();
        let _ = write!(page, "<ul>\n{items}</ul>\n");
    }
    if let Some(opinions) = &entry.opinions {
        let _ = writeln!(page, "<p>{}</p>", escape(opinions));
    }
    if let Some(Shorter { headline, record, moves }) = &entry.shorter {
        let [headline, record] = [headline, record].map(|text| escape(text));
        let _ = writeln!(
            page,
            "<p>A shorter game, of {moves}, shows another difference: {headline}</p>\n<pre>{record}</pre>"
        );
    }
    let written = entry.written.as_ref().map(|moves| format!("\n({})", escape(moves))).unwrap_or_default();
    let _ = writeln!(page, "<h3>The game: {length}</h3>\n<pre>{record}{written}</pre>");
    if number <= PICTURED && !entry.pictures.is_empty() {
        page.push_str("<div class=\"pictures\">\n");
        for (whose, picture) in &entry.pictures {
            let _ = writeln!(page, "<figure><figcaption>{}</figcaption>\n{picture}</figure>", escape(whose));
        }
        page.push_str("</div>\n");
    }
    let _ = writeln!(page, "<h3>To see it again</h3>\n<pre>{}</pre>", escape(&entry.commands.join("\n")));
    let report = escape(&entry.report);
    let _ =
        writeln!(page, "<details><summary>Report</summary>\n<pre class=\"boards\">{report}</pre></details>");
    let files: Vec<String> = entry.files.iter().map(|name| anchor(name)).collect();
    if !files.is_empty() {
        let _ = writeln!(page, "<p>Files: {}</p>", files.join(", "));
    }
    page.push_str("</section>\n");
}

/// What the games reached, and what these figures mean.
fn coverage(page: &mut String, section: &Section) {
    let table = &section.figures.coverage;
    let mut rows = table.rows().into_iter();
    let Some(titles) = rows.next() else { return };
    let game = escape(&section.game);
    let cells = |tag: &str, cells: &[String]| -> String {
        let [first, rest @ ..] = cells else { return String::new() };
        let rest = rest.iter().map(|cell| format!("<{tag} class=\"number\">{}</{tag}>", escape(cell)));
        format!("<tr><th>{}</th>{}</tr>\n", escape(first), rest.collect::<String>())
    };
    let body: String = rows.map(|row| cells("td", &row)).collect();
    let _ = write!(
        page,
        "<section>\n<h2>{game}: what the games reached</h2>\n<div class=\"wide\"><table>\n{}{body}</table></div>\n",
        cells("th", &titles)
    );
    let never: Vec<&str> = table.never().iter().map(|event| event.name).collect();
    if !never.is_empty() {
        let _ = writeln!(page, "<p>Never reached: {}.</p>", escape(&never.join(", ")));
    }
    let policies = table.policies.iter().map(|(policy, _)| (policy.name, policy.about));
    let events = table.events.iter().map(|event| (event.name, event.about));
    let _ = writeln!(page, "<details><summary>What the policies seek and the events are</summary>\n<dl>");
    for (name, about) in policies.chain(events) {
        let _ = writeln!(page, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(about));
    }
    page.push_str("</dl>\n</details>\n</section>\n");
}

/// Reports that other runs have left.
fn earlier(page: &mut String, summary: &Summary) {
    let items: String = summary.others().map(|name| format!("<li>{}</li>\n", anchor(name))).collect();
    if !items.is_empty() {
        let _ = write!(page, "<section>\n<h2>Findings of other runs</h2>\n<ul>\n{items}</ul>\n</section>\n");
    }
}

/// A link to a file beside the page.
fn anchor(name: &str) -> String {
    format!("<a href=\"{}\">{}</a>", link(name), escape(name))
}
