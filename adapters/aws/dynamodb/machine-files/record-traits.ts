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

/** What a file and an operation are found by. */
export interface FoundRecords {
  file: MachineFile;
  operation: Operation;
}

export type FoundKind = keyof FoundRecords;

interface FoundBy<R> {
  /** The trait that every record has, so that its own item is in the index. */
  own(record: R): Trait;
  others(record: R): Trait[];
  /** The members whose order lists may have. */
  times: readonly (keyof R & string)[];
  /** The names of all other traits that a record may have and lose again. */
  names: readonly string[];
}

const found: { [K in FoundKind]: FoundBy<FoundRecords[K]> } = {
  file: {
    own: ({ status }) => ['status', status],
    others: ({ provider, origin, fileFormat, operationType, artefacts }) =>
      traitsOf({
        provider,
        origin,
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
    // Its fields, which may be many, are noted by themselves, see `fieldWork`.
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

/** The orders by time that lists of a kind have an index for. */
export function timesOf(kind: RecordKind): readonly string[] {
  return kind === 'batch' ? [] : found[kind].times;
}

/** The last time that is written with four digits of year. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The records of an owner, or of one user, in the order of a time, which may lie in a span. Those without it come last. */
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
  // Behind the time of a key stands '#'.
  return { ...range, between: [timestamp(span.from ?? 0), `${timestamp(span.to ?? latest)}$`] };
}

/** Where the records are that have a value in a member. */
export function valueKey(ownerId: string, kind: FoundKind, name: string, value: string): string {
  return traitKey(ownerId, kind, manyNames[kind].includes(name) ? [manyName(name, value), ''] : [name, value]);
}

/** The member of a record's own item that puts it into the index. */
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
 * The writes that let a record be found by what it has become. Without `before` they set all of its traits, and take away those that it may
 * have had.
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

/** The writes that let a record be found by nothing any more. */
export function noRecordTraitWrites<K extends FoundKind>(
  operations: Pick<Table, 'name'>,
  ownerId: string,
  kind: K,
  record: FoundRecords[K],
): Write[] {
  const owner = { ownerId, key: recordKey(ownerId, record.id, kind), listKey: record.id };
  return traitWrites(operations, kind, owner, recordTraits(kind, record), []);
}
