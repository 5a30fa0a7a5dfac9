/* Integration, roots and interpolation of real functions. */
#ifndef CALCULUS_H
#define CALCULUS_H

typedef double function(double x, void *context);

double simpson(function *f, void *context, double from, double to, int pieces);

/* Adaptive Simpson; *calls counts evaluations. */
double integrate(function *f, void *context, double from, double to, double tolerance,
                 int *calls);

/* Root between two points of different sign; returns 0 if there is none to see. */
int bisect(function *f, void *context, double from, double to, double tolerance, double *root);
int newton(function *f, void *context, double start, double tolerance, double *root);

double derivative(function *f, void *context, double x);

/* Polynomial through the points, at x (Neville's scheme). */
double interpolate(const double *xs, const double *ys, int count, double x);

#endif
