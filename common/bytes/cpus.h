/*
 * cpus - how many threads can run at once.
 */
#ifndef COMMON_BYTES_CPUS_H
#define COMMON_BYTES_CPUS_H

/* The CPUs this process may run on (as nproc(1) counts them), at least 1. */
int cpus(void);

#endif
