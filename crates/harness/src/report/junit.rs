//! `junit.xml`: a run and its findings for continuous integration, in the format that most services read.
//!
//! There is a `testsuite` for each game of the run. Its first `testcase` is the game, which passes if the
//! engines agreed and fails if there is a finding. It has an `error` if too little was compared, if the run
//! was interrupted during the game, and while the run is not over, so that a killed run does not look like a
//! successful one. A game that the run did not reach is `skipped`, except that the first such game has an
//! `error` if the run was interrupted between two games. `system-out` reports the amount of work. Each
//! finding adds a `testcase` named by its signature, which fails with the headline as `message`, the kind as
//! `type` and the report as text.

use std::fmt::Write;
use std::time::Duration;

use super::overview::{Section, Summary};
use crate::base::escape::escape;
use crate::report::verdict::Verdict;

/// Returns a problem of the whole run that is not visible in any of its games: the run is not over, or was
/// interrupted between two games. The result is the index of the game that must report the problem, and the
/// message.
fn alarm(summary: &Summary) -> Option<(usize, &'static str)> {
    let red = |section: &Section| !matches!(section.verdict(), Verdict::Agree | Verdict::NotRun);
    if summary.sections.iter().any(red) {
        return None;
    }
    if !summary.finished {
        return Some((summary.sections.len().checked_sub(1)?, "the run is not over, or was killed"));
    }
    let cut = summary.sections.iter().position(|section| section.verdict() == Verdict::NotRun)?;
    Some((cut, "not run: the run was cut off before"))
}

pub(super) fn text(summary: &Summary) -> String {
    let alarm = alarm(summary);
    let alarm = |place: usize| alarm.filter(|(at, _)| *at == place).map(|(_, words)| words);
    let sum = |one: [usize; 4], other: [usize; 4]| std::array::from_fn(|i| one[i] + other[i]);
    let sections = || summary.sections.iter().enumerate().map(|(place, section)| (section, alarm(place)));
    let [tests, failures, errors, skipped] =
        sections().map(|(section, alarm)| totals(section, alarm)).fold([0; 4], sum);
    let time = time(summary, summary.sections.iter().filter_map(|section| section.figures.elapsed).sum());
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        xml,
        "<testsuites name=\"bustan\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"\
         {time}>"
    );
    sections().for_each(|(section, alarm)| suite(&mut xml, summary, section, alarm));
    xml.push_str("</testsuites>\n");
    xml
}

/// Returns the attribute for a duration, if times are reported.
fn time(summary: &Summary, elapsed: Duration) -> String {
    if summary.timed { format!(" time=\"{:.3}\"", elapsed.as_secs_f64()) } else { String::new() }
}

/// Returns the numbers of test cases of a game: all, failed, with errors, and skipped.
fn totals(section: &Section, alarm: Option<&str>) -> [usize; 4] {
    match section.verdict() {
        _ if alarm.is_some() => [1, 0, 1, 0],
        Verdict::Differ => [section.entries.len() + 1, section.entries.len() + 1, 0, 0],
        Verdict::Agree => [1, 0, 0, 0],
        Verdict::NotTested | Verdict::Interrupted | Verdict::Unfinished => [1, 0, 1, 0],
        Verdict::NotRun => [1, 0, 0, 1],
    }
}

fn suite(xml: &mut String, summary: &Summary, section: &Section, alarm: Option<&str>) {
    let [tests, failures, errors, skipped] = totals(section, alarm);
    let game = escape(&section.game);
    let time = time(summary, section.figures.elapsed.unwrap_or_default());
    let _ = writeln!(
        xml,
        "  <testsuite name=\"{game}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"\
         {time}>\n    <properties>"
    );
    let [subject, oracle] = &section.engines;
    for (name, value) in [
        ("subject", subject.clone()),
        ("oracle", oracle.clone()),
        ("command", summary.command.clone()),
        ("seed", summary.seed.to_string()),
        ("games", section.figures.games.to_string()),
        ("plies", section.figures.plies.to_string()),
    ] {
        let _ = writeln!(xml, "      <property name=\"{name}\" value=\"{}\"/>", escape(&value));
    }
    let _ = writeln!(
        xml,
        "    </properties>\n    <testcase classname=\"bustan.{game}\" name=\"the engines agree\"{time}>"
    );
    let (verdict, sentence) = (section.verdict(), escape(&section.sentence()));
    let _ = match verdict {
        _ if alarm.is_some() => {
            let words = alarm.unwrap_or_default();
            writeln!(xml, "      <error message=\"{words}\" type=\"{}\"/>", summary.verdict())
        }
        Verdict::Differ => {
            let headlines: Vec<&str> = section.entries.iter().map(|entry| entry.headline.as_str()).collect();
            let headlines = escape(&headlines.join("\n"));
            writeln!(xml, "      <failure message=\"{sentence}\" type=\"{verdict}\">{headlines}</failure>")
        }
        Verdict::NotTested | Verdict::Interrupted | Verdict::Unfinished => {
            writeln!(xml, "      <error message=\"{sentence}\" type=\"{verdict}\"/>")
        }
        Verdict::NotRun => writeln!(xml, "      <skipped message=\"{sentence}\"/>"),
        Verdict::Agree => Ok(()),
    };
    let mut amount = section.amount();
    section.compared.iter().for_each(|sentence| amount = format!("{amount}; {sentence}"));
    let amount = escape(&amount);
    let _ = writeln!(xml, "      <system-out>{sentence}; {amount}</system-out>\n    </testcase>");
    for entry in &section.entries {
        let [signature, kind, headline] =
            [&entry.signature, &entry.kind, &entry.headline].map(|text| escape(text));
        let text = escape(&format!("{}\n{}", entry.rate, entry.report));
        let _ = writeln!(
            xml,
            "    <testcase classname=\"bustan.{game}\" name=\"{signature}\" time=\"0\">\n      \
             <failure message=\"{headline}\" type=\"{kind}\">{text}</failure>\n    </testcase>"
        );
    }
    xml.push_str("  </testsuite>\n");
}
