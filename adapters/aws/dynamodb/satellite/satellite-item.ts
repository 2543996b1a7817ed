import type { PlanetFile } from '../../../../domain/satellite/planet/planet.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import type { ProcessRow } from '../../../../domain/satellite/processes/process-filter.ts';
import type { PlacedOrder, StartedProcess } from '../../../../domain/satellite/processes/process-store.ts';
import type { StoredSatelliteField } from '../../../../domain/satellite/satellite-field.ts';
import { indexed } from '../lists/index-text.ts';
import type { Item } from '../table.ts';

/** Fields stand in the partition of their owner. */
export function satelliteFieldKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `field#${id}` };
}

/** Says which field of an owner has an `externalId`. */
export function externalIdKey(ownerId: string, externalId: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `external#${externalId}` };
}

/** What is known of a square degree, for all owners. */
export function cellPartition(cell: string): string {
  return `cell#${cell}`;
}

/** Says that a field may have ground in a cell. */
export function cellFieldKey(cell: string, { ownerId, id }: Pick<StoredSatelliteField, 'ownerId' | 'id'>) {
  return { pk: cellPartition(cell), sk: `${cellFieldPrefix}${ownerId}#${id}` };
}

export const cellFieldPrefix = 'field#';

/** A deleted field of which something is left. */
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

export function satelliteFieldOf({ field }: Item): StoredSatelliteField {
  const stored = field as StoredSatelliteField & { geometry: unknown };
  return { ...stored, geometry: JSON.parse(String(stored.geometry)) };
}

/** Processes stand in the partition of their field. */
export function processPartition(ownerId: string, fieldId: string): string {
  return `${ownerId}#${fieldId}`;
}

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

/** What an item has of its process. @param run how often it has been begun. */
export function processMembers(process: ImageProcess, run: number): Item {
  const { ownerId, fieldId, status } = process;
  return { process, run, statusKey: statusKey(ownerId, fieldId, status), rowKey: rowKey(process) };
}

/** A process that is under way, of the items of its field and its own; undefined when it has ended, or one of them is gone. */
export function startedIn(field: Item | undefined, item: Item | undefined): StartedProcess | undefined {
  const process = item?.process as ImageProcess | undefined;
  if (!field || process?.status !== 'STARTED') return undefined;
  return {
    ...{ process, run: Number(item?.run), field: satelliteFieldOf(field), renewals: Number(item?.planetRenewals ?? 0) },
    ...(item?.planetOrder !== undefined && { order: item.planetOrder as PlacedOrder }),
    ...(item?.planetFiles !== undefined && { files: item.planetFiles as PlanetFile[] }),
  };
}

/** In the index of deadlines: processes that are under way. */
export const processesDue = 'satelliteProcesses';
/** In the index of deadlines: new fields whose cells have not been told. */
export const newFieldsDue = 'satelliteFields';
/** In the index of deadlines: deleted fields of which something is left. */
export const deletedFieldsDue = 'satelliteDeletions';
