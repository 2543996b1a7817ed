/** Lets a loop sleep until there is work; a signal that arrives while the loop works is not lost. */
export interface WakeSignal {
  /** Signals work: ends the current wait, or makes the next one return at once. */
  wake(): void;
  /** True when a signal has arrived that no wait has taken yet. */
  pending(): boolean;
  /** Clears earlier signals; call it before checking for work. */
  clear(): void;
  /** Resolves at the next signal, or after `milliseconds` if given. */
  wait(milliseconds?: number): Promise<void>;
}

export function wakeSignal(): WakeSignal {
  let news = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      news = true;
      end?.();
    },
    pending: () => news,
    clear() {
      news = false;
    },
    wait(milliseconds) {
      if (news) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(() => end?.(), milliseconds);
        end = () => {
          clearTimeout(timer);
          end = undefined;
          resolve();
        };
      });
    },
  };
}
