import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lakeCache } from '../../../adapters/query/duckdb/lake-cache.ts';
import type { ObjectVersion } from '../../../domain/files/object-store.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const file = (name: string, version = '1'): ObjectVersion => ({ key: `lake/${name}.parquet`, version, bytes: 10 });

/** A cache of 25 bytes that counts its downloads; objects have 10. */
function cacheIn(folder: string, gone: string[] = []) {
  const fetched: string[] = [];
  const lake = {
    async download(key: string, path: string) {
      if (gone.includes(key)) return false;
      fetched.push(key);
      writeFileSync(path, 'ten bytes!');
      return true;
    },
  };
  const cache = lakeCache({ lake, folder, clock: { now: () => Date.now() }, room: 25 });
  const pathsOf = async (ownerId: string, files: ObjectVersion[]) =>
    (await cache.pathsOf(ownerId, new Map([['points', files]])))?.get('points');
  return { fetched, cache, pathsOf };
}

test('fetches each version once', async () => {
  const { pathsOf, fetched } = cacheIn(temporaryFolder('cache'));
  const first = await pathsOf('a', [file('x')]);
  expect(await pathsOf('a', [file('x')])).toEqual(first);
  expect(fetched).toHaveLength(1);
  expect(await pathsOf('a', [file('x', '2')])).not.toEqual(first);
  expect(fetched).toHaveLength(2);
});

test('removes files that are no longer in the lake', async () => {
  const folder = temporaryFolder('cache');
  const { pathsOf } = cacheIn(folder);
  await pathsOf('a', [file('x'), file('y')]);
  await pathsOf('a', [file('y')]);
  expect(readdirSync(join(folder, 'a.points'))).toEqual(['1-y.parquet']);
  await pathsOf('a', []);
  expect(readdirSync(join(folder, 'a.points'))).toEqual([]);
});

test('reports a file that was deleted between the list and the download, instead of fewer files', async () => {
  const { cache } = cacheIn(temporaryFolder('cache'), ['lake/x.parquet']);
  const tables = new Map([['points', [file('y'), file('x')]]]);
  expect(await cache.pathsOf('a', tables)).toBeUndefined();
});

test('removes owners without a query for a quarter of an hour', async () => {
  const folder = temporaryFolder('cache');
  const { pathsOf } = cacheIn(folder);
  await pathsOf('a', [file('x')]);
  await pathsOf('b', []);
  expect(readdirSync(folder)).toEqual(['a.points', 'b.points']);
  const longAgo = Date.now() / 1000 - 1_000;
  utimesSync(join(folder, 'a.points'), longAgo, longAgo);
  await pathsOf('b', []);
  expect(readdirSync(folder)).toEqual(['b.points']);
});

test('makes room by removing other owners, the least recently used first', async () => {
  const folder = temporaryFolder('cache');
  const { pathsOf } = cacheIn(folder);
  await pathsOf('a', [file('x')]);
  const earlier = Date.now() / 1000 - 60;
  utimesSync(join(folder, 'a.points'), earlier, earlier);
  await pathsOf('b', [file('x')]);
  await pathsOf('c', [file('x')]);
  expect(readdirSync(folder)).toEqual(['b.points', 'c.points']);
});

test('refuses an owner with more data than the cache holds', async () => {
  const { pathsOf, fetched } = cacheIn(temporaryFolder('cache'));
  const refused = expect(pathsOf('a', [file('x'), file('y'), file('z')])).rejects;
  await refused.toMatchObject({ status: 400, errorKey: 'limitExceeded' });
  expect(fetched).toEqual([]);
});

test('keeps the files of tables that a query does not read', async () => {
  const folder = temporaryFolder('cache');
  const { cache, pathsOf, fetched } = cacheIn(folder);
  await pathsOf('a', [file('x')]);
  await cache.pathsOf('a', new Map([['fields', [file('y')]]]));
  await pathsOf('a', [file('x')]);
  expect(fetched).toEqual(['lake/x.parquet', 'lake/y.parquet']);
});
