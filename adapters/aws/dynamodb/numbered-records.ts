import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { notFound, Problem } from '../../../domain/errors.ts';
import type { Commit, CommitRecord } from '../../../domain/idempotency.ts';
import { countWrites } from './counts/count-item.ts';
import { userPartition } from './fields/field-item.ts';
import { type Trait, traitWrites } from './lists/traits.ts';
import type { Item, Table } from './table.ts';
import { transact, type Write } from './transact.ts';
import { userExists } from './users/user-exists.ts';

/** Kinds of records of a user that are numbered per owner. */
export type Kind = 'grower' | 'farm';

interface Numbered {
  id: number;
  svcUserId: string;
}

export interface NumberedKind<R extends Numbered> {
  kind: Kind;
  /** The group of a record, see `groups.ts`. */
  group(ownerId: string, record: R): string | undefined;
  /** The traits of a record by which lists can be filtered, see `lists/traits.ts`. */
  traits(record: R): Trait[];
  /** The item that must exist when a record is written, and the problem if it does not. */
  needs?(ownerId: string, record: R): { key: Item; missing: Problem } | undefined;
}

export interface NumberedRecords<R extends Numbered> {
  get(ownerId: string, svcUserId: string, id: number): Promise<R | undefined>;
  create(ownerId: string, record: Omit<R, 'id'>, commit?: Commit<R>): Promise<R>;
  change(ownerId: string, svcUserId: string, id: number, edit: (record: R) => R): Promise<R | undefined>;
}

interface Found<R> {
  record: R;
  revision: number;
}

/** Number of attempts at conflicting edits of one record. */
const attempts = 5;

/** Digits of the largest number, so that keys sort by number. */
const digits = 10;

/**
 * The sort key of a record; the prefix of all records of a kind for `''`.
 *
 * @example numberedName('farm', 7) // farm#0000000007
 */
export function numberedName(kind: Kind, id: number | ''): string {
  return `${kind}#${id === '' ? '' : String(id).padStart(digits, '0')}`;
}

/**
 * The key of a record.
 *
 * @example numberedKey('farm', 'o', 'u', 7) // { pk: 'o#u', sk: 'farm#0000000007' }
 */
export function numberedKey(kind: Kind, ownerId: string, svcUserId: string, id: number): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: numberedName(kind, id) };
}

/**
 * The number in a key.
 *
 * @example numberIn({ sk: 'farm#0000000007' }) // 7
 */
export function numberIn({ sk }: Item): number {
  return Number(String(sk).slice(-digits));
}

/**
 * Numbered records in the fields table. A number is allocated before its record is written: none is used twice, and
 * some are never used.
 *
 * @example
 * const records = numberedRecords<StoredFarm>(fields, users, { kind: 'farm', group, traits });
 * const farm = await records.create(ownerId, newFarm(svcUserId, body, at)); // with the owner's next number
 */
export function numberedRecords<R extends Numbered>(
  fields: Table,
  users: Table,
  { kind, group, traits, needs }: NumberedKind<R>,
): NumberedRecords<R> {
  const TableName = fields.name;

  const read = async (ownerId: string, svcUserId: string, id: number) => {
    const Key = numberedKey(kind, ownerId, svcUserId, id);
    const { Item } = await fields.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item && { record: Item[kind] as R, revision: Item.revision as number };
  };

  /** False if another write came first. */
  const write = async (ownerId: string, record: R, over?: Found<R>, commit?: CommitRecord): Promise<boolean> => {
    const needed = needs?.(ownerId, record);
    const item = toItem(kind, ownerId, record, group(ownerId, record));
    const { pk, sk, listKey } = item;
    const writes = [
      put(TableName, item, over?.revision),
      userExists(users, ownerId, record.svcUserId),
      ...(needed ? [exists(TableName, needed.key)] : []),
      ...traitWrites(
        fields,
        kind,
        { ownerId, key: { pk, sk }, listKey },
        over ? traits(over.record) : [],
        traits(record),
      ),
      ...(over ? [] : countWrites(fields, { ownerId, kind, ...record }, 1)),
    ];
    const failed = await transact(fields.client, writes, commit);
    if (failed === 1) throw notFound('user', record.svcUserId);
    if (failed === 2 && needed) throw needed.missing;
    return failed === undefined;
  };

  return {
    get: async (ownerId, svcUserId, id) => (await read(ownerId, svcUserId, id))?.record,

    async create(ownerId, record, commit) {
      const numbered = { ...record, id: await draw(fields, kind, ownerId) } as R;
      if (await write(ownerId, numbered, undefined, await commit?.(numbered))) return numbered;
      throw new Error(`the ${kind} ${numbered.id} of ${ownerId} was there before its number was drawn`);
    },

    async change(ownerId, svcUserId, id, edit) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = await read(ownerId, svcUserId, id);
        if (!before) return undefined;
        const record = edit(before.record);
        if (record === before.record) return record;
        if (await write(ownerId, record, before)) return record;
      }
      const detail = `The ${kind} ${id} is being changed by several requests at once. Try again.`;
      throw new Problem('conflict', detail, { retryAfterSeconds: 1 });
    },
  };
}

/** Allocates the owner's next number; each kind has a counter. */
async function draw(fields: Table, kind: Kind, ownerId: string): Promise<number> {
  const { Attributes } = await fields.client.send(
    new UpdateCommand({
      TableName: fields.name,
      Key: { pk: ownerId, sk: `counter#${kind}` },
      UpdateExpression: 'ADD #last :one',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Attributes?.last as number;
}

function toItem(kind: Kind, ownerId: string, record: Numbered, group: string | undefined) {
  const key = numberedKey(kind, ownerId, record.svcUserId, record.id);
  return { ...key, ownerKey: ownerId, listKey: key.sk, ...(group && { groupKey: group }), [kind]: record };
}

function put(TableName: string, item: Item, over: number | undefined): Write {
  const Item = { ...item, revision: (over ?? 0) + 1 };
  if (over === undefined) return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    Put: { TableName, Item, ConditionExpression: 'revision = :over', ExpressionAttributeValues: { ':over': over } },
  };
}

function exists(TableName: string, Key: Item): Write {
  return { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } };
}
