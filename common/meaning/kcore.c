#include "common/meaning/kcore.h"
#include "common/meaning/kname.h"

/* How many brackets are open behind a character, when `depth` were before. */
static size_t
depth_behind(size_t depth, char previous, char c)
{
	if (c == '<' || c == '(' || c == '{')
		return depth + 1;
	if (c == ')' || c == '}' || (c == '>' && previous != '-'))
		return depth ? depth - 1 : 0;
	return depth;
}

/* Without the namespaces in front. */
static struct span
without_namespaces(struct span s)
{
	size_t depth = 0, start = 0;

	for (size_t i = 0; i < s.n && (depth || s.p[i] != '<'); i++) {
		depth = depth_behind(depth, i ? s.p[i - 1] : 0, s.p[i]);
		if (depth == 0 && s.p[i] == ':')
			start = i + 1;
	}
	return span_cut(s, start, s.n);
}

/* Does a function apply another one, which its template arguments name? */
static bool
applies(struct span function)
{
	static const char *const names[] = {"AUnaryFunctor", "BUnaryFunctor",
	    "BinaryFunctor", "ReduceOp", "elementwise_kernel",
	    "elementwise_kernel_manual_unroll", "func_wrapper_t",
	    "gpu_index_kernel", "gpu_kernel_impl", "gpu_kernel_impl_nocast",
	    "index_elementwise_kernel", "reduce_kernel",
	    "unrolled_elementwise_kernel", "vectorized_elementwise_kernel",
	    "vectorized_templated_elementwise_kernel", NULL};
	const char *open = memchr(function.p, '<', function.n);

	return open &&
	    span_is_one_of(
		span_cut(function, 0, (size_t)(open - function.p)), names);
}

static struct span
without_blanks(struct span s)
{
	while (s.n && s.p[0] == ' ')
		s = span_cut(s, 1, s.n);
	while (s.n && s.p[s.n - 1] == ' ')
		s.n--;
	return s;
}

/* Takes the first template argument that is neither number nor plain type. */
static bool
applied(struct span s, struct span *argument)
{
	const char *open = memchr(s.p, '<', s.n);
	size_t start = (size_t)(open - s.p) + 1, depth = 1;
	bool brackets = false;

	for (size_t i = start; i < s.n && depth > 0; i++) {
		bool ends = depth == 1 && s.p[i] == ',';

		depth = depth_behind(depth, s.p[i - 1], s.p[i]);
		brackets |= depth > 1;
		if (!ends && depth > 0)
			continue;
		if (brackets) {
			*argument = without_blanks(span_cut(s, start, i));
			return true;
		}
		start = i + 1;
	}
	return false;
}

struct span
kcore(struct span name)
{
	struct span s, argument;

	if (name.n == 0 || !memchr(")>", name.p[name.n - 1], 2) ||
	    !kname_function(name, &s))
		return name;
	s = without_namespaces(s);
	while (s.n && applies(s) && applied(s, &argument)) {
		if (!kname_function(argument, &s))
			break;
		s = without_namespaces(s);
	}
	return s.n ? s : name;
}
