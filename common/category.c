#include "common/category.h"

/* Names of 2021 and before, and what they are called today. */
static const struct {
	const char *old, *today;
} renamed[] = {
    {"Kernel", "kernel"},
    {"Memcpy", "gpu_memcpy"},
    {"Memset", "gpu_memset"},
    {"Runtime", "cuda_runtime"},
    {"Operator", "cpu_op"},
    {"async", "ac2g"},
    {"async_gpu", "ac2g"},
    {"async_cpu_to_gpu", "ac2g"},
};

static const struct {
	const char *name;
	enum category_group group;
} grouped[] = {
    {"kernel", GROUP_GPU},
    {"gpu_memcpy", GROUP_GPU},
    {"gpu_memset", GROUP_GPU},
    {"cpu_op", GROUP_HOST},
    {"ac2g", GROUP_HOST},
    {"fwdbwd", GROUP_HOST},
    {"user_annotation", GROUP_HOST},
    {"gpu_user_annotation", GROUP_HOST},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct span
category_today(struct span cat)
{
	for (size_t i = 0; i < COUNT(renamed); i++)
		if (span_is(cat, renamed[i].old))
			return span_of(renamed[i].today);
	return cat;
}

bool
category_spelling(size_t i, struct span *spelled, struct span *today)
{
	if (i < COUNT(renamed)) {
		*spelled = span_of(renamed[i].old);
		*today = span_of(renamed[i].today);
		return true;
	}
	i -= COUNT(renamed);
	if (i >= COUNT(grouped))
		return false;
	*spelled = *today = span_of(grouped[i].name);
	return true;
}

static bool
ends_with(struct span s, const char *end)
{
	struct span e = span_of(end);

	return s.n >= e.n && span_equal((struct span){s.p + s.n - e.n, e.n}, e);
}

enum category_group
category_group(struct span today, struct span ph)
{
	for (size_t i = 0; i < COUNT(grouped); i++)
		if (span_is(today, grouped[i].name))
			return grouped[i].group;
	/* cuda_runtime, cuda_driver, and those of other vendors */
	if (ends_with(today, "_runtime") || ends_with(today, "_driver"))
		return GROUP_HOST;
	return today.n == 0 && span_is(ph, "M") ? GROUP_HOST : GROUP_OTHER;
}

bool
category_on_device(struct span today)
{
	return category_group(today, (struct span){0}) == GROUP_GPU ||
	    span_is(today, "gpu_user_annotation");
}
