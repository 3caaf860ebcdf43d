/*
 * The outermost object is read member by member, its entries one by one, so
 * that what is behind a broken one is read, too: see resync.h.
 */

#include "common/json/jsonin.h"
#include "common/json/repair.h"
#include "common/json/resync.h"
#include "tools/trace-collectives/dump.h"

enum { LONGEST = 8 << 20 }; /* bytes of an entry, or of another member */

struct reading {
	struct dumps *d;
	struct dump *dump;
	struct jsonin j;
	struct json json;
	uint32_t number; /* of the dump */
	bool entries;    /* reading is inside their list */
	bool known;      /* it has a member that only dumps have */
	bool told;       /* of its records, if there were any */
	bool end;
};

/* The bytes end inside the dump. */
static void
stop(struct reading *r)
{
	r->end = true;
	r->dump->damage = input_damage(r->j.in);
	if (!r->dump->damage)
		r->dump->damage = "cut off: the outermost object does not end";
}

/* Goes on behind what is broken, with an entry or another member. */
static void
recover(struct reading *r)
{
	r->dump->lost++;
	jsonin_skip(&r->j, 1);
	if (jsonin_search(&r->j, "{\"", resync_flight_recorder) != 1) {
		stop(r);
		return;
	}
	r->known = true;
	r->entries = *jsonin_bytes(&r->j).p == '{';
}

/* Reads a value, which stays unread; false where there is none. */
static bool
read_value(struct reading *r, struct span *value)
{
	switch (jsonin_value(&r->j, value)) {
	case JSONIN_WHOLE:
		return true;
	case JSONIN_TOO_LONG:
		r->dump->lost++;
		return true;
	case JSONIN_BROKEN:
		recover(r);
		return false;
	default:
		r->dump->lost += r->entries;
		stop(r);
		return false;
	}
}

/* {"0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1]"}} */
static void
read_configs(struct reading *r, struct span value)
{
	static const struct span names[] = {{"desc", 4}, {"ranks", 5}};
	const struct json_keys keys = {.top = json_names(names, 2)};
	struct dumps *d = r->d;
	struct span key, group, member[2];

	while (json_next_member(&value, &key, &group)) {
		if (json_members(&r->json, group, &keys, member)) {
			r->dump->lost++;
			continue;
		}
		ARRAY_PUSH(d->config, d->configs, &d->config_cap,
		    (struct config){r->number, record_text(d, key),
			record_text(d, member[0]), record_text(d, member[1])});
	}
}

/* {"0": {"last_completed_collective": "2"}}, also without quotes */
static void
read_statuses(struct reading *r, struct span value)
{
	struct dumps *d = r->d;
	struct span key, group, completed;

	while (json_next_member(&value, &key, &group)) {
		completed = json_member(group, "last_completed_collective");
		ARRAY_PUSH(d->status, d->statuses, &d->status_cap,
		    (struct pg_status){r->number, record_text(d, key),
			record_number(completed)});
	}
}

static void
read_entry(struct reading *r)
{
	struct dumps *d = r->d;
	struct record new;
	struct span entry;

	if (!read_value(r, &entry))
		return;
	if (entry.n && record_read(d, &r->json, entry, &new, &r->dump->timed)) {
		new.dump = r->number;
		new.rank = r->dump->rank;
		ARRAY_PUSH(d->record, d->records, &d->record_cap, new);
	} else {
		r->dump->lost += entry.n > 0;
	}
	jsonin_skip(&r->j, entry.n);
}

static void
read_member(struct reading *r)
{
	enum { ENTRIES = 1, CONFIG, STATUS } what = 0;
	struct span key, value;
	char c = 0;

	if (!read_value(r, &key))
		return;
	if (span_is(key, "\"entries\""))
		what = ENTRIES;
	else if (span_is(key, "\"pg_config\""))
		what = CONFIG;
	else if (span_is(key, "\"pg_status\""))
		what = STATUS;
	r->known |= what != 0;
	r->told |= what == ENTRIES || what == STATUS;
	jsonin_skip(&r->j, key.n);
	if (jsonin_colon(&r->j, &c) != 1) {
		stop(r);
	} else if (what == ENTRIES && c == '[') {
		jsonin_skip(&r->j, 1);
		r->entries = true;
	} else if (read_value(r, &value)) {
		if (what == CONFIG)
			read_configs(r, value);
		else if (what == STATUS)
			read_statuses(r, value);
		jsonin_skip(&r->j, value.n);
	}
}

/* One item: an entry, a member, or punctuation. */
static void
read_item(struct reading *r)
{
	char c;

	if (jsonin_peek(&r->j, &c) != 1) {
		stop(r);
	} else if (c == (r->entries ? '{' : '"')) {
		if (r->entries)
			read_entry(r);
		else
			read_member(r);
	} else if (c == ',') {
		jsonin_skip(&r->j, 1);
	} else if (c == (r->entries ? ']' : '}')) {
		jsonin_skip(&r->j, 1);
		r->end = !r->entries;
		r->entries = false;
	} else {
		recover(r);
	}
}

/* Nothing follows the outermost object, and its last bytes are sound. */
static void
finish(struct reading *r)
{
	char c;

	if (!r->dump->damage && jsonin_peek(&r->j, &c) == 1)
		r->dump->lost++;
	else if (!r->dump->damage)
		r->dump->damage = input_damage(r->j.in);
}

/* A launch on either side of a gap in a damaged dump may reach into it. */
static void
note_torn(struct reading *r, size_t first)
{
	struct record *record = r->d->record;
	size_t end = r->d->records;

	for (size_t i = first; i + 1 < end; i++)
		if (record[i + 1].id != record[i].id + 1)
			record[i].torn = record[i + 1].torn = true;
	if (end > first)
		record[first].torn = record[end - 1].torn = true;
}

/* Are the records of the dump, from `first` on, all from the first on? */
static void
judge(struct reading *r, size_t first)
{
	const struct dumps *d = r->d;
	struct dump *dump = r->dump;

	dump->whole = dump->lost == 0 && !dump->damage;
	if (!dump->whole)
		note_torn(r, first);
	for (size_t i = first; i < d->records; i++)
		dump->whole &= d->record[i].id == (int64_t)(i - first);
	if (d->records > first) {
		dump->overwritten = dump->lost == 0 && d->record[first].id > 0;
		dump->frame = d->record[d->records - 1].frame;
	}
	/* a group has a status once it has a record: with one, only those that
	 * had not completed were asked for */
	if (d->records == first)
		dump->whole &= r->told &&
		    !(d->statuses &&
			d->status[d->statuses - 1].dump == r->number);
}

/* NULL, or what the bytes are instead of a dump. */
static const char *
refuse(struct reading *r)
{
	char c = 0;

	if (jsonin_peek(&r->j, &c) < 0)
		return r->j.error;
	if ((unsigned char)c == 0x80) /* opcode PROTO, of pickles since 2003 */
		return "a pickle, which could run any program: dump JSON "
		       "with torch._C._distributed_c10d._dump_nccl_trace_json()"
		       ", or convert it where you trust it, as the manual "
		       "page tells";
	if (c != '{')
		return "no dump of a flight recorder";
	jsonin_skip(&r->j, 1);
	return NULL;
}

const char *
dump_read(struct dumps *d, struct input *in, const char *path, int64_t rank)
{
	struct reading r = {.d = d, .number = (uint32_t)d->n};
	size_t first = d->records;
	const char *wrong;

	ARRAY_PUSH(
	    d->dump, d->n, &d->cap, (struct dump){.path = path, .rank = rank});
	r.dump = &d->dump[d->n - 1];
	jsonin_open(&r.j, in, LONGEST);
	wrong = refuse(&r);
	while (!wrong && !r.end)
		read_item(&r);
	finish(&r);
	if (!wrong && !r.known)
		wrong = "no dump of a flight recorder";
	if (!wrong && input_error(in))
		wrong = input_error(in);
	judge(&r, first);
	record_join(d, first);
	jsonin_close(&r.j);
	json_free(&r.json);
	return wrong;
}
