/*
 * rotation_key - a number that all rotations of a sequence of symbols share.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A hash of a ring, wherever it begins: that of its least rotation. */
uint64_t rotation_key(const uint32_t *symbol, size_t n);
