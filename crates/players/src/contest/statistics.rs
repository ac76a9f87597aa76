//! Statistics of a match: scores with confidence intervals, Elo, and a sequential test.
//!
//! Two games with the same opening and exchanged colours are not independent. The statistics therefore count
//! pairs of games by their points, the *pentanomial* frequencies of chess testing. The sequential test is the
//! generalised probability ratio test of Michel Van den Bergh, as used for Stockfish: each hypothesis is
//! represented by the distribution of pairs that has the expected score of the hypothesis and the maximum
//! likelihood.

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The number of outcomes of a pair of games: 0, 0.5, 1, 1.5 and 2 points.
pub const OUTCOMES: usize = 5;

/// Half the length of a 95 % confidence interval, in standard errors.
const BAR: f64 = 1.959_963_985;

/// The numbers of pairs in a match, by the points of the first player in the pair: the index is in half
/// points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; OUTCOMES]);

impl Pairs {
    /// The total number of pairs.
    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of the points, from 0 to 1, with half the length of its 95 % confidence interval; `None`
    /// without pairs.
    pub fn score(self) -> Option<(f64, f64)> {
        let pairs = self.0.iter().zip(0u32..).map(|(&pairs, points)| (pairs as f64, f64::from(points) / 4.0));
        let values: Vec<(f64, f64)> = pairs.collect();
        mean_and_bar(&values)
    }

    /// The difference in Elo between the ends of its 95 % confidence interval, as `[low, elo, high]`; `None`
    /// without pairs. It is infinite if one player has all points.
    pub fn elo(self) -> Option<[f64; 3]> {
        let (score, bar) = self.score()?;
        Some([score - bar, score, score + bar].map(|score| elo(score.clamp(0.0, 1.0))))
    }

    /// The likelihood that the first player is the stronger one, from 0 to 1; `None` if all pairs have the
    /// same result.
    pub fn superiority(self) -> Option<f64> {
        let (score, bar) = self.score()?;
        (bar > 0.0).then(|| normal((score - 0.5) * BAR / bar))
    }
}

/// The weighted mean of values, and half the length of its 95 % confidence interval; `None` without values.
/// The weights are the first elements.
pub(crate) fn mean_and_bar(values: &[(f64, f64)]) -> Option<(f64, f64)> {
    let count: f64 = values.iter().map(|(weight, _)| weight).sum();
    if count == 0.0 {
        return None;
    }
    let mean = values.iter().map(|(weight, value)| weight * value).sum::<f64>() / count;
    let variance = values.iter().map(|(weight, value)| weight * (value - mean).powi(2)).sum::<f64>() / count;
    Some((mean, BAR * (variance / count).sqrt()))
}

/// The difference in Elo that corresponds to an expected score.
fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score for a difference in Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The cumulative distribution function of the standard normal distribution, by approximation 7.1.26 of
/// Abramowitz and Stegun, whose error is less than a millionth.
fn normal(deviations: f64) -> f64 {
    let x = deviations.abs() / SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let factors = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let beyond = factors.iter().fold(0.0, |sum, factor| sum * t + factor) * t * (-x * x).exp();
    if deviations >= 0.0 { 1.0 - 0.5 * beyond } else { 0.5 * beyond }
}

/// A sequential probability ratio test of two hypotheses: that the first player is stronger by `elo1`, and
/// that it is stronger only by `elo0`.
///
/// ```
/// use bustan_players::contest::{Pairs, Sprt, Verdict};
///
/// let sprt: Sprt = "elo0=0 elo1=10".parse()?;
/// assert_eq!(sprt.verdict(Pairs([10, 100, 300, 160, 30])), Some(Verdict::Accepted));
/// assert_eq!(sprt.verdict(Pairs([1, 2, 3, 3, 1])), None);
/// # Ok::<(), bustan_players::contest::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference in Elo under the hypothesis to be rejected.
    pub elo0: f64,
    /// The difference in Elo under the hypothesis to be accepted.
    pub elo1: f64,
    /// The allowed probability of accepting `elo1` if `elo0` holds.
    pub alpha: f64,
    /// The allowed probability of accepting `elo0` if `elo1` holds.
    pub beta: f64,
    /// Whether the differences are in normalised Elo, which is relative to the standard deviation of the
    /// results.
    pub normalised: bool,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The data support `elo1` rather than `elo0`.
    Accepted,
    /// The data support `elo0` rather than `elo1`.
    Rejected,
}

/// The value used instead of a number of pairs that is 0.
const FEW: f64 = 1e-3;

/// `HALVINGS`: the number of bisection steps of a search. `ROUNDS`: the number of steps of a fixed-point
/// iteration.
const HALVINGS: usize = 100;
const ROUNDS: usize = 30;

impl Sprt {
    /// The bounds of the log-likelihood ratio at which the test ends.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of the two hypotheses; 0 without pairs.
    pub fn ratio(&self, pairs: Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|pairs| if pairs == 0 { FEW } else { pairs as f64 });
        let count: f64 = counts.iter().sum();
        let seen = counts.map(|pairs| pairs / count);
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| self.likeliest(seen, elo));
        let each = (0..OUTCOMES).map(|outcome| seen[outcome] * (under1[outcome] / under0[outcome]).ln());
        count * each.sum::<f64>()
    }

    /// The result of the test for these pairs, if the test ends.
    pub fn verdict(&self, pairs: Pairs) -> Option<Verdict> {
        let (ratio, [low, high]) = (self.ratio(pairs), self.bounds());
        match ratio {
            _ if ratio >= high => Some(Verdict::Accepted),
            _ if ratio <= low => Some(Verdict::Rejected),
            _ => None,
        }
    }

    /// The distribution of pairs that has this difference in Elo and, among these, the maximum likelihood of
    /// the observed frequencies.
    fn likeliest(&self, seen: [f64; OUTCOMES], elo: f64) -> [f64; OUTCOMES] {
        if !self.normalised {
            return tilted(seen, std::array::from_fn(|outcome| value(outcome) - expected(elo)));
        }
        // Normalised Elo determines the mean in units of the standard deviation, and both are unknown. The
        // condition is therefore linearised repeatedly around a distribution.
        let wanted = elo * LN_10 / 800.0 * SQRT_2;
        let mut likely = [1.0 / OUTCOMES as f64; OUTCOMES];
        for _ in 0..ROUNDS {
            let mean: f64 = (0..OUTCOMES).map(|outcome| likely[outcome] * value(outcome)).sum();
            let variance: f64 =
                (0..OUTCOMES).map(|outcome| likely[outcome] * (value(outcome) - mean).powi(2)).sum();
            let deviation = variance.sqrt();
            likely = tilted(
                seen,
                std::array::from_fn(|outcome| {
                    let off = (mean - value(outcome)) / deviation;
                    value(outcome) - 0.5 - 0.5 * wanted * deviation * (1.0 + off * off)
                }),
            );
        }
        likely
    }
}

/// The share of the points in an outcome of a pair.
fn value(outcome: usize) -> f64 {
    outcome as f64 / (OUTCOMES - 1) as f64
}

/// The distribution under which `terms` have the mean 0 and, among these, the observed frequencies have the
/// maximum likelihood: each frequency is divided by 1 plus a multiple of its term, where the multiple is the
/// same for all.
fn tilted(seen: [f64; OUTCOMES], terms: [f64; OUTCOMES]) -> [f64; OUTCOMES] {
    let least = terms.iter().copied().fold(f64::INFINITY, f64::min);
    let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let slope = |multiple: f64| -> f64 {
        (0..OUTCOMES).map(|outcome| seen[outcome] * terms[outcome] / (1.0 + multiple * terms[outcome])).sum()
    };
    // The slope decreases monotonically in the interval.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let multiple = 0.5 * (low + high);
    std::array::from_fn(|outcome| seen[outcome] / (1.0 + multiple * terms[outcome]))
}

/// Why a text is not a valid test.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{part:?}: {problem}; a test is written elo0=0 elo1=10 alpha=0.05 beta=0.05 model=logistic")]
pub struct SprtError {
    /// The part of the text with the error.
    part: String,
    /// A description of the error.
    problem: &'static str,
}

/// The maximum difference in Elo. A larger value is assumed to be a typing error.
const MOST_ELO: f64 = 2000.0;

impl FromStr for Sprt {
    type Err = SprtError;

    /// Parses parts such as `elo1=10`, separated by spaces or commas.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut sprt = Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, normalised: false };
        let wrong = |part: &str, problem| SprtError { part: part.into(), problem };
        for part in text.split([' ', ',']).filter(|part| !part.is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                return Err(wrong(part, "expected NAME=VALUE"));
            };
            let number = || value.parse::<f64>().ok().filter(|number| number.is_finite());
            let elo = || {
                let elo = number().filter(|elo| elo.abs() <= MOST_ELO);
                elo.ok_or_else(|| wrong(part, "expected a number from -2000 to 2000"))
            };
            let risk = || {
                let risk = number().filter(|risk| (1e-6..0.5).contains(risk));
                risk.ok_or_else(|| wrong(part, "expected a number above 0 and below 0.5"))
            };
            match (name, value) {
                ("elo0", _) => sprt.elo0 = elo()?,
                ("elo1", _) => sprt.elo1 = elo()?,
                ("alpha", _) => sprt.alpha = risk()?,
                ("beta", _) => sprt.beta = risk()?,
                ("model", "logistic") => sprt.normalised = false,
                ("model", "normalized" | "normalised") => sprt.normalised = true,
                ("model", _) => return Err(wrong(part, "the models are logistic and normalized")),
                _ => return Err(wrong(part, "unknown name; expected elo0, elo1, alpha, beta or model")),
            }
        }
        if sprt.elo0 >= sprt.elo1 {
            return Err(wrong(text, "elo0 must be less than elo1"));
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, normalised } = self;
        let model = if *normalised { "normalized" } else { "logistic" };
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64, by: f64) {
        assert!((one - other).abs() < by, "{one} is not {other}");
    }

    /// Published results of tests of Stockfish: frequencies of pairs, bounds, and the log-likelihood ratio
    /// reported with them.
    #[test]
    fn ratios_are_those_that_fishtest_shows() {
        for (pairs, text, ratio) in [
            ([68, 15448, 39104, 15441, 94], "elo0=0.5 elo1=2.5", -2.94),
            ([41, 5118, 12924, 5334, 31], "elo0=-1.75 elo1=0.25", 2.94),
            ([36, 5804, 14811, 5986, 39], "elo0=-1.75 elo1=0.25", 2.94),
        ] {
            let sprt: Sprt = format!("{text} model=normalized").parse().unwrap();
            near(sprt.ratio(Pairs(pairs)), ratio, 0.02);
            near(sprt.bounds()[1], 2.944, 0.001);
            near(sprt.bounds()[0], -2.944, 0.001);
        }
    }

    /// For small differences, the ratio is close to that of normal distributions.
    #[test]
    fn the_ratio_of_logistic_elo_is_nearly_that_of_normal_distributions() {
        let sprt: Sprt = "elo0=0 elo1=4".parse().unwrap();
        for pairs in [[10, 200, 500, 260, 30], [30, 260, 500, 200, 10], [5, 50, 100, 50, 5]].map(Pairs) {
            let (score, bar) = pairs.score().unwrap();
            let variance = (bar / BAR).powi(2) * pairs.count() as f64;
            let [s0, s1] = [0.0, 4.0].map(expected);
            let normal = pairs.count() as f64 * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance);
            near(sprt.ratio(pairs), normal, 0.01 * normal.abs().max(1.0));
        }
        assert_eq!(sprt.ratio(Pairs::default()), 0.0);
        let even: Sprt = "elo0=-5 elo1=5".parse().unwrap();
        near(even.ratio(Pairs([3, 20, 40, 20, 3])), 0.0, 1e-9);
    }

    /// The maximum-likelihood distribution is a probability distribution and has the score of its hypothesis.
    #[test]
    fn the_likeliest_distribution_has_the_score_of_its_hypothesis() {
        let seen = [0.05, 0.2, 0.5, 0.2, 0.05];
        let sprt: Sprt = "elo0=0 elo1=30".parse().unwrap();
        let likely = sprt.likeliest(seen, 30.0);
        near(likely.iter().sum(), 1.0, 1e-9);
        near((0..OUTCOMES).map(|outcome| likely[outcome] * value(outcome)).sum(), expected(30.0), 1e-9);
    }

    #[test]
    fn elo_and_its_bar_follow_from_the_pairs() {
        // A share of 0.75 corresponds to 190.8 Elo.
        let [low, elo, high] = Pairs([0, 0, 50, 0, 50]).elo().unwrap();
        near(elo, 190.85, 0.01);
        let bar = BAR * (0.0625f64 / 100.0).sqrt();
        near(low, super::elo(0.75 - bar), 1e-9);
        near(high, super::elo(0.75 + bar), 1e-9);
        // A pair in which each player won one game counts the same as one with two draws.
        assert_eq!(Pairs([0, 0, 10, 0, 0]).score(), Some((0.5, 0.0)));
        assert_eq!(Pairs([0, 0, 10, 0, 0]).superiority(), None);
        assert_eq!(Pairs([0, 0, 0, 0, 3]).elo().map(|[_, elo, _]| elo), Some(f64::INFINITY));
        assert_eq!(Pairs::default().elo(), None);
        near(Pairs([10, 20, 30, 20, 10]).superiority().unwrap(), 0.5, 1e-6);
    }

    #[test]
    fn the_normal_distribution_is_the_one_of_tables() {
        for (deviations, share) in [(0.0, 0.5), (1.0, 0.841_345), (1.96, 0.975_002), (-3.0, 0.001_350)] {
            near(normal(deviations), share, 1e-6);
        }
    }

    #[test]
    fn tests_are_read_as_they_are_written_and_others_refused() {
        for text in [
            "elo0=0 elo1=10 alpha=0.05 beta=0.1 model=logistic",
            "elo0=-3 elo1=1 alpha=0.01 beta=0.05 model=normalized",
        ] {
            assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
        }
        assert_eq!(
            "elo1=8,alpha=0.1".parse::<Sprt>().unwrap().to_string(),
            "elo0=0 elo1=8 alpha=0.1 beta=0.05 model=logistic"
        );
        for (text, problem) in [
            ("elo1", "\"elo1\": expected NAME=VALUE"),
            ("elo2=1", "\"elo2=1\": unknown name; expected elo0, elo1, alpha, beta or model"),
            ("elo1=x", "\"elo1=x\": expected a number from -2000 to 2000"),
            ("elo1=inf", "\"elo1=inf\": expected a number from"),
            ("alpha=0", "\"alpha=0\": expected a number above 0 and below 0.5"),
            ("model=bayes", "\"model=bayes\": the models are logistic and normalized"),
            ("elo0=5 elo1=5", "\"elo0=5 elo1=5\": elo0 must be less than elo1"),
        ] {
            let told = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(told.starts_with(problem), "{told}");
        }
    }
}
