#include <math.h>

#include "tools/trace-clock/solve.h"

/* a becomes its factor L, row by row. */
static int
factor(double *a, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double *row = a + i * n;

		for (size_t j = 0; j <= i; j++) {
			const double *other = a + j * n;
			double sum = row[j];

			for (size_t k = 0; k < j; k++)
				sum -= row[k] * other[k];
			if (j < i)
				row[j] = sum / other[j];
			else if (sum <= 0)
				return -1;
			else
				row[i] = sqrt(sum);
		}
	}
	return 0;
}

int
solve(double *a, double *b, size_t n)
{
	if (factor(a, n))
		return -1;
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i; k++)
			b[i] -= a[i * n + k] * b[k];
		b[i] /= a[i * n + i];
	}
	for (size_t i = n; i-- > 0;) {
		for (size_t k = i + 1; k < n; k++)
			b[i] -= a[k * n + i] * b[k];
		b[i] /= a[i * n + i];
	}
	return 0;
}
