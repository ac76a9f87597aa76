//! Tests that commands write complete files or leave the old ones, and check files before they read them.
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{self, RECORD, refusal, stdout, temporary};

/// An empty directory for one test.
fn folder(name: &str) -> PathBuf {
    let dir = temporary(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// Runs the program in a directory for at most 20 seconds, with limits set by the shell.
fn limited(dir: &Path, limits: &str, arguments: &str) -> Output {
    let line = format!("{limits} exec timeout 20 '{}' {arguments}", env!("CARGO_BIN_EXE_bustan"));
    Command::new("sh").args(["-c", &line]).current_dir(dir).output().unwrap()
}

/// Checks that the program failed, and returns the single line in which it reports the error.
#[track_caller]
fn refused(output: &Output) -> String {
    let message = common::complaints(output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty() && message.lines().count() == 1, "{message}");
    message.trim_end().strip_prefix("error: ").unwrap().into()
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

#[test]
fn a_huge_file_that_is_none_is_refused_before_it_is_read() {
    let dir = folder("huge");
    let length: u64 = 6 << 30;
    let head = |length: u64| [&b"BUSTANDB\x02\0"[..], &length.to_le_bytes()].concat();
    for (name, head, message) in [
        ("zeros", Vec::new(), "zeros is not a file of solved positions".to_string()),
        (
            "version",
            b"BUSTANDB\x09\0".to_vec(),
            "version has version 9 of the format; this program reads 2".into(),
        ),
        ("longer", head(1000), format!("longer is damaged: it has {length} bytes instead of 1000")),
        (
            "shorter",
            head(1 << 40),
            format!("shorter is damaged: it has {length} bytes instead of {}", 1u64 << 40),
        ),
        // Reading the file would take more memory than the limit allows.
        ("fits", head(length), "cannot read fits: out of memory".into()),
    ] {
        let mut file = File::create(dir.join(name)).unwrap();
        file.write_all(&head).unwrap();
        file.set_len(length).unwrap();
        assert_eq!(
            refused(&limited(&dir, "ulimit -v 1000000;", &format!("query {name} ........."))),
            message
        );
    }
}

#[test]
fn what_is_no_regular_file_holds_no_positions_and_is_not_waited_for() {
    let dir = folder("irregular");
    assert!(Command::new("mkfifo").arg(dir.join("fifo")).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(dir.join("socket")).unwrap();
    symlink("fifo", dir.join("to-fifo")).unwrap();
    for (name, is) in [
        ("fifo", "it is a FIFO, not a regular file"),
        ("to-fifo", "it is a FIFO, not a regular file"),
        ("socket", "it is a socket, not a regular file"),
        ("/dev/zero", "it is a device, not a regular file"),
        ("..", "it is a directory"),
    ] {
        let message = refused(&limited(&dir, "", &format!("query {name} .........")));
        assert_eq!(message, format!("cannot read {name}: {is}"));
        for command in ["show --game dominions 9 --svg", "solve tictactoe --db"] {
            let message = refused(&limited(&dir, "", &format!("{command} {name}")));
            assert_eq!(message, format!("cannot write {name}: {is}"));
        }
    }
    assert!(fs::symlink_metadata(dir.join("fifo")).unwrap().file_type().is_fifo());
    // A record may come through a pipe.
    let output = limited(&dir, &format!("echo '{RECORD}' > fifo &"), "replay fifo");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The commands that write a file, in a directory with a record.
const WRITERS: [&str; 5] = [
    "replay game.txt --svg out",
    "replay game.txt --record out",
    "show 9 W63i9 --svg out",
    "solve tictactoe --db out",
    "man --dir .",
];

#[test]
fn a_process_killed_while_it_writes_leaves_what_was_there_and_the_next_one_tidies_up() {
    let dir = folder("killed");
    fs::write(dir.join("game.txt"), RECORD).unwrap();
    for writer in WRITERS {
        let out = dir.join(if writer.starts_with("man") { "bustan.1" } else { "out" });
        let _ = fs::remove_file(&out);
        assert!(limited(&dir, "", writer).status.success(), "{writer}");
        let whole = fs::read(&out).unwrap();
        // The system kills a program that writes beyond the limit. Each of the files is large enough.
        let killed = limited(&dir, "ulimit -f 0;", writer);
        assert!(!killed.status.success() && killed.status.code() != Some(2), "{writer}: {killed:?}");
        assert_eq!(fs::read(&out).unwrap(), whole, "{writer}");
        let left = || names(&dir).into_iter().filter(|name| name.ends_with(".part")).count();
        assert_eq!(left(), 1, "{writer}");
        // If the write fails instead, the program reports the error and leaves no file.
        let told = limited(&dir, "trap '' XFSZ; ulimit -f 0;", writer);
        let (code, message) = (told.status.code(), String::from_utf8_lossy(&told.stderr));
        let name = if writer.starts_with("man") { "./bustan.1" } else { "out" };
        assert_eq!(
            (code, &*message),
            (Some(2), &*format!("error: cannot write {name}: File too large (os error 27)\n"))
        );
        assert_eq!((left(), fs::read(&out).unwrap()), (0, whole.clone()), "{writer}");
        limited(&dir, "ulimit -f 0;", writer);
        assert!(limited(&dir, "", writer).status.success(), "{writer}");
        assert_eq!((left(), fs::read(&out).unwrap()), (0, whole), "{writer}");
    }
}

#[test]
fn a_record_is_never_written_over() {
    let dir = folder("over");
    let text = format!("# with a comment\n{RECORD}");
    fs::write(dir.join("game.txt"), &text).unwrap();
    symlink("game.txt", dir.join("link.txt")).unwrap();
    fs::hard_link(dir.join("game.txt"), dir.join("hard.txt")).unwrap();
    for (arguments, message) in [
        ("replay game.txt --svg game.txt", "--svg would overwrite the record, game.txt"),
        ("replay game.txt --record ./game.txt", "--record would overwrite the record, ./game.txt"),
        ("replay game.txt --record link.txt", "--record would overwrite the record, link.txt"),
        ("replay link.txt --svg game.txt", "--svg would overwrite the record, game.txt"),
        ("replay game.txt --svg hard.txt", "--svg would overwrite the record, hard.txt"),
        ("replay - --record game.txt < game.txt", "--record would overwrite the record, game.txt"),
        ("replay game.txt --svg new --record ./new", "--svg and --record both write to ./new"),
    ] {
        assert_eq!(refused(&limited(&dir, "", arguments)), message);
        assert_eq!(fs::read_to_string(dir.join("game.txt")).unwrap(), text, "{arguments}");
    }
    assert_eq!(names(&dir), ["game.txt", "hard.txt", "link.txt"]);
    assert!(limited(&dir, "", "replay - --record copy.txt < game.txt").status.success());
}

#[test]
fn links_are_followed() {
    let dir = folder("links-followed");
    fs::create_dir(dir.join("real")).unwrap();
    fs::write(dir.join("real/old.svg"), "old").unwrap();
    symlink("real/old.svg", dir.join("old.svg")).unwrap();
    symlink("real/new.svg", dir.join("new.svg")).unwrap();
    for name in ["old.svg", "new.svg"] {
        stdout(&["show", "9 W63i9", "--svg", dir.join(name).to_str().unwrap()], "");
        assert!(dir.join(name).is_symlink());
        assert!(fs::read_to_string(dir.join("real").join(name)).unwrap().starts_with("<svg "));
    }
}

#[test]
fn a_place_where_nothing_can_be_written_is_an_error() {
    for path in ["/proc/picture.svg", "no/such/picture.svg"] {
        let message = refusal(&["show", "9 W63i9", "--svg", path], b"");
        assert_eq!(message, format!("cannot write {path}: No such file or directory (os error 2)"));
    }
}

#[test]
fn solved_positions_replace_nothing_else() {
    let dir = folder("database");
    fs::write(dir.join("thesis.txt"), "years of work").unwrap();
    symlink("thesis.txt", dir.join("link.db")).unwrap();
    for name in ["thesis.txt", "link.db"] {
        let message = refused(&limited(&dir, "", &format!("solve tictactoe --db {name}")));
        assert_eq!(
            message,
            format!("{name} exists and is not a file of solved positions, so it is not replaced")
        );
        assert_eq!(fs::read_to_string(dir.join("thesis.txt")).unwrap(), "years of work");
    }
    File::create(dir.join("empty.db")).unwrap();
    for name in ["new.db", "empty.db", "empty.db"] {
        assert!(limited(&dir, "", &format!("solve tictactoe --db {name}")).status.success(), "{name}");
        assert!(limited(&dir, "", &format!("query {name} .........")).status.success(), "{name}");
    }
}
