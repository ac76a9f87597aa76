//! Tests the server of the pages as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};

use crate::common::{self, program, python, refusal, temporary};

/// The running server, which is stopped at the end of the test.
struct Serving {
    child: Child,
    /// `host`: The address and port. `path`: The path of the start page.
    host: String,
    path: String,
}

impl Serving {
    fn start(arguments: &[&str]) -> Self {
        let mut program = program();
        program.args(["serve", "--no-open"]).args(arguments).stdout(Stdio::piped());
        let mut child = program.spawn().expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        output.read_line(&mut line).expect("the program prints its address");
        let address = line.trim_end().strip_prefix("http://").unwrap_or_else(|| panic!("{line}"));
        let (host, path) = address.split_once('/').unwrap_or_else(|| panic!("{line}"));
        Self { child, host: host.into(), path: format!("/{path}") }
    }

    /// Requests a page, and returns the answer.
    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the answer is text");
        answer
    }
}

impl Serving {
    /// Sends a request with a JSON body, and returns the JSON answer.
    fn ask(&self, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let (host, path, body) = (&self.host, format!("{}{path}", self.path), body.to_string());
        let head = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
        write!(stream, "{head}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the answer is text");
        serde_json::from_str(answer.lines().last().unwrap_or_default()).unwrap_or_else(|_| panic!("{answer}"))
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn serve_prints_an_address_that_alone_is_answered() {
    let serving = Serving::start(&[]);
    assert!(serving.host.starts_with("127.0.0.1:"), "{}", serving.host);
    assert!(serving.get(&serving.path).starts_with("HTTP/1.1 200 OK"));
    assert!(serving.get(&serving.path).contains("assets/play.js"));
    let games = serving.get(&format!("{}api/games", serving.path));
    assert!(games.contains("\"dominions\"") && games.contains("\"chess\""));
    assert!(serving.get("/").starts_with("HTTP/1.1 404"));
    assert!(serving.get("/assets/play.js").starts_with("HTTP/1.1 404"));
}

#[cfg(unix)]
#[test]
fn serve_ends_well_when_it_is_interrupted() {
    for signal in ["INT", "TERM"] {
        let mut serving = Serving::start(&[]);
        // A stream of events stays open, and a game waits for a player.
        let mut stream = TcpStream::connect(&serving.host).expect("it listens");
        write!(stream, "GET {}api/tables/1/events HTTP/1.1\r\nHost: {}\r\n\r\n", serving.path, serving.host)
            .unwrap();
        let kill =
            Command::new("kill").args([&format!("-{signal}"), &serving.child.id().to_string()]).status();
        assert!(kill.expect("there is a kill").success());
        assert_eq!(serving.child.wait().expect("it ends").code(), Some(0), "{signal}");
    }
}

#[test]
fn serve_says_why_it_cannot() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let port = taken.local_addr().expect("it has an address").port().to_string();
    let said = refusal(&["serve", "--no-open", "--port", &port], b"");
    assert!(
        said.contains(&format!("cannot listen on 127.0.0.1:{port}")) && said.contains("omit --port"),
        "{said}"
    );
    let said = refusal(&["serve", "--no-open", "--address", "192.0.2.1"], b"");
    assert!(said.contains("cannot listen on 192.0.2.1:0"), "{said}");
    for arguments in
        [&["serve", "--port", "65536"][..], &["serve", "--address", "localhost"], &["serve", "DIR"]]
    {
        assert!(refusal(arguments, b"").contains(arguments[arguments.len() - 1]), "{arguments:?}");
    }
    let none = temporary("none.db");
    let said = refusal(&["serve", "--no-open", "--db", none.to_str().unwrap()], b"");
    assert!(said.contains("none.db"), "{said}");
}

/// Creates a directory of findings with the given files and contents.
fn findings(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let dir = temporary(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    files.iter().for_each(|(file, text)| fs::write(dir.join(file), text).unwrap());
    dir
}

#[test]
fn a_change_of_the_program_or_of_a_watched_file_is_reported_to_the_pages() {
    let dir = findings("watched", &[("tictactoe-x-0-0.original.txt", b"X[a1]"), ("notes.txt", b"1")]);
    let (script, notes) = (dir.join("engine.py"), dir.join("notes.txt"));
    let engines = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines");
    fs::copy(engines.join("sloppy.py"), &script).unwrap();
    fs::copy(engines.join("quick.py"), dir.join("quick.py")).unwrap();
    let against = python(script.to_str().unwrap(), "swaps");
    let watch = ["--watch", notes.to_str().unwrap()];
    let serving = Serving::start(&[&[dir.to_str().unwrap(), "--against", &against], &watch[..]].concat());
    let mut stream = TcpStream::connect(&serving.host).expect("it listens");
    write!(stream, "GET {}api/pair/events HTTP/1.1\r\nHost: {}\r\n\r\n", serving.path, serving.host).unwrap();
    let mut lines = BufReader::new(stream).lines().map(|line| line.expect("the stream is text"));
    lines.find(|line| line.is_empty()).expect("the head of the answer");
    for file in [&script, &notes] {
        fs::write(file, fs::read(file).unwrap()).unwrap();
        lines.find(|line| line == "event: changed").expect("the change is reported");
    }
    let none =
        ["serve", "--no-open", "--game", "tictactoe", "--against", &against, "--watch", "no-such-file"];
    assert_eq!(refusal(&none, b""), "--watch no-such-file: no such file or directory");
    assert!(refusal(&["serve", "--no-open", "--watch", "src"], b"").contains("--against"));
    let check = ["check", "tictactoe", "--against", &against, "--watch", "src"];
    assert!(refusal(&check, b"").contains("--serve"));
}

#[test]
fn programs_play_the_games_of_the_findings_unless_one_is_named() {
    let sloppy = python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/sloppy.py"), "swaps");
    let (one, two) = ("tictactoe-x-0-0.original.txt", "chess-x-0-0.original.txt");
    let serves = |dir: &PathBuf, more: &[&str]| {
        let serving = Serving::start(&[&[dir.to_str().unwrap(), "--against", &sloppy], more].concat());
        let told = serving.get(&format!("{}api/pair", serving.path));
        serde_json::from_str::<Value>(told.lines().last().unwrap()).unwrap()["games"].clone()
    };
    let dir = findings("one-game", &[(one, b"X[a1]")]);
    assert_eq!(serves(&dir, &[]), serde_json::json!(["tictactoe"]));
    let dir = findings("two-games", &[(one, b"X[a1]"), (two, b"W[e2e4]")]);
    assert_eq!(serves(&dir, &[]), serde_json::json!(["chess", "tictactoe"]));
    assert_eq!(serves(&dir, &["--game", "tictactoe"]), serde_json::json!(["tictactoe"]));
    let none = findings("no-game", &[("notes.txt", b"")]);
    for arguments in [&[none.to_str().unwrap()][..], &[]] {
        let said = refusal(&[&["serve", "--no-open", "--against", &sloppy], arguments].concat(), b"");
        assert!(said.contains("name the game that it plays by --game"), "{said}");
    }
}

#[test]
fn findings_are_shown_while_a_program_does_not_start() {
    let dir = findings("no-program", &[("tictactoe-x-0-0.original.txt", b"X[a1]")]);
    let against = "python3 no-such-program.py";
    let arguments = ["--game", "tictactoe", "--against", against];
    let serving = Serving::start(&[&[dir.to_str().unwrap()][..], &arguments].concat());
    let told = serving.ask("api/pair/step", &json!({ "game": "tictactoe", "record": "X[a1]" }));
    let words = told["words"].as_str().unwrap_or_default();
    assert_eq!(told["verdict"], "untold", "{told}");
    assert!(words.contains("does not start"), "{words}");
    // Without findings, there is nothing to show.
    let said = refusal(&[&["serve", "--no-open"][..], &arguments].concat(), b"");
    assert!(said.contains(&format!("--against: {against} does not start: ")), "{said}");
}

impl Serving {
    /// Sends a request without a body, and returns the JSON answer.
    fn look(&self, path: &str) -> Value {
        let answer = self.get(&format!("{}{path}", self.path));
        serde_json::from_str(answer.lines().last().unwrap_or_default()).unwrap_or_else(|_| panic!("{answer}"))
    }

    /// Begins a game of Tic-Tac-Toe between a human and `player`, and makes `moves`, each as soon as it is
    /// possible.
    fn plays(&self, player: &str, moves: &[&str]) -> (String, Value) {
        let asked = json!({ "game": "tictactoe", "seats": ["human", player] });
        let table = format!("api/tables/{}", self.ask("api/tables", &asked)["table"]);
        for mv in moves {
            self.settled(&table);
            self.ask(&format!("{table}/play"), &json!({ "move": mv }));
        }
        let told = self.settled(&table);
        (table, told)
    }

    /// The state of a table once none of its players is thinking.
    fn settled(&self, table: &str) -> Value {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let told = self.look(table);
            if told["thinking"] == json!(false) {
                return told;
            }
            assert!(Instant::now() < deadline, "the game hangs: {told}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A program that plays Tic-Tac-Toe with the behaviour `way`.
fn seated(way: &str) -> String {
    python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/plays.py"), way)
}

#[test]
fn a_program_takes_a_seat_and_loses_by_its_faults() {
    let ways = [
        ("first", None),
        ("illegal", Some("it answers the illegal move a1: ")),
        ("nonsense", Some("\"nowhere\" is not a move")),
        ("resigns", Some("it resigns")),
        ("dies", Some("exit code 3 (assertion failed: enough is enough)")),
        ("refuses", Some("it answers genmove with \"? no idea\"")),
    ];
    let programs = ways.map(|(way, _)| seated(way));
    let arguments: Vec<&str> = programs.iter().flat_map(|program| ["--player", program]).collect();
    let serving = Serving::start(&arguments);
    let offered = programs.iter().map(|name| json!({ "name": name, "game": null })).collect();
    assert_eq!(serving.look("api/programs"), Value::Array(offered));
    for ((way, fault), program) in ways.iter().zip(&programs) {
        let moves = if *way == "dies" { &["a1", "c3"][..] } else { &["a1"] };
        let (table, told) = serving.plays(program, moves);
        let Some(fault) = fault else {
            assert_eq!((&told["history"][1][1], &told["over"]), (&json!("b1"), &json!(false)), "{told}");
            continue;
        };
        assert_eq!((&told["headline"], &told["over"]), (&json!("game over: o loses"), &json!(true)), "{way}");
        let trouble = told["trouble"].as_str().unwrap_or_default();
        assert!(trouble.starts_with(&format!("{program}: ")) && trouble.contains(fault), "{trouble}");
        let late = serving.ask(&format!("{table}/play"), &json!({ "move": "c2" }));
        assert_eq!(late["refused"]["words"], "the game is over");
        // The previous move can be taken back, and another one made.
        serving.ask(&format!("{table}/undo"), &json!({}));
        let again = serving.settled(&table);
        assert_eq!((&again["over"], &again["trouble"]), (&json!(false), &Value::Null), "{again}");
    }
    // Only programs from the command line are started.
    let asked = json!({ "game": "tictactoe", "seats": ["human", seated("killed")] });
    let refused = serving.ask("api/tables", &asked);
    assert!(refused["refused"]["words"].as_str().unwrap().contains("unknown player"), "{refused}");
}

#[test]
fn nobody_waits_for_a_program_whose_answer_is_not_needed() {
    let program = seated("stalls");
    let serving = Serving::start(&["--player", &program]);
    let (table, _) = serving.plays(&program, &["a1"]);
    let begun = Instant::now();
    serving.ask(&format!("{table}/play"), &json!({ "move": "c3" }));
    assert_eq!(serving.look(&table)["thinking"], json!(true));
    serving.ask(&format!("{table}/undo"), &json!({}));
    let told = serving.settled(&table);
    assert_eq!((told["history"].as_array().unwrap().len(), &told["over"]), (2, &json!(false)), "{told}");
    // The hung process does not answer in games that begin later.
    let (_, told) = serving.plays(&program, &["b2"]);
    assert_eq!(told["history"][1][1], "a1", "{told}");
    assert!(begun.elapsed() < Duration::from_secs(9), "{:?}", begun.elapsed());
    // The server waits at most ten seconds for the program.
    serving.ask(&format!("{table}/play"), &json!({ "move": "c3" }));
    let told = serving.settled(&table);
    assert_eq!(told["headline"], "game over: o loses", "{told}");
    assert!(
        told["trouble"].as_str().unwrap().contains("no complete answer to genmove within 10 s"),
        "{told}"
    );
}

#[test]
fn a_program_that_cannot_take_a_seat_is_refused_at_the_start() {
    let refused = |player: &str| refusal(&["serve", "--no-open", "--player", player], b"");
    for (player, why) in [
        ("normal", "this player is built in"),
        ("human", "this player is built in"),
        ("./none", "cannot start \"./none\": "),
        ("sh -c 'exit 3'", "does not start: the process ended at name: exit code 3"),
        ("usi:cat", "the page has no game for this protocol"),
        ("uci:./none", "no such program"),
    ] {
        let said = refused(player);
        assert!(said.starts_with("--player ") && said.contains(why), "{player}: {said}");
    }
}

/// A UCI program that answers `go` with scripted moves, one after another.
const UCI: &str = r#"
import sys
answers = ["e7e5", "e5d4", "a1a8"]
for line in sys.stdin:
    if line.strip() == "uci":
        print("id name Scripted\nuciok", flush=True)
    elif line.strip() == "isready":
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("bestmove " + answers.pop(0), flush=True)
    elif line.strip() == "quit":
        break
"#;

#[test]
fn a_uci_program_sits_at_chess_only() {
    let script = findings("seated", &[("scripted.py", UCI.as_bytes())]).join("scripted.py");
    let program = format!("uci:python3 {}", script.display());
    let serving = Serving::start(&["--player", &program]);
    assert_eq!(serving.look("api/programs"), json!([{ "name": program, "game": "chess" }]));
    let asked = json!({ "game": "chess", "setup": "draws claim", "seats": ["human", program] });
    let table = format!("api/tables/{}", serving.ask("api/tables", &asked)["table"]);
    let play = |mv: &str| {
        serving.ask(&format!("{table}/play"), &json!({ "move": mv }));
        let mut told = serving.settled(&table);
        // The board is long and not the subject of this test.
        told["svg"] = Value::Null;
        told
    };
    for (mv, answer) in [("e4", "e5"), ("d4", "exd4")] {
        let told = play(mv);
        let last = told["history"].as_array().and_then(|moves| moves.last());
        assert_eq!((&last.unwrap()[2], &told["trouble"]), (&json!(answer), &Value::Null), "{told}");
    }
    let told = play("Qxd4");
    assert_eq!(told["headline"], "game over: black loses", "{told}");
    let why = format!("{program}: it answers the illegal move a1a8: the piece is the opponent's");
    assert_eq!(told["trouble"], why, "{told}");
}

#[test]
fn a_finding_of_chess_is_shown_with_its_forms_to_paste() {
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs");
    let program = format!("uci:python3 {programs}/chess.py {} ep-in-check", env!("CARGO_BIN_EXE_bustan"));
    let dir = temporary("serve-forms");
    let position = "8/8/8/1k5K/1p6/8/2P5/8 w - - 0 1";
    let check = ["check", "chess", "--against", &program, "--position", position, "--games", "40"];
    let more = ["--max-findings", "1", "--shrink-time", "1s", "--out", dir.to_str().unwrap()];
    assert_eq!(common::run(&[&check[..], &more[..]].concat(), b"").status.code(), Some(1));
    let serving = Serving::start(&[dir.to_str().unwrap(), "--against", &program]);
    let findings = serving.look("api/pair/findings");
    let name = findings["findings"][0]["name"].as_str().unwrap();
    let shown = serving.look(&format!("api/pair/findings/{name}"));
    let names: Vec<&Value> = shown["paste"].as_array().unwrap().iter().map(|form| &form["name"]).collect();
    assert_eq!(names, ["FEN", "UCI", "PGN"], "{shown:#}");
}

#[test]
fn a_step_shows_what_each_engine_reports_and_names_what_it_does_not() {
    let boardless =
        python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/sloppy.py"), "nonsense boardless");
    let serving = Serving::start(&["--game", "tictactoe", "--against", &boardless]);
    let asked = json!({ "game": "tictactoe", "record": "X[b2]", "then": ["o", "b2"] });
    let told = serving.ask("api/pair/step", &asked);
    assert_eq!(told["verdict"], "differ", "{told}");
    assert_eq!((told["plies"].as_array().unwrap().len(), &told["finding"]["shown"]), (2, &json!(1)));
    for moment in [&told["plies"][1], &told["finding"]] {
        let [subject, oracle] = [0, 1].map(|engine| &moment["states"][engine]);
        assert_eq!(subject["reported"], json!({ "to_move": "o" }));
        let missing = ["board", "canonical", "game", "hash", "over", "ply", "scores", "size", "winner"];
        assert_eq!(subject["not_reported"], json!(missing));
        assert_eq!(
            (&oracle["reported"]["board"], &oracle["not_reported"]),
            (&json!({ "b2": "x" }), &json!([]))
        );
        let boards = moment["boards"].as_array().unwrap();
        assert_eq!(boards.iter().map(|board| &board["title"]).collect::<Vec<_>>(), ["reference", "Sloppy"]);
        assert!(boards[0]["svg"].is_string() && boards[1]["svg"].is_null(), "{moment}");
    }
    assert_eq!(told["touched"]["title"], "reference");
    // Engines that report the same position share one board.
    let serving = Serving::start(&[]);
    let told = serving.ask("api/pair/step", &json!({ "game": "tictactoe", "record": "X[b2]" }));
    for ply in told["plies"].as_array().unwrap() {
        assert_eq!(ply["boards"].as_array().unwrap().len(), 1);
        assert_eq!(ply["boards"][0]["title"], "both engines");
    }
    assert_eq!(told["touched"]["title"], "both engines");
}

#[test]
fn why_data_cannot_be_read_is_no_headline() {
    let data = br#"{"format":"bustan-finding","version":1}"#;
    let dir = findings(
        "damaged-data",
        &[("tictactoe-a-0-0.original.txt", b"X[a1]"), ("tictactoe-a-0-0.json", data)],
    );
    let serving = Serving::start(&[dir.to_str().unwrap()]);
    let get = |path: &str| -> Value {
        let told = serving.get(&format!("{}api/pair/findings{path}", serving.path));
        serde_json::from_str(told.lines().last().unwrap()).unwrap()
    };
    let all = get("");
    for finding in [&all["findings"][0], &get("/tictactoe-a-0-0")] {
        assert_eq!(finding["headline"], "", "{finding}");
        let problem = finding["problem"].as_str().unwrap();
        assert!(problem.starts_with("tictactoe-a-0-0.json cannot be read: missing field `"), "{problem}");
    }
    let list = all["list"].as_str().unwrap();
    assert!(list.contains("tictactoe: difference not known") && !list.contains("missing field"), "{list}");
    let file = dir.join("tictactoe-a-0-0.json");
    let older = "an older version of Bustan wrote this finding; its signature is not known";
    let newer = "a newer version of Bustan wrote this finding: the file has version 9, and this program reads up to 1";
    for (data, why) in [
        (&br#"{"format":"bustan-finding","version":9}"#[..], newer),
        (b"\xff{}", "tictactoe-a-0-0.json cannot be read: stream did not contain valid UTF-8"),
        (b"", older),
    ] {
        let written = if data.is_empty() { fs::remove_file(&file) } else { fs::write(&file, data) };
        written.unwrap();
        let finding = get("/tictactoe-a-0-0");
        assert_eq!(finding["record"], "X[a1]", "{finding}");
        assert_eq!((&finding["headline"], &finding["problem"]), (&json!(""), &json!(why)), "{finding}");
    }
}

#[test]
fn findings_that_cannot_be_read_are_reported() {
    let dir = findings(
        "unreadable",
        &[
            ("tictactoe-a-0-0.original.txt", b"X[a1]"),
            ("tictactoe-a-0-0.report", b"\xff\xfe"),
            ("tictactoe-b-0-0.original.txt", b"X["),
            ("go-c-0-0.original.txt", b"B[aa]"),
            ("tictactoe-d-0-0.report", b"tictactoe: a difference"),
        ],
    );
    let mut program = program();
    program.args(["serve", "--no-open", dir.to_str().unwrap()]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().expect("the program starts");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("the program prints its address");
    let (host, path) = line.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
    let serving = Serving { host: host.into(), path: format!("/{path}"), child };
    let told = serving.get(&format!("{}api/pair/findings", serving.path));
    let told: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    let mut serving = serving;
    let mut errors = serving.child.stderr.take().expect("a pipe");
    drop(serving);
    let mut said = String::new();
    errors.read_to_string(&mut said).expect("the errors are text");
    let unshown: Vec<&str> = told["unshown"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(unshown.len(), 4, "{unshown:?}");
    for (words, file) in unshown.iter().zip([
        "tictactoe-d-0-0.report: there is no tictactoe-d-0-0.original.txt next to it",
        "go-c-0-0.original.txt: unknown game \"go\"",
        "tictactoe-a-0-0.report: ",
        "tictactoe-b-0-0.original.txt: ",
    ]) {
        assert!(words.starts_with(file), "{words}");
        assert!(said.contains(&format!("shown only in part: {words}\n")), "{words}: {said}");
    }
    // The other findings are shown as usual.
    assert_eq!(told["findings"].as_array().unwrap().len(), 3);
}

/// A check in progress, with its page; it is stopped at the end of the test.
struct Checking {
    child: Child,
    errors: BufReader<ChildStderr>,
    /// `host`: The address and port. `path`: The path of the page, without its last segment.
    host: String,
    path: String,
}

impl Checking {
    fn start(command: &mut Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut errors = BufReader::new(child.stderr.take().expect("standard error is a pipe"));
        let mut line = String::new();
        errors.read_line(&mut line).expect("the program prints its address");
        let address = line.trim_end().strip_prefix("follow the run at http://");
        let (host, path) =
            address.and_then(|address| address.split_once('/')).unwrap_or_else(|| panic!("{line}"));
        let (host, path) =
            (host.to_string(), format!("/{}", path.strip_suffix("run").expect("it is the page of runs")));
        Self { child, errors, host, path }
    }

    /// Opens a connection and requests a page.
    fn ask(&self, page: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        write!(
            stream,
            "GET {}{page} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.path, self.host
        )
        .unwrap();
        stream
    }

    /// Waits for the check to end, and returns the exit code and the output.
    fn end(mut self) -> (Option<i32>, String, String) {
        let (mut output, mut errors) = (String::new(), String::new());
        self.child.stdout.take().expect("a pipe").read_to_string(&mut output).expect("the output is text");
        self.errors.read_to_string(&mut errors).expect("the errors are text");
        (self.child.wait().expect("it ends").code(), output, errors)
    }
}

impl Drop for Checking {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A check of a program that is wrong, in a separate directory.
fn wrong(name: &str) -> (Command, PathBuf) {
    let dir = temporary(name);
    let _ = fs::remove_dir_all(&dir);
    let mut program = program();
    let against = python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/sloppy.py"), "swaps");
    program.args([
        "check",
        "tictactoe",
        "--serve",
        "--no-open",
        "--against",
        &against,
        "--shrink-time",
        "1s",
        "--out",
    ]);
    program.arg(&dir);
    (program, dir)
}

#[test]
fn a_check_is_shown_as_it_goes_and_ends_by_itself_with_its_own_exit_code() {
    let (mut command, dir) = wrong("shown");
    let checking = Checking::start(command.args(["--keep-going", "--time", "8s"]));
    // One browser reads to the end. The other does not read at all.
    let (mut looks, sleeps) = (checking.ask("api/live"), checking.ask("api/live"));
    let host = checking.host.clone();
    let reader = thread::spawn(move || {
        let mut text = String::new();
        looks.read_to_string(&mut text).expect("the stream ends");
        text
    });
    let (code, output, errors) = checking.end();
    drop(sleeps);
    assert_eq!(code, Some(1), "{errors}");
    assert!(output.contains("tictactoe  differ") && !output.contains("http://"), "{output}");
    assert!(!errors.contains("until Ctrl-C"), "nobody is at a terminal: {errors}");
    assert!(TcpStream::connect(&host).is_err(), "the server has ended");
    let text = reader.join().expect("it has read");
    let over = text.find("event: over").expect("the end was shown");
    let stem = fs::read_dir(&dir).unwrap().flatten().filter_map(|file| file.file_name().into_string().ok());
    let stem = stem.filter_map(|name| Some(name.strip_suffix(".original.txt")?.to_string())).next().unwrap();
    let found = text.find(&format!("finding-{stem}")).expect("the finding was shown");
    assert!(found < over, "the finding was shown when it came");
    assert!(
        text.contains("time left")
            && text.contains("Step through its game")
            && text[over..].contains("compared in ")
    );
    // A server started on the directory shows the same run.
    let serving = Serving::start(&[dir.to_str().unwrap()]);
    let list = serving.get(&format!("{}api/runs", serving.path));
    assert!(list.contains("last run: differ, "), "{list}");
    let last = serving.get(&format!("{}api/runs/last", serving.path));
    assert!(last.contains(&format!("finding-{stem}")), "{last}");
}

#[test]
fn a_check_with_a_page_prints_what_one_without_prints() {
    let arguments = ["check", "tictactoe", "--games", "20", "--json"];
    let told = |mut value: Value| {
        value["seconds"].take();
        let checked = &mut value["checked"][0];
        ["seconds", "shrinking_seconds"].iter().for_each(|key| drop(checked[key].take()));
        value
    };
    let checking = Checking::start(program().args(arguments).args(["--serve", "--no-open"]));
    let (code, output, errors) = checking.end();
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(told(serde_json::from_str(&output).unwrap()), told(common::json(&arguments, "")));
}

#[cfg(unix)]
#[test]
fn an_interrupted_check_with_a_page_leaves_its_report_and_no_server() {
    let (mut command, dir) = wrong("interrupted");
    let checking = Checking::start(command.args(["--keep-going", "--time", "1h"]));
    let _looks = checking.ask("api/live");
    let found = || {
        fs::read_dir(&dir).unwrap().flatten().any(|file| file.path().to_string_lossy().ends_with(".report"))
    };
    let deadline = Instant::now() + Duration::from_secs(60);
    while !found() {
        assert!(Instant::now() < deadline, "there is a finding");
        thread::sleep(Duration::from_millis(50));
    }
    let kill = Command::new("kill").args(["-INT", &checking.child.id().to_string()]).status();
    assert!(kill.expect("there is a kill").success());
    let host = checking.host.clone();
    let (code, output, errors) = checking.end();
    assert_eq!(code, Some(1), "{errors}");
    assert!(output.contains("differs from"), "{output}");
    assert!(TcpStream::connect(&host).is_err(), "the server has ended");
    let report: Value = serde_json::from_slice(&fs::read(dir.join("findings.json")).unwrap()).unwrap();
    assert_eq!((&report["verdict"], &report["finished"]), (&"differ".into(), &true.into()));
}

/// Runs a command on a separate terminal, interrupts it once it prints certain words, and prints its exit
/// code.
#[cfg(unix)]
const ON_TERMINAL: &str = r#"
import os, pty, signal, sys
words, command = sys.argv[1].encode(), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
said, told = b"", False
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:
        break
    if not more:
        break
    said += more
    if words in said and not told:
        told = True
        os.kill(child, signal.SIGINT)
print(told, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"#;

#[cfg(unix)]
#[test]
fn on_a_terminal_the_page_stays_until_it_is_interrupted_and_in_ci_it_does_not() {
    let bustan = env!("CARGO_BIN_EXE_bustan");
    let check = [bustan, "check", "tictactoe", "--games", "20", "--serve", "--no-open"];
    for (ci, stays) in [(None, "True 0\n"), (Some("true"), "False 0\n")] {
        let mut python = Command::new("python3");
        python.args(["-c", ON_TERMINAL, "until Ctrl-C"]).args(check).env_remove("CI");
        if let Some(ci) = ci {
            python.env("CI", ci);
        }
        let output = python.output().expect("there is a Python");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            stays,
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn a_check_says_why_it_cannot_be_shown_before_a_program_starts() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let port = taken.local_addr().expect("it has an address").port().to_string();
    let never = temporary("never-started");
    let _ = fs::remove_file(&never);
    let against = format!("sh -c 'touch {}; cat'", never.display());
    let check = ["check", "tictactoe", "--against", &against, "--no-open", "--serve", "--port", &port];
    let said = refusal(&check, b"");
    assert!(said.contains(&format!("cannot listen on 127.0.0.1:{port}")), "{said}");
    assert!(!never.exists(), "no program was started");
    for option in [&["--port", "8000"][..], &["--address", "127.0.0.1"], &["--no-open"]] {
        let said = refusal(&[&["check", "tictactoe", "--games", "3"], option].concat(), b"");
        assert!(said.contains("--serve"), "{option:?}: {said}");
    }
}
