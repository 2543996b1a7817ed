import { lakeCompactedPrefix, lakePointsKey, lakeShownKey, lakeShownPrefix } from '../../../domain/files/lake-keys.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { StoredPoints } from '../../../domain/machine-files/machine-file-engine.ts';
import type { ForgetMessage } from './messages.ts';
import type { ProcessingServices } from './services.ts';

/** The time that a query may read a snapshot, limited by the maximum delay of an SQS message. */
export const maxReadingSeconds = 900;

/** Files of a day are compacted together. */
export const compactAfterMilliseconds = 24 * 60 * 60_000;
/** Left-out ingests that begin a compaction before its time: each query contains their ids. */
const maxLeftOut = 500;
/**
 * Left-out ingests from which on a file waits before its points are replaced: one item of at most 400 kB has the ids, and so has the text of
 * each query of Athena, of at most 256 kB.
 */
const maxReplaced = 2_000;
/** Generations change once in a while. */
const maxMoves = 5;

/**
 * The ingest of a file's points that an attempt makes: each time that the file is set to work another one, so that what readers see never
 * changes, and for a message that comes twice the same one.
 */
export function ingestIdOf(
  { id, updatedTime }: MachineFile,
  { derivedId }: Pick<ProcessingServices, 'derivedId'>,
): string {
  return derivedId(id, 'ingest', updatedTime);
}

/** The points of a file that readers see; a duplicate has those of its original. @example const points = pointsOf(ownerId, file, services); */
export function pointsOf(
  ownerId: string,
  file: MachineFile,
  services: Pick<ProcessingServices, 'lake' | 'machineFiles' | 'points' | 'compacted'>,
): StoredPoints {
  const { lake, machineFiles } = services;
  const key = async () => {
    const { duplicateOf } = file;
    const holder = duplicateOf === undefined ? file : await machineFiles.get(ownerId, duplicateOf);
    if (holder?.ingestId === undefined) return undefined;
    return publishedKey({ ownerId, fileId: holder.id, ingestId: holder.ingestId }, services);
  };
  return {
    file,
    key,
    async download(path) {
      const found = await key();
      return found !== undefined && lake.download(found, path);
    },
  };
}

/** The object with the published points of an ingest: its own or, after a compaction, one that it shares. */
async function publishedKey(
  ingest: IngestPoints,
  { lake, points, compacted }: Pick<ProcessingServices, 'lake' | 'points' | 'compacted'>,
): Promise<string | undefined> {
  const { ownerId, ingestId } = ingest;
  const { gen } = await points.read(ownerId);
  const [own] = await shownKeys(ingest, gen, lake);
  if (own !== undefined) return own;
  for (const [objectId, { ingestIds }] of await compacted.all(ownerId)) {
    if (!ingestIds.includes(ingestId)) continue;
    // The contents of objects of the generation before are known, too.
    for await (const key of lake.list(lakeCompactedPrefix(ownerId, gen, objectId))) return key;
  }
  return undefined;
}

/** Whether readers exclude so many ingests that no more can be replaced until a compaction, which this requests. */
export async function isFull(
  ownerId: string,
  { points, clock }: Pick<ProcessingServices, 'points' | 'clock'>,
): Promise<boolean> {
  const { hidden, replaced } = await points.read(ownerId);
  if (hidden.length + replaced.length < maxReplaced) return false;
  await points.move(ownerId, clock.now());
  return true;
}

type IngestPoints = Omit<ForgetMessage, 'step'>;
type LakeServices = Pick<ProcessingServices, 'lake' | 'points'>;

/** Shows the points of an ingest to readers: `finish` does so in one step, unless the generation that it is given has passed. */
export async function showPoints<Ended extends string>(
  { ownerId, fileId, ingestId }: IngestPoints,
  { lake, points }: LakeServices,
  finish: (gen: number) => Promise<Ended | 'moved'>,
): Promise<Ended> {
  for (let attempt = 0; attempt < maxMoves; attempt++) {
    const { gen, hiddenAfter } = await points.read(ownerId);
    // A message that comes twice may find them under the name that they have got, and hidden after another revision.
    const [before] = await shownKeys({ ownerId, fileId, ingestId }, gen, lake);
    const shown = before ?? lakeShownKey(ownerId, gen, { fileId, ingestId }, hiddenAfter.get(ingestId));
    await copyStaged(lakePointsKey(ownerId, fileId, ingestId), shown, lake);
    const ended = await finish(gen);
    if (ended !== 'moved') return ended;
  }
  throw new Error(`the generation of ${ownerId} changes too often`);
}

/** Staged points do not exist where another file has the content, and where the same message, delivered before, has published them. */
async function copyStaged(staged: string, shown: string, lake: LakeServices['lake']): Promise<void> {
  if (!(await lake.has(staged))) return;
  try {
    await lake.copy(staged, shown);
  } catch (error) {
    if (await lake.has(staged)) throw error;
  }
}

/** Removes staged points of a file that has ended: queries read a copy of them. */
export async function removeStaged(
  ownerId: string,
  { id, ingestId }: Pick<MachineFile, 'id' | 'ingestId'>,
  { lake }: Pick<ProcessingServices, 'lake'>,
): Promise<void> {
  if (ingestId !== undefined) await lake.remove([lakePointsKey(ownerId, id, ingestId)]);
}

/** Removes points that others have replaced. What is still the file's own stays: its end went wrong, and the next one asks again. */
export async function forgetReplaced(
  { ownerId, fileId, ingestId }: ForgetMessage,
  services: LakeServices & Pick<ProcessingServices, 'machineFiles' | 'clock'>,
): Promise<void> {
  const file = await services.machineFiles.get(ownerId, fileId);
  if (file?.ingestId === ingestId) return;
  const { lake, points } = services;
  const { gen } = await points.read(ownerId);
  const shown = await shownKeys({ ownerId, fileId, ingestId }, gen, lake);
  await lake.remove([...shown, lakePointsKey(ownerId, fileId, ingestId)]);
  // Rows that were compacted stay left out, until compaction writes them no more.
  if (shown.length > 0) await points.expire(ownerId, ingestId, gen);
  const { replaced } = await services.points.read(ownerId);
  if (replaced.length >= maxLeftOut) await services.points.move(ownerId, services.clock.now());
}

/** Removes points that no reader has seen. */
export async function forgetPoints(
  { ownerId, fileId, ingestId }: IngestPoints,
  { lake, points }: LakeServices,
): Promise<void> {
  const { gen } = await points.read(ownerId);
  const shown = await shownKeys({ ownerId, fileId, ingestId }, gen, lake);
  await lake.remove([...shown, lakePointsKey(ownerId, fileId, ingestId)]);
  await points.expire(ownerId, ingestId, gen);
}

/** The copy of an ingest in a generation, if there is one. */
async function shownKeys(
  { ownerId, fileId, ingestId }: IngestPoints,
  gen: number,
  lake: LakeServices['lake'],
): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of lake.list(lakeShownPrefix(ownerId, gen, fileId, ingestId))) keys.push(key);
  return keys;
}
