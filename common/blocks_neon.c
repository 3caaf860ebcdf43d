/*
 * 16 bytes at a time, then two bitmaps, with what every 64-bit ARM has. Nothing
 * there makes a bitmap of bytes: each byte found keeps the bit of its place
 * among eight, and neighbours are added until eight are one byte.
 */
#include "common/blocks.h"

#ifdef BLOCKS_NEON
#include <arm_neon.h>

#define FILL blocks_neon
#define LEVEL

struct bytes {
	uint8x16_t a, b, c, d;
};

static inline uint8x16_t
load_16(const char *p)
{
	return vld1q_u8((const uint8_t *)p);
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
	uint8x16_t bit = vdupq_n_u8(0x20);

	return (struct bytes){vorrq_u8(v.a, bit), vorrq_u8(v.b, bit),
	    vorrq_u8(v.c, bit), vorrq_u8(v.d, bit)};
}

/* Bytes that are found are all ones, others zero. */
struct found {
	uint8x16_t a, b, c, d;
};

static inline struct found
same(struct bytes v, char byte)
{
	uint8x16_t c = vdupq_n_u8((uint8_t)byte);

	return (struct found){vceqq_u8(v.a, c), vceqq_u8(v.b, c),
	    vceqq_u8(v.c, c), vceqq_u8(v.d, c)};
}

static inline struct found
either(struct found x, struct found y)
{
	return (struct found){vorrq_u8(x.a, y.a), vorrq_u8(x.b, y.b),
	    vorrq_u8(x.c, y.c), vorrq_u8(x.d, y.d)};
}

static inline uint64_t
bitmap(struct found f)
{
	const uint8x16_t place = {
	    1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
	uint8x16_t ab = vpaddq_u8(vandq_u8(f.a, place), vandq_u8(f.b, place));
	uint8x16_t cd = vpaddq_u8(vandq_u8(f.c, place), vandq_u8(f.d, place));
	uint8x16_t all = vpaddq_u8(ab, cd);

	return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

#define LANES 2
typedef uint64_t lanes __attribute__((
    vector_size(LANES * sizeof(uint64_t)), aligned(8), may_alias));

/* The top bit of each bitmap. */
static inline uint64_t
top_bits(lanes v)
{
	return v[0] >> 63 | v[1] >> 63 << 1;
}

/* All ones for each bit that is set, from the lowest on. */
static inline lanes
spread(uint64_t bits)
{
	const lanes place = (lanes){1, 2};

	return (lanes)((place & bits) == place);
}

/* How many bits are set in each bitmap. */
static inline lanes
count_bits(lanes x)
{
	uint8x16_t n = vcntq_u8((uint8x16_t)x);

	return (lanes)vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(n)));
}

/* Each becomes the sum of those up to it. */
static inline lanes
add_up(lanes x)
{
	return x + (lanes)vextq_u64(vdupq_n_u64(0), (uint64x2_t)x, 1);
}

#include "common/blocks_fill.h"
#endif
