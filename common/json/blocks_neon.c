/*
 * 16 bytes at a time, then two bitmaps, with what every 64-bit ARM has. Nothing
 * there makes a bitmap of bytes: each byte found keeps the bit of its place
 * among eight, and neighbours are added until eight are one byte.
 */
#include "common/json/blocks.h"

#ifdef BLOCKS_HAVE_NEON
#include <arm_neon.h>

#include "common/json/blocks_16.h"

#define FILL blocks_neon
#define LEVEL

static inline uint64_t
bitmap(struct found f)
{
	const uint8x16_t place = {
	    1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
	uint8x16_t ab =
	    vpaddq_u8((uint8x16_t)f.a & place, (uint8x16_t)f.b & place);
	uint8x16_t cd =
	    vpaddq_u8((uint8x16_t)f.c & place, (uint8x16_t)f.d & place);
	uint8x16_t all = vpaddq_u8(ab, cd);

	return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

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

#include "common/json/blocks_fill.h"
#endif
