/* A numeric laboratory: commands and numbers on standard input.
 *
 *   data N values…              read the current sample
 *   pairs N x y …               read the current points
 *   stats | hist BINS | average WINDOW | fit | at X
 *   poly DEGREE c0 c1 …         the current function is a polynomial
 *   function NAME               sin, exp, bell or root
 *   simpson A B N | integrate A B TOL | bisect A B | newton START | slope X
 *
 * The exit status is 1 after the first command that cannot be done. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calculus.h"
#include "stats.h"

#define MAX_VALUES 64
#define MAX_COEFFICIENTS 12

struct polynomial {
    int degree;
    double coefficients[MAX_COEFFICIENTS];
};

struct lab {
    double xs[MAX_VALUES], ys[MAX_VALUES];
    int count;
    struct polynomial polynomial;
    function *f;
};

struct command {
    const char *name;
    int (*obey)(struct lab *lab);
};

/* ---- functions to work on ----------------------------------------------- */

static double eval_polynomial(double x, void *context)
{
    const struct polynomial *polynomial = context;
    double value = 0;

    for (int i = polynomial->degree; i >= 0; i--)
        value = value * x + polynomial->coefficients[i];
    return value;
}

static double eval_sin(double x, void *context)
{
    (void)context;
    return sin(x);
}

static double eval_exp(double x, void *context)
{
    (void)context;
    return exp(x);
}

static double eval_bell(double x, void *context)
{
    (void)context;
    return exp(-x * x / 2);
}

static double eval_root(double x, void *context)
{
    (void)context;
    return x > 0 ? sqrt(x) : 0;
}

/* ---- reading and printing ----------------------------------------------- */

static int read_int(int least, int most, int *value)
{
    return scanf("%d", value) == 1 && *value >= least && *value <= most;
}

static int read_doubles(double *values, int count)
{
    for (int i = 0; i < count; i++)
        if (scanf("%lf", &values[i]) != 1)
            return 0;
    return 1;
}

/* Prints without the sign of a zero. */
static void print_number(double value)
{
    if (fabs(value) < 5e-7)
        value = 0;
    printf(" %.6g", value);
}

static int print_result(const char *name, double value)
{
    printf("%s", name);
    print_number(value);
    putchar('\n');
    return 1;
}

/* ---- sample commands ---------------------------------------------------- */

static int read_data(struct lab *lab)
{
    lab->count = 0;
    if (!read_int(0, MAX_VALUES, &lab->count))
        return 0;
    return read_doubles(lab->ys, lab->count);
}

static int read_pairs(struct lab *lab)
{
    lab->count = 0;
    if (!read_int(0, 32, &lab->count))
        return 0;
    for (int i = 0; i < lab->count; i++)
        if (!read_doubles(&lab->xs[i], 1) || !read_doubles(&lab->ys[i], 1))
            return 0;
    return 1;
}

static int show_statistics(struct lab *lab)
{
    struct summary summary = summarize(lab->ys, lab->count);

    printf("n %d\n", summary.count);
    if (summary.count == 0)
        return 1;
    print_result("mean", summary.mean);
    print_result("deviation", summary.deviation);
    print_result("minimum", summary.minimum);
    print_result("quartile", summary.lower_quartile);
    print_result("median", summary.median);
    print_result("quartile", summary.upper_quartile);
    return print_result("maximum", summary.maximum);
}

static int show_histogram(struct lab *lab)
{
    int bins[20], bin_count;

    if (!read_int(1, 20, &bin_count) || lab->count == 0)
        return 0;
    histogram(lab->ys, lab->count, bins, bin_count);
    for (int i = 0; i < bin_count; i++) {
        printf("%2d ", bins[i]);
        for (int star = 0; star < bins[i]; star++)
            putchar('*');
        putchar('\n');
    }
    return 1;
}

static int show_average(struct lab *lab)
{
    double means[MAX_VALUES];
    int window, produced;

    if (!read_int(1, MAX_VALUES, &window))
        return 0;
    produced = moving_average(lab->ys, lab->count, window, means);
    printf("average");
    for (int i = 0; i < produced; i++)
        print_number(means[i]);
    putchar('\n');
    return 1;
}

static int show_fit(struct lab *lab)
{
    struct line_fit fit = fit_line(lab->xs, lab->ys, lab->count);

    print_result("slope", fit.slope);
    print_result("intercept", fit.intercept);
    return print_result("correlation", fit.correlation);
}

static int show_interpolation(struct lab *lab)
{
    double x;

    if (!read_doubles(&x, 1) || lab->count == 0 || lab->count > 32)
        return 0;
    return print_result("y", interpolate(lab->xs, lab->ys, lab->count, x));
}

/* ---- function commands -------------------------------------------------- */

static int read_polynomial(struct lab *lab)
{
    lab->f = eval_polynomial;
    return read_int(0, MAX_COEFFICIENTS - 1, &lab->polynomial.degree) &&
           read_doubles(lab->polynomial.coefficients, lab->polynomial.degree + 1);
}

static int choose_function(struct lab *lab)
{
    static const struct {
        const char *name;
        function *f;
    } known[] = {{"sin", eval_sin}, {"exp", eval_exp}, {"bell", eval_bell}, {"root", eval_root}};
    char name[16];

    if (scanf("%15s", name) != 1)
        return 0;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i].name, name) == 0) {
            lab->f = known[i].f;
            return 1;
        }
    }
    return 0;
}

static int show_simpson(struct lab *lab)
{
    double ends[2];
    int pieces;

    if (!read_doubles(ends, 2) || !read_int(1, 1000, &pieces))
        return 0;
    return print_result("integral", simpson(lab->f, &lab->polynomial, ends[0], ends[1], pieces));
}

static int show_integral(struct lab *lab)
{
    double range[3];
    int calls;

    if (!read_doubles(range, 3))
        return 0;
    print_result("integral",
                 integrate(lab->f, &lab->polynomial, range[0], range[1], range[2], &calls));
    printf("calls %d\n", calls);
    return 1;
}

static int show_bisection(struct lab *lab)
{
    double ends[2], root;

    if (!read_doubles(ends, 2))
        return 0;
    if (!bisect(lab->f, &lab->polynomial, ends[0], ends[1], 1e-9, &root))
        return printf("no sign change\n") > 0;
    return print_result("root", root);
}

static int show_newton(struct lab *lab)
{
    double start, root;

    if (!read_doubles(&start, 1))
        return 0;
    if (!newton(lab->f, &lab->polynomial, start, 1e-10, &root))
        return printf("no convergence\n") > 0;
    return print_result("root", root);
}

static int show_slope(struct lab *lab)
{
    double x;

    if (!read_doubles(&x, 1))
        return 0;
    return print_result("slope", derivative(lab->f, &lab->polynomial, x));
}

static const struct command commands[] = {
    {"data", read_data},         {"pairs", read_pairs},       {"stats", show_statistics},
    {"hist", show_histogram},    {"average", show_average},   {"fit", show_fit},
    {"at", show_interpolation},  {"poly", read_polynomial},   {"function", choose_function},
    {"simpson", show_simpson},   {"integrate", show_integral}, {"bisect", show_bisection},
    {"newton", show_newton},     {"slope", show_slope},
};

static int obey(struct lab *lab, const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].obey(lab);
    return 0;
}

int main(void)
{
    struct lab lab;
    char name[16];
    int status = 0;

    memset(&lab, 0, sizeof lab);
    lab.f = eval_sin;
    while (status == 0 && scanf("%15s", name) == 1) {
        if (!obey(&lab, name)) {
            printf("cannot do: %s\n", name);
            status = 1;
        }
    }
    return status;
}
