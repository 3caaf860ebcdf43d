/*
 * interned - the texts that the events of a sequence name by number.
 *
 * Each kind has numbers of its own: any 64 bits. They count until the sequence
 * says that its state is cleared.
 */
#ifndef COMMON_TRACE_PFTRACE_INTERNED_H
#define COMMON_TRACE_PFTRACE_INTERNED_H

#include "common/bytes/idpool.h"
#include "common/bytes/pool.h"
#include "common/meaning/category.h"
#include "common/trace/perfetto.h"
#include "common/trace/pftrace/columns.h"

enum { PF_KINDS = 4 };

struct pf_interned_text {
	struct span text;          /* lives as long as the pool of texts */
	unsigned rank;             /* as pf_column_rank; of a key */
	enum category_group group; /* of a category, whose text is today's */
};

/*
 * Of one sequence. Zeroed, it is empty. Writers count from 1: the texts of low
 * numbers stand in an array, others behind a dictionary of numbers.
 */
struct pf_interned {
	struct pf_texts {
		struct pf_interned_text *low, *high;
		size_t nlow, low_cap, high_cap;
		struct idpool ids; /* of those high */
	} kind[PF_KINDS];
};

void pf_interned_free(struct pf_interned *); /* NULL: nothing to do */
void pf_interned_clear(struct pf_interned *);

/*
 * Keeps the texts of an InternedData message. Returns 0, 1 if the message is
 * damaged.
 */
__attribute__((warn_unused_result)) int pf_intern(
    struct pf_interned *, struct pool *texts, struct span message);

/* The place of a kind; PF_KINDS: it is none that matters here. */
static inline int
pf_kind(uint64_t kind)
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

static const struct pf_interned_text pf_interned_nothing = {
    {NULL, 0}, PF_NO_COLUMN, GROUP_OTHER};

/* A category as it is interned. Returns 0, 1: damaged. */
__attribute__((warn_unused_result)) int pf_category(
    struct pool *texts, struct span said, struct pf_interned_text *);

/* Of pf_interned, for a number that is not low. */
struct pf_interned_text pf_interned_high(const struct pf_texts *, uint64_t iid);

/* The text of that number, empty if there is none; `in` may be NULL. */
static inline struct pf_interned_text
pf_interned(
    const struct pf_interned *in, enum perfetto_interned kind, uint64_t iid)
{
	const struct pf_texts *t = in ? &in->kind[pf_kind(kind)] : NULL;

	if (t && iid < t->nlow)
		return t->low[iid];
	return t && t->ids.n ? pf_interned_high(t, iid) : pf_interned_nothing;
}

#endif
