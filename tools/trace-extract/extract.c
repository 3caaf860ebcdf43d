#include <stdio.h>
#include <sys/stat.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/trace/file_facts.h"
#include "tools/trace-extract/begins.h"
#include "tools/trace-extract/file.h"
#include "tools/trace-extract/progress.h"

static void
look_at(struct file *f)
{
	struct stat st;

	f->regular = stat(f->path, &st) == 0 && S_ISREG(st.st_mode);
	f->size = f->regular ? st.st_size : 0;
}

/*
 * Which events to show from here on: those asked for. For --info, all; while
 * the base is not known, and on a pipe while nothing is printed, the others to
 * count them: if there should be none to print, their categories are told, and
 * a pipe cannot be read again.
 */
static void
choose_events(const struct extract *x, struct file *f)
{
	bool count =
	    (x->o->relative && !f->based) || (!f->printed && !f->regular);

	if (f->words.count == count && f->chosen)
		return;
	f->chosen = true;
	f->words.count = count;
	f->words.all = f->words.all || x->info || f->pairs;
	source_pass(&f->source, &f->words);
}

void
extract_open(struct source *s, const char *path, const struct options *o)
{
	source_open(s, path, o->columns.key, o->columns.asked);
	s->keep_whole = o->columns.whole;
	s->format = o->format;
	s->map = &o->map.map;
	input_threads(s->in, (int)o->threads);
}

/* Counts what was passed over, by reading the file again. */
static void
count_again(const struct extract *x, struct file *f)
{
	struct source s;
	struct raw_event e;

	extract_open(&s, f->path, x->o);
	while (source_next(&s, &e) > 0)
		file_count(x, f->facts, &e, f->path);
	source_close(&s);
}

/* Kernels that are no rows begin in one event and end in another. */
static bool
are_pairs(const struct extract *x, const char *has)
{
	return !x->o->chosen && !x->o->pair &&
	    (strncmp(has, "kernel ", 7) == 0 || strstr(has, ", kernel "));
}

static void
report_none(const struct extract *x, struct file *f)
{
	char has[400], hint[160] = "";

	if (!x->info && !f->words.count)
		count_again(x, f);
	facts_categories(f->facts, has, sizeof has);
	if (!x->o->chosen)
		facts_hint(f->facts, hint, sizeof hint);
	warn("%s: no %s; it has: %s (%s)", input_name(f->source.in),
	    x->o->chosen ? "events of the chosen categories" : "GPU kernels",
	    has,
	    hint[0]                 ? hint
		: are_pairs(x, has) ? "trace-extract --pair joins begin and "
				      "end into one event"
				    : "trace-extract -c chooses");
}

/* The categories chosen by name of which nothing came, and what was meant. */
static void
report_missing(const struct extract *x, struct file *f)
{
	const struct selection *s = &x->o->selection;
	unsigned long long found = atomic_load(&f->found);
	struct span near;

	for (int i = 0; i < s->names; i++) {
		if (!(s->expected >> i & 1) || found >> i & 1)
			continue;
		if (f->regular && !x->info && !f->words.count)
			count_again(x, f);
		f->words.count = true; /* once */
		near = facts_near_category(f->facts, s->name[i]);
		warn("%s: no events of category %.*s%s%.*s",
		    input_name(f->source.in), (int)s->name[i].n, s->name[i].p,
		    near.n ? "; the closest is " : "", (int)near.n, near.p);
	}
}

/* Losses of a file; `backward` events end before they start. */
struct loss {
	int64_t events, backward, values;
	const char *damage; /* or NULL */
};

/* "FILE: damaged: at least 3 events lost; cut off inside an event". */
static void
report_damage(const char *name, const struct loss *l)
{
	char events[64] = "", backward[64] = "", values[64] = "";
	const char *damage = l->damage;

	if (l->events)
		snprintf(events, sizeof events, "at least %lld event%s lost",
		    (long long)l->events, l->events == 1 ? "" : "s");
	if (l->backward)
		snprintf(backward, sizeof backward,
		    ", %lld that end%s before the start",
		    (long long)l->backward, l->backward == 1 ? "s" : "");
	if (l->values)
		snprintf(values, sizeof values, "%s%lld value%s unreadable",
		    l->events ? "; " : "", (long long)l->values,
		    l->values == 1 ? "" : "s");
	warn("%s: damaged: %s%s%s%s%s", name, events, backward, values,
	    damage && (l->events || l->values) ? "; " : "",
	    damage ? damage : "");
}

/* Warnings after a whole file: damage, and what was not found in it. */
static void
report(struct extract *x, struct file *f)
{
	const char *name = input_name(f->source.in);
	struct loss loss = {source_lost(&f->source) + f->lost,
	    f->source.reader->backward + f->backward,
	    f->source.reader->unreadable, reader_damage(f->source.reader)};

	if (loss.events || loss.values || loss.damage) {
		x->damaged = true;
		report_damage(name, &loss);
	}
	if (f->printed == 0 && !x->o->quiet)
		report_none(x, f);
	else if (!x->o->quiet)
		report_missing(x, f);
	if (f->printed && x->o->columns.rank &&
	    f->record.ranks == RANKS_BY_FILE && !f->rank.n)
		x->unranked = x->no_rank++ ? x->unranked : name;
	if (atomic_load(&f->unranked) && !x->o->quiet)
		warn("%s: the rank of %llu events is unknown: they do not "
		     "tell it as the others do",
		    name, atomic_load(&f->unranked));
}

static void
write_facts(const struct extract *x, struct file *f)
{
	struct fact_writer to = {x->info, span_of(f->path)};

	if (!x->info)
		return;
	if (facts_write(f->facts, &f->source, f->path, x->info)) {
		if (x->info->error)
			die("cannot write %s: %s", x->o->info,
			    strerror(x->info->error));
		die("%s: %s", f->path, FACTS_OVERFLOW);
	}
	if (x->o->columns.whole)
		metadata_write_whole(
		    &to, &f->source.reader->members, buf_span(&f->rank));
}

/* How far the file is read, for a thread that looks on. */
static int64_t
place(const void *file)
{
	const struct file *f = file;
	int64_t chunked = atomic_load(&f->chunked);
	int64_t consumed = input_consumed(f->source.in);

	return consumed > chunked ? consumed : chunked;
}

/* Reads all events; false when the file cannot be read or is no trace. */
static bool
read_events(struct extract *x, struct file *f)
{
	struct raw_event e;
	int got;

	if (source_start(&f->source))
		return false;
	choose_events(x, f);
	got = source_next(&f->source, &e);
	file_find_ranks(x, f, got > 0 ? &e : NULL);
	if (!x->header) {
		rows_header(x->out, &x->o->columns);
		xtsvw_end_header(x->out);
	}
	x->header = true;
	file_start(x, f);
	while (got > 0) {
		file_take(x, f, &e);
		choose_events(x, f);
		if (chunks_read(x, f))
			return false;
		got = source_next(&f->source, &e);
	}
	if (got == 0)
		file_end(x, f);
	return got == 0;
}

void
extract_file(struct extract *x, const char *path)
{
	struct file f = {.path = path,
	    .record = {.selection = &x->o->selection,
		.columns = &x->o->columns,
		.base = x->o->base}};
	struct progress *progress;
	bool read;

	extract_open(&f.source, path, x->o);
	f.facts = facts_new();
	f.pairs = x->o->pair
	    ? begins_new(x->o->columns.asked, x->o->columns.counters)
	    : NULL;
	f.record.found = &f.found;
	f.record.unranked = &f.unranked;
	look_at(&f);
	select_words(&x->o->selection, &x->o->map.map, &f.words);
	progress = x->o->quiet
	    ? NULL
	    : progress_start(input_name(f.source.in), f.size, place, &f);
	read = read_events(x, &f);
	progress_stop(progress);
	if (f.spool)
		file_copy_spool(x, &f);
	if (read) {
		report(x, &f);
		write_facts(x, &f);
	} else {
		warn("%s: %s", input_name(f.source.in), f.source.error);
		x->failed = true;
	}
	x->printed += f.printed;
	spool_free(f.spool);
	buf_free(&f.rank);
	buf_free(&f.world);
	buf_free(&f.gpu);
	facts_free(f.facts);
	begins_free(f.pairs);
	source_close(&f.source);
}
