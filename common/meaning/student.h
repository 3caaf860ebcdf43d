/*
 * student - the t distribution of "Student" (W. S. Gosset, "The probable error
 * of a mean", Biometrika 6, 1908): its quantiles, and how likely a value is.
 */
#ifndef COMMON_MEANING_STUDENT_H
#define COMMON_MEANING_STUDENT_H

/* Student's t that 97.5 or 95 % stay below, for 1 degree of freedom and more.
 */
double student_975(double df);
double student_950(double df);

/* How likely |t| or more is, on both sides. */
double student_p(double t, double df);

#endif
