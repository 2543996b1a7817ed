import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { KeptFarm } from '../../../../domain/farms/farm.ts';
import type { KeptGrower } from '../../../../domain/growers/grower.ts';
import { farmTraits } from '../farms/list-farms.ts';
import { fieldFromItem, fieldPrefix, fieldState } from '../fields/field-item.ts';
import { fieldTraits } from '../fields/field-traits.ts';
import { growerTraits } from '../growers/list-growers.ts';
import { type Trait, traitKey, traitWrites } from '../lists/traits.ts';
import { numberedName } from '../numbered-records.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';
import { userKey } from '../users/user-item.ts';
import { type CountedKind, countWrites } from './count-item.ts';

/** Records in one transaction, which takes 100 writes: each is its own and at most five traits. */
const recordsAtOnce = 15;

/** What of a user's is counted and found by traits, where it stands, and by which traits it is found. */
const kinds = [
  { kind: 'field', prefix: fieldPrefix, traitsOf: (item: Item) => fieldTraits(fieldFromItem(item)) },
  {
    kind: 'grower',
    prefix: numberedName('grower', ''),
    traitsOf: (item: Item) => growerTraits(item.grower as KeptGrower),
  },
  { kind: 'farm', prefix: numberedName('farm', ''), traitsOf: (item: Item) => farmTraits(item.farm as KeptFarm) },
] as const;

type Kind = (typeof kinds)[number];

interface Indexed {
  ownerId: string;
  svcUserId: string;
}

/**
 * Counts what a user has from before there were counts, and puts it into the index of traits; answers how many records that were. Each is
 * marked in the transaction that counts it, so that this may break off, run again, and run while others write.
 */
export async function indexUser(tables: { users: Table; fields: Table }, user: Indexed): Promise<number> {
  const { users, fields } = tables;
  const { ownerId, svcUserId } = user;
  const writes = [
    mark(users, userKey(ownerId, svcUserId), 'attribute_exists(revision)'),
    ...countWrites(users, { ownerId, kind: 'user', id: svcUserId }, 1),
  ];
  let done = (await transact(users.client, writes)) === undefined ? 1 : 0;
  for (const one of kinds) {
    let open: Item[] = [];
    for await (const item of userItems(fields, ownerId, svcUserId, one.prefix)) {
      if (item[one.kind] && !item.counted) open.push(item);
      if (open.length < recordsAtOnce) continue;
      done += await indexRecords(tables, user, one, open);
      open = [];
    }
    done += await indexRecords(tables, user, one, open);
  }
  return done;
}

/** A record that is changed meanwhile keeps back the others only until each is tried by itself. */
async function indexRecords(tables: { users: Table; fields: Table }, user: Indexed, kind: Kind, items: Item[]) {
  if (items.length === 0 || (await write(tables, user, kind, items))) return items.length;
  let done = 0;
  for (const { pk, sk } of items) {
    for (;;) {
      const { client, name: TableName } = tables.fields;
      const { Item } = await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }));
      if (!Item?.[kind.kind] || Item.counted) break;
      if (!(await write(tables, user, kind, [Item]))) continue;
      done += 1;
      break;
    }
  }
  return done;
}

/** False when one of the records has been changed; true as well when the user is gone, since the erasers see to it then. */
async function write({ users, fields }: { users: Table; fields: Table }, user: Indexed, kind: Kind, items: Item[]) {
  const { ownerId, svcUserId } = user;
  const counted = { ownerId, svcUserId, kind: kind.kind satisfies CountedKind, id: String(items[0]?.sk) };
  const failed = await transact(fields.client, [
    userExists(users, ownerId, svcUserId),
    ...items.flatMap((item) => indexWrites(fields, ownerId, kind, item)),
    ...countWrites(fields, counted, items.length),
  ]);
  return failed === undefined || failed === 0;
}

function indexWrites(fields: Table, ownerId: string, { kind, traitsOf }: Kind, item: Item): Write[] {
  const { pk, sk, revision } = item;
  const owner = { ownerId, key: { pk: String(pk), sk: String(sk) }, listKey: String(item.listKey) };
  const field = kind === 'field' ? fieldFromItem(item)?.field : undefined;
  const own = field && traitKey(ownerId, kind, fieldState(field.type, field.status));
  return [
    mark(fields, { pk, sk }, 'revision = :revision', { own, revision }),
    ...traitWrites(fields, kind, owner, [], traitsOf(item) as Trait[]),
  ];
}

/** Marks a record as counted, once. */
function mark(
  { name: TableName }: Table,
  Key: Item,
  condition: string,
  { own, revision }: { own?: string | undefined; revision?: unknown } = {},
): Write {
  return {
    Update: {
      TableName,
      Key,
      UpdateExpression: `SET counted = :true${own === undefined ? '' : ', traitKey = :own'}`,
      ConditionExpression: `${condition} AND attribute_not_exists(counted)`,
      ExpressionAttributeValues: {
        ':true': true,
        ...(own !== undefined && { ':own': own }),
        ...(revision !== undefined && { ':revision': revision }),
      },
    },
  };
}
