/*
 * calc: evaluates a script of expressions, one per line.
 *
 *   let NAME = EXPR          defines a variable
 *   def NAME(A, B) = EXPR    defines a function
 *   EXPR                     prints its value
 *
 * Operators, loosest first: ?:  ||  &&  == != < <= > >=  + -  * / %  unary - !  ^ (to the right)  !
 * (postfix: factorial). The exit status is 1 when a line had an error.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 16
#define MAX_ARGS 4
#define MAX_DEPTH 200

typedef enum { NODE_NUMBER, NODE_VARIABLE, NODE_PARAMETER, NODE_UNARY, NODE_BINARY, NODE_COND, NODE_CALL } Kind;

typedef struct Node {
    Kind kind;
    int op;                     /* operator of NODE_UNARY and NODE_BINARY, slot of NODE_PARAMETER */
    double number;
    char name[MAX_NAME];
    int count;
    struct Node *child[MAX_ARGS];
} Node;

typedef struct Variable {
    char name[MAX_NAME];
    double value;
    struct Variable *next;
} Variable;

typedef struct Function {
    char name[MAX_NAME];
    int arity;
    char parameters[MAX_ARGS][MAX_NAME];
    Node *body;
    struct Function *next;
} Function;

typedef struct {
    const char *name;
    int arity;
    double (*one)(double);
    double (*two)(double, double);
} Builtin;

typedef struct {
    const char *at;
    const char *error;
    Function *inside;           /* the function whose body is parsed, or NULL */
} Parser;

enum { OP_EQ = 256, OP_NE, OP_LE, OP_GE, OP_AND, OP_OR, OP_FACT };

static Variable *variables;
static Function *functions;
static const char *run_error;

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

static double greatest_divisor(double a, double b)
{
    long x = labs((long)a), y = labs((long)b);
    while (y != 0) {
        long rest = x % y;
        x = y;
        y = rest;
    }
    return (double)x;
}

static const Builtin builtins[] = {
    {"sqrt", 1, sqrt, NULL},        {"abs", 1, fabs, NULL},       {"floor", 1, floor, NULL},
    {"min", 2, NULL, smaller},      {"max", 2, NULL, larger},     {"gcd", 2, NULL, greatest_divisor},
};

/* ---- nodes ---- */

static Node *new_node(Kind kind, int op)
{
    Node *node = calloc(1, sizeof *node);
    node->kind = kind;
    node->op = op;
    return node;
}

static Node *new_binary(int op, Node *left, Node *right)
{
    Node *node = new_node(NODE_BINARY, op);
    node->child[0] = left;
    node->child[1] = right;
    node->count = 2;
    return node;
}

static void free_node(Node *node)
{
    if (node == NULL)
        return;
    for (int i = 0; i < node->count; i++)
        free_node(node->child[i]);
    free(node);
}

/* ---- parser ---- */

static Node *parse_expression(Parser *p);

static void skip_blanks(Parser *p)
{
    while (*p->at == ' ' || *p->at == '\t')
        p->at++;
}

static int accept(Parser *p, const char *text)
{
    size_t length = strlen(text);
    skip_blanks(p);
    if (strncmp(p->at, text, length) != 0)
        return 0;
    p->at += length;
    return 1;
}

static void expect(Parser *p, const char *text, const char *error)
{
    if (!accept(p, text) && p->error == NULL)
        p->error = error;
}

static int read_name(Parser *p, char *name)
{
    int length = 0;
    skip_blanks(p);
    if (!isalpha((unsigned char)*p->at))
        return 0;
    while (isalnum((unsigned char)*p->at) || *p->at == '_') {
        if (length < MAX_NAME - 1)
            name[length++] = *p->at;
        p->at++;
    }
    name[length] = '\0';
    return 1;
}

static Node *parse_call(Parser *p, const char *name)
{
    Node *node = new_node(NODE_CALL, 0);
    strcpy(node->name, name);
    if (accept(p, ")"))
        return node;
    do {
        Node *argument = parse_expression(p);
        if (node->count == MAX_ARGS) {
            free_node(argument);
            p->error = "too many arguments";
            break;
        }
        node->child[node->count++] = argument;
    } while (p->error == NULL && accept(p, ","));
    expect(p, ")", "missing )");
    return node;
}

static Node *parse_name(Parser *p, const char *name)
{
    if (accept(p, "("))
        return parse_call(p, name);
    if (p->inside != NULL) {
        for (int i = 0; i < p->inside->arity; i++)
            if (strcmp(p->inside->parameters[i], name) == 0)
                return new_node(NODE_PARAMETER, i);
    }
    Node *node = new_node(NODE_VARIABLE, 0);
    strcpy(node->name, name);
    return node;
}

static Node *parse_primary(Parser *p)
{
    char name[MAX_NAME];
    skip_blanks(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.') {
        char *end;
        Node *node = new_node(NODE_NUMBER, 0);
        node->number = strtod(p->at, &end);
        p->at = end;
        return node;
    }
    if (accept(p, "(")) {
        Node *inner = parse_expression(p);
        expect(p, ")", "missing )");
        return inner;
    }
    if (read_name(p, name))
        return parse_name(p, name);
    if (p->error == NULL)
        p->error = *p->at == '\0' ? "unexpected end" : "unexpected character";
    return new_node(NODE_NUMBER, 0);
}

static Node *parse_postfix(Parser *p)
{
    Node *node = parse_primary(p);
    for (;;) {
        skip_blanks(p);
        if (p->at[0] != '!' || p->at[1] == '=')
            return node;
        p->at++;
        Node *factorial = new_node(NODE_UNARY, OP_FACT);
        factorial->child[factorial->count++] = node;
        node = factorial;
    }
}

static Node *parse_unary(Parser *p);

static Node *parse_power(Parser *p)
{
    Node *base = parse_postfix(p);
    if (accept(p, "^"))
        return new_binary('^', base, parse_unary(p));
    return base;
}

static Node *parse_unary(Parser *p)
{
    int op = accept(p, "-") ? '-' : accept(p, "!") ? '!' : 0;
    if (op == 0)
        return parse_power(p);
    Node *node = new_node(NODE_UNARY, op);
    node->child[node->count++] = parse_unary(p);
    return node;
}

static Node *parse_term(Parser *p)
{
    Node *left = parse_unary(p);
    for (;;) {
        int op = accept(p, "*") ? '*' : accept(p, "/") ? '/' : accept(p, "%") ? '%' : 0;
        if (op == 0)
            return left;
        left = new_binary(op, left, parse_unary(p));
    }
}

static Node *parse_sum(Parser *p)
{
    Node *left = parse_term(p);
    for (;;) {
        int op = accept(p, "+") ? '+' : accept(p, "-") ? '-' : 0;
        if (op == 0)
            return left;
        left = new_binary(op, left, parse_term(p));
    }
}

static Node *parse_comparison(Parser *p)
{
    Node *left = parse_sum(p);
    for (;;) {
        int op = accept(p, "==") ? OP_EQ : accept(p, "!=") ? OP_NE : accept(p, "<=") ? OP_LE
               : accept(p, ">=") ? OP_GE : accept(p, "<") ? '<' : accept(p, ">") ? '>' : 0;
        if (op == 0)
            return left;
        left = new_binary(op, left, parse_sum(p));
    }
}

static Node *parse_and(Parser *p)
{
    Node *left = parse_comparison(p);
    while (accept(p, "&&"))
        left = new_binary(OP_AND, left, parse_comparison(p));
    return left;
}

static Node *parse_or(Parser *p)
{
    Node *left = parse_and(p);
    while (accept(p, "||"))
        left = new_binary(OP_OR, left, parse_and(p));
    return left;
}

static Node *parse_expression(Parser *p)
{
    Node *condition = parse_or(p);
    if (!accept(p, "?"))
        return condition;
    Node *node = new_node(NODE_COND, 0);
    node->child[0] = condition;
    node->child[1] = parse_expression(p);
    expect(p, ":", "missing :");
    node->child[2] = parse_expression(p);
    node->count = 3;
    return node;
}

/* ---- evaluation ---- */

static double fail(const char *error)
{
    if (run_error == NULL)
        run_error = error;
    return 0;
}

static Variable *find_variable(const char *name)
{
    Variable *v = variables;
    while (v != NULL && strcmp(v->name, name) != 0)
        v = v->next;
    return v;
}

static Function *find_function(const char *name)
{
    Function *f = functions;
    while (f != NULL && strcmp(f->name, name) != 0)
        f = f->next;
    return f;
}

static double factorial(double n)
{
    double product = 1;
    if (n < 0 || n != floor(n))
        return fail("factorial of a wrong number");
    for (double i = 2; i <= n && i < 200; i++)
        product *= i;
    return product;
}

static double evaluate(const Node *node, const double *arguments, int depth);

static double call(const Node *node, const double *arguments, int depth)
{
    double values[MAX_ARGS];
    for (int i = 0; i < node->count; i++)
        values[i] = evaluate(node->child[i], arguments, depth + 1);
    if (run_error != NULL)
        return 0;
    const Function *f = find_function(node->name);
    if (f != NULL)
        return f->arity == node->count ? evaluate(f->body, values, depth + 1) : fail("wrong number of arguments");
    for (size_t i = 0; i < sizeof builtins / sizeof builtins[0]; i++) {
        const Builtin *b = &builtins[i];
        if (strcmp(b->name, node->name) != 0)
            continue;
        if (b->arity != node->count)
            return fail("wrong number of arguments");
        return b->arity == 1 ? b->one(values[0]) : b->two(values[0], values[1]);
    }
    return fail("unknown function");
}

static double apply(int op, double a, double b)
{
    switch (op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b != 0 ? a / b : fail("division by zero");
    case '%': return b != 0 ? fmod(a, b) : fail("division by zero");
    case '^': return pow(a, b);
    case '<': return a < b;
    case '>': return a > b;
    case OP_LE: return a <= b;
    case OP_GE: return a >= b;
    case OP_EQ: return a == b;
    case OP_NE: return a != b;
    default: return fail("unknown operator");
    }
}

static double evaluate_binary(const Node *node, const double *arguments, int depth)
{
    double left = evaluate(node->child[0], arguments, depth + 1);
    if (node->op == OP_AND && left == 0)
        return 0;
    if (node->op == OP_OR && left != 0)
        return 1;
    double right = evaluate(node->child[1], arguments, depth + 1);
    if (node->op == OP_AND || node->op == OP_OR)
        return right != 0;
    return apply(node->op, left, right);
}

static double evaluate(const Node *node, const double *arguments, int depth)
{
    if (depth > MAX_DEPTH)
        return fail("too deep");
    switch (node->kind) {
    case NODE_NUMBER:
        return node->number;
    case NODE_PARAMETER:
        return arguments[node->op];
    case NODE_VARIABLE: {
        const Variable *v = find_variable(node->name);
        return v != NULL ? v->value : fail("unknown variable");
    }
    case NODE_UNARY: {
        double value = evaluate(node->child[0], arguments, depth + 1);
        return node->op == '-' ? -value : node->op == '!' ? value == 0 : factorial(value);
    }
    case NODE_BINARY:
        return evaluate_binary(node, arguments, depth);
    case NODE_COND: {
        int which = evaluate(node->child[0], arguments, depth + 1) != 0 ? 1 : 2;
        return run_error == NULL ? evaluate(node->child[which], arguments, depth + 1) : 0;
    }
    case NODE_CALL:
        return call(node, arguments, depth);
    }
    return fail("unknown node");
}

/* ---- statements ---- */

static void finish(Parser *p)
{
    skip_blanks(p);
    if (*p->at != '\0' && p->error == NULL)
        p->error = "unexpected character";
}

static const char *do_let(Parser *p)
{
    char name[MAX_NAME];
    if (!read_name(p, name))
        return "name expected";
    expect(p, "=", "= expected");
    Node *tree = parse_expression(p);
    finish(p);
    double value = p->error == NULL ? evaluate(tree, NULL, 0) : 0;
    free_node(tree);
    if (p->error != NULL || run_error != NULL)
        return p->error != NULL ? p->error : run_error;
    Variable *v = find_variable(name);
    if (v == NULL) {
        v = calloc(1, sizeof *v);
        strcpy(v->name, name);
        v->next = variables;
        variables = v;
    }
    v->value = value;
    return NULL;
}

static void read_parameters(Parser *p, Function *f)
{
    expect(p, "(", "( expected");
    while (p->error == NULL && f->arity < MAX_ARGS && read_name(p, f->parameters[f->arity])) {
        f->arity++;
        if (!accept(p, ","))
            break;
    }
    expect(p, ")", "missing )");
}

static const char *do_def(Parser *p)
{
    Function *f = calloc(1, sizeof *f);
    if (!read_name(p, f->name))
        p->error = "name expected";
    read_parameters(p, f);
    expect(p, "=", "= expected");
    p->inside = f;
    f->body = parse_expression(p);
    finish(p);
    if (p->error != NULL) {
        free_node(f->body);
        free(f);
        return p->error;
    }
    f->next = functions;
    functions = f;
    return NULL;
}

static const char *do_print(Parser *p)
{
    Node *tree = parse_expression(p);
    finish(p);
    double value = p->error == NULL ? evaluate(tree, NULL, 0) : 0;
    free_node(tree);
    if (p->error == NULL && run_error == NULL)
        printf("%.10g\n", value);
    return p->error != NULL ? p->error : run_error;
}

static const char *execute(const char *line)
{
    Parser p = {line, NULL, NULL};
    run_error = NULL;
    skip_blanks(&p);
    if (*p.at == '\0' || *p.at == '#')
        return NULL;
    if (accept(&p, "let "))
        return do_let(&p);
    if (accept(&p, "def "))
        return do_def(&p);
    return do_print(&p);
}

static void forget_everything(void)
{
    while (variables != NULL) {
        Variable *next = variables->next;
        free(variables);
        variables = next;
    }
    while (functions != NULL) {
        Function *next = functions->next;
        free_node(functions->body);
        free(functions);
        functions = next;
    }
}

int main(void)
{
    char line[256];
    int number = 0, status = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        number++;
        line[strcspn(line, "\r\n")] = '\0';
        const char *error = execute(line);
        if (error != NULL) {
            printf("line %d: %s\n", number, error);
            status = 1;
        }
    }
    forget_everything();
    return status;
}
