/* Linear algebra from standard input: commands and numbers.
 *
 *   matrix ROWS COLS cells…     read the current matrix
 *   show | det | solve b… | inverse | transpose | power N | norm | eigen
 *
 * The exit status is 1 after the first command that cannot be done. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "matrix.h"

#define MAX_SIZE 8

struct lab {
    struct matrix matrix;
};

struct command {
    const char *name;
    int (*obey)(struct lab *lab);
};

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

static void print_matrix(const struct matrix *matrix)
{
    for (int i = 0; i < matrix->rows; i++) {
        for (int j = 0; j < matrix->cols; j++)
            print_number(*matrix_at(matrix, i, j));
        putchar('\n');
    }
}

static int print_result(const char *name, double value)
{
    printf("%s", name);
    print_number(value);
    putchar('\n');
    return 1;
}

/* ---- commands ----------------------------------------------------------- */

static int read_matrix(struct lab *lab)
{
    int rows, cols;

    if (!read_int(1, MAX_SIZE, &rows) || !read_int(1, MAX_SIZE, &cols))
        return 0;
    matrix_free(&lab->matrix);
    lab->matrix = matrix_new(rows, cols);
    return read_doubles(lab->matrix.cells, rows * cols);
}

static int is_square(const struct lab *lab)
{
    return lab->matrix.rows > 0 && lab->matrix.rows == lab->matrix.cols;
}

static int show_matrix(struct lab *lab)
{
    print_matrix(&lab->matrix);
    return 1;
}

static int show_determinant(struct lab *lab)
{
    struct lu lu;

    if (!is_square(lab))
        return 0;
    lu = lu_decompose(&lab->matrix);
    print_result("det", lu_determinant(&lu));
    lu_free(&lu);
    return 1;
}

static int show_solution(struct lab *lab)
{
    double right[MAX_SIZE], solution[MAX_SIZE];
    struct lu lu;

    if (!is_square(lab) || !read_doubles(right, lab->matrix.rows))
        return 0;
    lu = lu_decompose(&lab->matrix);
    if (lu.singular)
        printf("singular\n");
    else {
        lu_solve(&lu, right, solution);
        printf("x");
        for (int i = 0; i < lab->matrix.rows; i++)
            print_number(solution[i]);
        putchar('\n');
    }
    lu_free(&lu);
    return 1;
}

static int show_inverse(struct lab *lab)
{
    struct matrix inverse;
    struct lu lu;

    if (!is_square(lab))
        return 0;
    lu = lu_decompose(&lab->matrix);
    if (lu.singular)
        printf("singular\n");
    else {
        inverse = lu_inverse(&lu);
        print_matrix(&inverse);
        print_result("condition", matrix_norm(&lab->matrix) * matrix_norm(&inverse));
        matrix_free(&inverse);
    }
    lu_free(&lu);
    return 1;
}

static int transpose(struct lab *lab)
{
    struct matrix turned = matrix_transpose(&lab->matrix);

    matrix_free(&lab->matrix);
    lab->matrix = turned;
    return 1;
}

static int show_power(struct lab *lab)
{
    struct matrix power;
    int exponent;

    if (!is_square(lab) || !read_int(0, 64, &exponent))
        return 0;
    power = matrix_power(&lab->matrix, (unsigned)exponent);
    print_matrix(&power);
    matrix_free(&power);
    return 1;
}

static int show_norm(struct lab *lab)
{
    return print_result("norm", matrix_norm(&lab->matrix));
}

static int show_eigenvalue(struct lab *lab)
{
    double value = 0;
    int steps;

    if (!is_square(lab))
        return 0;
    steps = dominant_eigenvalue(&lab->matrix, 1e-9, &value);
    print_result("eigenvalue", value);
    if (steps >= 200)
        printf("not converged\n");
    return 1;
}

static const struct command commands[] = {
    {"matrix", read_matrix},     {"show", show_matrix},       {"det", show_determinant},
    {"solve", show_solution},    {"inverse", show_inverse},   {"transpose", transpose},
    {"power", show_power},       {"norm", show_norm},         {"eigen", show_eigenvalue},
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
    while (status == 0 && scanf("%15s", name) == 1) {
        if (!obey(&lab, name)) {
            printf("cannot do: %s\n", name);
            status = 1;
        }
    }
    matrix_free(&lab.matrix);
    return status;
}
