/*
 * The identifiers, built-in types and numbers in a mangled C++ name. This is no
 * demangler: in a mangled name each identifier follows its length, so just
 * enough of the grammar is followed to find these, to tell the function's name
 * from its template arguments, and to find literals (Itanium C++ ABI, section
 * "Mangling"). Substitutions (S1_) are left out: names made from one template
 * have them in the same places.
 */
#include "common/bytes/ascii.h"
#include "common/meaning/kernel_name.h"

static void
skip_digits(struct mangled_name *m)
{
	while (m->at < m->s.n && ascii_is_digit(m->s.p[m->at]))
		m->at++;
}

/* The rest of S1A_, T0_, A4_, or of a closure's number, but for the _, which
 * means nothing. */
static void
skip_number(struct mangled_name *m)
{
	while (m->at < m->s.n &&
	    (ascii_is_digit(m->s.p[m->at]) || ascii_is_upper(m->s.p[m->at])))
		m->at++;
}

/* The identifier whose length stands here. */
static struct span
take_identifier(struct mangled_name *m)
{
	size_t n = 0;

	while (m->at < m->s.n && ascii_is_digit(m->s.p[m->at]) && n < m->s.n)
		n = n * 10 + (size_t)(m->s.p[m->at++] - '0');
	if (n > m->s.n - m->at)
		n = m->s.n - m->at;
	m->at += n;
	return (struct span){m->s.p + m->at - n, n};
}

static struct span
builtin(char c)
{
	static const char *const names[] = {['a'] = "char",
	    ['b'] = "bool",
	    ['c'] = "char",
	    ['d'] = "double",
	    ['f'] = "float",
	    ['h'] = "uchar",
	    ['i'] = "int",
	    ['j'] = "uint",
	    ['l'] = "long",
	    ['m'] = "ulong",
	    ['s'] = "short",
	    ['t'] = "ushort"};
	size_t i = (unsigned char)c;

	if (i >= COUNT(names) || !names[i])
		return (struct span){0};
	return span_of(names[i]);
}

/* DF16b and DF16_ are types; of other D codes only the letter is skipped. */
static struct span
take_d(struct mangled_name *m)
{
	bool brain;

	if (m->at >= m->s.n || m->s.p[m->at] != 'F') {
		m->at += m->at < m->s.n;
		return (struct span){0};
	}
	m->at++;
	skip_digits(m);
	brain = m->at < m->s.n && m->s.p[m->at] == 'b';
	m->at += m->at < m->s.n;
	return span_of(brain ? "bf16" : "f16");
}

static void
push(struct mangled_name *m, char c)
{
	if (m->depth < KERNEL_NAME_DEPTH)
		m->open[m->depth++] = c;
}

/* Closes a bracket; after a literal's named type stands its value. */
static struct span
take_end(struct mangled_name *m)
{
	char closed = m->depth ? m->open[--m->depth] : 0;
	size_t start;

	if (closed == 'U')
		skip_number(m);
	start = m->at;
	if (m->depth && m->open[m->depth - 1] == 'L')
		skip_digits(m);
	m->is_number = m->at > start;
	return span_cut(m->s, start, m->at);
}

/*
 * A literal: of a named type, or of a built-in one, which is a number.
 * Before an identifier the L only marks a static function.
 */
static struct span
take_literal(struct mangled_name *m)
{
	char next = m->at < m->s.n ? m->s.p[m->at] : 0;
	size_t start = m->at + 1;
	struct span number;

	if (ascii_is_digit(next))
		return take_identifier(m);
	if (!ascii_is_lower(next)) {
		push(m, 'L');
		return (struct span){0};
	}
	while (m->at < m->s.n && m->s.p[m->at] != 'E')
		m->at++;
	m->is_number = m->at > start;
	number = span_cut(m->s, start, m->is_number ? m->at : start);
	m->at += m->at < m->s.n;
	return number;
}

/* S1_ stands for what came before; St and the like for parts of std. */
static void
skip_substitution(struct mangled_name *m)
{
	if (m->at < m->s.n && ascii_is_lower(m->s.p[m->at]))
		m->at++;
	else
		skip_number(m);
}

/* Takes one code. Returns an identifier or a type, or nothing. */
static struct span
take_code(struct mangled_name *m)
{
	char c = m->s.p[m->at];

	if (ascii_is_digit(c))
		return take_identifier(m);
	m->at++;
	switch (c) {
	case 'N':
	case 'J':
	case 'X':
	case 'F':
	case 'I':
		push(m, c);
		break;
	case 'L':
		return take_literal(m);
	case 'U':
		push(m, c);
		m->at += m->at < m->s.n;
		break;
	case 'E':
		return take_end(m);
	case 'S':
		skip_substitution(m);
		break;
	case 'T':
	case 'A':
		skip_number(m);
		break;
	case 'D':
		return take_d(m);
	default:
		return builtin(c);
	}
	return (struct span){0};
}

void
mangled_name_start(struct mangled_name *m, struct span s)
{
	m->s = s;
	m->at = strlen("_Z");
	m->depth = 0;
	m->in_arguments = m->is_number = false;
}

/* The function's name is in no bracket, or in the outermost N only. */
static bool
in_arguments(const struct mangled_name *m)
{
	size_t own = m->depth > 0 && m->open[0] == 'N' ? 1 : 0;

	return m->depth > own;
}

/* Does the name end here, its outermost bracket closed? */
static bool
complete(const struct mangled_name *m)
{
	return m->depth == 0 && m->at < m->s.n && m->s.p[m->at] != 'I';
}

bool
mangled_name_next(struct mangled_name *m, struct span *id)
{
	while (m->at < m->s.n) {
		m->in_arguments = in_arguments(m);
		m->is_number = false;
		*id = take_code(m);
		if (complete(m))
			m->s.n = m->at;
		if (id->n > 0)
			return true;
	}
	return false;
}

bool
mangled_name_is_scope(const struct mangled_name *m)
{
	return m->depth && m->open[m->depth - 1] == 'N' && m->at < m->s.n &&
	    ascii_is_digit(m->s.p[m->at]);
}
