#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/messages.h"
#include "tools/trace-cycles/row_fields.h"

void
message_no_cycle(const struct options *o, const struct report *r)
{
	if (r->sequences->n == 0)
		warn("no kernels in the input");
	else if (r->chosen.n)
		warn("no repeat takes far longer than the others of its cycle");
	else if (r->chosen.dropped)
		warn("no cycle with strong evidence; --weak shows "
		     "the others: %zu",
		    r->chosen.dropped);
	else if (o->limited)
		warn("no sequence of kernels repeats within the limits of "
		     "--min-length and --max-length");
	else
		warn("no sequence of kernels repeats; trace-stats shows "
		     "single kernels");
}

/* Adds " on rank 0", or what comes after it. */
static void
add_id(struct buf *words, const struct events *e, const char *what, uint64_t id)
{
	char digits[FIXED_MAX];
	struct span text = event_id(e, id, digits);

	if (text.n == 0)
		return;
	BUF_ADD_ALL(
	    words, span_of(words->n ? ", " : " on "), span_of(what), text);
}

/* " on rank 0, device 1, stream 7 and 3 more", to be freed. */
static struct buf
place_of(const struct events *e, const struct difference *d, bool streams)
{
	const struct event_track *t = &e->track[d->track];
	struct buf words = {0};
	char others[40] = "";

	add_id(&words, e, "rank ", t->rank);
	add_id(&words, e, "device ", t->device);
	if (streams)
		add_id(&words, e, "stream ", t->stream);
	if (d->places > 1)
		snprintf(others, sizeof others, " and %zu more", d->places - 1);
	buf_add(&words, others, span_of(others).n + 1);
	return words;
}

/* "36 x 21 kernels, 97.1 % of the time", or that there are none. */
static const char *
cycle_in_words(char words[100], struct outline o, int64_t total)
{
	if (!o.reps)
		return "no cycle";
	snprintf(words, 100, "%zu x %u kernel%s, %.1f %% of the time", o.reps,
	    o.length, o.length == 1 ? "" : "s", row_percent(o.sum, total));
	return words;
}

void
message_other_names(const struct options *o, const struct events *e,
    const struct alternative *here)
{
	const char *names = o->how.normalised ? "exact" : "normalised";
	struct sequence_options how = o->how;
	char words[2][100];
	struct alternative there;
	struct difference d;
	struct buf place;

	how.normalised = !how.normalised;
	there = alternative_find(e, &how, o->weak);
	d = alternative_compare(here, &there);
	free(there.cycle);
	if (d.places == 0)
		return;
	place = place_of(e, &d, !how.merged);
	warn("%s names%s: %s; here it is %s; see --names=%s", names, place.p,
	    cycle_in_words(words[0], d.there, d.total),
	    cycle_in_words(words[1], d.here, d.total), names);
	buf_free(&place);
}
