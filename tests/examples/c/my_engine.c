/* Tic-Tac-Toe, to be replaced with your engine: the functions that template.c calls. */
#include "my_engine.h"

#include <stdio.h>
#include <string.h>

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {6, 4, 2}};

static int is_won(const struct game *game) {
    int line;
    for (line = 0; line < 8; line++) {
        char first = game->cells[LINES[line][0]];
        if (first && first == game->cells[LINES[line][1]] && first == game->cells[LINES[line][2]]) return 1;
    }
    return 0;
}

void start(struct game *game) {
    memset(game, 0, sizeof *game);
}

int play(struct game *game, const char *player, const char *move) {
    int column, row, cell;
    if (strlen(move) != 2 || strcmp(player, game->played % 2 == 0 ? "x" : "o")) return 0;
    column = move[0] - 'a';
    row = move[1] - '1';
    if (column < 0 || column > 2 || row < 0 || row > 2 || is_won(game)) return 0;
    cell = 3 * row + column;
    if (game->cells[cell]) return 0;
    game->cells[cell] = player[0];
    game->played++;
    return 1;
}

void print_legal_moves(const struct game *game) {
    int cell;
    for (cell = 0; cell < 9 && !is_won(game); cell++) {
        if (!game->cells[cell]) printf("%c%c ", 'a' + cell % 3, '1' + cell / 3);
    }
}
