/** How often a wire was called. */
export interface Calls {
  total: number;
  kinds: Record<string, number>;
  statuses: Record<string, number>;
  /** The most calls that began in any span of a second, without those for tokens. */
  busiestSecond: number;
  /** The last calls, such as `GET /platform/organizations 200`, the newest last. */
  last: string[];
}

const remembered = 200;
const none = (): Calls => ({ total: 0, kinds: {}, statuses: {}, busiestSecond: 0, last: [] });

/** @param now milliseconds of a clock that is never put. */
export function countedCalls(now: () => number) {
  let calls = none();
  let begun: number[] = [];
  return {
    read: (): Calls => structuredClone(calls),
    clear() {
      calls = none();
      begun = [];
    },
    /** When a call arrives. */
    begin(kind: string) {
      if (kind === 'token') return;
      const time = now();
      begun = [...begun.filter((one) => one > time - 1_000), time];
      calls.busiestSecond = Math.max(calls.busiestSecond, begun.length);
    },
    /** When it is answered. */
    count(call: string, kind: string, status: number) {
      calls.total += 1;
      calls.kinds[kind] = (calls.kinds[kind] ?? 0) + 1;
      calls.statuses[status] = (calls.statuses[status] ?? 0) + 1;
      calls.last.push(`${call} ${status}`);
      if (calls.last.length > remembered) calls.last.shift();
    },
  };
}
