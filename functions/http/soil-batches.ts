import type { z } from 'zod';
import {
  type StoredSoilBatch,
  type StoredSoilEntry,
  type soilBatchSchema,
  type soilEntrySchema,
  soilFiles,
} from '../../domain/soil/batch/soil-batch.ts';
import type { RequestContext } from './exchange.ts';

/** The prefix of the paths of soil sampling. */
export const soilBase = '/services/soil/api';

/** The path of a batch of soil results, below the base. */
export function soilBatchPath(batchId: string): string {
  return `${soilBase}/soil/batch/${batchId}`;
}

/** A batch as it is answered, with addresses from the request's own base. */
export function shownSoilBatch(request: RequestContext, batch: StoredSoilBatch): z.input<typeof soilBatchSchema> {
  return { ...batch, entries: shownSoilEntries(request, batch) };
}

export function shownSoilEntries(
  request: RequestContext,
  { id, entries }: StoredSoilBatch,
): z.input<typeof soilEntrySchema>[] {
  return entries.map((entry) => shownEntry(`${request.base}${soilBatchPath(id)}/results/${entry.id}`, entry));
}

function shownEntry(
  address: string,
  { bounds: _, hashes: __, ...entry }: StoredSoilEntry,
): z.input<typeof soilEntrySchema> {
  const made = (name: string) => (entry.status === 'COMPLETED' ? `${address}/${name}` : null);
  return {
    ...entry,
    downloadStandardGeojson: made(soilFiles.standard),
    downloadCanonicalJson: made(soilFiles.canonical),
    downloadRawFile: `${address}/${soilFiles.raw}`,
    mapUrl: made(soilFiles.map),
  };
}
