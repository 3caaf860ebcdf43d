/*
 * inflate - raw deflate data (RFC 1951), inflated as they come.
 *
 * Built over ISA-L where make finds it, else over zlib; one of inflate_isal.c
 * and inflate_zlib.c is linked.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct inflater;

enum inflate_result {
	INFLATE_ON,     /* the output is full, or the input used up */
	INFLATE_END,    /* the data end here */
	INFLATE_CORRUPT /* these are no deflate data */
};

struct inflate_io {
	const unsigned char *in;
	size_t in_n;
	unsigned char *out;
	size_t out_n;
};

struct inflater *inflate_new(void);
void inflate_free(struct inflater *);

/* Makes it ready for other data. */
void inflate_restart(struct inflater *);

/*
 * Inflates until the output is full, the input used up, or the data end, and
 * moves the pointers. At the end, and where the data are corrupt, `in` is the
 * byte after what was used, which may lie up to 8 bytes before the input
 * given: those of the input before it.
 */
enum inflate_result inflate_run(struct inflater *, struct inflate_io *);

/* The CRC-32 of gzip and zip, of more bytes; of none it is 0. */
uint32_t inflate_crc(uint32_t crc, const void *, size_t n);
