/*
 * record - a record of rocprofv3's JSON as an event.
 */
#ifndef COMMON_TRACE_ROCPROF_RECORD_H
#define COMMON_TRACE_ROCPROF_RECORD_H

#include "common/json/json.h"
#include "common/trace/rocprof/rocprof.h"

/*
 * What the numbers in a JSON file of rocprofv3 stand for.
 *
 * The file has tables of its agents, kernels, kinds of records and their
 * operations, and messages of markers; records hold numbers into them. Memory
 * grows with the tables, not with the records.
 */

struct rocprof_names;

struct rocprof_names *rocprof_names_new(void);
void rocprof_names_free(struct rocprof_names *);

/* Forgets all: numbers of another process come. */
void rocprof_names_forget(struct rocprof_names *);

/* Which table an item is of. */
enum rocprof_names_table {
	ROCPROF_NAMES_AGENTS,  /* agents */
	ROCPROF_NAMES_KERNELS, /* kernel_symbols */
	ROCPROF_NAMES_KINDS,   /* strings.buffer_records */
	ROCPROF_NAMES_MESSAGES /* strings.marker_api */
};

/*
 * Learns from an item, the text of an object; the n-th of its table, from 0,
 * which is what kinds go by. Returns 0 or JSON_UNREADABLE.
 */
__attribute__((warn_unused_result)) int rocprof_names_learn(
    struct rocprof_names *, enum rocprof_names_table, int n,
    struct span object);

/*
 * What a number, as it is written, stands for: empty if that is not known.
 * Valid until rocprof_names_free.
 */
struct span rocprof_names_device(struct rocprof_names *, struct span handle);
struct span rocprof_names_kernel(struct rocprof_names *, struct span id);
struct span rocprof_names_kernel_short(struct rocprof_names *, struct span id);
struct span rocprof_names_kind(struct rocprof_names *, struct span kind);
struct span rocprof_names_operation(
    struct rocprof_names *, struct span kind, struct span operation);
struct span rocprof_names_message(
    struct rocprof_names *, struct span correlation);

/* The GPUs among the agents so far, as deviceProperties has them: JSON. */
struct span rocprof_names_gpus(const struct rocprof_names *);

struct rocprof_record;

/*
 * A reader for the records of a file, whose args it finds in a record or its
 * dispatch_info; both must outlive it.
 */
struct rocprof_record *rocprof_record_new(
    struct rocprof *, struct rocprof_names *);
void rocprof_record_free(struct rocprof_record *);

/*
 * Reads a record, all but the pid; valid until the next call and as long as
 * the object. Without a kind, a name or times it is unreadable. Returns 0 or
 * JSON_UNREADABLE.
 */
__attribute__((warn_unused_result)) int rocprof_record_read(
    struct rocprof_record *, struct span object, struct kevent *);

/*
 * The same for a record that bytes, after which TEMPLATE_PAD can be read, begin
 * with, if it is like one of the last that were read (see template.h). Returns
 * its length; 0 if it has to be read with care.
 */
size_t rocprof_record_alike(
    struct rocprof_record *, struct span bytes, struct kevent *);

#endif
