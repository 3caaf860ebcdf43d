#include "tools/tsv2txt/paper.h"

static void
put(struct paper *p, struct span s)
{
	if (buf_add(p->out, s.p, s.n))
		p->no_memory = true;
}

static void
put_blanks(struct paper *p)
{
	if (buf_reserve(p->out, p->blanks)) {
		p->no_memory = true;
	} else {
		memset(p->out->p + p->out->n, ' ', p->blanks);
		p->out->n += p->blanks;
	}
	p->blanks = 0;
}

void
paper_text(struct paper *p, struct span s)
{
	if (s.n == 0)
		return;
	if (p->blanks)
		put_blanks(p);
	put(p, s);
}

void
paper_end(struct paper *p)
{
	p->blanks = 0;
	put(p, span_of("\n"));
}
