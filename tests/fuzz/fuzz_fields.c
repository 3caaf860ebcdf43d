/*
 * Any bytes as events, one behind another: what is read the fast way, with the
 * habits of the events before, is what jsmn reads, and is sound.
 */
#include <stdint.h>
#include <stdlib.h>

#include "common/trace/raw_event.h"
#include "tests/unit/padded.h"
#include "tests/unit/scanned.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static const struct span asked[] = {{"name", 4}, {"Input Dims", 10}};

enum { ASKED = sizeof asked / sizeof *asked };

static void
must_equal(const struct raw_event *a, const struct raw_event *b)
{
	const struct span *x = &a->name, *y = &b->name;

	for (; x <= &a->external_id; x++, y++)
		if (!span_equal(*x, *y))
			abort();
	for (size_t i = 0; i < ASKED; i++)
		if (!span_equal(a->asked[i], b->asked[i]))
			abort();
	if (a->has_ts != b->has_ts || a->has_dur != b->has_dur ||
	    a->ts != b->ts || a->dur != b->dur)
		abort();
}

/* Takes what is up to the end of the value, or else the line. */
static struct span
take_event(struct span *rest)
{
	const char *end = memchr(rest->p, '\n', rest->n);
	size_t n = value_length(*rest);
	struct span event;

	if (n == 0)
		n = end ? (size_t)(end - rest->p) + 1 : rest->n;
	event = (struct span){rest->p, n};
	*rest = (struct span){rest->p + n, rest->n - n};
	return event;
}

static void
read_both(struct raw_reader *fast, struct raw_reader *slow, struct span event)
{
	struct raw_event a, b;
	int64_t unreadable = 0;
	char *copy;
	int quick;

	if (memchr(event.p, 0, event.n)) /* the scanner finds it */
		return;
	copy = padded_copy(event, event.n % 2 ? '"' : '0');
	quick = raw_reader_quick(fast, (struct span){copy, event.n}, &a);
	if (quick != RAW_READER_ODD &&
	    (value_length(event) != event.n ||
		raw_reader_read(slow, event, &b, &unreadable) != quick))
		abort();
	if (quick == 0)
		must_equal(&a, &b);
	free(copy);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct raw_reader *fast = raw_reader_new(asked, ASKED);
	struct raw_reader *slow = raw_reader_new(asked, ASKED);
	struct span rest = {(const char *)data, size};

	while (fast && slow && rest.n)
		read_both(fast, slow, take_event(&rest));
	raw_reader_free(fast);
	raw_reader_free(slow);
	return 0;
}
