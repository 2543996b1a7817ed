import { readFileSync } from 'node:fs';
import * as duckDb from '@duckdb/node-api';
import { withChildren } from '../process-memory.ts';
import { service } from './engines.ts';
import { boxesOf, fieldIdOf, type LakeSize } from './write-lake.ts';

/**
 * Bytes that a query for one field reads on average, beside the bytes of its points in the columns that the query needs. Linux counts what
 * the query's process reads; the footers of the files have been read before.
 *
 * @param askedFields to average over: chance decides where a field's points lie in their row groups.
 */
export async function bytesOfOneField(paths: readonly string[], size: LakeSize, askedFields: number) {
  const asked = service(paths);
  const ask = (field: number) => asked.ask(queryOf(field), boxesOf([field], size));
  try {
    await ask(0);
    const before = bytesRead();
    for (let number = 1; number <= askedFields; number++) await ask((number * 389) % size.fields);
    const read = (bytesRead() - before) / askedFields;
    return { read, own: (await bytesOfColumns(paths)) / size.fields };
  } finally {
    asked.end();
  }
}

const queryOf = (field: number) =>
  `SELECT COUNT(*) AS n, AVG(speed) AS s, AVG(elevation) AS e FROM points WHERE '${fieldIdOf(field)}' IN UNNEST(fieldIds)`;

const columns = ['lon', 'lat', 'speedMetric', 'elevationMetric', 'fieldIds, list, element'];

/** Bytes read by all children of this process: only the query's own does anything meanwhile. */
function bytesRead(): number {
  const [, ...children] = withChildren(process.pid);
  const read = children.map((child) => Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${child}/io`, 'utf8'))?.[1]));
  return read.reduce((sum, bytes) => sum + bytes, 0);
}

async function bytesOfColumns(paths: readonly string[]): Promise<number> {
  const connection = await (await duckDb.DuckDBInstance.create(':memory:')).connect();
  const names = columns.map((name) => `'${name}'`).join(', ');
  const read = await connection.runAndReadAll(
    `select sum(total_compressed_size)::double from parquet_metadata([${paths.map((path) => `'${path}'`).join(', ')}]) where path_in_schema in (${names})`,
  );
  return Number(read.getRows()[0]?.[0]);
}
