#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-json/output.h"
#include "tools/trace-json/perfetto.h"
#include "tools/trace-json/writer.h"

struct writer {
	struct output *out;
	struct args *args;
	struct perfetto *perfetto; /* NULL: JSON */
};

struct writer *
writer_open(
    const char *path, bool gzip, enum writer_format format, struct args *args)
{
	struct writer *w = xcalloc(1, sizeof *w);

	w->args = args;
	if (format == WRITER_PERFETTO) {
		w->perfetto = perfetto_new(args);
		if (!w->perfetto)
			memory_out();
	}
	w->out = output_open(path, gzip);
	return w;
}

static void
put_info(struct text *t, const struct info *info, const struct span *rank)
{
	text_open(t);
	if (rank)
		info_write_rank(info, t, *rank);
	else
		info_write(info, t);
}

void
writer_begin(struct writer *w, const struct info *info, const struct span *rank)
{
	struct text facts = {0}, *t = output_text(w->out);

	if (!w->perfetto) {
		put_info(t, info, rank);
		text_key(t, "traceEvents");
		text_put(t, span_of("[\n"));
		return;
	}
	put_info(&facts, info, rank);
	if (facts.b.n > strlen("{,\n")) {
		facts.b.n -= strlen(",\n");
		text_close(&facts);
		if (facts.failed ||
		    perfetto_facts(w->perfetto, buf_span(&facts.b)))
			memory_out();
	}
	buf_free(&facts.b);
}

/* What Perfetto's packets hold so far goes to the file. */
static void
move_packets(struct writer *w)
{
	text_put(output_text(w->out), perfetto_bytes(w->perfetto));
	perfetto_take(w->perfetto);
	output_flush(w->out);
}

static const char *
fault_of(enum perfetto_result result)
{
	switch (result) {
	case PERFETTO_NO_MEMORY:
		memory_out();
	case PERFETTO_EARLIER:
		return "out of order: --format perfetto needs events in "
		       "time order, as trace-merge --sort writes them";
	case PERFETTO_NEGATIVE:
		return "a time that Perfetto cannot represent";
	default:
		return NULL;
	}
}

const char *
writer_event(struct writer *w, const struct row *r, const struct arrow *arrow,
    size_t arrows)
{
	struct text *t = output_text(w->out);

	if (w->perfetto) {
		const char *fault =
		    fault_of(perfetto_event(w->perfetto, r, arrow, arrows));

		move_packets(w);
		return fault;
	}
	output_separate(w->out);
	chrome_event(w->args, t, r);
	for (size_t i = 0; i < arrows; i++) {
		output_separate(w->out);
		chrome_arrow(w->args, t, r, &arrow[i]);
	}
	output_flush(w->out);
	return NULL;
}

void
writer_process_name(struct writer *w, const struct row *r, struct span name)
{
	if (w->perfetto) {
		(void)fault_of(perfetto_process_name(w->perfetto, r, name));
		return;
	}
	output_separate(w->out);
	chrome_process_name(w->args, output_text(w->out), r, name);
}

size_t
writer_end(struct writer *w)
{
	size_t timeless = 0;

	if (w->perfetto) {
		(void)fault_of(perfetto_finish(w->perfetto));
		move_packets(w);
		timeless = perfetto_timeless(w->perfetto);
	} else {
		text_put(output_text(w->out), span_of("\n]}\n"));
	}
	output_end(w->out);
	perfetto_free(w->perfetto);
	free(w);
	return timeless;
}
