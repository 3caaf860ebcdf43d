#include "common/json/blocks.h"

/*
 * BLOCKS_PORTABLE and BLOCKS_SSE2 hold a build to one level, for measurements
 * and tests.
 */
blocks_fill *
blocks_best(void)
{
#if defined BLOCKS_HAVE_NEON && !defined BLOCKS_PORTABLE
	return blocks_neon;
#elif defined BLOCKS_PORTABLE || !defined __SSE2__
	return blocks_portable;
#elif defined BLOCKS_SSE2 || !defined __x86_64__
	return blocks_sse2;
#else
	blocks_fill *best = blocks_sse2;

	if (__builtin_cpu_supports("avx2"))
		best = blocks_avx2;
	if (__builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vpopcntdq"))
		best = blocks_avx512;
	return best;
#endif
}
