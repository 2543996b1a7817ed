/** A point in time, and the number of bytes sent by then. */
interface Sample {
  at: number;
  bytes: number;
}

const windowMilliseconds = 8_000;
const minMilliseconds = 700;

/** The rate of an upload over the last seconds. */
export function rateMeter(now: () => number) {
  let samples: Sample[] = [];
  return {
    /** Forgets the samples before an interruption. */
    restart(): void {
      samples = [];
    },
    /** Bytes per second; undefined until there are enough samples. */
    measure(bytes: number): number | undefined {
      const at = now();
      const last = samples.at(-1);
      // A part that is sent again reduces the count.
      if (last && bytes < last.bytes) samples = [];
      samples.push({ at, bytes });
      while (samples.length > 2 && (samples[0]?.at ?? at) < at - windowMilliseconds) samples.shift();
      const [first] = samples;
      if (!first || at - first.at < minMilliseconds) return undefined;
      return ((bytes - first.bytes) / (at - first.at)) * 1000;
    },
  };
}
