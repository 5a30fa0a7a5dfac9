#include "matrix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIVOT_LIMIT 1e-12
#define MAX_ITERATIONS 200

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL) {
        fprintf(stderr, "linlab: out of memory\n");
        exit(3);
    }
    return memory;
}

struct matrix matrix_new(int rows, int cols)
{
    struct matrix matrix = {rows, cols, NULL};

    matrix.cells = allocate((size_t)rows * (size_t)cols, sizeof *matrix.cells);
    return matrix;
}

struct matrix matrix_copy(const struct matrix *from)
{
    struct matrix copy = matrix_new(from->rows, from->cols);

    memcpy(copy.cells, from->cells,
           (size_t)from->rows * (size_t)from->cols * sizeof *from->cells);
    return copy;
}

struct matrix matrix_identity(int size)
{
    struct matrix identity = matrix_new(size, size);

    for (int i = 0; i < size; i++)
        *matrix_at(&identity, i, i) = 1;
    return identity;
}

void matrix_free(struct matrix *matrix)
{
    free(matrix->cells);
    matrix->cells = NULL;
    matrix->rows = matrix->cols = 0;
}

double *matrix_at(const struct matrix *matrix, int row, int col)
{
    return &matrix->cells[row * matrix->cols + col];
}

struct matrix matrix_product(const struct matrix *left, const struct matrix *right)
{
    struct matrix product = matrix_new(left->rows, right->cols);

    for (int i = 0; i < left->rows; i++) {
        for (int j = 0; j < right->cols; j++) {
            double sum = 0;
            for (int k = 0; k < left->cols; k++)
                sum += *matrix_at(left, i, k) * *matrix_at(right, k, j);
            *matrix_at(&product, i, j) = sum;
        }
    }
    return product;
}

struct matrix matrix_transpose(const struct matrix *from)
{
    struct matrix turned = matrix_new(from->cols, from->rows);

    for (int i = 0; i < from->rows; i++)
        for (int j = 0; j < from->cols; j++)
            *matrix_at(&turned, j, i) = *matrix_at(from, i, j);
    return turned;
}

/* Replaces *target by its product with the other factor. */
static void multiply_by(struct matrix *target, const struct matrix *factor)
{
    struct matrix product = matrix_product(target, factor);

    matrix_free(target);
    *target = product;
}

struct matrix matrix_power(const struct matrix *base, unsigned exponent)
{
    struct matrix result = matrix_identity(base->rows);
    struct matrix square = matrix_copy(base);

    while (exponent > 0) {
        if (exponent & 1u)
            multiply_by(&result, &square);
        exponent >>= 1;
        if (exponent > 0) {
            struct matrix factor = matrix_copy(&square);
            multiply_by(&square, &factor);
            matrix_free(&factor);
        }
    }
    matrix_free(&square);
    return result;
}

/* The greatest sum of magnitudes in a row. */
double matrix_norm(const struct matrix *matrix)
{
    double norm = 0;

    for (int i = 0; i < matrix->rows; i++) {
        double sum = 0;
        for (int j = 0; j < matrix->cols; j++)
            sum += fabs(*matrix_at(matrix, i, j));
        if (sum > norm)
            norm = sum;
    }
    return norm;
}

/* ---- LU decomposition --------------------------------------------------- */

static void swap_rows(struct lu *lu, int first, int second)
{
    int row = lu->order[first];

    if (first == second)
        return;
    lu->order[first] = lu->order[second];
    lu->order[second] = row;
    for (int j = 0; j < lu->factors.cols; j++) {
        double cell = *matrix_at(&lu->factors, first, j);
        *matrix_at(&lu->factors, first, j) = *matrix_at(&lu->factors, second, j);
        *matrix_at(&lu->factors, second, j) = cell;
    }
    lu->sign = -lu->sign;
}

/* Row of the largest candidate in the column, at the diagonal or below. */
static int find_pivot(const struct matrix *matrix, int column)
{
    int best = column;

    for (int i = column + 1; i < matrix->rows; i++)
        if (fabs(*matrix_at(matrix, i, column)) > fabs(*matrix_at(matrix, best, column)))
            best = i;
    return best;
}

struct lu lu_decompose(const struct matrix *matrix)
{
    int size = matrix->rows;
    struct lu lu = {matrix_copy(matrix), allocate((size_t)size, sizeof(int)), 1, 0};

    for (int i = 0; i < size; i++)
        lu.order[i] = i;
    for (int k = 0; k < size; k++) {
        double pivot;
        swap_rows(&lu, k, find_pivot(&lu.factors, k));
        pivot = *matrix_at(&lu.factors, k, k);
        if (fabs(pivot) < PIVOT_LIMIT) {
            lu.singular = 1;
            return lu;
        }
        for (int i = k + 1; i < size; i++) {
            double ratio = *matrix_at(&lu.factors, i, k) / pivot;
            *matrix_at(&lu.factors, i, k) = ratio;
            for (int j = k + 1; j < size; j++)
                *matrix_at(&lu.factors, i, j) -= ratio * *matrix_at(&lu.factors, k, j);
        }
    }
    return lu;
}

void lu_free(struct lu *lu)
{
    matrix_free(&lu->factors);
    free(lu->order);
    lu->order = NULL;
}

void lu_solve(const struct lu *lu, const double *right, double *solution)
{
    int size = lu->factors.rows;

    for (int i = 0; i < size; i++) {
        double sum = right[lu->order[i]];
        for (int j = 0; j < i; j++)
            sum -= *matrix_at(&lu->factors, i, j) * solution[j];
        solution[i] = sum;
    }
    for (int i = size - 1; i >= 0; i--) {
        double sum = solution[i];
        for (int j = i + 1; j < size; j++)
            sum -= *matrix_at(&lu->factors, i, j) * solution[j];
        solution[i] = sum / *matrix_at(&lu->factors, i, i);
    }
}

double lu_determinant(const struct lu *lu)
{
    double product = lu->sign;

    if (lu->singular)
        return 0;
    for (int i = 0; i < lu->factors.rows; i++)
        product *= *matrix_at(&lu->factors, i, i);
    return product;
}

struct matrix lu_inverse(const struct lu *lu)
{
    int size = lu->factors.rows;
    struct matrix inverse = matrix_new(size, size);
    double *unit = allocate((size_t)size, sizeof *unit);
    double *column = allocate((size_t)size, sizeof *column);

    for (int j = 0; j < size; j++) {
        unit[j] = 1;
        lu_solve(lu, unit, column);
        for (int i = 0; i < size; i++)
            *matrix_at(&inverse, i, j) = column[i];
        unit[j] = 0;
    }
    free(unit);
    free(column);
    return inverse;
}

int dominant_eigenvalue(const struct matrix *matrix, double tolerance, double *value)
{
    struct matrix vector = matrix_new(matrix->rows, 1);
    double previous = 0;
    int step = 0;

    for (int i = 0; i < matrix->rows; i++)
        vector.cells[i] = 1.0 / (i + 1);
    do {
        struct matrix image = matrix_product(matrix, &vector);
        double largest = image.cells[0];
        for (int i = 1; i < image.rows; i++)
            if (fabs(image.cells[i]) > fabs(largest))
                largest = image.cells[i];
        previous = *value;
        *value = largest;
        if (largest != 0)
            for (int i = 0; i < image.rows; i++)
                image.cells[i] /= largest;
        matrix_free(&vector);
        vector = image;
        step++;
    } while (step < MAX_ITERATIONS && fabs(*value - previous) > tolerance);
    matrix_free(&vector);
    return step;
}
