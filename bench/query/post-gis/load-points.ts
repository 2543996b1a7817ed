import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { identifier, text } from '../../../adapters/duckdb/sql-text.ts';
import { pointsByHand } from '../points-by-hand.ts';
import type { Psql } from './psql.ts';

const ids = new Set(['ingestId', 'svcUserId', 'fileId']);
/** Columns that repeat the position of a point. */
const leftOut = new Set(['lon', 'lat', 'bbox', 'geometry']);

/** Columns that a reader of the interface's documentation would index. */
const indexes = [
  'gist (geometry)',
  'gist ((geometry::geography))',
  'gin ("fieldIds")',
  'btree ("fileId", "timestamp")',
  'btree ("svcUserId", "operationType")',
  'btree ("operationType", "timestamp")',
];

/**
 * Makes the table `points` from the rows of some Parquet files, in their order: every column with a value, ids as uuid, positions as
 * points on WGS 84; with indexes and statistics.
 *
 * @param folder of the rows on their way, which the server can read.
 */
export async function loadPoints(paths: readonly string[], folder: string, psql: Psql): Promise<void> {
  const instance = await duckDb.DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const csv = join(folder, 'points.csv');
  try {
    await connection.run("set timezone = 'UTC'");
    await connection.run(`create view points as ${pointsByHand(`[${paths.map(text).join(', ')}]`)}`);
    const described = (await connection.runAndReadAll('describe points')).getRowObjectsJson();
    const counted = (await connection.runAndReadAll('select count(columns(*)) from points')).getRows()[0] ?? [];
    const columns = described
      .map(({ column_name: name, column_type: type }) => ({ name: String(name), type: String(type) }))
      .filter(({ name }, index) => Number(counted[index]) > 0 && !leftOut.has(name));
    const values = columns.map(({ name, type }) => {
      const column = identifier(name);
      return type.endsWith('[]') ? `'{' || array_to_string(${column}, ',') || '}'` : column;
    });
    const position = `'SRID=4326;POINT(' || lon || ' ' || lat || ')'`;
    await connection.run(
      `copy (select ${[...values, position].join(', ')} from points) to ${text(csv)} (format csv, header false)`,
    );
    chmodSync(csv, 0o644);
    const types = columns.map(({ name, type }) => `${identifier(name)} ${typeOf(name, type)}`);
    await psql.ask('create extension postgis');
    // In the transaction that creates a table, PostgreSQL writes no log of its rows.
    await psql.ask(`begin; create table points (${types.join(', ')}, geometry geometry(Point, 4326));
      copy points from ${text(csv)} (format csv); commit`);
    for (const index of indexes) await psql.ask(`create index on points using ${index}`);
    await psql.ask('vacuum (analyze) points');
  } finally {
    rmSync(csv, { force: true });
    connection.closeSync();
    instance.closeSync();
  }
}

function typeOf(name: string, type: string): string {
  if (name === 'fieldIds') return 'uuid[]';
  if (ids.has(name)) return 'uuid';
  if (type.startsWith('TIMESTAMP')) return 'timestamptz';
  if (type.endsWith('[]')) return 'text[]';
  return { DOUBLE: 'double precision', BIGINT: 'bigint', BOOLEAN: 'boolean' }[type] ?? 'text';
}
