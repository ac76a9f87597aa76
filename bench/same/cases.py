"""The cases in which two builds of Bustan are compared. Each case is limited by games or by depth, but not by time."""

from outcome import ROOT, Case

ENGINES = "repo/crates/cli/tests/engines"
COMMANDS = (
    "check exhaust merge replay show perft divide playout shrink probe policies gtp match serve bridge solve query "
    "completions man"
).split()
# For each game: a small size, one of its own policies, a number of games that takes a moment, and a position with the
# player to move.
GAMES = {
    "dominions": ("--size 2", "capture", 40, "3 white 0 2 W40b2 B3a1", "white"),
    "margo": ("--size 3", "bridge", 40, "4 white 2 WE1:0 BE5:0", "white"),
    "tribolo": ("--size 5x4", "star", 60, "5x4 G...R...B#.......... green", "green"),
    "tictactoe": ("", "line", 100, "x...o.... x", "x"),
    "abrobad": ("", "gather", 40, "..x......... o", "o"),
    "chess": ("", "castle", 12, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "white"),
}
# Shrinking must end without a time limit, otherwise the speed of the machine would affect how short a game becomes.
BOUNDED = "--shrink-time 10m --jobs 1"
# Options for cases in which shrinking would take a minute: nothing is shrunk.
UNSHRUNK = "--shrink-time 1ms --jobs 1"
RECORD = "W[P63i9];B[P55h8];W[P30h9];B[P63g8];W[P62g9];B[P51f8]"
MATE = "W[f2f3];B[e7e5];W[g2g4];B[d8h4]"

# Checks of Bustan's engines with other start positions or other ends.
STARTS = {
    "dominions-5": "dominions --size 5 --games 2",
    "dominions-9": "dominions --games 2 --seed 11 --plies 30",
    "margo-5": "margo --size 5 swap --games 2",
    "margo-players": "margo --size 4 players 3 --games 3",
    "tribolo-seed": "tribolo --size 5x4 seed 7 --games 4",
    "tribolo-position": "tribolo --position '5x1 .RBG. blue' --games 20",
    "tribolo-16": "tribolo --games 2 --size 16x11",
    "tictactoe-misere": "tictactoe --size misere --games 20",
    "tictactoe-require": "tictactoe --games 60 --require 'ties>2'",
    "tictactoe-required": "tictactoe --games 6 --require 'ties>200'",
    "abrobad-plies": "abrobad --games 20 --plies 9",
    "chess-draws": "chess --games 4 --plies 40 --position '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 draws auto'",
    "chess-960": "chess --games 4 --size chess960",
}

EXHAUSTED = {
    "tictactoe": "tictactoe",
    "tictactoe-symmetry": "tictactoe --symmetry --json",
    "tribolo": "tribolo --size 4 4 --seed 1 --json",
    "dominions": "dominions --size 2 --depth 1",
    "margo": "margo --size 2 --depth 4",
    "abrobad": "abrobad --symmetry --depth 3",
    "chess": "chess --material Kk",
    "chess-special": "chess --material KRk --special --depth 1 --json",
    "spill": "tictactoe --memory 8 --spill work",
}

# Arguments that are rejected or that make a command fail.
BAD = {
    "check": [
        "ludo",
        "dominions --policy nonsense",
        "--jobs 0",
        "--seed x",
        "--size 1 dominions",
        "any",
        "--time soon",
        "tictactoe --against no-such-program",
        f"tictactoe --against 'python3 {ENGINES}/marks.py never'",
        "tictactoe --position xxx",
        "tictactoe --require rows",
        "tictactoe --out /dev/null",
    ],
    "replay": ["no/such/file", "repo", "- --game tribolo", "- --game chess", "- --record - --json"],
    "show": ["'9 W99i9'", "--game chess startpos", "--game tictactoe xxxooo..."],
    "perft": ["dominions x", "dominions 1 --seed 7", "tribolo 1 --position '5x1 .RB'", "tictactoe 1 --positions no"],
    "divide": ["tictactoe 2 --with fast", "any 2", "tictactoe 2 --record no-such-file"],
    "match": [
        "uniform uniform --size 99",
        "alphabeta:2 uniform --game tribolo",
        "uniform uniform --sprt elo1=x",
        "nobody easy",
    ],
    "merge": ["no-such-directory --out whole", ". --out whole", "."],
    "shrink": ["- --game tictactoe", "- --fuzz nonsense", "no-such-file --fuzz dominions_undo"],
    "gtp": ["ludo", "margo --cutting sideways", "tictactoe --player nobody"],
    "solve": ["dominions", "chess", "ludo"],
    "query": ["no-such-file x", "repo/README.md x"],
    "exhaust": ["chess --men 9", "chess --material Kk --special", "tictactoe --depth x", "tictactoe --against true"],
    "probe": [
        "--against no-such-program tictactoe",
        "--against 'bustan gtp tictactoe' tictactoe",
        "--against 'bustan gtp margo' tictactoe",
    ],
    "serve": ["no-such-directory --game ludo", "--address nonsense --no-open"],
    "bridge": ["no-such-program", "uci:"],
}


def case(name, *lines, files=None, stdin=""):
    return Case(name, lines, files or {}, stdin.encode())


def engine(script, *words):
    """Returns the command line of a test program, quoted for the shell."""
    return "'" + " ".join([f"python3 {ENGINES}/{script}", *words]) + "'"


def checks():
    """Yields checks of Bustan's engines in every game, with several seeds, sizes, policies, starts and numbers of jobs.
    """
    for game, (size, policy, games, _, _) in GAMES.items():
        line = f"bustan check {game} {size}"
        for seed in (0, 7, 42):
            yield case(f"check-{game}-{seed}", f"{line} --games {games} --seed {seed} --jobs 1 --out out")
        kept = "--json --reproducible --jobs 1"
        yield case(f"check-{game}-policy", f"{line} --games {games} --policy {policy} --coverage {kept} --out out")
        yield case(f"check-{game}-player", f"{line} --games {games} --policy easy {kept}")
        yield case(f"check-{game}-jobs", f"{line} --games {games} --seed 3 --jobs 2 --reproducible --out out")
        yield case(f"check-{game}-thorough", f"{line} --games 3 --thorough --jobs 1 --json --out out")
        program = f"--against 'bustan gtp {game}' --log log"
        yield case(f"check-{game}-program", f"{line} --games 4 --jobs 1 --out out {program}")
    for name, words in STARTS.items():
        yield case(f"check-{name}", f"bustan check {words} --jobs 1 --out out --reproducible")
    yield case("check-all", "bustan check --games 2 --jobs 1 --reproducible --json --out out")
    yield case("check-colour", "bustan check --games 1 --jobs 1 --color always")


def planted():
    """Yields checks of programs with a flaw in a game that Bustan supports: the findings and all their files are
    compared."""
    for flaw in ["edge", "suicide", "extension", "oscillation", "passes", "undo", "score", "crash"]:
        program = f"--against 'python3 repo/tests/examples/python/dominions.py --flaw {flaw}'"
        limit = UNSHRUNK if flaw in ("suicide", "extension", "crash") else BOUNDED
        check = f"bustan check dominions --size 2 --games 60 --max-findings 1 {limit} {program} --out out"
        yield case(f"flaw-dominions-{flaw}", check, f"bustan replay out/*.original.txt {program}")
    slips = "colour size nonsense end undo clear twice dies wipes refuses takes unlisted swaps blots keeps narrows"
    for slip in slips.split():
        program = f"--against {engine('sloppy.py', slip)}"
        limit = UNSHRUNK if slip in ("end", "swaps", "blots") else BOUNDED
        check = f"bustan check tictactoe --games 12 --keep-going {limit} {program} --out out"
        yield case(f"flaw-tictactoe-{slip}", check, f"bustan probe {program} tictactoe")
    for game in ["tictactoe", "abrobad"]:
        program = f"--against {engine('strays.py', 'bustan', game)}"
        check = f"bustan check {game} --games 3 --keep-going --plies 10 {BOUNDED} {program} --json --out out"
        yield case(f"flaw-{game}-strays", check)
    for flaw in ["castling", "rook"]:
        program = f"--against 'python3 repo/bench/shrinking/chess.py bustan {flaw} --pace 100000'"
        check = f"bustan check chess --games 8 --plies 24 --max-findings 1 --reproducible {BOUNDED} {program} --out out"
        yield case(f"flaw-chess-{flaw}", check)
    program = f"--against {engine('marks.py', 'forgets')}"
    check = f"bustan check tictactoe --games 40 {BOUNDED} {program} --out out"
    yield case(
        "flaw-tictactoe-forgets",
        f"{check} --json",
        check,
        f"{check} --accept 'verdict-*'",
        f"bustan shrink out/*.original.txt --game tictactoe --time 10m --jobs 1 {program} --out shrunk --json",
        f"bustan divide tictactoe 4 {program} --json",
        f"bustan divide tictactoe 3 {program}",
    )


def unknown_games():
    """Yields checks of two programs of a game that Bustan does not support."""
    nim, race, walk = (f"--with {engine(script)}" for script in ("nim.py", "race.py", "walk.py"))
    check = f"bustan check any {BOUNDED} --out out"
    yield case("any-nim", f"{check} --games 10 --against {engine('nim.py')} {nim} --json")
    for flaw in ["steals", "greedy", "nested", "misere", "contradicts"]:
        programs = f"--against {engine('nim.py', flaw)} {nim}"
        yield case(
            f"any-nim-{flaw}",
            f"{check} --games 40 --size 1 3 2 --max-findings 1 {programs}",
            f"bustan replay out/*-?.txt --game any {programs}",
            f"bustan divide any 3 --size '1 1 2' {programs}",
        )
    for flaw in ["extra", "score", "crash"]:
        programs = f"--against {engine('race.py', flaw)} {race}"
        yield case(f"any-race-{flaw}", f"{check} --games 60 --max-findings 1 {programs}")
    programs = f"--against {engine('walk.py', 'refuses')} {walk}"
    yield case("any-walk", f"{check} --games 10 --plies 40 --keep-going {programs}")
    mirror = {"mirror": "a1<->c1 a2<->c2 a3<->c3 b1->b1 b2->b2 b3->b3 x->x o->o\n"}
    for slip in ["", "corner"]:
        program = f"--against {engine('morris.py', slip)} --symmetry mirror"
        line = f"{check} --games 20 --plies 20 --max-findings 1 {program}"
        yield case(f"any-mirror-{slip or 'sound'}", line, files=mirror)
    for game in ["tictactoe", "margo"]:
        programs = f"--against 'bustan gtp {game}' --with 'bustan gtp {game} --engine reference'"
        yield case(f"any-{game}", f"{check} --games 2 --plies 20 {programs} --json --reproducible")
    programs = f"--against {engine('strays.py', 'bustan', 'tictactoe')} --with 'bustan gtp tictactoe'"
    yield case("any-strays", f"{check} --games 6 --keep-going --plies 10 {programs}")
    others = f"--with {engine('sloppy.py')} --with 'bustan gtp tictactoe'"
    programs = f"--against {engine('sloppy.py', 'unlisted')} {others}"
    yield case("any-opinions", f"{check} --colours x,o --games 5 --max-findings 1 {programs} --json")


def session(position, player):
    """Returns a protocol session: a position, moves of Bustan and of the session, and commands that fail."""
    lines = ["name", "version", "list_commands", "bustan-legal", "showboard", "bustan-state"]
    lines += [f"bustan-setup {position}", "bustan-legal", "bustan-state", "bustan-perft 1", f"genmove {player}"]
    lines += ["undo", "undo", "play nobody a1", f"play {player} nowhere", "nonsense", "known_command undo"]
    lines += ["clear_board", "final_score", "bustan-position", "boardsize 99", "bustan-svg", "quit"]
    return "\n".join(lines) + "\n"


def single_games():
    """Yields commands on records, on positions and in sessions."""
    ways = {
        "last": "",
        "each": "--each",
        "part": "--engine reference --from 2 --to 4",
        "both": "--engine both --json",
        "picture": "--svg board.svg --groups --octal",
        "record": "--record -",
    }
    for name, way in ways.items():
        yield case(f"replay-{name}", f"bustan replay - {way}", stdin=RECORD)
    yield case(
        "replay-chess",
        "bustan replay - --game chess --engine both --each",
        "bustan replay - --game chess --record -",
        stdin=MATE,
    )
    margo = "1 C5* 2 E5 3 C7 4 Resign\nWhite wins\n"
    yield case("replay-margo", "bustan replay - --game margo --engine both --record again.txt", stdin=margo)
    sample = "repo/tests/golden/dominions-sample.txt"
    yield case("replay-sample", f"bustan replay {sample} --from 58 --to 61 --svg sample.svg")
    for game, (_, _, _, position, player) in GAMES.items():
        show, at = f"bustan show --game {game} '{position}'", f"--position '{position}'"
        yield case(f"show-{game}", show, f"{show} --engine reference --json", f"{show} --svg")
        perft = f"bustan perft {game}"
        yield case(f"perft-{game}", f"{perft} 2 {at} --divide", f"{perft} 1 --engine reference --json {at}")
        divide = f"bustan divide {game} 1 {at}"
        yield case(f"divide-{game}", divide, f"{divide} --json --against 'bustan gtp {game}'")
        gtp = f"bustan gtp {game}"
        lines = [gtp, f"{gtp} --engine reference", f"{gtp} --player easy --seed 3"]
        yield case(f"session-{game}", *lines, stdin=session(position, player))
        playout = f"bustan playout {game} --games 20 --seed 5"
        yield case(f"playout-{game}", f"{playout} --json", f"{playout} --jobs 2")
        yield case(f"policies-{game}", f"bustan policies {game}", f"bustan policies {game} --json")


def whole_games():
    """Yields commands on all positions and their values, matches, files of positions, shards, and fuzz inputs."""
    for name, words in EXHAUSTED.items():
        yield case(f"exhaust-{name}", f"bustan exhaust {words} --jobs 1 --out out")
    query = ["bustan query t.db '......... x'", "bustan query t.db 'x...o.... x' --json"]
    yield case("solve-tictactoe", "bustan solve tictactoe --db t.db --json", *query)
    tribolo = "bustan solve tribolo --size 4 4"
    yield case("solve-tribolo", f"{tribolo} --db t.db", f"{tribolo} --symmetry --json")
    margo = "bustan solve margo --size 2"
    yield case("solve-margo", f"{margo} --history", f"{margo} --db m.db --json")
    yield case("solve-misere", "bustan solve tictactoe --misere --memory 8 --spill work --json")
    yield case(
        "match",
        "bustan match easy uniform --game margo --size 3 --games 4 --jobs 1 --out games",
        "bustan match twoply uniform easy --game tribolo --size 6x5 --games 6 --jobs 1 --json",
        "bustan match mcts:20 uniform --game dominions --size 2 --games 4 --jobs 1",
        f"bustan match {engine('plays.py', 'first')} uniform --game tictactoe --games 4 --opening 0 --jobs 1",
    )
    yield case(
        "positions",
        "bustan perft tictactoe 2 --positions p.txt",
        "bustan divide tictactoe 2 --positions p.txt --against 'bustan gtp tictactoe'",
        "bustan check tictactoe --positions p.txt --games 20 --jobs 1",
        "bustan perft tictactoe 1 --positions bad.txt --json",
        files={"p.txt": "xo....... x ;D1 7 ;D2 42\n......... x ;D1 9 ;D2 72\n", "bad.txt": "......... x ;D1 8\n"},
    )
    chess = "--positions repo/tests/positions/chess.epd"
    check = f"bustan check chess {chess} --games 2 --plies 12 --jobs 1 --json"
    yield case("positions-chess", f"bustan perft chess 1 {chess}", check)
    check = "bustan check tictactoe --games 40 --jobs 1 --reproducible"
    shards = [f"{check} --shard {shard}/2 --out s{shard}" for shard in (0, 1)]
    yield case("shards-check", *shards, "bustan merge s0 s1 --out whole", f"{shards[0]} --resume", f"{check} --out one")
    shards = [f"bustan perft tictactoe 4 --shard {shard}/2 --out p{shard}" for shard in (0, 1)]
    yield case("shards-perft", *shards, "bustan merge p0 p1 --out whole --json", "bustan merge p0 p0 --out twice")
    yield from fuzzed()


def fuzzed():
    """Yields commands on fuzz inputs: the first seed and the first regression of some targets."""
    for target in ["dominions_lockstep", "tictactoe_undo", "chess_lockstep", "margo_lockstep", "abrobad_undo"]:
        folders = [ROOT / "fuzz" / folder / target for folder in ("seeds", "regressions")]
        inputs = [min(folder.iterdir()).relative_to(ROOT) for folder in folders]
        shrink = f"bustan shrink --fuzz {target} --time 10m --jobs 1 --out out"
        yield case(f"fuzz-{target}", *(f"{shrink} repo/{path}" for path in inputs))


def usage():
    """Yields help texts, completions, manual pages, and messages about invalid arguments."""
    yield case("help", "bustan --help", "bustan -h", "bustan --version", "bustan help check", "bustan nonsense")
    for command in COMMANDS:
        yield case(f"help-{command}", f"bustan {command} --help", f"bustan {command} --nonsense")
    shells = ["bash", "zsh", "fish", "powershell", "elvish", "tcsh"]
    yield case("completions", *(f"bustan completions {shell}" for shell in shells), "bustan man --dir .", "bustan man")
    for command, bad in BAD.items():
        yield case(f"bad-{command}", *(f"bustan {command} {words}" for words in bad), stdin="blah")


def cases():
    """Returns all cases, with the quick ones first."""
    groups = (usage, single_games, checks, whole_games, unknown_games, planted)
    return [each for group in groups for each in group()]
