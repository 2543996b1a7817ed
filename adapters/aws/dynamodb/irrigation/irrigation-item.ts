import type { NewId } from '../../../../domain/clock.ts';
import type { StoredFieldIrrigation, StoredIrrigation } from '../../../../domain/irrigation/irrigation.ts';
import type { IrrigationFilter } from '../../../../domain/irrigation/irrigation-store.ts';
import type { UserSubject, WorkList } from '../../../../domain/work/work-stores.ts';
import type { IndexRange } from '../lists/index-range.ts';
import type { Table } from '../table.ts';
import { existingUser } from '../work/subject-items.ts';
import { workList } from '../work/work-list.ts';

/**
 * All irrigation of a user is in one partition: equipment by id; records of machines by date, and of fields by field and date, so that spans of dates are ranges; the ground
 * of each record, compressed or in the bucket, beside it; and for each id the key of its record.
 */
export function irrigationPartition(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}`;
}

type OfMachine = Pick<StoredIrrigation, 'date'> & { equipment: Pick<StoredIrrigation['equipment'], 'id'> };
type OfField = Pick<StoredFieldIrrigation, 'fieldId' | 'date' | 'provider'>;

/** Records of machines, by date. */
export const dayPrefix = 'day#';

export const equipmentName = (id: string) => `equipment#${id}`;
export const dayName = ({ date, equipment }: OfMachine) => `${dayPrefix}${date}#${equipment.id}`;
export const fieldDayName = ({ fieldId, date, provider }: OfField) => `field#${fieldId}#${date}#${provider}`;
export const piecesName = (id: string) => `pieces#${id}`;
export const idName = (id: string) => `id#${id}`;
export const wateredName = (fieldId: string) => `watered#${fieldId}`;

/** The items of a partition whose names begin alike, or those with dates in a span. */
export function rangeOf(pk: string, prefix: string, filter: IrrigationFilter = {}): IndexRange {
  const { firstDate, lastDate } = filter;
  const range = { partitionKey: 'pk', partition: pk, sortKey: 'sk' };
  if (firstDate === undefined && lastDate === undefined) return { ...range, prefix };
  // Behind all that can follow a date.
  return { ...range, between: [`${prefix}${firstDate ?? ''}`, `${prefix}${lastDate ?? '9999'}#\u{10FFFF}`] };
}

interface Filtered {
  provider: string;
  equipment: StoredIrrigation['equipment'] | StoredFieldIrrigation['equipment'];
  irrigationIds?: readonly string[];
}

/** Whether a record meets what its key does not say. */
export function meets(
  { provider, equipment, irrigationIds }: Filtered,
  { provider: wanted, irrigationId, equipmentId }: IrrigationFilter,
): boolean {
  const machines = Array.isArray(equipment) ? equipment : [equipment];
  return (
    (wanted === undefined || provider === wanted) &&
    (irrigationId === undefined || irrigationIds?.includes(irrigationId) === true) &&
    (equipmentId === undefined || machines.some(({ id }) => id === equipmentId))
  );
}

/** The work list of irrigation, in the user's partition of its table; noting the same twice has no effect. */
export function irrigationNotes<Note extends object>(
  irrigation: Table,
  users: Table,
  { nameOf, newId }: { nameOf(note: Note): string; newId: NewId },
): WorkList<UserSubject, Note> {
  return workList({
    table: irrigation,
    newId,
    partitionOf: ({ ownerId, svcUserId }) => irrigationPartition(ownerId, svcUserId),
    prefix: 'work#',
    nameOf,
    existence: existingUser(users),
  });
}
