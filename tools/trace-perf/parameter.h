/*
 * parameter - the sizes and settings that an operator's model goes by, under
 * the names that TraceLens gives them.
 */
#ifndef TRACE_PERF_PARAMETER_H
#define TRACE_PERF_PARAMETER_H

#include "tools/trace-perf/work.h"

void parameter_flag(struct work *, const char *name, bool);
void parameter_real(struct work *, const char *name, double);

/* A list of whole numbers; none if it is absent. */
void parameter_shape(struct work *, const char *name, struct shape);

/* How far apart the elements of the i-th argument lie in each dimension. */
void parameter_stride(
    struct work *, const char *name, const struct operation *, int i);

/* A word; none where p is NULL. */
void parameter_word(struct work *, const char *name, struct span);

/* The types of the arguments i and j, and of k unless it is NO_ARGUMENT; one of
 * ABSENT has none. */
enum { NO_ARGUMENT = -1, ABSENT = -2 };
void parameter_types(struct work *, const char *name, const struct operation *,
    int i, int j, int k);

/* Two words, or three unless p of the last is NULL. */
void parameter_words(
    struct work *, const char *name, struct span, struct span, struct span);

/* The type of the i-th argument. */
void parameter_type(
    struct work *, const char *name, const struct operation *, int i);

/* Shape and type of each argument that is a tensor; valid as long as the
 * operation is. */
void parameter_operands(struct work *, const char *, const struct operation *);

/* The i-th value, a list such as [True, False], as it is. */
void parameter_flags(
    struct work *, const char *name, const struct operation *, int i);

/* Writes all of them as an object of JSON into `size` bytes. Returns its
 * length, or 0 where there is none or it does not fit. */
size_t parameters_print(char *, size_t size, const struct work *);

#endif
