#include "tools/trace-align/shapes.h"

double
shapes_elements(struct span s)
{
	double all = 0, product = 1, number = -1;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c >= '0' && c <= '9') {
			number = (number < 0 ? 0 : number * 10) + (c - '0');
			continue;
		}
		if (number >= 0)
			product *= number;
		number = -1;
		if (c == '[')
			product = 1;
		/* The outer bracket closes no shape of its own. */
		if (c == ']' && i > 0 && s.p[i - 1] != ']')
			all += product;
	}
	return all;
}

struct shapes
shapes_compare(const struct comparison *c)
{
	struct shapes s = {0};

	for (size_t i = 0; i < c->npairs; i++) {
		const struct row *a = c->pairs[i].a, *b = c->pairs[i].b;

		if (!a || !b || a->shapes.n == 0 || b->shapes.n == 0 ||
		    !span_equal(a->cpu_op, b->cpu_op))
			continue;
		s.all++;
		s.other += !span_equal(a->shapes, b->shapes);
		s.a += shapes_elements(a->shapes);
		s.b += shapes_elements(b->shapes);
	}
	return s;
}
