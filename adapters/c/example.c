/*
 * A rule engine that Bustan tests: Tic-Tac-Toe on boards from 3 x 3 to 9 x 9, where a whole row wins.
 *
 *     cc -std=c99 -o example example.c
 *     bustan check tictactoe --against ./example
 *
 * With -DMISTAKE it forgets a diagonal, and Bustan finds that.
 */
#include "bustan.h"

enum { LARGEST = 9, CELLS = LARGEST * LARGEST };

typedef struct {
    int size;
    int played;
    /* The cells in the order in which they were marked. X has the even indices. */
    int moves[CELLS];
    /* 0 for an empty cell, otherwise 'x' or 'o'. */
    char cells[CELLS];
} game;

static const char *player_name(char mark) {
    return mark == 'x' ? "x" : "o";
}

static const char *cell_name(const game *g, int cell, char name[3]) {
    name[0] = (char)('a' + cell % g->size);
    name[1] = (char)('1' + cell / g->size);
    name[2] = '\0';
    return name;
}

/* Returns the player who has all `size` cells from `first` at a distance of `step`; 0 if there is none. */
static char owner(const game *g, int first, int step) {
    int i;
    for (i = 1; i < g->size; i++) {
        if (g->cells[first + i * step] != g->cells[first]) return 0;
    }
    return g->cells[first];
}

static char winner(const game *g) {
    int i, n = g->size;
    char won = owner(g, 0, n + 1);
#ifndef MISTAKE
    if (!won) won = owner(g, n - 1, n - 1);
#endif
    for (i = 0; i < n && !won; i++) {
        won = owner(g, i * n, 1);
        if (!won) won = owner(g, i, n);
    }
    return won;
}

static void reset(void *data) {
    game *g = (game *)data;
    memset(g->cells, 0, sizeof g->cells);
    g->played = 0;
}

static int size(void *data, size_t count, const char *const *words) {
    game *g = (game *)data;
    if (count != 1 || strlen(words[0]) != 1 || words[0][0] < '3' || words[0][0] > '9') return 0;
    g->size = words[0][0] - '0';
    return 1;
}

static const char *turn(void *data) {
    const game *g = (const game *)data;
    if (winner(g) || g->played == g->size * g->size) return NULL;
    return g->played % 2 == 0 ? "x" : "o";
}

static const char *play(void *data, const char *player, const char *move) {
    game *g = (game *)data;
    int column = move[0] - 'a', row, cell;
    if (column < 0 || column >= g->size) return "off-board";
    row = move[1] - '1';
    if (row < 0 || row >= g->size || move[2]) return "off-board";
    cell = row * g->size + column;
    if (g->cells[cell]) return "occupied";
    g->cells[cell] = player[0];
    g->moves[g->played++] = cell;
    return NULL;
}

static void undo(void *data) {
    game *g = (game *)data;
    g->cells[g->moves[--g->played]] = 0;
}

static void list(void *data, bustan_out *out) {
    const game *g = (const game *)data;
    char name[3];
    int cell;
    if (!turn(data)) return;
    for (cell = 0; cell < g->size * g->size; cell++) {
        if (!g->cells[cell]) bustan_move(out, cell_name(g, cell, name));
    }
}

static void state(void *data, bustan_out *out) {
    const game *g = (const game *)data;
    char won = winner(g), name[3];
    int cell;
    bustan_number(out, "size", g->size);
    bustan_number(out, "ply", g->played);
    bustan_text(out, "winner", won ? player_name(won) : NULL);
    bustan_object(out, "scores");
    bustan_number(out, "x", won == 'x');
    bustan_number(out, "o", won == 'o');
    bustan_end(out);
    bustan_object(out, "board");
    for (cell = 0; cell < g->size * g->size; cell++) {
        if (g->cells[cell]) bustan_text(out, cell_name(g, cell, name), player_name(g->cells[cell]));
    }
    bustan_end(out);
}

static void show(void *data, bustan_out *out) {
    const game *g = (const game *)data;
    int row, column;
    for (row = g->size - 1; row >= 0; row--) {
        bustan_print(out, "%d", row + 1);
        for (column = 0; column < g->size; column++) {
            char mark = g->cells[row * g->size + column];
            bustan_print(out, " %c", mark ? mark : '.');
        }
        bustan_print(out, "\n");
    }
}

int main(void) {
    static game g;
    /* Members that are not set are NULL. */
    static bustan_engine engine;
    g.size = 3;
    engine.name = "example in C";
    engine.game = &g;
    engine.reset = reset;
    engine.size = size;
    engine.turn = turn;
    engine.play = play;
    engine.undo = undo;
    engine.list = list;
    engine.state = state;
    engine.show = show;
    return bustan_serve(&engine, stdin, stdout);
}
