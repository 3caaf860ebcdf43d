/*
 * words - finding words in the names of kernels and operators.
 */
#ifndef TRACE_PHASE_WORDS_H
#define TRACE_PHASE_WORDS_H

#include <stdint.h>

#include "common/bytes/buf.h"

/* Appends the text in small letters. */
void words_lower(struct buf *, struct span);

/* Does the text hold one of these words, up to a NULL, anywhere? */
bool words_any(struct span text, const char *const *words);

/* The same where no letter stands before it or after it. */
bool words_any_whole(struct span text, const char *const *words);

/*
 * The lengths of sequences in a text of small letters: what stands behind sl,
 * seqlen, seq_len or seq, with at most one '_', '=' or blank between. No letter
 * or digit may stand before: USL1 and U64SL1 in the names of Tensile's GEMMs
 * are no sequences of one token. Zeros are left out. Returns how many there
 * are, with their sum.
 */
int words_sequences(struct span text, int64_t *sum);

#endif
