#include "tools/trace-collectives/bound.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"

/* Those of an unknown size (-1) are alike: what a larger one takes longer is
 * not explained then, and its bound inconclusive. */
static bool
make_key(struct span kind, struct span dtype, int64_t bytes, int64_t size,
    char key[256])
{
	if (kind.n + dtype.n > 128)
		return false;
	snprintf(key, 256, "%.*s\t%.*s\t%lld\t%lld", (int)kind.n, kind.p,
	    (int)dtype.n, dtype.p, (long long)bytes, (long long)size);
	return true;
}

static bool
key_of(const struct job *j, const struct collective *c, const struct measure *m,
    char key[256])
{
	const struct shape *s = shape_of(j, &j->event[c->first]);

	return make_key(span_of(kind_word(s->kind)),
	    shape_text(j, s, SHAPE_DTYPE), m->full_bytes, m->group_size, key);
}

static void
add(struct baselines *b, const char *key, int64_t ns)
{
	size_t n = b->keys ? pool_count(b->keys) : 0;
	uint32_t id;

	if (!b->keys)
		b->keys = pool_new();
	id = pool_add(b->keys, span_of(key));
	if (id == n)
		ARRAY_PUSH(b->ns, n, &b->cap, ns);
	else if (ns < b->ns[id])
		b->ns[id] = ns;
}

void
bound_measure(struct baselines *b, const struct job *j)
{
	char key[256];

	for (size_t i = 0; i < j->collectives; i++) {
		const struct collective *c = &j->collective[i];
		struct measure m = measure_of(j, c);

		if (m.met && m.verdict != VERDICT_DIFFERS &&
		    key_of(j, c, &m, key))
			add(b, key, m.latency);
	}
}

static int64_t
number(struct tsv *in, int column)
{
	return tsv_field(in, column).n ? xtsv_int(in, column) : -1;
}

void
bound_read(struct baselines *b, const char *path)
{
	static const char maker[] = "trace-collectives";
	struct tsv *in = xtsv_open_file(path);
	int kind = xtsv_column(in, "kind", maker);
	int dtype = xtsv_column(in, "dtype", maker);
	int bytes = xtsv_column(in, "full_bytes", maker);
	int size = xtsv_column(in, "group_size", maker);
	int baseline = xtsv_column(in, "baseline_us", maker);
	char key[256];

	b->given = true;
	while (xtsv_next(in))
		if (tsv_field(in, baseline).n &&
		    make_key(tsv_field(in, kind), tsv_field(in, dtype),
			number(in, bytes), number(in, size), key))
			add(b, key, xtsv_us(in, baseline));
	tsv_close(in);
}

void
bound_free(struct baselines *b)
{
	pool_free(b->keys);
	free(b->ns);
}

int64_t
bound_baseline(const struct baselines *b, const struct job *j,
    const struct collective *c, const struct measure *m)
{
	char key[256];
	uint32_t id;

	if (!b->keys || !m->waits || m->verdict == VERDICT_DIFFERS ||
	    !key_of(j, c, m, key))
		return -1;
	id = pool_find(b->keys, span_of(key));
	return id == POOL_NONE ? -1 : b->ns[id];
}

const char *
bound_word(const struct baselines *b, const struct collective *c,
    const struct measure *m, int64_t baseline)
{
	double mean = (double)m->sum / (double)c->n;
	double wait = (double)m->mean_wait, share;

	if (baseline < 0 || (!m->met && !b->given))
		return "inconclusive";
	if (!m->met)
		wait = mean > (double)baseline ? mean - (double)baseline : 0;
	if (3 * (wait + (double)baseline) < 2 * mean)
		return "inconclusive";
	share = wait / (wait + (double)baseline);
	return share * 3 <= 1 ? "transfer" : share * 3 >= 2 ? "skew" : "mixed";
}
