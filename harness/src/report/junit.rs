//! `junit.xml`: a run and its findings for continuous integration, in the form that most of its services read.
//!
//! There is a `testsuite` for each game. Its first `testcase` is the game: it passes when the engines agreed, fails when there is a finding,
//! and otherwise has an `error` as long as the run is not over, so that one that was killed does not look like one that went well. One
//! more `testcase` for each finding, named by its signature, fails with the headline as `message`, the kind as `type` and the
//! report as text.

use std::fmt::Write;

use super::escape::escape;
use super::overview::{Section, Told};

pub(super) fn text(told: &Told) -> String {
    let [tests, failures, errors] =
        told.sections.iter().map(totals).fold([0; 3], |[a, b, c], [d, e, f]| [a + d, b + e, c + f]);
    let time: f64 = told.sections.iter().map(|section| section.figures.elapsed.as_secs_f64()).sum();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        xml,
        "<testsuites name=\"bustan\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time:.3}\">"
    );
    told.sections.iter().for_each(|section| suite(&mut xml, told, section));
    xml.push_str("</testsuites>\n");
    xml
}

/// How many test cases a game has, how many of them fail, and how many have errors.
fn totals(section: &Section) -> [usize; 3] {
    let findings = section.entries.len();
    [findings + 1, if findings == 0 { 0 } else { findings + 1 }, usize::from(section.verdict() == "unfinished")]
}

fn suite(xml: &mut String, told: &Told, section: &Section) {
    let [tests, failures, errors] = totals(section);
    let (game, time) = (escape(&section.game), section.figures.elapsed.as_secs_f64());
    let _ = writeln!(
        xml,
        "  <testsuite name=\"{game}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\" \
         time=\"{time:.3}\">\n    <properties>"
    );
    let [subject, oracle] = &section.engines;
    for (name, value) in [
        ("subject", subject.clone()),
        ("oracle", oracle.clone()),
        ("command", told.command.clone()),
        ("seed", told.seed.to_string()),
        ("games", section.figures.games.to_string()),
        ("plies", section.figures.plies.to_string()),
    ] {
        let _ = writeln!(xml, "      <property name=\"{name}\" value=\"{}\"/>", escape(&value));
    }
    let _ = write!(
        xml,
        "    </properties>\n    <testcase classname=\"bustan.{game}\" name=\"the engines agree\" time=\"{time:.3}\""
    );
    let sentence = escape(&section.sentence());
    let _ = match section.verdict() {
        "diverge" => {
            let headlines: Vec<&str> = section.entries.iter().map(|entry| entry.headline.as_str()).collect();
            let headlines = escape(&headlines.join("\n"));
            writeln!(
                xml,
                ">\n      <failure message=\"{sentence}\" type=\"diverge\">{headlines}</failure>\n    </testcase>"
            )
        }
        "unfinished" => {
            writeln!(xml, ">\n      <error message=\"{sentence}\" type=\"unfinished\"/>\n    </testcase>")
        }
        _ => writeln!(xml, "/>"),
    };
    for entry in &section.entries {
        let [signature, kind, headline] = [&entry.signature, &entry.kind, &entry.headline].map(|text| escape(text));
        let text = escape(&format!("{}\n{}", entry.rate, entry.report));
        let _ = writeln!(
            xml,
            "    <testcase classname=\"bustan.{game}\" name=\"{signature}\" time=\"0\">\n      \
             <failure message=\"{headline}\" type=\"{kind}\">{text}</failure>\n    </testcase>"
        );
    }
    xml.push_str("  </testsuite>\n");
}
