/*
 * algorithm.c: the generator that the programme's own programs define and that
 * sources of submissions declare extern. The header is the submission's, where
 * it has one. It is weak, in case the submission defines it after all.
 */
#include <drng.h>

#pragma weak drng_algorithm
DRNG_ctx drng_algorithm;
