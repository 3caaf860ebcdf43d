/*
 * description - how many symbols it takes to write a sequence down when what
 * repeats in it is written once.
 */
#ifndef TRACE_CYCLES_DESCRIPTION_H
#define TRACE_CYCLES_DESCRIPTION_H

#include <stddef.h>
#include <stdint.h>

/*
 * Folds the exact run that saves most, again and again. Returns the price; what
 * is repeated counts as it is, once.
 */
int64_t description_price(const uint32_t *symbol, size_t n);

#endif
