import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerDatabase, openOwnerDatabase } from '../../../adapters/query/duckdb/owner-database.ts';
import { ownerTables } from '../../../domain/query/tables/owner-catalogue.ts';
import { shapeOverlay } from '../../../sql/geography/overlay/overlay.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { withPointColumns } from './point-file.ts';

const folder = temporaryFolder('owners');
const [mine, theirs] = ['mine', 'theirs'].map((name) => join(folder, name, 'points.id.metric4.parquet')) as [
  string,
  string,
];
const overlay = shapeOverlay(() => {
  throw new Error('no overlay is asked for');
});
let database: OwnerDatabase;

beforeAll(async () => {
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  for (const [path, word] of [
    [mine, 'mine'],
    [theirs, 'SECRET'],
  ] as const) {
    mkdirSync(join(path, '..'));
    await connection.run(`COPY (${withPointColumns(`SELECT '${word}' AS "fileId"`)}) TO '${path}'`);
  }
  writeFileSync(join(folder, 'secret.txt'), 'SECRET');
  database = await openOwnerDatabase('owner-a', { tables: new Map([['points', [mine]]]) }, overlay);
});
afterAll(() => database.close());

async function rowsOf(sql: string): Promise<string> {
  return JSON.stringify((await (await database.connect()).runAndReadAll(sql)).getRowsJson());
}

test('an owner’s database reads the owner’s file', async () => {
  expect(await rowsOf('SELECT "fileId", owner FROM store.points')).toBe('[["mine","owner-a"]]');
});

test('an owner without files has all columns', async () => {
  const none = new Map(ownerTables('owner-a').map(({ stored }) => [stored.at(-1) ?? '', []]));
  const empty = await openOwnerDatabase('owner-a', { tables: none }, overlay);
  for (const { stored, columns, only } of ownerTables('owner-a')) {
    const names = columns.flatMap(({ stored }) => ('column' in stored ? [stored.column] : Object.values(stored)));
    const sql = `SELECT ${names.map((name) => `"${name}"`).join(', ')}${only.owner ? ', owner' : ''} FROM ${stored.join('.')}`;
    expect((await (await empty.connect()).runAndReadAll(sql)).getRows()).toEqual([]);
  }
  empty.close();
});

describe('the footers of files are kept between queries', () => {
  const kept = async ({ connect }: OwnerDatabase) => {
    const sql = "SELECT value FROM duckdb_settings() WHERE name = 'parquet_metadata_cache'";
    return (await (await connect()).runAndReadAll(sql)).getRows()[0]?.[0];
  };

  test('where they take little memory', async () => expect(await kept(database)).toBe('true'));

  test('but not where they would take hundreds of megabytes', async () => {
    const path = join(temporaryFolder('large'), 'large.parquet');
    writeFileSync(path, '');
    truncateSync(path, 2_000_000_001);
    const large = await openOwnerDatabase('owner-a', { tables: new Map(), writes: path }, overlay);
    expect(await kept(large)).toBe('false');
    large.close();
  });
});

describe('raw SQL, without the gate before it, cannot', () => {
  const quoted = (path: string) => `'${path}'`;
  test.each([
    ['read another owner’s file', `SELECT * FROM read_parquet(${quoted(theirs)})`],
    ['read it as a table', `SELECT * FROM ${quoted(theirs)}`],
    ['read it by a pattern', `SELECT * FROM read_parquet(${quoted(join(folder, '*/*.parquet'))})`],
    [
      'read it by a way round',
      `SELECT * FROM read_parquet(${quoted(`${folder}/mine/../theirs/points.id.metric4.parquet`)})`,
    ],
    ['read its metadata', `SELECT * FROM parquet_metadata(${quoted(theirs)})`],
    ['list folders', `SELECT * FROM glob(${quoted(join(folder, '**'))})`],
    ['read a text', `SELECT * FROM read_text(${quoted(join(folder, 'secret.txt'))})`],
    ['read bytes', "SELECT * FROM read_blob('/etc/passwd')"],
    ['read lines', "SELECT * FROM read_csv('/proc/self/environ')"],
    ['read from the network', "SELECT * FROM read_parquet('https://example.com/x.parquet')"],
    ['read from S3', "SELECT * FROM read_parquet('s3://bucket/x.parquet')"],
    ['write beside its files', `COPY (SELECT 1) TO ${quoted(join(folder, 'mine/new.parquet'))}`],
    ['write over another’s', `COPY (SELECT 1) TO ${quoted(theirs)}`],
    ['export', `EXPORT DATABASE ${quoted(join(folder, 'export'))}`],
    ['import', `IMPORT DATABASE ${quoted(join(folder, 'export'))}`],
    ['attach a file', `ATTACH ${quoted(join(folder, 'new.db'))}`],
    ['install an extension', 'INSTALL httpfs'],
    ['load an extension', 'LOAD httpfs'],
    ['load a library', `LOAD ${quoted(join(folder, 'x.duckdb_extension'))}`],
    ['open the disk again', 'SET enable_external_access = true'],
    ['allow a path', `SET allowed_paths = [${quoted(theirs)}]`],
    ['allow a folder', `SET allowed_directories = ['/']`],
    ['unlock the settings', 'SET lock_configuration = false'],
    ['reset the settings', 'RESET enable_external_access'],
    ['use more memory', "SET memory_limit = '100GB'"],
    ['spill to disk', `SET temp_directory = ${quoted(folder)}`],
    ['write a log', `PRAGMA enable_profiling = 'json'; SET profiling_output = ${quoted(join(folder, 'log.json'))}`],
    ['read a variable of the environment', "SELECT getenv('PATH')"],
  ])('%s', async (_, sql) => {
    await expect(rowsOf(sql)).rejects.toThrow();
  });

  test('leave anything behind', () => {
    expect(readdirSync(folder).sort()).toEqual(['mine', 'secret.txt', 'theirs']);
    expect(readdirSync(join(folder, 'mine'))).toEqual(['points.id.metric4.parquet']);
    expect(readFileSync(theirs, 'latin1')).toContain('SECRET');
    expect(existsSync(join(folder, 'export'))).toBe(false);
  });
});
