/** Lets work run beside other work, or alone. */
export interface Turns {
  beside<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for all that runs; what comes meanwhile waits for this. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** @example const turns = takeTurns(); await turns.alone(() => read(file)); */
export function takeTurns(): Turns {
  const running = new Set<Promise<unknown>>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    async beside(work) {
      for (let seen: unknown; seen !== last; ) {
        seen = last;
        await last;
      }
      const result = work();
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    async alone(work) {
      const before = last;
      let free = () => {};
      last = new Promise<void>((resolve) => {
        free = resolve;
      });
      try {
        await before;
        await Promise.allSettled(running);
        return await work();
      } finally {
        free();
      }
    },
  };
}
