/* What streamrt.h offers to drivers, for whoever has no C of his own: the table of a timeline's
 * functions, and the ends of a queue. streamrt.h has the rules; timeline.py and ends.py call this. */
#pragma once
#include "streamrt.h"
#include "promises.h"

_Static_assert(sizeof(srt_result) == sizeof(result), "streamrt.h and promises.h say the same");

/* The address of each is part of a srt_timeline, so their types are those there. */
COLD void srt_end_told(void *event, i32 status, void *token) { srt_ended(event, status, token); }
COLD srt_end *srt_end_begun(srt_ends *ends, void *c, const i32 *error) { return srt_begin_end(ends, c, error); }
COLD i32 srt_end_wanted(srt_ends *ends) { return srt_want(ends); }
