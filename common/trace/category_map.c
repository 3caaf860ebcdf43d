#include <string.h>

#include "common/trace/category_map.h"

/* Made of common/meaning/dialects.tsv: a dialect and a rule in turn. */
extern const char *const dialects_ours[];

/* The prefixes of patterns, by enum pattern_of. */
static const char *const prefix[] = {"name:", "pid:", "tid:"};

/* PATTERN=CATEGORY; names may hold a sign of their own, so the last counts. */
static int
add_pattern(struct category_map *m, enum pattern_of of, struct span rule)
{
	struct pattern_rule r = {.of = of, .begins = true, .ends = true};
	size_t sign = rule.n;

	while (sign > 0 && rule.p[sign - 1] != '=')
		sign--;
	if (sign < 2 || sign == rule.n || m->patterns == CATEGORY_MAP_MOST)
		return -1;
	r.text = (struct span){rule.p, sign - 1};
	r.to = event_category_today(span_cut(rule, sign, rule.n));
	if (r.text.p[0] == '*') {
		r.begins = false;
		r.text = span_cut(r.text, 1, r.text.n);
	}
	if (r.text.n && r.text.p[r.text.n - 1] == '*') {
		r.ends = false;
		r.text.n--;
	}
	if (span_holds(r.text, '*'))
		return -1;
	m->pattern[m->patterns++] = r;
	return 0;
}

int
category_map_add(struct category_map *m, struct span rule)
{
	struct span to = rule, from = span_take(&to, '=');

	for (enum pattern_of of = 0; of < PATTERNS; of++)
		if (span_starts(rule, prefix[of]))
			return add_pattern(
			    m, of, span_cut(rule, strlen(prefix[of]), rule.n));
	if (!from.n || !to.n || m->n == CATEGORY_MAP_MOST)
		return -1;
	m->from[m->n] = event_category_today(from);
	m->to[m->n++] = event_category_today(to);
	return 0;
}

int
category_map_dialect(struct category_map *m, struct span name)
{
	size_t added = 0;

	for (const char *const *t = dialects_ours; *t; t += 2) {
		if (!span_is(name, t[0]))
			continue;
		if (category_map_add(m, span_of(t[1])))
			return -1;
		added++;
	}
	return added ? 0 : -1;
}

static bool
fits(const struct pattern_rule *r, const struct raw_event *e)
{
	const struct span of[] = {e->name, e->pid, e->tid};
	struct span t = r->text, name = of[r->of];
	size_t most;

	if (t.n > name.n || (r->begins && r->ends && t.n != name.n))
		return false;
	if (t.n == 0)
		return true;
	most = name.n - t.n;
	if (r->begins)
		return memcmp(name.p, t.p, t.n) == 0;
	if (r->ends)
		return memcmp(name.p + most, t.p, t.n) == 0;
	for (size_t i = 0; i <= most; i++)
		if (memcmp(name.p + i, t.p, t.n) == 0)
			return true;
	return false;
}

static void
give(struct raw_event *e, struct span category)
{
	e->cat = category;
	e->group = event_category_group(e->cat, e->ph);
	raw_event_set_track(e);
}

/* Names of processes and counts have no category; work and its ends have. */
static bool
is_work(const struct raw_event *e)
{
	return e->ph.n == 1 && memchr("XBE", e->ph.p[0], 3);
}

bool
category_map_is_none(struct span category)
{
	return span_is(category, "none");
}

static bool
is_from(const struct raw_event *e, struct span from)
{
	return e->cat.n ? span_equal(e->cat, from)
			: category_map_is_none(from) && is_work(e);
}

void
category_map_event(const struct category_map *m, struct raw_event *e)
{
	for (size_t i = 0; i < m->patterns && e->cat.n == 0 && is_work(e); i++)
		if (fits(&m->pattern[i], e))
			give(e, m->pattern[i].to);
	for (size_t i = 0; i < m->n; i++) {
		if (!is_from(e, m->from[i]))
			continue;
		give(e, m->to[i]);
		return;
	}
}
