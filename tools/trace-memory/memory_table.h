/*
 * memory_table - the changes of memory and the rows of the host, read from a
 * table, with what follows from them.
 */
#ifndef TRACE_MEMORY_TABLE_H
#define TRACE_MEMORY_TABLE_H

#include "common/cli/xhost.h"
#include "tools/trace-memory/holders.h"

struct memory_table {
	struct xhost in;
	int bytes, total, address; /* columns */
	int device[4];             /* columns that tell devices apart */
	struct pool *devices, *addresses;
	struct change *change; /* in the order of their time */
	size_t n, cap;
	struct host *host;
	size_t hosts, host_cap;
	struct device *of; /* by the number of the device */
};

/* Reads all records. Ends the program with a message when it fails. */
void memory_table_read(struct memory_table *, struct tsv *);
void memory_table_free(struct memory_table *);

#endif
