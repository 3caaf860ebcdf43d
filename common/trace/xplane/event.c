#include "common/trace/xplane/event.h"
#include "common/bytes/protobuf.h"
#include "common/trace/xplane/plane.h"

/* Nanoseconds, halves up. */
static int64_t
round_ps(uint64_t ps)
{
	return (int64_t)(ps / 1000 + (ps % 1000 >= 500));
}

int
xplane_times(
    struct span message, int64_t line_ns, uint64_t *kind, struct kevent *e)
{
	struct protobuf_reader m = protobuf_read(message);
	uint64_t offset = 0, duration = 0;
	bool many = false;
	uint32_t tag;

	*kind = 0;
	while ((tag = protobuf_tag(&m)))
		switch (tag) {
		case PROTOBUF_VALUE(XEVENT_KIND):
			*kind = protobuf_value(&m);
			break;
		case PROTOBUF_VALUE(XEVENT_OFFSET):
			offset = protobuf_value(&m);
			break;
		case PROTOBUF_VALUE(XEVENT_DURATION):
			duration = protobuf_value(&m);
			break;
		default:
			many = many || tag >> 3 == XEVENT_OCCURRENCES;
			protobuf_skip(&m, tag);
		}
	if (m.damaged || offset > INT64_MAX || duration > INT64_MAX ||
	    line_ns < 0 || line_ns > KEVENT_TIME_MAX / 2)
		return -1;
	e->ts = line_ns + round_ps(offset);
	e->dur = round_ps(duration);
	e->has_ts = e->has_dur = true;
	return !many;
}

/* Does a name begin with this word, in any case? */
static bool
begins(struct span name, const char *word)
{
	size_t i = 0;

	while (word[i] && i < name.n && (name.p[i] | 0x20) == word[i])
		i++;
	return !word[i];
}

/* A stream of a GPU; other lines of devices sum up what runs there. */
static bool
is_stream(bool gpu, struct span line_name)
{
	return gpu && span_starts(line_name, "Stream #");
}

struct span
xplane_device_category(bool gpu, struct span line_name, struct span name)
{
	if (!is_stream(gpu, line_name))
		return span_of("xla");
	if (begins(name, "memcpy") || begins(name, "copy"))
		return span_of("gpu_memcpy");
	return span_of(begins(name, "memset") ? "gpu_memset" : "kernel");
}

struct span
xplane_host_category(const struct kevent *e)
{
	struct span name = e->name;

	if (span_starts(name, "hip"))
		return span_of("hip_runtime");
	if (span_starts(name, "cuda"))
		return span_of("cuda_runtime");
	if (span_starts(name, "cu") && name.n > 2 && name.p[2] >= 'A' &&
	    name.p[2] <= 'Z')
		return span_of("cuda_driver");
	return span_of(e->correlation.n ? "xla_runtime" : "cpu_op");
}

bool
xplane_wanted(
    const struct skim_words *words, bool host, bool gpu, struct span line_name)
{
	static const char *const of_host[] = {"hip_runtime", "cuda_runtime",
	    "cuda_driver", "xla_runtime", "cpu_op", NULL};
	static const char *const of_stream[] = {
	    "kernel", "gpu_memcpy", "gpu_memset", NULL};
	static const char *const of_device[] = {"xla", NULL};
	const char *const *can = host   ? of_host
	    : is_stream(gpu, line_name) ? of_stream
					: of_device;

	if (!words || words->all || words->count)
		return true;
	for (int i = 0; i < words->n; i++)
		if (span_is_one_of(words->word[i], can))
			return true;
	return false;
}
