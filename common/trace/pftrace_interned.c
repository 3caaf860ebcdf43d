#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/protobuf.h"
#include "common/trace/pftrace_columns.h"
#include "common/trace/pftrace_interned.h"

void
pf_interned_free(struct pf_interned *in)
{
	for (int k = 0; in && k < PF_KINDS; k++) {
		idpool_free(&in->ids[k]);
		free(in->texts[k]);
	}
	free(in);
}

void
pf_interned_clear(struct pf_interned *in)
{
	for (int k = 0; k < PF_KINDS; k++)
		idpool_clear(&in->ids[k]);
}

/* The place of a kind's tables; PF_KINDS: it is none that matters here. */
static int
kind_place(uint64_t kind)
{
	switch (kind) {
	case PERFETTO_INTERNED_CATEGORY:
		return 0;
	case PERFETTO_INTERNED_NAME:
		return 1;
	case PERFETTO_INTERNED_KEY:
		return 2;
	case PERFETTO_INTERNED_VALUE:
		return 3;
	}
	return PF_KINDS;
}

/* Keeps { iid, text } of one kind. */
static int
intern_one(
    struct pf_interned *in, struct pool *texts, struct span message, int k)
{
	struct span said = {0};
	uint64_t iid = 0;
	struct protobuf_field f;
	uint32_t i, text;
	int got;

	while ((got = protobuf_next(&message, &f)) == 1) {
		if (f.number == PERFETTO_INTERNED_IID)
			iid = f.value;
		else if (f.number == PERFETTO_INTERNED_TEXT)
			said = f.bytes;
	}
	if (got < 0)
		return 1;
	text = pool_add(texts, said);
	i = idpool_add(&in->ids[k], iid);
	if (text == POOL_NONE || i == IDPOOL_NONE ||
	    ARRAY_RESERVE(in->texts[k], &in->cap[k], (size_t)i + 1))
		return -1;
	in->texts[k][i] = (struct pf_interned_text){
	    pool_get(texts, text), pf_column_rank(said)};
	return 0;
}

int
pf_intern(struct pf_interned *in, struct pool *texts, struct span message)
{
	struct protobuf_field f;
	int got, damaged = 0;

	while ((got = protobuf_next(&message, &f)) == 1) {
		int k = kind_place(f.number), one;

		if (k == PF_KINDS)
			continue;
		one = intern_one(in, texts, f.bytes, k);
		if (one < 0)
			return -1;
		damaged |= one;
	}
	return got < 0 ? 1 : damaged;
}

struct pf_interned_text
pf_interned(
    const struct pf_interned *in, enum perfetto_interned kind, uint64_t iid)
{
	int k = kind_place(kind);
	uint32_t i =
	    in && k < PF_KINDS ? idpool_find(&in->ids[k], iid) : IDPOOL_NONE;

	return i == IDPOOL_NONE ? (struct pf_interned_text){{0}, PF_NO_COLUMN}
				: in->texts[k][i];
}
