import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { credentials, region } from '../../../../local/credentials.ts';
import { unfinishedRestore } from '../../../../local/state/marks/lost-data.ts';
import {
  copyOfState,
  earlier,
  halve,
  inTables,
  makeStates,
  markOf,
  putEarlier,
  refusal,
  removeFolder,
  start,
} from './damaged-state.ts';
import { bucket, keyId, openState, queueArn, rowsIn, s3Of } from './populated-state.ts';

beforeAll(makeStates, 120_000);

describe('a restore', () => {
  test('writes CURRENT again, and nothing is missing', async () => {
    const dataDir = copyOfState();
    rmSync(join(dataDir, 'dynamodb/tables/CURRENT'));
    const restoring = await openState(dataDir, { isRestore: true });
    expect(await rowsIn(restoring)).toBe(40);
    await restoring.close();
    expect(unfinishedRestore(dataDir)?.until).toBeUndefined();
  });

  test('puts keys back from their copy, so that what was sealed can be opened', async () => {
    const dataDir = copyOfState();
    const keys = readFileSync(join(dataDir, 'kms/keys.json'));
    removeFolder(dataDir, 'kms');
    removeFolder(dataDir, 'sts');
    await (await openState(dataDir, { isRestore: true })).close();
    expect(readFileSync(join(dataDir, 'kms/keys.json'))).toEqual(keys);
    const { engines, close } = await openState(dataDir);
    const kms = new KMSClient({ region, credentials, endpoint: engines.kms.endpoint });
    await kms.send(new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256' }));
    kms.destroy();
    await close();
  });

  test('keeps every row of tables whose manifest is lost', async () => {
    const dataDir = copyOfState();
    const [manifest = ''] = inTables(dataDir, '').filter((path) => path.includes('MANIFEST-'));
    truncateSync(manifest, 0);
    const restoring = await openState(dataDir, { isRestore: true });
    const rows = await rowsIn(restoring).finally(restoring.close);
    expect(rows).toBe(40);
    expect(restoring.lines.join()).toContain('repaired the tables');
  });

  test('returns to the time of the last change that is there, which is the earliest of all stores', async () => {
    const dataDir = copyOfState();
    putEarlier(dataDir, 'dynamodb');
    halve(join(dataDir, 'sqs/queues.log'));
    await (await openState(dataDir, { isRestore: true })).close();
    expect(unfinishedRestore(dataDir)?.until).toBe(
      Math.min(markOf(earlier, 'tables').at, markOf(earlier, 'queues').at),
    );
  });

  test('an object without bytes is missing afterwards instead of unreadable', async () => {
    const dataDir = copyOfState();
    rmSync(join(dataDir, 's3/files/objects/a/7'));
    await (await openState(dataDir, { isRestore: true })).close();
    const state = await openState(dataDir);
    const s3 = s3Of(state.engines);
    const read = (Key: string) => s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    await expect(read('a/7')).rejects.toThrow('does not exist');
    expect((await read('a/9')).ContentLength).toBe('object 9'.length);
    s3.destroy();
    await state.close();
  });

  test('of queues keeps the messages that are there', async () => {
    const dataDir = copyOfState();
    putEarlier(dataDir, 'sqs');
    const { engines, close } = await openState(dataDir, { isRestore: true });
    expect(engines.sqs.bodies(queueArn).length).toBe(20);
    await close();
  });
});

describe('a tail that is missing after the machine was restarted', () => {
  /** The log of the tables without its last changes, and a mark that was written before the machine was restarted. */
  function withoutTail(change: object): string {
    const dataDir = copyOfState();
    const log = inTables(dataDir, '.log').at(-1) ?? '';
    truncateSync(log, statSync(log).size - 600);
    const path = join(dataDir, 'marks/tables.json');
    writeFileSync(path, JSON.stringify({ ...markOf(dataDir, 'tables'), boot: 'another', ...change }));
    return dataDir;
  }

  test('is what a power failure takes: the start says so and continues', async () => {
    const { rows, lines } = await start(withoutTail({}));
    expect(rows).toBeLessThan(40);
    expect(lines.join()).toMatch(
      /lack the last \d of \d+ .*a power failure takes the last changes. FURROW_SYNC=1 prevents that/,
    );
  });

  test.each([
    ['with FURROW_SYNC=1', { sync: true }],
    ['where more than two minutes are missing', { at: Date.now() + 10 * 60_000 }],
  ])('is refused %s', async (_, change) => {
    expect(await refusal(withoutTail(change))).toMatch(/lack the last \d of \d+/);
  });
});
