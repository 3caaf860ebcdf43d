/*
 * slice - an event of a Perfetto trace with its texts: its name,
 * category and arguments.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/protobuf.h"
#include "common/json/skim.h"
#include "common/trace/pftrace/state.h"
#include "common/trace/pftrace/track_event.h"
#include "common/trace/raw_event.h"

/* Bytes of a slice's text. */
struct pf_range {
	size_t at, n;
};

struct pf_arg {
	struct pf_range key, value;
};

/* A text or a number, which becomes one only when somebody needs it. */
struct pf_value {
	enum { PF_NOTHING, PF_OWN, PF_KNOWN, PF_UNSIGNED, PF_SIGNED } kind;
	union {
		struct pf_range own; /* of the slice's text */
		struct span known;   /* lives as long as the state's texts */
		uint64_t number;
	};
};

/* Zeroed, it is empty. */
struct pf_slice {
	struct pf_slice *below; /* in its track, or among those not in use */
	struct buf text;
	struct pf_value name, flow; /* the first one's number */
	struct pf_value column[PF_COLUMNS];
	unsigned rank[PF_COLUMNS]; /* of these, or PF_NO_COLUMN: none yet */
	struct pf_interned_text category;
	struct pf_arg *args;
	size_t nargs, cap;
	int64_t ts;    /* ns */
	bool passed;   /* nobody asks for it: it stays without texts */
	char phase[2]; /* of PERFETTO_PHASE; a text */
	char digits[PF_COLUMNS + 1][FIXED_MAX]; /* of the event made of it */
};

/* Of a text that lives long enough, which may be empty. */
static inline struct pf_value
pf_value_known(struct span text)
{
	return text.n ? (struct pf_value){.kind = PF_KNOWN, .known = text}
		      : (struct pf_value){.kind = PF_NOTHING};
}

/* These append to the text; the range is where it stands, and grows. */
void pf_put_text(struct pf_slice *, struct pf_range *, struct span);
__attribute__((format(printf, 3, 4))) void pf_put_format(
    struct pf_slice *, struct pf_range *, const char *format, ...);
void pf_put_value(
    struct pf_slice *, struct pf_range *, const struct pf_value *);

/* Appends a copy of what stands in the text already. */
void pf_put_copy(struct pf_slice *, struct pf_range *, struct pf_range from);
void pf_put_arg(struct pf_slice *, const struct pf_arg *);
void pf_put_arg_value(
    struct pf_slice *, struct span key, const struct pf_value *);

/* Makes a value of a copy of the text. Returns 1, if that has a NUL. */
MUST_USE int pf_value_own(
    struct pf_slice *, struct pf_value *, struct span text);

/*
 * A value for the column of that rank, if it has one. Of several for one column
 * that of the lowest rank counts, and of these the last; none that is empty.
 */
void pf_slice_say(struct pf_slice *, unsigned rank, const struct pf_value *);

/* Valid until the slice changes; a number's as long as its digits. */
struct span pf_text(const struct pf_slice *, struct pf_range);
static inline struct span pf_value_text(
    const struct pf_slice *, const struct pf_value *, char digits[FIXED_MAX]);

/* Of pf_value_text, what is neither known nor nothing. */
struct span pf_value_print(
    const struct pf_slice *, const struct pf_value *, char digits[FIXED_MAX]);

static inline struct span
pf_value_text(const struct pf_slice *s, const struct pf_value *value,
    char digits[FIXED_MAX])
{
	if (value->kind == PF_NOTHING)
		return (struct span){0};
	if (value->kind == PF_KNOWN)
		return value->known;
	return pf_value_print(s, value, digits);
}

/* The annotation of that name, or an empty span. */
struct span pf_arg(const struct pf_slice *, struct span name);

/*
 * The annotations of a Perfetto trace, texts or numbers,
 * become arguments of a slice.
 *
 * Annotations within annotations get the names that Perfetto's own tools give
 * them: outer.inner, and list[0].
 */

/* The context in which a TrackEvent message is read. */
struct pf_reading {
	const struct pf_interned *interned; /* or NULL */
	bool all; /* all annotations; else those that become columns */
	int64_t *unreadable; /* counts texts that the sequence does not have */
};

/* Whether the number of its name tells that nobody wants an annotation. */
static inline bool
pf_annotation_passes(const struct pf_reading *r, struct span message)
{
	struct protobuf_reader m = protobuf_read(message);
	struct pf_interned_text key;

	if (r->all ||
	    protobuf_tag(&m) != PROTOBUF_VALUE(PERFETTO_ANNOTATION_KEY))
		return false;
	key =
	    pf_interned(r->interned, PERFETTO_INTERNED_KEY, protobuf_value(&m));
	return key.text.p && key.rank == PF_NO_COLUMN;
}

/* The text of that number in a sequence; one that it lacks is counted. */
static inline struct pf_interned_text
pf_reading_text(
    const struct pf_reading *r, enum perfetto_interned kind, uint64_t iid)
{
	struct pf_interned_text text = pf_interned(r->interned, kind, iid);

	*r->unreadable += pf_interned_lost(text);
	return text;
}

/* Adds what a DebugAnnotation message says. Returns 0, 1 if it is damaged. */
MUST_USE int pf_annotation_add(
    struct pf_slice *, const struct pf_reading *, struct span message);

/*
 * The texts of a TrackEvent of a Perfetto trace, whether they stand there or
 * are interned.
 */

/*
 * Adds what the message says to a slice, its category apart. Returns 0, 1 if
 * the message is damaged.
 */
MUST_USE int pf_fields_add(struct pf_slice *, const struct pf_reading *,
    const struct pf_track_event *);

/* All categories of the message, with commas, are the argument `categories`. */
void pf_fields_categories(
    struct pf_slice *, const struct pf_interned *, struct span event);

/*
 * An event of ours out of a slice and its track.
 *
 * Annotations have names of their own in every profiler; those that rocprofv3
 * and its readers use become columns (TraceLens, pftrace reports; AMD, 2025).
 */

#define PF_NO_TIME (-1)

/* Where a slice stands, and what it is. */
struct pf_place {
	const struct pf_track *track;
	const char *ph;
	int64_t end; /* ns, or PF_NO_TIME */
};

/* Its texts are valid as long as the slice, which has digits, and the state. */
void pf_event(const struct pf_state *, struct pf_slice *,
    const struct pf_place *, struct raw_event *);

/*
 * Makes the event's args: its annotations, after the columns that others read
 * there.
 */
void pf_whole(
    struct whole *, const struct pf_slice *, const struct raw_event *);

/*
 * From the events of a Perfetto trace to ours: a slice from
 * its begin to its end, and what has no end of its own.
 */

struct pf_slices {
	struct pf_state *state;
	const struct skim_words *words; /* of the events asked for; NULL: all */
	struct trace_reader *reader;    /* what it is asked for; events, lost */
	int64_t endless;                /* slices without an end */

	struct pf_slice *done, *unused; /* the last event's; others */
	uint32_t leftover;              /* the track to look for open slices */
};

/* Frees what is after the pointers but the state, which must still be there.
 */
void pf_slices_free(struct pf_slices *);

/* The last event is not needed any more. */
void pf_slices_next(struct pf_slices *);

/*
 * These return 1 if there is an event now, valid until pf_slices_next, 0 if
 * there is none.
 */
MUST_USE int pf_slices_event(struct pf_slices *, const struct pf_track_event *,
    const struct pf_sequence *, struct raw_event *);

/* The name of a process or thread is an event, as in JSON: ph M. */
MUST_USE int pf_slices_name(
    struct pf_slices *, const struct pf_description *, struct raw_event *);

/* At the end: the next slice that has none. */
MUST_USE int pf_slices_leftover(struct pf_slices *, struct raw_event *);
