#include "common/meaning/event_category.h"

/* Names of 2021 and before, of Paddle and of rocprofv3, as they are today. */
static const struct {
	struct span old, today;
} renamed[] = {
    {TEXT("Kernel"), TEXT("kernel")},
    {TEXT("Memcpy"), TEXT("gpu_memcpy")},
    {TEXT("Memset"), TEXT("gpu_memset")},
    {TEXT("Runtime"), TEXT("cuda_runtime")},
    {TEXT("CudaRuntime"), TEXT("cuda_runtime")},
    {TEXT("MluRuntime"), TEXT("mlu_runtime")},
    {TEXT("Operator"), TEXT("cpu_op")},
    {TEXT("async"), TEXT("ac2g")},
    {TEXT("async_gpu"), TEXT("ac2g")},
    {TEXT("async_cpu_to_gpu"), TEXT("ac2g")},
    {TEXT("kernel_dispatch"), TEXT("kernel")},
    {TEXT("memory_copy"), TEXT("gpu_memcpy")},
};

static const struct {
	struct span name;
	enum event_group group;
} grouped[] = {
    {TEXT("kernel"), GROUP_GPU},
    {TEXT("gpu_memcpy"), GROUP_GPU},
    {TEXT("gpu_memset"), GROUP_GPU},
    {TEXT("cpu_op"), GROUP_HOST},
    {TEXT("ac2g"), GROUP_FLOW},
    {TEXT("fwdbwd"), GROUP_FLOW},
    {TEXT("user_annotation"), GROUP_HOST},
    {TEXT("gpu_user_annotation"), GROUP_HOST},
};

struct span
event_category_today(struct span cat)
{
	if (cat.n == 0 || (*cat.p > 'a' && *cat.p != 'k' && *cat.p != 'm'))
		return cat; /* faster: none of these names */
	for (size_t i = 0; i < COUNT(renamed); i++)
		if (span_equal(cat, renamed[i].old))
			return renamed[i].today;
	return cat;
}

bool
event_category_spelling(size_t i, struct span *spelled, struct span *today)
{
	if (i < COUNT(renamed)) {
		*spelled = renamed[i].old;
		*today = renamed[i].today;
		return true;
	}
	i -= COUNT(renamed);
	if (i >= COUNT(grouped))
		return false;
	*spelled = *today = grouped[i].name;
	return true;
}

bool
event_category_is_call(struct span today)
{
	return span_ends(today, "_runtime") || span_ends(today, "_driver") ||
	    span_is(today, "hip_api") || span_is(today, "hsa_api");
}

enum event_group
event_category_group(struct span today, struct span ph)
{
	for (size_t i = 0; i < COUNT(grouped); i++)
		if (span_equal(today, grouped[i].name))
			return grouped[i].group;
	if (event_category_is_call(today))
		return GROUP_HOST;
	return today.n == 0 && span_is(ph, "M") ? GROUP_HOST : GROUP_OTHER;
}

bool
event_category_is_gpu(struct span cat)
{
	return event_category_group(
		   event_category_today(cat), (struct span){0}) == GROUP_GPU;
}

bool
event_category_on_device(struct span today, enum event_group group)
{
	return group == GROUP_GPU || span_is(today, "gpu_user_annotation");
}
