#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* Quantile of sorted values, interpolated between neighbours. */
static double quantile(const double *sorted, int count, double share)
{
    double position = share * (count - 1);
    int below = (int)floor(position);
    double rest = position - below;

    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + rest * (sorted[below + 1] - sorted[below]);
}

struct summary summarize(const double *values, int count)
{
    struct summary summary;
    double *sorted;
    double spread = 0;

    memset(&summary, 0, sizeof summary);
    summary.count = count;
    if (count == 0)
        return summary;
    /* Welford's update keeps the sum of squares stable. */
    for (int i = 0; i < count; i++) {
        double delta = values[i] - summary.mean;
        summary.mean += delta / (i + 1);
        spread += delta * (values[i] - summary.mean);
    }
    summary.variance = count > 1 ? spread / (count - 1) : 0;
    summary.deviation = sqrt(summary.variance);

    sorted = malloc((size_t)count * sizeof *sorted);
    if (sorted == NULL)
        exit(3);
    memcpy(sorted, values, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_doubles);
    summary.minimum = sorted[0];
    summary.lower_quartile = quantile(sorted, count, 0.25);
    summary.median = quantile(sorted, count, 0.5);
    summary.upper_quartile = quantile(sorted, count, 0.75);
    summary.maximum = sorted[count - 1];
    free(sorted);
    return summary;
}

struct line_fit fit_line(const double *xs, const double *ys, int count)
{
    struct line_fit fit = {0, 0, 0};
    struct summary x = summarize(xs, count), y = summarize(ys, count);
    double xx = 0, xy = 0, yy = 0;

    for (int i = 0; i < count; i++) {
        double dx = xs[i] - x.mean, dy = ys[i] - y.mean;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    if (xx > 0)
        fit.slope = xy / xx;
    fit.intercept = y.mean - fit.slope * x.mean;
    if (xx > 0 && yy > 0)
        fit.correlation = xy / sqrt(xx * yy);
    return fit;
}

void histogram(const double *values, int count, int *bins, int bin_count)
{
    struct summary summary = summarize(values, count);
    double width = (summary.maximum - summary.minimum) / bin_count;

    memset(bins, 0, (size_t)bin_count * sizeof *bins);
    for (int i = 0; i < count; i++) {
        int bin = width > 0 ? (int)((values[i] - summary.minimum) / width) : 0;
        if (bin >= bin_count)
            bin = bin_count - 1;
        bins[bin]++;
    }
}

int moving_average(const double *values, int count, int window, double *means)
{
    double sum = 0;
    int produced = 0;

    for (int i = 0; i < count; i++) {
        sum += values[i];
        if (i >= window)
            sum -= values[i - window];
        if (i >= window - 1)
            means[produced++] = sum / window;
    }
    return produced;
}
