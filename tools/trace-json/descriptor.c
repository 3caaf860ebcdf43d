#include "tools/trace-json/descriptor.h"
#include "common/bytes/fixed.h"
#include "common/trace/perfetto.h"

static struct protobuf *
start(struct descriptor *d, uint64_t track)
{
	d->bytes.b.n = 0;
	protobuf_integer(&d->bytes, PERFETTO_TRACK_UUID, track);
	return &d->bytes;
}

static void
end(struct descriptor *d)
{
	if (d->bytes.failed)
		d->packets->out.failed = true;
	packets_track(d->packets, buf_span(&d->bytes.b));
}

static void
put_detail(struct protobuf *bytes, struct descriptor_detail detail)
{
	int64_t v;

	if (detail.field == 0)
		return;
	if (!detail.number)
		protobuf_bytes(bytes, detail.field, detail.text);
	else if (fixed_parse_int(detail.text, &v) == 0)
		protobuf_integer(bytes, detail.field, (uint64_t)v);
}

void
descriptor_process(struct descriptor *d, uint64_t track,
    struct descriptor_ids ids, struct descriptor_detail detail)
{
	struct protobuf *bytes = start(d, track);
	size_t process = protobuf_open(bytes, PERFETTO_TRACK_PROCESS);

	protobuf_integer(bytes, PERFETTO_PROCESS_PID, (uint64_t)ids.pid);
	put_detail(bytes, detail);
	protobuf_close(bytes, process);
	end(d);
}

void
descriptor_thread(struct descriptor *d, uint64_t track,
    struct descriptor_ids ids, struct descriptor_detail detail)
{
	struct protobuf *bytes = start(d, track);
	size_t thread = protobuf_open(bytes, PERFETTO_TRACK_THREAD);

	protobuf_integer(bytes, PERFETTO_THREAD_PID, (uint64_t)ids.pid);
	protobuf_integer(bytes, PERFETTO_THREAD_TID, (uint64_t)ids.tid);
	put_detail(bytes, detail);
	protobuf_close(bytes, thread);
	end(d);
}

static struct protobuf *
start_named(
    struct descriptor *d, uint64_t track, uint64_t process, struct span name)
{
	struct protobuf *bytes = start(d, track);

	if (process)
		protobuf_integer(bytes, PERFETTO_TRACK_PARENT, process);
	protobuf_bytes(bytes, PERFETTO_TRACK_NAME, name);
	return bytes;
}

void
descriptor_named(
    struct descriptor *d, uint64_t track, uint64_t process, struct span name)
{
	start_named(d, track, process, name);
	end(d);
}

void
descriptor_counter(
    struct descriptor *d, uint64_t track, uint64_t process, struct span name)
{
	struct protobuf *bytes = start_named(d, track, process, name);

	/* a counter with nothing to say of it */
	protobuf_bytes(bytes, PERFETTO_TRACK_COUNTER, (struct span){0});
	end(d);
}

void
descriptor_free(struct descriptor *d)
{
	buf_free(&d->bytes.b);
}
