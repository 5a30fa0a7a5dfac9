// A small language: tokenizer, recursive descent parser, tree walking evaluator with functions.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, VARIABLE, BINARY, ASSIGN, WHILE, IF, BLOCK, PRINT, CALL };
struct node { enum kind kind; long value; char name[8]; int op; struct node *a, *b, *c, *next; };

static const char *source;
static int token;
static long token_value;
static char token_name[8];
static struct node pool[400];
static int used;
static long variables[26];
static long steps;

static void advance(void) {
    while (isspace((unsigned char)*source))
        source++;
    if (isdigit((unsigned char)*source)) {
        token = '0';
        for (token_value = 0; isdigit((unsigned char)*source); source++)
            token_value = token_value * 10 + (*source - '0');
    } else if (isalpha((unsigned char)*source)) {
        int n = 0;
        while (isalnum((unsigned char)*source) && n < 7)
            token_name[n++] = *source++;
        token_name[n] = 0;
        token = !strcmp(token_name, "while") ? 'w' : !strcmp(token_name, "if") ? 'i' : !strcmp(token_name, "print") ? 'p' : 'a';
    } else if (*source && strchr("<>=!", *source) && source[1] == '=') {
        token = *source == '=' ? 'e' : *source == '!' ? 'n' : *source == '<' ? 'l' : 'g';
        source += 2;
    } else {
        token = *source ? *source++ : 0;
    }
}

static struct node *make(enum kind kind, struct node *a, struct node *b) {
    struct node *n = &pool[used++];
    n->kind = kind;
    n->a = a;
    n->b = b;
    return n;
}

static struct node *expression(int level);

static struct node *primary(void) {
    struct node *n;
    if (token == '0') {
        n = make(NUMBER, 0, 0);
        n->value = token_value;
        advance();
    } else if (token == '(') {
        advance();
        n = expression(0);
        advance();
    } else if (token == '-') {
        advance();
        n = make(BINARY, make(NUMBER, 0, 0), primary());
        n->op = '-';
    } else {
        n = make(VARIABLE, 0, 0);
        strcpy(n->name, token_name);
        advance();
        if (token == '(') {
            advance();
            n->kind = CALL;
            n->a = expression(0);
            advance();
        }
    }
    return n;
}

static struct node *expression(int level) {
    static const char *const levels[] = {"<>lgen", "+-", "*/%"};
    if (level == 3)
        return primary();
    struct node *left = expression(level + 1);
    while (token && strchr(levels[level], token)) {
        int op = token;
        advance();
        left = make(BINARY, left, expression(level + 1));
        left->op = op;
    }
    return left;
}

static struct node *statement(void) {
    struct node *n;
    if (token == '{') {
        advance();
        n = make(BLOCK, 0, 0);
        for (struct node **tail = &n->a; token != '}'; tail = &(*tail)->next)
            *tail = statement();
        advance();
    } else if (token == 'w' || token == 'i') {
        enum kind kind = token == 'w' ? WHILE : IF;
        advance();
        n = make(kind, expression(0), 0);
        n->b = statement();
    } else if (token == 'p') {
        advance();
        n = make(PRINT, expression(0), 0);
        advance();
    } else {
        n = make(ASSIGN, 0, 0);
        strcpy(n->name, token_name);
        advance();
        advance();
        n->a = expression(0);
        advance();
    }
    return n;
}

static long evaluate(const struct node *n) {
    steps++;
    switch (n->kind) {
    case NUMBER: return n->value;
    case VARIABLE: return variables[n->name[0] - 'a'];
    case CALL: {
        long v = evaluate(n->a), r = 1;
        if (!strcmp(n->name, "fact"))
            while (v > 1)
                r *= v--;
        else
            r = v * v;
        return r;
    }
    default: break;
    }
    long a = evaluate(n->a), b = evaluate(n->b);
    switch (n->op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b ? a / b : 0;
    case '%': return b ? a % b : 0;
    case '<': return a < b;
    case '>': return a > b;
    case 'l': return a <= b;
    case 'g': return a >= b;
    case 'e': return a == b;
    default: return a != b;
    }
}

static void execute(const struct node *n) {
    steps++;
    switch (n->kind) {
    case ASSIGN: variables[n->name[0] - 'a'] = evaluate(n->a); break;
    case PRINT: printf("%ld\n", evaluate(n->a)); break;
    case IF:
        if (evaluate(n->a))
            execute(n->b);
        break;
    case WHILE:
        while (evaluate(n->a))
            execute(n->b);
        break;
    default:
        for (const struct node *s = n->a; s; s = s->next)
            execute(s);
    }
}

int main(void) {
    static const char program[] =
        "{ n = 10; a = 0; b = 1; while n > 0 { t = a + b; a = b; b = t; n = n - 1; print a; }"
        "  p = 2; while p < 60 { d = 2; q = 1; while d * d <= p { if p % d == 0 q = 0; d = d + 1; }"
        "  if q == 1 print p; p = p + 1; } print fact(12) / (3 + 4) * -2; print square(1 + 2 * 3) != 49; }";
    source = program;
    advance();
    execute(statement());
    printf("%d nodes, %ld steps\n", used, steps);
    return 0;
}
