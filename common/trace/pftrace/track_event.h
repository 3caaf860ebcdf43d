/*
 * track_event - a TrackEvent of a Perfetto trace: what tells to which
 * slice or counter it belongs, and who wants it. Its other texts stay unread.
 */
#pragma once

#include "common/bytes/pool.h"
#include "common/bytes/span.h"
#include "common/meaning/event_category.h"
#include "common/trace/perfetto.h"

/*
 * The annotations that become columns.
 *
 * Every profiler names its annotations in its own way; these are the names
 * that rocprofv3 and its readers use (TraceLens, pftrace reports; AMD, 2025).
 */

enum pf_column {
	PF_NAME,
	PF_TID,
	PF_DEVICE,
	PF_STREAM,
	PF_CORRELATION,
	PF_EXTERNAL_ID,
	PF_BEGIN,
	PF_DURATION,
	PF_END,
	PF_COLUMNS
};

#define PF_NO_COLUMN (~0u)

/*
 * The rank of an annotation's name, PF_NO_COLUMN if it becomes no column. Of
 * several for one column, the lowest rank counts.
 */
unsigned pf_column_rank(struct span name);
enum pf_column pf_column(unsigned rank);

/*
 * The texts that the events of a sequence name by number.
 *
 * Each kind has numbers of its own: any 64 bits. They count until the sequence
 * says that its state is cleared.
 */

enum { PF_KINDS = 4 };

struct pf_interned_text {
	struct span text;       /* lives as long as the pool of texts */
	unsigned rank;          /* as pf_column_rank; of a key */
	enum event_group group; /* of a category, whose text is today's */
};

/*
 * The ROCm Systems Profiler gives the kernels, copies and scratch memory of a
 * stream one category, PF_ANY_WORK; their names tell what they are.
 */
#define PF_ANY_WORK "rocm_hip_stream"
struct span pf_category_of_work(struct span category, struct span name);

/*
 * Of one sequence. Zeroed, it is empty. Writers count from 1: the texts of low
 * numbers stand in an array, others after a dictionary of numbers.
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
MUST_USE int pf_intern(
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

/* Whether an event names a text that its sequence does not have. */
static inline bool
pf_interned_lost(struct pf_interned_text found)
{
	return !found.text.p;
}

struct pf_track_event {
	uint64_t type, track; /* one of enum perfetto_type, or nothing known */
	char phase;           /* of the type PERFETTO_PHASE */
	int64_t ts;           /* ns */
	int64_t us;           /* how long, of a complete one */
	struct pf_old_time {  /* as writers of 2019 said when it was */
		bool delta;
		int64_t us; /* since the last one, or at which time; not 0 */
	} old;
	bool elsewhere, extras; /* in another thread; has further counters */
	uint64_t pid, tid;      /* of that */
	struct span message;    /* all of it */
	struct pf_interned_text category; /* the first */
	size_t categories;                /* how many there are */
	size_t unreadable;                /* of them: those without a text */
	const char *texts; /* in it: from the first of them on; NULL: none */
	struct pf_count {
		enum { PF_COUNT_NONE, PF_COUNT_WHOLE, PF_COUNT_REAL } kind;
		int64_t whole;
		double real;
	} count;
};

/* One by one: compilers make a slow loop of a whole struct this long. */
static inline void
pf_track_event_clear(struct pf_track_event *v)
{
	v->type = v->track = v->pid = v->tid = 0;
	v->ts = v->us = 0;
	v->category = pf_interned_nothing;
	v->categories = v->unreadable = 0;
	v->message = (struct span){0};
	v->texts = NULL;
	v->phase = 0;
	v->count.kind = PF_COUNT_NONE;
	v->count.whole = 0;
	v->count.real = 0;
	v->old.delta = v->elsewhere = v->extras = false;
	v->old.us = 0;
}

static inline struct span
pf_track_event_texts(const struct pf_track_event *v)
{
	struct span m = v->message;

	return v->texts ? span_cut(m, (size_t)(v->texts - m.p), m.n)
			: (struct span){0};
}

/*
 * Reads the message, of a sequence with these interned texts or NULL; what it
 * does not say stays as it is. Returns 0, 1: damaged.
 */
MUST_USE int pf_track_event_read(struct span message,
    const struct pf_interned *, struct pool *texts, struct pf_track_event *);
