import * as z from 'zod';
import { type Call, type Operation, operation } from '../../json-protocol.ts';
import type { Mover } from '../move-tasks.ts';
import type { Store } from '../store.ts';
import type { Waiters } from '../waiters.ts';

/** State that the operations work on. */
export interface Core {
  store: Store;
  waiters: Waiters;
  mover: Mover;
}

/** An operation that changes something: it is answered once the change is in the log, and who waited for it is served. */
export function durable<S extends z.ZodType>(
  core: Core,
  schema: S,
  work: (input: z.output<S>, call: Call) => unknown,
): Operation {
  return operation(schema, (input, call) => durably(core, () => work(input, call)));
}

/** Does the work, writes what it changed and serves those who wait for it. */
export function durably<T>(core: Core, work: () => T): T {
  const result = work();
  core.store.flush();
  core.waiters.serve();
  return result;
}

export const stringMap = z.record(z.string(), z.string());
export const queueUrl = z.object({ QueueUrl: z.string() });
