import type { StoredFarm } from '../../../../domain/farms/farm.ts';
import type { StoredGrower } from '../../../../domain/growers/grower.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { farmTraits } from '../farms/list-farms.ts';
import { fieldFromItem, fieldPrefix, fieldState } from '../fields/field-item.ts';
import { fieldTraits } from '../fields/field-traits.ts';
import { getMany } from '../get-many.ts';
import { growerTraits } from '../growers/list-growers.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { type Trait, traitKey, traitWrites } from '../lists/traits.ts';
import { type FoundKind, type FoundRecords, ownTrait, recordTraitWrites } from '../machine-files/record-traits.ts';
import { numberedName } from '../numbered-records.ts';
import { recordRange } from '../operations/operation-item.ts';
import type { Item, Table } from '../table.ts';
import type { Write } from '../transact.ts';
import { userUploads } from '../uploads/upload-item.ts';
import { userItems } from '../user-items.ts';
import type { CountedKind } from './count-item.ts';

export interface IndexedTables {
  users: Table;
  fields: Table;
  uploads: Table;
  operations: Table;
}

export interface IndexedUser {
  ownerId: string;
  svcUserId: string;
}

/**
 * A kind of records of a user that are counted and have traits. An item contains its record in the member named after
 * the kind.
 */
export interface IndexedKind {
  kind: CountedKind;
  table: Table;
  /** Maximum records in one transaction of 100 writes: each has its own write and those of its traits. */
  atOnce: number;
  /** All items of a user, strongly consistent. */
  items(user: IndexedUser): AsyncIterable<Item>;
  /** The traits of a record, and the condition that it has not changed since it was read. */
  found(user: IndexedUser, item: Item): { own?: unknown; traits: Write[]; unchanged: Unchanged };
}

interface Unchanged {
  condition: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

export function indexedKinds({ fields, uploads, operations }: IndexedTables): IndexedKind[] {
  return [
    ofUserPartition(fields, 'field', fieldPrefix, (item) => fieldTraits(fieldFromItem(item)), stateOf),
    ofUserPartition(fields, 'grower', numberedName('grower', ''), ({ grower }) => growerTraits(grower as StoredGrower)),
    ofUserPartition(fields, 'farm', numberedName('farm', ''), ({ farm }) => farmTraits(farm as StoredFarm)),
    onlyCounted(uploads, 'upload', ({ ownerId, svcUserId }) => userUploads(ownerId, svcUserId)),
    onlyCounted(operations, 'batch', ({ ownerId, svcUserId }) => recordRange(ownerId, svcUserId, 'batch')),
    ofWork(operations, 'file'),
    ofWork(operations, 'operation'),
  ];
}

function stateOf(ownerId: string, item: Item): string | undefined {
  const field = fieldFromItem(item)?.field;
  return field && traitKey(ownerId, 'field', fieldState(field.type, field.status));
}

/** Records in the partition of their user, with revisions. */
function ofUserPartition(
  table: Table,
  kind: 'field' | 'grower' | 'farm',
  prefix: string,
  traitsOf: (item: Item) => Trait[],
  ownOf: (ownerId: string, item: Item) => string | undefined = () => undefined,
): IndexedKind {
  return {
    ...{ kind, table, atOnce: 15 },
    items: ({ ownerId, svcUserId }) => userItems(table, ownerId, svcUserId, prefix),
    found({ ownerId }, item) {
      const { pk, sk, listKey, revision } = item;
      const owner = { ownerId, key: { pk: String(pk), sk: String(sk) }, listKey: String(listKey) };
      return {
        own: ownOf(ownerId, item),
        traits: traitWrites(table, kind, owner, [], traitsOf(item)),
        unchanged: { condition: 'revision = :revision', values: { ':revision': revision } },
      };
    },
  };
}

/** Records in separate partitions, without traits. */
function onlyCounted(
  table: Table,
  kind: 'upload' | 'batch' | FoundKind,
  rangeOf: (user: IndexedUser) => IndexRange,
): IndexedKind {
  return {
    ...{ kind, table, atOnce: 50 },
    async *items(user) {
      let keys: Item[] = [];
      for await (const key of keysOf(table, rangeOf(user))) {
        if (keys.push(key) < keysAtOnce) continue;
        yield* await itemsAt(table, keys);
        keys = [];
      }
      yield* await itemsAt(table, keys);
    },
    found: () => ({ traits: [], unchanged: { condition: 'attribute_exists(pk)' } }),
  };
}

/** Files and operations, whose time of change is the condition. */
function ofWork(table: Table, kind: FoundKind): IndexedKind {
  return {
    ...onlyCounted(table, kind, ({ ownerId, svcUserId }) => recordRange(ownerId, svcUserId, kind)),
    atOnce: 5,
    found({ ownerId }, item) {
      const after = item[kind] as FoundRecords[typeof kind];
      return {
        own: ownTrait(ownerId, kind, after).traitKey,
        traits: recordTraitWrites(table, ownerId, kind, { before: 'none', after }),
        unchanged: {
          condition: '#record.updatedTime = :changed',
          names: { '#record': kind },
          values: { ':changed': after.updatedTime },
        },
      };
    },
  };
}

const keysAtOnce = 100;

async function itemsAt(table: Table, keys: readonly Item[]): Promise<Item[]> {
  return (await getMany(table, keys, { consistent: true })).filter((item) => item !== undefined);
}
