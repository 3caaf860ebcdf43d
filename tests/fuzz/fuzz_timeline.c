/*
 * Any stretches of work as a timeline: its parts add up to the whole, also in
 * windows of any width, and the order in which they came says nothing.
 */
#include "tests/fuzz/bytes.h"
#include "tools/trace-busy/timeline.h"

enum { MOST = 64, WINDOWS = 50 };

struct piece {
	enum work work;
	struct interval of;
};

static size_t
take_pieces(struct bytes *b, struct piece *piece)
{
	size_t n = 0;

	while (b->n && n < MOST) {
		enum work work = (enum work)(take_byte(b) % WORKS);
		int64_t start = take_number(b) / 4, length = take_number(b) / 4;

		if (length < 0)
			length = -(length + 1);
		piece[n++] = (struct piece){work, {start, start + length}};
	}
	return n;
}

static void
make(struct timeline *t, const struct piece *piece, size_t n, int64_t limit,
    int backwards)
{
	struct intervals work[WORKS] = {{0}};

	for (size_t i = 0; i < n; i++) {
		const struct piece *p = &piece[backwards ? n - 1 - i : i];

		intervals_add(&work[p->work], p->of);
	}
	timeline_make(t, work, limit);
}

static void
must_add_up(const int64_t *of)
{
	require(of[KIND_COMPUTATION] + of[KIND_EXPOSED_COMM] +
		of[KIND_EXPOSED_COPY] ==
	    of[KIND_BUSY]);
	require(of[KIND_BUSY] + of[KIND_IDLE] == of[KIND_TOTAL]);
	require(of[KIND_MICRO_IDLE] + of[KIND_MACRO_IDLE] == of[KIND_IDLE]);
	require(of[KIND_EXPOSED_COMM] <= of[KIND_TOTAL_COMM]);
	require(of[KIND_EXPOSED_COPY] <= of[KIND_TOTAL_COPY]);
	for (int kind = 0; kind < KINDS; kind++)
		require(of[kind] >= 0);
}

static void
check_whole(const struct timeline *t, int64_t *whole)
{
	struct interval span = timeline_span(t);

	for (int kind = 0; kind < KINDS; kind++)
		whole[kind] = intervals_length(&t->of[kind]);
	must_add_up(whole);
	require(whole[KIND_TOTAL] == span.end - span.start);
}

/* The same out of windows that cover the span. */
static void
check_windows(const struct timeline *t, const int64_t *whole)
{
	struct interval span = timeline_span(t);
	size_t come_to[KINDS] = {0};
	int64_t width = (span.end - span.start) / WINDOWS + 1, sum[KINDS] = {0};

	for (int64_t at = span.start; at < span.end; at += width) {
		struct interval window = {at, at + width};
		int64_t part[KINDS];

		for (int kind = 0; kind < KINDS; kind++) {
			part[kind] = intervals_within(
			    &t->of[kind], &come_to[kind], window);
			sum[kind] += part[kind];
		}
		must_add_up(part);
	}
	for (int kind = 0; kind < KINDS; kind++)
		require(sum[kind] == whole[kind]);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	int64_t limit = take_number(&b), whole[KINDS], again[KINDS];
	struct piece piece[MOST];
	size_t n = take_pieces(&b, piece);
	struct timeline t, other;

	make(&t, piece, n, limit, 0);
	make(&other, piece, n, limit, 1);
	check_whole(&t, whole);
	check_windows(&t, whole);
	check_whole(&other, again);
	for (int kind = 0; kind < KINDS; kind++)
		require(whole[kind] == again[kind]);
	timeline_free(&other);
	timeline_free(&t);
	return 0;
}
