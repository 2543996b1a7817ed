/** Time for the message to become a dead letter, and the sweep to run, before a record is given up. */
export const graceMilliseconds = 2 * 60_000;
