//! Tests commands whose first word is the name of the game, as in `bustan check chess`.

use std::fs;

use crate::common::{program, refusal, server, stdout, temporary};

#[test]
fn the_game_may_come_before_a_position() {
    let start = stdout(&["show", "startpos"], "");
    for words in [&["chess", "startpos"][..], &["--game", "chess", "startpos"], &["chess startpos"]] {
        assert_eq!(stdout(&[&["show"], words].concat(), ""), start, "{words:?}");
    }
    let tribolo = stdout(&["show", "--game", "tribolo", "5x1 BRG.# red 0"], "");
    for words in [&["tribolo", "5x1 BRG.# red 0"][..], &["tribolo", "5x1", "BRG.#", "red", "0"]] {
        assert_eq!(stdout(&[&["show"], words].concat(), ""), tribolo, "{words:?}");
    }
    let told = refusal(&["show", "chess"], b"");
    assert_eq!(told, "chess is a game: write a position of it, or a file, after it");
    // The options in a position may be words of another game's position.
    assert!(refusal(&["show", "margo", "startpos"], b"").contains("invalid position"));
}

#[test]
fn the_game_may_come_before_a_record() {
    let dir = temporary("first-word");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("game.txt"), "1. e3 e5").unwrap();
    let file = dir.join("game.txt");
    let file = file.to_str().unwrap();
    let replayed = stdout(&["replay", file, "--game", "chess"], "");
    assert_eq!(stdout(&["replay", "chess", file], ""), replayed);
    let against = server("chess");
    let shrunk = stdout(&["shrink", "chess", file, "--against", &against], "");
    assert!(shrunk.contains("Bustan chess fast agrees with reference"), "{shrunk}");
    assert!(refusal(&["replay", file], b"").contains("this fits margo and chess"));
    for command in ["replay", "shrink"] {
        let both = program().args([command, "chess", file, "--game", "chess"]).output().unwrap();
        assert_eq!(both.status.code(), Some(2), "{command}");
        let help = stdout(&[command, "--help"], "");
        assert!(help.contains(&format!("Usage: bustan {command} [OPTIONS] [GAME] <FILE>")), "{help}");
    }
    assert!(stdout(&["show", "--help"], "").contains("Usage: bustan show [OPTIONS] [GAME] <POSITION>..."));
}

#[test]
fn a_file_with_the_name_of_a_game_is_read() {
    let dir = temporary("first-word-file");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("chess"), "e2e4").unwrap();
    for command in ["show", "replay"] {
        let output = program().args([command, "chess"]).current_dir(&dir).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
    }
}

#[test]
fn hints_about_games_of_programs_are_commands() {
    for (text, kind) in
        [("1. 32-28 19-23 *", "a game of draughts in PDN"), ("(;GM[1]SZ[5];B[cc])", "a game in SGF")]
    {
        let path = temporary("hint-game");
        fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let hint = "; two programs play it: bustan replay --game any FILE --against CMD --with CMD";
        for command in [
            &["show", path][..],
            &["show", "tictactoe", path],
            &["replay", path],
            &["shrink", path],
            &["perft", "tictactoe", "1", "--positions", path],
            &["divide", "tictactoe", "1", "--positions", path],
            &["check", "tictactoe", "--positions", path],
        ] {
            let told = refusal(command, b"");
            assert!(told.contains(kind) && told.ends_with(hint), "{command:?}: {told}");
        }
    }
}
