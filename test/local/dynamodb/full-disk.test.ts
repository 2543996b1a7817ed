import { PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { movableClock } from '../../../local/clock.ts';
import { startDynamoDb } from '../../../local/dynamodb/index.ts';
import { randomFrom } from '../../fuzz/mutate.ts';
import { noSmallDisk, smallDisk } from '../../small-disk.ts';
import { allRows } from './all-rows.ts';
import { clientOf } from './engine-under-test.ts';
import { plainTable } from './table-definitions.ts';

async function start(dir: string) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const engine = await startDynamoDb({ dir, host: '127.0.0.1', clock: movableClock(), log });
  const client = clientOf(engine.endpoint);
  let running = true;
  const stop = async () => {
    if (running) await engine.close();
    running = false;
    client.destroy();
  };
  onTestFinished(stop);
  return { engine, client, lines, stop };
}

/** A pair of items in one transaction, with a token of its own: both or none. */
function pair(id: string, bytes: number): TransactWriteItemsCommand {
  const item = (half: string) => ({ pk: { S: id }, sk: { S: half }, payload: { S: 'x'.repeat(bytes) } });
  const put = (half: string) => ({
    Put: { TableName: 'pairs', Item: item(half), ConditionExpression: 'attribute_not_exists(pk)' },
  });
  return new TransactWriteItemsCommand({ ClientRequestToken: id, TransactItems: [put('a'), put('b')] });
}

describe.skipIf(noSmallDisk)(`on a small disk ${noSmallDisk ?? ''}`, () => {
  test.each([1, 2, 3])(
    'acknowledged writes survive a restart, and refused ones are not half done (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      const disk = smallDisk(48);
      let running = await start(disk.path);
      await running.engine.ensureTable(plainTable('pairs', { streamViewType: 'NEW_IMAGE' }));
      const acknowledged = new Set<string>();
      const refused = new Set<string>();
      for (let round = 0; round < 4; round += 1) {
        disk.fill(Math.floor(random() * 1_500_000));
        for (let step = 0; step < 25; step += 1) {
          if (step === 18) disk.free();
          const ids = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, i) => `${round}-${step}-${i}`);
          await Promise.all(
            ids.map(async (id) => {
              try {
                await running.client.send(pair(id, 1_000 + Math.floor(random() * 60_000)));
                acknowledged.add(id);
              } catch (error) {
                expect(error).toMatchObject({ name: 'InsufficientStorage', $metadata: { httpStatusCode: 503 } });
                refused.add(id);
              }
            }),
          );
        }
        // A refused transaction is repeated with its token: it is executed once, whether or not it had reached the disk.
        for (const id of [...refused].slice(0, 2)) {
          await running.client
            .send(pair(id, 100))
            .catch((error) => expect(error.name).toBe('IdempotentParameterMismatchException'));
          refused.delete(id);
        }
        await running.stop();
        running = await start(disk.path);
        const rows = await allRows(running.client, 'pairs');
        const keys = new Set(rows.map(({ pk, sk }) => `${pk?.S} ${sk?.S}`));
        expect([...acknowledged].filter((id) => !keys.has(`${id} a`))).toEqual([]);
        expect(rows.filter(({ pk }) => !(keys.has(`${pk?.S} a`) && keys.has(`${pk?.S} b`)))).toEqual([]);
        const { records } = await running.engine.readStream('pairs', undefined, 100_000);
        expect(records.length).toBe(rows.length);
      }
      expect(acknowledged.size).toBeGreaterThan(40);
      expect(refused.size).toBeGreaterThan(0);
    },
  );

  test('reads continue, and the log reports in one line each when writes stop and when they resume', async () => {
    const disk = smallDisk(40);
    const { engine, client, lines } = await start(disk.path);
    await engine.ensureTable(plainTable('pairs'));
    await client.send(pair('first', 10));
    disk.fill();
    for (const id of ['second', 'third']) {
      await expect(client.send(pair(id, 100_000))).rejects.toThrow(/disk of .* is full: free space on it/);
    }
    expect(await allRows(client, 'pairs')).toHaveLength(2);
    disk.free();
    await client.send(new PutItemCommand({ TableName: 'pairs', Item: { pk: { S: 'later' }, sk: { S: 'a' } } }));
    expect(lines).toEqual([
      expect.stringMatching(/^the tables take no changes: the disk of .* is full/),
      expect.stringMatching(/^the tables were opened again and take changes/),
    ]);
  });

  test('a start on a full disk says so', async () => {
    const disk = smallDisk(2);
    disk.fill();
    await expect(start(disk.path)).rejects.toThrow(/the disk of .* is full: free space on it, or move DATA_DIR/);
  });
});
