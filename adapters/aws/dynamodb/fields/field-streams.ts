import type { FieldFilter } from '../../../../domain/fields/field-store.ts';
import { getMany } from '../get-many.ts';
import { fieldsOf, groupRange } from '../groups.ts';
import { type IndexRange, readKeys } from '../lists/index-range.ts';
import {
  intersection,
  knownRows,
  passing,
  type RowStream,
  rangeStream,
  type Streamed,
  union,
} from '../lists/row-stream.ts';
import { traitRange } from '../lists/traits.ts';
import type { Table } from '../table.ts';
import { namedRange } from './field-indexes.ts';
import { fieldFromItem, fieldPrefix, userPartition } from './field-item.ts';
import { traitsAsked } from './field-traits.ts';
import { workedFields } from './worked-fields.ts';

/** The position of a field in the order of ids; the user distinguishes fields with the same id. */
const positionOf = (fieldId: string, svcUserId: string): string => `${fieldId}#${svcUserId}`;

export function fieldIdAt(position: string): string {
  return position.split('#', 1)[0] ?? position;
}

/** Opens a stream with the given budget. */
export type OpenStream = (streamed: Pick<Streamed, 'budget' | 'first'>) => RowStream;

/** The table of fields, and that of the index of work on fields. */
export interface FieldTables {
  fields: Table;
  operations?: Table | undefined;
}

/**
 * The fields that match the indexed parts of a filter, ordered by id: each such part is a stream, and the fields are
 * their intersection. Undefined if no part of the filter has an index.
 */
export async function fieldStreams(
  { fields, operations }: FieldTables,
  ownerId: string,
  filter: FieldFilter,
): Promise<((descending: boolean) => OpenStream) | undefined> {
  const known = await knownSpots(fields, ownerId, filter);
  const { svcUserId, name, farmId } = filter;
  const shared: IndexRange[][] = traitsAsked(ownerId, filter).map((keys) =>
    keys.map((key) => traitRange(key, fieldPrefix)),
  );
  if (name !== undefined) shared.push([namedRange(ownerId, svcUserId, name)]);
  if (farmId !== undefined) shared.push([{ ...groupRange(fieldsOf(ownerId, farmId)), prefix: fieldPrefix }]);
  if (filter.work && !operations) throw new Error('the work on fields is noted in another table');
  const worked = filter.work && operations ? workedFields(operations, ownerId, filter.work) : undefined;
  if (worked && filter.id !== undefined) shared.push([ofId(ownerId, filter.id)]);
  if (shared.length === 0 && !known && !worked) return undefined;
  // A farm belongs to one user, and so does a range of names of one user.
  const ofUser = svcUserId !== undefined && name === undefined && farmId === undefined ? svcUserId : undefined;

  return (descending) => (streamed) => {
    const streamOf = (range: IndexRange) => rangeStream(fields, { ...range, descending }, streamed);
    const streams = [
      ...(worked ? [worked.stream(streamed, descending)] : []),
      ...(known ? [knownRows(known, descending)] : []),
      ...shared.map((ranges) => union(ranges.map(streamOf), descending)),
      ...(ofUser === undefined || known ? [] : [userStream(fields, ownerId, ofUser, descending, streamed)]),
    ];
    const found = intersection(streams, descending);
    const { isWanted } = worked ?? {};
    return isWanted ? passing(found, (spot) => isWanted(spot, streamed.budget)) : found;
  };
}

function ownerRange(ownerId: string): IndexRange {
  return { index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey: 'listKey', prefix: fieldPrefix };
}

/** The fields of all users with one id. */
function ofId(ownerId: string, id: string): IndexRange {
  const start = `${fieldPrefix}${id}#`;
  return { ...ownerRange(ownerId), between: [start, `${start}\uFFFF`] };
}

/** Keys in a user's own partition contain no user. */
function userStream(
  fields: Table,
  ownerId: string,
  svcUserId: string,
  descending: boolean,
  streamed: Pick<Streamed, 'budget' | 'first'>,
): RowStream {
  const partition = userPartition(ownerId, svcUserId);
  const range = { partitionKey: 'pk', partition, sortKey: 'sk', prefix: fieldPrefix, descending, keysOnly: true };
  return rangeStream(fields, range, {
    ...streamed,
    positionOf: (fieldId) => positionOf(fieldId, svcUserId),
    textOf: fieldIdAt,
  });
}

/** The sources of a merged field, whose ids are known before a list is read; undefined if the filter names none. */
async function knownSpots(fields: Table, ownerId: string, { mergedFieldId }: FieldFilter) {
  if (mergedFieldId === undefined) return undefined;
  const { keys } = await readKeys(
    fields,
    { ...ownerRange(ownerId), prefix: `${fieldPrefix}${mergedFieldId}#` },
    usersAtOnce,
  );
  const merged = (await getMany(fields, keys)).flatMap((item) => (item && fieldFromItem(item)) ?? []);
  return merged.flatMap(({ field: { svcUserId, sources = [] } }) =>
    sources.map((id) => ({ at: positionOf(id, svcUserId), row: { pk: userPartition(ownerId, svcUserId) } })),
  );
}

/**
 * Maximum users with fields of one id; ids of merged fields are derived from their sources, so two users hardly ever
 * share one.
 */
const usersAtOnce = 100;
