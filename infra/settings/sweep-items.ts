/** Overdue work of one kind that the sweep sends in a minute, unless it is set. */
export const usualSweepItems = 100;

/** Kinds of overdue work that the sweep looks for, one after another; a test counts them. */
export const sweepKinds = 30;

/** Seconds that sending one item takes: two calls, of a table and of a queue, of ten milliseconds each. Assumed. */
export const sweepItemSeconds = 0.02;

/** The most of one kind: should all kinds be full, a run takes 180 s of its 240. */
export const maxSweepItems = 300;
