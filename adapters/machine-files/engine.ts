import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  FoundSet,
  MachineFileEngine,
  StoredPoints,
  StoredUpload,
} from '../../domain/machine-files/machine-file-engine.ts';
import type { OperationType } from '../../domain/machine-files/operation-type.ts';
import { type MachineProblem, machineProblem, NotMade } from '../../domain/machine-files/problem.ts';
import type { MachineSet } from '../../domain/machine-files/sets/machine-set.ts';
import { stepsUntil } from '../../domain/machine-files/step.ts';
import { diskFailure } from '../process/disk-failure.ts';
import { combineFiles } from './combine/combine-files.ts';
import { countOnce } from './combine/count-once.ts';
import { leaveOutElsewhere } from './combine/counted-elsewhere.ts';
import { filterPoints } from './combine/filter-points.ts';
import { type LoadedFile, loadPoints } from './combine/load-points.ts';
import { mergeFiles } from './combine/merge-files.ts';
import { isoParts } from './converters/iso/parts.ts';
import { drawImages } from './images/draw-images.ts';
import { openSets } from './open-sets.ts';
import { geojson } from './outputs/geojson.ts';
import { pointLayers } from './outputs/point-layers.ts';
import { keptRows, rawPointsSql, standardPointsSql } from './outputs/points.ts';
import { contentHashOf, packMembers } from './pack-set.ts';
import { processSet, readSet } from './process-set.ts';
import { MachineFileError } from './raw-set.ts';
import { openWorkDatabase, type WorkDatabase } from './work-database.ts';

/** Reads machine files with DuckDB and Furrow's own parsers, in a folder that is removed afterwards. */
export const machineFileEngine: MachineFileEngine = {
  inspect(upload, work) {
    return inFolder(async (folder) => {
      const path = join(folder, 'upload');
      if (!(await upload.download(path))) return undefined;
      const { sets, problems } = await openSets(path, upload.name, folder, upload.isRouted);
      const parts = await partsOf(sets);
      const digests = new Map<string, Promise<string>>();
      return work({ sets: await Promise.all(parts.map((set) => found(set, digests))), problems });
    });
  },

  process(stored, order, sink) {
    return withSet(
      stored,
      (set, work) => processSet({ ...set, part: order.part }, order, sink, work),
      (lost) => {
        const steps = stepsUntil('rawGeojson', lost.message);
        return { status: 'failed', steps, artefacts: ['originalFile'], problems: [lost] };
      },
    );
  },

  merge(sources, order, sink) {
    return withPoints(sources, (files, work) => mergeFiles(files, operationOf(sources), order, sink, work));
  },

  combine(sources, order, sink) {
    return withPoints(sources, (files, work) => combineFiles(files, order, sink, work));
  },

  countOnce(sources, order, sink) {
    const take = async (fileId: string, path: string) => {
      await sink.counted(fileId, createReadStream(path));
      await rm(path);
    };
    return withPoints(sources, (files, work) => countOnce(files, order, take, work));
  },

  write(sources, { operationType, units: shown, within, filter, bySource = false, countsOnce }, sink) {
    return withPoints(sources, async (files, work) => {
      const { raw, units } = await load(files, operationType, { shown, bySource, countsOnce }, within, work);
      if (filter) await filterPoints(operationType, units, filter, work);
      await sink.output(geojson(await standardPointsSql(raw, keptRows, work), work));
    });
  },

  writeRaw(stored, { part }, sink) {
    return withSet(stored, async (set, work) => {
      const raw = await readSet({ ...set, part }, work).catch((error) => {
        throw error instanceof MachineFileError && !diskFailure(error) ? new NotMade(error.problem) : error;
      });
      await sink.output(geojson(rawPointsSql(raw), work));
      return true as const;
    });
  },

  draw(sources, order, sink) {
    const { operationType, properties, units: shown, within, filter, withNumbers, countsOnce } = order;
    return withPoints(sources, async (files, work) => {
      const { units } = await load(files, operationType, { shown, countsOnce }, within, work);
      if (filter) await filterPoints(operationType, units, filter, work);
      return drawImages({ properties, units, withNumbers, withDeviations: true }, sink, work);
    });
  },

  writeLayers(sources, order, sink) {
    const { operationType, properties, units: shown, within, filter, countsOnce } = order;
    return withPoints(sources, async (files, work) => {
      const { units } = await load(files, operationType, { shown, countsOnce }, within, work);
      if (filter) await filterPoints(operationType, units, filter, work);
      await pointLayers(properties, units, sink, work);
    });
  },
};

interface Loading {
  shown: Readonly<Record<string, string>>;
  bySource?: boolean;
  countsOnce?: boolean | undefined;
}

/** Loads the points of which an output has been asked for: of a merged file without those that its sources repeat, of an operation those that count. */
async function load(
  files: LoadedFile[],
  operationType: OperationType,
  { countsOnce, ...shown }: Loading,
  within: readonly string[] | undefined,
  work: WorkDatabase,
) {
  const counting = countsOnce ? 'once' : 'amongThem';
  const loaded = await loadPoints(
    files,
    operationType,
    { unitMeasurement: 'DEFAULT', counting, ...shown },
    within,
    work,
  );
  if (countsOnce) await leaveOutElsewhere(operationType, loaded.units, work);
  return loaded;
}

/** Opens the set in the archive or the upload of a file. @param lost makes the result if there is none; throws `NotMade` by default. */
function withSet<T>(
  stored: StoredUpload,
  read: (set: MachineSet, work: WorkDatabase) => Promise<T>,
  lost: (problem: MachineProblem) => T = (problem) => {
    throw new NotMade(problem);
  },
): Promise<T | undefined> {
  return inFolder(async (folder) => {
    const path = join(folder, 'set');
    if (!(await stored.download(path))) return undefined;
    // Names in the archive of a set are those in its upload, without the upload's own name.
    const [upload = stored.name] = stored.name.split('/');
    const { sets, problems } = await openSets(path, upload, folder, stored.isRouted);
    const set = sets.find(({ file }) => file === stored.name) ?? sets[0];
    if (!set) return lost(problems[0] ?? machineProblem('noReadableData', stored.name));
    const isPacked = Object.values(set.members).every((member) => member.path !== path);
    if (isPacked) await rm(path);
    const database = await openWorkDatabase(folder, bytesOf(set));
    try {
      return await read(set, database);
    } finally {
      database.close();
    }
  });
}

/** Size of rows relative to their Parquet file, and of one row. */
const unpacked = 4;
const rowBytes = 200;

/**
 * Throws if points are missing in the lake, since a retry may succeed: if their file was deleted, so will be the
 * result.
 */
async function withPoints<T>(
  sources: StoredPoints[],
  work: (files: LoadedFile[], database: WorkDatabase) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const files: LoadedFile[] = [];
    let bytes = 0;
    for (const [index, { file, download }] of sources.entries()) {
      const path = join(folder, `${index}.parquet`);
      if (!(await download(path))) throw new Error(`the points of the file ${file.id} are not there`);
      files.push({ file, path });
      // The object may have points of other files too.
      const rows = file.pointCounts?.kept ?? Number.POSITIVE_INFINITY;
      bytes += Math.min((await stat(path)).size * unpacked, rows * rowBytes);
    }
    const database = await openWorkDatabase(folder, bytes);
    try {
      return await work(files, database);
    } finally {
      database.close();
    }
  });
}

function operationOf([first]: StoredPoints[]): OperationType {
  const type = first?.file.operationType;
  if (!type) throw new Error('there is nothing to merge');
  return type;
}

/** The sets, with sets of several pieces of work split. */
async function partsOf(sets: MachineSet[]): Promise<MachineSet[]> {
  const parts: MachineSet[] = [];
  for (const set of sets) parts.push(...(set.format === 'ISO11783' ? await isoParts(set) : [set]));
  return parts;
}

/** @param digests of files by path, which parts of a set share. */
async function found(set: MachineSet, digests: Map<string, Promise<string>>): Promise<FoundSet> {
  const members = Object.values(set.members);
  return {
    file: set.file,
    format: set.format,
    sizeInBytes: bytesOf(set),
    contentHash: await contentHashOf(set.content?.of ?? members, digests, set.content?.text),
    ...(set.part && { part: set.part }),
    problems: set.problems,
    pack: () => packMembers(members),
  };
}

function bytesOf({ members }: MachineSet): number {
  return Object.values(members).reduce((sum, { bytes }) => sum + bytes, 0);
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-machine-files-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
