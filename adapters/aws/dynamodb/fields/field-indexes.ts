import { timestamp } from '../../../../domain/clock.ts';
import type { FieldFilter } from '../../../../domain/fields/field-store.ts';
import type { Span } from '../../../../domain/paging.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { indexed } from '../lists/index-text.ts';
import { fieldPrefix, userPartition } from './field-item.ts';

/** Members whose order has indexes, of one user and of the owner. */
const ordered: Record<string, { sortKey: string; ofUser: string; ofOwner: string }> = {
  name: { sortKey: 'nameKey', ofUser: 'byUserName', ofOwner: 'byOwnerName' },
  createdTime: { sortKey: 'createdKey', ofUser: 'byUserCreated', ofOwner: 'byOwnerCreated' },
  updatedTime: { sortKey: 'updatedKey', ofUser: 'byUserUpdated', ofOwner: 'byOwnerUpdated' },
};

/** The fields of the owner, or of one user, ordered by id; or those with one id. */
export function idRange(ownerId: string, { svcUserId, id }: FieldFilter): IndexRange {
  if (svcUserId !== undefined) {
    const partition = userPartition(ownerId, svcUserId);
    const exact = fieldPrefix + id;
    const rows = id === undefined ? { prefix: fieldPrefix } : { between: [exact, exact] as const };
    return { partitionKey: 'pk', partition, sortKey: 'sk', ...rows };
  }
  const prefix = id === undefined ? fieldPrefix : `${fieldPrefix}${id}#`;
  return { index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey: 'listKey', prefix };
}

/** The fields ordered by a member, within the filter's span if it is a time; undefined if no index has the order. */
export function orderRange(ownerId: string, filter: FieldFilter, member: string): IndexRange | undefined {
  if (!(member in ordered)) return undefined;
  const range = orderedRange(ownerId, filter.svcUserId, member);
  const span = spansOf(filter)[member];
  if (!span) return range;
  // '#' follows the time in a key, and sorts before '$'.
  return { ...range, between: [timestamp(span.from ?? 0), `${timestamp(span.to ?? latest)}$`] };
}

/** The spans of times that a filter asks for. */
export function spansOf(filter: FieldFilter): Record<string, Span> {
  const { afterCreatedTime, beforeCreatedTime, afterUpdatedTime, beforeUpdatedTime } = filter;
  const spans = {
    createdTime: { from: afterCreatedTime, to: beforeCreatedTime },
    updatedTime: { from: afterUpdatedTime, to: beforeUpdatedTime },
  };
  return Object.fromEntries(Object.entries(spans).filter(([, { from, to }]) => (from ?? to) !== undefined));
}

/** The last time whose year has four digits. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The fields of a user, or of the owner, with one name; ordered by id after the prefix. */
export function namedRange(ownerId: string, svcUserId: string | undefined, name: string): IndexRange {
  return { ...orderedRange(ownerId, svcUserId, 'name'), prefix: indexed(name) };
}

function orderedRange(ownerId: string, svcUserId: string | undefined, name: string): IndexRange {
  const { sortKey, ofUser, ofOwner } = ordered[name] as { sortKey: string; ofUser: string; ofOwner: string };
  return svcUserId === undefined
    ? { index: ofOwner, partitionKey: 'ownerKey', partition: ownerId, sortKey }
    : { index: ofUser, partitionKey: 'pk', partition: userPartition(ownerId, svcUserId), sortKey };
}
