/*
 * hlo_shape - shapes of XLA's HLO as text, from the messages of xla_data.proto
 * (OpenXLA).
 *
 * All append to the buffer. They return
 */
#ifndef COMMON_TRACE_XPLANE_HLO_SHAPE_H
#define COMMON_TRACE_XPLANE_HLO_SHAPE_H

#include "common/bytes/buf.h"

enum { HLO_TUPLES = 8 }; /* within each other; deeper ones are left out */

/* Whole numbers of a message's field, packed or one by one: 2,3,4. */
void hlo_put_numbers(struct buf *, struct span message, uint32_t field);

/* As HLO writes it: bf16[2,3]{1,0}, and a tuple (bf16[2]{0}, u8[8]{0}). */
void hlo_put_shape(struct buf *, struct span shape);

/* JSON: [2,3], and of a tuple a list of those; "bf16", and a list of those. */
void hlo_put_dims(struct buf *, struct span shape);
void hlo_put_type(struct buf *, struct span shape);

/* Is it a tuple? */
bool hlo_is_tuple(struct span shape);

/*
 * Which dimension of a convolution is what, as HLO writes it: bf01_oi01->bf01,
 * from ConvolutionDimensionNumbers; nothing if they contradict each other.
 */
void hlo_put_labels(struct buf *, struct span numbers);

#endif
