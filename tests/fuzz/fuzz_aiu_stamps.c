/*
 * Any stamps of an event: what is unwrapped ascends, and its times are in that
 * order, end where the host says, and are as long as the ticks are.
 */
#include <stdbool.h>

#include "tests/fuzz/bytes.h"
#include "tools/trace-shift/clock.h"

static void
check_texts(const uint8_t *data, size_t size)
{
	struct span text = {(const char *)data, size};
	struct stage stage;
	int64_t value;

	if (stamps_parse(text, &value) == 0)
		require(value >= 0 && value >> STAMPS_BITS == 0);
	if (stamps_stage(text, &stage))
		require(stage.to == stage.from + 1 && stage.to < STAMPS);
	if (ticks_rate(text, &value) == 0)
		require(value > 0 && value <= TICKS_RATE_MOST);
}

static void
check_times(
    const struct ticks *c, const struct stage *stage, struct interval host)
{
	require(c->when.start <= c->when.end);
	for (int i = 1; i < STAMPS; i++)
		require(c->stamp[i - 1] <= c->stamp[i]);
	require(c->when.end == host.end);
	if (stage) {
		require(c->stamp[stage->to] == c->when.end);
		require(c->stamp[stage->from] == c->when.start);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	int64_t stamp[STAMPS], hertz, start = take_number(&b) >> 8;
	struct interval host = {start, start + take_byte(&b) * 1000}, part;
	int from = take_byte(&b) % STAMPS;
	struct stage stage = {from, from + 1}, *p = NULL;
	struct ticks c;

	check_texts(data, size);
	if (from < STAMPS - 1)
		p = &stage;
	hertz = 1 + (take_number(&b) & (TICKS_RATE_MOST / 2));
	for (int i = 0; i < STAMPS; i++)
		stamp[i] = take_number(&b) & UINT32_MAX;
	if (stamps_unwrap(stamp))
		return 0;
	for (int i = 1; i < STAMPS; i++)
		require(stamp[i - 1] <= stamp[i]);
	if (ticks_convert(hertz, p, host, stamp, &c))
		return 0;
	check_times(&c, p, host);
	if (p && ticks_part(hertz, &c, stamp, stage, &part) == 0)
		require(part.start <= part.end && part.end <= c.when.end + 1);
	return 0;
}
