#include <stdio.h>

#include "common/trace/nsys/kinds.h"

/* Columns of all work of a GPU. */
#define WORK                                                                 \
	[NSYS_START] = TEXT("start"), [NSYS_END] = TEXT("end"),              \
	[NSYS_GLOBAL] = TEXT("globalPid"), [NSYS_DEVICE] = TEXT("deviceId"), \
	[NSYS_STREAM] = TEXT("streamId"),                                    \
	[NSYS_CORRELATION] = TEXT("correlationId")

/* CUpti_ActivityMemcpyKind (NVIDIA, "CUPTI"), spelled as Kineto does. */
static const char *const copies[] = {" HtoD", " DtoH", " HtoA", " AtoH",
    " AtoA", " AtoD", " DtoA", " DtoD", " HtoH", " PtoP"};

/* CUpti_ActivitySynchronizationType, likewise. */
static const char *const waits[] = {
    ": event", ": stream for event", ": stream", ": context"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/*
 * A graph that is recorded as a whole has no rows for its kernels: it is the
 * work that its stream did meanwhile.
 */
static const struct nsys_kind kinds[] = {
    {"CUPTI_ACTIVITY_KIND_KERNEL", "kernel",
	{WORK, [NSYS_NAME] = TEXT("demangledName"),
	    [NSYS_NAME_2] = TEXT("shortName"),
	    [NSYS_NAME_3] = TEXT("mangledName")},
	NULL, NULL, 0},
    {"CUPTI_ACTIVITY_KIND_MEMCPY", "gpu_memcpy",
	{WORK, [NSYS_SORT] = TEXT("copyKind")}, "Memcpy", copies,
	COUNT(copies)},
    {"CUPTI_ACTIVITY_KIND_MEMSET", "gpu_memset", {WORK}, "Memset", NULL, 0},
    {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "kernel",
	{WORK, [NSYS_SORT] = TEXT("graphId")}, "CUDA graph", NULL, 0},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "cuda_sync",
	{WORK, [NSYS_SORT] = TEXT("syncType")}, "Synchronize", waits,
	COUNT(waits)},
    {"CUPTI_ACTIVITY_KIND_RUNTIME", "cuda_runtime",
	{[NSYS_START] = TEXT("start"),
	    [NSYS_END] = TEXT("end"),
	    [NSYS_GLOBAL] = TEXT("globalTid"),
	    [NSYS_CORRELATION] = TEXT("correlationId"),
	    [NSYS_NAME] = TEXT("nameId")},
	NULL, NULL, 0},
    {"NVTX_EVENTS", "user_annotation",
	{[NSYS_START] = TEXT("start"),
	    [NSYS_END] = TEXT("end"),
	    [NSYS_GLOBAL] = TEXT("globalTid"),
	    [NSYS_SORT] = TEXT("eventType"),
	    [NSYS_NAME] = TEXT("text"),
	    [NSYS_NAME_2] = TEXT("textId")},
	NULL, NULL, 0},
};

const struct nsys_kind *
nsys_kind(size_t i)
{
	return i < COUNT(kinds) ? &kinds[i] : NULL;
}

struct span
nsys_sort_name(
    const struct nsys_kind *kind, int64_t sort, char out[NSYS_SORT_NAME])
{
	int n;

	if (!kind->called)
		return (struct span){0};
	if (sort < 0 ||
	    (kind->sorts && (sort < 1 || sort > kind->sorts_count)) ||
	    (!kind->sorts && !kind->column[NSYS_SORT].n))
		return span_of(kind->called);
	if (kind->sorts)
		n = snprintf(out, NSYS_SORT_NAME, "%s%s", kind->called,
		    kind->sorts[sort - 1]);
	else
		n = snprintf(out, NSYS_SORT_NAME, "%s %lld", kind->called,
		    (long long)sort);
	return (struct span){out, (size_t)n};
}
