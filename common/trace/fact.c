#include "common/trace/fact.h"
#include "common/bytes/fixed.h"

void
fact_put(const struct fact *f, const char *key, struct span value)
{
	tsvw_text(f->w, f->file);
	tsvw_text(f->w, span_of(key));
	tsvw_text(f->w, value);
	(void)!tsvw_end(f->w);
}

void
fact_int(const struct fact *f, const char *key, int64_t v)
{
	char text[FIXED_MAX];

	fact_put(f, key, (struct span){text, fixed_print_int(text, v)});
}

void
fact_us(const struct fact *f, const char *key, bool known, int64_t ns)
{
	char text[FIXED_MAX];

	fact_put(
	    f, key, (struct span){text, known ? fixed_print_us(text, ns) : 0});
}
