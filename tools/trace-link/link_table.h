/*
 * link_table - the events of GPU and host, as they come from trace-extract.
 */
#pragma once

#include "common/cli/xhost.h"
#include "common/meaning/interval.h"
#include "common/trace/event.h"
#include "common/trace/host.h"

enum { TABLE_DETAILS = 4 };

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

	struct host *host; /* after link_table_end in the order of host_sort */
	size_t n, cap;
	int64_t ids_end; /* above all numbers of events below that */

	struct xhost rows; /* numbers of rows, ids and texts */
	struct span *text; /* after link_table_end: all texts, in byte order */
	uint32_t *label[LABELS]; /* of each as a key, or HOST_NONE */
	struct label *labels;
	size_t nlabels, labels_cap;
};

/* The columns that an operator's inputs have. */
extern const char *const link_table_details[TABLE_DETAILS];

/* These end the program with a message when they fail. */
void link_table_open(struct link_table *, struct tsv *, bool frames);
void link_table_add(struct link_table *, struct tsv *); /* the current record */
void link_table_end(struct link_table *); /* orders what was read */
void link_table_free(struct link_table *);
