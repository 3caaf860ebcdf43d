#include "tools/trace-compare/noise.h"
#include <math.h>
#include <stdio.h>

enum { NAME_ROOM = 100 };

/* The place of the one column of this name, or -1. */
static int
find(const struct span *names, size_t n, const char *name)
{
	int at = -1;

	for (size_t i = 0; i < n; i++)
		if (span_is(names[i], name)) {
			if (at >= 0)
				return -1;
			at = (int)i;
		}
	return at;
}

static int
find_count(const struct span *names, size_t n, struct span rest)
{
	int at;

	if (span_starts(rest, "_period"))
		return find(names, n, "periods");
	at = find(names, n, "count");
	return at < 0 ? find(names, n, "reps") : at;
}

/* "stddev" and what follows "sum" or "mean" in the value's name. */
struct noise_columns
noise_find(struct span value, const struct span *names, size_t n)
{
	static const char *const words[] = {[NOISE_DEVIATION] = "stddev",
	    [NOISE_LAG] = "lag1",
	    [NOISE_MIN] = "min",
	    [NOISE_MAX] = "max"};
	bool mean = span_starts(value, "mean");
	struct noise_columns c = {{-1, -1, -1, -1, -1}, mean};
	struct span rest = span_cut(value, mean ? 4 : 3, value.n);

	if ((!mean && !span_starts(value, "sum")) || rest.n > NAME_ROOM / 2)
		return c;
	c.at[NOISE_COUNT] = find_count(names, n, rest);
	for (int i = NOISE_DEVIATION; i < NOISES; i++) {
		char name[NAME_ROOM];
		size_t unit = i == NOISE_LAG && span_ends(rest, "_us") ? 3 : 0;

		(void)snprintf(name, sizeof name, "%s%.*s", words[i],
		    (int)(rest.n - unit), rest.p);
		c.at[i] = find(names, n, name);
	}
	return c;
}

struct noise
noise_of(bool mean, double value, const double has[NOISES])
{
	double n = has[NOISE_COUNT], times = mean ? 1 : n;
	struct sample s = sample_of_mean(
	    n, value / times, has[NOISE_DEVIATION], has[NOISE_LAG]);

	return (struct noise){value * sqrt(s.error), s.df,
	    {n, times * has[NOISE_MIN], times * has[NOISE_MAX]}, true,
	    !(s.df >= 1)};
}

void
noise_add(struct noise *sum, struct noise n)
{
	if (!n.any)
		return;
	if (!sum->any) {
		*sum = n;
		return;
	}
	sum->df = fmin(sum->df, n.df);
	sum->error += n.error;
	sum->lacking = sum->lacking || n.lacking;
	sum->extremes.n = fmin(sum->extremes.n, n.extremes.n);
	sum->extremes.least += n.extremes.least;
	sum->extremes.most += n.extremes.most;
}

struct noise
noise_scaled(struct noise n, double factor)
{
	n.error *= factor;
	n.extremes.least *= factor;
	n.extremes.most *= factor;
	return n;
}

static struct sample
sample_of(double value, struct noise n)
{
	if (!n.any || n.lacking || !(value > 0))
		return (struct sample){value > 0 ? log(value) : NAN, 0, 0};
	return (struct sample){
	    log(value), n.error / value * (n.error / value), n.df};
}

struct estimate
noise_estimate(double a, struct noise of_a, double b, struct noise of_b)
{
	return welch_ranked(welch(sample_of(a, of_a), sample_of(b, of_b)),
	    of_a.extremes, of_b.extremes);
}
