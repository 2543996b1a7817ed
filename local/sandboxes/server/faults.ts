import * as z from 'zod';
import type { SandboxAnswer } from './exchange.ts';

/** A fault of the next calls, as the control accepts it. */
export const faultSchema = z.strictObject({
  /** Applies to calls whose path contains this. If absent, to all. */
  path: z.string().optional(),
  /** Applies to calls of this kind. */
  kind: z.string().optional(),
  /** Answers with this status, without doing anything. */
  status: z.int().min(200).max(599).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  /** Does what was asked, and closes the connection in the middle of the answer. */
  isCut: z.boolean().optional(),
  /** Does what was asked, and waits before it answers. */
  delayMilliseconds: z.number().positive().max(600_000).optional(),
  /** How many calls it applies to. */
  times: z.int().positive().max(1_000_000).default(1),
});

export type Fault = z.infer<typeof faultSchema>;

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The fault of a call, which is used up by it. */
  next(path: string, kind: string): Fault | undefined;
}

export function faultsOfCalls(): Faults {
  const faults: Fault[] = [];
  return {
    add: (fault) => void faults.push({ ...fault }),
    clear: () => void faults.splice(0),
    next(path, kind) {
      const at = faults.findIndex((one) => path.includes(one.path ?? '') && (one.kind ?? kind) === kind);
      const found = faults[at];
      if (!found) return undefined;
      found.times -= 1;
      if (found.times < 1) faults.splice(at, 1);
      return found;
    },
  };
}

export function answerOfFault({ status, headers, body }: Fault): SandboxAnswer | undefined {
  return status === undefined ? undefined : { status, ...(headers && { headers }), body: body ?? '' };
}

const minute = 60_000;

/** Calls per minute. The wait for the next one is in whole seconds; undefined while there is room. */
export function limitOfCalls(now: () => number) {
  let perMinute: number | undefined;
  let times: number[] = [];
  return {
    set(limit: number | undefined) {
      perMinute = limit;
      times = [];
    },
    take(): number | undefined {
      if (perMinute === undefined) return undefined;
      const at = now();
      times = times.filter((time) => time > at - minute);
      const [oldest] = times;
      if (times.length < perMinute) return void times.push(at);
      return oldest === undefined ? 60 : Math.max(1, Math.ceil((oldest + minute - at) / 1000));
    },
  };
}
