import { type Clock, type DerivedId, timestamp } from '../../clock.ts';
import type { FarmEvent } from '../../events/event.ts';
import type { StoredSoilBatch, StoredSoilEntry } from './soil-batch.ts';
import type { EndingSoilBatchStore } from './soil-batch-store.ts';
import { soilBatchProcessingFinished } from './soil-events.ts';

export interface EndingServices {
  soil: Pick<EndingSoilBatchStore, 'endEntry'>;
  clock: Clock;
  derivedId: DerivedId;
}

/** Characters of a reason, so that a batch fits an item of DynamoDB; names of files may be long. */
const maxMessage = 1_000;

/** Why an entry has failed. */
export interface SoilFailure {
  key: string;
  message: string;
}

/** An entry as it changes at its end. */
export type SoilEnding = Pick<StoredSoilEntry, 'status'> & Partial<StoredSoilEntry>;

/** Ends an entry, and with the last one its batch. No effect on an entry that has ended before. */
export async function endSoilEntry(
  ownerId: string,
  { id: batchId }: Pick<StoredSoilBatch, 'id'>,
  entry: StoredSoilEntry,
  ending: SoilEnding,
  { soil, clock, derivedId }: EndingServices,
): Promise<void> {
  const now = clock.now();
  const ended = { ...entry, ...ending, processedTime: timestamp(now) };
  const eventOf = ({ svcUserId }: StoredSoilBatch): FarmEvent =>
    soilBatchProcessingFinished({ id: derivedId(batchId, 'ended'), ownerId, svcUserId, batchId }, now);
  await soil.endEntry(ownerId, batchId, ended, eventOf);
}

/**
 * Ends an entry as FAILED.
 *
 * @example await failSoilEntry(ownerId, batch, entry, { key: 'noSoilResults', message: 'The zip holds no results.' }, services);
 */
export function failSoilEntry(
  ownerId: string,
  batch: Pick<StoredSoilBatch, 'id'>,
  entry: StoredSoilEntry,
  { key, message }: SoilFailure,
  services: EndingServices,
): Promise<void> {
  const ending: SoilEnding = { status: 'FAILED', errorKey: key, errorMessage: message.slice(0, maxMessage) };
  return endSoilEntry(ownerId, batch, entry, ending, services);
}

/** Ends every entry of a batch that is still under way as FAILED, for one reason. */
export async function endSoilEntries(
  ownerId: string,
  batch: StoredSoilBatch,
  failure: SoilFailure,
  services: EndingServices,
): Promise<void> {
  for (const entry of batch.entries) {
    if (entry.status === 'PROCESSING') await failSoilEntry(ownerId, batch, entry, failure, services);
  }
}
