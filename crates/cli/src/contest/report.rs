//! The report of a match.

use std::fmt::Write;
use std::time::Duration;

use bustan_harness::erased::Rules;
use bustan_players::contest::{Ending, OUTCOMES, Played, Report, Sprt, Verdict};
use serde_json::{Map, Value, json};

use crate::words::count;

/// A finished match.
pub(super) struct Summary<'r> {
    pub(super) rules: Rules,
    /// The position at which games begin. With random setups, each round begins at another similar position.
    pub(super) start: String,
    /// Whether setups are random.
    pub(super) drawn: bool,
    pub(super) names: &'r [String],
    /// The number of seats at the board.
    pub(super) players: usize,
    /// The number of planned games.
    pub(super) planned: u64,
    pub(super) seed: u64,
    pub(super) sprt: Option<Sprt>,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
    pub(super) report: &'r Report,
}

/// The points of a contender in the games that it played from one seat, or from any seat.
#[derive(Clone, Copy, Debug, Default)]
struct Points {
    seats: u64,
    points: f64,
    won: u64,
    drawn: u64,
}

impl Points {
    fn lost(self) -> u64 {
        self.seats - self.won - self.drawn
    }
}

impl Summary<'_> {
    fn points(&self, contender: usize, place: Option<usize>) -> Points {
        let mut all = Points::default();
        for game in &self.report.games {
            for (seat, &points) in game.points.iter().enumerate() {
                if game.seats[seat] == contender && place.is_none_or(|place| place == seat) {
                    all.seats += 1;
                    all.points += points;
                    all.won += u64::from(points == 1.0);
                    all.drawn += u64::from(points > 0.0 && points < 1.0);
                }
            }
        }
        all
    }

    /// Whether the game has two seats, so that colours are exchanged in pairs.
    const fn is_paired(&self) -> bool {
        self.players == 2
    }

    /// The report as text.
    pub(super) fn text(&self) -> String {
        let mut text = self.heading();
        self.scores(&mut text);
        if self.is_paired() && !self.report.games.is_empty() {
            self.strength(&mut text);
        }
        if let Some(sprt) = self.sprt {
            let [low, high] = sprt.bounds();
            let verdict = match self.report.verdict {
                Some(Verdict::Accepted) => "elo1 is accepted",
                Some(Verdict::Rejected) => "elo0 is accepted",
                None => "not decided",
            };
            let ratio = sprt.ratio(self.report.pairs);
            let _ = writeln!(text, "SPRT {sprt}: LLR {ratio:.2} ({low:.2} to {high:.2}), {verdict}");
        }
        self.losses(&mut text);
        let long = self.report.games.iter().filter(|game| game.ending == Ending::Long).count() as u64;
        if long > 0 {
            let _ = writeln!(text, "drawn because they were too long: {}", count(long, "game", "games"));
        }
        text
    }

    /// A line about the games that were played.
    fn heading(&self) -> String {
        let games = self.report.games.len() as u64;
        let mut text = format!("{} of {}", count(games, "game", "games"), self.rules.name());
        let _ = match self.drawn {
            true => write!(text, " from random setups"),
            false => write!(text, " from {}", self.start),
        };
        if self.interrupted {
            let _ = write!(text, ", stopped before {}", count(self.planned, "game", "games"));
        }
        let _ = writeln!(text, ", in {:.1} s", self.elapsed.as_secs_f64());
        text
    }

    /// Adds the points of each contender, in total and by seat.
    fn scores(&self, text: &mut String) {
        let games = self.report.games.len() as u64;
        for (contender, name) in self.names.iter().enumerate() {
            let all = self.points(contender, None);
            let Some(share) = self.report.share(contender) else { continue };
            let _ = write!(
                text,
                "{name}: {} of {} ({}), {} won, {} drawn, {} lost",
                half(all.points),
                count(games, "point", "points"),
                percent(share),
                all.won,
                all.drawn,
                all.lost(),
            );
            let by_place = (0..self.players).map(|place| {
                let Points { seats, points, .. } = self.points(contender, Some(place));
                format!("{} {} of {seats}", self.rules.players()[place], half(points))
            });
            let _ = writeln!(text, "; {}", by_place.collect::<Vec<_>>().join(", "));
        }
    }

    /// Adds the difference in strength between two contenders, estimated from their pairs of games.
    fn strength(&self, text: &mut String) {
        let pairs = self.report.pairs;
        let _ = writeln!(
            text,
            "pairs of games with 0, 0.5, 1, 1.5 and 2 points for {}: {}",
            self.names[0],
            pairs.0.map(|pairs| pairs.to_string()).join(" "),
        );
        if pairs.elo().is_some_and(|[_, elo, _]| elo.is_infinite()) {
            text.push_str("Elo: the difference is too large to estimate\n");
        } else if let Some([low, elo, high]) = pairs.elo() {
            let _ = write!(text, "Elo {}", signed(elo));
            let _ = match signed(low) == signed(high) {
                true => write!(text, ", from pairs that all have the same result"),
                false => write!(text, ", from {} to {} with 95 % confidence", signed(low), signed(high)),
            };
            if let Some(likely) = pairs.superiority() {
                let _ =
                    write!(text, "; {} is stronger with probability {:.1} %", self.names[0], 100.0 * likely);
            }
            text.push('\n');
        }
    }

    /// Adds the games that each contender forfeited.
    fn losses(&self, text: &mut String) {
        for (contender, name) in self.names.iter().enumerate() {
            let causes = self.report.losses(contender).into_iter().map(|(cause, number)| {
                let [one, several] = cause.words();
                count(number, one, several)
            });
            let causes: Vec<String> = causes.collect();
            if !causes.is_empty() {
                let _ = writeln!(text, "{name} forfeited games: {}", causes.join(", "));
                let first = self.first_loss(contender);
                let _ = writeln!(text, "  {}", first.unwrap_or_default());
            }
        }
    }

    /// The first game that a contender forfeited, as text.
    fn first_loss(&self, contender: usize) -> Option<String> {
        self.report.games.iter().find_map(|game| match &game.ending {
            Ending::Lost(seat, loss) if game.seats[*seat] == contender => {
                let after = count(game.record.moves.len() as u64, "move", "moves");
                Some(format!(
                    "first in game {} of round {}, after {after}: {}",
                    game.game, game.round, loss.words
                ))
            }
            _ => None,
        })
    }

    /// The report as JSON.
    pub(super) fn json(&self) -> Value {
        let players = self.names.iter().enumerate().map(|(contender, name)| self.player(contender, name));
        let mut object = json!({
            "game": self.rules.name(),
            "start": self.start,
            "seed": self.seed,
            "games": self.report.games.len(),
            "planned": self.planned,
            "interrupted": self.interrupted,
            "seconds": self.elapsed.as_secs_f64(),
            "players": players.collect::<Vec<Value>>(),
        });
        if self.is_paired() {
            let pairs = self.report.pairs;
            let finite = |number: f64| number.is_finite().then_some(number);
            object["pairs"] = json!(pairs.0[..OUTCOMES]);
            object["elo"] = json!(pairs.elo().map(|[low, elo, high]| {
                json!({"value": finite(elo + 0.0), "low": finite(low + 0.0), "high": finite(high + 0.0)})
            }));
            object["superiority"] = json!(pairs.superiority());
        }
        if let Some(sprt) = self.sprt {
            let [low, high] = sprt.bounds();
            let accepted = self.report.verdict.map(|verdict| match verdict {
                Verdict::Accepted => "elo1",
                Verdict::Rejected => "elo0",
            });
            let ratio = sprt.ratio(self.report.pairs);
            object["sprt"] = json!({"test": sprt.to_string(), "llr": ratio, "low": low, "high": high, "accepted": accepted});
        }
        object
    }

    /// One contender as JSON.
    fn player(&self, contender: usize, name: &str) -> Value {
        let all = self.points(contender, None);
        let share = self.report.share(contender);
        let losses = self.report.losses(contender).into_iter();
        let losses: Map<String, Value> =
            losses.map(|(cause, number)| (cause.words()[0].replace(' ', "_"), json!(number))).collect();
        let by_colour = (0..self.players).map(|place| {
            let Points { seats, points, .. } = self.points(contender, Some(place));
            (self.rules.players()[place].to_string(), json!({"games": seats, "points": points}))
        });
        json!({
            "name": name,
            "games": all.seats,
            "points": all.points,
            "score": share.map(|(share, _)| share),
            "error": share.map(|(_, bar)| bar),
            "won": all.won,
            "drawn": all.drawn,
            "lost": all.lost(),
            "colours": by_colour.collect::<Map<String, Value>>(),
            "lost_at_once": losses,
            "first_loss_at_once": self.first_loss(contender),
        })
    }
}

/// The record of a game, with comments on its players and its end.
pub(super) fn record(game: &Played, names: &[String]) -> String {
    let players = game.record.start.rules().players();
    let mut text = format!("# round {}, game {}\n", game.round, game.game);
    for (seat, &contender) in game.seats.iter().enumerate() {
        let name = names[contender].replace(|c: char| c.is_control(), " ");
        let _ = writeln!(text, "# {}: {name}, {}", players[seat], half(game.points[seat]));
    }
    match &game.ending {
        Ending::Over => {}
        Ending::Long => text += "# drawn because it was too long\n",
        Ending::Lost(seat, loss) => {
            let words = loss.words.replace(|c: char| c.is_control(), " ");
            let _ = writeln!(text, "# {} forfeited: {words}", players[*seat]);
        }
    }
    let _ = writeln!(text, "{}", game.record);
    text
}

/// Formats points with at most two decimals.
fn half(points: f64) -> String {
    let rounded = (points * 100.0).round() / 100.0;
    format!("{rounded}")
}

/// A share of the points with its error bar, or without one if the error rounds to 0.
pub(super) fn percent((share, bar): (f64, f64)) -> String {
    let bar = format!("{:.1}", 100.0 * bar);
    let bar = if bar == "0.0" { String::new() } else { format!(" \u{b1} {bar}") };
    format!("{:.1} %{bar}", 100.0 * share)
}

/// A difference in Elo with its sign.
fn signed(elo: f64) -> String {
    match elo {
        _ if elo.abs() < 0.05 => "0.0".into(),
        f64::INFINITY => "+infinity".into(),
        f64::NEG_INFINITY => "-infinity".into(),
        _ => format!("{elo:+.1}"),
    }
}
