/*
 * bustan.h: lets Bustan test a rule engine in C or C++. This file is all that you need.
 *
 * Fill a bustan_engine with your functions and call bustan_serve(&engine, stdin, stdout) in main. The program
 * then speaks the engine protocol of Bustan:
 *
 *     bustan check GAME --against ./program
 *
 * Only reset and play are required. Parts that an engine does not implement are not compared. example.c is a
 * complete example.
 *
 * C99 or later, C++11 or later, the standard library only. It may be included in several files. Licence: MIT.
 */
#ifndef BUSTAN_H
#define BUSTAN_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** The output of one of your functions. Only the functions below access its members. */
typedef struct bustan_out {
    char *text;
    size_t length;
    size_t room;
    /** The number of moves in a list of moves. */
    size_t count;
    /**
     * The number of objects and lists of a state that are open. `lists`: a bit for each of them, set for a
     * list.
     */
    int open;
    unsigned long long lists;
} bustan_out;

/**
 * A rule engine. Every function gets `game` as its first argument. Set functions that you do not implement to
 * NULL.
 */
typedef struct bustan_engine {
    /** The name of the engine. `version`: its version. Either may be NULL. */
    const char *name;
    const char *version;
    /** Your data, which is passed to your functions. */
    void *game;

    /** Begins a new game. It is called before any other function. */
    void (*reset)(void *game);
    /**
     * Plays a move and returns NULL. If the move is illegal, changes nothing and returns the reason in one
     * word, such as "occupied", or "" if there is no reason. `player` is a name that `turn` has returned;
     * without `turn`, it is the player named in the command.
     */
    const char *(*play)(void *game, const char *player, const char *move);
    /**
     * Returns the player to move, in lowercase letters, or NULL when the game is over. Moves of other players
     * are refused.
     */
    const char *(*turn)(void *game);
    /** Adds each legal move, in any order, with bustan_move; none when the game is over. */
    void (*list)(void *game, bustan_out *out);
    /** Takes back the last move. It is not called if no move has been played. */
    void (*undo)(void *game);
    /**
     * Reports the values to compare after every move, with bustan_text, bustan_number, bustan_flag,
     * bustan_object, bustan_list and bustan_end. If the engine has `turn`, the keys "to_move" and "over" are
     * already present.
     */
    void (*state)(void *game, bustan_out *out);
    /**
     * Sets the size of the board to the arguments of boardsize. Returns 1, or 0 if there is no such size.
     * `reset` follows.
     */
    int (*size)(void *game, size_t count, const char *const *words);
    /** Prints the position with bustan_print, as a text that `setup` accepts. */
    void (*position)(void *game, bustan_out *out);
    /** Begins a game at a position and returns NULL, or changes nothing and returns the reason. */
    const char *(*setup)(void *game, const char *text);
    /** Draws the board in human-readable form, with bustan_print. */
    void (*show)(void *game, bustan_out *out);
    /**
     * Returns the number of sequences of `depth` legal moves. If `play` refuses a move that `list` has added,
     * returns BUSTAN_REFUSED and leaves the position unchanged; the response then names the move, if the
     * engine has `turn` and `undo`.
     */
    unsigned long long (*perft)(void *game, int depth);
} bustan_engine;

/** The value that `perft` returns if the engine refuses a move that it lists. */
#define BUSTAN_REFUSED (~0ull)

/** Serves the protocol until `quit` or the end of the input. Returns 0, or 1 if reading or writing failed. */
static inline int bustan_serve(const bustan_engine *engine, FILE *input, FILE *output);

/** Adds a legal move, which must not contain spaces. */
static inline void bustan_move(bustan_out *out, const char *word);
/** Prints like printf. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline void bustan_print(bustan_out *out, const char *format, ...);

/*
 * The keys of a state. In a list, `key` is NULL.
 */

/** Adds a text, or null if `value` is NULL. */
static inline void bustan_text(bustan_out *out, const char *key, const char *value);
/** Adds a number. */
static inline void bustan_number(bustan_out *out, const char *key, long long value);
/** Adds true or false. */
static inline void bustan_flag(bustan_out *out, const char *key, int value);
/**
 * Begins an object, such as the board by its cells. bustan_end ends it. At most 64 objects and lists can be
 * open.
 */
static inline void bustan_object(bustan_out *out, const char *key);
/** Begins a list. bustan_end ends it. */
static inline void bustan_list(bustan_out *out, const char *key);
/** Ends the innermost open object or list. */
static inline void bustan_end(bustan_out *out);

/*
 * The implementation.
 */

/** Ends the program, because the engine has made a mistake that no response of the protocol can report. */
static inline void bustan_impl_fail(const char *what, const char *about) {
    fprintf(stderr, "bustan.h: %s%s\n", what, about);
    exit(3);
}

/** Ends the program, because it cannot serve any engine. */
static inline void bustan_impl_unable(const char *what) {
    fprintf(stderr, "bustan.h: %s\n", what);
    exit(2);
}

static inline void *bustan_impl_grown(void *old, size_t size) {
    void *grown = realloc(old, size);
    if (!grown) bustan_impl_unable("out of memory");
    return grown;
}

static inline void bustan_impl_clear(bustan_out *out) {
    out->length = 0;
    out->count = 0;
    out->open = 0;
}

/** Ensures that there is room for `more` bytes and a terminating zero. */
static inline void bustan_impl_reserve(bustan_out *out, size_t more) {
    size_t needed = out->length + more + 1;
    if (needed <= out->room) return;
    out->room = needed < 256 ? 256 : needed * 2;
    out->text = (char *)bustan_impl_grown(out->text, out->room);
}

static inline void bustan_impl_byte(bustan_out *out, char byte) {
    bustan_impl_reserve(out, 1);
    out->text[out->length++] = byte;
    out->text[out->length] = '\0';
}

static inline void bustan_impl_bytes(bustan_out *out, const char *text) {
    size_t length = strlen(text);
    bustan_impl_reserve(out, length);
    memcpy(out->text + out->length, text, length + 1);
    out->length += length;
}

static inline int bustan_impl_control(char byte) {
    return (unsigned char)byte < 32 || byte == 127;
}

static inline void bustan_move(bustan_out *out, const char *word) {
    const char *byte = word;
    while (*byte && *byte != ' ' && !bustan_impl_control(*byte)) byte++;
    if (*byte || byte == word) bustan_impl_fail("list: a move is one word without blanks, not ", word);
    bustan_impl_bytes(out, word);
    /* A zero separates the moves of a list. */
    bustan_impl_byte(out, '\0');
    out->count++;
}

static inline void bustan_print(bustan_out *out, const char *format, ...) {
    va_list values;
    int length;
    va_start(values, format);
    length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length < 0) bustan_impl_fail("bustan_print cannot write by ", format);
    bustan_impl_reserve(out, (size_t)length);
    va_start(values, format);
    vsnprintf(out->text + out->length, (size_t)length + 1, format, values);
    va_end(values);
    out->length += (size_t)length;
}

/** Writes a JSON string. */
static inline void bustan_impl_quoted(bustan_out *out, const char *text) {
    bustan_impl_byte(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') bustan_impl_byte(out, '\\');
        if (bustan_impl_control(*text)) {
            bustan_print(out, "\\u%04x", (unsigned)(unsigned char)*text);
        } else {
            bustan_impl_byte(out, *text);
        }
    }
    bustan_impl_byte(out, '"');
}

/** Writes a comma if there is a preceding value, and then the key. */
static inline void bustan_impl_key(bustan_out *out, const char *key) {
    char before;
    if (out->length == 0) bustan_impl_fail("keys and values belong to a state, not to other answers: ", key ? key : "");
    before = out->text[out->length - 1];
    if (before != '{' && before != '[') bustan_impl_byte(out, ',');
    if (!key) return;
    bustan_impl_quoted(out, key);
    bustan_impl_byte(out, ':');
}

static inline void bustan_text(bustan_out *out, const char *key, const char *value) {
    bustan_impl_key(out, key);
    if (value) {
        bustan_impl_quoted(out, value);
    } else {
        bustan_impl_bytes(out, "null");
    }
}

static inline void bustan_number(bustan_out *out, const char *key, long long value) {
    bustan_impl_key(out, key);
    bustan_print(out, "%lld", value);
}

static inline void bustan_flag(bustan_out *out, const char *key, int value) {
    bustan_impl_key(out, key);
    bustan_impl_bytes(out, value ? "true" : "false");
}

static inline void bustan_impl_begin(bustan_out *out, const char *key, int list) {
    if (out->open == 64) bustan_impl_fail("state: more than 64 objects and lists are open at ", key ? key : "a list");
    bustan_impl_key(out, key);
    bustan_impl_byte(out, list ? '[' : '{');
    out->open++;
    out->lists = out->lists << 1 | (unsigned)list;
}

static inline void bustan_object(bustan_out *out, const char *key) {
    bustan_impl_begin(out, key, 0);
}

static inline void bustan_list(bustan_out *out, const char *key) {
    bustan_impl_begin(out, key, 1);
}

static inline void bustan_end(bustan_out *out) {
    if (out->open == 0) bustan_impl_fail("state: bustan_end without bustan_object or bustan_list", "");
    bustan_impl_byte(out, out->lists & 1 ? ']' : '}');
    out->lists >>= 1;
    out->open--;
}

/** A session with an engine. */
typedef struct bustan_impl_session {
    const bustan_engine *engine;
    /** The response. `refused`: whether it is a refusal. */
    bustan_out answer;
    int refused;
    /** The number of played moves that can be taken back. */
    size_t plies;
    int done;
    /** The line as received. `words`: the words of the line. */
    bustan_out line;
    char **words;
    size_t count;
    size_t room;
} bustan_impl_session;

static inline void bustan_impl_refuse(bustan_impl_session *session, const char *message, const char *reason) {
    bustan_out *answer = &session->answer;
    bustan_impl_clear(answer);
    session->refused = 1;
    bustan_impl_bytes(answer, message);
    if (!reason || !*reason) return;
    bustan_impl_bytes(answer, ": ");
    for (; *reason; reason++) bustan_impl_byte(answer, bustan_impl_control(*reason) ? ' ' : *reason);
}

/**
 * Splits the line into words, without control characters and the comment. A comment begins with a # at the
 * start of a word.
 */
static inline void bustan_impl_split(bustan_impl_session *session) {
    bustan_out *line = &session->line;
    size_t from, to = 0;
    int inside = 0;
    session->count = 0;
    bustan_impl_reserve(line, 1);
    for (from = 0; from < line->length; from++) {
        char byte = line->text[from];
        if (byte == '#' && (to == 0 || !line->text[to - 1])) break;
        if (byte != '\t' && bustan_impl_control(byte)) continue;
        line->text[to++] = byte == '\t' || byte == ' ' ? '\0' : byte;
    }
    line->text[to] = '\0';
    for (from = 0; from < to; from++) {
        if (!line->text[from]) {
            inside = 0;
            continue;
        }
        if (inside) continue;
        inside = 1;
        if (session->count == session->room) {
            session->room = session->room ? session->room * 2 : 16;
            session->words = (char **)bustan_impl_grown(session->words, session->room * sizeof *session->words);
        }
        session->words[session->count++] = line->text + from;
    }
}

static inline int bustan_impl_is(const char *one, const char *other) {
    return strcmp(one, other) == 0;
}

/** Returns whether the engine has the functions that a command needs, and sets `name` to the command. */
static inline int bustan_impl_command(const bustan_engine *engine, size_t index, const char **name) {
    static const char *const names[] = {
        "protocol_version", "name", "version", "known_command", "list_commands", "quit",
        "clear_board", "play", "boardsize", "undo", "showboard", "bustan-setup",
        "bustan-position", "bustan-legal", "bustan-state", "bustan-perft",
    };
    if (index >= sizeof names / sizeof *names) return -1;
    *name = names[index];
    switch (index) {
    case 8: return engine->size != NULL;
    case 9: return engine->undo != NULL;
    case 10: return engine->show != NULL;
    case 11: return engine->setup != NULL;
    case 12: return engine->position != NULL;
    case 13: return engine->list != NULL;
    case 14: return engine->state != NULL || engine->turn != NULL;
    case 15: return engine->perft != NULL;
    default: return 1;
    }
}

static inline int bustan_impl_known(const bustan_engine *engine, const char *wanted) {
    const char *name;
    size_t i;
    int has;
    for (i = 0; (has = bustan_impl_command(engine, i, &name)) >= 0; i++) {
        if (bustan_impl_is(name, wanted)) return has;
    }
    return 0;
}

static inline void bustan_impl_begin_game(bustan_impl_session *session) {
    session->engine->reset(session->engine->game);
    session->plies = 0;
}

static inline int bustan_impl_compare(const void *one, const void *other) {
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

static inline void bustan_impl_legal(bustan_impl_session *session) {
    const bustan_engine *engine = session->engine;
    bustan_out *answer = &session->answer;
    bustan_out moves = {NULL, 0, 0, 0, 0, 0};
    const char **sorted;
    size_t i, at = 0;
    engine->list(engine->game, &moves);
    sorted = (const char **)bustan_impl_grown(NULL, (moves.count + 1) * sizeof *sorted);
    for (i = 0; i < moves.count; i++) {
        sorted[i] = moves.text + at;
        at += strlen(sorted[i]) + 1;
    }
    qsort(sorted, moves.count, sizeof *sorted, bustan_impl_compare);
    for (i = 0; i < moves.count; i++) {
        if (i > 0) bustan_impl_byte(answer, ' ');
        bustan_impl_bytes(answer, sorted[i]);
    }
    free(sorted);
    free(moves.text);
}

static inline void bustan_impl_state(bustan_impl_session *session) {
    const bustan_engine *engine = session->engine;
    bustan_out *answer = &session->answer;
    bustan_impl_byte(answer, '{');
    if (engine->turn) {
        const char *player = engine->turn(engine->game);
        bustan_text(answer, "to_move", player);
        bustan_flag(answer, "over", player == NULL);
    }
    if (engine->state) engine->state(engine->game, answer);
    if (answer->open > 0) bustan_impl_fail("state: an object or a list was not ended", "");
    bustan_impl_byte(answer, '}');
}

static inline void bustan_impl_play(bustan_impl_session *session) {
    const bustan_engine *engine = session->engine;
    const char *player, *reason;
    char *byte;
    if (session->count != 3) {
        bustan_impl_refuse(session, "syntax error", NULL);
        return;
    }
    for (byte = session->words[1]; *byte; byte++) {
        if (*byte >= 'A' && *byte <= 'Z') *byte = (char)(*byte - 'A' + 'a');
    }
    player = session->words[1];
    if (engine->turn) {
        const char *turn = engine->turn(engine->game);
        if (!turn) {
            bustan_impl_refuse(session, "illegal move", "game-over");
            return;
        }
        if (!bustan_impl_is(player, turn) && (player[0] != turn[0] || player[1])) {
            bustan_impl_refuse(session, "illegal move", "not-your-turn");
            return;
        }
        player = turn;
    }
    reason = engine->play(engine->game, player, session->words[2]);
    if (reason) {
        bustan_impl_refuse(session, "illegal move", reason);
    } else {
        session->plies++;
    }
}

static inline void bustan_impl_setup(bustan_impl_session *session) {
    const bustan_engine *engine = session->engine;
    bustan_out text = {NULL, 0, 0, 0, 0, 0};
    const char *reason;
    size_t i;
    for (i = 1; i < session->count; i++) {
        if (i > 1) bustan_impl_byte(&text, ' ');
        bustan_impl_bytes(&text, session->words[i]);
    }
    reason = engine->setup(engine->game, text.text);
    if (reason) {
        bustan_impl_refuse(session, "unacceptable position", reason);
    } else {
        session->plies = 0;
    }
    free(text.text);
}

/** Finds the first move within `depth` plies that the engine lists but refuses, and writes it to `word`. */
static inline int bustan_impl_contradiction(const bustan_engine *engine, int depth, bustan_out *word) {
    bustan_out moves = {NULL, 0, 0, 0, 0, 0};
    size_t i, at = 0;
    int found = 0;
    engine->list(engine->game, &moves);
    for (i = 0; i < moves.count && !found; i++) {
        const char *move = moves.text + at;
        const char *player = engine->turn(engine->game);
        at += strlen(move) + 1;
        if (!player) break;
        if (engine->play(engine->game, player, move)) {
            bustan_impl_bytes(word, move);
            found = 1;
        } else {
            found = depth > 1 && bustan_impl_contradiction(engine, depth - 1, word);
            engine->undo(engine->game);
        }
    }
    free(moves.text);
    return found;
}

static inline void bustan_impl_perft(bustan_impl_session *session, int depth) {
    const bustan_engine *engine = session->engine;
    unsigned long long count = engine->perft(engine->game, depth);
    bustan_out word = {NULL, 0, 0, 0, 0, 0};
    if (count != BUSTAN_REFUSED) {
        bustan_print(&session->answer, "%llu", count);
        return;
    }
    if (!engine->list || !engine->undo || !engine->turn || !bustan_impl_contradiction(engine, depth, &word)) {
        bustan_impl_bytes(&word, "a move");
    }
    bustan_impl_refuse(session, "lists ", NULL);
    bustan_impl_bytes(&session->answer, word.text);
    bustan_impl_bytes(&session->answer, " but refuses it");
    free(word.text);
}

static inline void bustan_impl_run(bustan_impl_session *session) {
    const bustan_engine *engine = session->engine;
    bustan_out *answer = &session->answer;
    const char *command = session->words[0], *name, *text;
    size_t more = session->count - 1, i;
    if (!bustan_impl_known(engine, command)) {
        bustan_impl_refuse(session, "unknown command", NULL);
    } else if (bustan_impl_is(command, "play")) {
        bustan_impl_play(session);
    } else if (bustan_impl_is(command, "boardsize")) {
        if (more == 0 || !engine->size(engine->game, more, (const char *const *)session->words + 1)) {
            bustan_impl_refuse(session, "unacceptable size", NULL);
        } else {
            bustan_impl_begin_game(session);
        }
    } else if (bustan_impl_is(command, "known_command") && more == 1) {
        bustan_impl_bytes(answer, bustan_impl_known(engine, session->words[1]) ? "true" : "false");
    } else if (bustan_impl_is(command, "bustan-setup") && more > 0) {
        bustan_impl_setup(session);
    } else if (bustan_impl_is(command, "bustan-perft") && more == 1) {
        text = session->words[1];
        if (strspn(text, "0123456789") != strlen(text) || strlen(text) > 2) {
            bustan_impl_refuse(session, "syntax error", NULL);
        } else {
            bustan_impl_perft(session, atoi(text));
        }
    } else if (more > 0 || bustan_impl_is(command, "known_command") || bustan_impl_is(command, "bustan-setup") ||
               bustan_impl_is(command, "bustan-perft")) {
        bustan_impl_refuse(session, "syntax error", NULL);
    } else if (bustan_impl_is(command, "protocol_version")) {
        bustan_impl_bytes(answer, "2");
    } else if (bustan_impl_is(command, "name")) {
        bustan_impl_bytes(answer, engine->name ? engine->name : "engine");
    } else if (bustan_impl_is(command, "version")) {
        bustan_impl_bytes(answer, engine->version ? engine->version : "");
    } else if (bustan_impl_is(command, "list_commands")) {
        int has;
        for (i = 0; (has = bustan_impl_command(engine, i, &name)) >= 0; i++) {
            if (!has) continue;
            if (answer->length > 0) bustan_impl_byte(answer, '\n');
            bustan_impl_bytes(answer, name);
        }
    } else if (bustan_impl_is(command, "quit")) {
        session->done = 1;
    } else if (bustan_impl_is(command, "clear_board")) {
        bustan_impl_begin_game(session);
    } else if (bustan_impl_is(command, "undo")) {
        if (session->plies == 0) {
            bustan_impl_refuse(session, "cannot undo", NULL);
        } else {
            engine->undo(engine->game);
            session->plies--;
        }
    } else if (bustan_impl_is(command, "showboard")) {
        bustan_impl_byte(answer, '\n');
        engine->show(engine->game, answer);
    } else if (bustan_impl_is(command, "bustan-position")) {
        engine->position(engine->game, answer);
    } else if (bustan_impl_is(command, "bustan-legal")) {
        bustan_impl_legal(session);
    } else {
        bustan_impl_state(session);
    }
}

/** Writes a response. Empty lines are omitted, because they would end the response early. */
static inline void bustan_impl_write(bustan_impl_session *session, const char *id, FILE *output) {
    const bustan_out *answer = &session->answer;
    char last = ' ';
    size_t i;
    fprintf(output, "%c%s ", session->refused ? '?' : '=', id);
    for (i = 0; i < answer->length; i++) {
        char byte = answer->text[i];
        int wanted = byte == '\n' ? last != '\n' && i + 1 < answer->length : !bustan_impl_control(byte);
        if (!wanted) continue;
        fputc(byte, output);
        last = byte;
    }
    fputs(last == '\n' ? "\n" : "\n\n", output);
    fflush(output);
}

/** Responds to the line, unless it is blank or a comment. */
static inline void bustan_impl_answer(bustan_impl_session *session, FILE *output) {
    const char *id = "";
    char *none[1] = {NULL};
    char **all;
    bustan_impl_split(session);
    if (session->count == 0) return;
    bustan_impl_clear(&session->answer);
    bustan_impl_reserve(&session->answer, 0);
    session->answer.text[0] = '\0';
    session->refused = 0;
    all = session->words;
    if (strspn(all[0], "0123456789") == strlen(all[0])) {
        id = all[0];
        session->words = session->count > 1 ? all + 1 : none;
        session->count--;
    }
    if (session->count == 0) {
        bustan_impl_refuse(session, "unknown command", NULL);
    } else {
        bustan_impl_run(session);
    }
    session->words = all;
    bustan_impl_write(session, id, output);
}

static inline int bustan_serve(const bustan_engine *engine, FILE *input, FILE *output) {
    bustan_impl_session session;
    int byte = 0;
    memset(&session, 0, sizeof session);
    session.engine = engine;
    if (!engine->reset || !engine->play) bustan_impl_unable("an engine needs the functions reset and play");
    bustan_impl_begin_game(&session);
    while (byte != EOF && !session.done) {
        bustan_impl_clear(&session.line);
        while ((byte = getc(input)) != EOF && byte != '\n') bustan_impl_byte(&session.line, (char)byte);
        bustan_impl_answer(&session, output);
        if (ferror(output)) break;
    }
    free(session.answer.text);
    free(session.line.text);
    free(session.words);
    return ferror(input) || ferror(output) ? 1 : 0;
}

#endif
