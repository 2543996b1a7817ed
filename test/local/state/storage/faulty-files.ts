/** Faults of a file system call. `short` writes half and then finds the disk full. */
export type Fault = 'ENOSPC' | 'EIO' | 'short';

interface Plan {
  /** Number of calls that still succeed. */
  left: number;
  fault: Fault;
  /** Whether the calls after the first that failed fail as well. */
  lasts: boolean;
  hits: string[];
}

const state: { plan: Plan | undefined } = { plan: undefined };

/** Makes the n-th call from now on that changes a file fail, and later ones too when the fault lasts. */
export function failFrom(call: number, fault: Fault, lasts: boolean): void {
  state.plan = { left: call, fault, lasts, hits: [] };
}

/** Makes all calls succeed again, and returns those that failed. */
export function recoverFiles(): string[] {
  const hits = state.plan?.hits ?? [];
  state.plan = undefined;
  return hits;
}

/** Node's own functions, with planned failures of those that need space or reach the disk. */
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
      // Opening for reading takes no space.
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
