/*
 * pftrace_interned - the texts that the events of a sequence name by number.
 *
 * Each kind has numbers of its own: any 64 bits. They count until the sequence
 * says that its state is cleared.
 */
#ifndef COMMON_TRACE_PFTRACE_INTERNED_H
#define COMMON_TRACE_PFTRACE_INTERNED_H

#include "common/bytes/idpool.h"
#include "common/bytes/pool.h"
#include "common/trace/perfetto.h"

enum { PF_KINDS = 4 };

struct pf_interned_text {
	struct span text; /* lives as long as the pool of texts */
	unsigned rank;    /* as pf_column_rank; of a key */
};

/* Of one sequence. Zeroed, it is empty. */
struct pf_interned {
	struct idpool ids[PF_KINDS];
	struct pf_interned_text *texts[PF_KINDS];
	size_t cap[PF_KINDS];
};

void pf_interned_free(struct pf_interned *); /* NULL: nothing to do */
void pf_interned_clear(struct pf_interned *);

/*
 * Keeps the texts of an InternedData message. Returns 0, 1 if the message is
 * damaged, -1: no memory.
 */
__attribute__((warn_unused_result)) int pf_intern(
    struct pf_interned *, struct pool *texts, struct span message);

/* The text of that number, empty if there is none; `in` may be NULL. */
struct pf_interned_text pf_interned(
    const struct pf_interned *in, enum perfetto_interned kind, uint64_t iid);

#endif
