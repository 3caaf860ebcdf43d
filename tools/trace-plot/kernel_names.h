/*
 * kernel_names - what a picture calls the rows of its first table: kernels by
 * their short names (kshorts.h), all else as it is.
 */
#ifndef TRACE_PLOT_KERNEL_NAMES_H
#define TRACE_PLOT_KERNEL_NAMES_H

#include "common/meaning/kshorts.h"
#include "tools/trace-plot/plot.h"

struct kernel_names {
	struct kshorts *kernels; /* NULL: the column has no kernels */
};

/* Reads the column. */
__attribute__((warn_unused_result)) int kernel_names_open(
    struct kernel_names *, const struct plot *, size_t column);
void kernel_names_close(struct kernel_names *);

/* The name of a text; valid until the next call. */
__attribute__((warn_unused_result)) int kernel_names_get(
    const struct kernel_names *, const struct plot *, uint32_t text,
    struct span *name);

#endif
