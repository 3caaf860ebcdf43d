/*
 * track_event - a TrackEvent of a Perfetto trace: what tells to which
 * slice or counter it belongs, and who wants it. Its other texts stay unread.
 */
#ifndef COMMON_TRACE_PFTRACE_TRACK_EVENT_H
#define COMMON_TRACE_PFTRACE_TRACK_EVENT_H

#include "common/trace/pftrace/interned.h"

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
	v->categories = 0;
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
__attribute__((warn_unused_result)) int pf_track_event_read(struct span message,
    const struct pf_interned *, struct pool *texts, struct pf_track_event *);

#endif
