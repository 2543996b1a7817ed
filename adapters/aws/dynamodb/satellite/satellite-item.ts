import type { PlanetFile } from '../../../../domain/satellite/planet/planet.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import type { ProcessRow } from '../../../../domain/satellite/processes/process-filter.ts';
import type { PlacedOrder, StartedProcess } from '../../../../domain/satellite/processes/process-store.ts';
import type { StoredSatelliteField } from '../../../../domain/satellite/satellite-field.ts';
import { indexed } from '../lists/index-text.ts';
import type { Item } from '../table.ts';

/**
 * Key of a satellite field, in the partition of its owner.
 *
 * @example satelliteFieldKey('o', 'f') // { pk: 'o', sk: 'field#f' }
 */
export function satelliteFieldKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `field#${id}` };
}

/** The key of an `externalId`, whose item names the field that has it. */
export function externalIdKey(ownerId: string, externalId: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `external#${externalId}` };
}

/** The partition of a cell, which all owners share. */
export function cellPartition(cell: string): string {
  return `cell#${cell}`;
}

/** The key of a field in a cell in which it may have ground. */
export function cellFieldKey(cell: string, { ownerId, id }: Pick<StoredSatelliteField, 'ownerId' | 'id'>) {
  return { pk: cellPartition(cell), sk: `${cellFieldPrefix}${ownerId}#${id}` };
}

export const cellFieldPrefix = 'field#';

/** The key of a deleted field that is not completely erased. */
export function deletedFieldKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `deleted#${id}` };
}

export function satelliteFieldItem(field: StoredSatelliteField): Item {
  const { id, ownerId, externalId, providers, createdAt, geometry, ...others } = field;
  return {
    ...satelliteFieldKey(ownerId, id),
    // Text, not a DynamoDB list: a tenth of the size and of the time.
    field: { id, ownerId, externalId, providers, createdAt, geometry: JSON.stringify(geometry), ...others },
    ownerKey: ownerId,
    createdKey: `${createdAt}#${id}`,
    externalKey: `${indexed(externalId)}${id}`,
    providersKey: `${providers.join(',')}#${createdAt}#${id}`,
  };
}

/**
 * The satellite field in an item.
 *
 * @example const field = item && satelliteFieldOf(item);
 */
export function satelliteFieldOf({ field }: Item): StoredSatelliteField {
  const stored = field as StoredSatelliteField & { geometry: unknown };
  return { ...stored, geometry: JSON.parse(String(stored.geometry)) };
}

/**
 * The partition of a satellite field's processes.
 *
 * @example processPartition('o', 'f') // 'o#f'
 */
export function processPartition(ownerId: string, fieldId: string): string {
  return `${ownerId}#${fieldId}`;
}

/**
 * Key of a process, in the partition of its field.
 *
 * @example processKey({ ownerId: 'o', fieldId: 'f', id: 'p' }).sk // 'process#p'
 */
export function processKey({ ownerId, fieldId, id }: Pick<ImageProcess, 'ownerId' | 'fieldId' | 'id'>) {
  return { pk: processPartition(ownerId, fieldId), sk: `process#${id}` };
}

/** The partition of the index `byStatus` in which the processes of a field with one status are. */
export function statusKey(ownerId: string, fieldId: string, status: ImageProcess['status']): string {
  return `${ownerId}#${fieldId}#${status}`;
}

/** A process in the index `byStatus`: by its date, with all that lists are filtered and sorted by, so that only the shown ones are read. */
export function rowKey({ date, id, provider, clouds, coverage, processedTimestamp }: ProcessRow): string {
  return [date, id, provider, clouds ?? '', coverage ?? '', processedTimestamp ?? ''].join('#');
}

export function rowOf(key: string): ProcessRow {
  const [date = '', id = '', provider, clouds, coverage, processedTimestamp] = key.split('#');
  return {
    ...{ date, id, provider: provider as ProcessRow['provider'] },
    ...(clouds && { clouds: Number(clouds) }),
    ...(coverage && { coverage: Number(coverage) }),
    ...(processedTimestamp && { processedTimestamp }),
  };
}

/** The members of a process's item. @param run the number of times it was started. */
export function processMembers(process: ImageProcess, run: number): Item {
  const { ownerId, fieldId, status } = process;
  return { process, run, statusKey: statusKey(ownerId, fieldId, status), rowKey: rowKey(process) };
}

/** Makes a running process of its item and that of its field; undefined when it has ended or one of them is gone. */
export function startedIn(field: Item | undefined, item: Item | undefined): StartedProcess | undefined {
  const process = item?.process as ImageProcess | undefined;
  if (!field || process?.status !== 'STARTED') return undefined;
  return {
    ...{ process, run: Number(item?.run), field: satelliteFieldOf(field), renewals: Number(item?.planetRenewals ?? 0) },
    ...(item?.planetOrder !== undefined && { order: item.planetOrder as PlacedOrder }),
    ...(item?.planetFiles !== undefined && { files: item.planetFiles as PlanetFile[] }),
  };
}

/** The key of running processes in the index of deadlines. */
export const processesDue = 'satelliteProcesses';
/** The key of new fields that are not yet noted in their cells, in the index of deadlines. */
export const newFieldsDue = 'satelliteFields';
/** The key of deleted fields that are not completely erased, in the index of deadlines. */
export const deletedFieldsDue = 'satelliteDeletions';
