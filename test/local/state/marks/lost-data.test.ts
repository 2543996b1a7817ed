import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { credentials, region } from '../../../../local/credentials.ts';
import { endRestore, refuseUnfinishedRestore, unfinishedRestore } from '../../../../local/state/marks/lost-data.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { bucket, createResources, keyId, openState, queueArn, rowsIn, s3Of, writeOnce } from './populated-state.ts';

const root = temporaryFolder('lost-data');
/** A state after forty changes of each store, and the same after twenty. */
const [whole, earlier] = [join(root, 'whole'), join(root, 'earlier')];
let copies = 0;

beforeAll(async () => {
  const state = await openState(whole);
  await createResources(state);
  for (let number = 0; number < 20; number += 1) await writeOnce(state, number);
  await state.close();
  cpSync(whole, earlier, { recursive: true });
  const again = await openState(whole);
  for (let number = 20; number < 40; number += 1) await writeOnce(again, number);
  await again.close();
}, 120_000);

/** A copy of the whole state for one test. */
function copyOfState(): string {
  copies += 1;
  const dataDir = join(root, String(copies));
  cpSync(whole, dataDir, { recursive: true });
  return dataDir;
}

/** Opens the state of a test and closes it again. @throws the reason why a start is refused. */
async function start(dataDir: string): Promise<{ rows: number; lines: string[] }> {
  const state = await openState(dataDir);
  const rows = await rowsIn(state).finally(state.close);
  return { rows, lines: state.lines };
}

async function refusal(dataDir: string): Promise<string> {
  const error = await start(dataDir).then(
    () => new Error('it started'),
    (reason: Error) => reason,
  );
  return error.message;
}

const inTables = (dataDir: string, end: string) => {
  const folder = join(dataDir, 'dynamodb/tables');
  return readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name))
    .sort();
};
const halve = (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2));
const command = (dataDir: string) => `npx furrow restore --to latest --data-dir ${dataDir}`;
const markOf = (dataDir: string, name: string) =>
  JSON.parse(readFileSync(join(dataDir, 'marks', `${name}.json`), 'utf8'));
const removeFolder = (...path: string[]) => rmSync(join(...path), { recursive: true });
const putEarlier = (dataDir: string, name: string) => {
  removeFolder(dataDir, name);
  cpSync(join(earlier, name), join(dataDir, name), { recursive: true });
};

test('an untouched state starts, again and again', async () => {
  const dataDir = copyOfState();
  for (let time = 0; time < 3; time += 1) expect(await start(dataDir)).toEqual({ rows: 40, lines: [] });
});

test('an older copy of the whole state starts', async () => {
  const dataDir = join(root, 'older');
  cpSync(earlier, dataDir, { recursive: true });
  expect((await start(dataDir)).rows).toBe(20);
});

test('a state of a version without marks starts, gets them, and is checked from then on', async () => {
  const dataDir = copyOfState();
  removeFolder(dataDir, 'marks');
  expect((await start(dataDir)).rows).toBe(40);
  expect(readdirSync(join(dataDir, 'marks')).sort()).toEqual([
    'buckets.json',
    'kms-keys.json',
    'queues.json',
    'sts-root.json',
    'tables.json',
  ]);
  removeFolder(dataDir, 'dynamodb');
  expect(await refusal(dataDir)).toContain('the tables in');
});

describe('a start refuses with the store, numbers and the command', () => {
  test.each<[string, (dataDir: string) => void, RegExp]>([
    [
      'the log of the tables halved',
      (dir) => halve(inTables(dir, '.log').at(-1) ?? ''),
      /the tables in .*dynamodb\/tables lack the last \d+ of \d+ acknowledged changes \(the newest one that is there is of 20/,
    ],
    [
      'CURRENT deleted',
      (dir) => rmSync(join(dir, 'dynamodb/tables/CURRENT')),
      /the tables in .* cannot be read without the file CURRENT, \d+ acknowledged changes up to 20/,
    ],
    ['a table of LevelDB cut', (dir) => halve(inTables(dir, '.ldb').at(-1) ?? ''), /cut off: \d+\.ldb|damaged \(/],
    [
      'a table of LevelDB deleted',
      (dir) => rmSync(inTables(dir, '.ldb').at(-1) ?? ''),
      /the tables in .* are damaged \(.*missing files/,
    ],
    [
      'the manifest emptied',
      (dir) =>
        truncateSync(
          join(
            dir,
            'dynamodb/tables',
            readdirSync(join(dir, 'dynamodb/tables')).find((name) => name.startsWith('MANIFEST')) ?? '',
          ),
          0,
        ),
      /the tables in .* are damaged/,
    ],
    [
      'older tables',
      (dir) => putEarlier(dir, 'dynamodb'),
      /the tables in .* lack the last \d+ of \d+ acknowledged changes/,
    ],
    [
      'older buckets',
      (dir) => putEarlier(dir, 's3'),
      /the buckets in .* lack the last \d+ of \d+ acknowledged changes/,
    ],
    [
      'the folder of the buckets deleted',
      (dir) => removeFolder(dir, 's3'),
      /the buckets in .*s3 lack all of \d+ acknowledged changes/,
    ],
    [
      'the journal of the buckets deleted',
      (dir) => removeFolder(dir, 's3/.journal'),
      /the buckets in .*s3 lack all of \d+/,
    ],
    [
      'the records of a bucket deleted',
      (dir) => removeFolder(dir, 's3/files/meta/a'),
      /32 of 48 objects and earlier versions in .*s3\/files are gone/,
    ],
    [
      'a record of an object deleted',
      (dir) => rmSync(join(dir, 's3/files/meta/a/7%.json')),
      /1 of 48 objects and earlier versions in .*s3\/files are gone/,
    ],
    [
      'the bytes of objects deleted',
      (dir) => removeFolder(dir, 's3/files/objects/a'),
      /the bytes of 32 of 32 objects in .*s3\/files are gone \(a\/\d+, a\/\d+, a\/\d+, …\)/,
    ],
    [
      'the log of the queues halved',
      (dir) => halve(join(dir, 'sqs/queues.log')),
      /the queues in .*sqs lack .* of \d+ acknowledged changes/,
    ],
    ['the queues deleted', (dir) => removeFolder(dir, 'sqs'), /the queues in .*sqs lack all of \d+/],
    ['older queues', (dir) => putEarlier(dir, 'sqs'), /the queues in .*sqs lack the last \d+ of \d+/],
    ['the keys deleted', (dir) => removeFolder(dir, 'kms'), /keys\.json lacks 1 of 1 keys, without which credentials/],
    [
      'garbage in the keys',
      (dir) => writeFileSync(join(dir, 'kms/keys.json'), 'garbage'),
      /keys\.json lacks 1 of 1 keys/,
    ],
    ['the root of signatures deleted', (dir) => removeFolder(dir, 'sts'), /root\.key is missing or another one/],
  ])('%s', async (_, damage, expected) => {
    const dataDir = copyOfState();
    damage(dataDir);
    const message = await refusal(dataDir);
    expect(message).toMatch(/^data is missing: /);
    expect(message).toMatch(expected);
    expect(message).toContain(command(dataDir));
    expect(message).not.toContain('\n');
    // A start that is refused makes nothing worse.
    expect(await refusal(dataDir)).toMatch(expected);

    const restoring = await openState(dataDir, { isRestore: true });
    await createResources(restoring);
    await restoring.close();
    expect(unfinishedRestore(dataDir)?.losses.join()).toMatch(expected);
    expect(() => refuseUnfinishedRestore(dataDir)).toThrow('a restore has not ended');
    endRestore(dataDir);
    expect(() => refuseUnfinishedRestore(dataDir)).not.toThrow();
    expect((await start(dataDir)).lines).toEqual([]);
  });

  test('tables of which nothing is left, for which only a copy helps', async () => {
    const dataDir = copyOfState();
    removeFolder(dataDir, 'dynamodb');
    const message = await refusal(dataDir);
    expect(message).toContain(`put a copy of ${dataDir} back, or begin anew with \`npm run reset\``);
    await expect(openState(dataDir, { isRestore: true })).rejects.toThrow('are gone, ');
  });

  test('tables of another state', async () => {
    const [dataDir, other] = [copyOfState(), join(root, 'other')];
    const state = await openState(other);
    await createResources(state);
    for (let number = 0; number < 60; number += 1) await writeOnce(state, number);
    await state.close();
    removeFolder(dataDir, 'dynamodb');
    cpSync(join(other, 'dynamodb'), join(dataDir, 'dynamodb'), { recursive: true });
    expect(await refusal(dataDir)).toContain('are not those of this state directory');
  });

  test('all stores that lack something, in one message', async () => {
    const dataDir = copyOfState();
    putEarlier(dataDir, 's3');
    removeFolder(dataDir, 'kms');
    expect(await refusal(dataDir)).toMatch(
      /^data is missing: .*(the buckets|keys\.json).*; .*(the buckets|keys\.json)/,
    );
  });

  test('a mark that is damaged', async () => {
    const dataDir = copyOfState();
    writeFileSync(join(dataDir, 'marks/tables.json'), '{"count":');
    expect(await refusal(dataDir)).toMatch(
      /tables\.json is damaged, so that missing data cannot be noticed: put a copy/,
    );
  });
});

test('LevelDB creates no empty database beside the files of another: a refused start deletes none', async () => {
  const dataDir = copyOfState();
  removeFolder(dataDir, 'marks');
  rmSync(join(dataDir, 'dynamodb/tables/CURRENT'));
  const files = readdirSync(join(dataDir, 'dynamodb/tables'));
  expect(await refusal(dataDir)).toContain('cannot be read without the file CURRENT');
  expect(readdirSync(join(dataDir, 'dynamodb/tables'))).toEqual(files);
});

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

  test('keeps every row that LevelDB can read', async () => {
    const dataDir = copyOfState();
    halve(inTables(dataDir, '.ldb').at(-1) ?? '');
    const restoring = await openState(dataDir, { isRestore: true });
    const rows = await rowsIn(restoring).finally(restoring.close);
    expect(rows).toBeGreaterThanOrEqual(20);
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
