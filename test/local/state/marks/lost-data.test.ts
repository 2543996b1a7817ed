import { cpSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { endRestore, refuseUnfinishedRestore, unfinishedRestore } from '../../../../local/state/marks/lost-data.ts';
import {
  command,
  copyOfState,
  earlier,
  halve,
  inTables,
  makeStates,
  putEarlier,
  refusal,
  removeFolder,
  root,
  start,
} from './damaged-state.ts';
import { createResources, openState, writeOnce } from './populated-state.ts';

beforeAll(makeStates, 120_000);

test('an untouched state starts, again and again', async () => {
  const dataDir = copyOfState();
  for (let time = 0; time < 3; time += 1) expect(await start(dataDir)).toEqual({ rows: 40, lines: [] });
});

test('an older copy of the whole state starts', async () => {
  const dataDir = join(root, 'older');
  cpSync(earlier, dataDir, { recursive: true });
  expect((await start(dataDir)).rows).toBe(20);
});

test('a state whose marks were deleted starts, gets them, and is checked from then on', async () => {
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
