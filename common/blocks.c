#include "common/blocks.h"

/*
 * BLOCKS_PORTABLE and BLOCKS_SSE2 hold a build to one level, for measurements
 * and tests.
 */
blocks_fill *
blocks_best(void)
{
#ifdef BLOCKS_PORTABLE
	return blocks_portable;
#else
#if defined __x86_64__ && !defined BLOCKS_SSE2
	if (__builtin_cpu_supports("avx2") &&
	    __builtin_cpu_supports("pclmul") &&
	    __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi"))
		return blocks_avx2;
#endif
#ifdef __SSE2__
	return blocks_sse2;
#else
	return blocks_portable;
#endif
#endif
}
