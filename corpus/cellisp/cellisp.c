/* A small Lisp with a fixed pool of cells and a mark-and-sweep collector.
 *
 *   cellisp [-c CELLS] [-g] < program
 *
 * Forms: quote (or '), if, define, set!, lambda, let, begin, and, or.
 * Built in: + - * < = cons car cdr list null? not append map print cells.
 * Each top-level value is printed, except that of define.  -c sets the number
 * of cells, -g collects before every allocation.  The exit status is 1 after an error. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CELLS 4000
#define MAX_ROOTS 2000
#define MAX_DEPTH 150
#define NAME_SIZE 16

enum type { FREE, NIL, NUMBER, SYMBOL, PAIR, CLOSURE, BUILTIN };

struct cell;
typedef struct cell *builtin(struct cell *arguments);

struct cell {
    enum type type;
    int marked;
    union {
        long number;
        char name[NAME_SIZE];
        struct {
            struct cell *head, *tail;
        } pair;
        struct {
            struct cell *code, *scope;    /* (parameters body...), bindings */
        } closure;
        builtin *call;
    } as;
};

static struct cell pool[MAX_CELLS];
static int pool_size = 1000;
static struct cell *free_cells;
static int free_count;
static int stress;

static struct cell nil = {NIL, 0, {0}};
static struct cell *symbols = &nil;       /* every symbol once */
static struct cell *globals = &nil;       /* ((name . value) ...) */
static struct cell *truth;

static struct cell *roots[MAX_ROOTS];
static int root_count;

static const char *error, *error_detail;
static int eval_depth;

static struct cell *eval(struct cell *form, struct cell *scope);

static struct cell *fail(const char *what, const char *detail)
{
    if (error == NULL) {
        error = what;
        error_detail = detail;
    }
    return &nil;
}

/* ---- memory ------------------------------------------------------------- */

/* Keeps a cell alive until root_count is set back. */
static struct cell *keep(struct cell *cell)
{
    if (root_count == MAX_ROOTS) {
        printf("out of roots\n");
        exit(3);
    }
    roots[root_count++] = cell;
    return cell;
}

static void mark(struct cell *cell)
{
    while (!cell->marked && cell->type != NIL) {
        assert(cell->type != FREE);
        cell->marked = 1;
        if (cell->type == PAIR) {
            mark(cell->as.pair.head);
            cell = cell->as.pair.tail;
        } else if (cell->type == CLOSURE) {
            mark(cell->as.closure.code);
            cell = cell->as.closure.scope;
        }
    }
}

static void sweep(void)
{
    free_cells = NULL;
    free_count = 0;
    for (int i = pool_size - 1; i >= 0; i--) {
        if (pool[i].marked) {
            pool[i].marked = 0;
            continue;
        }
        pool[i].type = FREE;
        pool[i].as.pair.tail = free_cells;
        free_cells = &pool[i];
        free_count++;
    }
}

static void collect(void)
{
    mark(symbols);
    mark(globals);
    for (int i = 0; i < root_count; i++)
        mark(roots[i]);
    sweep();
}

static struct cell *new_cell(enum type type)
{
    struct cell *cell;

    if (free_cells == NULL || stress)
        collect();
    if (free_cells == NULL) {
        printf("out of cells\n");
        exit(3);
    }
    cell = free_cells;
    assert(cell->type == FREE);
    free_cells = cell->as.pair.tail;
    free_count--;
    cell->type = type;
    return cell;
}

static struct cell *cons(struct cell *head, struct cell *tail)
{
    int base = root_count;
    struct cell *cell;

    keep(head);
    keep(tail);
    cell = new_cell(PAIR);
    cell->as.pair.head = head;
    cell->as.pair.tail = tail;
    root_count = base;
    return cell;
}

static struct cell *new_number(long number)
{
    struct cell *cell = new_cell(NUMBER);

    cell->as.number = number;
    return cell;
}

static struct cell *head(const struct cell *cell)
{
    assert(cell->type != FREE);
    return cell->type == PAIR ? cell->as.pair.head : fail("malformed", "form");
}

static struct cell *tail(const struct cell *cell)
{
    assert(cell->type != FREE);
    return cell->type == PAIR ? cell->as.pair.tail : fail("malformed", "form");
}

/* The one symbol of that name. */
static struct cell *intern(const char *name)
{
    struct cell *symbol;

    for (struct cell *list = symbols; list->type == PAIR; list = tail(list))
        if (strcmp(head(list)->as.name, name) == 0)
            return head(list);
    symbol = new_cell(SYMBOL);
    snprintf(symbol->as.name, NAME_SIZE, "%s", name);
    symbols = cons(symbol, symbols);
    return symbol;
}

/* ---- reading ------------------------------------------------------------ */

static const char *cursor;

static struct cell *read_form(void);

static void skip_blanks(void)
{
    for (;;) {
        while (isspace((unsigned char)*cursor))
            cursor++;
        if (*cursor != ';')
            return;
        while (*cursor != '\0' && *cursor != '\n')
            cursor++;
    }
}

/* Reads what follows an opening parenthesis. */
static struct cell *read_list(void)
{
    int base = root_count;
    struct cell *first, *rest;

    skip_blanks();
    if (*cursor == ')') {
        cursor++;
        return &nil;
    }
    if (*cursor == '\0')
        return fail("missing", ")");
    first = keep(read_form());
    rest = error == NULL ? read_list() : &nil;
    first = cons(first, rest);
    root_count = base;
    return first;
}

static struct cell *read_atom(void)
{
    char text[NAME_SIZE];
    char *end;
    int length = 0;

    while (*cursor != '\0' && !isspace((unsigned char)*cursor) && strchr("();'", *cursor) == NULL) {
        if (length < NAME_SIZE - 1)
            text[length++] = *cursor;
        cursor++;
    }
    text[length] = '\0';
    if (isdigit((unsigned char)text[0]) || (text[0] == '-' && isdigit((unsigned char)text[1]))) {
        long number = strtol(text, &end, 10);
        return *end == '\0' ? new_number(number) : fail("bad", "number");
    }
    return strcmp(text, "nil") == 0 ? &nil : intern(text);
}

static struct cell *read_form(void)
{
    skip_blanks();
    if (*cursor == '(') {
        cursor++;
        return read_list();
    }
    if (*cursor == ')') {
        cursor++;
        return fail("unexpected", ")");
    }
    if (*cursor == '\'') {
        cursor++;
        return cons(intern("quote"), cons(read_form(), &nil));
    }
    return read_atom();
}

/* ---- printing ----------------------------------------------------------- */

static void print(const struct cell *cell)
{
    switch (cell->type) {
    case NIL:
        printf("()");
        break;
    case NUMBER:
        printf("%ld", cell->as.number);
        break;
    case SYMBOL:
        printf("%s", cell->as.name);
        break;
    case PAIR:
        putchar('(');
        print(head(cell));
        for (cell = tail(cell); cell->type == PAIR; cell = tail(cell)) {
            putchar(' ');
            print(head(cell));
        }
        if (cell->type != NIL) {
            printf(" . ");
            print(cell);
        }
        putchar(')');
        break;
    case CLOSURE:
        printf("<lambda>");
        break;
    case BUILTIN:
        printf("<builtin>");
        break;
    case FREE:
        assert(!"a free cell is not a value");
    }
}

/* ---- evaluation --------------------------------------------------------- */

static struct cell *lookup(const struct cell *name, struct cell *scope)
{
    for (; scope->type == PAIR; scope = tail(scope))
        if (head(head(scope)) == name)
            return head(scope);
    for (scope = globals; scope->type == PAIR; scope = tail(scope))
        if (head(head(scope)) == name)
            return head(scope);
    return NULL;
}

static struct cell *eval_list(struct cell *forms, struct cell *scope)
{
    int base = root_count;
    struct cell *value, *rest;

    if (forms->type != PAIR || error != NULL)
        return &nil;
    value = keep(eval(head(forms), scope));
    rest = eval_list(tail(forms), scope);
    value = cons(value, rest);
    root_count = base;
    return value;
}

static struct cell *eval_body(struct cell *forms, struct cell *scope)
{
    struct cell *value = &nil;

    for (; forms->type == PAIR && error == NULL; forms = tail(forms))
        value = eval(head(forms), scope);
    return value;
}

static struct cell *bind(struct cell *names, struct cell *values, struct cell *scope)
{
    int base = root_count;

    keep(scope);
    for (; names->type == PAIR; names = tail(names)) {
        if (values->type != PAIR)
            return fail("too few", "arguments");
        scope = keep(cons(cons(head(names), head(values)), scope));
        values = tail(values);
    }
    root_count = base;
    return values->type == PAIR ? fail("too many", "arguments") : scope;
}

static struct cell *apply(struct cell *function, struct cell *arguments)
{
    struct cell *scope;

    if (function->type == BUILTIN)
        return function->as.call(arguments);
    if (function->type != CLOSURE)
        return fail("not a", "function");
    scope = bind(head(function->as.closure.code), arguments, function->as.closure.scope);
    if (error != NULL)
        return &nil;
    return eval_body(tail(function->as.closure.code), keep(scope));
}

static void define(struct cell *name, struct cell *value)
{
    struct cell *binding = lookup(name, &nil);

    if (binding != NULL)
        binding->as.pair.tail = value;
    else
        globals = cons(cons(name, value), globals);
}

static struct cell *eval_let(struct cell *form, struct cell *scope)
{
    struct cell *inner = scope;

    for (struct cell *list = head(form); list->type == PAIR && error == NULL; list = tail(list)) {
        struct cell *value = keep(eval(head(tail(head(list))), scope));
        inner = keep(cons(cons(head(head(list)), value), inner));
    }
    return eval_body(tail(form), inner);
}

/* and, or: the value of the last form looked at. */
static struct cell *eval_logic(struct cell *forms, struct cell *scope, int stop_at_nil)
{
    struct cell *value = stop_at_nil ? truth : &nil;

    for (; forms->type == PAIR && error == NULL; forms = tail(forms)) {
        value = eval(head(forms), scope);
        if ((value->type == NIL) == stop_at_nil)
            break;
    }
    return value;
}

static struct cell *eval_set(struct cell *form, struct cell *scope)
{
    struct cell *binding = lookup(head(form), scope);
    struct cell *value = eval(head(tail(form)), scope);

    if (binding == NULL)
        return fail("unbound", head(form)->as.name);
    binding->as.pair.tail = value;
    return value;
}

/* Evaluates a special form; *special tells whether it was one. */
static struct cell *eval_special(const char *name, struct cell *form, struct cell *scope,
                                 int *special)
{
    struct cell *value;

    *special = 1;
    if (strcmp(name, "quote") == 0)
        return head(form);
    if (strcmp(name, "if") == 0) {
        if (eval(head(form), scope)->type != NIL)
            return eval(head(tail(form)), scope);
        return eval_body(tail(tail(form)), scope);
    }
    if (strcmp(name, "define") == 0) {
        value = keep(eval(head(tail(form)), scope));
        if (error == NULL)
            define(head(form), value);
        return value;
    }
    if (strcmp(name, "lambda") == 0) {
        value = new_cell(CLOSURE);
        value->as.closure.code = form;
        value->as.closure.scope = scope;
        return value;
    }
    if (strcmp(name, "let") == 0)
        return eval_let(form, scope);
    if (strcmp(name, "begin") == 0)
        return eval_body(form, scope);
    if (strcmp(name, "set!") == 0)
        return eval_set(form, scope);
    if (strcmp(name, "and") == 0 || strcmp(name, "or") == 0)
        return eval_logic(form, scope, name[0] == 'a');
    *special = 0;
    return &nil;
}

static struct cell *eval_pair(struct cell *form, struct cell *scope)
{
    struct cell *first = head(form), *function, *value;
    int special = 0;

    if (first->type == SYMBOL) {
        value = eval_special(first->as.name, tail(form), scope, &special);
        if (special)
            return value;
    }
    function = keep(eval(first, scope));
    if (error != NULL)
        return &nil;
    value = keep(eval_list(tail(form), scope));
    return error == NULL ? apply(function, value) : &nil;
}

static struct cell *eval(struct cell *form, struct cell *scope)
{
    int base = root_count;
    struct cell *value = form;

    if (error != NULL)
        return &nil;
    if (form->type == SYMBOL) {
        value = lookup(form, scope);
        return value != NULL ? tail(value) : fail("unbound", form->as.name);
    }
    if (form->type != PAIR)
        return form;
    if (++eval_depth > MAX_DEPTH)
        value = fail("too", "deep");
    else {
        keep(form);
        keep(scope);
        value = eval_pair(form, scope);
    }
    eval_depth--;
    root_count = base;
    return value;
}

/* ---- built-in functions ------------------------------------------------- */

static long number_of(const struct cell *cell)
{
    if (cell->type != NUMBER)
        fail("not a", "number");
    return cell->type == NUMBER ? cell->as.number : 0;
}

static struct cell *boolean(int value)
{
    return value ? truth : &nil;
}

static struct cell *argument(struct cell *arguments, int index)
{
    while (index-- > 0 && arguments->type == PAIR)
        arguments = tail(arguments);
    return arguments->type == PAIR ? head(arguments) : fail("too few", "arguments");
}

static struct cell *pair_argument(struct cell *arguments)
{
    struct cell *cell = argument(arguments, 0);

    return cell->type == PAIR ? cell : fail("not a", "pair");
}

static struct cell *call_add(struct cell *arguments)
{
    long sum = 0;

    for (; arguments->type == PAIR; arguments = tail(arguments))
        sum += number_of(head(arguments));
    return new_number(sum);
}

static struct cell *call_subtract(struct cell *arguments)
{
    long rest = number_of(argument(arguments, 0));

    if (error != NULL)
        return &nil;
    arguments = tail(arguments);
    if (arguments->type != PAIR)
        return new_number(-rest);
    for (; arguments->type == PAIR; arguments = tail(arguments))
        rest -= number_of(head(arguments));
    return new_number(rest);
}

static struct cell *call_multiply(struct cell *arguments)
{
    long product = 1;

    for (; arguments->type == PAIR; arguments = tail(arguments))
        product *= number_of(head(arguments));
    return new_number(product);
}

static struct cell *call_less(struct cell *arguments)
{
    return boolean(number_of(argument(arguments, 0)) < number_of(argument(arguments, 1)));
}

static struct cell *call_equal(struct cell *arguments)
{
    return boolean(number_of(argument(arguments, 0)) == number_of(argument(arguments, 1)));
}

static struct cell *call_cons(struct cell *arguments)
{
    return cons(argument(arguments, 0), argument(arguments, 1));
}

static struct cell *call_car(struct cell *arguments)
{
    struct cell *cell = pair_argument(arguments);

    return error == NULL ? head(cell) : &nil;
}

static struct cell *call_cdr(struct cell *arguments)
{
    struct cell *cell = pair_argument(arguments);

    return error == NULL ? tail(cell) : &nil;
}

static struct cell *call_list(struct cell *arguments)
{
    return arguments;
}

static struct cell *call_is_null(struct cell *arguments)
{
    return boolean(argument(arguments, 0)->type == NIL);
}

static struct cell *append(struct cell *left, struct cell *right)
{
    return left->type == PAIR ? cons(head(left), append(tail(left), right)) : right;
}

static struct cell *call_append(struct cell *arguments)
{
    return append(argument(arguments, 0), argument(arguments, 1));
}

static struct cell *map(struct cell *function, struct cell *list)
{
    int base = root_count;
    struct cell *value, *rest;

    if (list->type != PAIR || error != NULL)
        return &nil;
    value = keep(apply(function, keep(cons(head(list), &nil))));
    rest = map(function, tail(list));
    value = cons(value, rest);
    root_count = base;
    return value;
}

static struct cell *call_map(struct cell *arguments)
{
    return map(argument(arguments, 0), argument(arguments, 1));
}

static struct cell *call_print(struct cell *arguments)
{
    for (; arguments->type == PAIR; arguments = tail(arguments)) {
        print(head(arguments));
        putchar(tail(arguments)->type == PAIR ? ' ' : '\n');
    }
    return &nil;
}

/* Cells in use after a collection. */
static struct cell *call_cells(struct cell *arguments)
{
    (void)arguments;
    collect();
    return new_number(pool_size - free_count);
}

static const struct {
    const char *name;
    builtin *call;
} builtins[] = {
    {"+", call_add},     {"-", call_subtract}, {"*", call_multiply},    {"<", call_less},
    {"=", call_equal},   {"cons", call_cons},  {"car", call_car},       {"cdr", call_cdr},
    {"list", call_list}, {"null?", call_is_null}, {"not", call_is_null}, {"append", call_append},
    {"map", call_map},   {"print", call_print}, {"cells", call_cells},
};

/* ---- the program -------------------------------------------------------- */

static void start(void)
{
    sweep();
    truth = intern("t");
    define(truth, truth);
    intern("quote"); /* the reader counts on finding it */
    for (size_t i = 0; i < sizeof builtins / sizeof builtins[0]; i++) {
        struct cell *cell = keep(new_cell(BUILTIN));
        cell->as.call = builtins[i].call;
        define(intern(builtins[i].name), cell);
    }
}

static int run(const char *program)
{
    cursor = program;
    for (skip_blanks(); *cursor != '\0'; skip_blanks()) {
        struct cell *form = keep(read_form());
        struct cell *value = eval(form, &nil);
        if (error != NULL) {
            printf("error: %s %s\n", error, error_detail);
            return 1;
        }
        if (form->type != PAIR || head(form)->type != SYMBOL ||
            strcmp(head(form)->as.name, "define") != 0) {
            print(value);
            putchar('\n');
        }
        root_count = 0;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static char program[4096];
    size_t length;
    int always = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-g") == 0)
            always = 1;
        else if (strcmp(argv[i], "-c") == 0 && i + 1 < argc)
            pool_size = atoi(argv[++i]);
    }
    if (pool_size < 120 || pool_size > MAX_CELLS)
        return 2;
    length = fread(program, 1, sizeof program - 1, stdin);
    program[length] = '\0';
    start();
    stress = always;
    return run(program);
}
