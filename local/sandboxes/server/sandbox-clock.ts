/** The time of a sandbox, which may be wrong on purpose. */
export interface SandboxClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** How far the sandbox is ahead of the given clock, in milliseconds. */
  skew(): number;
  setSkew(milliseconds: number): void;
}

export function skewedClock(now: () => number): SandboxClock {
  let skew = 0;
  return {
    now: () => now() + skew,
    skew: () => skew,
    setSkew(milliseconds) {
      skew = milliseconds;
    },
  };
}
