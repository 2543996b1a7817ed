import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { duckDbQueryEngine } from '../../../adapters/query/duckdb/duckdb-query-engine.ts';
import { ownerProcesses } from '../../../adapters/query/duckdb/process/owner-processes.ts';
import { withChildren } from '../../../bench/process-memory.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ownerProgram } from './owner-program.ts';
import { withPointColumns } from './point-file.ts';

const folder = temporaryFolder('processes');
const files = new Map<string, string[]>();
const processes = ownerProcesses(ownerProgram);
const engine = duckDbQueryEngine({
  directory: { files: async () => ({ tables: new Map(), leftOut: { ingestIds: [], svcUserIds: [] } }) },
  cache: { pathsOf: async (ownerId) => new Map([['points', files.get(ownerId) ?? []]]) },
  processes,
  temporaryFolder: folder,
});
afterAll(() => processes.end());

async function rowsOf(ownerId: string, text: string, signal = new AbortController().signal): Promise<unknown[]> {
  const query = compileQuery(text, ownerCatalogue(ownerId), { engine: 'duckdb', now: 0 });
  const rows: unknown[] = [];
  for await (const some of engine.rows(ownerId, query, signal)) rows.push(...some.map((row) => JSON.parse(row)));
  return rows;
}

const within = (milliseconds: number) => AbortSignal.timeout(milliseconds);
const others = new Set(withChildren(process.pid));
/** Child processes that this file has started. */
const children = () => withChildren(process.pid).filter((pid) => !others.has(pid));
const count = 'SELECT COUNT(*) AS n, MAX(fileId) AS word FROM points';

beforeAll(async () => {
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  for (const owner of ['owner-a', 'owner-b', 'owner-c']) {
    const path = join(folder, `${owner}.parquet`);
    await connection.run(
      `COPY (${withPointColumns(`SELECT '${owner}' AS "fileId", 1.0::double AS lon, 2.0::double AS lat`)}) TO '${path}'`,
    );
    files.set(owner, [path]);
  }
});

describe('the process of an owner', () => {
  test('stays for the next query, and sees new files as soon as there are some', async () => {
    expect(await rowsOf('owner-a', count)).toEqual([{ n: 1, word: 'owner-a' }]);
    const before = children();
    const path = files.get('owner-a')?.[0] ?? '';
    files.set('owner-a', [path, path]);
    expect(await rowsOf('owner-a', count)).toEqual([{ n: 2, word: 'owner-a' }]);
    files.set('owner-a', [path]);
    expect(await rowsOf('owner-a', count)).toEqual([{ n: 1, word: 'owner-a' }]);
    expect(children()).toEqual(before);
  });

  test('belongs to one owner, and the longest idle one makes room', async () => {
    const [first] = children();
    await rowsOf('owner-b', count);
    const both = children();
    expect(both).toHaveLength(2);
    expect(await rowsOf('owner-c', count)).toEqual([{ n: 1, word: 'owner-c' }]);
    expect(children()).not.toContain(first);
    expect(await rowsOf('owner-b', count)).toEqual([{ n: 1, word: 'owner-b' }]);
    expect(children().filter((pid) => both.includes(pid))).toHaveLength(1);
  });

  test.runIf(process.platform === 'linux')('knows nothing of the function’s environment', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'never told';
    processes.end();
    await rowsOf('owner-a', count);
    for (const pid of children()) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
      expect(environment).toContain('PATH=');
      expect(environment).not.toMatch(/AWS|SECRET/);
    }
  });

  test('may be lost: the query fails, and the next one succeeds', async () => {
    const endless = 'UNNEST(GENERATE_ARRAY(1, 1000000))';
    const failing = expect(
      rowsOf('owner-a', `SELECT COUNT(*) FROM ${endless} a, ${endless} b WHERE MOD(a * b, 7) = 3`),
    );
    setTimeout(() => {
      for (const pid of children()) process.kill(pid, 'SIGKILL');
    }, 300);
    await failing.rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
    expect(await rowsOf('owner-a', count)).toEqual([{ n: 1, word: 'owner-a' }]);
  });

  test('is ended when a query cannot be stopped otherwise, and blocks no other query meanwhile', async () => {
    let turns = 0;
    const clock = setInterval(() => turns++, 10);
    const shape = "ST_GEOGFROMTEXT(CONCAT('POLYGON((0 0, ', CAST(MOD(x, 7) + 1 AS STRING), ' 0, 1 1, 0 0))'))";
    const slow = `SELECT SUM(ST_AREA(${shape})) AS a FROM UNNEST(GENERATE_ARRAY(1, 1000000)) AS x`;
    await expect(rowsOf('owner-a', slow, within(700))).rejects.toThrow('timeout');
    clearInterval(clock);
    expect(turns).toBeGreaterThan(3);
    expect(await rowsOf('owner-a', count)).toEqual([{ n: 1, word: 'owner-a' }]);
  });
});

test('concurrent queries of one owner get their own rows', async () => {
  const texts = Array.from({ length: 6 }, (_, n) => `SELECT ${n} AS n, COUNT(*) AS points FROM points`);
  const rows = await Promise.all(texts.map((text) => rowsOf('owner-b', text)));
  expect(rows).toEqual(texts.map((_, n) => [{ n, points: 1 }]));
});
