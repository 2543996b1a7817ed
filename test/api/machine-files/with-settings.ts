import type { SomeSettings } from '../../../domain/configuration/configuration.ts';
import type { Operation } from '../../../domain/operations/operation.ts';
import { zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, operationsService, processed, type ShownFile } from './batch.ts';
import { fieldAround } from './field-around.ts';

export type ShownOperation = Pick<Operation, 'id' | 'files' | 'fields' | 'isOutOfStandard' | 'type'>;

/** The result of an upload under some settings. */
export interface Outcome {
  owner: TestOwner;
  svcUserId: string;
  /** The id of the field; empty without one. */
  fieldId: string;
  /** The files in the order of their names. */
  files: ShownFile[];
  operations: ShownOperation[];
}

export interface Uploaded {
  /** The first pass of the made-up harvest in the field, and the one after the last; null for no field. */
  field?: [number, number] | null;
  content: Record<string, string | Uint8Array>;
}

/** Sends machine files of a new user who has these settings, and waits until operations are made of them. */
export async function withSettings(settings: SomeSettings, { field = [0, 4], content }: Uploaded): Promise<Outcome> {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, settings);
  const fieldId = field ? await fieldAround(owner, svcUserId, ...field) : '';
  const { files } = await processed(owner, svcUserId, 'sent.zip', zipOf(content));
  await idle();
  const operations = await operationsOf(owner, svcUserId);
  return { owner, svcUserId, fieldId, files: files.toSorted(byName), operations };
}

/** Changes some settings of the user, and waits until the operations are made again by them. */
export async function madeAgain({ owner, svcUserId, ...outcome }: Outcome, settings: SomeSettings): Promise<Outcome> {
  await owner.call('PATCH', `/services/config/api/configs/${svcUserId}`, { json: settings });
  await owner.post(`${operationsService}/operations/reprocess`, { svcUserId });
  await idle();
  return { ...outcome, owner, svcUserId, operations: await operationsOf(owner, svcUserId) };
}

async function operationsOf(owner: TestOwner, svcUserId: string): Promise<ShownOperation[]> {
  const path = `${operationsService}/operations?svcUserId=${svcUserId}&sort=startTime`;
  return (await owner.get<ShownOperation[]>(path)).body;
}

function byName(a: ShownFile, b: ShownFile): number {
  return a.fileName < b.fileName ? -1 : 1;
}

/** The properties of the points at a URL. */
export async function pointsAt(owner: TestOwner, address?: string): Promise<Record<string, unknown>[]> {
  const answer = await downloaded(owner, address);
  const { features } = (await answer.json()) as { features: { properties: Record<string, unknown> }[] };
  return features.map(({ properties }) => properties);
}

/** A table of text with a record each second and two metres on the first pass of the made-up harvest. */
export function passCsv(columns: Record<string, (record: number) => string | number>, records = 20): string {
  const names = ['Longitude', 'Latitude', 'IsoTime', 'Distance(m)', 'Swath Width(m)', 'Track(deg)', 'Elevation(m)'];
  const rows = Array.from({ length: records }, (_, record) => {
    const time = new Date(Date.UTC(2024, 4, 1, 12) + record * 1000).toISOString();
    const start = [10, (50 + (record * 2) / 111_230).toFixed(8), time, 2, 10, 0, 100];
    return [...start, ...Object.values(columns).map((value) => value(record))].join(',');
  });
  return [[...names, ...Object.keys(columns)].join(','), ...rows, ''].join('\n');
}
