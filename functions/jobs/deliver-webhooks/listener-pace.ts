/** How many calls a slow listener gets side by side. */
export interface ListenerPace {
  atOnce(): number;
  /** The listener answered. @param sideBySide the calls that were under way when this one began, with itself. */
  answered(milliseconds: number, sideBySide: number): void;
  /** A call went unanswered while others were answered: from here on, one call at a time. */
  overloaded(): void;
}

const maxAtOnce = 5;

/**
 * Finds the pace of a listener as TCP Vegas does (Brakmo and Peterson, 1995): the shortest answer says how long its work takes, and what an answer
 * takes beyond that, it has waited behind other calls. A listener that works on its calls side by side gets more of them, up to five; one that
 * works on one after the other gets two, of which one waits.
 */
export function listenerPace(): ListenerPace {
  let atOnce = 1;
  let limit = maxAtOnce;
  let shortest = Number.POSITIVE_INFINITY;
  return {
    atOnce: () => atOnce,
    answered(milliseconds, sideBySide) {
      const taken = Math.max(milliseconds, 1);
      shortest = Math.min(shortest, taken);
      const waiting = sideBySide * (1 - shortest / taken);
      if (waiting < 0.7 && sideBySide >= atOnce) atOnce = Math.min(atOnce + 1, limit);
      else if (waiting > 1.5) atOnce = Math.max(atOnce - 1, 1);
    },
    overloaded() {
      limit = 1;
      atOnce = 1;
    },
  };
}
