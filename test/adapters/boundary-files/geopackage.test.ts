import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DamagedDatabase, openDatabasePages } from '../../../adapters/boundary-files/sqlite/database-pages.ts';
import { refusedObjectOf } from '../../../adapters/boundary-files/sqlite/plain-schema.ts';
import { schemaRows } from '../../../adapters/boundary-files/sqlite/schema-rows.ts';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { geoPackage, geoPackageAt, schemaRow } from './geopackage-file.ts';
import { readUpload, temporaryDirectory, zip } from './upload-fixture.ts';

/** The schema as SQLite itself reads it. */
function schemaBySqlite(path: string): unknown[] {
  const dataset = loadGdal()?.open(path, 'r', ['GPKG']);
  const rows = dataset
    ?.executeSQL('SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master')
    .features.map((row) => {
      const { type, name, tbl_name: table, rootpage: rootPage, sql } = row.fields.toObject();
      return { type, name, table, rootPage, sql: sql ?? undefined };
    });
  dataset?.close();
  return rows ?? [];
}

function schemaByUs(path: string): unknown[] {
  const pages = openDatabasePages(path);
  try {
    return [...schemaRows(pages)];
  } finally {
    pages.close();
  }
}

describe('the schema of a database is read without an engine', () => {
  const many = Array.from({ length: 300 }, (_, index) => `CREATE TABLE "поле ${index}" (a TEXT, "b c" DOUBLE)`);
  const long = [3_000, 5_000, 40_000].map((length) => `CREATE TABLE long${length} (a, b /* ${'x'.repeat(length)} */)`);

  test.each([512, 1024, 4096, 65_536])('with the same result as SQLite, in pages of %i bytes', async (pageSize) => {
    const path = await geoPackageAt([...many, ...long, `PRAGMA page_size = ${pageSize}`, 'VACUUM']);
    expect(openDatabasePages(path).pageSize).toBe(pageSize);
    expect(schemaByUs(path).length).toBeGreaterThan(300);
    expect(schemaByUs(path)).toEqual(schemaBySqlite(path));
    expect(refusedObjectOf(path)).toBeUndefined();
  });
});

describe('a GeoPackage passes', () => {
  const styles = `CREATE TABLE layer_styles (id INTEGER PRIMARY KEY AUTOINCREMENT, f_table_catalog TEXT(256), styleName TEXT(30),
    styleQML TEXT, useAsDefault BOOLEAN, update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')))`;

  test.each<[what: string, statements: string[]]>([
    ['as GDAL writes it, with an index, its triggers and counters', []],
    ['with the styles of a QGIS project', [styles, "INSERT INTO layer_styles (styleName) VALUES ('red')"]],
    ['with statistics of its indexes', ["CREATE INDEX by_name ON fields(name) WHERE name <> ''", 'ANALYZE']],
    [
      'with checks and defaults',
      ["CREATE TABLE kinds (a TEXT CHECK (a IN ('x', 'y;')), b INTEGER DEFAULT (CAST(1 AS INTEGER)))"],
    ],
    ['with a table that was renamed', ['CREATE TABLE "a" (x)', 'ALTER TABLE "a" RENAME TO "b as ("']],
    [
      'with triggers of its own, which run on writes',
      ["CREATE TRIGGER own AFTER INSERT ON fields BEGIN SELECT load_extension('x'); END"],
    ],
    ['that was left in WAL mode', ['PRAGMA journal_mode = WAL', 'PRAGMA wal_checkpoint(TRUNCATE)']],
  ])('%s', async (_, statements) => {
    const { fields, problems } = await readUpload('fields.gpkg', await geoPackage(statements));
    expect(problems).toEqual([]);
    expect(fields.map(({ name }) => name)).toEqual(['North', 'South']);
  });
});

describe('a GeoPackage is refused by the name of the code that it would run', () => {
  const virtual = (module: string) => schemaRow('table', 'leak', 0, `CREATE VIRTUAL TABLE leak USING ${module}`);
  const endless =
    'CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n';

  test.each<[what: string, statements: string[], kind: string]>([
    [
      'text of this machine',
      virtual("VirtualText('/etc/passwd', 'UTF-8', 0, NONE, NONE, ':')"),
      'virtual table (VirtualText)',
    ],
    [
      'a shapefile of this machine',
      virtual("VirtualShape('/tmp/other', 'UTF-8', 4326)"),
      'virtual table (VirtualShape)',
    ],
    ['XML of another table', virtual("VirtualXPath('x', 'y')"), 'virtual table (VirtualXPath)'],
    ['a source of GDAL', virtual("VirtualOGR('/vsicurl/http://127.0.0.1/x')"), 'virtual table (VirtualOGR)'],
    ['a full-text index', virtual('fts5(a)'), 'virtual table (fts5)'],
    ['the pages of the database', virtual('dbstat'), 'virtual table (dbstat)'],
    [
      'an R-tree that is not an index of a GeoPackage',
      virtual('rtree(id, minx, maxx, miny, maxy)'),
      'virtual table (rtree)',
    ],
    [
      'an index with columns of its own',
      schemaRow('table', 'rtree_x', 0, 'CREATE VIRTUAL TABLE rtree_x USING rtree(id, a, b, c, d, +e)'),
      'virtual table (rtree)',
    ],
    ['an endless view', [endless], 'view'],
    ['rows of a function', ["CREATE VIEW v AS SELECT * FROM json_each('[1]')"], 'view'],
    [
      'a column that is computed on reading',
      ['CREATE TABLE c (a, b AS (hex(zeroblob(100000000))))'],
      'table with computed columns',
    ],
    ['a view that is called a table', schemaRow('table', 'v', 0, 'CREATE VIEW v AS SELECT 1'), 'view'],
    [
      'a virtual table that is called an index',
      schemaRow('index', 'v', 0, 'CREATE VIRTUAL TABLE v USING csv(x)'),
      'virtual table (csv)',
    ],
    ['a comment instead of a blank', schemaRow('table', 'v', 0, 'CREATE/**/VIEW v AS SELECT 1'), 'view'],
    [
      'two statements',
      schemaRow('index', 'v', 3, "CREATE INDEX v ON fields(name); ATTACH DATABASE '/etc/x' AS y"),
      'row of several statements',
    ],
    [
      'a statement that creates nothing',
      schemaRow('table', 'v', 0, "ATTACH DATABASE '/etc/x' AS y"),
      'row that creates nothing',
    ],
  ])('%s', async (_, statements, kind) => {
    const { fields, problems } = await readUpload('fields.gpkg', await geoPackage(statements));
    expect(fields).toEqual([]);
    expect(problems).toMatchObject([{ code: 'activeDatabase', severity: 'error' }]);
    expect(problems[0]?.message).toContain(`a ${kind}, "`);
    expect(problems[0]?.hint).toContain('Save Features As');
  });

  test('even in a zip', async () => {
    const upload = zip({ 'a/fields.sqlite': await geoPackage([endless]), 'fields.gpkg': await geoPackage() });
    const { sets } = await readUpload('upload.zip', upload);
    expect(sets.map(({ fieldCount }) => fieldCount).sort()).toEqual([0, 2]);
  });

  test.each(['-wal', '-journal'])('with changes in a file beside it (%s)', async (ending) => {
    const upload = zip({ 'fields.gpkg': await geoPackage(), [`fields.gpkg${ending}`]: 'not yet written' });
    const { problems } = await readUpload('upload.zip', upload);
    expect(problems).toMatchObject([{ code: 'unfinishedDatabase' }]);
  });
});

describe('a damaged or hidden schema is refused', () => {
  const changes: [what: string, change: (bytes: Buffer) => void, reason: string][] = [
    ['text in UTF-16', (bytes) => bytes.writeUInt32BE(2, 56), 'UTF-8'],
    ['a format of the schema from the future', (bytes) => bytes.writeUInt32BE(5, 44), 'format of its schema'],
    ['pages of another size', (bytes) => bytes.writeUInt16BE(1000, 16), 'page size'],
    ['too much that is reserved', (bytes) => bytes.writeUInt8(255, 20), 'page'],
    ['a version from the future', (bytes) => bytes.writeUInt8(3, 19), 'version'],
    ['a first page that is an index', (bytes) => bytes.writeUInt8(10, 100), 'no table'],
    ['a page that leads to itself', (bytes) => bytes.writeUInt32BE(1, 108), 'used twice'],
    ['a page beyond the end', (bytes) => bytes.writeUInt32BE(0x7fffffff, 108), 'no page'],
    ['more cells than a page holds', (bytes) => bytes.writeUInt16BE(0xffff, 103), 'too many cells'],
    ['a cell outside of its page', (bytes) => bytes.writeUInt16BE(0xfffe, 112), 'outside'],
  ];

  test.each(changes)('%s', async (_, change, reason) => {
    const bytes = await geoPackage(Array.from({ length: 60 }, (_, index) => `CREATE TABLE more${index} (a, b, c)`));
    expect(bytes[100]).toBe(5);
    change(bytes);
    const path = join(await temporaryDirectory(), 'changed.gpkg');
    await writeFile(path, bytes);
    expect(() => refusedObjectOf(path)).toThrow(DamagedDatabase);
    const { problems } = await readUpload('fields.gpkg', bytes);
    expect(problems).toMatchObject([{ code: 'unreadableFile' }]);
    expect(problems[0]?.message).toContain(reason);
  });

  test.each<[what: string, statements: string[], reason: string]>([
    [
      'two tables on one page',
      ['PRAGMA writable_schema = ON', "UPDATE sqlite_master SET rootpage = 5 WHERE name = 'gpkg_contents'"],
      'lies elsewhere',
    ],
    [
      'a name twice',
      schemaRow(
        'trigger',
        'RTREE_fields_geom_insert',
        0,
        'CREATE TRIGGER RTREE_fields_geom_insert INSERT ON fields BEGIN SELECT 1; END',
      ),
      'used twice',
    ],
  ])('%s', async (_, statements, reason) => {
    const { problems } = await readUpload('fields.gpkg', await geoPackage(statements));
    expect(problems).toMatchObject([{ code: 'unreadableFile' }]);
    expect(problems[0]?.message).toContain(reason);
  });
});
