import { countingWork } from '../../../adapters/aws/dynamodb/consumption/counting-work.ts';
import type { Table } from '../../../adapters/aws/dynamodb/table.ts';
import type { Clock, NewId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { ChangedSource } from '../../../domain/usage/counting/source.ts';
import { type Noting, noteWork } from '../../../domain/work/coalesced-work.ts';
import type { CountMessage } from './messages.ts';

/** Changes of so many seconds are counted together. */
const gatheringSeconds = 5;

export type UsageNoting = Noting<string, ChangedSource>;

/**
 * The services that note changed usage and send messages for workers.
 *
 * @example const noting = usageNoting(table(names.CONSUMPTION_TABLE), { queue, clock, newId });
 */
export function usageNoting(
  consumption: Table,
  { queue, clock, newId }: { queue: MessageQueue<CountMessage>; clock: Clock; newId: NewId },
): UsageNoting {
  const send = (ownerId: string, delaySeconds: number) => queue.send({ ownerId }, delaySeconds);
  return { ...countingWork(consumption, clock, newId), send, clock };
}

/**
 * Notes what has changed of the usage of owners, and sends messages for workers.
 *
 * @example await noteUsage(new Map([[ownerId, [{ source: 'u#field#f' }]]]), noting);
 */
export async function noteUsage(
  changes: ReadonlyMap<string, readonly ChangedSource[]>,
  noting: UsageNoting,
  delaySeconds = gatheringSeconds,
): Promise<void> {
  for (const [ownerId, sources] of changes) await noteWork(noting, ownerId, sources, delaySeconds);
}
