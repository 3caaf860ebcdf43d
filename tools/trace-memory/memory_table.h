/*
 * memory_table - the changes of memory and the rows of the host, read from a
 * table, with what follows from them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/cli/xhost.h"
#include "common/cli/xkey.h"
#include "common/trace/host_events.h"

/* Which operator, module, annotation and step a change is in. */
enum holder {
	HOLDER_OPERATOR,   /* the innermost on the thread */
	HOLDER_MODULE,     /* likewise: a Python function of a module */
	HOLDER_ANNOTATION, /* the innermost of the process */
	HOLDER_STEP,       /* the outermost of the process */
	HOLDERS
};

/*
 * Changes by PyTorch's allocator, and which memory was alive when.
 *
 * Each event [memory] of Kineto has a number of bytes, negative when they are
 * given back, an address, and the total allocated after it. The live
 * allocations and one remainder add up to that total at each time: the
 * remainder is older memory, and changes by events that were lost.
 */
struct change {
	int64_t time, bytes, total; /* ns; negative bytes are given back */
	uint32_t device, address;   /* numbers of texts; of all devices */
	uint32_t thread, process;   /* likewise */
	uint32_t holder[HOLDERS];   /* set by holders_find */
	uint32_t until; /* of an allocation: what ends it, or NEVER */
};

/* Of one device; indices are those of changes. */
struct device {
	uint32_t last, peak;        /* peak: the first time of the most */
	int64_t peak_bytes;         /* before the first change, if then most */
	int64_t before;             /* bytes, before the first change */
	int64_t rest_at_peak, rest; /* the remainder; at the end */
	int64_t allocations, frees;
	int64_t unknown; /* frees of what the recording has not allocated */
	int64_t breaks;  /* totals that do not follow from the one before */
};

/* Brings n changes into the order of their time, as they came where equal. */
void changes_sort(struct change *, size_t n);

/*
 * Fills in, of changes in order, until[] of each and the devices, which are
 * zeroed. Addresses are numbered below `addresses`. Returns false when a sum
 * does not fit.
 */
bool changes_follow(
    struct change *, size_t n, struct device *, size_t addresses);

/* Whether an allocation is alive after the change `now`. */
static inline bool
change_lives(const struct change *c, uint32_t i, uint32_t now)
{
	return c[i].bytes > 0 && i <= now && c[i].until > now;
}

/*
 * Sets the holders of n changes in the order of their time: rows of the host,
 * which it sorts, or HOST_NONE. Threads and processes are numbered below
 * `texts`.
 */
void holders_find(
    struct change *, size_t n, struct host *, size_t hosts, size_t texts);

struct memory_table {
	struct xhost in;
	int bytes, total, address; /* columns */
	const struct tsv *tsv;
	struct key device; /* what tells devices apart */
	struct pool *devices, *addresses;
	struct change *change; /* in the order of their time */
	size_t n, cap;
	size_t without_total; /* rows of memory that are no change */
	struct host *host;
	size_t hosts, host_cap;
	struct device *of; /* by the number of the device */
};

/* Reads all records. Ends the program with a message when it fails. */
void memory_table_read(struct memory_table *, struct tsv *);
void memory_table_free(struct memory_table *);
