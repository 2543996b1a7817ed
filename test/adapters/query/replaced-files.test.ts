import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { duckDbQueryEngine } from '../../../adapters/query/duckdb/duckdb-query-engine.ts';
import { lakeCache } from '../../../adapters/query/duckdb/lake-cache.ts';
import { ownerProcesses } from '../../../adapters/query/duckdb/process/owner-processes.ts';
import type { ObjectVersion } from '../../../domain/files/object-store.ts';
import type { LakeQuery } from '../../../domain/query/query-engine.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ownerProgram } from './owner-program.ts';
import { withPointColumns } from './point-file.ts';

const processes = ownerProcesses(ownerProgram);
afterAll(() => processes.end());

/** Objects with one point each. */
const contents = new Map<string, Buffer>();
beforeAll(async () => {
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  const folder = temporaryFolder('points');
  for (const [name, longitude] of [
    ['near', 1],
    ['moved', 40],
  ] as const) {
    const path = join(folder, name);
    const columns = `'${name}' AS "fileId", ['f'] AS "fieldIds", ${longitude}::double AS lon, 2.0::double AS lat`;
    await connection.run(`COPY (${withPointColumns(`SELECT ${columns}`)}) TO '${path}' (FORMAT parquet)`);
    contents.set(name, readFileSync(path));
  }
});

const file = (key: string): ObjectVersion => ({ key, version: '1', bytes: 10 });
const leftOut = { ingestIds: [], svcUserIds: [] };
const signal = new AbortController().signal;

/** @param listings names of objects in each listing, one after the other; the last is repeated. `gone` does not exist. */
function lake(...listings: string[][]) {
  let looks = 0;
  const folder = temporaryFolder('replaced');
  const files = async () => {
    const names = listings[Math.min(looks++, listings.length - 1)] ?? [];
    return { tables: new Map([['points', names.map(file)]]), leftOut };
  };
  const download = async (key: string, path: string) => {
    const content = contents.get(key);
    if (content) writeFileSync(path, content);
    return content !== undefined;
  };
  const engine = duckDbQueryEngine({
    directory: { files },
    cache: lakeCache({ lake: { download }, folder: join(folder, 'cache'), clock: Date }),
    processes,
    temporaryFolder: folder,
  });
  return { engine, looks: () => looks };
}

const compiled = (text: string, box?: [number, number, number, number]) => {
  const boxes = box && new Map([['f', box]]);
  return compileQuery(text, ownerCatalogue('owner-a'), { engine: 'duckdb', now: 0, ...(boxes && { boxes }) });
};

async function rowsOf({ engine }: ReturnType<typeof lake>, query: LakeQuery): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const some of engine.rows('owner-a', query, signal)) rows.push(...some.map((row) => JSON.parse(row)));
  return rows;
}

const count = 'SELECT COUNT(*) AS n FROM points';

test('files deleted after they were listed are listed again', async () => {
  const replaced = lake(['near', 'gone'], ['near', 'moved']);
  expect(await rowsOf(replaced, compiled(count))).toEqual([{ n: 2 }]);
  expect(replaced.looks()).toBe(2);
});

test('an export lists them again too', async () => {
  const query = compiled('SELECT geometry FROM points');
  const { engine } = lake(['near', 'gone'], ['near', 'moved']);
  expect(await engine.exported('owner-a', query, { bytes: 1e9, signal }, async ({ rows }) => rows)).toBe(2);
});

test("a query narrowed to a field's former location finds its points where they are now", async () => {
  const text = `${count} WHERE 'f' IN UNNEST(fieldIds)`;
  const narrowed = compiled(text, [0, 0, 5, 5]);
  const replaced = lake(['near', 'moved']);
  const seen = { tables: new Map([['points', ['near', 'moved'].map(file)]]), leftOut };
  // The narrowed count differs, which proves that the box is used.
  expect(await rowsOf(replaced, { ...narrowed, seen, unnarrowed: compiled(text) })).toEqual([{ n: 1 }]);
  const gone = { tables: new Map([['points', ['near', 'gone'].map(file)]]), leftOut };
  expect(await rowsOf(replaced, { ...narrowed, seen: gone, unnarrowed: compiled(text) })).toEqual([{ n: 2 }]);
});

test('files that are deleted each time cause a failure that can be retried, never fewer rows', async () => {
  const restless = lake(['near', 'gone']);
  const failed = expect(rowsOf(restless, compiled(count))).rejects;
  await failed.toMatchObject({ status: 503, errorKey: 'lakeChanges', retryAfterSeconds: 5 });
  expect(restless.looks()).toBe(10);
});
