#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/bytes/outfile.h"
#include "common/bytes/temporary.h"
#include "tools/trace-plot/script.h"

extern char **environ;

enum { TITLE_MOST = 110, PIECE = 1 << 16 };

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

/* Appends all that comes, to the end. */
static int
read_all(int fd, struct buf *out)
{
	ssize_t n = 1;

	while (n > 0) {
		buf_reserve(out, PIECE);
		n = read(fd, out->p + out->n, PIECE);
		if (n < 0 && errno == EINTR)
			n = 1;
		else if (n > 0)
			out->n += (size_t)n;
	}
	return (int)n;
}

/* Starts gnuplot between two descriptors. Returns 0, or an errno. */
static int
start(pid_t *pid, int in, int out)
{
	char name[] = "gnuplot", defaults[] = "-d";
	char *const argv[] = {name, defaults, NULL};
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);

	if (error)
		return error;
	error = posix_spawn_file_actions_adddup2(&actions, in, 0);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, out, 1);
	/* It warns of locales; what matters shows in its status. */
	if (!error)
		error = posix_spawn_file_actions_addopen(
		    &actions, 2, "/dev/null", O_WRONLY, 0);
	if (!error)
		error =
		    posix_spawnp(pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static const char *
run(struct buf *out, int in, int ends[2], char *text)
{
	pid_t pid;
	int status = 0, error = start(&pid, in, ends[1]);

	close(ends[1]);
	ends[1] = -1;
	if (error == ENOENT)
		return "there is no gnuplot; install it (Debian gnuplot-nox), "
		       "or write the script: --format gnuplot";
	if (error == 0 && read_all(ends[0], out))
		error = errno;
	if (error)
		snprintf(text, 256, "gnuplot: %s", strerror(error));
	if (error)
		return text;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status == 0 && out->n)
		return NULL;
	return "gnuplot failed; --format gnuplot writes its script";
}

const char *
gnuplot_run(struct buf *out, struct span script, char *text)
{
	struct temporary t;
	int ends[2] = {-1, -1};
	const char *trouble = NULL;

	if (temporary_scratch(&t) ||
	    descriptor_write(t.fd, script.p, script.n) ||
	    lseek(t.fd, 0, SEEK_SET) < 0 || pipe(ends)) {
		snprintf(text, 256, "cannot hand on the script: %s",
		    strerror(errno));
		trouble = text;
	} else {
		trouble = run(out, t.fd, ends, text);
	}
	for (int i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
	temporary_close(&t);
	return trouble;
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
