//! `findings.json`: a run and its findings, for programs.
//!
//! The file contains one object. Every file with the same version has the following fields; others may be
//! added.
//!
//! | field | holds |
//! |---|---|
//! | `format`, `version` | `"bustan-findings"` and the number [`VERSION`] |
//! | `bustan` | the version of Bustan that wrote the file |
//! | `verdict` | a word of [`Verdict`](crate::report::verdict::Verdict): `"differ"` as soon as there is a finding; without one `"unfinished"` while the run is in progress or if it was killed, `"interrupted"` if it was stopped early, `"not tested"` if too little was compared, `"agree"` otherwise |
//! | `finished` | whether the run has recorded its end |
//! | `command`, `seed` | the command of the run, and its seed |
//! | `checked` | an array with an object for each game: `game`, `engines` (the names of the engine under test and of the reference, empty while they are unknown), `verdict` (`"not run"` for a game that the run did not reach), `reason` (why it was not tested, or what was not compared, or `null`), `games` (the number of finished games), `plies`, `seconds` (missing if the reports are to be reproducible), `findings` (the number of findings), `still_there` (the names of findings of earlier runs whose games still show a difference, each followed by a remark if the difference has changed), `warnings` (events that are not findings, in sentences), `compared` (an object with `games`, the number of games; `compared`, the number of games in which each part was compared; `not_compared`, the reason for each other part; `counted_positions`, the number of positions included in counts ahead, each as often as it was counted; `words`, the same information in sentences), `coverage` (an object with `events`, an array with `name` and `about` of each, and `policies`, an array with `name`, `about`, `games` and `plies` of each, and `events`, the number of times each occurred), `conventions` (an object with the conventions of the engine under test that explained a difference, and the number of games in which they did), `few` (an object with the events that occurred fewer than 10 times, and their counts), `pace` (an array of moments, each an array of the seconds since the start and the number of moves played until then; missing if the reports are to be reproducible) |
//! | `findings` | an array of the distinct findings, the shortest games first |
//! | `earlier` | the names of reports in the directory on findings of other runs, which are earlier or run at the same time |
//!
//! Each finding has the following fields, both in `findings.json` and in the output of `bustan check --json`:
//!
//! | field | holds |
//! |---|---|
//! | `game`, `kind`, `signature` | the game, the kind of difference, and the words that distinguish the finding from others |
//! | `headline`, `details` | the difference in one line, and the single differences as an array of strings |
//! | `record`, `moves`, `question` | the shortest game, the number of its moves, and whether its last move was queried but not played |
//! | `written` | the moves of the shortest game in human notation, such as `"1. e4 e5 2. Nf3"` in chess, or `null` if it is the same as the notation of the protocol |
//! | `paste` | an array of the notations of other tools for the shortest game, up to the position that shows the difference, each with `name` (`"FEN"`, the position; `"UCI"`, the command `position` for an engine; `"PGN"`, the game), `text`, and `link` (the URL of a page that shows the game, or `null`); empty for games without such notations |
//! | `start`, `played` | the position at which the shortest game begins, and its moves: an array with `player` and `move` of each, in the notation of the protocol |
//! | `answers` | the answers of the engine under test and of the reference: `engine`, its name; `words`, its part of the headline, if there is one; `state`, the state that it reported; `not_reported`, the keys that it did not report |
//! | `rule` | the rule that makes the disputed move illegal: `number`, `words` and the `page` with the rules; or `null` |
//! | `passed_over` | the signatures of the known differences that are ignored in the shortest game |
//! | `passed_over_open` | whether shrinking ended before it had searched for all ignored differences, so that there may be more |
//! | `said` | two arrays of strings: the last messages to and from the engine under test and the reference, if they are programs: commands after `> ` and lines of answers after `< `; for a program that speaks another protocol through a bridge, the lines that it received and sent, each after the seconds since it was started, as in `0.012 > go perft 1` |
//! | `length`, `proven_shortest` | a description of the length of the shortest game, and whether no game from the small starting positions shows the same difference in fewer moves |
//! | `searched` | the search on which `proven_shortest` is based, or `null`: `moves` (all games of up to this number of moves were searched, or `null`), `all_shorter` (whether these are all shorter games), `starts` (the number of starting positions), `looked_at` (`"everything"`; `"listed"` if it queried only listed moves and those of the shortest game; `"sample"` if such a difference can be missed by a search), `cut` (whether some games were not continued after another difference), `took_back` (whether the engine under test undid moves between the games, which may hide something) |
//! | `from_start` | the shortest game from the start that shows the difference, if the record begins at a later position, otherwise `null`: `headline`, `record`, `moves` |
//! | `same_signature` | a game from the start with the same signature, about another move or other values, unless `from_start` is as short; or `null`: `headline`, `record`, `moves` |
//! | `made_up` | whether the record begins at a position that was made up (by shrinking one that an engine reported, or by the run) or that was reached from one that the run made up, so the position may not be reachable (`original_record` is the game found) |
//! | `shorter` | the shortest game of the run that shows another difference, if it is shorter, otherwise `null`: `headline`, `record`, `moves`, `finding` (the name of the finding that the game belongs to) |
//! | `opinions` | the verdicts of additional engines, or `null` if there are none: `asked` (an array with an object for each: `engine`, its name, and `agrees_with`, `"subject"` for the engine under test, `"oracle"` for the reference, `"neither"`, or `null` if that is undecided or there was no time to query the engine), `odd_one_out` (the name of the engine with which no other agrees, or `null`), `words` (the same information in a sentence) |
//! | `met` | whether the game `number` showed another difference, and this finding was found while that one was shrunk |
//! | `count`, `games_played`, `per_1000_games` | the number of games that showed the finding, the number of games played, and the rate; `count` is 0 if the finding was only found while another was shrunk; the last two are `null` if the run does not play games |
//! | `ended_games`, `first_ply`, `last_ply` | the number of games that could not continue after the finding, and the minimum and the maximum number of moves after which it occurred; the plies are `null` if no game showed it directly |
//! | `seed`, `first_game` | the seed of the run, and the number of the first game that showed the finding, from 0; `number` if there is none |
//! | `number`, `policy`, `original_record` | the game that was shrunk: its number, its policy, its record |
//! | `reproducible` | whether new engines reproduced the finding, `null` until that was tried |
//! | `command`, `replay`, `shrink` | the command that reproduces the finding, and those that replay the shortest game and shrink it further, or `null` |
//! | `files` | the files of the finding: in `findings.json` their names in the directory, otherwise paths |
//!
//! Findings in `findings.json` have these additional fields:
//!
//! | field | holds |
//! |---|---|
//! | `found_after` | the time from the start of the run until the finding was found, in seconds; `null` if the reports are to be reproducible |
//! | `came_up`, `origin` | descriptions of the number of games that showed the finding, and of its origin |
//! | `boards` | the titles of the pictures: that of `.svg`, and that of `.subject.svg` if there is one |
//! | `remarks` | a sentence for each engine that reports only a part of the position: the reported values and the missing keys |

use serde_json::{Map, Value, json};

use super::overview::Summary;
use crate::compare::divergence::{Divergence, ILLEGAL};
use crate::erased::Reason;
use crate::report::finding::Finding;
use crate::report::opinions::Opinions;
use crate::report::paste;
use crate::report::store::{FromStart, Searched};

/// The version of the format. It changes when a field is removed or changes its meaning.
pub const VERSION: u32 = 2;

impl Divergence {
    /// Returns the divergence as a JSON object.
    pub fn object(&self) -> Map<String, Value> {
        let fields = [
            ("game", json!(self.rules().name())),
            ("kind", json!(self.signature.kind().to_string())),
            ("signature", json!(self.signature.to_string())),
            ("headline", json!(self.headline)),
            ("details", json!(self.details)),
            ("record", json!(self.record.to_string())),
            ("moves", json!(self.record.moves.len())),
            ("question", json!(self.question)),
            ("said", json!(self.said)),
            ("start", json!(self.record.start.to_string())),
            ("played", json!(self.played())),
            ("answers", json!(self.answers())),
            ("rule", json!(self.rule())),
            ("passed_over", json!(self.known.passed().map(ToString::to_string).collect::<Vec<_>>())),
        ];
        fields.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
    }

    /// Returns the moves of the record with their players, in the notation of the protocol.
    fn played(&self) -> Vec<Value> {
        let moves = self.record.moves.iter();
        moves.map(|(player, mv)| json!({ "player": player.to_string(), "move": mv.to_string() })).collect()
    }

    /// Returns the answers of the engine under test and of the reference.
    fn answers(&self) -> [Value; 2] {
        let sides = [0, 1].map(|side| (&self.engines[side], self.seen[side].as_ref()));
        sides.map(|(engine, seen)| {
            let begin = format!("{engine}: ");
            json!({
                "engine": engine,
                "words": self.headline.split("; ").find_map(|words| words.strip_prefix(&begin)),
                "state": seen.map(|seen| &seen.reported),
                "not_reported": seen.map(|seen| &seen.not_reported[..]).unwrap_or_default(),
            })
        })
    }

    /// Returns the rule that makes the disputed move illegal, if an engine gives a reason and the game has a
    /// rule for it.
    fn rule(&self) -> Option<Value> {
        self.why()
            .map(|(number, words)| json!({ "number": number, "words": words, "page": self.rules_page() }))
    }

    /// Returns the path of the page with the rules of the game.
    fn rules_page(&self) -> String {
        format!("docs/rules/{}.md", self.rules().name())
    }

    /// Returns a line with the rule that makes the disputed move illegal; empty if none is known.
    pub fn cited(&self) -> String {
        let line = |(number, words)| format!("Rule {number} of {}: {words}\n", self.rules_page());
        self.why().map(line).unwrap_or_default()
    }

    /// The number of the rule that makes the disputed move illegal, and why, by the reason that an engine gives.
    fn why(&self) -> Option<(&str, &str)> {
        let signature = self.signature.to_string();
        let given = |reason: &&Reason| {
            let words = format!("-{ILLEGAL}-{reason}");
            signature.find(&words).is_some_and(|at| {
                let rest = &signature[at + words.len()..];
                rest.is_empty() || rest.starts_with(['-', '@'])
            })
        };
        let reasons = self.rules().reasons().iter().filter(given);
        let why = reasons.max_by_key(|reason| reason.to_string().len())?.why()?;
        Some(self.rule.as_ref().map_or((why.rule, why.words), |(number, words)| (*number, words)))
    }
}

impl Finding {
    /// Returns the finding as a JSON object, with the fields that the [module](self) documents.
    pub fn object(&self) -> Map<String, Value> {
        let shortest = self.shrunk.as_ref().map(|shrunk| shrunk.shortest);
        let more = [
            ("written", json!(self.moves())),
            ("paste", paste::object(&self.forms())),
            ("length", json!(self.length())),
            ("proven_shortest", json!(shortest.is_some_and(|known| known.is_proven()))),
            ("searched", json!(shortest.and_then(Searched::of))),
            ("from_start", json!(self.game_from_start().map(FromStart::of))),
            ("same_signature", json!(self.game_of_same_signature().map(FromStart::of))),
            ("made_up", json!(self.is_made_up())),
            ("shorter", json!(self.shorter)),
            ("passed_over_open", json!(self.is_passed_open())),
            ("opinions", json!(self.opinions.as_ref().map(Opinions::data))),
            ("met", json!(self.met)),
            ("original_record", json!(self.original.record.to_string())),
            ("reproducible", json!(self.reproducible)),
            ("count", json!(self.count)),
            ("games_played", json!(Some(self.games).filter(|&games| games > 0))),
            ("per_1000_games", json!(self.rate())),
            ("ended_games", json!(self.ended)),
            ("first_ply", json!(self.plies.map(|(first, _)| first))),
            ("last_ply", json!(self.plies.map(|(_, last)| last))),
            ("seed", json!(self.seed)),
            ("first_game", json!(self.first)),
            ("number", json!(self.game)),
            ("policy", json!(self.policy)),
            ("command", json!(self.command.text)),
            ("replay", json!(self.replay().map(|command| command.text))),
            ("shrink", json!(self.shrink().map(|command| command.text))),
            ("files", json!(self.written.files)),
        ];
        let mut object = self.best().object();
        object.extend(more.map(|(key, value)| (key.to_string(), value)));
        object
    }
}

pub(super) fn text(summary: &Summary) -> String {
    let checked = summary.sections.iter().map(|section| {
        let mut compared = section.figures.compared.object(&section.engines);
        compared["words"] = json!(section.compared);
        let mut object = json!({
            "game": section.game,
            "engines": section.engines,
            "verdict": section.verdict().word(),
            "reason": section.reason(),
            "games": section.figures.games,
            "plies": section.figures.plies,
            "findings": section.entries.len(),
            "still_there": section.still,
            "warnings": section.figures.warnings,
            "compared": compared,
            "coverage": section.figures.coverage,
            "conventions": section.figures.coverage.conventions,
            "few": section.figures.coverage.few().into_iter().map(|(event, count)| {
                (event.name.clone(), Value::from(count))
            }).collect::<Map<String, Value>>(),
        });
        if summary.timed {
            object["seconds"] = json!(section.figures.elapsed.unwrap_or_default().as_secs_f64());
            object["pace"] = json!(section.pace);
        }
        object
    });
    let findings = summary.entries().into_iter().map(|(_, entry)| {
        let mut object = entry.object.clone();
        let titles: Vec<&String> = entry.pictures.iter().map(|(title, _)| title).collect();
        object.extend([
            ("files".into(), json!(entry.files)),
            ("found_after".into(), json!(entry.after.map(|after| after.as_secs_f64()))),
            ("came_up".into(), json!(entry.rate)),
            ("origin".into(), json!(entry.origin)),
            ("boards".into(), json!(titles)),
            ("remarks".into(), json!(entry.remarks)),
        ]);
        object
    });
    let object = json!({
        "format": "bustan-findings",
        "version": VERSION,
        "bustan": env!("CARGO_PKG_VERSION"),
        "verdict": summary.verdict().word(),
        "finished": summary.finished,
        "command": summary.command,
        "seed": summary.seed,
        "checked": checked.collect::<Vec<Value>>(),
        "findings": findings.collect::<Vec<_>>(),
        "earlier": summary.others().collect::<Vec<_>>(),
    });
    format!("{object:#}\n")
}
