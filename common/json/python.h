/*
 * python - values of JSON as Python writes them: texts in single quotes, and a
 * blank after each comma and colon.
 */
#pragma once

#include "common/bytes/buf.h"

/*
 * Appends an array or object; any other text as it is. With `tuples`, arrays
 * become tuples, unless they are nested deeper than PYTHON_DEPTH.
 */
enum { PYTHON_DEPTH = 64 };
void python_add(struct buf *, struct span json, bool tuples);

/* Appends a text in quotes. */
void python_add_text(struct buf *, struct span);
