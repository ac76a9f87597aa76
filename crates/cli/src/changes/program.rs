//! Finds the files of a program from its command line: the program itself, and the script that an interpreter
//! runs.

use std::path::{Path, PathBuf, is_separator};

/// A family of interpreters, with the options whose next word is not the script.
#[derive(Debug)]
struct Interpreter {
    /// The names of the programs, without version numbers.
    names: &'static [&'static str],
    /// The word before the script, if the interpreter has several commands.
    command: Option<&'static str>,
    /// The short options that replace a script with a module or code.
    replacing: &'static str,
    /// The short options whose value may be the next word.
    valued: &'static str,
    /// The long options whose value may be the next word.
    long: &'static [&'static str],
}

const fn interpreter(
    names: &'static [&'static str],
    replacing: &'static str,
    valued: &'static str,
) -> Interpreter {
    Interpreter { names, command: None, replacing, valued, long: &[] }
}

const INTERPRETERS: [Interpreter; 8] = [
    interpreter(&["python", "pythonw", "pypy"], "cm", "WX"),
    Interpreter {
        long: &["--require", "--import", "--loader", "--experimental-loader", "--conditions"],
        ..interpreter(&["node", "nodejs"], "ep", "rC")
    },
    Interpreter { command: Some("run"), ..interpreter(&["deno", "bun"], "ep", "c") },
    interpreter(&["ruby"], "e", "CIWr"),
    interpreter(&["perl"], "eE", "IMm"),
    interpreter(&["lua", "luajit"], "", "ejl"),
    interpreter(&["php"], "rBRE", "cdz"),
    interpreter(&["bash", "sh"], "c", "oO"),
];

/// The files of a program: the first word of its command line, if it is a path, and the script of an
/// interpreter. Other words are omitted, because they may name files that the program writes. The files need
/// not exist.
pub(crate) fn files(words: &[String]) -> Vec<PathBuf> {
    let Some((program, rest)) = words.split_first() else { return Vec::new() };
    let mut files = Vec::new();
    if program.contains(is_separator) {
        files.push(PathBuf::from(program));
        // The file extension of a program may be omitted.
        if cfg!(windows) {
            files.push(PathBuf::from(format!("{program}.exe")));
        }
    }
    match name(program).as_str() {
        "env" => files.extend(self::files(after_settings(rest))),
        "java" => {
            let archive = rest.iter().skip_while(|word| *word != "-jar").nth(1);
            files.extend(archive.map(PathBuf::from));
        }
        name => {
            let known = INTERPRETERS.iter().find(|known| known.names.contains(&name));
            files.extend(known.and_then(|known| known.script(rest)).map(PathBuf::from));
        }
    }
    files
}

/// The name of a program without its folder, its extension and its version number.
fn name(program: &str) -> String {
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').into()
}

/// The command line after the options and variable assignments of `env`.
fn after_settings(words: &[String]) -> &[String] {
    match words {
        [option, _, rest @ ..] if ["-u", "-C"].contains(&option.as_str()) => after_settings(rest),
        [word, rest @ ..] if word.starts_with('-') || word.contains('=') => after_settings(rest),
        _ => words,
    }
}

impl Interpreter {
    /// The script among the words after the interpreter.
    fn script<'a>(&self, words: &'a [String]) -> Option<&'a str> {
        let mut words = words.iter().map(String::as_str).peekable();
        words.next_if(|word| self.command == Some(word));
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix('-') else { return Some(word) };
            let takes_value = if option.starts_with('-') {
                if ["--eval", "--print"].contains(&word) {
                    return None;
                }
                self.long.contains(&word)
            } else {
                // The letters after an option that takes a value are its value.
                let at = option.find(|c| self.replacing.contains(c) || self.valued.contains(c));
                let end = at.map(|at| &option[at..]);
                if option.is_empty() || end.is_some_and(|end| end.starts_with(|c| self.replacing.contains(c)))
                {
                    return None;
                }
                end.is_some_and(|end| end.len() == 1)
            };
            if takes_value {
                words.next();
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_program_and_the_script_of_an_interpreter_are_files_of_a_program() {
        for (line, named) in [
            ("./engine --log out.txt", &["./engine"][..]),
            ("target/debug/engine Cargo.toml", &["target/debug/engine"]),
            ("gnugo --mode gtp -o game.sgf", &[]),
            ("python-engine out.txt", &[]),
            ("python3 engine.py out.txt", &["engine.py"]),
            ("python3.12 -u engine.py --trace out.txt", &["engine.py"]),
            ("python3 -m engine --trace out.txt", &[]),
            ("python3 -um engine out.txt", &[]),
            ("python3 -c code out.txt", &[]),
            ("python3 -X importtime -Wdefault::m -- engine.py", &["engine.py"]),
            ("python3 -", &[]),
            ("python3", &[]),
            (".venv/bin/python engine.py", &[".venv/bin/python", "engine.py"]),
            ("/usr/bin/env python3 engine.py", &["/usr/bin/env", "engine.py"]),
            ("env -i -u HOME A=1 pypy3 -O engine.py", &["engine.py"]),
            ("env A=1 ./engine out.txt", &["./engine"]),
            ("env", &[]),
            ("node --import tsx --no-warnings engine.ts", &["engine.ts"]),
            ("node -r ./hook.js engine.js out.txt", &["engine.js"]),
            ("node -pe 1 out.txt", &[]),
            ("node --eval 1 out.txt", &[]),
            ("deno run --allow-read engine.ts", &["engine.ts"]),
            ("bun engine.ts", &["engine.ts"]),
            ("ruby3.2 -I lib engine.rb", &["engine.rb"]),
            ("perl -Ilib -Mstrict -w engine.pl", &["engine.pl"]),
            ("perl -we 1 out.txt", &[]),
            ("lua5.4 -l rules engine.lua", &["engine.lua"]),
            ("php -f engine.php", &["engine.php"]),
            ("bash -e engine.sh", &["engine.sh"]),
            ("sh -c 'cat out.txt'", &[]),
            ("java -Xmx1g -jar engine.jar out.txt", &["engine.jar"]),
            ("java -cp classes Engine out.txt", &[]),
            ("", &[]),
        ] {
            let words: Vec<String> = line.split_whitespace().map(String::from).collect();
            let found = files(&words);
            let ending = |file: &PathBuf| !(cfg!(windows) && file.to_string_lossy().ends_with(".exe"));
            let found: Vec<&str> =
                found.iter().filter(|file| ending(file)).filter_map(|f| f.to_str()).collect();
            assert_eq!(found, named, "{line}");
        }
    }
}
