/*
 * rocnames - what the numbers in a JSON file of rocprofv3 stand for.
 *
 * The file has tables of its agents, kernels, kinds of records and their
 * operations, and messages of markers; records hold numbers into them. Memory
 * grows with the tables, not with the records.
 */
#ifndef COMMON_TRACE_ROCNAMES_H
#define COMMON_TRACE_ROCNAMES_H

#include "common/json/json.h"

struct rocnames;

struct rocnames *rocnames_new(void); /* NULL: no memory */
void rocnames_free(struct rocnames *);

/* Which table an item is of. */
enum rocnames_table {
	ROCNAMES_AGENTS,  /* agents */
	ROCNAMES_KERNELS, /* kernel_symbols */
	ROCNAMES_KINDS,   /* strings.buffer_records */
	ROCNAMES_MESSAGES /* strings.marker_api */
};

/*
 * Learns from an item, the text of an object; the n-th of its table, from 0,
 * which is what kinds go by. Returns 0, JSON_UNREADABLE, or JSON_NO_MEMORY.
 */
__attribute__((warn_unused_result)) int rocnames_learn(
    struct rocnames *, enum rocnames_table, int n, struct span object);

/*
 * What a number, as it is written, stands for: empty if that is not known.
 * Valid until rocnames_free.
 */
struct span rocnames_device(struct rocnames *, struct span handle);
struct span rocnames_kernel(struct rocnames *, struct span id);
struct span rocnames_kind(struct rocnames *, struct span kind);
struct span rocnames_operation(
    struct rocnames *, struct span kind, struct span operation);
struct span rocnames_message(struct rocnames *, struct span correlation);

/* The GPUs among the agents so far, as deviceProperties has them: JSON. */
struct span rocnames_gpus(const struct rocnames *);

#endif
