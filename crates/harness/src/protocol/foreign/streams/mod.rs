//! The standard input and output of a process, line by line. They never block the checker, whatever the
//! process does.

#[cfg(unix)]
mod polled;
#[cfg(any(test, not(unix)))]
mod threaded;

use std::io;
use std::process::{Child, ChildStdin, ChildStdout};

#[cfg(unix)]
pub(super) use polled::Streams;
#[cfg(not(unix))]
pub(super) use threaded::Streams;

/// The maximum length of a line of an answer, in bytes: many times the state of the largest board.
const LONGEST: usize = 1 << 24;

/// The maximum number of commands that wait until the process reads them.
const AHEAD: usize = 64;

/// The reason why there is no line to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The process wrote nothing in time.
    TimedOut,
    /// The process wrote nothing until the run was interrupted.
    Interrupted,
    /// The process closed its standard output.
    Closed,
    /// The line is longer than any answer.
    Endless,
}

/// A line of the process without its line end, or the reason why there is none.
pub(super) type LineRead = Result<String, Silence>;

/// Takes the standard input and output of a process that was started with both piped.
fn both(child: &mut Child) -> io::Result<(ChildStdin, ChildStdout)> {
    let both = child.stdin.take().zip(child.stdout.take());
    both.ok_or_else(|| io::Error::other("the process has no standard input and output"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    use super::super::streams;
    use super::{AHEAD, LONGEST, Silence};

    /// Longer than any program takes to answer.
    const LONG: Duration = Duration::from_secs(60);

    /// Long enough to see that a program writes nothing.
    const SHORT: Duration = Duration::from_millis(50);

    fn shell(script: &str) -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.spawn().expect("a shell can be started")
    }

    /// The same tests for both kinds of streams.
    macro_rules! tests {
        ($kind:ident) => {
            mod $kind {
                use super::*;

                #[test]
                fn what_is_said_is_read_and_what_is_answered_is_heard() {
                    let mut child = shell("while read -r line; do echo \"<$line>\"; done; printf end");
                    let mut streams = streams::$kind::Streams::of(&mut child).expect("it has streams");
                    assert_eq!(streams.read_line(SHORT), None);
                    assert!(streams.say("one") && streams.say("two"));
                    assert_eq!(streams.read_line(LONG), Some(Ok("<one>".into())));
                    assert_eq!(streams.read_line(LONG), Some(Ok("<two>".into())));
                    assert_eq!(streams.read_line(Duration::ZERO), None);
                    streams.finish();
                    assert_eq!(streams.read_line(LONG), Some(Ok("end".into())));
                    assert_eq!(streams.read_line(LONG), Some(Err(Silence::Closed)));
                    assert_eq!(streams.read_line(LONG), Some(Err(Silence::Closed)));
                    assert!(child.wait().is_ok_and(|status| status.success()));
                }

                #[test]
                fn commands_longer_than_a_pipe_holds_arrive_whole() {
                    let long = "x".repeat(1 << 20);
                    let mut child = shell("read -r line; echo ready; echo ${#line}; cat");
                    let mut streams = streams::$kind::Streams::of(&mut child).expect("it has streams");
                    assert!(streams.say(&long) && streams.say("more"));
                    streams.finish();
                    assert_eq!(streams.read_line(LONG), Some(Ok("ready".into())));
                    assert_eq!(streams.read_line(LONG), Some(Ok(long.len().to_string())));
                    assert_eq!(streams.read_line(LONG), Some(Ok("more".into())));
                    assert_eq!(streams.read_line(LONG), Some(Err(Silence::Closed)));
                    assert!(child.wait().is_ok());
                }

                #[test]
                fn who_reads_nothing_is_not_waited_for() {
                    let long = "x".repeat(1 << 22);
                    let mut child = shell("exec sleep 60");
                    let mut streams = streams::$kind::Streams::of(&mut child).expect("it has streams");
                    let said = (0..).take_while(|_| streams.say(&long)).take(2 * AHEAD).count();
                    assert!((AHEAD..AHEAD + 2).contains(&said), "{said}");
                    assert_eq!(streams.read_line(SHORT), None);
                    assert!(child.kill().is_ok() && child.wait().is_ok());
                    assert_eq!(streams.read_line(LONG), Some(Err(Silence::Closed)));
                }

                #[test]
                fn a_line_without_end_is_cut_short_and_others_are_whole() {
                    let mut child = shell("echo a; echo; printf 'b\\377\\r\\n'; exec yes x | tr -d '\\n'");
                    let mut streams = streams::$kind::Streams::of(&mut child).expect("it has streams");
                    assert_eq!(streams.read_line(LONG), Some(Ok("a".into())));
                    assert_eq!(streams.read_line(LONG), Some(Ok(String::new())));
                    assert_eq!(streams.read_line(LONG), Some(Ok("b\u{fffd}".into())));
                    assert_eq!(streams.read_line(LONG), Some(Err(Silence::Endless)));
                    assert_eq!(streams.read_line(LONG), Some(Err(Silence::Closed)));
                    drop(streams);
                    assert!(child.wait().is_ok());
                }

                #[test]
                fn commands_and_answers_longer_than_pipes_hold_do_not_block() {
                    let long = "x".repeat(1 << 20);
                    let mut child = shell("exec cat");
                    let mut streams = streams::$kind::Streams::of(&mut child).expect("it has streams");
                    (0..8).for_each(|_| assert!(streams.say(&long)));
                    streams.finish();
                    (0..8).for_each(|_| {
                        assert!(streams.read_line(LONG).is_some_and(|line| line.as_ref() == Ok(&long)))
                    });
                    assert_eq!(streams.read_line(LONG), Some(Err(Silence::Closed)));
                    assert!(child.wait().is_ok());
                }

                #[test]
                fn who_closes_its_input_is_still_heard() {
                    let mut child = shell("exec <&-; echo closed; sleep 0.2; echo later");
                    let mut streams = streams::$kind::Streams::of(&mut child).expect("it has streams");
                    assert_eq!(streams.read_line(LONG), Some(Ok("closed".into())));
                    assert!(streams.say("anybody there?"));
                    assert_eq!(streams.read_line(LONG), Some(Ok("later".into())));
                    assert_eq!(streams.read_line(LONG), Some(Err(Silence::Closed)));
                    assert!(child.wait().is_ok());
                }

                #[test]
                fn the_longest_line_is_heard() {
                    let script = format!("head -c {} /dev/zero | tr '\\0' x; echo; echo after", LONGEST - 1);
                    let mut child = shell(&script);
                    let mut streams = streams::$kind::Streams::of(&mut child).expect("it has streams");
                    let heard = streams.read_line(LONG).expect("it answers");
                    assert_eq!(heard.map(|line| line.len()), Ok(LONGEST - 1));
                    assert_eq!(streams.read_line(LONG), Some(Ok("after".into())));
                    assert!(child.wait().is_ok());
                }
            }
        };
    }

    tests!(polled);
    tests!(threaded);
}
