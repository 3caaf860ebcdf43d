/*
 * Cycles without memory: -1 at whatever allocation there is none, from events
 * to what is printed of them.
 */
#include "tests/unit/failing.h"
#include "tests/unit/test.h"
#include "tests/unit/text_buffer.h"
#include "tools/trace-cycles/cycles.h"
#include "tools/trace-cycles/positions.h"
#include "tools/trace-cycles/slices.h"
#include "tools/trace-cycles/view.h"

enum { SYMBOLS = 1500, ROWS = 5 };

/* Steps of layers, some of which have something else in them. */
static int
find_cycles(void)
{
	static uint32_t symbol[SYMBOLS];
	struct cycle_limits limits = {1, INT32_MAX, 2};
	struct cycles c;
	size_t n = sizeof symbol / sizeof *symbol;

	for (size_t i = 0; i < n; i++)
		symbol[i] = i % 97 == 13 ? 50
		    : i % 64 < 4         ? (uint32_t)(i % 64)
					 : (uint32_t)(10 + i % 5);
	if (cycles_find(symbol, n, NULL, &limits, &c))
		return -1;
	cycles_free(&c);
	return 0;
}

/* A step of layers; something else may stand in the third. */
static void
add_step(struct text_buffer *t, uint32_t fault)
{
	add(t, 1, 5);
	add_times(t, 2, 20, 29);
	add(t, 20, 24);
	if (fault)
		add(t, fault, fault + 1);
	add(t, 25, 29);
	add(t, 20, 29);
	add(t, 40, 44);
}

/* Rows of steps, one of which is cut off; between them something else. */
static void
make_text(struct text_buffer *t)
{
	for (uint32_t row = 0; row < ROWS; row++) {
		for (uint32_t step = 0; step < 4; step++)
			add_step(t, step == row % 4 ? 200 + 2 * row : 0);
		add(t, 1, 5);
		add_times(t, 2, 20, 29);
		add(t, 20, 25);
		add(t, 100 + row, 101 + row);
	}
}

/* Kernels one behind the other, all on one stream. */
static void
make_events(struct events *e)
{
	static struct text_buffer t;
	static struct event event[MOST];
	static struct event_track track;
	static uint32_t order[MOST];

	make_text(&t);
	for (uint32_t i = 0; i < t.n; i++) {
		event[i] = (struct event){
		    .ts = i * 10, .dur = 5, .name = t.s[i], .kernel = 1};
		order[i] = i;
	}
	*e = (struct events){.event = event,
	    .n = t.n,
	    .order = order,
	    .track = &track,
	    .tracks = 1};
	e->column.phase = TSV_MISSING;
}

static int
measure_one(const struct view *v)
{
	struct repeat_iterator w = view_all(v);
	struct positions p = {0};
	struct pace pace;
	struct visit o;
	int rc = view_pace(v, &pace);

	while (rc == 0 && repeats_next(&w, &o))
		rc = positions_find(
		    &p, &v->sequence->cycles, v->found->cycle, o);
	positions_free(&p);
	return rc;
}

static void
take(void *slices, const struct slice *slice)
{
	(void)slice;
	++*(size_t *)slices;
}

static int
measure_all(const struct report *r)
{
	size_t slices = 0;
	int rc = slices_cut(&r->sequences->sequence[0].cycles, r->chosen.found,
	    r->chosen.n, 1, take, &slices);

	for (size_t i = 0; i < r->chosen.n && rc == 0; i++) {
		struct view v = view_cycle(r, i);

		rc = measure_one(&v);
	}
	return rc;
}

static struct events events;
static size_t cycles, partials;

static int
report_cycles(void)
{
	struct sequence_options how = {.limits = any};
	struct choice choice = {true, true};
	struct track_sequences sequences;
	struct report r = {
	    .events = &events, .sequences = &sequences, .partial = true};
	int rc = track_sequences_find(&sequences, &events, &how);

	if (rc == 0)
		rc = choose_cycles(&sequences, &events, choice, &r.chosen);
	if (rc == 0)
		rc = measure_all(&r);
	if (rc == 0) {
		cycles = r.chosen.n;
		for (size_t i = 0; i < sequences.sequence->cycles.n; i++)
			partials +=
			    sequences.sequence->cycles.cycle[i].partials;
	}
	free(r.chosen.found);
	track_sequences_free(&sequences);
	return rc;
}

int
main(void)
{
	make_events(&events);
	CHECK_INT(failing_wrong(find_cycles), 0);
	CHECK_INT(failing_wrong(report_cycles), 0);
	CHECK(cycles >= 2 && partials >= ROWS);
	return test_done();
}
