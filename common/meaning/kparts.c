#include "common/meaning/kparts.h"
#include "common/bytes/ascii.h"
#include "common/meaning/kname.h"

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
	static const char *const words[] = {"const", "unsigned", "lambda",
	    "operator", "anonymous", "namespace", "_GLOBAL__N_1", "decltype",
	    "std", "type", NULL};

	return word.n == 0 || span_is_one_of(word, words);
}

static void
add(struct kparts *k, struct kpart part)
{
	if (k->n == KPARTS_MAX || is_empty(part.text))
		return;
	part.text = kname_type(part.text);
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
read_function(struct kparts *k, struct span s)
{
	struct kname_brackets b = {.depth = 0};

	for (size_t i = 0, end; i < s.n && k->n < KPARTS_MAX; i = end) {
		struct kpart part = {.argument = b.depth > 0};

		end = i + 1;
		if (!is_word(s.p[i])) {
			kname_follow(&b, i ? s.p[i - 1] : ' ', s.p[i]);
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
read_mangled(struct kparts *k, struct span s)
{
	struct kname_mangled m;
	struct span id;

	kname_mangled_start(&m, s);
	while (k->n < KPARTS_MAX && kname_mangled_next(&m, &id))
		add(k,
		    (struct kpart){.text = id,
			.argument = m.in_arguments,
			.number = m.is_number,
			.scope = kname_mangled_is_scope(&m)});
}

static void
read_flat(struct kparts *k, struct span s)
{
	k->flat = true;
	for (size_t i = 0, end; i < s.n && k->n < KPARTS_MAX; i = end + 1) {
		for (end = i; end < s.n && s.p[end] != '_'; end++)
			;
		add(k, (struct kpart){.text = span_cut(s, i, end)});
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
	return left > 1 && name.p[name.n - 1] == ')' &&
	    !ascii_is_digit(open[1]) && !memchr(open, '"', left);
}

void
kparts_read(struct kparts *k, struct span name)
{
	struct span function;

	name = kname_whole(name);
	k->n = 0;
	k->flat = false;
	if (span_starts(name, "_Z"))
		read_mangled(k, name);
	else if (kname_function(name, &function) &&
	    ends_as_function(name, function))
		read_function(k, function);
	else
		read_flat(k, name);
}

bool
kpart_is_type(const struct kpart *p)
{
	static const char *const names[] = {"bf16", "f16", "bool", "char",
	    "double", "float", "int", "long", "short", "signed", "uchar",
	    "uint", "ulong", "ushort", "tfloat32_t", "Float8_e4m3fn",
	    "Float8_e4m3fnuz", "Float8_e5m2", "float2", "float4", NULL};

	return span_is_one_of(p->text, names);
}
