/*
 * descriptor - all bytes to a file descriptor, however few write(2) takes at a
 * time and whatever signals interrupt it.
 */
#ifndef COMMON_BYTES_DESCRIPTOR_H
#define COMMON_BYTES_DESCRIPTOR_H

#include <stddef.h>

/* Returns 0, or -1 with errno; then some of the bytes may be written. */
__attribute__((warn_unused_result)) int descriptor_write(
    int fd, const void *p, size_t n);

/* The same with all of a file, from its beginning. */
__attribute__((warn_unused_result)) int descriptor_copy(int from, int to);

#endif
