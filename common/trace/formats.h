/*
 * formats - the formats of traces, and what a reader of one provides.
 *
 * A new format is one line in the table of formats.c, and one file that has the
 * functions of that line: one that tells the format by its first bytes, and one
 * that opens a reader.
 */
#ifndef COMMON_TRACE_FORMATS_H
#define COMMON_TRACE_FORMATS_H

#include "common/input/input.h"
#include "common/json/skim.h"
#include "common/trace/kevent.h"
#include "common/trace/members.h"

/* The first member of a reader's own struct. */
struct trace_reader {
	const struct trace_reader_ops *ops;
};

/* Reading in parts and passing over events: see source.h. */
struct trace_parts_ops {
	void (*pass)(struct trace_reader *, const struct skim_words *);
	void (*limit)(struct trace_reader *, int64_t place);
	int64_t (*at)(const struct trace_reader *);
	int (*seek)(struct trace_reader *, int64_t place);
	int (*guess)(struct trace_reader *);
	void (*confine)(struct trace_reader *);
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
};

struct trace_format {
	const char *name;

	/* Whether the input, of which nothing has been read, is of it. */
	bool (*sniff)(struct input *);

	/*
	 * A reader; `args` are further arguments to find, as for kreader_new.
	 * They and the input must outlive it. NULL: no memory.
	 */
	struct trace_reader *(*open)(
	    struct input *, const struct span *args, size_t n);
};

/* The format of an input; of what is none, the one that says what is wrong. */
const struct trace_format *trace_format_of(struct input *);

/*
 * What an input is that is of no format, and how to make one of it; NULL: not
 * known. Static text.
 */
const char *trace_format_hint(struct input *);

/* What is left behind blanks and a byte order mark. */
struct span trace_format_text(struct span head);

#endif
