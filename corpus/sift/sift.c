/*
 * sift [-cginov] PATTERN < TEXT: prints the lines that match.
 *
 * -c count only, -g the pattern is a glob for the whole line, -i ignore case, -n line numbers, -o only the part that
 * matched (leftmost, longest), -v lines that do not match. Exit status: 0 found, 1 nothing found, 2 bad pattern.
 *
 * Patterns: . [a-z] [^a-z] \d \w \s  * + ? {n} {n,m}  | ( )  ^ $. Globs: * ? [a-z] [!a-z].
 * A pattern becomes a small automaton; a line is matched by following all its states at once.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STATES 400
#define MAX_LINE 256
#define MAX_REPEAT 40

typedef unsigned char Set[256 / 8];

typedef enum { STATE_SET, STATE_SPLIT, STATE_START, STATE_END, STATE_MATCH } StateKind;

typedef struct {
    StateKind kind;
    int out, other;             /* where to go; other only from a split */
    Set set;                    /* the characters that STATE_SET takes */
} State;

/* A part of the automaton: from start to the single state end, whose out is still open. */
typedef struct {
    int start, end;
} Part;

typedef struct {
    State states[MAX_STATES];
    int count;
    int start;
} Automaton;

typedef struct {
    const char *at;
    Automaton *automaton;
    int fold;                   /* ignore case */
    int open;                   /* parentheses */
    const char *error;
} Compiler;

typedef struct {
    int states[MAX_STATES];
    int count;
    unsigned seen[MAX_STATES];  /* generation in which the state was added */
    unsigned generation;
} StateList;

typedef struct {
    int count, glob, fold, numbers, only, invert;
} Options;

/* ---- sets ---- */

static void set_add(Set set, int c)
{
    set[c >> 3] |= (unsigned char)(1 << (c & 7));
}

static int set_has(const Set set, int c)
{
    return set[c >> 3] >> (c & 7) & 1;
}

static void set_add_range(Set set, int from, int to)
{
    for (int c = from; c <= to; c++)
        set_add(set, c);
}

static void set_invert(Set set)
{
    for (size_t i = 0; i < sizeof(Set); i++)
        set[i] = (unsigned char)~set[i];
}

static void set_fold(Set set)
{
    for (int c = 'a'; c <= 'z'; c++) {
        if (set_has(set, c))
            set_add(set, toupper(c));
        else if (set_has(set, toupper(c)))
            set_add(set, c);
    }
}

/* The class that a letter after a backslash stands for, or the letter itself. */
static void set_add_escape(Set set, int c)
{
    switch (c) {
    case 'd':
        set_add_range(set, '0', '9');
        break;
    case 'w':
        set_add_range(set, 'a', 'z');
        set_add_range(set, 'A', 'Z');
        set_add_range(set, '0', '9');
        set_add(set, '_');
        break;
    case 's':
        set_add(set, ' ');
        set_add(set, '\t');
        break;
    default:
        set_add(set, c);
    }
}

/* ---- compiling ---- */

static Part parse_choice(Compiler *c);

static int new_state(Compiler *c, StateKind kind, int out, int other)
{
    if (c->automaton->count == MAX_STATES) {
        c->error = "pattern too large";
        return 0;
    }
    State *state = &c->automaton->states[c->automaton->count];
    memset(state, 0, sizeof *state);
    state->kind = kind;
    state->out = out;
    state->other = other;
    return c->automaton->count++;
}

static Part single(Compiler *c, StateKind kind)
{
    int state = new_state(c, kind, -1, -1);
    return (Part){state, state};
}

static void connect(Compiler *c, int from, int to)
{
    c->automaton->states[from].out = to;
}

static Part sequence(Compiler *c, Part first, Part second)
{
    connect(c, first.end, second.start);
    return (Part){first.start, second.end};
}

static Part choice(Compiler *c, Part first, Part second)
{
    int join = new_state(c, STATE_SPLIT, -1, -1);
    int split = new_state(c, STATE_SPLIT, first.start, second.start);
    connect(c, first.end, join);
    connect(c, second.end, join);
    return (Part){split, join};
}

/* Zero or one, zero or more, one or more. */
static Part repeat(Compiler *c, Part part, char how)
{
    int join = new_state(c, STATE_SPLIT, -1, -1);
    int split = new_state(c, STATE_SPLIT, part.start, join);
    connect(c, part.end, how == '?' ? join : split);
    return (Part){how == '+' ? part.start : split, join};
}

static Part set_part(Compiler *c, const Set set)
{
    Part part = single(c, STATE_SET);
    State *state = &c->automaton->states[part.start];
    memcpy(state->set, set, sizeof(Set));
    if (c->fold)
        set_fold(state->set);
    return part;
}

/* What stands between brackets; c->at is behind the opening one. */
static Part parse_brackets(Compiler *c, char negation)
{
    Set set = {0};
    int negated = *c->at == negation;
    c->at += negated;
    do {
        int from = (unsigned char)*c->at;
        if (from == '\0') {
            c->error = "missing ]";
            break;
        }
        c->at++;
        if (from == '\\' && *c->at != '\0') {
            set_add_escape(set, (unsigned char)*c->at++);
        } else if (c->at[0] == '-' && c->at[1] != ']' && c->at[1] != '\0') {
            set_add_range(set, from, (unsigned char)c->at[1]);
            c->at += 2;
        } else {
            set_add(set, from);
        }
    } while (*c->at != ']');
    c->at += *c->at == ']';
    if (c->fold)
        set_fold(set);
    if (negated)
        set_invert(set);
    return set_part(c, set);
}

static Part parse_atom(Compiler *c)
{
    Set set = {0};
    int character = (unsigned char)*c->at++;
    switch (character) {
    case '(': {
        c->open++;
        Part part = parse_choice(c);
        if (*c->at != ')')
            c->error = "missing )";
        else
            c->at++;
        c->open--;
        return part;
    }
    case '[':
        return parse_brackets(c, '^');
    case '.':
        set_invert(set);
        return set_part(c, set);
    case '^':
        return single(c, STATE_START);
    case '$':
        return single(c, STATE_END);
    case '*': case '+': case '?':
        c->error = "nothing to repeat";
        return single(c, STATE_SPLIT);
    case '\\':
        if (*c->at == '\0') {
            c->error = "pattern ends in a backslash";
            return single(c, STATE_SPLIT);
        }
        set_add_escape(set, (unsigned char)*c->at++);
        return set_part(c, set);
    default:
        set_add(set, character);
        return set_part(c, set);
    }
}

static int parse_count(Compiler *c)
{
    int number = 0;
    if (!isdigit((unsigned char)*c->at))
        c->error = "number expected";
    while (isdigit((unsigned char)*c->at) && number <= MAX_REPEAT)
        number = number * 10 + (*c->at++ - '0');
    return number;
}

/* The atom that begins at text, compiled once more. */
static Part compile_again(Compiler *c, const char *text)
{
    const char *behind = c->at;
    c->at = text;
    Part part = parse_atom(c);
    c->at = behind;
    return part;
}

/* {n} or {n,m}: the atom at text n times, and up to m - n times more. */
static Part parse_bounds(Compiler *c, const char *text, Part part)
{
    int least = parse_count(c), most = least;
    if (*c->at == ',') {
        c->at++;
        most = parse_count(c);
    }
    if (*c->at != '}' || most < least || most > MAX_REPEAT || most == 0) {
        c->error = "bad bounds";
        return part;
    }
    c->at++;
    Part all = least == 0 ? repeat(c, part, '?') : part;
    for (int i = 1; i < most && c->error == NULL; i++) {
        Part next = compile_again(c, text);
        all = sequence(c, all, i < least ? next : repeat(c, next, '?'));
    }
    return all;
}

static Part parse_repeated(Compiler *c)
{
    const char *text = c->at;
    Part part = parse_atom(c);
    while (c->error == NULL && *c->at != '\0' && strchr("*+?{", *c->at) != NULL) {
        char how = *c->at++;
        part = how == '{' ? parse_bounds(c, text, part) : repeat(c, part, how);
    }
    return part;
}

static Part parse_sequence(Compiler *c)
{
    Part all = single(c, STATE_SPLIT);
    while (c->error == NULL && *c->at != '\0' && *c->at != '|' && !(*c->at == ')' && c->open > 0))
        all = sequence(c, all, parse_repeated(c));
    return all;
}

static Part parse_choice(Compiler *c)
{
    Part all = parse_sequence(c);
    while (c->error == NULL && *c->at == '|') {
        c->at++;
        all = choice(c, all, parse_sequence(c));
    }
    return all;
}

static Part parse_glob(Compiler *c)
{
    Part all = single(c, STATE_START);
    while (c->error == NULL && *c->at != '\0') {
        Set set = {0};
        Part next;
        int character = (unsigned char)*c->at++;
        if (character == '[') {
            next = parse_brackets(c, '!');
        } else if (character == '*' || character == '?') {
            set_invert(set);
            next = set_part(c, set);
        } else {
            set_add(set, character);
            next = set_part(c, set);
        }
        all = sequence(c, all, character == '*' ? repeat(c, next, '*') : next);
    }
    return sequence(c, all, single(c, STATE_END));
}

/* Returns an error or NULL. */
static const char *compile(Automaton *automaton, const char *pattern, const Options *options)
{
    Compiler c = {pattern, automaton, options->fold, 0, NULL};
    automaton->count = 0;
    Part all = options->glob ? parse_glob(&c) : parse_choice(&c);
    int match = new_state(&c, STATE_MATCH, -1, -1);
    connect(&c, all.end, match);
    automaton->start = all.start;
    return c.error;
}

/* ---- matching ---- */

/* Adds a state and all that are reached from it without a character. */
static void add_state(const Automaton *automaton, StateList *list, int number, int at_start, int at_end)
{
    if (number < 0 || list->seen[number] == list->generation)
        return;
    const State *state = &automaton->states[number];
    list->seen[number] = list->generation;
    switch (state->kind) {
    case STATE_SPLIT:
        add_state(automaton, list, state->out, at_start, at_end);
        add_state(automaton, list, state->other, at_start, at_end);
        break;
    case STATE_START:
        if (at_start)
            add_state(automaton, list, state->out, at_start, at_end);
        break;
    case STATE_END:
        if (at_end)
            add_state(automaton, list, state->out, at_start, at_end);
        break;
    default:
        list->states[list->count++] = number;
    }
}

static void clear(StateList *list)
{
    list->count = 0;
    list->generation++;
}

/* The length of the longest match that begins at text + from, or -1. */
static int match_here(const Automaton *automaton, const char *text, int from)
{
    static StateList lists[2];
    StateList *now = &lists[0], *next = &lists[1];
    int longest = -1;
    clear(now);
    add_state(automaton, now, automaton->start, from == 0, text[from] == '\0');
    for (int at = from; now->count > 0; at++) {
        int c = (unsigned char)text[at];
        clear(next);
        for (int i = 0; i < now->count; i++) {
            const State *state = &automaton->states[now->states[i]];
            if (state->kind == STATE_MATCH)
                longest = at - from;
            else if (c != '\0' && set_has(state->set, c))
                add_state(automaton, next, state->out, 0, text[at + 1] == '\0');
        }
        StateList *swap = now;
        now = next;
        next = swap;
    }
    return longest;
}

/* Finds the leftmost match from a position on; 1 with *start and *length, or 0. */
static int find(const Automaton *automaton, const char *text, int from, int *start, int *length)
{
    for (*start = from;; (*start)++) {
        *length = match_here(automaton, text, *start);
        if (*length >= 0)
            return 1;
        if (text[*start] == '\0')
            return 0;
    }
}

/* ---- lines ---- */

static void print_parts(const Automaton *automaton, const char *line, int number, const Options *options)
{
    int start, length, from = 0;
    while (find(automaton, line, from, &start, &length)) {
        if (length > 0) {
            if (options->numbers)
                printf("%d:", number);
            printf("%.*s\n", length, line + start);
        }
        from = start + (length > 0 ? length : 1);
        if (line[start] == '\0' || line[from] == '\0')
            break;
    }
}

static int filter(const Automaton *automaton, const Options *options)
{
    char line[MAX_LINE];
    int found = 0;
    for (int number = 1; fgets(line, sizeof line, stdin) != NULL; number++) {
        int start, length;
        line[strcspn(line, "\n")] = '\0';
        int matches = find(automaton, line, 0, &start, &length);
        if (matches == options->invert)
            continue;
        found++;
        if (options->count)
            continue;
        if (options->only && !options->invert) {
            print_parts(automaton, line, number, options);
            continue;
        }
        if (options->numbers)
            printf("%d:", number);
        puts(line);
    }
    if (options->count)
        printf("%d\n", found);
    return found;
}

static int read_options(const char *text, Options *options)
{
    for (text++; *text != '\0'; text++) {
        switch (*text) {
        case 'c': options->count = 1; break;
        case 'g': options->glob = 1; break;
        case 'i': options->fold = 1; break;
        case 'n': options->numbers = 1; break;
        case 'o': options->only = 1; break;
        case 'v': options->invert = 1; break;
        default: return 0;
        }
    }
    return 1;
}

int main(int argc, char **argv)
{
    static Automaton automaton;
    Options options = {0};
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        if (!read_options(argv[i], &options)) {
            printf("unknown option %s\n", argv[i]);
            return 2;
        }
    }
    if (i != argc - 1) {
        puts("usage: sift [-cginov] PATTERN");
        return 2;
    }
    const char *error = compile(&automaton, argv[i], &options);
    if (error != NULL) {
        printf("bad pattern: %s\n", error);
        return 2;
    }
    return filter(&automaton, &options) > 0 ? 0 : 1;
}
