/*
 * Any bytes as the names of an annotation, a kernel and an operator, and as
 * shapes: its three parts have NULs between.
 */
#include <stdint.h>
#include <stdlib.h>

#include "tools/trace-phase/annotation.h"
#include "tools/trace-phase/methods.h"
#include "tools/trace-phase/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static struct span
take_part(struct span *rest)
{
	const char *end = rest->n ? memchr(rest->p, '\0', rest->n) : NULL;
	size_t n = end ? (size_t)(end - rest->p) : rest->n;
	struct span part = {rest->p, n};

	rest->p += end ? n + 1 : n;
	rest->n -= end ? n + 1 : n;
	return part;
}

static void
check(struct verdict v)
{
	if (v.phase < PHASE_EMPTY || v.phase > PHASE_MIXED || !v.how || !v.what)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct span rest = {(const char *)p, n};
	struct span first = take_part(&rest), second = take_part(&rest);
	struct about a = {first, second, rest, 10};
	int64_t dim[8], sum;

	if (annotation_path_phase(first) > PHASE_MIXED)
		abort();
	if (words_sequences(first, &sum) < 0 || sum < 0)
		abort();
	check(method_attention_patterns(&a));
	check(method_framework_apis(&a));
	check(method_gemm_params(&a));
	check(method_kernel_names(&a));
	for (int i = 0; i < 3; i++)
		if (method_shape(rest, i, dim, 8) < -1)
			abort();
	return 0;
}
