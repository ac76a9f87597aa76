/*
 * Everything that Bustan needs to test your engine: replace my_engine.c with it.
 *
 *     make
 *     bustan check GAME --against ./adapter
 */
#include <stdio.h>
#include <string.h>

#include "my_engine.h" /* yours */

#define BLANKS " \t\r\n"

int main(void) {
    static char line[65536];
    static struct game game;
    start(&game);
    while (fgets(line, sizeof line, stdin)) {
        const char *command = strtok(line, BLANKS);
        if (!command) continue;
        if (!strcmp(command, "name")) {
            printf("= my engine");
        } else if (!strcmp(command, "clear_board")) {
            start(&game);
            printf("= ");
        } else if (!strcmp(command, "play")) { /* play PLAYER MOVE */
            const char *player = strtok(NULL, BLANKS);
            const char *move = strtok(NULL, BLANKS);
            printf(player && move && play(&game, player, move) ? "= " : "? illegal move");
        } else if (!strcmp(command, "bustan-legal")) {
            printf("= ");
            print_legal_moves(&game);
        } else {
            printf(strcmp(command, "quit") ? "? unknown command" : "= ");
        }
        printf("\n\n");
        fflush(stdout);
        if (!strcmp(command, "quit")) break;
    }
    return 0;
}
