/*
 * compared_name - the form of a name in which two trees are compared.
 *
 * Addresses and the numbers of lines of Python differ from run to run. Calls of
 * HIP and of CUDA that do the same are called alike: "LaunchKernel", "Memcpy",
 * "Memset", or by their names without the vendor's prefix.
 */
#ifndef TRACE_TREEDIFF_COMPARED_NAME_H
#define TRACE_TREEDIFF_COMPARED_NAME_H

#include "common/bytes/buf.h"

enum compared_form {
	COMPARED_EXACT,
	COMPARED_LOOSE,    /* without the function and the folders of Python */
	COMPARED_REFERENCE /* of calls only hipModuleLaunchKernel as well as
			      cuLaunchKernel, as in TraceLens */
};

/* Appends the form of a name; `call` if it is of a call. */
void compared_name(
    struct buf *, struct span name, bool call, enum compared_form);

/* Appends the name without numbers in parentheses. */
void compared_without_lines(struct buf *, struct span name);

#endif
