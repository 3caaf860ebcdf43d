#include <stdlib.h>
#include <string.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/input/lines.h"
#include "tools/trace-align/transfer.h"

/* A column that is taken over: its places in both tables. */
struct transferred {
	struct span name;
	int from, to;       /* to: -1 if b has not had it */
	double known, time; /* ns of b's rows: with a value, and in all */
};

struct transfer {
	const struct cycle_table *a, *b;
	struct transferred *column;
	size_t n;
	size_t *partner; /* of each line of b: the line of a, from 1; 0: none */
	bool *compared;  /* each line of b */
};

/* --- columns --- */

static size_t
count_names(const char *text)
{
	size_t n = 1;

	for (; *text; text++)
		n += *text == ',';
	return n;
}

static int
find(const struct cycle_table *t, struct span name)
{
	for (int i = 0; i < tsv_columns(t->in); i++)
		if (span_equal(tsv_name(t->in, i), name))
			return i;
	return -1;
}

static struct transferred
find_column(const struct transfer *t, struct span name)
{
	struct transferred c = {
	    .name = name, .from = find(t->a, name), .to = find(t->b, name)};

	if (c.from < 0)
		die("%s: no column %.*s to transfer; trace-link makes cpu_op, "
		    "module and others",
		    cycle_table_name(t->a), (int)name.n, name.p);
	return c;
}

struct transfer *
transfer_open(const char *columns, const struct cycle_table *a,
    const struct cycle_table *b)
{
	struct transfer *t = xcalloc(1, sizeof *t);

	*t = (struct transfer){.a = a,
	    .b = b,
	    .column = xcalloc(count_names(columns), sizeof *t->column),
	    .partner = xcalloc(b->nrows + 1, sizeof *t->partner),
	    .compared = xcalloc(b->nrows + 1, sizeof *t->compared)};
	for (const char *next = columns; next;) {
		const char *comma = strchr(next, ',');
		size_t n = comma ? (size_t)(comma - next) : strlen(next);

		t->column[t->n++] = find_column(t, (struct span){next, n});
		next = comma ? comma + 1 : NULL;
	}
	return t;
}

void
transfer_close(struct transfer *t)
{
	if (!t)
		return;
	free(t->column);
	free(t->partner);
	free(t->compared);
	free(t);
}

/* --- rows --- */

void
transfer_pairs(struct transfer *t, const struct comparison *c)
{
	for (size_t i = 0; i < c->npairs; i++) {
		const struct pair *p = &c->pairs[i];

		if (!p->b)
			continue;
		t->compared[p->b->line] = true;
		if (p->a)
			t->partner[p->b->line] = p->a->line + 1;
	}
}

static void
write_header(const struct transfer *t, struct tsvw *out)
{
	tsvw_names(out, t->b->in);
	for (size_t k = 0; k < t->n; k++)
		if (t->column[k].to < 0)
			tsvw_field(out, t->column[k].name);
	xtsvw_end(out);
}

/* A row on its way out: its fields, and those of its partner. */
struct record {
	struct span *b, *a;
	bool has_partner;
};

/* What the row has in a column then. */
static struct span
value_of(const struct record *r, const struct transferred *c)
{
	struct span own = {"", 0};

	if (c->to >= 0)
		own = r->b[c->to];
	return own.n > 0 || !r->has_partner ? own : r->a[c->from];
}

/* The column that takes this place over, or NULL. */
static const struct transferred *
transferred_to(const struct transfer *t, int place)
{
	for (size_t k = 0; k < t->n; k++)
		if (t->column[k].to == place)
			return &t->column[k];
	return NULL;
}

static void
write_record(const struct transfer *t, const struct record *r, struct tsvw *out)
{
	for (int i = 0; i < tsv_columns(t->b->in); i++) {
		const struct transferred *c = transferred_to(t, i);

		tsvw_field(out, c ? value_of(r, c) : r->b[i]);
	}
	for (size_t k = 0; k < t->n; k++)
		if (t->column[k].to < 0)
			tsvw_field(out, value_of(r, &t->column[k]));
	xtsvw_end(out);
}

static void
add_time(const struct transfer *t, const struct record *r, double ns)
{
	for (size_t k = 0; k < t->n; k++) {
		t->column[k].time += ns;
		if (value_of(r, &t->column[k]).n > 0)
			t->column[k].known += ns;
	}
}

static void
report(const struct transfer *t)
{
	for (size_t k = 0; k < t->n; k++) {
		const struct transferred *c = &t->column[k];

		warn("%.*s: %.2f %% of the time of the cycles of %s that were "
		     "compared",
		    (int)c->name.n, c->name.p,
		    c->time > 0 ? 100 * c->known / c->time : 0,
		    cycle_table_name(t->b));
	}
}

bool
transfer_write(const struct transfer *t, struct tsvw *out, bool quiet)
{
	size_t na = (size_t)tsv_columns(t->a->in);
	size_t nb = (size_t)tsv_columns(t->b->in);
	struct record r = {
	    .b = xcalloc(nb, sizeof *r.b), .a = xcalloc(na, sizeof *r.a)};
	bool any = false;

	write_header(t, out);
	for (size_t i = 0; i < t->b->nrows; i++) {
		size_t a = t->partner[i];

		r.has_partner = a > 0;
		lines_split(t->b->lines[i], '\t', r.b, nb);
		if (r.has_partner)
			lines_split(t->a->lines[a - 1], '\t', r.a, na);
		write_record(t, &r, out);
		if (t->compared[i])
			add_time(t, &r, (double)t->b->times[i]);
	}
	xtsvw_flush(out);
	if (!quiet)
		report(t);
	free(r.a);
	free(r.b);
	for (size_t k = 0; k < t->n; k++)
		any |= t->column[k].known > 0;
	return any;
}
