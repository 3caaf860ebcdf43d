#include "common/bytes/fixed.h"
#include "common/meaning/event_category.h"
#include "tools/trace-extract/stream_rows.h"

const char *
rank_rule_parse(struct rank_rule *r, const char *text)
{
	int64_t number;

	if (fixed_parse_int(span_of(text), &number) == 0) {
		r->fixed = text;
		return NULL;
	}
	if (strcmp(text, "pid") == 0) {
		r->by_pid = true;
		return NULL;
	}
	if (regcomp(&r->pattern, text, REG_EXTENDED) != 0)
		return "neither a number nor a regular expression";
	r->by_name = true;
	return r->pattern.re_nsub == 1 ? NULL : "the pattern needs one (group)";
}

struct span
rank_by_rule(const struct rank_rule *r, const char *path)
{
	regmatch_t m[2];

	if (r->fixed)
		return span_of(r->fixed);
	if (!r->by_name || regexec(&r->pattern, path, 2, m, 0) != 0 ||
	    m[1].rm_so < 0)
		return (struct span){0};
	return (struct span){
	    path + m[1].rm_so, (size_t)(m[1].rm_eo - m[1].rm_so)};
}

static int
find_name(const struct selection *s, struct span today)
{
	for (int i = 0; i < s->names; i++)
		if (span_equal(s->name[i], today))
			return i;
	return -1;
}

static int
add_name(struct selection *s, struct span today, bool expected)
{
	int i = find_name(s, today);

	if (i < 0) {
		if (s->names == SELECT_NAMES)
			return -1;
		i = s->names++;
		s->name[i] = today;
	}
	if (expected)
		s->expected |= 1ull << i;
	return 0;
}

static int
add_one(struct selection *s, struct span item, bool expected)
{
	if (item.n == 0)
		return -1;
	if (span_is(item, "all")) {
		s->all = true;
	} else if (span_is(item, "gpu")) {
		s->groups |= GROUP_GPU;
	} else if (span_is(item, "host")) {
		s->groups |= GROUP_HOST | GROUP_FLOW;
	} else if (span_is(item, "calls")) {
		s->groups |= GROUP_HOST;
	} else if (category_map_is_none(item)) {
		return add_name(s, (struct span){"", 0}, false);
	} else {
		return add_name(s, event_category_today(item), expected);
	}
	return 0;
}

int
select_add(struct selection *s, const char *list, bool expected)
{
	struct span rest = span_of(list);

	while (rest.p)
		if (add_one(s, span_take(&rest, ','), expected))
			return -1;
	return 0;
}

/* Categories that the map turns into selected ones are wanted, too. */
static void
add_mapped(const struct selection *s, const struct category_map *map,
    struct skim_words *words)
{
	struct span none = {"", 0};

	for (size_t i = 0; i < map->n; i++) {
		if (!(s->groups & event_category_group(map->to[i], none)) &&
		    find_name(s, map->to[i]) < 0)
			continue;
		if (event_category_group(map->from[i], none) == GROUP_OTHER &&
		    !category_map_is_none(map->from[i]))
			skim_add(words, map->from[i]);
		else
			words->all = true; /* spelled otherwise, or nowhere */
	}
}

void
select_words(const struct selection *s, const struct category_map *map,
    struct skim_words *words)
{
	struct span spelled, today;

	/* categories of the host are no closed list */
	words->all = s->all || s->groups & GROUP_HOST ||
	    find_name(s, (struct span){"", 0}) >= 0;
	for (int i = 0; i < s->names; i++)
		skim_add(words, s->name[i]);
	for (size_t i = 0; event_category_spelling(i, &spelled, &today); i++)
		if (s->groups & event_category_group(today, (struct span){0}) ||
		    (find_name(s, today) >= 0 && !span_equal(spelled, today)))
			skim_add(words, spelled);
	words->all = words->all || map->patterns; /* these tell the category */
	add_mapped(s, map, words);
}

bool
select_has(
    const struct selection *s, const struct raw_event *e, atomic_ullong *found)
{
	int i = find_name(s, e->cat);

	/* Looked at first: what all threads write to is slow. */
	if (i >= 0 &&
	    !(atomic_load_explicit(found, memory_order_relaxed) >> i & 1))
		atomic_fetch_or(found, 1ull << i);
	return i >= 0 || s->all || s->groups & e->group;
}
