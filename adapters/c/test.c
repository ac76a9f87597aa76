/*
 * Tests bustan.h with sessions of an engine that has every function, and of an engine that has as few
 * functions as possible.
 */
#include "bustan.h"

static int failures;

/* Checks that the responses of an engine to `input` are `expected`. */
static void expect(const char *what, const bustan_engine *engine, const char *input, size_t length,
                   const char *expected) {
    static char answer[4096];
    FILE *in = tmpfile(), *out = tmpfile();
    size_t got;
    if (!in || !out) exit(2);
    fwrite(input, 1, length, in);
    rewind(in);
    if (bustan_serve(engine, in, out) != 0) exit(2);
    rewind(out);
    got = fread(answer, 1, sizeof answer - 1, out);
    answer[got] = '\0';
    fclose(in);
    fclose(out);
    if (strcmp(answer, expected) == 0) return;
    failures++;
    printf("%s\n--- expected\n%s--- got\n%s", what, expected, answer);
}

#define EXPECT(what, engine, input, expected) expect(what, engine, input, sizeof(input) - 1, expected)

/* A counting game. The players add 1 or 2, and the player who reaches 4 wins. */
typedef struct {
    int sum;
    int moves[8];
    int played;
} counting;

static void reset(void *data) {
    memset(data, 0, sizeof(counting));
}

static const char *play(void *data, const char *player, const char *move) {
    counting *g = (counting *)data;
    int n = move[0] - '0';
    (void)player;
    if (strcmp(move, "why") == 0) return "two\nlines";
    if (strcmp(move, "no") == 0) return "";
    if (n < 1 || n > 2 || move[1]) return "not-1-or-2";
    g->moves[g->played++] = n;
    g->sum += n;
    return NULL;
}

static const char *turn(void *data) {
    const counting *g = (const counting *)data;
    if (g->sum >= 4) return NULL;
    return g->played % 2 == 0 ? "red" : "blue";
}

static void list(void *data, bustan_out *out) {
    if (!turn(data)) return;
    bustan_move(out, "2");
    bustan_move(out, "1");
    bustan_move(out, "\xc3\xa9");
}

static void undo(void *data) {
    counting *g = (counting *)data;
    g->sum -= g->moves[--g->played];
}

static void state(void *data, bustan_out *out) {
    const counting *g = (const counting *)data;
    int i;
    bustan_number(out, "sum", -g->sum);
    bustan_list(out, "moves");
    for (i = 0; i < g->played; i++) {
        bustan_object(out, NULL);
        bustan_number(out, "n", g->moves[i]);
        bustan_list(out, "empty");
        bustan_end(out);
        bustan_end(out);
    }
    bustan_end(out);
    bustan_text(out, "text", "a \"b\" \\ \t {[,");
    bustan_flag(out, "odd", g->sum % 2);
}

static int size(void *data, size_t count, const char *const *words) {
    (void)data;
    return count == 2 && strcmp(words[0], "4") == 0 && strcmp(words[1], "x") == 0;
}

static void position(void *data, bustan_out *out) {
    bustan_print(out, "%s %d", "at", ((counting *)data)->sum);
}

static const char *setup(void *data, const char *text) {
    counting *g = (counting *)data;
    if (strcmp(text, "at 3") != 0) return "nowhere";
    reset(data);
    g->sum = 3;
    return NULL;
}

static void show(void *data, bustan_out *out) {
    bustan_print(out, "sum:\n\n%d\a\n\n", ((counting *)data)->sum);
}

static unsigned long long perft(void *data, int depth) {
    (void)data;
    return 1ull << depth;
}

/* Counts moves according to its own list, whose last move `play` refuses. */
static unsigned long long refused(void *data, int depth) {
    (void)data;
    return depth == 1 ? 3 : BUSTAN_REFUSED;
}

int main(void) {
    static counting game;
    static bustan_engine least, whole;
    least.game = &game;
    least.reset = reset;
    least.play = play;
    whole = least;
    whole.name = "counting";
    whole.version = "1\n\n2";
    whole.turn = turn;
    whole.list = list;
    whole.undo = undo;
    whole.state = state;
    whole.size = size;
    whole.position = position;
    whole.setup = setup;
    whole.show = show;
    whole.perft = perft;

    EXPECT("moves are sorted, and none is listed after the end", &whole,
        "bustan-legal\nplay red 2\nplay blue 2\nbustan-legal\nplay red 1\n",
        "= 1 2 \xc3\xa9\n\n= \n\n= \n\n= \n\n? illegal move: game-over\n\n");
    EXPECT("the first letter of a player will do, and case does not matter", &whole,
        "play R 1\nplay BLUE 1\nplay b 1\nplay re 1\nplay green 1\n",
        "= \n\n= \n\n? illegal move: not-your-turn\n\n? illegal move: not-your-turn\n\n? illegal move: not-your-turn\n\n");
    EXPECT("reasons", &whole, "play red why\nplay red no\nplay red 3\nplay red\nplay red 1 2\nplay\n",
        "? illegal move: two lines\n\n? illegal move\n\n? illegal move: not-1-or-2\n\n"
        "? syntax error\n\n? syntax error\n\n? syntax error\n\n");
    EXPECT("states", &whole, "play red 1\nbustan-state\n",
        "= \n\n= {\"to_move\":\"blue\",\"over\":false,\"sum\":-1,\"moves\":[{\"n\":1,\"empty\":[]}],"
        "\"text\":\"a \\\"b\\\" \\\\ \\u0009 {[,\",\"odd\":true}\n\n");
    EXPECT("undo goes back to the start of the game or the position", &whole,
        "undo\nplay red 1\nundo\nundo\nplay red 1\nclear_board\nundo\nbustan-setup at  3\nundo\nbustan-position\n",
        "? cannot undo\n\n= \n\n= \n\n? cannot undo\n\n= \n\n= \n\n? cannot undo\n\n= \n\n? cannot undo\n\n= at 3\n\n");
    EXPECT("positions and sizes", &whole,
        "bustan-setup x\nbustan-setup\nboardsize\nboardsize 4\nplay red 1\nboardsize 4 x\nbustan-position\n",
        "? unacceptable position: nowhere\n\n? syntax error\n\n? unacceptable size\n\n? unacceptable size\n\n= \n\n= \n\n= at 0\n\n");
    EXPECT("no empty line in an answer", &whole, "showboard\nversion\n", "= \nsum:\n0\n\n= 1\n2\n\n");
    EXPECT("counts", &whole, "bustan-perft 10\nbustan-perft 100\nbustan-perft x\nbustan-perft\nbustan-perft 1 1\n",
        "= 1024\n\n? syntax error\n\n? syntax error\n\n? syntax error\n\n? syntax error\n\n");
    whole.perft = refused;
    EXPECT("a move that is listed and refused", &whole,
        "play red 1\nbustan-perft 1\nbustan-perft 2\nbustan-state\n",
        "= \n\n= 3\n\n? lists \xc3\xa9 but refuses it\n\n"
        "= {\"to_move\":\"blue\",\"over\":false,\"sum\":-1,\"moves\":[{\"n\":1,\"empty\":[]}],"
        "\"text\":\"a \\\"b\\\" \\\\ \\u0009 {[,\",\"odd\":true}\n\n");
    whole.undo = NULL;
    EXPECT("a move that is listed and refused, without taking back", &whole, "bustan-perft 2\n",
        "? lists a move but refuses it\n\n");
    whole.undo = undo;
    whole.perft = perft;
    EXPECT("numbers, comments, blanks, control characters and zeros", &whole,
        "7 name # who\n# nothing\n \t\n\r\n\n8\tna\x01m\0e\r\n9\n0010 x\nname#\nname\t#\n#",
        "=7 counting\n\n=8 counting\n\n?9 unknown command\n\n?0010 unknown command\n\n? unknown command\n\n"
        "= counting\n\n");
    EXPECT("a line without an end, and nothing after quit", &whole, "quit now\nname\nquit\nname",
        "? syntax error\n\n= counting\n\n= \n\n");
    EXPECT("the least engine", &least,
        "name\nversion\nlist_commands\nplay Any 1\nplay any 1\nundo\nbustan-state\nbustan-legal\nboardsize 3\n"
        "known_command undo\nknown_command play\nknown_command\n",
        "= engine\n\n= \n\n"
        "= protocol_version\nname\nversion\nknown_command\nlist_commands\nquit\nclear_board\nplay\n\n= \n\n= \n\n"
        "? unknown command\n\n? unknown command\n\n? unknown command\n\n? unknown command\n\n"
        "= false\n\n= true\n\n? syntax error\n\n");
    if (failures == 0) printf("all sessions are answered as they should be\n");
    return failures > 0;
}
