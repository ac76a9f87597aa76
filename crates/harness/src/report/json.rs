//! `findings.json`: a run and its findings for programs.
//!
//! The file contains one object. Every version with the same number has the fields below; others may be added.
//!
//! | field | holds |
//! |---|---|
//! | `format`, `version` | `"bustan-findings"` and the number [`VERSION`] |
//! | `bustan` | the version of the program that wrote it |
//! | `verdict` | a word of [`Verdict`](crate::report::verdict::Verdict): `"differ"` as soon as there is a finding; without one `"unfinished"` while the run is in progress or if it was killed, `"interrupted"` if it was ended early, `"not tested"` if too little was compared, `"agree"` |
//! | `finished` | whether the run has ended and recorded that |
//! | `command`, `seed` | the command of the run, and its seed |
//! | `checked` | an array with an object for each game: `game`, `engines` (the names of the engine under test and of the other engine, empty while they are unknown), `verdict` (`"not run"` for a game that the run did not reach), `reason` (why it was not tested, or what was not compared, or `null`), `games` (the number finished), `plies`, `seconds` (not in a run whose reports are to be reproducible), `findings` (their number), `still_there` (the names of findings of earlier runs whose games show a difference now, each followed by a remark if the difference is not the same), `warnings` (incidents that do not count as findings, in sentences), `compared` (an object with `games`, the number of games; `compared`, the number of games in which each part was compared; `not_compared`, the reason for each other part; `counted_positions`, the number of positions that counts ahead include, each as often as it was counted; `words`, the same in sentences), `coverage` (an object with `events`, an array with `name` and `about` of each, and `policies`, an array with `name`, `about`, `games` and `plies` of each, and `events`, the number of times each occurred), `conventions` (an object with the conventions of the engine under test that explained a difference, and in how many games), `few` (an object with the events that occurred fewer than 10 times, and their counts), `pace` (an array of moments, each an array of seconds since the start and moves played by then; not in such a run) |
//! | `findings` | an array of the different findings, those with the shortest games first |
//! | `earlier` | the names of reports in the directory on findings of other runs, before this one or at the same time |
//!
//! Each finding has these fields, here and in the output of `bustan check --json`:
//!
//! | field | holds |
//! |---|---|
//! | `game`, `kind`, `signature` | its game, the kind of difference, and the words that distinguish the finding from others |
//! | `headline`, `details` | the difference: in one line, and item by item in an array of strings |
//! | `record`, `moves`, `question` | its shortest game, the number of its moves, and whether the last was not played but asked about |
//! | `written` | the moves of that game in the notation that people use, such as `"1. e4 e5 2. Nf3"` in chess, or `null` if it is the same as that of programs |
//! | `paste` | an array of the forms in which the game can be pasted elsewhere, up to the position that shows the difference, each with `name` (`"FEN"`, the position; `"UCI"`, the command `position` for an engine; `"PGN"`, the game), `text`, and `link` (the address of a page that shows it, or `null`); empty for games without such forms |
//! | `start`, `played` | the position at which that game begins, and its moves: an array with `player` and `move` of each, in the notation of engines |
//! | `answers` | the answers of the engine under test and of the other: `engine`, its name; `words`, its part of the headline, if there is one; `state`, the state that it reported; `not_reported`, the values that it did not report |
//! | `rule` | the rule that makes the disputed move illegal: `number`, `words` and the `page` with the rules; or `null` |
//! | `passed_over` | the signatures of the known differences that are ignored in that game |
//! | `passed_over_open` | whether shrinking ended before all ignored differences were looked for, so that there may be more |
//! | `said` | two arrays of strings: the last messages to and from the engine under test and the other, if they are programs: commands after `> ` and lines of answers after `< `; for a program that speaks another protocol through a bridge, the lines that it received and sent, each after the seconds since it was started, as in `0.012 > go perft 1` |
//! | `length`, `proven_shortest` | words about that length, and whether no game from the small starting positions shows the same difference in fewer moves |
//! | `searched` | the search that supports this, or `null`: `moves` (all games of up to this many moves, or `null`), `all_shorter` (whether these are all shorter games), `starts` (the number of starting positions), `looked_at` (`"everything"`; `"listed"` if it asked only about moves listed as legal and those of this game; `"sample"` if such a difference can hide from a search), `cut` (whether some games were not followed beyond another difference), `took_back` (whether the engine under test took moves back between these games, which may hide something) |
//! | `from_start` | the shortest game from the start that shows the difference, if the record begins at a later position, otherwise `null`: `headline`, `record`, `moves` |
//! | `same_signature` | a game from the start with the same signature, about another move or other values, unless `from_start` is as short; or `null`: `headline`, `record`, `moves` |
//! | `made_up` | whether the record begins at a position that was made up (made smaller than one that an engine reported, or made up by the run) or that comes from one that the run made up: the position need not be reachable (`original_record` is the game found) |
//! | `shorter` | the shortest game of the run that shows another difference, if it is shorter, otherwise `null`: `headline`, `record`, `moves`, `finding` (the name of the finding that it belongs to) |
//! | `opinions` | the verdicts of further engines, or `null` if there are none: `asked` (an array with an object for each: `engine`, its name, and `agrees_with`, `"subject"` for the engine under test, `"oracle"` for the other, `"neither"`, or `null` if that is undecided or there was no time to ask), `odd_one_out` (the name of the engine with which no other agrees, or `null`), `words` (the same in a sentence) |
//! | `met` | whether the game `number` showed another difference and this one was found while that was shrunk |
//! | `count`, `games_played`, `per_1000_games` | the number of games that showed it, the number of games played, and the rate; `count` is 0 if it was only found while another was shrunk; the last two are `null` if the finding is not about games |
//! | `ended_games`, `first_ply`, `last_ply` | the number of those games that could not continue after it, and the least and the greatest number of moves after which it showed; `null` if no game showed it directly |
//! | `seed`, `first_game` | the seed of the run and the number of the first of those games, from 0; `number` if there is none |
//! | `number`, `policy`, `original_record` | the game that was shrunk: its number, its policy, its record |
//! | `reproducible` | whether new engines reproduced it, `null` until that was tried |
//! | `command`, `replay`, `shrink` | the commands that reproduce it, and that replay the shortest game and shrink it further, or `null` |
//! | `files` | its files: in `findings.json` their names in the directory, otherwise paths |
//!
//! Findings in `findings.json` have these, too:
//!
//! | field | holds |
//! |---|---|
//! | `found_after` | the time from the beginning of the run until it was found, in seconds; `null` in a run whose reports are to be reproducible |
//! | `came_up`, `origin` | the number of games that showed it, and its origin, in words |
//! | `boards` | the titles of its pictures: that of `.svg`, and that of `.subject.svg` if there is one |
//! | `remarks` | a sentence for each engine that reports only a part of the position: the values that it reports, and the keys that it does not |

use serde_json::{Map, Value, json};

use super::overview::Summary;
use crate::compare::divergence::{Divergence, ILLEGAL};
use crate::erased::Reason;
use crate::report::finding::Finding;
use crate::report::opinions::Opinions;
use crate::report::paste;
use crate::report::store::{FromStart, Searched};

/// The number that changes when a field is removed or changes its meaning.
pub const VERSION: u32 = 2;

impl Divergence {
    /// Returns the divergence for programs.
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

    /// Returns the moves of the record with their players, in the notation of engines.
    fn played(&self) -> Vec<Value> {
        let moves = self.record.moves.iter();
        moves.map(|(player, mv)| json!({ "player": player.to_string(), "move": mv.to_string() })).collect()
    }

    /// Returns the answers of the engine under test and of the other.
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

    /// The page with the rules of the game.
    fn rules_page(&self) -> String {
        format!("docs/rules/{}.md", self.rules().name())
    }

    /// The rule that makes the disputed move illegal, in a line; empty if none is known.
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
    /// Returns the finding for programs, with the fields that [`json`](self) lists.
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
            ("opinions", json!(self.opinions.as_ref().map(Opinions::told))),
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
