#include <stdlib.h>

#include "common/bytes/order.h"
#include "common/cli/x.h"
#include "tools/trace-phase/label.h"

void
label_find(struct label_columns *c, const struct tsv *in, bool anew)
{
	c->anew = anew;
	c->phase = xtsv_optional(in, "phase");
	c->reason = xtsv_optional(in, "phase_reason");
}

enum phase
label_read(const struct label_columns *c, const struct tsv *in)
{
	return c->phase < 0 || c->anew ? PHASE_EMPTY
				       : phase_parse(tsv_field(in, c->phase));
}

void
label_header(
    struct tsvw *out, const struct label_columns *c, const struct tsv *in)
{
	tsvw_names(out, in);
	if (c->phase < 0)
		tsvw_field(out, span_of("phase"));
	if (c->reason < 0)
		tsvw_field(out, span_of("phase_reason"));
	xtsvw_end_header(out);
}

static void
write_reason(struct tsvw *out, const struct finding *v)
{
	struct buf reason = {0};

	if (v)
		BUF_ADD_ALL(&reason, span_of(v->how), span_of(v->what));
	tsvw_field(out, buf_span(&reason));
	buf_free(&reason);
}

static void
write_phase(struct tsvw *out, const struct finding *v)
{
	tsvw_field(out, span_of(v ? phase_name(v->phase) : ""));
}

/* Writes the fields of a line, with the finding in the place of two. */
static void
write_fields(struct tsvw *out, const struct label_columns *c, struct span line,
    const struct finding *v)
{
	for (int i = 0; line.p; i++) {
		struct span field = span_take(&line, '\t');

		if (i == c->phase)
			write_phase(out, v);
		else if (i == c->reason)
			write_reason(out, v);
		else
			tsvw_field(out, field);
	}
}

void
label_row(struct tsvw *out, const struct label_columns *c, struct span line,
    const struct finding *v)
{
	if (v && (c->phase >= 0 || c->reason >= 0))
		write_fields(out, c, line, v);
	else
		tsvw_field(out, line);
	if (c->phase < 0)
		write_phase(out, v);
	if (c->reason < 0)
		write_reason(out, v);
	xtsvw_end(out);
}

struct keys
keys_open(const struct tsv *in, const char *columns)
{
	struct keys k = {.pool = pool_new()};

	xkey_add_present(&k.key, in, columns);
	return k;
}

uint32_t
keys_number(struct keys *k, const struct tsv *in)
{
	return pool_add(k->pool, xkey_of(&k->key, in));
}

void
keys_free(struct keys *k)
{
	pool_free(k->pool);
	key_free(&k->key);
}

/*
 * Labels those without a label with what they say by themselves. A stretch of
 * them that says one phase counts if PROPAGATE_SURE are sure, or if what is
 * labelled before it and after it, or says something, does not say another
 * phase or unknown; one moment alone in its group counts if it is sure.
 */
enum { PROPAGATE_SURE = 4 }; /* two layers, of two such kernels each */

static bool
speaks(const struct moment *m)
{
	return m->finding->phase > PHASE_UNKNOWN &&
	    m->finding->phase < PHASE_OTHER;
}

ORDER_BY(compare_moments, struct moment, UP(group), UP(time),
    speaks(y) - speaks(x), UP(finding->phase))

/* Gives the phase to those that have no label yet, not even unknown. */
static void
fill(
    struct moment *from, const struct moment *to, enum phase p, const char *how)
{
	for (; from < to; from++)
		if (from->finding->phase == PHASE_EMPTY)
			*from->finding =
			    (struct finding){p, how, phase_name(p)};
}

void
propagate_after(struct moment *m, size_t n, const char *how)
{
	const struct moment *last = NULL;

	ARRAY_SORT(m, n, compare_moments);
	for (size_t i = 0; i < n; i++) {
		if (last && last->group != m[i].group)
			last = NULL;
		if (speaks(&m[i]))
			last = &m[i];
		else if (last)
			fill(&m[i], &m[i + 1], last->finding->phase, how);
	}
}

/* The first place from i on with a label, or of another group, or n. */
static size_t
next(const struct moment *m, size_t i, size_t n)
{
	uint32_t group = m[i].group;

	while (
	    i < n && m[i].group == group && m[i].finding->phase == PHASE_EMPTY)
		i++;
	return i;
}

/* The phase of its finding, or else the one that it says. */
static enum phase
opinion(const struct moment *m)
{
	return m->finding->phase != PHASE_EMPTY ? m->finding->phase : m->says;
}

/* A row of moments that say one phase, or nothing. */
struct row {
	size_t from, to;
	size_t said, sure;  /* how many say it, and run in that phase only */
	size_t first, last; /* of those that are sure */
};

static struct row
find_row(const struct moment *m, size_t n, size_t from)
{
	struct row r = {from, from, 0, 0, n, 0};
	enum phase p = m[from].says;

	for (; r.to < n && m[r.to].group == m[from].group; r.to++) {
		const struct moment *at = &m[r.to];
		bool says = at->finding->phase == PHASE_EMPTY && at->says == p;

		if (opinion(at) != PHASE_EMPTY && !says)
			break;
		r.said += says;
		if (!says || !at->sure)
			continue;
		r.first = r.sure++ ? r.first : r.to;
		r.last = r.to;
	}
	return r;
}

static bool
may_be(enum phase a, enum phase b)
{
	return a == PHASE_EMPTY || a == b;
}

/* Labels the row where it counts, between these two, which may be empty. */
static void
confirm(struct moment *m, struct row r, enum phase before, enum phase after)
{
	enum phase p = m[r.from].says;
	bool agree = may_be(before, p) && may_be(after, p) &&
	    (before || after || r.sure || r.said > 1);

	if (!agree && r.sure < PROPAGATE_SURE)
		return;
	if (!may_be(before, p))
		r.from = r.first;
	if (!may_be(after, p))
		r.to = r.last + 1;
	for (size_t i = r.from; i < r.to; i++)
		if (m[i].says == p && m[i].finding->phase == PHASE_EMPTY)
			m[i].finding->phase = p;
}

void
propagate_confirm(struct moment *m, size_t n)
{
	enum phase before = PHASE_EMPTY;

	ARRAY_SORT(m, n, compare_moments);
	for (size_t i = 0, to; i < n; i = to) {
		enum phase p = opinion(&m[i]);

		to = i + 1;
		if (i && m[i].group != m[i - 1].group)
			before = PHASE_EMPTY;
		if (p != PHASE_EMPTY && m[i].finding->phase == PHASE_EMPTY) {
			struct row r = find_row(m, n, i);

			to = r.to;
			confirm(m, r, before,
			    to < n && m[to].group == m[i].group
				? opinion(&m[to])
				: PHASE_EMPTY);
		}
		before = p != PHASE_EMPTY ? p : before;
	}
}

static bool
is_one_step(const struct moment *m, size_t n, size_t step)
{
	size_t attention = 0;

	for (size_t i = 0; i < n; i++)
		attention += m[i].attention;
	return attention < 2 && (step == 0 || 2 * n < step);
}

void
propagate_between(struct moment *m, size_t n, size_t step, const char *how)
{
	for (size_t i = 0, to; i < n; i = to + (to == i)) {
		const struct moment *left, *right;

		to = next(m, i, n);
		left = i && m[i - 1].group == m[i].group ? &m[i - 1] : NULL;
		right = to < n && m[to].group == m[i].group ? &m[to] : NULL;
		if (step && !left)
			left = right;
		if (step && !right)
			right = left;
		if (left && right && speaks(left) &&
		    left->finding->phase == right->finding->phase &&
		    is_one_step(&m[i], to - i, step))
			fill(&m[i], &m[to], left->finding->phase, how);
	}
}
