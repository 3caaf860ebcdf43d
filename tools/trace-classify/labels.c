#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/table/tsv.h"
#include "tools/trace-classify/labels.h"

struct labels {
	const struct rules *rules;
	struct pool *keys;
	struct rules_labels *known; /* by the number of the key */
	size_t cap;
	struct buf name;
};

struct labels *
labels_new(const struct rules *rules)
{
	struct labels *l = xcalloc(1, sizeof *l);

	l->rules = rules;
	l->keys = pool_new();
	return l;
}

void
labels_free(struct labels *l)
{
	if (!l)
		return;
	pool_free(l->keys);
	free(l->known);
	buf_free(&l->name);
	free(l);
}

/* As rules_label, of a field in its escaped form. */
static int
label_field(struct labels *l, struct span field, struct rules_labels *found)
{
	l->name.n = 0;
	tsv_unescape(&l->name, field);
	return rules_label(l->rules, buf_span(&l->name), found);
}

/* One field after another, until a pattern matches. */
static int
label_key(struct labels *l, struct span key, struct rules_labels *found)
{
	for (;;) {
		const char *tab = key.n ? memchr(key.p, '\t', key.n) : NULL;
		size_t n = tab ? (size_t)(tab - key.p) : key.n;
		int got = label_field(l, (struct span){key.p, n}, found);

		if (got || !tab)
			return got < 0 ? -1 : 0;
		key.p += n + 1;
		key.n -= n + 1;
	}
}

int
labels_find(struct labels *l, struct span key, struct rules_labels *found)
{
	uint32_t known = pool_count(l->keys);
	uint32_t id = pool_add(l->keys, key);

	if (id == known) {
		ARRAY_RESERVE(l->known, &l->cap, (size_t)id + 1);
		if (label_key(l, key, &l->known[id]))
			return -1;
	}
	*found = l->known[id];
	return 0;
}
