#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"

/* Which tool makes which columns; arguments of events are made on request. */
static const struct {
	const char *maker, *columns;
} makers[] = {
    {"trace-extract",
	"cat correlation device dur_us external_id name pid stream tid ts_us"},
    {"trace-extract --number", "event"},
    {"trace-extract -H", "file rank"},
    {"trace-link", "annotation cpu_op linked op_id op_path queue_us"},
    {"trace-link --stack", "module stack"},
    {"trace-classify", "category family"},
    {"trace-cycles", "cycle level position"},
    {"trace-cycles --events", "rep step"},
    {"trace-phase", "phase phase_reason"},
};

static const char *
maker_of(const char *column)
{
	for (size_t i = 0; i < COUNT(makers); i++)
		if (span_is_among(span_of(column), makers[i].columns))
			return makers[i].maker;
	return NULL;
}

enum { SHOWN = 300 }; /* bytes of the names of columns in a message */

/* Says what columns there are instead of one that no tool makes. */
static void
die_unknown(const struct tsv *t, const char *name)
{
	struct buf names = {0};

	for (int i = 0; i < tsv_columns(t) && names.n < SHOWN; i++) {
		struct span column = tsv_name(t, i);

		buf_add(&names, ", ", i ? 2 : 0);
		buf_add(&names, column.p, column.n);
	}
	if (names.n > SHOWN) {
		names.n = SHOWN;
		buf_add(&names, "...", 3);
	}
	buf_add(&names, "", 1);
	die("%s: no column '%s'; the columns are %s; "
	    "trace-extract -a makes an argument a column",
	    tsv_file(t), name, names.p);
}

int
xkey_column(const struct tsv *t, const char *name)
{
	const char *maker = maker_of(name);

	if (!maker && tsv_find(t, name) == TSV_MISSING && !tsv_advice(t))
		die_unknown(t, name);
	return xtsv_column(t, name, maker);
}

static void
add_column(struct key *k, const struct tsv *t, const char *name)
{
	int column = xkey_column(t, name);

	for (int i = 0; i < k->n; i++)
		if (k->column[i] == column)
			die("column %s is given twice", name);
	k->column[k->n++] = column;
}

/* Those of a list; `all`: each must be there, and once. */
static void
add_columns(struct key *k, const struct tsv *t, const char *list, bool all)
{
	struct span rest = span_of(list);
	struct buf name = {0};
	int column;

	k->column =
	    xrealloc(k->column, ((size_t)k->n + rest.n + 1) * sizeof(int));
	while (rest.p) {
		BUF_JOIN(&name, span_take(&rest, ','), BUF_NUL);
		if (all)
			add_column(k, t, name.p);
		else if ((column = xtsv_optional(t, name.p)) != TSV_MISSING)
			k->column[k->n++] = column;
	}
	buf_free(&name);
}

void
xkey_open(struct key *k, const struct tsv *t, const char *list)
{
	*k = (struct key){0};
	if (list && *list)
		add_columns(k, t, list, true);
}

void
xkey_add_present(struct key *k, const struct tsv *t, const char *list)
{
	add_columns(k, t, list, false);
}

void
xkey_open_range(struct key *k, int from, int to)
{
	*k = (struct key){.n = to - from};
	k->column = xcalloc((size_t)k->n + 1, sizeof(int));
	for (int i = 0; i < k->n; i++)
		k->column[i] = from + i;
}

void
key_free(struct key *k)
{
	free(k->column);
	buf_free(&k->text);
	*k = (struct key){0};
}

struct span
xkey_of(struct key *k, const struct tsv *t)
{
	if (k->n == 1)
		return tsv_field(t, k->column[0]);
	k->text.n = 0;
	for (int i = 0; i < k->n; i++) {
		struct span f = tsv_field_or_none(t, k->column[i]);

		if (i)
			buf_add(&k->text, "\t", 1);
		buf_add(&k->text, f.p, f.n);
	}
	return buf_span(&k->text);
}

bool
levels_apart(struct span key)
{
	return span_is(key, "level") || span_is(key, "cycle") ||
	    span_is(key, "path");
}

void
levels_add(struct levels *l, struct span level)
{
	if (level.n >= sizeof l->first)
		level.n = sizeof l->first - 1;
	if (!l->any) {
		memcpy(l->first, level.p, level.n);
		l->any = true;
	}
	l->several |= !span_is(level, l->first);
}

void
levels_warn(const struct levels *l, const char *file)
{
	if (l->several)
		warn("%s: cycles of several levels are added up, though the "
		     "inner ones are in the outer ones: trace-cut -s level=1 "
		     "keeps these",
		    file);
}

void
key_write_names(struct tsvw *out, const struct key *k, const struct tsv *t)
{
	for (int i = 0; i < k->n; i++)
		tsvw_field(out, tsv_name(t, k->column[i]));
}

void
key_write(struct tsvw *out, const struct key *k, struct span key)
{
	if (k->n)
		tsvw_field(out, key);
}

int
key_compare(struct span a, struct span b)
{
	int c = 0;

	while (c == 0 && (a.n || b.n)) {
		struct span x = span_take(&a, '\t'), y = span_take(&b, '\t');

		c = fixed_compare_ids(x, y);
	}
	return c;
}

struct numbered {
	struct span key;
	uint32_t number;
};

ORDER_BY(compare_keys, struct numbered, key_compare(x->key, y->key), UP(number))

void
key_order(const struct pool *keys, uint32_t **at, uint32_t **place)
{
	uint32_t n = pool_count(keys);
	struct numbered *key = xcalloc(n + 1, sizeof *key);

	*at = xcalloc(n + 1, sizeof **at);
	*place = xcalloc(n + 1, sizeof **place);
	for (uint32_t number = 0; number < n; number++)
		key[number] = (struct numbered){pool_get(keys, number), number};
	ARRAY_SORT(key, n, compare_keys);
	for (uint32_t i = 0; i < n; i++) {
		(*at)[i] = key[i].number;
		(*place)[(*at)[i]] = i;
	}
	free(key);
}
