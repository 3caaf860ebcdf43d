#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-cut/pattern.h"

/* Distinct values remembered: ids and times would fill the memory. */
enum { REMEMBERED = 65536 };

struct pattern {
	struct pattern *next;
	char *name; /* of the column */
	int column;
	bool drop;
	regex_t ere;
	struct pool *seen;
	bool matched[REMEMBERED]; /* by the value's number */
	struct buf text;          /* a value that ends with a NUL */
};

void
pattern_free(struct pattern *p)
{
	while (p) {
		struct pattern *next = p->next;

		regfree(&p->ere);
		pool_free(p->seen);
		buf_free(&p->text);
		free(p->name);
		free(p);
		p = next;
	}
}

struct pattern *
pattern_new(
    const char *text, bool drop, struct pattern *list, char message[256])
{
	const char *equals = strchr(text, '=');
	struct pattern *p;
	int error;

	if (!equals || equals == text) {
		snprintf(message, 256, "takes COLUMN=PATTERN");
		return NULL;
	}
	p = xcalloc(1, sizeof *p);
	error = regcomp(&p->ere, equals + 1, REG_EXTENDED | REG_NOSUB);
	if (error) {
		regerror(error, &p->ere, message, 256);
		free(p);
		return NULL;
	}
	p->drop = drop;
	p->name = xstrndup(text, (size_t)(equals - text));
	p->seen = pool_new();
	p->next = list;
	return p;
}

const char *
patterns_find(struct pattern *p, const struct tsv *in)
{
	for (; p; p = p->next) {
		p->column = tsv_find(in, p->name);
		if (p->column < 0)
			return p->name;
	}
	return NULL;
}

static bool
match(struct pattern *p, struct span value)
{
	int error;

	p->text.n = 0;
	BUF_ADD_ALL(&p->text, value, (struct span){"", 1});
	error = regexec(&p->ere, p->text.p, 0, NULL, 0);
	if (error && error != REG_NOMATCH)
		memory_out();
	return error == 0;
}

static bool
match_once(struct pattern *p, struct span value)
{
	uint32_t known = pool_count(p->seen), id;

	if (known == REMEMBERED) {
		id = pool_find(p->seen, value);
		return id == POOL_NONE ? match(p, value) : p->matched[id];
	}
	id = pool_add(p->seen, value);
	if (id == known)
		p->matched[id] = match(p, value);
	return p->matched[id];
}

bool
patterns_want(struct pattern *p, const struct tsv *in)
{
	for (; p; p = p->next)
		if (match_once(p, tsv_field(in, p->column)) == p->drop)
			return false;
	return true;
}
