/* Statistics of samples. */
#ifndef STATS_H
#define STATS_H

struct summary {
    int count;
    double mean, variance, deviation;
    double minimum, median, maximum;
    double lower_quartile, upper_quartile;
};

struct line_fit {
    double slope, intercept, correlation;
};

struct summary summarize(const double *values, int count);
struct line_fit fit_line(const double *xs, const double *ys, int count);

/* Counts of values in equal bins between minimum and maximum. */
void histogram(const double *values, int count, int *bins, int bin_count);

/* Mean of the window that ends at each value; returns how many there are. */
int moving_average(const double *values, int count, int window, double *means);

#endif
