import type { Api } from '../api/client.ts';
import { type Finding, getField, getMachineFile, getSummary, listEntries } from '../api/uploads.ts';
import type { Shape } from '../map/projection.ts';
import type { Work } from '../work-map/work.ts';
import type { HistoryItem } from './use-history.ts';

/** The outcome of an upload. */
export interface Outcome {
  shapes: Shape[];
  /** The total number of shapes, drawn or not. */
  fields: number;
  /** The machine files that were converted. */
  files: number;
  /** Soil samples. */
  samples: number;
  hectares: number;
  findings: Finding[];
  /** The first machine files, which have maps of their own; the ground of others is among the shapes. */
  work: Work[];
}

/** The maximum number of shapes: more would be unreadable, and each needs a request. */
const maxFields = 100;
const maxFiles = 12;
/** The maximum number of maps: each is drawn on request. */
const maxMaps = 3;
const atOnce = 6;

export async function outcomeOf(api: Api, { uploadId, svcFiles, problems, samples }: HistoryItem): Promise<Outcome> {
  const [land, work] = await Promise.all([ofBoundaries(api, uploadId), ofMachineFiles(api, svcFiles)]);
  return {
    ...land,
    files: svcFiles.length - work.failed,
    samples,
    shapes: [...land.shapes, ...work.shapes],
    findings: [...problems, ...land.findings, ...work.findings],
    work: work.work,
  };
}

async function ofBoundaries(
  api: Api,
  uploadId: string | undefined,
): Promise<Omit<Outcome, 'files' | 'samples' | 'work'>> {
  const entries = uploadId === undefined ? [] : await listEntries(api, uploadId);
  const ids = entries.flatMap(({ fieldId }) => fieldId);
  const fields = await eachOf(ids.slice(0, maxFields), (id) => getField(api, id));
  return {
    shapes: fields.flatMap(({ id, name, geometry }) => (geometry ? [{ id, label: name, geometry }] : [])),
    fields: ids.length,
    hectares: fields.reduce((total, { area }) => total + (area?.value ?? 0), 0),
    findings: entries.flatMap(({ problems }) => problems),
  };
}

async function ofMachineFiles(
  api: Api,
  ids: readonly string[],
): Promise<Pick<Outcome, 'shapes' | 'findings' | 'work'> & { failed: number }> {
  const files = await eachOf(ids.slice(0, maxFiles), (id) => getMachineFile(api, id));
  const processed = files.filter(({ status }) => status === 'processed');
  const read = await eachOf(processed, async ({ id, operationType }): Promise<Work[]> => {
    return operationType ? [{ id, operationType, summary: await getSummary(api, id) }] : [];
  });
  const all = read.flat();
  const shapes = all.slice(maxMaps).flatMap(({ id, operationType: label, summary: { geometry } }): Shape[] => {
    return geometry ? [{ id, label, geometry }] : [];
  });
  const failed = files.filter(({ status }) => status === 'failed').length;
  return { shapes, work: all.slice(0, maxMaps), findings: files.flatMap(({ problems }) => problems), failed };
}

/** Reads a few at a time and keeps their order; those that cannot be read are left out. */
async function eachOf<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> {
  const results: (R | undefined)[] = [];
  for (let begin = 0; begin < items.length; begin += atOnce) {
    const group = items.slice(begin, begin + atOnce);
    results.push(...(await Promise.all(group.map((item) => read(item).catch(() => undefined)))));
  }
  return results.filter((result) => result !== undefined);
}
