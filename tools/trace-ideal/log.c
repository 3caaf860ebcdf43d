#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "tools/trace-ideal/read_ideal.h"

/* Is it this word, with at least one blank on either side and nothing else? */
static bool
stands_alone(struct span line, const char *word)
{
	struct span text = line;

	while (text.n && (text.p[0] == ' ' || text.p[0] == '\t'))
		text = span_cut(text, 1, text.n);
	while (
	    text.n && (text.p[text.n - 1] == ' ' || text.p[text.n - 1] == '\t'))
		text.n--;
	return span_is(text, word) && text.p > line.p &&
	    text.p + text.n < line.p + line.n;
}

/* A name, blanks (or tabs, before a Total), digits. */
static bool
split_row(struct span line, struct span *name, struct span *number)
{
	size_t n = 0, at;

	while (n < line.n && (ascii_is_word(line.p[n]) || line.p[n] == '-'))
		n++;
	*name = span_cut(line, 0, n);
	for (at = n; at < line.n && (line.p[at] == ' ' || line.p[at] == '\t');)
		at++;
	*number = span_trim(span_cut(line, at, line.n));
	if (n == 0 || at == n || number->n == 0)
		return false;
	for (size_t i = 0; i < number->n; i++)
		if (!ascii_is_digit(number->p[i]))
			return false;
	return true;
}

static void
end_table(struct log *l)
{
	struct ideal_table *t = &l->ideal->table[l->ideal->n - 1];

	if (t->total >= 0 && t->total != ideal_sum(t).cycles)
		l->wrong++;
	l->in_table = false;
}

static void
add_row(struct log *l, struct span name, int64_t cycles)
{
	struct span category = span_after(name, "-opCat");

	if (span_is(name, "Total")) {
		l->ideal->table[l->ideal->n - 1].total = cycles;
		return;
	}
	if (category.p) {
		name.n -= category.n + strlen("-opCat");
	} else {
		category = span_of("NotAvailable");
		name.n -= span_ends(name, "-NA") ? strlen("-NA") : 0;
	}
	if (name.n)
		ideal_add(l->ideal, name, category,
		    (struct ideal_time){.cycles = cycles});
}

static void
read_row(struct log *l, struct span line)
{
	struct span name, number;
	int64_t cycles;

	if (!split_row(line, &name, &number) || span_has(name, "Precompute") ||
	    span_has(name, "-LxPreload"))
		return;
	if (fixed_parse_int(number, &cycles) || cycles > LOG_CYCLES_MOST) {
		l->refused++;
		return;
	}
	add_row(l, name, cycles);
}

void
log_line(struct log *l, struct span line)
{
	if (line.n && line.p[line.n - 1] == '\r')
		line.n--;
	if (span_has(line, "DSM-AutoPilot BEGIN")) {
		l->autopilot = true;
	} else if (span_has(line, "Ideal Clock Scaling:")) {
		l->scaled++;
	} else if (stands_alone(line, "PREFILL")) {
		l->phase = span_of("TTFT");
	} else if (stands_alone(line, "DECODING")) {
		l->phase = span_of("ITL");
	} else if (span_has(line, " Ideal/Total Cycles ")) {
		log_end(l);
		l->in_table = true;
		ideal_start(l->ideal, l->rank, l->phase, l->autopilot);
	} else if (l->in_table &&
	    span_has(line, "====== Perf Summary End ======")) {
		end_table(l);
	} else if (l->in_table) {
		read_row(l, line);
	}
}

void
log_end(struct log *l)
{
	if (!l->in_table)
		return;
	l->cut++;
	end_table(l);
}
