/* The functions of an engine that template.c calls. */
#ifndef MY_ENGINE_H
#define MY_ENGINE_H

/* A game: the contents of the cells, and the number of moves played. */
struct game {
    char cells[9];
    int played;
};

/* Starts a new game. */
void start(struct game *game);

/* Plays a move. Returns 1, or 0 if the rules forbid the move; then nothing changes. */
int play(struct game *game, const char *player, const char *move);

/* Prints all legal moves with a space after each. Prints nothing when the game is over. */
void print_legal_moves(const struct game *game);

#endif
