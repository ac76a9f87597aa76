//! The pace of a run: the number of moves played up to certain moments, and a plot.

use std::fmt::Write;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The maximum number of moments kept. When there are more, every second one is dropped, and later ones are
/// twice as far apart.
const MOST: usize = 240;

/// The initial interval between moments, in seconds.
const STEP: f64 = 0.25;

/// The width of the plot.
const WIDTH: f64 = 600.0;
/// The height of the plot.
const HEIGHT: f64 = 100.0;

/// The number of moves played up to certain moments. These are in seconds from the start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Pace {
    moments: Vec<(f64, u64)>,
    /// The number of times that every second moment was dropped.
    #[serde(skip)]
    thinned: i32,
}

impl Pace {
    /// Records the number of moves at a moment, unless the previous moment is too close.
    pub(super) fn add(&mut self, elapsed: Duration, plies: u64) {
        let now = (elapsed.as_secs_f64() * 100.0).round() / 100.0;
        let last = self.moments.last().map_or(0.0, |(at, _)| *at);
        if now < last + STEP * 2_f64.powi(self.thinned) {
            return;
        }
        if self.moments.len() == MOST {
            let mut place = 0;
            self.moments.retain(|_| {
                place += 1;
                place % 2 == 0
            });
            self.thinned += 1;
        }
        self.moments.push((now, plies));
    }

    /// Whether this can be the pace of a run: there are no more than the maximum number of moments, in
    /// increasing order.
    pub(super) fn is_sound(&self) -> bool {
        let times = || self.moments.iter().map(|(at, _)| *at);
        self.moments.len() <= MOST && times().all(|at| at > 0.0) && times().is_sorted()
    }

    /// Returns for each moment the number of moves per second since the previous one.
    pub(super) fn rates(&self) -> Vec<(f64, f64)> {
        let before = std::iter::once((0.0, 0)).chain(self.moments.iter().copied());
        let rate = |((from, few), &(to, many)): ((f64, u64), &(f64, u64))| {
            (to, many.saturating_sub(few) as f64 / (to - from).max(STEP))
        };
        before.zip(&self.moments).map(rate).collect()
    }

    /// Returns the plot as an SVG element, with a line at each of the marks; `None` if there are too few
    /// moments.
    pub(super) fn plot(&self, marks: impl Iterator<Item = f64>) -> Option<String> {
        let rates = self.rates();
        let &(end, _) = rates.last().filter(|_| rates.len() > 1)?;
        let most = rates.iter().map(|(_, rate)| *rate).fold(1.0, f64::max);
        let across = |at: f64| at.clamp(0.0, end) / end * WIDTH;
        let points: Vec<String> = rates
            .iter()
            .map(|(at, rate)| format!("{:.1},{:.1}", across(*at), HEIGHT - rate / most * HEIGHT * 0.95))
            .collect();
        let (first, line) = (points[0].split_once(',').map_or("0", |(_, high)| high), points.join(" "));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" \
             role=\"img\" aria-label=\"Plies a second over {end:.0} seconds\">"
        );
        let _ = write!(svg, "<polygon points=\"0,{HEIGHT} 0,{first} {line} {WIDTH},{HEIGHT}\"/>");
        for mark in marks {
            let x = across(mark);
            let _ = write!(svg, "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"0\" y2=\"{HEIGHT}\"/>");
        }
        let _ = write!(svg, "<polyline points=\"0,{first} {line}\"/></svg>");
        Some(svg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steady(seconds: u64, a_second: u64) -> Pace {
        let mut pace = Pace::default();
        (0..seconds * 10)
            .for_each(|tenth| pace.add(Duration::from_millis(tenth * 100), tenth * a_second / 10));
        pace
    }

    #[test]
    fn a_long_run_keeps_no_more_moments_than_a_short_one_and_the_same_pace() {
        for seconds in [10, 100, 1_000, 100_000] {
            let pace = steady(seconds, 500);
            assert!(
                pace.moments.len() <= MOST && pace.moments.len() > MOST / 8,
                "{seconds} s: {}",
                pace.moments.len()
            );
            let rates = pace.rates();
            let off = rates.iter().skip(1).find(|(_, rate)| (rate - 500.0).abs() > 1.0);
            assert_eq!(off, None, "{seconds} s");
            assert!(
                rates.last().unwrap().0 > seconds as f64 * 0.9,
                "{seconds} s: it ends at {:?}",
                rates.last()
            );
        }
    }

    #[test]
    fn the_plot_stays_within_its_frame_and_rises_where_a_run_is_faster() {
        let mut pace = steady(10, 100);
        assert_eq!(Pace::default().plot(std::iter::empty()), None);
        pace.add(Duration::from_secs(11), 100_000);
        let svg = pace.plot([3.0, 99.0].into_iter()).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let named = |name: &str| {
            document
                .descendants()
                .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
                .count()
        };
        assert_eq!((named("polyline"), named("line")), (1, 2));
        let line = document.descendants().find(|node| node.tag_name().name() == "polyline").unwrap();
        let points: Vec<Vec<f64>> = line
            .attribute("points")
            .unwrap()
            .split(' ')
            .map(|point| point.split(',').map(|number| number.parse().unwrap()).collect())
            .collect();
        assert!(
            points.iter().all(|at| (0.0..=WIDTH).contains(&at[0]) && (0.0..=HEIGHT).contains(&at[1])),
            "{svg}"
        );
        assert!(points[points.len() - 1][1] < points[points.len() - 2][1], "{svg}");
    }
}
