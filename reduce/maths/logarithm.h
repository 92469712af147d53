/* Where logarithms are taken, the same to the last bit on every machine.
 *
 * A C library's log and exp differ by a bit from one library to the next. These use only + - * / on doubles,
 * which IEEE 754 rounds in one way, so a result that depends on them is the same everywhere. Relative error
 * below 4e-16 times the number of operations; good to 14 digits. */
#ifndef CACHESTAIR_LOGARITHM_H
#define CACHESTAIR_LOGARITHM_H

/* log2 of x; x must be a positive finite normal number. */
double logarithm_of(double x);

/* 2 to the power y; y from -1000 to 1000. */
double logarithm_power(double y);

#endif
