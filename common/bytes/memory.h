/*
 * memory - allocation, or the end of the program.
 *
 * No tool can do without what it asks for, so nobody hands a lack of memory
 * upward: memory_out says so and ends the program with STATUS_FAILED. Files
 * that are not whole yet go at exit: see temporary.h.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Never NULL unless the size is 0. */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *, size_t size);
void *xcalloc_aligned(size_t alignment, size_t size);
/* Room for n numbers, each UINT32_MAX: those that stand for none. */
uint32_t *xnones(size_t n);

char *xstrdup(const char *);
char *xstrndup(const char *, size_t n);

/* The message and the end; for sizes that no memory can have, too. */
__attribute__((noreturn)) void memory_out(void);

/* The name of the running tool; set by tool_start. */
extern const char *tool_name;
