import * as z from 'zod';
import { type Call, type Operation, operation } from '../../http/json-protocol.ts';
import type { Mover } from '../move-tasks.ts';
import type { Store } from '../store.ts';
import type { Waiters } from '../waiters.ts';

/** State that the operations work on. */
export interface Core {
  store: Store;
  waiters: Waiters;
  mover: Mover;
}

/**
 * An operation that changes something: its response is sent once the change is in the log, and waiting receivers are served.
 *
 * @example PurgeQueue: durable(core, queueUrl, ({ QueueUrl }) => purge(queueByUrl(store, QueueUrl))),
 */
export function durable<S extends z.ZodType>(
  core: Core,
  schema: S,
  work: (input: z.output<S>, call: Call) => unknown,
): Operation {
  return operation(schema, (input, call) => durably(core, () => work(input, call)));
}

/** Does the work, writes the changes and serves waiting receivers. */
export function durably<T>(core: Core, work: () => T): T {
  const result = work();
  core.store.flush();
  core.waiters.serve();
  return result;
}

export const stringMap = z.record(z.string(), z.string());
export const queueUrl = z.object({ QueueUrl: z.string() });
