/* Where the control trials are judged (rules Q1 to Q5): what a measurement rests on, asked of the machine at
 * the start and at the end of a capture. A control never changes an answer; where one fails, what rests on it
 * is noted or left out, and the reason is told. Pure: no text is made. */
#ifndef CACHESTAIR_CALIBRATION_H
#define CACHESTAIR_CALIBRATION_H

#include "../read/trials.h"
#include "../rule.h"

enum { CALIBRATIONS = 5, CALIBRATION_ENDS = 2 };

/* Q1 to Q5, in that order. */
struct calibration {
	enum rule_id rule;
	enum status status; /* accepted: passed; refused: failed; noted: not judged, or at one end only */
	const char *why;    /* noted: why; refused under Q5: what differs; else NULL */
	double value;       /* what was measured, at the end that is farther from 1; NAN where nothing was */
	double ends[CALIBRATION_ENDS]; /* the same at the start and at the end; NAN where there is none */
	double dit[CALIBRATION_ENDS];  /* the same with the DIT bit set; NAN where there is none */
	double bytes;                  /* Q4: the size that it is of; NAN elsewhere */
};

/* Judges the controls of a capture. `step_ns` is the timer's step (T1), NAN where it is unknown. Returns 0,
 * or -1 where memory is out. */
int calibration_judge(struct calibration calibrations[CALIBRATIONS], const struct trials *trials,
                      double step_ns);

#endif
