#include <fcntl.h>

#include "tests/unit/packed.h"
#include "tests/unit/test.h"

enum { WHOLE = 100000, BIG = 5000000 };

static struct buf text, big, file;
static struct reading r;
static const size_t in_steps[] = {1, 2, 7, WHOLE};
static const size_t out_steps[] = {1, 5, 300000};

/* Whether the file gives the data, cut into pieces of any size. */
static int
gives_by_any_steps(const struct buf *data, const char *damage)
{
	int good = 1;

	for (size_t i = 0; i < sizeof in_steps / sizeof *in_steps; i++)
		for (size_t j = 0; j < sizeof out_steps / sizeof *out_steps;
		     j++) {
			read_bytes(&file, in_steps[i], out_steps[j], 2, &r);
			good = good && same(&r.out, data) && !*r.error &&
			    strcmp(r.damage, damage) == 0;
		}
	return good;
}

static void
restart(void)
{
	file.n = 0;
}

static void
test_plain(void)
{
	const char *short_ones[] = {"", "\n", "\x1f", "P", "PK", "PK\3"};

	for (size_t i = 0; i < sizeof short_ones / sizeof *short_ones; i++) {
		restart();
		put(&file, short_ones[i], strlen(short_ones[i]));
		CHECK(gives_by_any_steps(&file, ""));
	}
	CHECK_INT(r.consumed, 3);
	read_bytes(&text, 1, 1, 2, &r);
	CHECK(same(&r.out, &text));
	read_bytes(&text, 7, 100, 2, &r);
	CHECK(same(&r.out, &text));
	read_bytes(&big, WHOLE, 1000000, 2, &r);
	CHECK(same(&r.out, &big));
	CHECK_INT(r.consumed, BIG);
}

static void
test_headers(void)
{
	for (int flags = 0; flags < 32; flags++) {
		restart();
		put_gzip(&file, flags, buf_span(&text));
		CHECK(gives_by_any_steps(&text, ""));
	}
	for (int flag = 32; flag < 256; flag *= 2) {
		restart();
		put_gzip(&file, flag, buf_span(&text));
		read_bytes(&file, WHOLE, WHOLE, 2, &r);
		CHECK(strcmp(r.error, "a gzip header of unknown kind") == 0);
	}
	restart();
	put_gzip(&file, 0, buf_span(&text));
	file.p[2] = 7;
	read_bytes(&file, WHOLE, WHOLE, 2, &r);
	CHECK(strcmp(r.error, "a gzip header of unknown kind") == 0);
	restart();
	put_gzip(&file, G_CHECKED | G_NAME, buf_span(&text));
	file.p[4] ^= 1;
	CHECK(gives_by_any_steps(&text, "wrong checksum of a gzip header"));
}

/* A cut anywhere gives what precedes, and a fault; nothing is made up. */
static void
test_cut(void)
{
	struct buf twice = {0};
	size_t first;
	int good = 1;

	restart();
	put_gzip(&file, 31, buf_span(&text));
	first = file.n;
	put_gzip(&file, 31, buf_span(&text));
	put(&twice, text.p, text.n);
	put(&twice, text.p, text.n);
	CHECK(gives_by_any_steps(&twice, ""));
	for (size_t n = file.n - 1; n > 1; n--) {
		file.n = n;
		read_bytes(&file, 3, 4096, 2, &r);
		good = good && is_prefix(&r.out, &twice) &&
		    (n <= first || r.out.n >= text.n) &&
		    (r.out.n == 0) == (*r.error != 0) &&
		    (n == first || *r.error || *r.damage);
		if (n == first + 1)
			CHECK(strncmp(r.damage, "garbage", 7) == 0);
		else if (n != first)
			good = good &&
			    (strstr(r.damage, "end too early") ||
				strstr(r.error, "end too early"));
	}
	CHECK(good);
	buf_free(&twice);
}

/* Each bit of a trailer counts, and costs no other member. */
static void
test_trailer(void)
{
	struct buf all = {0};
	size_t end[3];
	int good = 1;

	restart();
	for (int i = 0; i < 3; i++) {
		put_gzip(&file, 0, buf_span(&text));
		put(&all, text.p, text.n);
		end[i] = file.n;
	}
	for (int i = 0; i < 3; i++)
		for (size_t bit = 0; bit < 64; bit++) {
			char *p = file.p + end[i] - 8 + bit / 8;

			*p = (char)(*p ^ 1 << bit % 8);
			read_bytes(&file, 11, 4096, 2, &r);
			good = good && same(&r.out, &all) &&
			    strstr(r.damage,
				bit < 32 ? "wrong checksum" : "wrong length");
			*p = (char)(*p ^ 1 << bit % 8);
		}
	CHECK(good);
	read_bytes(&file, 11, 4096, 2, &r);
	CHECK(same(&r.out, &all) && !*r.damage);
	buf_free(&all);
}

static void
test_behind(void)
{
	static const char zeros[1000];
	const char *garbage = "garbage after the gzip data";
	size_t n;

	restart();
	put_gzip(&file, 0, buf_span(&text));
	n = file.n;
	put(&file, zeros, sizeof zeros);
	CHECK(gives_by_any_steps(&text, ""));
	put(&file, "\x1f\x8b\x08", 3);
	CHECK(gives_by_any_steps(&text, garbage));
	file.n = n;
	put(&file, "x", 1);
	CHECK(gives_by_any_steps(&text, garbage));
	file.n = n;
	put(&file, "\x1fx", 2);
	CHECK(gives_by_any_steps(&text, garbage));
	file.n = n;
	put(&file, "PK\3\4", 4);
	CHECK(gives_by_any_steps(&text, garbage));
}

static void
test_nothing_inside(void)
{
	struct buf nothing = {0};

	restart();
	for (int i = 0; i < 5; i++)
		put_gzip(&file, 0, (struct span){"", 0});
	CHECK(gives_by_any_steps(&nothing, ""));
	file.p[file.n - 1] = 1;
	read_bytes(&file, 1, 1, 2, &r);
	CHECK(strcmp(r.error, "wrong length after the gzip data") == 0);
	file.n--;
	read_bytes(&file, 1, 1, 2, &r);
	CHECK(strcmp(r.error, "the compressed data end too early") == 0);
}

/* A changed byte anywhere never passes for the truth. */
static void
test_corrupt(void)
{
	int good = 1;

	restart();
	put_gzip(&file, 0, buf_span(&text));
	for (size_t i = 10; i < file.n; i++) {
		file.p[i] = (char)(file.p[i] ^ 0x55);
		read_bytes(&file, WHOLE, 4096, 2, &r);
		good = good && (*r.damage || *r.error);
		file.p[i] = (char)(file.p[i] ^ 0x55);
	}
	CHECK(good);
}

/* Input of many blocks, by one thread and by two. */
static void
test_long(size_t member)
{
	restart();
	for (size_t at = 0; at < BIG; at += member)
		put_gzip(&file, G_NAME,
		    (struct span){
			big.p + at, BIG - at < member ? BIG - at : member});
	for (int threads = 1; threads <= 2; threads++) {
		read_bytes(&file, WHOLE, 262144, threads, &r);
		CHECK(same(&r.out, &big) && !*r.error && !*r.damage);
		CHECK_INT(r.consumed, file.n);
		read_bytes(&file, 511, 9999, threads, &r);
		CHECK(same(&r.out, &big) && !*r.error && !*r.damage);
		file.p[file.n - 1] ^= 1;
		read_bytes(&file, WHOLE, 1000000, threads, &r);
		CHECK(same(&r.out, &big) && strstr(r.damage, "wrong length"));
		file.p[file.n - 1] ^= 1;
		file.p[file.n - 8] ^= 1;
		read_bytes(&file, WHOLE, 1000000, threads, &r);
		CHECK(same(&r.out, &big) && strstr(r.damage, "wrong checksum"));
		file.p[file.n - 8] ^= 1;
		file.n -= 5;
		read_bytes(&file, WHOLE, 1000000, threads, &r);
		CHECK(is_prefix(&r.out, &big) && strstr(r.damage, "too early"));
		file.n += 5;
	}
}

/* Closed in the middle: in the ring, and waiting for a pipe that stays open. */
static void
test_close(void)
{
	char some[1000];

	restart();
	put_gzip(&file, 0, buf_span(&big));
	for (size_t stop = 0; stop < BIG; stop += 270000) {
		struct input *in = input_open(NULL);
		int pair[2];
		pthread_t writer;
		struct writing w;

		if (!in || socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
			abort();
		become_stdin(pair[0]);
		w = (struct writing){&file, WHOLE, dup(pair[1])};
		if (pthread_create(&writer, NULL, write_all, &w))
			abort();
		input_threads(in, 2);
		for (size_t n = 0; n < stop;)
			n += (size_t)input_read(in, some, sizeof some);
		input_close(in);
		close(STDIN_FILENO);
		pthread_join(writer, NULL);
		close(pair[1]);
	}
	CHECK(1 && "no close hangs");
}

static void
test_no_file(void)
{
	struct input *in = input_open("/no/such/file");

	read_to_end(in, 10, &r);
	CHECK(strcmp(r.error, "No such file or directory") == 0);
	CHECK(strcmp(input_name(in), "/no/such/file") == 0);
	input_close(in);
	in = input_open("/");
	read_to_end(in, 10, &r);
	CHECK(strcmp(r.error, "Is a directory") == 0);
	input_close(in);
	in = input_open("-");
	CHECK(strcmp(input_name(in), "standard input") == 0);
	read_to_end(in, 10, &r);
	CHECK(strcmp(r.error, "Bad file descriptor") == 0);
	input_close(in);
	in = input_open("never read");
	input_close(in);
	input_close(NULL);
}

/* A connection that breaks after the bytes were sent. */
static void
test_failing(int threads)
{
	struct input *in = input_open(NULL);
	int pair[2];
	struct writing w;
	pthread_t writer;

	restart();
	put_gzip(&file, 0, buf_span(&big));
	file.n /= 2;
	if (!in || socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		abort();
	become_stdin(pair[0]);
	/* Bytes that the other end leaves unread make its closing an error. */
	CHECK(send(STDIN_FILENO, "x", 1, 0) == 1);
	w = (struct writing){&file, WHOLE, pair[1]};
	if (pthread_create(&writer, NULL, write_all, &w))
		abort();
	input_threads(in, threads);
	read_to_end(in, 100000, &r);
	pthread_join(writer, NULL);
	CHECK(strcmp(r.error, "Connection reset by peer") == 0);
	CHECK(r.out.n > BIG / 4 && is_prefix(&r.out, &big));
	input_close(in);
	close(STDIN_FILENO);
}

/* Looking takes nothing away, at the start and later, packed or not. */
static void
peek_at(const struct buf *bytes, const struct buf *data)
{
	static const size_t steps[] = {1, 64, INPUT_PEEK};
	char path[] = "/tmp/test_input.XXXXXX";
	int fd = mkstemp(path), good = 1;
	char some[100];
	struct span seen;

	if (fd < 0 || write(fd, bytes->p, bytes->n) != (ssize_t)bytes->n)
		abort();
	close(fd);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		struct input *in = input_open(path);
		size_t n = steps[i] < data->n ? steps[i] : data->n;
		ssize_t got;

		seen = input_peek(in, steps[i]);
		good = good && span_equal(seen, (struct span){data->p, n});
		got = input_read(in, some, sizeof some);
		good = good && got > 0 && !memcmp(some, data->p, (size_t)got);
		seen = input_peek(in, 40);
		good = good && !memcmp(seen.p, data->p + got, seen.n);
		read_to_end(in, 1000, &r);
		good = good && r.out.n + (size_t)got == data->n &&
		    !memcmp(r.out.p, data->p + got, r.out.n);
		input_close(in);
	}
	CHECK(good);
	unlink(path);
}

static void
test_peek(void)
{
	struct input *in = input_open("/no/such/file");

	peek_at(&text, &text);
	restart();
	put_gzip(&file, 0, buf_span(&text));
	peek_at(&file, &text);
	CHECK_INT(input_peek(in, 10).n, 0);
	CHECK(input_error(in) != NULL);
	CHECK_INT(input_read(in, r.out.p, 1), -1);
	input_close(in);
}

int
main(void)
{
	put_text(&text, 3000);
	put_text(&big, BIG);
	test_plain();
	test_peek();
	test_headers();
	test_cut();
	test_trailer();
	test_behind();
	test_nothing_inside();
	test_corrupt();
	test_long(BIG);
	test_long(65280);
	test_long(3001);
	test_close();
	test_no_file();
	test_failing(1);
	test_failing(2);
	buf_free(&text);
	buf_free(&big);
	buf_free(&file);
	buf_free(&r.out);
	return test_done();
}
