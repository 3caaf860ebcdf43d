/*
 * print_memory - the tables that trace-memory prints. These end the program
 * with a message when they fail.
 */
#pragma once

#include "tools/trace-memory/memory_table.h"

/* Allocations alive at the peak of each device, or at its end. */
struct print_view {
	bool at_end;
	enum holder key[HOLDERS]; /* n of them */
	size_t n;
};

/* The names of all holders. */
extern const char *const memory_holders[HOLDERS];

/* A row for each device. */
void memory_print_devices(struct tsvw *, const struct memory_table *);

/* A row for each change, as a counter. */
void memory_print_counter(struct tsvw *, const struct memory_table *);

void memory_print_holders(
    struct tsvw *, const struct memory_table *, const struct print_view *);
