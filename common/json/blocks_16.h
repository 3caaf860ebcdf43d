/*
 * blocks_16 - a block in four registers of 16 bytes, and two bitmaps in one, as
 * blocks_fill.h wants them: what the levels of such registers have in common.
 * The bit 0x20 is set before brackets are compared, because [ and { differ only
 * there, and so do ] and }.
 */
#ifndef COMMON_JSON_BLOCKS_16_H
#define COMMON_JSON_BLOCKS_16_H

/* Words, as __m128i is: of bytes, gcc makes a level that takes 5 % longer. */
typedef long long part __attribute__((vector_size(16)));
typedef part loose_16 __attribute__((aligned(1), may_alias));
typedef signed char bytes_16 __attribute__((vector_size(16)));

struct bytes {
	part a, b, c, d;
};

static inline part
load_16(const char *p)
{
	return *(const loose_16 *)(const void *)p;
}

static inline struct bytes
load(const char *p)
{
	return (struct bytes){
	    load_16(p), load_16(p + 16), load_16(p + 32), load_16(p + 48)};
}

static inline struct bytes
fold(struct bytes v)
{
	part bit = (part)((bytes_16){0} + 0x20);

	return (struct bytes){v.a | bit, v.b | bit, v.c | bit, v.d | bit};
}

/* Bytes that are found are all ones, others zero. */
struct found {
	part a, b, c, d;
};

static inline part
same_16(part v, signed char byte)
{
	return (part)((bytes_16)v == byte);
}

static inline struct found
same(struct bytes v, signed char byte)
{
	return (struct found){same_16(v.a, byte), same_16(v.b, byte),
	    same_16(v.c, byte), same_16(v.d, byte)};
}

static inline struct found
either(struct found x, struct found y)
{
	return (struct found){x.a | y.a, x.b | y.b, x.c | y.c, x.d | y.d};
}

/* A backslash or NUL. */
static inline struct found
rare(struct bytes v)
{
	return either(same(v, '\\'), same(v, 0));
}

#define LANES 2
typedef uint64_t lanes __attribute__((
    vector_size(LANES * sizeof(uint64_t)), aligned(8), may_alias));

#endif
