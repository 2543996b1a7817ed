import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type DynamoDBClient,
  PutItemCommand,
  paginateScan,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from 'vitest';
import { movableClock } from '../../../local/clock.ts';
import { type DynamoDbEngine, type Item, startDynamoDb } from '../../../local/dynamodb/index.ts';
import { eventually } from '../../eventually.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { clientOf } from './engine-under-test.ts';
import { indexedTable, plainTable } from './table-definitions.ts';

const program = fileURLToPath(new URL('engine-process.ts', import.meta.url));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function run(task: string, dir: string): Promise<{ child: ChildProcess; message: Record<string, string> }> {
  const child = fork(program, [task, dir], { execArgv: ['--import', 'tsx'] });
  children.add(child);
  const [message] = await once(child, 'message');
  return { child, message };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  children.delete(child);
}

async function withEngine<T>(dir: string, look: (engine: DynamoDbEngine, client: DynamoDBClient) => Promise<T>) {
  const engine = await startDynamoDb({ dir, host: '127.0.0.1', clock: movableClock() });
  const client = clientOf(engine.endpoint);
  try {
    return await look(engine, client);
  } finally {
    client.destroy();
    await engine.close();
  }
}

async function rowsOf(client: DynamoDBClient, TableName: string, IndexName?: string): Promise<Item[]> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName, ...(IndexName && { IndexName }) }));
  return Items as Item[];
}

async function countRows(client: DynamoDBClient, TableName: string, IndexName?: string): Promise<number> {
  const input = { TableName, Select: 'COUNT' as const, ...(IndexName && { IndexName }) };
  let rows = 0;
  for await (const { Count = 0 } of paginateScan({ client }, input)) rows += Count;
  return rows;
}

const accounts = Array.from({ length: 6 }, (_, index) => ({ pk: { S: 'bank' }, sk: { S: `account ${index}` } }));
const random = (below: number) => Math.floor(Math.random() * below);

/** Moves one from an account to another, gives both new index keys, and records the transfer: all or nothing. */
function transfer(id: string): TransactWriteItemsCommand {
  const from = random(accounts.length);
  const to = (from + 1 + random(accounts.length - 1)) % accounts.length;
  const change = (index: number, by: string) => ({
    Update: {
      TableName: 'accounts',
      Key: accounts[index],
      UpdateExpression: 'SET listKey = :key, ownerKey = :owner ADD amount :by, moves :one',
      ExpressionAttributeValues: {
        ':key': { S: `${random(1e9)}` },
        ':owner': { S: 'bank' },
        ':by': { N: by },
        ':one': { N: '1' },
      },
    },
  });
  const note = { Put: { TableName: 'transfers', Item: { pk: { S: 'bank' }, sk: { S: id } } } };
  return new TransactWriteItemsCommand({ TransactItems: [change(from, '-1'), change(to, '1'), note] });
}

/** A plain write that moves an item within the index. */
function relist(): PutItemCommand {
  const id = `loose ${random(20)}`;
  const Item = { pk: { S: 'loose' }, sk: { S: id }, ownerKey: { S: 'bank' }, listKey: { S: `${random(1e9)}` } };
  return new PutItemCommand({ TableName: 'accounts', Item });
}

test('killed repeatedly under load, the engine loses no acknowledged write and leaves none half done', async () => {
  const dir = temporaryFolder('dynamodb');
  const answered = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const { child, message } = await run('serve', dir);
    const client = clientOf(message.endpoint ?? '');
    let alive = true;
    const load = async (worker: number) => {
      for (let number = 0; alive; number += 1) {
        const id = `${round}-${worker}-${number}`;
        await client.send(transfer(id));
        answered.add(id);
        await client.send(relist());
      }
    };
    const workers = Promise.allSettled([1, 2, 3, 4].map(load));
    const enough = answered.size + 11;
    await eventually(() => expect(answered.size).toBeGreaterThan(enough));
    await sleep(random(300));
    await kill(child);
    alive = false;
    await workers;
    client.destroy();

    await withEngine(dir, async (engine, client) => {
      const items = await rowsOf(client, 'accounts');
      const total = (name: string) => items.reduce((sum, item) => sum + Number(item[name]?.N ?? 0), 0);
      const notes = (await rowsOf(client, 'transfers')).map(({ sk }) => sk?.S);
      expect(total('amount')).toBe(0);
      expect(total('moves')).toBe(2 * notes.length);
      expect(notes).toEqual(expect.arrayContaining([...answered]));
      expect(inIndex(await rowsOf(client, 'accounts', 'byList'))).toEqual(inIndex(items));

      const noted = await engine.readStream('transfers', undefined, 100_000);
      expect(noted.records.map(({ dynamodb }) => dynamodb.Keys.sk?.S).sort()).toEqual(notes.sort());
      const { records } = await engine.readStream('accounts', undefined, 100_000);
      const last = new Map(records.map(({ dynamodb }) => [dynamodb.Keys.sk?.S, dynamodb.NewImage]));
      for (const item of items) expect(last.get(item.sk?.S)).toEqual(item);
    });
  }
  expect(answered.size).toBeGreaterThan(30);
});

function inIndex(items: Item[]): string[] {
  return items.map(({ sk, listKey }) => `${listKey?.S} ${sk?.S}`).sort();
}

test('killed while it rebuilds a table, it loses no row, with either definition', async () => {
  const dir = temporaryFolder('dynamodb');
  const number = 30_000;
  const items = Array.from({ length: number }, (_, index) => ({
    pk: { S: 'owner' },
    sk: { S: `id-${index}` },
    ownerKey: { S: 'owner' },
    listKey: { S: `name ${index % 100}` },
  }));
  await withEngine(dir, async (engine) => {
    await engine.ensureTable(plainTable('rebuilt'));
    await engine.loadItems('rebuilt', items);
  });
  for (const next of [plainTable('rebuilt'), indexedTable('rebuilt')]) {
    const { child, message } = await run('rebuild', dir);
    expect(message).toEqual({ rebuilding: true });
    await sleep(50 + random(250));
    await kill(child);
    await withEngine(dir, async (engine, client) => {
      await engine.ensureTable(next);
      expect(await countRows(client, 'rebuilt')).toBe(number);
      if (next.globalSecondaryIndexes) expect(await countRows(client, 'rebuilt', 'byList')).toBe(number);
    });
  }
});

test('a second process on the same state is refused', async () => {
  const dir = temporaryFolder('dynamodb');
  const { child } = await run('serve', dir);
  const second = await run('serve', dir);
  expect(second.message.refused).toMatch(`Another Furrow is using the state in ${dir}.`);
  children.delete(second.child);
  await expect(startDynamoDb({ dir, host: '127.0.0.1', clock: movableClock() })).rejects.toThrow('Stop that one first');
  await kill(child);
  await withEngine(dir, async () => {});
});
