#include <stdio.h>

#include "tools/trace-align/doubts.h"

bool
report_is_alike(const struct report *r)
{
	return matched_share(&r->comparison->matched) >= r->least &&
	    matched_kinds(&r->comparison->matched) >= r->least;
}

/* One layer more of 36 may be no other model; a twentieth of the time matters.
 */
static const double layers_least = 0.05;

bool
report_doubts(const struct report *r, const char *a, const char *b, char *text,
    size_t size)
{
	const struct comparison *c = r->comparison;
	const struct matched *m = &c->matched;
	const struct tally *of_a = &m->side[0], *of_b = &m->side[1];
	struct activations own;

	text[0] = 0;
	if (!report_is_alike(r))
		return false;
	if (matched_activations(&own, c->pairs, c->npairs, r->likeness))
		(void)snprintf(text, size, "%s applies %s and %s %s", a,
		    activation_name[own.a], b, activation_name[own.b]);
	else if (matched_is_one_kind(m))
		(void)snprintf(text, size,
		    "Both %s and %s have only one kind of kernel", a, b);
	else if (matched_is_doubtful(m))
		(void)snprintf(text, size,
		    "Only %zu of %zu kinds of kernels of %s and %zu of %zu of "
		    "%s have a partner",
		    of_a->matched_kinds, of_a->kinds, a, of_b->matched_kinds,
		    of_b->kinds, b);
	else if (m->times == 1 && m->layers.n[0] &&
	    m->layers.share >= layers_least && !r->a->cycle->several &&
	    !r->b->cycle->several)
		(void)snprintf(text, size,
		    "%s has %zu layers and %s %zu, and %.0f %% of the time of "
		    "%s is in what it has more",
		    a, m->layers.n[0], b, m->layers.n[1], 100 * m->layers.share,
		    m->layers.n[0] > m->layers.n[1] ? a : b);
	else if (m->times == 1 && matched_is_displaced(m))
		(void)snprintf(text, size,
		    "Only %zu of %zu rows of %s and %zu of %zu of %s have a "
		    "partner at their position, and %.0f %% and %.0f %% of the "
		    "time is in names of both",
		    of_a->placed, of_a->rows, a, of_b->placed, of_b->rows, b,
		    100 * matched_of_names(of_a), 100 * matched_of_names(of_b));
	return text[0] != 0;
}
