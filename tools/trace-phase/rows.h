/*
 * rows - the events of a table, with what each says of its phase by itself.
 *
 * All rows are kept in memory, because evidence may stand anywhere: some 72
 * bytes and the line for each. What a kernel's name, operator and shapes say is
 * found out once for each distinct combination.
 */
#pragma once

#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "tools/trace-phase/cycle.h"
#include "tools/trace-phase/label.h"
#include "tools/trace-phase/options.h"

/*
 * The cycles of a table of events, by its column path.
 *
 * trace-cycles --events writes such a path after each kernel: the cycle and
 * its repeat from the outermost inwards, 1:3/4:17. Read in the order of time,
 * the rows tell what the table of cycles would: repeats, rows of repeats,
 * kernels, and what holds what.
 */

enum { PATH_DEPTH = 16 }; /* deeper cycles are ignored */

struct path_event {
	struct span path;
	uint32_t run, gpu,
	    stream;      /* equal numbers in two runs are two cycles */
	int64_t ts, dur; /* ns */
	enum evidence kind;
	const struct name_says *says;
};

/* One repeat of a cycle. */
struct paths_repeat {
	uint32_t cycle; /* its place */
	uint32_t outer; /* the number of the repeat it is inside of, or
			   PATH_NONE */
	int64_t rep;    /* as the path has it; negative: it is partial */
	int64_t work;   /* ns of kernels whose time tells a phase */
};

#define PATH_NONE UINT32_MAX

struct path_place;

struct paths {
	struct judged_cycle *cycle;
	size_t n, cap;
	struct pool *keys;
	struct buf key;
	struct path_place *last; /* of each stream */
	size_t streams, streams_cap;
	int64_t *gpu_time; /* of all kernels; filled in by paths_time */
	size_t gpus, gpus_cap;
	struct paths_repeat *repeat;
	size_t nrepeats, repeats_cap;
	uint32_t *latest; /* the repeat of each cycle met last */
	size_t latest_cap;
};

/* These end the program when there is no memory. */
void paths_open(struct paths *);
void paths_close(struct paths *);

/* Adds a kernel's time to its GPU. */
void paths_time(struct paths *, uint32_t gpu, int64_t dur);

/* Adds a kernel of a cycle; returns the number of its innermost repeat, or
 * PATH_NONE. */
uint32_t paths_add(struct paths *, const struct path_event *);

/* Judges the cycles when all are added. */
void paths_judge(struct paths *);

/* The kernels of the shortest step that was compared; 0: there is none. */
size_t paths_step(const struct paths *);

/* The repeat of a cycle that was compared, from this one outwards, or NULL. */
const struct paths_repeat *paths_compared(
    const struct paths *, uint32_t repeat);

/*
 * The cycle has a phase: has this repeat that, too? It may have another if it
 * is said to be decode and takes more than COMPARE_LONGER times as long as
 * others do, as prefill does.
 */
bool paths_is_alike(const struct paths *, const struct paths_repeat *);

#define ROWS_NO_TIME INT64_MIN
#define ROWS_NO_NUMBER UINT32_MAX

struct row_columns {
	int ts, name;
	int cat, launch_ts; /* these and the others may be missing */
	int annotation, op, dims, dur, path, position, step;
	struct label_columns label;
};

struct row {
	struct finding finding;
	int64_t ts, launch; /* ns, or ROWS_NO_TIME */
	uint32_t run;       /* a rank's file: launches follow each other */
	uint32_t device;    /* a GPU of it */
	uint32_t about;     /* number of its operator with its shapes */
	uint32_t name;      /* its number in `names` */
	uint32_t repeat;    /* the innermost, in `paths`, or PATH_NONE */
	uint32_t step;      /* that it belongs to, or ROWS_NO_NUMBER */
	bool gpu;           /* an event of the GPU, the others have no phase */
	bool stands;        /* came with a label */
};

/* An engine's annotation among the rows. */
struct note {
	struct finding finding;
	int64_t ts;
	uint32_t run, device; /* as of a row */
	bool gpu;             /* its time is the GPU's: gpu_user_annotation */
};

struct rows {
	const struct options *options;
	struct row_columns column;
	struct buf lines; /* each with its LF */
	struct row *row;
	size_t n, cap;
	struct note *note;
	size_t nnotes, notes_cap;
	bool annotated; /* there is a column or a row of annotations */
	struct keys runs, gpus;
	struct keys abouts; /* distinct operators and shapes */
	int64_t *tokens;    /* of each of them */
	size_t tokens_cap;
	struct names names;
	struct paths paths;
	struct keys streams, steps;
	struct judged_cycle all; /* kernels of all GPUs, as if of one step */
};

/* These end the program with a message when they fail. */
void rows_open(struct rows *, const struct options *, const struct tsv *);
void rows_add(struct rows *, struct tsv *); /* the current record */
void rows_free(struct rows *);

/* The evidence of a row's name or matrix product. */
enum evidence rows_kind(const struct rows *, const struct row *);

/*
 * How many tokens an operator computes at once: M of a matrix product whose
 * name is in small letters, given its shapes as a JSON array; 0: it is none, or
 * it is not known.
 */
int64_t tokens_of_gemm(struct span op, struct span dims);

/*
 * The i-th shape of a JSON array of shapes: its rank, and dim[] up to `most`,
 * or -1 if there is none.
 */
int tokens_shape(struct span dims, int i, int64_t *dim, int most);
