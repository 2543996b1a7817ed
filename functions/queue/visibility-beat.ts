/** How long a message stays hidden after the last beat of its worker. */
const hiddenSeconds = 90;
const beatMilliseconds = 20_000;
/** A queue hides its messages for this much longer than its function may run. */
const slackSeconds = 60;

/** The beat of one message. */
export interface VisibilityBeat {
  /** Ends it. Resolves once no call of it is under way that could undo another of the same message. */
  stop(): Promise<void>;
}

/**
 * Hides a message for 90 s, again every 20 s: one whose worker is killed comes back when the last of them is over, and not after the time that the longest work may
 * take. A message whose queue hides it no longer than that needs no beat.
 *
 * @param hide makes the message visible after a number of seconds.
 * @param remainingMilliseconds how long the function may still run.
 */
export function visibilityBeat(
  hide: (seconds: number) => Promise<void>,
  remainingMilliseconds: number,
  failed: (cause: unknown) => void,
): VisibilityBeat {
  if (remainingMilliseconds / 1000 + slackSeconds <= hiddenSeconds) return { stop: async () => {} };
  let last: Promise<void> = Promise.resolve();
  const beat = () => {
    // A beat that fails is made up for by the next.
    last = last.then(() => hide(hiddenSeconds)).catch(failed);
  };
  beat();
  const timer = setInterval(beat, beatMilliseconds);
  return {
    stop() {
      clearInterval(timer);
      return last;
    },
  };
}
