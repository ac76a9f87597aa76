//! Tests the engine with Bustan; `bustan` must be on the path.

use std::process::Command;

fn bustan(command: &str, more: &[&str]) {
    let program = format!("'{}'", env!("CARGO_BIN_EXE_adapter"));
    let mut bustan = Command::new("bustan");
    bustan.args([command, "tictactoe", "--against", &program]).args(more);
    let output = bustan.output().expect("bustan is on the path");
    let [told, wrong] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{told}{wrong}");
}

#[test]
fn the_adapter_speaks_the_protocol() {
    bustan("probe", &[]);
}

#[test]
fn the_engine_follows_the_rules() {
    bustan("check", &["--games", "50"]);
}
