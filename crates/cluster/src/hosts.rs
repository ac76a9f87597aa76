//! The list of processes that solve a game together.

use crate::error::ClusterError;

/// Parses a list of addresses, one per line, such as `node-0:2101`. The first address is that of process 0.
/// Empty lines and lines that start with `#` are ignored. `name` is the name of the file, for messages.
///
/// # Errors
/// Fails if a line is not an address, if an address occurs twice, or if there is none.
pub fn hosts(name: &str, text: &str) -> Result<Vec<String>, ClusterError> {
    let mut hosts: Vec<String> = Vec::new();
    let lines = text.lines().map(str::trim).zip(1..);
    for (line, at) in lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#')) {
        let wrong = |what: &str| Err(ClusterError::Hosts(format!("{name}: line {at}: {line:?} {what}")));
        let port = line.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        match port.map(|(_, port)| port.parse::<u16>()) {
            Some(Ok(1..)) if hosts.iter().any(|host| host == line) => return wrong("is listed twice"),
            Some(Ok(1..)) => hosts.push(line.into()),
            _ => return wrong("is not an address such as node-0:2101"),
        }
    }
    match hosts.is_empty() {
        true => Err(ClusterError::Hosts(format!("{name} names no process"))),
        false => Ok(hosts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_address_is_reported() {
        let said = |text| hosts("hosts.txt", text).unwrap_err().to_string();
        assert_eq!(hosts("", "# two\na:1\n\n [::1]:2 \n").unwrap(), ["a:1", "[::1]:2"]);
        assert_eq!(said("a:1\nb\n"), "hosts.txt: line 2: \"b\" is not an address such as node-0:2101");
        assert_eq!(said("a:0"), "hosts.txt: line 1: \"a:0\" is not an address such as node-0:2101");
        assert_eq!(said("a:1\na:1"), "hosts.txt: line 2: \"a:1\" is listed twice");
        assert_eq!(said("#"), "hosts.txt names no process");
    }
}
