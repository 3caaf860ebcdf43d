#include <math.h>

#include "common/times/outlier.h"
#include "common/times/sum_error.h"

struct sum_error
sum_error_of_sample(double value, struct sample s)
{
	double error = value * sqrt(s.error);

	return (struct sum_error){.error = error,
	    .rest_error = error,
	    .df = s.df,
	    .any = true,
	    .lacking = !(s.df >= 1)};
}

/*
 * The sum of squares without the longest is what is left of the deviation, and
 * no less than its rounding hides. How neighbours of the rest correlate is not
 * known.
 */
static void
leave_out_longest(struct sum_error *e, double mean, double times,
    const double has[SUM_ERRORS])
{
	const double digit = 0.001;
	double n = has[SUM_ERROR_COUNT], others = n - 1;
	double deviation = has[SUM_ERROR_DEVIATION];
	double over = has[SUM_ERROR_MAX] - mean, rest = mean - over / others;
	double squares =
	    others * deviation * deviation - over * over * n / others;
	double hidden = n * deviation * digit;
	double of_rest = sqrt((fmax(squares, 0) + hidden) / (others - 1));

	if (!(squares >= -hidden) ||
	    !outlier_of_others(
		others, rest, of_rest, has[SUM_ERROR_MAX], OUTLIER_PART))
		return;
	e->without = times * (mean - rest);
	e->rest_error = times * rest *
	    sqrt(sample_of_mean(others, rest, of_rest, NAN).error);
}

struct sum_error
sum_error_of(bool mean, double value, const double has[SUM_ERRORS])
{
	double n = has[SUM_ERROR_COUNT], times = mean ? 1 : n;
	struct sum_error noise = sum_error_of_sample(value,
	    sample_of_mean(n, value / times, has[SUM_ERROR_DEVIATION],
		has[SUM_ERROR_LAG]));

	noise.extremes = (struct extremes){
	    n, times * has[SUM_ERROR_MIN], times * has[SUM_ERROR_MAX]};
	leave_out_longest(&noise, value / times, times, has);
	return noise;
}

void
sum_error_add(struct sum_error *sum, struct sum_error n)
{
	if (!n.any)
		return;
	if (!sum->any) {
		*sum = n;
		return;
	}
	sum->df = fmin(sum->df, n.df);
	sum->error += n.error;
	sum->without += n.without;
	sum->rest_error += n.rest_error;
	sum->lacking = sum->lacking || n.lacking;
	sum->extremes.n = fmin(sum->extremes.n, n.extremes.n);
	sum->extremes.least += n.extremes.least;
	sum->extremes.most += n.extremes.most;
}

struct sum_error
sum_error_scaled(struct sum_error n, double factor)
{
	n.error *= factor;
	n.without *= factor;
	n.rest_error *= factor;
	n.extremes.least *= factor;
	n.extremes.most *= factor;
	return n;
}

static struct sample
sample_of(double value, double error, struct sum_error n)
{
	if (!n.any || n.lacking || !(value > 0))
		return (struct sample){value > 0 ? log(value) : NAN, 0, 0};
	return (struct sample){
	    log(value), error / value * (error / value), n.df};
}

struct estimate
sum_error_estimate(
    double a, struct sum_error of_a, double b, struct sum_error of_b)
{
	struct estimate e = welch(
	    sample_of(a, of_a.error, of_a), sample_of(b, of_b.error, of_b));

	if (of_a.without > 0 || of_b.without > 0)
		e = welch_both(e,
		    welch(sample_of(a - of_a.without, of_a.rest_error, of_a),
			sample_of(b - of_b.without, of_b.rest_error, of_b)));
	return welch_ranked(e, of_a.extremes, of_b.extremes);
}
