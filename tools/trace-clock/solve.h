/*
 * solve - a symmetric positive definite system of equations, by Cholesky's
 * method (Golub and Van Loan, "Matrix Computations", section 4.2).
 */
#ifndef TRACE_CLOCK_SOLVE_H
#define TRACE_CLOCK_SOLVE_H

#include <stddef.h>

/*
 * Solves a x = b for n unknowns. `a` holds rows of n numbers, of which the
 * lower triangle is read and overwritten; x comes in b. Returns 0, or -1 when
 * the system is not positive definite: then nothing is known.
 */
__attribute__((warn_unused_result)) int solve(double *a, double *b, size_t n);

#endif
