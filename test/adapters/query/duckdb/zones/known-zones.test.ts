import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openOwnerDatabase } from '../../../../../adapters/query/duckdb/owner-database.ts';
import { ownerOrders } from '../../../../../adapters/query/duckdb/process/run-order.ts';
import { knownZones } from '../../../../../adapters/query/duckdb/zones/known-zones.ts';
import type { LeftOut } from '../../../../../domain/query/query-engine.ts';
import { ownerCatalogue } from '../../../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../../../sql/compile-query.ts';
import type { FirstRows } from '../../../../../sql/first-rows.ts';
import { shapeOverlay } from '../../../../../sql/geography/overlay/overlay.ts';
import { duckDbCaps } from '../../../../duckdb-caps.ts';
import { temporaryFolder } from '../../../../temporary-folder.ts';
import { withPointColumns } from '../../point-file.ts';

const overlay = shapeOverlay(() => {
  throw new Error('no overlay is asked for');
});
const folder = temporaryFolder('zones');
const [logged, untimed] = ['logged', 'untimed'].map((name) => join(folder, `${name}.parquet`)) as [string, string];
const rowsInGroup = 2_048;

/** Machine files of a few thousand points, one after the other, in row groups that are not in the order of time. */
beforeAll(async () => {
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  const write = (path: string, instant: string) =>
    connection.run(
      `copy (${withPointColumns(`select 'file-' || n // 5000 as "fileId", 'ingest-' || n // 5000 as "ingestId",
        'user-' || n // 10000 as "svcUserId", case when n // 5000 % 2 = 0 then 'harvested' else 'planted' end as "operationType",
        ${instant} as "timestamp", n::double as speed, 1.0::double as lon, 2.0::double as lat
      from range(30000) as r(n) order by n`)}) to '${path}' (format parquet, row_group_size ${rowsInGroup})`,
    );
  await connection.run('set threads = 1');
  const instant = `timestamp '2026-04-01' + to_microseconds((n * 7 // 4096 * 37 % 97 * 4096 + n) * 500000)`;
  await write(logged, instant);
  await write(untimed, `case when n % 9999 > 0 then ${instant} end`);
});

const nothing: LeftOut = { ingestIds: [], svcUserIds: [] };

async function asked(text: string, { paths = [logged], leftOut = nothing } = {}) {
  const { sql, columns, first } = compileQuery(text, ownerCatalogue('o'), { engine: 'duckdb', now: 0 });
  const order = { ownerId: 'o', tables: [['points', paths] as const], leftOut, sql, columns, ...(first && { first }) };
  const database = await openOwnerDatabase('o', { tables: new Map([['points', paths]]), leftOut }, overlay);
  const zones = knownZones();
  const before = zones.narrowed(order);
  zones.learn(order, database);
  await zones.settled();
  const narrowed = zones.narrowed(order);
  const rowsOf = async (some: string) => (await database.connection.runAndReadAll(some)).getRowsJson();
  const rows = [await rowsOf(sql), await rowsOf(narrowed)] as const;
  database.close();
  return { sql, before, narrowed, rows };
}

describe('first rows', () => {
  test('are read up to an instant as soon as the zones of all files are known', async () => {
    const { sql, before, narrowed, rows } = await asked(
      'SELECT timestamp, speed FROM points ORDER BY timestamp LIMIT 100',
    );
    expect(before).toBe(sql);
    expect(narrowed).toMatch(/ AND "timestamp" <= TIMESTAMP '2026-04-\d\d \d\d:\d\d:\d\d(\.5)?'/);
    expect(rows[1]).toEqual(rows[0]);
    expect(rows[1]).toHaveLength(100);
  });

  test('are those of all files where a row has no instant, since NULL comes first', async () => {
    const { sql, narrowed, rows } = await asked('SELECT timestamp FROM points ORDER BY timestamp LIMIT 10', {
      paths: [logged, untimed],
    });
    expect(narrowed).toBe(sql);
    expect(rows[1].slice(0, 4)).toEqual([[null], [null], [null], [null]]);
  });

  test('are the same rows for every query and every hidden ingest', async () => {
    const name = (kind: string) => fc.integer({ min: 0, max: 6 }).map((number) => `${kind}-${number}`);
    const question = fc.record({
      where: fc.uniqueArray(
        fc.oneof(
          name('file').map((value) => `fileId = '${value}'`),
          name('user').map((value) => `svcUserId = '${value}'`),
          fc.constantFrom(`operationType = 'harvested'`, `'planted' = operationType`),
        ),
        { maxLength: 2 },
      ),
      descending: fc.boolean(),
      limit: fc.constantFrom(0, 1, 50, rowsInGroup, 4_000, 12_000, 40_000),
      offset: fc.constantFrom(0, 0, 1, 3_000),
      leftOut: fc.record({
        ingestIds: fc.uniqueArray(name('ingest'), { maxLength: 2 }),
        svcUserIds: fc.uniqueArray(name('user'), { maxLength: 1 }),
      }),
    });
    let narrower = 0;
    await fc.assert(
      fc.asyncProperty(question, async ({ where, descending, limit, offset, leftOut }) => {
        const { sql, narrowed, rows } = await asked(
          `SELECT timestamp, speed FROM points ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
            ORDER BY timestamp ${descending ? 'DESC' : ''}, speed LIMIT ${limit} OFFSET ${offset}`,
          { leftOut },
        );
        if (narrowed !== sql) narrower += 1;
        expect(rows[1]).toEqual(rows[0]);
      }),
      { numRuns: 60, seed: 5 },
    );
    expect(narrower).toBeGreaterThan(15);
  });
});

test('an export passes the gate as it runs, whatever its first rows would be', async () => {
  const order = (sql: string, more = {}) => ({
    ownerId: 'o',
    tables: [['points', [logged]] as const],
    leftOut: nothing,
    sql,
    columns: [],
    first: compileQuery('SELECT speed FROM points ORDER BY timestamp LIMIT 10', ownerCatalogue('o'), {
      engine: 'duckdb',
      now: 0,
    }).first as FirstRows,
    ...more,
  });
  const begin = ownerOrders(() => Promise.reject(new Error('no overlay is asked for')));
  const running = await begin(order(`SELECT 1 FROM store.points WHERE "owner" = 'o'`));
  await running.begin();
  // Zones learnt after it are stored before files of others are opened.
  running.close();
  await begin({ ...order(`SELECT 1 FROM store.points WHERE "owner" = 'o'`), tables: [] }).then((other) =>
    other.close(),
  );
  const forbidden = order('SELECT 1 FROM store.points', { export: { sql: 'select 1', path: join(folder, 'x') } });
  await expect(begin(forbidden)).rejects.toThrow('without its owner');
});
