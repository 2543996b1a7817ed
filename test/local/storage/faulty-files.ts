/** What a call of the file system can come to. `short` writes half of it and then finds the disk full. */
export type Fault = 'ENOSPC' | 'EIO' | 'short';

interface Plan {
  /** How many calls still succeed. */
  left: number;
  fault: Fault;
  /** Whether the calls after the first that failed fail as well. */
  lasts: boolean;
  hits: string[];
}

const state: { plan: Plan | undefined } = { plan: undefined };

/** Lets the n-th call from now on that changes a file fail, and those after it, too, when the fault lasts. */
export function failFrom(call: number, fault: Fault, lasts: boolean): void {
  state.plan = { left: call, fault, lasts, hits: [] };
}

/** Lets everything succeed again, and answers which calls failed. */
export function recoverFiles(): string[] {
  const hits = state.plan?.hits ?? [];
  state.plan = undefined;
  return hits;
}

/** Node's own functions, of which those that need room or reach the disk fail as planned. */
export function faultyFs<T extends object>(real: T): T {
  const wrapped = { ...real } as Record<string, unknown>;
  for (const name of [
    'openSync',
    'writeSync',
    'writeFileSync',
    'fsyncSync',
    'mkdirSync',
    'renameSync',
    'linkSync',
    'ftruncateSync',
  ]) {
    const original = wrapped[name] as (...given: unknown[]) => unknown;
    wrapped[name] = (...given: unknown[]) => {
      // Opening for reading takes no room.
      const fault = name === 'openSync' && given[1] === 'r' ? undefined : nextFault(name);
      if (fault === 'short' && name === 'writeSync') halfOf(original, given);
      if (fault === 'short' && name === 'writeFileSync')
        original(given[0], String(given[1]).slice(0, String(given[1]).length / 2));
      if (fault) throw systemError(fault);
      return original(...given);
    };
  }
  return wrapped as T;
}

function nextFault(name: string): Fault | undefined {
  const { plan } = state;
  if (!plan) return undefined;
  if (plan.left > 0) {
    plan.left -= 1;
    return undefined;
  }
  if (plan.hits.length > 0 && !plan.lasts) return undefined;
  plan.hits.push(name);
  return plan.fault;
}

function halfOf(write: (...given: unknown[]) => unknown, [file, bytes, offset, length, position]: unknown[]): void {
  write(file, bytes, offset, Math.floor(Number(length) / 2), position);
}

function systemError(fault: Fault): Error {
  const code = fault === 'short' ? 'ENOSPC' : fault;
  return Object.assign(new Error(`${code}: made to fail`), { code });
}
