//! Connects a session to a pair of streams.

use std::io::{self, BufRead, ErrorKind, Write};

use super::{Line, Session};

/// Answers every line of `reader` on `writer`, until a `quit`, the end of the input, or until the other end
/// of `writer` is closed. Flushes `writer` after every answer.
///
/// # Errors
/// Returns the errors of the streams. A closed pipe at the other end of `writer` is not an error.
pub fn serve(mut reader: impl BufRead, mut writer: impl Write, session: &mut Session) -> io::Result<()> {
    while !session.has_quit()
        && let Some(line) = Line::read(&mut reader)?
    {
        let Some(answer) = session.respond(&line) else { continue };
        let written = writer.write_all(answer.to_string().as_bytes()).and_then(|()| writer.flush());
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            other => other?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::toy;
    use super::*;

    fn served(input: &[u8]) -> String {
        let mut output = Vec::new();
        serve(input, &mut output, &mut toy::session()).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn each_line_that_is_not_blank_gets_one_answer() {
        assert_eq!(served(b"1 protocol_version\r\n\n# note\n2 undo"), "=1 2\n\n?2 cannot undo\n\n");
    }

    #[test]
    fn nothing_is_answered_after_quit() {
        assert_eq!(served(b"quit\nname\n"), "= \n\n");
    }

    #[test]
    fn a_long_line_is_refused_and_the_next_one_answered() {
        let mut input = b"3 play ".to_vec();
        input.resize(5_000_000, b'x');
        input.extend(b"\n4 protocol_version\n");
        assert_eq!(served(&input), "?3 line too long; the limit is 65536 bytes\n\n=4 2\n\n");
    }

    struct Broken(ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_ends_the_session_quietly_and_a_full_disk_does_not() {
        assert!(serve(&b"name\nname\n"[..], Broken(ErrorKind::BrokenPipe), &mut toy::session()).is_ok());
        assert!(serve(&b"name\nname\n"[..], Broken(ErrorKind::StorageFull), &mut toy::session()).is_err());
    }
}
