import { artefactPrefix, incomingIds } from './object-keys.ts';

/**
 * Parses the key of an incoming zip of soil results, whose name is the id of its entry; undefined for other keys.
 *
 * @example incomingSoilIds('incoming/soil/o/u/b/e') // { ownerId: 'o', batchId: 'b', entryId: 'e' }
 */
export function incomingSoilIds(key: string): { ownerId: string; batchId: string; entryId: string } | undefined {
  const ids = incomingIds(key);
  return ids && { ownerId: ids.ownerId, batchId: ids.uploadId, entryId: key.slice(key.lastIndexOf('/') + 1) };
}

/**
 * Key of a file of a zip of soil results: the zip itself, or what was made of it.
 *
 * @example soilKey('o', 'u', { batchId: 'b', entryId: 'e' }, 'canonical.json') // artefacts/o/u/soil/b/e/canonical.json
 */
export function soilKey(
  ownerId: string,
  svcUserId: string,
  { batchId, entryId }: { batchId: string; entryId: string },
  name: string,
): string {
  return `${soilBatchPrefix(ownerId, svcUserId, batchId)}${entryId}/${name}`;
}

/** Prefix of all files of a batch of soil results. @example soilBatchPrefix('o', 'u', 'b') // artefacts/o/u/soil/b/ */
export function soilBatchPrefix(ownerId: string, svcUserId: string, batchId: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}soil/${batchId}/`;
}

/**
 * Name of the samples of a zip of soil results among its files: a line of JSON for each, from which rows of the lake
 * and maps are made.
 */
export const soilSamples = 'samples.jsonl';
