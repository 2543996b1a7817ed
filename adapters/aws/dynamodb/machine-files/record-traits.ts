import { timestamp } from '../../../../domain/clock.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import type { Span } from '../../../../domain/paging.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { withoutText } from '../lists/index-text.ts';
import { type Trait, traitKey, traitsOf, traitWrites } from '../lists/traits.ts';
import { type RecordKind, recordKey } from '../operations/operation-item.ts';
import type { Item, Table } from '../table.ts';
import type { Write } from '../transact.ts';

/** The kinds of records with traits. */
export interface FoundRecords {
  file: MachineFile;
  operation: Operation;
}

export type FoundKind = keyof FoundRecords;

interface FoundBy<R> {
  /** The trait that every record has, for its own item in the index. */
  own(record: R): Trait;
  others(record: R): Trait[];
  /** The times by which lists can be sorted. */
  times: readonly (keyof R & string)[];
  /** The names of all other traits that a record may get and lose. */
  names: readonly string[];
}

const found: { [K in FoundKind]: FoundBy<FoundRecords[K]> } = {
  file: {
    own: ({ status }) => ['status', status],
    others: ({ provider, origin, organizationId, providerFileId, fileFormat, operationType, artefacts }) =>
      traitsOf({
        provider,
        origin,
        organizationId,
        providerFileId,
        fileFormat,
        operationType,
        standard: String(artefacts.includes('standardGeojson')),
        outsideField: artefacts.includes('outsideFieldGeojson') ? 'true' : undefined,
      }),
    times: ['createdTime', 'updatedTime', 'startTime'],
    names: ['operationType', 'outsideField'],
  },
  operation: {
    own: ({ type }) => ['operationType', type],
    // Its fields, of which there may be many, are in the index of work, see `fieldWork`.
    others: ({ providers }) => providers.map((provider) => [manyName('provider', provider), ''] as const),
    times: ['updatedTime', 'startTime'],
    names: [],
  },
};

/** The name of a trait that a record may have several times. */
function manyName(name: string, value: string): string {
  return `${name}.${value}`;
}

const manyNames: Record<FoundKind, readonly string[]> = { file: [], operation: ['provider'] };

/** The times by which an index sorts lists of a kind. */
export function timesOf(kind: RecordKind): readonly string[] {
  return kind === 'batch' ? [] : found[kind].times;
}

/** The last time whose year has four digits. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The records of an owner, or of one user, ordered by a time, optionally within a span. Records without the time come
 * last.
 */
export function timeRange(
  ownerId: string,
  svcUserId: string | undefined,
  kind: RecordKind,
  time: string,
  span?: Span,
): IndexRange {
  const key = traitKey(ownerId, kind, svcUserId === undefined ? [time, ''] : [`${time}OfUser`, svcUserId]);
  const range = { index: 'byTrait', partitionKey: 'traitKey', partition: key, sortKey: 'listKey' };
  if (!span) return range;
  // '#' follows the time in a key, and sorts before '$'.
  return { ...range, between: [timestamp(span.from ?? 0), `${timestamp(span.to ?? latest)}$`] };
}

/** The partition of the records with a value of a member. */
export function valueKey(ownerId: string, kind: FoundKind, name: string, value: string): string {
  return traitKey(ownerId, kind, manyNames[kind].includes(name) ? [manyName(name, value), ''] : [name, value]);
}

/**
 * The attribute by which a record's own item is in the index.
 *
 * @example const Item = { ...recordKey(ownerId, file.id, 'file'), ...ownTrait(ownerId, 'file', file), file };
 */
export function ownTrait<K extends FoundKind>(ownerId: string, kind: K, record: FoundRecords[K]): Item {
  return { traitKey: traitKey(ownerId, kind, found[kind].own(record)) };
}

export function recordTraits<K extends FoundKind>(kind: K, record: FoundRecords[K]): Trait[] {
  const { others, times } = found[kind];
  const inTime = times.flatMap((name) => {
    const time = (record[name] as string | undefined) ?? withoutText;
    return [[name, '', time] as const, [`${name}OfUser`, record.svcUserId, time] as const];
  });
  return [...others(record), ...inTime];
}

/**
 * The writes that update the traits of a record. Without `before` they write all of its traits, and delete all others
 * that it may have.
 *
 * @example const writes = recordTraitWrites(operations, ownerId, 'file', { before: 'none', after: file });
 */
export function recordTraitWrites<K extends FoundKind>(
  operations: Pick<Table, 'name'>,
  ownerId: string,
  kind: K,
  { before, after }: { before?: FoundRecords[K] | 'none' | undefined; after: FoundRecords[K] },
): Write[] {
  const { id } = after;
  const owner = { ownerId, key: recordKey(ownerId, id, kind), listKey: id };
  const known = before === 'none' ? [] : before && recordTraits(kind, before);
  return traitWrites(
    operations,
    kind,
    owner,
    known ?? found[kind].names.map((name) => [name, '']),
    recordTraits(kind, after),
  );
}

/** The writes that delete all traits of a record. */
export function noRecordTraitWrites<K extends FoundKind>(
  operations: Pick<Table, 'name'>,
  ownerId: string,
  kind: K,
  record: FoundRecords[K],
): Write[] {
  const owner = { ownerId, key: recordKey(ownerId, record.id, kind), listKey: record.id };
  return traitWrites(operations, kind, owner, recordTraits(kind, record), []);
}
