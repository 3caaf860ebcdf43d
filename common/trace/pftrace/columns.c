#include "common/trace/pftrace/columns.h"

static const struct {
	struct span key;
	enum pf_column column;
} keys[] = {
    {TEXT("kernel_name"), PF_NAME},
    {TEXT("KernelName"), PF_NAME},
    {TEXT("symbol"), PF_NAME},
    {TEXT("symbol_name"), PF_NAME},
    {TEXT("funcName"), PF_NAME},
    {TEXT("tid"), PF_TID},
    {TEXT("device_id"), PF_DEVICE},
    {TEXT("deviceId"), PF_DEVICE},
    {TEXT("dev_id"), PF_DEVICE},
    {TEXT("DevId"), PF_DEVICE},
    {TEXT("gpu_id"), PF_DEVICE},
    {TEXT("gpuId"), PF_DEVICE},
    {TEXT("device"), PF_DEVICE},
    {TEXT("agent"), PF_DEVICE},
    {TEXT("stream_ID"), PF_STREAM},
    {TEXT("stream_id"), PF_STREAM},
    {TEXT("stream"), PF_STREAM},
    {TEXT("queue"), PF_STREAM},
    {TEXT("corr_id"), PF_CORRELATION},
    {TEXT("correlation_id"), PF_CORRELATION},
    {TEXT("correlationId"), PF_CORRELATION},
    {TEXT("correlation"), PF_CORRELATION},
    {TEXT("CorrId"), PF_CORRELATION},
    {TEXT("External id"), PF_EXTERNAL_ID},
    {TEXT("external_id"), PF_EXTERNAL_ID},
    {TEXT("begin_ns"), PF_BEGIN},
    {TEXT("delta_ns"), PF_DURATION},
    {TEXT("end_ns"), PF_END},
};

enum { KEYS = sizeof keys / sizeof *keys };

unsigned
pf_column_rank(struct span name)
{
	for (unsigned k = 0; k < KEYS; k++)
		if (span_equal(keys[k].key, name))
			return k;
	return PF_NO_COLUMN;
}

enum pf_column
pf_column(unsigned rank)
{
	return keys[rank].column;
}
