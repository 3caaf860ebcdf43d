#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/protobuf.h"
#include "common/trace/pftrace/columns.h"
#include "common/trace/pftrace/interned.h"

/* Numbers below LOW are low, but for those that leave many places in the array
 * empty: each sequence has arrays of its own, and a packet of few bytes can
 * name a number. */
enum { LOW = 4096, LOW_FIRST = 8 };

void
pf_interned_free(struct pf_interned *in)
{
	for (int k = 0; in && k < PF_KINDS; k++) {
		idpool_free(&in->kind[k].ids);
		free(in->kind[k].low);
		free(in->kind[k].high);
	}
	free(in);
}

void
pf_interned_clear(struct pf_interned *in)
{
	for (int k = 0; k < PF_KINDS; k++) {
		idpool_clear(&in->kind[k].ids);
		in->kind[k].nlow = 0;
	}
}

/* Where the text of that number is to be kept. */
static struct pf_interned_text *
make_place(struct pf_texts *t, uint64_t iid)
{
	uint32_t i;

	if (iid >= LOW || iid > 2 * t->nlow + LOW_FIRST) {
		i = idpool_add(&t->ids, iid);
		ARRAY_RESERVE(t->high, &t->high_cap, (size_t)i + 1);
		return &t->high[i];
	}
	ARRAY_RESERVE(t->low, &t->low_cap, (size_t)iid + 1);
	for (; t->nlow <= iid; t->nlow++)
		t->low[t->nlow] = t->ids.n ? pf_interned_high(t, t->nlow)
					   : pf_interned_nothing;
	return &t->low[iid];
}

/* No writer puts one into a text: it is damage. */
static int
has_nul(struct span text)
{
	return text.n && memchr(text.p, 0, text.n);
}

int
pf_category(struct pool *texts, struct span said, struct pf_interned_text *i)
{
	uint32_t text = pool_add(texts, category_today(said));

	*i = pf_interned_nothing;
	i->text = pool_get(texts, text);
	i->group = category_group(i->text, (struct span){0});
	return has_nul(said);
}

static int
keep_text(struct pool *texts, struct span said, struct pf_interned_text *i)
{
	uint32_t text = pool_add(texts, said);

	*i = (struct pf_interned_text){
	    pool_get(texts, text), pf_column_rank(said), GROUP_OTHER};
	return has_nul(said);
}

/* Keeps { iid, text } of one kind. */
static int
intern_one(
    struct pf_interned *in, int kind, struct pool *texts, struct span message)
{
	struct span said = {0};
	uint64_t iid = 0;
	struct protobuf_field f;
	struct pf_interned_text *place;
	int got;

	while ((got = protobuf_next(&message, &f)) == 1) {
		if (f.number == PERFETTO_INTERNED_IID)
			iid = f.value;
		else if (f.number == PERFETTO_INTERNED_TEXT)
			said = f.bytes;
	}
	if (got < 0)
		return 1;
	place = make_place(&in->kind[kind], iid);
	if (!place)
		return -1;
	return kind == pf_kind(PERFETTO_INTERNED_CATEGORY)
	    ? pf_category(texts, said, place)
	    : keep_text(texts, said, place);
}

int
pf_intern(struct pf_interned *in, struct pool *texts, struct span message)
{
	struct protobuf_field f;
	int got, damaged = 0;

	while ((got = protobuf_next(&message, &f)) == 1) {
		int k = pf_kind(f.number), one;

		if (k == PF_KINDS)
			continue;
		one = intern_one(in, k, texts, f.bytes);
		if (one < 0)
			return -1;
		damaged |= one;
	}
	return got < 0 ? 1 : damaged;
}

struct pf_interned_text
pf_interned_high(const struct pf_texts *t, uint64_t iid)
{
	uint32_t i = idpool_find(&t->ids, iid);

	return i == IDPOOL_NONE ? pf_interned_nothing : t->high[i];
}
