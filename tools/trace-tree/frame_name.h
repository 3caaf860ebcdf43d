/*
 * frame_name - the parts of names of Python functions and modules.
 *
 * "torch/nn/functional.py(2437): embedding" has a file, a line and a function,
 * "nn.Module: Embedding_0" is the first module of that class. Which functions
 * only hand a call on is TraceLens's list (AMD-AGI/TraceLens, revision
 * 171dd747).
 */
#pragma once

#include "common/bytes/span.h"

bool frame_is_module(struct span name);

/* The module's name without that word; with its number. */
struct span frame_module(struct span name);

/* The name without the number of a module. */
struct span frame_class(struct span name);

/* Does it belong into a call stack: a module, an operator, a file's function?
 */
bool frame_is_shown(struct span name);

/* Is it of a file of Python, and does it only hand the call on? */
bool frame_is_python(struct span name);
bool frame_is_wrapper(struct span name);

/* Is it the function of an operator, by its name without what ends in "::"? */
bool frame_implements(struct span name, struct span op);
