#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/order.h"
#include "common/meaning/kernel_name.h"
#include "common/meaning/short_name.h"

/* Identifiers may have letters of any language. */
static bool
is_word(char c)
{
	return ascii_is_word(c) || (unsigned char)c >= 0x80;
}

/* Words of C++ that name nothing. */
static bool
is_empty(struct span word)
{
	return word.n == 0 ||
	    span_is_among(word,
		"const unsigned lambda operator anonymous namespace "
		"_GLOBAL__N_1 decltype std type");
}

static void
add(struct name_parts *k, struct name_part part)
{
	if (k->n == NAME_PARTS_MAX || is_empty(part.text))
		return;
	part.text = kernel_name_type(part.text);
	k->part[k->n++] = part;
}

/* The digits of 3ul. */
static struct span
digits_of(struct span s)
{
	size_t n = 0;

	while (n < s.n && ascii_is_digit(s.p[n]))
		n++;
	return span_cut(s, 0, n);
}

static void
read_function(struct name_parts *k, struct span s)
{
	struct kernel_name_brackets b = {.depth = 0};

	for (size_t i = 0, end; i < s.n; i = end) {
		struct name_part part = {.argument = b.depth > 0};

		end = i + 1;
		if (!is_word(s.p[i])) {
			kernel_name_follow(&b, i ? s.p[i - 1] : ' ', s.p[i]);
			continue;
		}
		while (end < s.n && is_word(s.p[end]))
			end++;
		part.text = span_cut(s, i, end);
		part.number = ascii_is_digit(s.p[i]);
		if (part.number)
			part.text = digits_of(part.text);
		part.scope = span_starts(span_cut(s, end, s.n), "::");
		add(k, part);
	}
}

static void
read_mangled(struct name_parts *k, struct span s)
{
	struct mangled_name m;
	struct span id;

	mangled_name_start(&m, s);
	while (mangled_name_next(&m, &id))
		add(k,
		    (struct name_part){.text = id,
			.argument = m.in_arguments,
			.number = m.is_number,
			.scope = mangled_name_is_scope(&m)});
}

static void
read_flat(struct name_parts *k, struct span s)
{
	k->flat = true;
	for (size_t i = 0, end; i < s.n; i = end + 1) {
		for (end = i; end < s.n && s.p[end] != '_'; end++)
			;
		add(k, (struct name_part){.text = span_cut(s, i, end)});
	}
}

/*
 * Does the name end where the parameters of a C++ function do? Names of
 * annotations have parentheses, too: "step_1(16)_done(0)", "forward(3)".
 */
static bool
ends_as_function(struct span name, struct span function)
{
	const char *open = function.p + function.n;
	size_t left = (size_t)(name.p + name.n - open);

	if (left == 0)
		return name.p[name.n - 1] == '>';
	return name.p[name.n - 1] == ')' && !ascii_is_digit(open[1]) &&
	    !memchr(open, '"', left);
}

void
name_parts_read(struct name_parts *k, struct span name)
{
	struct span function;

	name = kernel_name_whole(name);
	k->n = 0;
	k->flat = false;
	if (span_starts(name, "_Z"))
		read_mangled(k, name);
	else if (kernel_name_function(name, &function) &&
	    ends_as_function(name, function))
		read_function(k, function);
	else
		read_flat(k, name);
}

bool
name_part_is_type(const struct name_part *p)
{
	return span_is_among(p->text,
	    "bf16 f16 bool char double float int long short signed "
	    "uchar uint ulong ushort tfloat32_t Float8_e4m3fn "
	    "Float8_e4m3fnuz Float8_e5m2 float2 float4");
}

enum { PART_MAX = 24 }; /* of a part is shown at most */

static void
add_part(struct differing *d, struct span text)
{
	ARRAY_PUSH(d->part, d->nparts, &d->part_cap, text);
}

/* Adds a part; what is too long to be shown word by word. */
static void
add_words(struct differing *d, struct span s)
{
	size_t start = 0;

	if (s.n <= PART_MAX) {
		add_part(d, s);
		return;
	}
	for (size_t i = 1; i <= s.n; i++) {
		bool ends = i == s.n || s.p[i] == '_' ||
		    (ascii_is_upper(s.p[i]) && !ascii_is_upper(s.p[i - 1]));

		if (!ends || d->nparts >= d->limit)
			continue;
		if (s.p[start] == '_')
			start++;
		if (i > start)
			add_part(d, span_cut(s, start, i));
		start = i;
	}
}

/* Ranks what tells most first: data types, other arguments, namespaces. */
static int
rank_of(const struct name_parts *k, const struct name_part *p)
{
	if (k->flat)
		return 1;
	if (!p->argument || p->scope)
		return 2;
	return name_part_is_type(p) ? 0 : 1;
}

void
differing_read(struct differing *d, const struct name_parts *k)
{
	size_t start = d->nparts;

	d->limit = start + NAME_PARTS_MAX;
	for (int rank = 0; rank < 3; rank++)
		for (size_t i = 0; i < k->n; i++)
			if (rank_of(k, &k->part[i]) == rank)
				add_words(d, k->part[i].text);
	ARRAY_PUSH(d->name, d->n, &d->cap,
	    (struct differing_name){start, d->nparts - start, 0});
}

void
differing_free(struct differing *d)
{
	free(d->part);
	free(d->name);
	free(d->size);
	*d = (struct differing){0};
}

/* The part at a place; nothing after the last. */
static struct span
part_at(const struct differing *d, size_t i, size_t place)
{
	const struct differing_name *name = &d->name[i];
	struct span s = {"", 0};

	if (place >= name->n)
		return s;
	s = d->part[name->start + place];
	if (s.n > PART_MAX)
		s.n = PART_MAX;
	return s;
}

/* A name as it is sorted: by its class and the part at one place. */
struct entry {
	size_t class, index;
	struct span part;
};

ORDER_BY(compare, struct entry, UP(class), span_compare(x->part, y->part))

/* Sorts the names by what they have there; returns the number of classes. */
static size_t
divide(const struct differing *d, size_t place, struct entry *e)
{
	size_t classes = 1;

	for (size_t i = 0; i < d->n; i++)
		e[i] =
		    (struct entry){d->name[i].class, i, part_at(d, i, place)};
	qsort(e, d->n, sizeof *e, compare);
	for (size_t i = 1; i < d->n; i++)
		classes += compare(&e[i - 1], &e[i]) != 0;
	return classes;
}

/* The entries' order becomes classes. */
static void
keep(struct differing *d, const struct entry *e)
{
	size_t class = 0;

	memset(d->size, 0, d->n * sizeof *d->size);
	for (size_t i = 0; i < d->n; i++) {
		class += i && compare(&e[i - 1], &e[i]) != 0;
		d->name[e[i].index].class = class;
		d->size[class]++;
	}
}

void
differing_choose(struct differing *d)
{
	struct entry *e = xcalloc(d->n + 1, sizeof *e);
	size_t classes = 1;

	d->size = xcalloc(d->n + 1, sizeof *d->size);
	d->size[0] = d->n;
	for (size_t place = 0; place < NAME_PARTS_MAX && classes < d->n &&
	     d->nchosen < DIFFERING_MOST;
	     place++) {
		size_t now = divide(d, place, e);

		if (now == classes)
			continue;
		keep(d, e);
		classes = now;
		d->chosen[d->nchosen++] = place;
	}
	free(e);
}

void
differing_add(const struct differing *d, size_t i, struct buf *out)
{
	for (size_t k = 0; k < d->nchosen; k++) {
		struct span part = part_at(d, i, d->chosen[k]);

		if (part.n)
			BUF_ADD_ALL(out, span_of(" "), part);
	}
}

bool
differing_is_alone(const struct differing *d, size_t i)
{
	return d->size[d->name[i].class] == 1;
}
