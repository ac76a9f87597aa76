//! The server of the pages, as a program.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use crate::common::{program, refusal, temporary};

/// The program as it serves, ended with the test.
struct Serving {
    child: Child,
    /// The address and the port, and the path of the first page.
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

    /// The answer to a request for a page.
    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the answer is text");
        answer
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
        said.contains(&format!("cannot listen at 127.0.0.1:{port}")) && said.contains("without --port"),
        "{said}"
    );
    let said = refusal(&["serve", "--no-open", "--address", "192.0.2.1"], b"");
    assert!(said.contains("cannot listen at 192.0.2.1:0"), "{said}");
    for arguments in
        [&["serve", "--port", "65536"][..], &["serve", "--address", "localhost"], &["serve", "DIR"]]
    {
        assert!(refusal(arguments, b"").contains(arguments[arguments.len() - 1]), "{arguments:?}");
    }
    let none = temporary("none.db");
    let said = refusal(&["serve", "--no-open", "--db", none.to_str().unwrap()], b"");
    assert!(said.contains("none.db"), "{said}");
}
