//! Positions that could not arise.

use bustan_vocabulary::margo::Invalid;
use bustan_vocabulary::{Engine, NoStart};

use super::{at, seen};

#[test]
fn a_ball_that_floats_is_refused() {
    // [margo 8.1]
    for (position, words) in [
        ("4 WA1:0 BA3:0 WC1:0 BB2:1", "the ball at B2:1 floats: nothing lies at C3:0"),
        ("4 WB2:1", "the ball at B2:1 floats: nothing lies at A1:0"),
        ("4 white 2 BE5:2", "the ball at E5:2 floats: nothing lies at D4:1"),
        // The smallest by name, and floating before all else.
        ("4 WD4:1 BB2:1", "the ball at B2:1 floats: nothing lies at A1:0"),
        ("4 white 6 WA1:0 BC1:0 BA3:0 WD4:1", "the ball at D4:1 floats: nothing lies at C3:0"),
    ] {
        let mut engine = at("3 WA1:0");
        let before = seen(&engine);
        let refused = engine.setup(&position.parse().unwrap()).unwrap_err();
        assert_eq!(refused.to_string(), words, "{position}");
        assert_eq!(seen(&engine), before);
    }
}

/// Why a position is refused, by the ball that is named; `None` when it is not refused.
fn refused(position: &str) -> Option<String> {
    let mut engine = at("3 WA1:0");
    let before = seen(&engine);
    let Err(NoStart::Invalid(Invalid::Liftable(ball))) = engine.setup(&position.parse().unwrap()) else {
        return None;
    };
    assert_eq!(seen(&engine), before);
    Some(ball.to_string())
}

#[test]
fn a_ball_that_would_have_been_lifted_is_refused() {
    // [margo 8.2]
    for (position, ball) in [
        ("3 white 2 WC1:0 BA1:0", None),
        ("3 white 4 WC1:0 BA1:0 WA3:0", Some("A1:0")),
        ("3 black 5 WC1:0 BA1:0 WA3:0", Some("A1:0")),
        ("2 white 4 over BA1:0 WA3:0 BC1:0 WC3:0", Some("A1:0")),
        ("3 atari white 4 won WC1:0 BA1:0 WA3:0", Some("A1:0")),
        // The smallest by name, not the lowest or the first colour's.
        ("3 WC1:0 BA1:0 WA3:0 BC5:0 WE5:0 BE3:0", Some("A1:0")),
        ("3 WC1:0 BE1:0 WE3:0 WC5:0 BA5:0 WA3:0", Some("A5:0")),
        ("3 BC1:0 WA1:0 BA3:0 WC5:0 WE3:0 BE5:0", Some("A1:0")),
    ] {
        assert_eq!(refused(position).as_deref(), ball, "{position}");
    }
}

#[test]
fn each_colour_is_looked_at_on_the_position_as_it_is() {
    // [margo 8.2]
    // Black's A1 and White's A3 both have no freedom. That one would breathe without the other saves neither.
    assert_eq!(refused("3 WC1:0 BA1:0 WA3:0 BA5:0 BC3:0").as_deref(), Some("A1:0"));
    assert_eq!(refused("3 BC1:0 WA1:0 BA3:0 WA5:0 WC3:0").as_deref(), Some("A1:0"));
}

#[test]
fn a_zombie_is_accepted_and_the_ball_beside_it_that_carries_nothing_is_not() {
    // [margo 5.3] [margo 8.2]
    let balls = "WE5:0 WD4:1 BA1:0 BC1:0 BE1:0 BA3:0 BC3:0 BE3:0 BA5:0 BC5:0 BE7:0 BC7:0 BG5:0 BB2:1 BD2:1 BB4:1 BC3:2";
    assert_eq!(refused(&format!("4 {balls}")), None);
    assert_eq!(refused(&format!("4 {balls} WD6:1")).as_deref(), Some("D6:1"));
    assert_eq!(refused(&format!("4 {}", balls.replace(" BC3:2", ""))).as_deref(), Some("D4:1"));
}

#[test]
fn a_buried_ball_without_freedom_is_accepted() {
    // [margo 5.5] [margo 8.2]
    let balls = "WC3:0 BA1:0 BC1:0 BE1:0 BA3:0 BE3:0 BA5:0 BC5:0 BE5:0 BB2:1 BD2:1 BB4:1 BD4:1 BC3:2";
    assert_eq!(refused(&format!("4 {balls}")), None);
}
