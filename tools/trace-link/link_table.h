/*
 * link_table - the events of GPU and host, as they come from trace-extract.
 */
#pragma once

#include "common/cli/xhost.h"
#include "common/times/interval.h"
#include "common/trace/event.h"
#include "common/trace/host_events.h"
#include "common/trace/launch.h"

enum { TABLE_DETAILS = 4 };

/*
 * Nesting of rows on the host.
 *
 * One pass in order of time with a stack for each thread, see host_events.h.
 * Operators and calls form one tree, Python functions another, annotations a
 * third.
 */

/* Places in the array, one for each row, or HOST_NONE. */
struct call_tree {
	uint32_t *parent;     /* the row that holds it, of its own tree */
	uint32_t *annotation; /* of a call: the innermost of its thread that
				 holds its start */
	uint32_t *around;     /* the annotation of its scope that began last */
	uint32_t *frame;      /* of a call or operator: the innermost Python
				 function */
};

/*
 * A chain of annotations, by parent or around, may hold some that have ended
 * before what it started from: call_tree_holds tells.
 */
static inline bool
call_tree_holds(const struct host *annotation, const struct host *call)
{
	return annotation->end > call->start;
}

/*
 * For n rows in the order of host_sort, whose texts are numbered below
 * `texts`.
 */
void call_tree_build(
    struct call_tree *, const struct host *, size_t n, size_t texts);
void call_tree_free(struct call_tree *);

/* Places of the columns besides those of struct events and struct xhost. */
struct link_table_columns {
	int label, process_label, kernel;
	int detail[TABLE_DETAILS]; /* of an operator's inputs */
};

/* The kernel of calls of copies and memsets that name none. */
#define TABLE_COPY "Memcpy"
#define TABLE_SET "Memset"

/* A text that belongs to a process or thread, both by their number. */
enum label_kind { LABEL_NAME, LABEL_PROCESS, LABELS };
struct label {
	enum label_kind kind;
	uint32_t key, text;
};

/* A time in which a process loaded code. */
struct code_load {
	uint32_t scope; /* as that of struct host */
	struct interval time;
};

/* Event numbers from here on are none of ours; sums of lower ones fit. */
#define TABLE_IDS_MOST ((int64_t)1 << 31)

struct link_table {
	struct link_table_columns column;
	bool frames; /* Python functions are wanted, too */
	bool gaps;   /* and the times in which code was loaded */
	struct code_load *load;
	size_t loads, loads_cap;

	struct events gpu;     /* with their lines */
	uint32_t *correlation; /* of each of them, or HOST_NONE */
	size_t correlations_cap;
	struct launch *launch; /* of each of them; the caller sets it */

	struct host *host; /* in the order of host_sort */
	size_t n, cap;
	struct call_tree tree; /* of them */
	int64_t ids_end;       /* above all numbers of events below that */

	struct xhost rows;       /* numbers of rows, ids and texts */
	struct span *text;       /* all texts, in byte order */
	uint32_t *label[LABELS]; /* of each as a key, or HOST_NONE */
	struct label *labels;
	size_t nlabels, labels_cap;
};

/* The columns that an operator's inputs have. */
extern const char *const link_table_details[TABLE_DETAILS];

/* Whether the table has any of those. */
bool link_table_has_details(const struct link_table *);

/* These end the program with a message when they fail. */
void link_table_open(struct link_table *, struct tsv *, bool frames);
void link_table_read(struct link_table *, struct tsv *); /* all records */
void link_table_free(struct link_table *);
