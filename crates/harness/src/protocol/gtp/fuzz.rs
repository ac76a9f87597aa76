//! The invariant that a session survives any input.

use super::{Line, Session, serve};

/// Sends arbitrary bytes to a session, and then checks that it still answers.
///
/// `session` should have a small [`perft_limit`](super::Options::perft_limit); otherwise the check may take
/// forever.
///
/// # Errors
/// When an answer violates the protocol, when there are more answers than lines, or when the session does not
/// answer `protocol_version` afterwards.
pub fn survives(mut session: Session, bytes: &[u8]) -> Result<(), String> {
    let mut output = Vec::new();
    serve(bytes, &mut output, &mut session).map_err(|error| error.to_string())?;
    let output = String::from_utf8(output).map_err(|error| error.to_string())?;
    let answers = count_answers(&output)?;
    let lines = bytes.split(|&byte| byte == b'\n').count();
    if answers > lines {
        return Err(format!("{answers} answers to {lines} lines"));
    }
    match session.respond(&Line::from("1 protocol_version")) {
        Some(answer) if answer.to_string() == "=1 2\n\n" => Ok(()),
        other => Err(format!("{other:?} to protocol_version")),
    }
}

/// Counts the answers in an output. Returns an error for the first malformed answer.
fn count_answers(output: &str) -> Result<usize, String> {
    if output.is_empty() {
        return Ok(0);
    }
    let answers =
        output.strip_suffix("\n\n").ok_or("the last answer is not ended by an empty line")?.split("\n\n");
    let mut count = 0;
    for answer in answers {
        let head =
            answer.strip_prefix(['=', '?']).ok_or_else(|| format!("{answer:?} has neither = nor ?"))?;
        let (id, _) =
            head.split_once(' ').ok_or_else(|| format!("{answer:?} has no space before its text"))?;
        if !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("{answer:?} has an id that is not a number"));
        }
        if answer.chars().any(|c| c.is_control() && c != '\n') || answer.split('\n').any(str::is_empty) {
            return Err(format!("{answer:?} has empty lines or control characters"));
        }
        count += 1;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::super::toy;
    use super::*;

    #[test]
    fn sessions_survive_any_bytes() {
        for bytes in [
            &b""[..],
            b"\xff\xfe\0\n\r\r\n",
            b"7\n=\n?\n# \nquit\nname",
            b"bustan-setup \xc3\x28 \x1b[31m\n1 bustan-perft 99999999999999999999\nshowboard\nlist_commands",
            b"play ann take1\nplay ben take\xcc\x81\nundo\nundo\nundo",
        ] {
            assert_eq!(survives(toy::session(), bytes), Ok(()));
        }
    }

    #[test]
    fn malformed_output_is_noticed() {
        for (output, count) in [("", 0), ("= \n\n", 1), ("=1 a\nb\n\n? c\n\n", 2)] {
            assert_eq!(count_answers(output), Ok(count));
        }
        for output in [
            "\n\n",
            "= ",
            "= \n",
            "hello\n\n",
            "=x \n\n",
            "=1\n\n",
            "= \u{7}\n\n",
            "= a\n\n\n= b\n\n",
            "= a\n\nb\n\n",
        ] {
            assert!(count_answers(output).is_err(), "{output:?}");
        }
    }
}
