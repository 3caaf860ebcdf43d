#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/bytes/outfile.h"
#include "common/bytes/temporary.h"
#include "common/cli/die.h"
#include "tools/trace-plot/script.h"

enum { TITLE_MOST = 110, PIECE = 1 << 16 };

/* The statuses of a shell whose program does not start. */
enum { NO_PERMISSION = 126, NO_PROGRAM = 127 };

static const char settings[] =
    "set encoding utf8\nset decimalsign '.'\nset datafile missing 'NaN'\n"
    "set border 3 lc rgb '#666666'\nset tics nomirror out scale 0.5\n"
    "set grid lc rgb '#d9d9d9' lw 1\nunset key\nset style fill solid noborder\n"
    "set xtics tc rgb '#333333'\nset ytics tc rgb '#333333'\n"
    "set xlabel tc rgb '#333333'\nset ylabel tc rgb '#333333'\n";

/* A page of a PDF is in inches; a pixel is a point in it. */
static void
add_terminal(struct script *s, enum format format)
{
	if (format == FORMAT_PDF)
		script_add(s,
		    "set terminal pdfcairo fontscale 0.75 size %.3fin,%.3fin",
		    PAGE_WIDTH / 72.0, s->height / 72.0);
	else
		script_add(s, "set terminal %s size %d,%d",
		    format == FORMAT_PNG ? "pngcairo fontscale 0.75" : "svg",
		    PAGE_WIDTH, s->height);
	script_add(s,
	    " noenhanced font 'sans-serif,%d' background rgb '#ffffff'\n",
	    TEXT_SIZE);
}

void
gnuplot_script(struct buf *out, const struct script *s, enum format format,
    const char *title, const char *note)
{
	struct script head = {.height = s->height};

	add_terminal(&head, format);
	script_add(&head, "%s", settings);
	script_label(
	    &head, span_of(title), TITLE_MOST, 20, 24, SIDE_LEFT, 0x000000);
	if (*note)
		script_label(&head, span_of(note), TITLE_MOST, 20, 38,
		    SIDE_LEFT, QUIET_RGB);
	BUF_ADD_ALL(out, buf_span(&head.body), buf_span(&s->body));
	buf_free(&head.body);
}

/* Runs it on standard input and appends what it prints; its status, or -1. */
static int
run(struct buf *out)
{
	FILE *in;
	int status, failed;
	size_t n = 1;

	signal(SIGCHLD, SIG_DFL); /* where it is ignored there is no status */
	/* It warns of locales; what matters shows in its status. */
	in = popen("exec gnuplot -d 2>/dev/null", "r");
	if (!in)
		return -1;
	while (n) {
		buf_reserve(out, PIECE);
		n = fread(out->p + out->n, 1, PIECE, in);
		out->n += n;
	}
	failed = ferror(in);
	status = pclose(in);
	return failed ? -1 : status;
}

void
gnuplot_run(struct buf *out, struct span script)
{
	struct temporary t;
	int status = -1;

	if (temporary_scratch(&t) == 0 &&
	    descriptor_write(t.fd, script.p, script.n) == 0 &&
	    lseek(t.fd, 0, SEEK_SET) == 0 && dup2(t.fd, STDIN_FILENO) == 0)
		status = run(out);
	temporary_close(&t);
	if (status < 0)
		die("cannot hand on the script: %s", strerror(errno));
	if (WEXITSTATUS(status) == NO_PROGRAM)
		die("there is no gnuplot; install it (Debian gnuplot-nox), or "
		    "write the script: --format gnuplot");
	if (WEXITSTATUS(status) == NO_PERMISSION)
		die("gnuplot: Permission denied");
	if (status || !out->n)
		die("gnuplot failed; --format gnuplot writes its script");
}

static void
add_escaped(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		struct span c = span_cut(s, i, i + 1);

		if (c.p[0] == '<')
			c = span_of("&lt;");
		else if (c.p[0] == '&')
			c = span_of("&amp;");
		buf_add_span(out, c);
	}
}

void
gnuplot_name(struct buf *out, struct span svg, const char *title)
{
	struct span text, behind;
	bool first = true;

	while ((text = span_after(svg, "<title>")).p &&
	    (behind = span_after(text, "</title>")).p) {
		buf_add(out, svg.p, svg.n - text.n - strlen("<title>"));
		if (first) {
			buf_add_text(out, "<title>");
			add_escaped(out, span_of(title));
			buf_add_text(out, "</title>");
		}
		first = false;
		svg = behind;
	}
	buf_add_span(out, svg);
}

void
gnuplot_page(struct buf *out, struct span svg, const char *title)
{
	while (svg.n > 4 && !span_starts(svg, "<svg"))
		svg = span_cut(svg, 1, svg.n);
	buf_add_span(out,
	    span_of("<!DOCTYPE html>\n<html lang=\"en\">\n"
		    "<meta charset=\"utf-8\">\n<title>"));
	add_escaped(out, span_of(title));
	BUF_ADD_ALL(out,
	    span_of("</title>\n<style>:root { color-scheme: light dark; } "
		    "svg { max-width: 100%; height: auto; }</style>\n"),
	    svg, span_of("</html>\n"));
}
