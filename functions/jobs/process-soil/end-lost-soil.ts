import type { PeekedMessage } from '../../../domain/events/message-queue.ts';
import { type EndingServices, endSoilEntries, failSoilEntry } from '../../../domain/soil/batch/end-soil-entries.ts';
import type { EndingSoilBatchStore } from '../../../domain/soil/batch/soil-batch-store.ts';
import { readMessages } from '../../queue/read-messages.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import { arrivedSoil, soilMessage } from './messages.ts';
import { givenUp } from './read-entry.ts';

export interface LostSoilServices extends EndingServices {
  soil: Pick<EndingSoilBatchStore, 'get' | 'overdue' | 'endEntry'>;
}

/** Ends batches past their deadline, whose zips never came or of which no message will come. @returns how many. */
export async function endOverdueSoil(services: LostSoilServices): Promise<number> {
  const overdue = await services.soil.overdue(services.clock.now());
  for (const { ownerId, batch } of overdue) {
    await unlessDeleted(() => endSoilEntries(ownerId, batch, givenUp, services));
  }
  return overdue.length;
}

/** Ends entries whose message became a dead letter: no worker will read them. @returns how many. */
export async function endDeadSoil(deadLetters: readonly PeekedMessage[], services: LostSoilServices): Promise<number> {
  let ended = 0;
  for (const work of deadLetters.flatMap(({ body }) => readMessages(body, soilMessage, arrivedSoil).asked)) {
    if (work.step !== 'read') continue;
    const batch = await services.soil.get(work.ownerId, work.batchId);
    const entry = batch?.entries.find(({ id }) => id === work.entryId);
    if (!batch || entry?.status !== 'PROCESSING') continue;
    await unlessDeleted(() => failSoilEntry(work.ownerId, batch, entry, givenUp, services));
    ended += 1;
  }
  return ended;
}
