/** Ends the first run: the message says what failed and what to do about it. */
export class FirstRunProblem extends Error {}
