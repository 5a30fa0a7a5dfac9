/* Dense matrices of doubles, row by row. */
#ifndef MATRIX_H
#define MATRIX_H

struct matrix {
    int rows, cols;
    double *cells;
};

/* The factors of a square matrix: P A = L U, both in one matrix. */
struct lu {
    struct matrix factors;
    int *order;               /* order[i]: row of A that became row i */
    int sign;                 /* of the permutation */
    int singular;
};

struct matrix matrix_new(int rows, int cols);
struct matrix matrix_copy(const struct matrix *from);
struct matrix matrix_identity(int size);
void matrix_free(struct matrix *matrix);
double *matrix_at(const struct matrix *matrix, int row, int col);

struct matrix matrix_product(const struct matrix *left, const struct matrix *right);
struct matrix matrix_transpose(const struct matrix *from);
struct matrix matrix_power(const struct matrix *base, unsigned exponent);
double matrix_norm(const struct matrix *matrix);

struct lu lu_decompose(const struct matrix *matrix);
void lu_free(struct lu *lu);
void lu_solve(const struct lu *lu, const double *right, double *solution);
double lu_determinant(const struct lu *lu);
struct matrix lu_inverse(const struct lu *lu);

/* Largest eigenvalue in magnitude by power iteration; returns steps used. */
int dominant_eigenvalue(const struct matrix *matrix, double tolerance, double *value);

#endif
