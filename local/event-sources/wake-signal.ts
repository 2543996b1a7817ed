/** Lets one loop sleep until there is news for it; news that arrives while the loop works is not lost. */
export interface WakeSignal {
  /** There is news: ends the current wait, or makes the next one return at once. */
  wake(): void;
  /** True when news has arrived that no wait has taken yet. */
  pending(): boolean;
  /** Forgets old news; call it before looking. */
  clear(): void;
  /** Resolves at the next news, or after `milliseconds` when given. */
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
