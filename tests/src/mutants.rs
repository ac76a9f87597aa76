//! A fixed sample of mutants of the fast engines, to measure how fast they are found.
//!
//! A copy of the workspace contains all of them in its `bustan-core`, and one at a time can be switched on.
//!
//! The mutants were drawn at random from the list of cargo-mutants 27.1 for `core/src`, without `solve.rs`,
//! `perft.rs`, the code that games share, and tests: 12 of Dominions, 10 of Margo, 8 of Tribolo, 6 of Abrobad
//! and 4 of Tic-Tac-Toe. The following were skipped: mutants that do not compile; mutants that overlap with
//! one drawn earlier; mutants that cannot be switched on, because the code is evaluated at compile time or
//! the type of a result has no name; and mutants that no game can reveal:
//!
//! - in `select`, `select_byte` and `nth`, which select the moves of random games, because any legal move is
//!   correct there;
//! - in `section_liberties` and `legal_tiles` of Dominions, `FastEngine::jumps` of Tribolo and `image` of
//!   Abrobad, which are never called during games;
//! - a missing `position`, which is optional for an engine, and another name;
//! - `^` for `|` between disjoint sets, in `Row::toggle` and `Lines::flips` of Tribolo;
//! - the player to move in the hash of every board of Dominions that is set up, which changes all hashes in
//!   the same way;
//! - in `rewind` of Margo, the traces of moves that were taken back: there is no known game in which this
//!   changes a ruling, and only the unit test `traces_tell_what_points_held_also_after_undo` finds it.
//!
//! After the draw, parts of the engines of Tribolo and Margo were rewritten. Where the mutated code no longer
//! exists, another mutant of the same kind was chosen. The first choice for a mutant of Margo's journal was
//! in `rewind`, where no game reveals it; therefore it was replaced by `seen -> 0`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A mutant: a text in one file, its replacement, and a description of the change.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    /// The name of the game's module.
    pub game: &'static str,
    /// The file in the module's folder.
    pub file: &'static str,
    /// The change, as described by cargo-mutants.
    pub change: &'static str,
    /// A text that occurs exactly once in the file.
    from: &'static str,
    /// The replacement. It contains [`ON`], the condition that the mutant is switched on.
    to: &'static str,
}

/// The placeholder in a replacement for the condition that the mutant is switched on.
const ON: &str = "<on>";

const fn mutant(
    game: &'static str,
    file: &'static str,
    change: &'static str,
    from: &'static str,
    to: &'static str,
) -> Mutant {
    Mutant { game, file, change, from, to }
}

/// The sample, by game, in the order in which it was drawn.
pub const MUTANTS: [Mutant; 40] = [
    mutant(
        "dominions",
        "setup.rs",
        "^ with & in count_contact",
        "usize::from(self.controllers[c] ^ 1)",
        "usize::from(if <on> { self.controllers[c] & 1 } else { self.controllers[c] ^ 1 })",
    ),
    mutant(
        "dominions",
        "tileset.rs",
        "+ with - in write_lens",
        "let pairs = set.0 - ((set.0 >> 1) & (ONES / 3));
            let nibbles = (pairs & (ONES / 5)) + ((pairs >> 2) & (ONES / 5));",
        "let pairs = set.0 - ((set.0 >> 1) & (ONES / 3));
            let (low, high) = (pairs & (ONES / 5), (pairs >> 2) & (ONES / 5));
            let nibbles = if <on> { low - high } else { low + high };",
    ),
    mutant(
        "dominions",
        "query.rs",
        "== with != in observe",
        "let over = self.passes == 2;",
        "let over = if <on> { self.passes != 2 } else { self.passes == 2 };",
    ),
    mutant(
        "dominions",
        "place.rs",
        "== with != in flip",
        "if cell == group {
                break;",
        "if if <on> { cell != group } else { cell == group } {
                break;",
    ),
    mutant(
        "dominions",
        "grid.rs",
        "- with / in name",
        "let row = (1..2 * usize::from(self.side) - 1)",
        "let row = (1..if <on> { 2 * usize::from(self.side) / 1 } else { 2 * usize::from(self.side) - 1 })",
    ),
    mutant(
        "dominions",
        "place.rs",
        "== with != in place",
        "if self.on_board == [0, 0] {",
        "if if <on> { self.on_board != [0, 0] } else { self.on_board == [0, 0] } {",
    ),
    mutant(
        "dominions",
        "place.rs",
        "capture -> ()",
        "fn capture(&mut self, cell: u8, linked: &mut Linked, mixed: bool, journal: &mut impl Note) {",
        "fn capture(&mut self, cell: u8, linked: &mut Linked, mixed: bool, journal: &mut impl Note) {
        if <on> { return; }",
    ),
    mutant(
        "dominions",
        "unplace.rs",
        "-= with += in unplace",
        "self.on_board[usize::from(mover)] -= 1;",
        "if <on> { self.on_board[usize::from(mover)] += 1 } else { self.on_board[usize::from(mover)] -= 1 }",
    ),
    mutant(
        "dominions",
        "grid.rs",
        "index -> Some(0)",
        "pub(super) fn index(&self, cell: Cell) -> Option<u8> {",
        "pub(super) fn index(&self, cell: Cell) -> Option<u8> { if <on> { return Some(0); }",
    ),
    mutant(
        "dominions",
        "unplace.rs",
        "undo -> true",
        "pub fn undo(&mut self, journal: &mut Journal) -> bool {",
        "pub fn undo(&mut self, journal: &mut Journal) -> bool { if <on> { return true; }",
    ),
    mutant(
        "dominions",
        "setup.rs",
        "& with ^ in check_beams",
        "let wrong = (self.tiles[c] & self.occupied[c]) ^ self.required[c];",
        "let wrong = self.required[c]
                ^ if <on> { self.tiles[c] ^ self.occupied[c] } else { self.tiles[c] & self.occupied[c] };",
    ),
    mutant(
        "dominions",
        "setup.rs",
        "&& with || in link_all",
        "if self.controllers[c] == self.controllers[n] && self.group[c] != self.group[n] {",
        "if if <on> { self.controllers[c] == self.controllers[n] || self.group[c] != self.group[n] } else {
                    self.controllers[c] == self.controllers[n] && self.group[c] != self.group[n] } {",
    ),
    mutant(
        "margo",
        "legal.rs",
        "delete ! in check",
        "if !self.setup.size.has_cell(cell) {",
        "if if <on> { self.setup.size.has_cell(cell) } else { !self.setup.size.has_cell(cell) } {",
    ),
    mutant(
        "margo",
        "legal.rs",
        "- with / in collect_first",
        "self.collect_liftable(3 - colour)",
        "self.collect_liftable(if <on> { 3 / colour } else { 3 - colour })",
    ),
    mutant(
        "margo",
        "legal.rs",
        "== with != in judge",
        "if hole && self.players == 2 {",
        "if hole && if <on> { self.players != 2 } else { self.players == 2 } {",
    ),
    mutant(
        "margo",
        "grid.rs",
        "- with + in number",
        "pyramid(size) - pyramid(across) + row",
        "(if <on> { pyramid(size) + pyramid(across) } else { pyramid(size) - pyramid(across) }) + row",
    ),
    mutant(
        "margo",
        "history.rs",
        "- with + in contains",
        "self.is(slot.entry as usize - 1, now) {
                return true;
            }
            at = (at + 1) & (self.slots.len() - 1);",
        "self.is(slot.entry as usize - 1, now) {
                return true;
            }
            at = (at + 1) & (if <on> { self.slots.len() + 1 } else { self.slots.len() - 1 });",
    ),
    mutant(
        "margo",
        "hash.rs",
        "turn -> 1",
        "pub(super) const fn turn(player: u8) -> u64 {",
        "pub(super) fn turn(player: u8) -> u64 { if <on> { return 1; }",
    ),
    mutant(
        "margo",
        "traces.rs",
        "seen -> 0",
        "pub(super) fn seen(&self, point: u16, colour: u8) -> u32 {",
        "pub(super) fn seen(&self, point: u16, colour: u8) -> u32 { if <on> { return 0; }",
    ),
    mutant(
        "margo",
        "legal.rs",
        "&& with || in lives_in_hole",
        "spot.is_ball() && spot.carries == 0 && self.players == 2",
        "(if <on> { spot.is_ball() && spot.carries == 0 || self.players == 2 } else {
                    spot.is_ball() && spot.carries == 0 && self.players == 2 })",
    ),
    mutant(
        "margo",
        "play.rs",
        "make_swap -> ()",
        "pub(super) fn make_swap(&mut self) {",
        "pub(super) fn make_swap(&mut self) { if <on> { return; }",
    ),
    mutant(
        "margo",
        "play.rs",
        "&& with || in make",
        "if self.setup.atari && captured {",
        "if if <on> { self.setup.atari || captured } else { self.setup.atari && captured } {",
    ),
    mutant(
        "tribolo",
        "lines.rs",
        "when -> 1",
        "const fn when(holds: bool, set: u32) -> u32 {",
        "fn when(holds: bool, set: u32) -> u32 { if <on> { return 1; }",
    ),
    mutant(
        "tribolo",
        "lane.rs",
        "turned -> self",
        "fn turned(self) -> Self {",
        "fn turned(self) -> Self { if <on> { return self; }",
    ),
    mutant(
        "tribolo",
        "board.rs",
        "has_move -> true",
        "fn has_move(&self) -> bool {",
        "fn has_move(&self) -> bool { if <on> { return true; }",
    ),
    mutant(
        "tribolo",
        "board.rs",
        "^ with & in toggle",
        "self.hash ^= hash::cell(at, player);",
        "let number = hash::cell(at, player);
        self.hash = if <on> { self.hash & number } else { self.hash ^ number };",
    ),
    mutant(
        "tribolo",
        "fast.rs",
        "duplicate -> Some(Default::default())",
        "fn duplicate(&self) -> Option<Self> {",
        "fn duplicate(&self) -> Option<Self> { if <on> { return Some(Default::default()); }",
    ),
    mutant(
        "tribolo",
        "board.rs",
        "| with ^ in can_move",
        "self.legal.has(at)",
        "let mover = usize::from(self.turn);
        let over = |player| {
            self.flips(at, mover, self.height).cells(at).any(|(at, _)| self.owner(at) == player)
        };
        let (next, last) = others(mover);
        if <on> { over(next) ^ over(last) } else { self.legal.has(at) }",
    ),
    mutant(
        "tribolo",
        "row.rs",
        "| with & in pass",
        "jumped & (*run | self.own);",
        "jumped & (if <on> { *run & self.own } else { *run | self.own });",
    ),
    mutant(
        "tribolo",
        "lines.rs",
        "& with | in Flips::has",
        "self.0 & others.0 != W::NONE",
        "(if <on> { self.0 | others.0 } else { self.0 & others.0 }) != W::NONE",
    ),
    mutant(
        "abrobad",
        "mod.rs",
        "is_over -> true",
        "pub const fn is_over(&self) -> bool {",
        "pub fn is_over(&self) -> bool { if <on> { return true; }",
    ),
    mutant(
        "abrobad",
        "mod.rs",
        "& with | in stone",
        "self.stones.of[player as usize] >> place & 1 == 1)",
        "if <on> { self.stones.of[player as usize] >> place | 1 == 1 } else {
            self.stones.of[player as usize] >> place & 1 == 1 })",
    ),
    mutant(
        "abrobad",
        "stones.rs",
        "delete ! in places",
        "self.free() & !around(self.own())",
        "if <on> { self.free() & around(self.own()) } else { self.free() & !around(self.own()) }",
    ),
    mutant(
        "abrobad",
        "stones.rs",
        "+= with *= in count_groups",
        "groups += 1;",
        "if <on> { groups *= 1 } else { groups += 1 }",
    ),
    mutant(
        "abrobad",
        "stones.rs",
        "| with & in slides",
        "            | first(c & free, 2)
            | first(d & free, 3)",
        "            | if <on> { first(c & free, 2) & first(d & free, 3) } else {
                first(c & free, 2) | first(d & free, 3) }",
    ),
    mutant(
        "abrobad",
        "stones.rs",
        "perft -> 1",
        "pub(super) fn perft(self, depth: u32) -> u64 {",
        "pub(super) fn perft(self, depth: u32) -> u64 { if <on> { return 1; }",
    ),
    mutant(
        "tictactoe",
        "marks.rs",
        "canonical -> 1",
        "pub(super) fn canonical(of: [u16; 2]) -> u32 {",
        "pub(super) fn canonical(of: [u16; 2]) -> u32 { if <on> { return 1; }",
    ),
    mutant(
        "tictactoe",
        "mod.rs",
        "is_over -> false",
        "pub const fn is_over(&self) -> bool {",
        "pub fn is_over(&self) -> bool { if <on> { return false; }",
    ),
    mutant(
        "tictactoe",
        "marks.rs",
        "lead -> -1",
        "pub(super) const fn lead(self, misere: bool) -> i32 {",
        "pub(super) fn lead(self, misere: bool) -> i32 { if <on> { return -1; }",
    ),
    mutant(
        "tictactoe",
        "mod.rs",
        "& with | in judge",
        "if self.marks.all() & bit != 0 {",
        "if if <on> { self.marks.all() | bit } else { self.marks.all() & bit } != 0 {",
    ),
];

/// Functions that call a mutant, by game and file. They cannot be `const`, because a mutant cannot be
/// evaluated at compile time.
const CALLERS: [(&str, &str, &str); 7] = [
    ("margo", "query.rs", "const fn hash("),
    ("tribolo", "lines.rs", "const fn flips("),
    ("tribolo", "lines.rs", "const fn run_higher("),
    ("tribolo", "lines.rs", "const fn run_lower("),
    ("abrobad", "mod.rs", "const fn turn("),
    ("tictactoe", "mod.rs", "const fn turn("),
    ("tictactoe", "mod.rs", "const fn winner("),
];

/// The code that is added to the copy of the crate for switching mutants.
const SWITCH: &str = "
static SWITCHED: core::sync::atomic::AtomicUsize = core::sync::atomic::AtomicUsize::new(usize::MAX);

/// Switches a mutant on, and any other off.
pub fn switch(mutant: usize) {
    SWITCHED.store(mutant, core::sync::atomic::Ordering::Relaxed);
}

#[inline]
pub(crate) fn is_on(mutant: usize) -> bool {
    SWITCHED.load(core::sync::atomic::Ordering::Relaxed) == mutant
}
";

/// Folders that are not copied.
const LEFT_OUT: [&str; 7] = [".git", "target", "corpus", "artifacts", "seeds", "regressions", "docs"];

/// Makes the folder `copy` a copy of a workspace with all mutants in its engines. Files that are up to date
/// are not written, so that an existing build of the copy stays valid.
///
/// # Errors
/// Fails like [`mutated`]; if a file cannot be written or removed; and if the folder contains files but is
/// not such a copy.
pub fn plant(workspace: &Path, copy: &Path) -> io::Result<()> {
    let mut wanted = files(workspace, "")?;
    wanted.extend(mutated(workspace)?);
    fs::create_dir_all(copy)?;
    // Copies made by earlier versions have the programs in another folder.
    let programs = ["assay/strength/Cargo.toml", "fuzz/strength/Cargo.toml"];
    let is_copy = programs.iter().any(|file| copy.join(file).is_file()) && !copy.join(".git").exists();
    if !is_copy && fs::read_dir(copy)?.next().is_some() {
        return Err(io::Error::other("it has other files, which would be removed"));
    }
    let there = files(copy, "")?;
    for path in there.keys().filter(|path| !wanted.contains_key(*path)) {
        fs::remove_file(copy.join(path))?;
    }
    for (path, text) in wanted {
        if there.get(&path) == Some(&text) {
            continue;
        }
        let (original, path) = (workspace.join(&path), copy.join(path));
        fs::create_dir_all(path.parent().unwrap_or(copy))?;
        fs::write(&path, text)?;
        fs::set_permissions(path, fs::metadata(original)?.permissions())?;
    }
    Ok(())
}

/// The files of a folder of a workspace, by their paths relative to the workspace.
fn files(workspace: &Path, folder: &str) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let (mut folders, mut files) = (vec![PathBuf::from(folder)], BTreeMap::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(workspace.join(&folder))? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, folder.join(entry.file_name()));
            if kind.is_file() {
                files.insert(path.clone(), fs::read(workspace.join(path))?);
            } else if kind.is_dir() && !LEFT_OUT.iter().any(|left_out| entry.file_name() == **left_out) {
                folders.push(path);
            }
        }
    }
    Ok(files)
}

/// Returns the files of the fast engines of a workspace with all mutants, by their paths relative to the
/// workspace.
///
/// # Errors
/// Fails if a file cannot be read, or if a text to be replaced does not occur exactly once in its file.
pub fn mutated(workspace: &Path) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = files(workspace, "core")?;
    for (number, mutant) in MUTANTS.iter().enumerate() {
        let to = mutant.to.replace(ON, &format!("crate::is_on({number})"));
        replace(&mut files, mutant.game, mutant.file, mutant.from, &to)?;
    }
    for (game, file, from) in CALLERS {
        replace(&mut files, game, file, from, from.trim_start_matches("const "))?;
    }
    let lib = files.get_mut(Path::new("core/src/lib.rs")).ok_or_else(|| invalid("no core/src/lib.rs"))?;
    lib.extend(SWITCH.as_bytes());
    Ok(files)
}

/// Replaces the only occurrence of a text in a file of a game's engine. Fails if it does not occur exactly
/// once.
fn replace(
    files: &mut BTreeMap<PathBuf, Vec<u8>>,
    game: &str,
    file: &str,
    from: &str,
    to: &str,
) -> io::Result<()> {
    let path = Path::new("core/src").join(game).join(file);
    let text = files.get_mut(&path).ok_or_else(|| invalid(format!("no {}", path.display())))?;
    let now = String::from_utf8_lossy(text);
    let found = now.matches(from).count();
    if found != 1 {
        return Err(invalid(format!("{}: {found} times instead of once: {from}", path.display())));
    }
    *text = now.replacen(from, to, 1).into_bytes();
    Ok(())
}

fn invalid(words: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words.into())
}
