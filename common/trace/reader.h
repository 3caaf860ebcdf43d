/*
 * reader - what a reader of one format of traces provides: see formats.h.
 */
#ifndef COMMON_TRACE_READER_H
#define COMMON_TRACE_READER_H

#include "common/input/input.h"
#include "common/json/skim.h"
#include "common/trace/kevent.h"
#include "common/trace/members.h"
#include "common/trace/whole.h"

/* The first member of a reader's own struct. */
struct trace_reader {
	const struct trace_reader_ops *ops;
	struct whole *whole; /* where next() leaves args and rest, or NULL */
};

/* Reading in parts: see source.h. */
struct trace_parts_ops {
	void (*limit)(struct trace_reader *, int64_t place);
	int64_t (*at)(const struct trace_reader *);
	int (*seek)(struct trace_reader *, int64_t place);
	int (*guess)(struct trace_reader *);
	void (*confine)(struct trace_reader *);
	int64_t (*faults)(const struct trace_reader *);
};

/* The contract of each is that of the function of source.h with its name. */
struct trace_reader_ops {
	int (*start)(struct trace_reader *);
	int (*next)(struct trace_reader *, struct kevent *);
	void (*close)(struct trace_reader *);
	int64_t (*number)(const struct trace_reader *);
	int64_t (*lost)(const struct trace_reader *);
	const char *(*damage)(const struct trace_reader *);
	const struct members *(*members)(const struct trace_reader *);
	const char *(*error)(const struct trace_reader *);
	const struct trace_parts_ops *parts; /* NULL: it has but one part */
	int64_t (*unreadable)(const struct trace_reader *); /* NULL: always 0 */
	int64_t (*backward)(const struct trace_reader *);   /* the same */

	/* NULL: it gives all events. */
	void (*pass)(struct trace_reader *, const struct skim_words *);
};

struct trace_format {
	const char *name, *files; /* a word; what is of it, for people */

	/* Whether the input, of which nothing has been read, is of it. */
	bool (*sniff)(struct input *);

	/*
	 * A reader; `args` are further arguments to find, as for kreader_new.
	 * They and the input must outlive it. NULL: no memory.
	 */
	struct trace_reader *(*open)(
	    struct input *, const struct span *args, size_t n);
};

#endif
