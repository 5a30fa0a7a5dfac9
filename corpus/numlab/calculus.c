#include "calculus.h"

#include <math.h>
#include <stddef.h>

#define MAX_DEPTH 12
#define MAX_POINTS 32
#define NEWTON_STEPS 30

double simpson(function *f, void *context, double from, double to, int pieces)
{
    double width, sum;

    if (pieces % 2 != 0)
        pieces++;
    width = (to - from) / pieces;
    sum = f(from, context) + f(to, context);
    for (int i = 1; i < pieces; i++)
        sum += (i % 2 != 0 ? 4 : 2) * f(from + i * width, context);
    return sum * width / 3;
}

/* An interval with the values at its ends and its middle. */
struct strip {
    double from, to;
    double f_from, f_middle, f_to;
    double area;
};

struct adaptive {
    function *f;
    void *context;
    int *calls;
};

static double evaluate(const struct adaptive *job, double x)
{
    ++*job->calls;
    return job->f(x, job->context);
}

static double strip_area(const struct strip *strip)
{
    return (strip->to - strip->from) / 6 *
           (strip->f_from + 4 * strip->f_middle + strip->f_to);
}

static double refine(const struct adaptive *job, const struct strip *strip, double tolerance,
                     int depth)
{
    double middle = (strip->from + strip->to) / 2;
    struct strip left = {strip->from, middle, strip->f_from, 0, strip->f_middle, 0};
    struct strip right = {middle, strip->to, strip->f_middle, 0, strip->f_to, 0};
    double error;

    left.f_middle = evaluate(job, (left.from + left.to) / 2);
    right.f_middle = evaluate(job, (right.from + right.to) / 2);
    left.area = strip_area(&left);
    right.area = strip_area(&right);
    error = left.area + right.area - strip->area;
    if (depth >= MAX_DEPTH || fabs(error) <= 15 * tolerance)
        return left.area + right.area + error / 15;
    return refine(job, &left, tolerance / 2, depth + 1) +
           refine(job, &right, tolerance / 2, depth + 1);
}

double integrate(function *f, void *context, double from, double to, double tolerance,
                 int *calls)
{
    struct adaptive job = {f, context, calls};
    struct strip whole = {from, to, 0, 0, 0, 0};

    *calls = 0;
    whole.f_from = evaluate(&job, from);
    whole.f_middle = evaluate(&job, (from + to) / 2);
    whole.f_to = evaluate(&job, to);
    whole.area = strip_area(&whole);
    return refine(&job, &whole, tolerance, 0);
}

int bisect(function *f, void *context, double from, double to, double tolerance, double *root)
{
    double f_from = f(from, context);

    if (f_from * f(to, context) > 0)
        return 0;
    while (fabs(to - from) > tolerance) {
        double middle = (from + to) / 2;
        double f_middle = f(middle, context);
        if (f_from * f_middle <= 0)
            to = middle;
        else {
            from = middle;
            f_from = f_middle;
        }
    }
    *root = (from + to) / 2;
    return 1;
}

double derivative(function *f, void *context, double x)
{
    double step = 1e-5 * (fabs(x) > 1 ? fabs(x) : 1);

    return (f(x + step, context) - f(x - step, context)) / (2 * step);
}

int newton(function *f, void *context, double start, double tolerance, double *root)
{
    double x = start;

    for (int step = 0; step < NEWTON_STEPS; step++) {
        double value = f(x, context);
        double slope = derivative(f, context, x);
        if (fabs(value) <= tolerance) {
            *root = x;
            return 1;
        }
        if (slope == 0)
            return 0;
        x -= value / slope;
    }
    return 0;
}

double interpolate(const double *xs, const double *ys, int count, double x)
{
    double column[MAX_POINTS];

    for (int i = 0; i < count; i++)
        column[i] = ys[i];
    for (int level = 1; level < count; level++)
        for (int i = 0; i < count - level; i++)
            column[i] = ((x - xs[i + level]) * column[i] + (xs[i] - x) * column[i + 1]) /
                        (xs[i] - xs[i + level]);
    return column[0];
}
