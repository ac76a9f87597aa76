//! Everything that Bustan needs to test your engine: replace `my_engine` with it.
//!
//! ```text
//! cargo build
//! bustan check GAME --against target/debug/adapter
//! ```

mod my_engine;

use std::io::{self, BufRead, Write};

use my_engine::Game; // yours

fn main() -> io::Result<()> {
    let mut game = Game::start();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words[..] {
            ["name"] => "= my engine".to_string(),
            ["clear_board"] => {
                game = Game::start();
                "= ".to_string()
            }
            ["play", player, mv] if game.play(player, mv) => "= ".to_string(),
            ["play", ..] => "? illegal move".to_string(),
            ["bustan-legal"] => format!("= {}", game.legal_moves().join(" ")),
            ["quit"] => "= ".to_string(),
            _ => "? unknown command".to_string(),
        };
        println!("{answer}\n");
        io::stdout().flush()?;
        if words == ["quit"] {
            break;
        }
    }
    Ok(())
}
