/* What template.c needs of an engine. */
#ifndef MY_ENGINE_H
#define MY_ENGINE_H

/* A game: what is on the cells, and the number of moves that were played. */
struct game {
    char cells[9];
    int played;
};

/* Begins a new game. */
void start(struct game *game);

/* Plays a move and returns 1; returns 0, and changes nothing, if the rules forbid it. */
int play(struct game *game, const char *player, const char *move);

/* Prints all legal moves with a blank after each; none when the game is over. */
void print_legal_moves(const struct game *game);

#endif
