/** How often a wire was called. */
export interface Calls {
  total: number;
  kinds: Record<string, number>;
  statuses: Record<string, number>;
  /** The last calls, such as `GET /platform/organizations 200`, the newest last. */
  last: string[];
}

const remembered = 200;

export function countedCalls() {
  let calls: Calls = { total: 0, kinds: {}, statuses: {}, last: [] };
  return {
    read: (): Calls => structuredClone(calls),
    clear() {
      calls = { total: 0, kinds: {}, statuses: {}, last: [] };
    },
    count(call: string, kind: string, status: number) {
      calls.total += 1;
      calls.kinds[kind] = (calls.kinds[kind] ?? 0) + 1;
      calls.statuses[status] = (calls.statuses[status] ?? 0) + 1;
      calls.last.push(`${call} ${status}`);
      if (calls.last.length > remembered) calls.last.shift();
    },
  };
}
