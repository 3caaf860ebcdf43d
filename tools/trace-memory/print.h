/*
 * print - the tables that trace-memory prints. These end the program with a
 * message when they fail.
 */
#ifndef TRACE_MEMORY_PRINT_H
#define TRACE_MEMORY_PRINT_H

#include "tools/trace-memory/memory_table.h"

/* A row for each device. */
void print_devices(struct tsvw *, const struct memory_table *);

/* A row for each change, as a counter. */
void print_counter(struct tsvw *, const struct memory_table *);

/* What is alive at the peak of each device, or at its end. */
struct print_view {
	bool at_end;
	const enum holder *key;  /* n keys */
	const char *const *word; /* the names of all holders */
	size_t n;
};

void print_holders(
    struct tsvw *, const struct memory_table *, const struct print_view *);

#endif
