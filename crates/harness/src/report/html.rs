//! The page about a run and its findings, in parts. `index.html` contains all parts in one self-contained
//! file without scripts, and the pages of a server consist of the same parts.
//!
//! Parts are well-formed XML, and external text is always escaped.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::date::utc;
use super::entry::FindingEntry;
use super::overview::{JSON, JUNIT, Section, Stage, Summary};
use crate::base::escape::{encoded, escape, link};
use crate::compare::{grouped, plural};
use crate::generate::coverage::{Described, FEW};
use crate::report::finding::Shorter;
use crate::report::paste;
use crate::report::verdict::{Verdict, still_differ};

/// The style sheet of the parts.
pub const STYLE: &str = include_str!("style.css");

/// The number of findings that are shown with their boards. Readers rarely look at more, and the page is
/// written often.
const PICTURED: usize = 100;

/// The content security policy of the page: a browser may load nothing but the page's own style and embedded
/// images.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// The count of an event at which its gauge is full.
const FULL: u32 = 10_000;

/// A part of a page: an element with its own identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePart {
    /// The identifier.
    pub id: String,
    /// The element.
    pub html: String,
}

/// The place of a page, which determines its links.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'p> {
    /// In the directory of the findings, next to their files.
    Directory,
    /// On a server.
    Server {
        /// The URL prefix of the page that steps through a finding, if there is such a page.
        steps: Option<&'p str>,
    },
}

/// Returns `index.html`, with `now` as the time at which it was written, if given.
pub(super) fn text(summary: &Summary, now: Option<SystemTime>) -> String {
    let title = title(summary, Place::Directory);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>Bustan: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main class=\"report\">\n",
        escape(POLICY)
    );
    for part in parts(summary, Place::Directory, |_| None) {
        page.push_str(&part.html);
        page.push('\n');
    }
    let _ = write!(page, "{}</main>\n</body>\n</html>\n", written(now));
    page
}

/// Returns a line with the time at which the page was written, if given, and the version of Bustan.
fn written(now: Option<SystemTime>) -> String {
    let time = now.map(|now| {
        let moment = utc(now);
        let words = moment.replace('T', " ").replace('Z', " UTC");
        format!("<time datetime=\"{moment}\">{words}</time> ")
    });
    let version = env!("CARGO_PKG_VERSION");
    format!("<p>Written {}by bustan {version}</p>\n", time.unwrap_or_default())
}

/// Returns all parts of the page, in order. A part about a finding is taken from `kept` if it returns one for
/// the identifier.
pub(super) fn parts(
    summary: &Summary,
    place: Place<'_>,
    kept: impl Fn(&str) -> Option<Arc<PagePart>>,
) -> Vec<Arc<PagePart>> {
    let mut parts = vec![part("run", run(summary, place))];
    let entries = summary.entries();
    let identifiers = identifiers(&entries);
    parts.extend(now(summary, place).map(|html| part("now", html)));
    let found = entries.iter().zip(&identifiers).map(|((section, entry), id)| Item {
        link: format!("#{id}"),
        name: &entry.stem,
        game: &section.game,
        headline: &entry.headline,
        class: "differ",
        note: note(entry),
    });
    if !entries.is_empty() || !summary.finished {
        let list = if entries.is_empty() { "<p>None so far.</p>".into() } else { list("Findings", found) };
        let html = format!("<h2>Findings, the shortest first</h2>\n{list}\n");
        parts.push(part("findings", html));
    }
    for (number, section) in summary.sections.iter().enumerate() {
        parts.extend(course(section).map(|html| part(&format!("game-{number}"), html)));
    }
    for (at, ((section, entry), id)) in entries.iter().zip(&identifiers).enumerate() {
        parts.push(kept(id).unwrap_or_else(|| part(id, finding(at + 1, section, entry, place))));
    }
    parts.extend(earlier(summary, place).map(|html| part("earlier", html)));
    parts
}

fn part(id: &str, html: String) -> Arc<PagePart> {
    Arc::new(PagePart { id: id.into(), html: format!("<section id=\"{id}\">\n{html}</section>") })
}

/// Returns an identifier for each finding: the name of its files, with only characters that identifiers may
/// contain.
fn identifiers(entries: &[(&Section, &FindingEntry)]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut identifier = |stem: &str| {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
        let mut id = format!("finding-{}", stem.chars().map(plain).collect::<String>());
        while !taken.insert(id.clone()) {
            id.push_str("-2");
        }
        id
    };
    entries.iter().map(|(_, entry)| identifier(&entry.stem)).collect()
}

/// Whether a game is in progress. A file may be read long after its run was killed, so it never states this.
fn goes_on(section: &Section, place: Place<'_>) -> bool {
    section.now.is_some() && matches!(place, Place::Server { .. })
}

/// Returns the title of the page.
fn title(summary: &Summary, place: Place<'_>) -> String {
    let going = summary.sections.iter().any(|section| goes_on(section, place));
    match (summary.verdict(), going) {
        (Verdict::Differ, going) => {
            plural(summary.findings(), "finding") + if going { " so far" } else { "" }
        }
        (Verdict::Unfinished, true) => "running".into(),
        (verdict, _) => verdict.to_string(),
    }
}

/// Returns the part about the run: its command, and the result for each game.
fn run(summary: &Summary, place: Place<'_>) -> String {
    let going = summary.sections.iter().any(|section| goes_on(section, place));
    let state = match summary.finished || going {
        true => "",
        false => "<p>The run is not over, or was killed.</p>\n",
    };
    let time = if summary.timed { "<th class=\"number\">time</th>" } else { "" };
    let mut html = format!(
        "<h1>Bustan: {}</h1>\n<pre>{}</pre>\n{state}<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Games\"><table>\n<tr><th>game</th><th>under test</th>\
         <th>compared with</th><th>verdict</th>\
         <th class=\"number\">findings</th><th class=\"number\">games</th><th class=\"number\">plies</th>\
         {time}<th class=\"number\">seed</th></tr>\n",
        title(summary, place),
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
        let verdict = match verdict {
            Verdict::Unfinished if goes_on(section, place) => "running",
            verdict => verdict.word(),
        };
        let why = section.reason().map(|reason| format!(": {}", escape(reason))).unwrap_or_default();
        let _ = writeln!(
            html,
            "<tr><td>{game}</td><td>{subject}</td><td>{oracle}</td><td class=\"{class}\">{verdict}{why}</td>\
             <td class=\"number\">{count}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             {time}<td class=\"number\">{}</td></tr>",
            grouped(figures.games),
            grouped(figures.plies),
            summary.seed
        );
    }
    html.push_str("</table></div>\n");
    for section in &summary.sections {
        let still = (!section.still.is_empty()).then(|| still_differ(&section.engines, &section.still));
        for sentence in still.iter().chain(&section.compared) {
            let _ = writeln!(html, "<p>{}: {}.</p>", escape(&section.game), escape(sentence));
        }
    }
    if matches!(place, Place::Directory) {
        let _ = writeln!(html, "<p>For programs: {}, {}</p>", anchor(JSON), anchor(JUNIT));
    }
    html
}

/// Returns the state of the game in progress, if there is one.
fn now(summary: &Summary, place: Place<'_>) -> Option<String> {
    let section = summary.sections.iter().find(|section| goes_on(section, place))?;
    let now = section.now.as_ref()?;
    let rate = section.pace.rates().last().map(|(_, rate)| *rate);
    let rate = rate.unwrap_or_else(|| now.plies as f64 / now.elapsed.as_secs_f64().max(0.001));
    let seconds = |time: Duration| format!("{} s", grouped(time.as_secs()));
    let figures = [
        ("games", Some(grouped(now.games))),
        ("plies", Some(grouped(now.plies))),
        ("plies/s", Some(grouped(rate as u64))),
        ("findings", Some(section.entries.len().to_string())),
        ("time", Some(seconds(now.elapsed))),
        ("time left", now.left.map(seconds)),
        ("doing", now.doing.as_deref().map(escape)),
    ];
    let figures = figures.into_iter().filter_map(|(name, figure)| Some((name, figure?)));
    let figures = figures.map(|(name, figure)| format!("<div><dt>{name}</dt><dd>{figure}</dd></div>\n"));
    Some(format!(
        "<h2>{}</h2>\n<dl class=\"figures\">\n{}</dl>\n",
        escape(&section.game),
        figures.collect::<String>()
    ))
}

/// An item of a list: its link, its description, and its result.
#[derive(Clone, Debug)]
pub struct Item<'i> {
    /// The URL.
    pub link: String,
    /// The name by which the item is found.
    pub name: &'i str,
    /// The name of the game.
    pub game: &'i str,
    /// The description of the item, in one line.
    pub headline: &'i str,
    /// The CSS class for the result.
    pub class: &'i str,
    /// An additional remark.
    pub note: String,
}

/// Returns a list of findings or of runs, in the same form for all pages.
pub fn list<'i>(name: &str, items: impl Iterator<Item = Item<'i>>) -> String {
    let item = |Item { link, name, game, headline, class, note }: Item<'_>| {
        let [link, name, game, headline, class, note] =
            [&link, name, game, headline, class, &note].map(escape);
        format!(
            "<li class=\"{class}\" data-name=\"{name}\"><a href=\"{link}\"><span class=\"dot\" aria-hidden=\"true\"></span>\
             <span class=\"what\">{game}: {headline}</span><span class=\"note\">{note}</span></a></li>\n"
        )
    };
    format!(
        "<ul class=\"list\" aria-label=\"{}\">\n{}</ul>",
        escape(name),
        items.map(item).collect::<String>()
    )
}

/// Describes the number of moves of a finding, how often it occurred, and when it was found.
fn note(entry: &FindingEntry) -> String {
    let after = entry.after.map(|after| format!(" · after {:.1} s", after.as_secs_f64()));
    format!("{} · {}{}", plural(entry.moves, "move"), entry.rate, after.unwrap_or_default())
}

fn finding(number: usize, section: &Section, entry: &FindingEntry, place: Place<'_>) -> String {
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
    let mut html = format!(
        "<h2>{number}. {game}: {headline}</h2>\n<p>It occurred {rate}. Signature {signature}; {origin}.</p>\n"
    );
    if let Place::Server { steps: Some(steps) } = place {
        let address = escape(&format!("{steps}{}", encoded(&entry.stem)));
        let _ = writeln!(html, "<p><a href=\"{address}\">Step through its game</a></p>");
    }
    if !entry.details.is_empty() {
        let items: String =
            entry.details.iter().map(|detail| format!("<li>{}</li>\n", escape(detail))).collect();
        let _ = write!(html, "<ul>\n{items}</ul>\n");
    }
    if let Some(opinions) = &entry.opinions {
        let _ = writeln!(html, "<p>{}</p>", escape(opinions));
    }
    if let Some(Shorter { headline, record, moves, finding }) = &entry.shorter {
        let [headline, record] = [headline, record].map(|text| escape(text));
        let there = finding.as_ref().filter(|name| section.entries.iter().any(|other| other.stem == **name));
        let game = match there {
            // The page already contains the other finding with its game.
            Some(name) => format!(", the game of finding {}</p>", escape(name)),
            None => format!("</p>\n<pre>{record}</pre>"),
        };
        let _ = writeln!(html, "<p>A shorter game, of {moves}, shows another difference: {headline}{game}");
    }
    let written = entry.written.as_ref().map(|moves| format!("\n({})", escape(moves))).unwrap_or_default();
    let _ = writeln!(html, "<h3>The game: {length}</h3>\n<pre>{record}{written}</pre>");
    html += &paste::html(&entry.forms);
    if number <= PICTURED && !entry.pictures.is_empty() {
        html.push_str("<div class=\"boards\">\n");
        for (whose, picture) in &entry.pictures {
            let _ = writeln!(html, "<figure><figcaption>{}</figcaption>\n{picture}</figure>", escape(whose));
        }
        html.push_str("</div>\n");
    }
    for remark in &entry.remarks {
        let _ = writeln!(html, "<p>{}</p>", escape(remark));
    }
    let _ = writeln!(html, "<h3>To see it again</h3>\n<pre>{}</pre>", escape(&entry.commands.join("\n")));
    let report = escape(&entry.report);
    let _ = writeln!(
        html,
        "<details><summary>Report</summary>\n<pre class=\"wide\" tabindex=\"0\">{report}</pre></details>"
    );
    if !entry.files.is_empty() {
        let _ = writeln!(html, "<p>Files: {}</p>", files(entry.files.iter(), place).join(", "));
    }
    html
}

/// Returns the part about the progress of a game: its pace and its coverage, with an explanation of the
/// figures.
fn course(section: &Section) -> Option<String> {
    let table = &section.figures.coverage;
    let marks = section.entries.iter().filter_map(|entry| Some(entry.after?.as_secs_f64()));
    let plot = section.pace.plot(marks).map(|svg| figure(section, &svg)).unwrap_or_default();
    if plot.is_empty() && table.is_empty() {
        return None;
    }
    let game = escape(&section.game);
    if table.is_empty() {
        return Some(format!("<h2>{game}: how it went</h2>\n{plot}"));
    }
    let gauges = gauges(section);
    let cells = |tag: &str, cells: &[String]| -> String {
        let [first, rest @ ..] = cells else { return String::new() };
        let rest = rest.iter().map(|cell| format!("<{tag} class=\"number\">{}</{tag}>", escape(cell)));
        format!("<tr><th>{}</th>{}</tr>\n", escape(first), rest.collect::<String>())
    };
    let rows = table.rows();
    let [titles, rows @ ..] = &rows[..] else { return None };
    let titles = cells("th", titles);
    let body: String = rows.iter().map(|row| cells("td", row)).collect();
    let mut html = format!(
        "<h2>{game}: what the games reached</h2>\n{plot}{gauges}<details><summary>By policy</summary>\n\
         <div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"By policy\"><table>\n{titles}{body}</table></div>\n</details>\n"
    );
    let policies = table.policies.iter().map(|row| &row.policy);
    html.push_str("<details><summary>About policies and events</summary>\n<dl>");
    for it in policies.chain(&table.events) {
        let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", escape(&it.name), escape(&it.about));
    }
    html.push_str("</dl>\n</details>\n");
    Some(html)
}

/// Returns the plot of the pace, with its caption.
fn figure(section: &Section, svg: &str) -> String {
    let most = section.pace.rates().into_iter().map(|(_, rate)| rate).fold(0.0, f64::max);
    let figures = &section.figures;
    let elapsed = figures.elapsed.unwrap_or_default().as_secs_f64();
    let average = figures.plies as f64 / elapsed.max(0.001);
    let [most, average] = [most, average].map(|rate| grouped(rate as u64));
    let lines = if section.entries.is_empty() { "" } else { "; the lines are findings" };
    format!(
        "<figure class=\"pace\">{svg}\n<figcaption>Plies a second over {:.0} s: {average} on average, {most} at \
         most{lines}</figcaption></figure>\n",
        elapsed
    )
}

/// Returns the counts of events as gauges.
fn gauges(section: &Section) -> String {
    let table = &section.figures.coverage;
    if table.events.is_empty() {
        return String::new();
    }
    let gauge = |(place, event): (usize, &Described)| {
        let count = table.total(place);
        let filled = (1.0 + count as f64).ln() / f64::from(1 + FULL).ln() * 100.0;
        format!(
            "<li{}><span class=\"what\">{}</span><span class=\"number\">{}</span><svg xmlns=\"http://www.w3.org/2000/svg\" \
             viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"{:.1}\" height=\"1\"/></svg></li>\n",
            if count == 0 { " class=\"never\"" } else { "" },
            escape(&event.name),
            grouped(count),
            filled.min(100.0)
        )
    };
    let gauges: String = table.events.iter().enumerate().map(gauge).collect();
    let few = table.few();
    let over = matches!(section.stage, Stage::Over(..));
    let few = match (&few[..], over, table.least()) {
        ([], _, least) => format!("Every event at least {} times.", grouped(least.unwrap_or(0))),
        (few, true, _) => {
            let few = few.iter().map(|(event, count)| format!("{} {count}", event.name));
            format!("Fewer than {FEW} times: {}.", escape(&few.collect::<Vec<_>>().join(", ")))
        }
        (few, false, _) => {
            let all = table.possible().count();
            format!("{} of {all} events at least {FEW} times so far.", all - few.len())
        }
    };
    format!(
        "<ul class=\"gauges\" aria-label=\"How often each event occurred\">\n{gauges}</ul>\n<p>{few}</p>\n\
         <p class=\"note\">Log scale; a full bar is {} occurrences.</p>\n",
        grouped(FULL.into())
    )
}

/// Returns the list of reports of other runs.
fn earlier(summary: &Summary, place: Place<'_>) -> Option<String> {
    let items: Vec<String> =
        files(summary.others(), place).iter().map(|name| format!("<li>{name}</li>\n")).collect();
    (!items.is_empty()).then(|| format!("<h2>Findings of other runs</h2>\n<ul>\n{}</ul>\n", items.concat()))
}

/// Returns the names of files in the directory, as links if the page is in the same directory.
fn files<'n>(names: impl Iterator<Item = &'n String>, place: Place<'_>) -> Vec<String> {
    let name = |name: &String| match place {
        Place::Directory => anchor(name),
        Place::Server { .. } => escape(name),
    };
    names.map(name).collect()
}

/// Returns a link to a file in the directory of the page.
fn anchor(name: &str) -> String {
    format!("<a href=\"{}\">{}</a>", link(name), escape(name))
}
