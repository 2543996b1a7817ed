import { timestamp } from '../../../../domain/clock.ts';
import type { FieldFilter } from '../../../../domain/fields/field-store.ts';
import type { SortTerm } from '../../../../domain/paging.ts';
import { fieldsOf, groupRange } from '../groups.ts';
import type { IndexRange } from '../index-range.ts';
import { indexed } from '../index-text.ts';
import { fieldPrefix, userPartition } from './field-item.ts';

/** Where a list of fields is read from. */
export interface FieldRange {
  range: IndexRange;
  /** The members in whose order the range is, the most significant first; `id` is always the last. */
  order: string[];
  /** The filters that the range answers by itself. */
  answers: (keyof FieldFilter)[];
}

/** Orders that have an index: of one user, and of the owner. */
const ordered: Record<string, { sortKey: string; ofUser: string; ofOwner: string }> = {
  name: { sortKey: 'nameKey', ofUser: 'byUserName', ofOwner: 'byOwnerName' },
  createdTime: { sortKey: 'createdKey', ofUser: 'byUserCreated', ofOwner: 'byOwnerCreated' },
  updatedTime: { sortKey: 'updatedKey', ofUser: 'byUserUpdated', ofOwner: 'byOwnerUpdated' },
};

/** The range that leaves the least to look through: what a filter names, else what the order asks for, else a span of time. */
export function fieldRange(ownerId: string, filter: FieldFilter, [first]: SortTerm[]): FieldRange {
  if (filter.id !== undefined) return idRange(ownerId, filter);
  if (filter.name !== undefined) return nameRange(ownerId, filter, filter.name);
  if (filter.farmId !== undefined) {
    return { range: groupRange(fieldsOf(ownerId, filter.farmId)), order: ['id'], answers: ['farmId'] };
  }
  if (first?.field === 'name') return nameRange(ownerId, filter);
  const times = ['createdTime', 'updatedTime'] as const;
  const time =
    times.find((name) => first?.field === name) ?? (first ? undefined : times.find((name) => bounded(filter, name)));
  return time ? timeRange(ownerId, filter, time) : idRange(ownerId, filter);
}

function idRange(ownerId: string, { svcUserId, id }: FieldFilter): FieldRange {
  const answers: FieldRange['answers'] = ['svcUserId', 'id'];
  if (svcUserId !== undefined) {
    const partition = userPartition(ownerId, svcUserId);
    const exact = fieldPrefix + id;
    const rows = id === undefined ? { prefix: fieldPrefix } : { between: [exact, exact] as const };
    return { range: { partitionKey: 'pk', partition, sortKey: 'sk', ...rows }, order: ['id'], answers };
  }
  const prefix = id === undefined ? fieldPrefix : `${fieldPrefix}${id}#`;
  const range = { index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey: 'listKey', prefix };
  return { range, order: ['id'], answers };
}

/** The index folds case, so that a name still has to be compared. */
function nameRange(ownerId: string, { svcUserId }: FieldFilter, name?: string): FieldRange {
  const range = name === undefined ? orderedRange(ownerId, svcUserId, 'name') : namedRange(ownerId, svcUserId, name);
  return { range, order: name === undefined ? ['name', 'id'] : ['id'], answers: ['svcUserId'] };
}

function timeRange(ownerId: string, filter: FieldFilter, name: 'createdTime' | 'updatedTime'): FieldRange {
  const { after, before, names } = bounds(filter, name);
  const range = orderedRange(ownerId, filter.svcUserId, name);
  // Behind the time of a key stands '#'.
  const between = [timestamp(after ?? 0), `${timestamp(before ?? latest)}$`] as const;
  return { range: { ...range, between }, order: [name, 'id'], answers: ['svcUserId', ...names] };
}

/** The last time that is written with four digits of year. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function bounds(filter: FieldFilter, name: 'createdTime' | 'updatedTime') {
  const names =
    name === 'createdTime'
      ? (['afterCreatedTime', 'beforeCreatedTime'] as const)
      : (['afterUpdatedTime', 'beforeUpdatedTime'] as const);
  const [after, before] = names.map((bound) => filter[bound]);
  return { after, before, names };
}

function bounded(filter: FieldFilter, name: 'createdTime' | 'updatedTime'): boolean {
  const { after, before } = bounds(filter, name);
  return after !== undefined || before !== undefined;
}

/** The fields of a user, or of the owner, with one name; in the order of their ids, behind the prefix. */
export function namedRange(ownerId: string, svcUserId: string | undefined, name: string): IndexRange {
  return { ...orderedRange(ownerId, svcUserId, 'name'), prefix: indexed(name) };
}

function orderedRange(ownerId: string, svcUserId: string | undefined, name: string): IndexRange {
  const { sortKey, ofUser, ofOwner } = ordered[name] as { sortKey: string; ofUser: string; ofOwner: string };
  return svcUserId === undefined
    ? { index: ofOwner, partitionKey: 'ownerKey', partition: ownerId, sortKey }
    : { index: ofUser, partitionKey: 'pk', partition: userPartition(ownerId, svcUserId), sortKey };
}
