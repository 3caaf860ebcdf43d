/*
 * extract - print the events of one file after another.
 */
#ifndef EXTRACT_H
#define EXTRACT_H

#include "tools/trace-extract/file.h"

/* Prints a file's events and tells what is wrong with it on stderr. */
void extract_file(struct extract *, const char *path);

#endif
