/*
 * blocks - bitmaps of brackets and words in 64 bytes of JSON.
 *
 * Bit i of a bitmap is byte i of its block. blocks.c says byte by byte
 * what the bitmaps mean; the other levels compute the same 16, 32 or 64 bytes
 * at a time. Which one runs is chosen when the program runs.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
	BLOCK = 64,
	BLOCKS = 64,      /* blocks of a batch: 4 KiB, so bitmaps stay in L1 */
	BLOCKS_LINE = 64, /* bytes of a cache line */
	INITIALS = 3
};

/* Each array begins with a cache line: a whole run takes 5 % fewer cycles. */
struct blocks {
	/* { or [ outside strings */
	_Alignas(BLOCKS_LINE) uint64_t open[BLOCKS];
	uint64_t close[BLOCKS]; /* } or ] outside strings */
	uint64_t odd[BLOCKS];   /* { or [ in a string; NUL anywhere */
	uint64_t word[BLOCKS];  /* an initial after a quote; any backslash */
	int64_t depth[BLOCKS];  /* how many more opened than closed before */
	/* Bitmaps of blocks: bit i is block i; those after the last are 0. */
	uint64_t edges;  /* as many close as are open, or more */
	uint64_t marked; /* has anything odd or a word */
};

/* The state from one block to the next; zeroed outside a string. */
struct blocks_state {
	uint64_t in_string; /* all ones inside a string */
	uint64_t escaped;   /* 1 when the next byte is escaped */
	uint64_t quoted;    /* 1 when the byte before is a quote */
	int64_t depth;      /* brackets that are open */
};

/*
 * Fills in the first n bitmaps, 1 to BLOCKS, from n * BLOCK bytes. `initials`
 * are lower-case letters, which stand for upper case as well.
 */
typedef void blocks_fill(struct blocks *, struct blocks_state *,
    const char *bytes, size_t n, const char initials[INITIALS]);

blocks_fill blocks_portable;
#if defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BLOCKS_HAVE_NEON
blocks_fill blocks_neon;
#endif
#ifdef __SSE2__
blocks_fill blocks_sse2;
#endif
#ifdef __x86_64__
blocks_fill blocks_avx2;
blocks_fill blocks_avx512;
#endif

/* The fastest level of this machine. */
blocks_fill *blocks_best(void);
