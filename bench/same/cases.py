"""The cases in which two builds of Bustan are compared. Each is bounded by games or depth, never by time."""

from outcome import ROOT, Case

ENGINES = "repo/crates/cli/tests/engines"
GAMES = ["dominions", "margo", "tribolo", "tictactoe", "abrobad", "chess"]
SMALL = {"dominions": "2", "margo": "3", "tribolo": "5x4"}
COMMANDS = "check exhaust merge replay show perft divide playout shrink probe policies gtp match serve bridge solve".split()
# Shrinking has to end by itself, or the speed of the machine would decide how short a game becomes.
BOUNDED = "--shrink-time 10m --jobs 1"
# The same without shrinking, which would take minutes.
UNSHRUNK = "--shrink-time 1ms --jobs 1"
# A game of Dominions, and one of chess.
RECORD = "W[P63i9];B[P55h8];W[P30h9];B[P63g8];W[P62g9];B[P51f8]"
MATE = "W[f2f3];B[e7e5];W[g2g4];B[d8h4]"


def case(name, *lines, files=None, stdin=""):
    return Case(name, lines, files or {}, stdin.encode())


def engine(script, *words):
    """The command line of a program of the tests, quoted for the shell."""
    return " ".join([f"'python3 {ENGINES}/{script}", *words]) + "'"


def checks():
    """Engines of Bustan: every game, with several seeds, sizes, policies, setups and numbers of jobs."""
    policies = {"dominions": "capture", "margo": "bridge", "tribolo": "star", "tictactoe": "line", "abrobad": "gather"}
    for game in GAMES:
        size = f"--size {SMALL[game]}" if game in SMALL else ""
        games = 6 if game == "chess" else 20
        for seed in (0, 7):
            yield case(f"check-{game}-{seed}", f"bustan check {game} {size} --games {games} --seed {seed} --jobs 1 --out out")
        line = f"bustan check {game} {size} --games {games}"
        policy = policies.get(game, "castle")
        yield case(f"check-{game}-policy", f"{line} --policy {policy} --jobs 1 --json --coverage --reproducible --out out")
        yield case(f"check-{game}-player", f"{line} --policy easy --jobs 1 --json --reproducible")
        yield case(f"check-{game}-jobs", f"{line} --seed 3 --jobs 2 --coverage --reproducible --out out")
        yield case(f"check-{game}-thorough", f"bustan check {game} {size} --games 3 --thorough --jobs 1 --json --out out")
        yield case(f"check-{game}-program", f"bustan check {game} {size} --games 4 --jobs 1 --out out --log log --against 'bustan gtp {game}'")
    for name, words in [
        ("dominions-5", "dominions --size 5 --games 2"),
        ("dominions-all", "dominions --games 2 --seed 11 --plies 30"),
        ("margo-5", "margo --size 5 swap --games 2"),
        ("margo-players", "margo --size 4 players 3 --games 3"),
        ("tribolo-seed", "tribolo --size 5x4 seed 7 --games 4"),
        ("tribolo-position", "tribolo --position '5x1 .RBG. blue' --games 20"),
        ("tribolo-large", "tribolo --games 2 --size 16x11"),
        ("tictactoe-misere", "tictactoe --size misere --games 20"),
        ("tictactoe-require", "tictactoe --games 60 --require 'ties>2'"),
        ("tictactoe-required", "tictactoe --games 6 --require 'ties>200'"),
        ("abrobad-plies", "abrobad --games 20 --plies 9"),
        ("chess-draws", "chess --games 4 --plies 40 --position '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 draws auto'"),
        ("chess-960", "chess --games 4 --size chess960"),
    ]:
        yield case(f"check-{name}", f"bustan check {words} --jobs 1 --out out --reproducible")
    yield case("check-all", "bustan check --games 2 --jobs 1 --reproducible --json --out out")
    yield case("check-agreed", "bustan check --games 1 --jobs 1 --color always")


def planted():
    """Programs with a flaw: findings, their files, and the commands that look closer at them."""
    for flaw in ["edge", "suicide", "extension", "oscillation", "passes", "undo", "score", "crash"]:
        program = f"'python3 repo/tests/examples/python/dominions.py --flaw {flaw}'"
        limit = UNSHRUNK if flaw in ("suicide", "extension", "oscillation", "crash") else BOUNDED
        line = f"bustan check dominions --size 2 --games 60 --max-findings 1 {limit} --against {program}"
        yield case(f"flaw-dominions-{flaw}", f"{line} --out out", f"bustan replay out/*-?.original.txt --against {program}")
    for slip in "colour size nonsense end undo clear twice dies wipes refuses takes unlisted swaps blots keeps narrows".split():
        program = engine("sloppy.py", slip)
        limit = UNSHRUNK if slip == "end" else BOUNDED
        line = f"bustan check tictactoe --games 12 --keep-going {limit} --against {program} --out out"
        yield case(f"flaw-tictactoe-{slip}", line, f"bustan probe --against {program} tictactoe")
    marks = engine("marks.py", "forgets")
    yield case(
        "flaw-tictactoe-forgets",
        f"bustan check tictactoe --games 40 {BOUNDED} --against {marks} --json --out out",
        f"bustan check tictactoe --games 40 {BOUNDED} --against {marks} --out out",
        f"bustan check tictactoe --games 40 {BOUNDED} --against {marks} --accept 'verdict-*' --out out",
        f"bustan shrink out/*.original.txt --game tictactoe --jobs 1 --against {marks} --out shrunk --json",
        f"bustan divide tictactoe 4 --against {marks} --json",
        f"bustan divide tictactoe 3 --against {marks}",
        f"bustan exhaust tictactoe --against {marks} --jobs 1 --out exhausted",
    )
    for game in ["tictactoe", "abrobad"]:
        strays = engine("strays.py", "bustan", game)
        size = f"--size {SMALL[game]}" if game in SMALL else ""
        yield case(f"flaw-{game}-strays", f"bustan check {game} {size} --games 3 --keep-going --plies 10 {BOUNDED} --against {strays} --json --out out")
    for flaw in ["castling", "rook"]:
        program = f"'python3 repo/bench/shrinking/chess.py bustan {flaw} --pace 100000'"
        yield case(f"flaw-chess-{flaw}", f"bustan check chess --games 8 --plies 24 --max-findings 1 --reproducible {BOUNDED} --against {program} --out out")


def any_games():
    """Two programs of a game that is not known."""
    nim, walk, race, morris = (engine(script, "") for script in ("nim.py", "walk.py", "race.py", "morris.py"))
    yield case("any-nim", f"bustan check any --games 10 --jobs 1 --against {nim} --with {nim} --out out --json")
    for flaw in ["steals", "greedy", "nested", "misere", "contradicts"]:
        line = f"--against {engine('nim.py', flaw)} --with {nim}"
        yield case(
            f"any-nim-{flaw}",
            f"bustan check any --games 40 --size 1 3 2 --max-findings 1 {BOUNDED} {line} --out out",
            f"bustan replay out/*-?.txt --game any {line}",
            f"bustan divide any 3 --size '1 1 2' {line}",
        )
    for flaw in ["extra", "score", "moves", "crash"]:
        line = f"--against {engine('race.py', flaw)} --with {race}"
        yield case(f"any-race-{flaw}", f"bustan check any --games 60 --max-findings 1 {BOUNDED} {line} --out out")
    walks = f"--against {engine('walk.py', 'refuses')} --with {walk}"
    yield case("any-walk", f"bustan check any --games 10 --plies 40 --keep-going {BOUNDED} {walks} --out out")
    mirror = {"mirror": "a1<->c1 a2<->c2 a3<->c3 b1->b1 b2->b2 b3->b3 x->x o->o\n"}
    for slip in ["", "corner", "column"]:
        line = f"--against {engine('morris.py', slip)} --symmetry mirror"
        limit = UNSHRUNK if slip == "column" else BOUNDED
        yield case(f"any-mirror-{slip or 'sound'}", f"bustan check any --games 20 --plies 20 --max-findings 1 {limit} {line} --out out", files=mirror)
    for game in ["tictactoe", "margo"]:
        line = f"--against 'bustan gtp {game}' --with 'bustan gtp {game} --engine reference'"
        yield case(f"any-{game}", f"bustan check any --games 2 --plies 20 --jobs 1 {line} --json --reproducible")
    strays = f"--against {engine('strays.py', 'bustan', 'tictactoe')} --with 'bustan gtp tictactoe'"
    yield case("any-strays", f"bustan check any --games 6 --keep-going --plies 10 {BOUNDED} {strays} --out out")
    opinions = f"--against {engine('sloppy.py', 'unlisted')} --with {engine('sloppy.py')} --with 'bustan gtp tictactoe'"
    yield case("any-opinions", f"bustan check any --colours x,o --games 5 --max-findings 1 {BOUNDED} {opinions} --out out --json")


def single_games():
    """Records, positions and sessions."""
    for way in ["", "--each", "--engine reference --from 2 --to 4", "--engine both --json", "--svg board.svg --groups --octal", "--record -"]:
        yield case(f"replay{way and ' '}{way}", f"bustan replay - {way}", stdin=RECORD)
    yield case("replay-chess", "bustan replay - --game chess --engine both --each", "bustan replay - --game chess --record - --json", stdin=MATE)
    yield case("replay-margo", "bustan replay - --game margo --engine both --record again.txt", stdin="1 C5* 2 E5 3 C7 4 Resign\nWhite wins\n")
    yield case("replay-sample", "bustan replay repo/tests/golden/dominions-sample.txt --from 58 --to 61 --svg sample.svg")
    positions = {
        "dominions": "3 white 0 2 W40b2 B3a1",
        "margo": "4 white 2 WE1:0 BE5:0",
        "tribolo": "5x4 G...R...B#.......... green",
        "tictactoe": "x...o.... x",
        "abrobad": "..x......... o",
        "chess": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    }
    for game, position in positions.items():
        show = f"bustan show --game {game} '{position}'"
        yield case(f"show-{game}", show, f"{show} --engine reference --json", f"{show} --svg")
        yield case(f"perft-{game}", f"bustan perft {game} 2 --position '{position}' --divide", f"bustan perft {game} 1 --engine reference --json --position '{position}'")
        yield case(f"divide-{game}", f"bustan divide {game} 1 --position '{position}'", f"bustan divide {game} 1 --json --position '{position}' --against 'bustan gtp {game}'")
        yield case(f"session-{game}", f"bustan gtp {game}", f"bustan gtp {game} --engine reference", f"bustan gtp {game} --player easy --seed 3", stdin=session(position))
        yield case(f"playout-{game}", f"bustan playout {game} --games 20 --seed 5 --json", f"bustan playout {game} --games 20 --seed 5 --jobs 2")
        yield case(f"policies-{game}", f"bustan policies {game}", f"bustan policies {game} --json")


def session(position):
    lines = ["name", "version", "list_commands", "bustan-legal", "showboard", "bustan-state", f"bustan-setup {position}"]
    lines += ["bustan-legal", "bustan-state", "bustan-perft 1", "genmove x", "undo", "undo", "play nobody a1", "nonsense"]
    lines += ["bustan-position", "known_command undo", "clear_board", "final_score", "boardsize 99", "bustan-svg", "quit"]
    return "\n".join(lines) + "\n"


def whole_games():
    """All positions, values, matches, files of positions, shards, and inputs of the fuzzer."""
    for name, line in [
        ("tictactoe", "exhaust tictactoe"),
        ("tictactoe-symmetry", "exhaust tictactoe --symmetry --json"),
        ("tribolo", "exhaust tribolo --size 4 4 --seed 1 --json"),
        ("dominions", "exhaust dominions --size 2 --depth 1"),
        ("margo", "exhaust margo --size 2 --depth 4"),
        ("abrobad", "exhaust abrobad --symmetry --depth 3"),
        ("chess-men", "exhaust chess --material Kk,KPk --special"),
        ("spill", "exhaust tictactoe --memory 8 --spill work"),
    ]:
        yield case(f"exhaust-{name}", f"bustan {line} --jobs 1 --out out")
    yield case("solve", "bustan solve tictactoe --db t.db --json", "bustan query t.db '......... x'", "bustan query t.db 'x...o.... x' --json")
    yield case("solve-tribolo", "bustan solve tribolo --size 4 4 --db t.db", "bustan solve tribolo --size 4 4 --symmetry --json")
    yield case("solve-margo", "bustan solve margo --size 2 --history", "bustan solve margo --size 2 --db m.db --json")
    yield case("solve-misere", "bustan solve tictactoe --misere --memory 8 --spill work --json", "bustan solve dominions")
    yield case("match", "bustan match easy uniform --game margo --size 3 --games 4 --jobs 1 --out games", "bustan match twoply uniform easy --game tribolo --size 6x5 --games 6 --jobs 1 --json")
    yield case("match-program", f"bustan match {engine('plays.py', 'first')} uniform --game tictactoe --games 4 --opening 0 --jobs 1", "bustan match mcts:20 uniform --game dominions --size 2 --games 4 --jobs 1")
    epd = {"p.txt": "xo....... x ;D1 7 ;D2 42\n......... x ;D1 9 ;D2 72\n", "bad.txt": "......... x ;D1 8\n"}
    positions = ["perft tictactoe 2 --positions p.txt", "divide tictactoe 2 --positions p.txt --against 'bustan gtp tictactoe'"]
    positions += ["check tictactoe --positions p.txt --games 20 --jobs 1", "perft tictactoe 1 --positions bad.txt --json"]
    yield case("positions", *(f"bustan {line}" for line in positions), files=epd)
    yield case("positions-chess", "bustan perft chess 1 --positions repo/tests/positions/chess.epd", "bustan check chess --positions repo/tests/positions/chess.epd --games 2 --plies 12 --jobs 1 --json")
    shards = [f"bustan check tictactoe --games 40 --shard {part}/2 --jobs 1 --reproducible --out s{part}" for part in (1, 2)]
    yield case("shards", *shards, "bustan merge s1 s2 --out whole", "bustan check tictactoe --games 40 --shard 1/2 --jobs 1 --reproducible --out s1 --resume")
    yield case("shards-perft", "bustan perft tictactoe 4 --shard 1/2 --out p1", "bustan perft tictactoe 4 --shard 2/2 --out p2", "bustan merge p1 p2 --json", "bustan merge p1 p1")
    for target in ["dominions_lockstep", "tictactoe_undo", "chess_lockstep"]:
        folders = [ROOT / "fuzz" / folder / target for folder in ("seeds", "regressions")]
        inputs = [sorted(folder.iterdir())[0].relative_to(ROOT) for folder in folders if folder.is_dir() and any(folder.iterdir())]
        yield case(f"fuzz-{target}", *(f"bustan shrink --fuzz {target} repo/{path} --jobs 1 --out out" for path in inputs))


def usage():
    """Texts of help, and messages about bad input."""
    yield case("help", "bustan --help", "bustan -h", "bustan --version", "bustan help check", "bustan nonsense")
    for command in COMMANDS + ["query", "completions", "man"]:
        yield case(f"help-{command}", f"bustan {command} --help", f"bustan {command} --nonsense")
    yield case("completions", *(f"bustan completions {shell}" for shell in ("bash", "zsh", "fish", "tcsh")), "bustan man --dir .")
    arguments = {
        "check": ["ludo", "dominions --policy nonsense", "--jobs 0", "--seed x", "--size 1 dominions", "any", "--time soon"],
        "check tictactoe": ["--against no-such-program", f"--against {engine('marks.py', 'never')}", "--position xxx", "--require rows", "--out /dev/null"],
        "replay": ["no/such/file", "repo", "- --game tribolo", "- --game chess"],
        "show": ["'9 W99i9'", "--game chess startpos", "--game tictactoe xxxooo..."],
        "perft": ["dominions x", "dominions 1 --seed 7", "tribolo 1 --position '5x1 .RB'", "tictactoe 1 --positions no-such-file"],
        "divide": ["tictactoe 2 --with fast", "any 2", "tictactoe 2 --record no-such-file"],
        "match": ["uniform uniform --size 99", "alphabeta:2 uniform --game tribolo", "uniform uniform --sprt elo1=x", "nobody easy"],
        "merge": ["no-such-directory", "."],
        "shrink": ["- --game tictactoe", "- --fuzz nonsense", "no-such-file --fuzz dominions_undo"],
        "gtp": ["ludo", "margo --cutting sideways", "tictactoe --player nobody"],
        "query": ["no-such-file x"],
        "exhaust": ["dominions --size 4 --memory 8", "chess", "chess --men 9"],
        "probe": ["--against no-such-program tictactoe", "--against 'bustan gtp tictactoe' tictactoe", "--against 'bustan gtp margo' tictactoe"],
        "serve": ["no-such-directory --game ludo", "--address nonsense --no-open"],
        "bridge": ["no-such-program", "uci:"],
    }
    for command, bad in arguments.items():
        yield case(f"bad-{command}", *(f"bustan {command} {words}" for words in bad), stdin="blah")


def cases():
    return [each for group in (checks, planted, any_games, single_games, whole_games, usage) for each in group()]
