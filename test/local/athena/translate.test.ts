import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { cellValue } from '../../../adapters/aws/athena/cell-value.ts';
import { resultValue } from '../../../adapters/query/duckdb/rows/result-value.ts';
import { cellSql } from '../../../local/athena/cell-sql.ts';
import { addTrino } from '../../../local/athena/trino/macros.ts';
import { translate } from '../../../local/athena/trino/translate.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { functionTable } from '../../../sql/functions/table.ts';
import { cells as h3 } from '../../cells.ts';
import { agree, comparable, corpusFolder, corpusQueries, corpusText } from '../../corpus/query-corpus.ts';
import { corpusCatalogue, corpusDatabase } from '../../corpus/query-database.ts';
import values from '../../corpus/query-reference/values.json' with { type: 'json' };

const catalogue = corpusCatalogue(corpusFolder, 'owner-a');
const now = Date.now();
let database: DuckDBConnection;
beforeAll(async () => {
  database = await corpusDatabase(corpusFolder);
  await database.run("set global timezone = 'UTC'");
  await addTrino(database);
});

/** The rows as returned by the DuckDB engine. */
async function direct(text: string): Promise<unknown[][]> {
  const { sql, columns } = compileQuery(text, catalogue, { engine: 'duckdb', now, cells: h3 });
  const rows = (await database.runAndReadAll(sql)).getRows();
  return rows.map((row) => row.map((value, index) => resultValue(value, columns[index]?.type ?? { kind: 'NULL' })));
}

/** The rows by way of Athena: SQL printed for Trino, translated, and its cells as Athena writes them. */
async function byAthena(text: string): Promise<unknown[][]> {
  const { sql, columns } = compileQuery(text, catalogue, { engine: 'trino', now, cells: h3 });
  const translated = translate(sql);
  const described = (await database.runAndReadAll(`DESCRIBE ${translated}`)).getRows();
  const cells = described.map(([name, type]) => cellSql({ name: String(name), type: String(type) }));
  const result = await database.runAndReadAll(`SELECT ${cells.join(', ')} FROM (${translated})`);
  return result
    .getRows()
    .map((row) =>
      row.map((value, index) =>
        cellValue(value === null ? undefined : String(value), columns[index]?.type ?? { kind: 'NULL' }),
      ),
    );
}

/** Predicates on the plane agree with the sphere within a centimetre, and areas to a millionth. */
const tolerance = 1e-6;

describe('a query of the corpus gives the same rows by way of Athena', () => {
  test.each(corpusQueries.filter(({ expect: what }) => what === 'rows'))('$id', async (query) => {
    const text = corpusText(query);
    const [rows, wanted] = [comparable(await byAthena(text), query), comparable(await direct(text), query)];
    if (!agree(rows, wanted, Math.max(query.tolerance ?? 0, tolerance))) expect(rows).toEqual(wanted);
  });
});

describe('a recorded value of a geography is the same by way of Athena', () => {
  test.each(Object.entries(values).filter(([text]) => /\bST_/.test(text)))('%s', async (text, value) => {
    const [[found] = []] = await byAthena(`SELECT ${text} AS x`);
    expect(found).toEqual(value);
  });
});

describe('the example of a function gives the same value by way of Athena', () => {
  test.each(functionTable)('$name', async ({ example }) => {
    const text = `SELECT ${example.sql} AS x`;
    const [rows, wanted] = [await byAthena(text), await direct(text)];
    if (!agree(rows, wanted, tolerance)) expect(rows).toEqual(wanted);
  });
});

const rowsOf = (values: string) => `UNNEST([${values}]) AS x`;

describe('a result of GoogleSQL is the same by way of Athena', () => {
  const none = 'CAST(NULL AS INT64)';
  const struct = `(SELECT STRUCT(x AS a, ${none} AS b) AS s FROM ${rowsOf('1, 2')})`;
  test.each<[string, string, unknown[]]>([
    [
      'an offset without a colon',
      `SELECT CAST(x AS TIMESTAMP) FROM ${rowsOf("'2020-01-01 00:00:00+0530'")}`,
      ['2019-12-31T18:30:00.000Z'],
    ],
    [
      'one with a colon',
      `SELECT CAST(x AS TIMESTAMP) FROM ${rowsOf("'2020-01-01T00:00:00.5-03:30'")}`,
      ['2020-01-01T03:30:00.500Z'],
    ],
    [
      'one of an hour',
      `SELECT CAST(x AS TIMESTAMP) FROM ${rowsOf("'2020-01-01 00:00:00+5'")}`,
      ['2019-12-31T19:00:00.000Z'],
    ],
    [
      'one of an hour and minutes',
      `SELECT CAST(x AS TIMESTAMP) FROM ${rowsOf("'2020-01-01 00:00:00+5:30'")}`,
      ['2019-12-31T18:30:00.000Z'],
    ],
    ['a day alone', `SELECT CAST(x AS TIMESTAMP) FROM ${rowsOf("'2020-01-05'")}`, ['2020-01-05T00:00:00.000Z']],
    ['a zone of a constant', "SELECT EXTRACT(HOUR FROM TIMESTAMP '2020-01-01' AT TIME ZONE '+0530')", [5]],
    [
      'equal structs',
      `SELECT s = STRUCT(1 AS a, 3 AS b) FROM (SELECT STRUCT(x AS a, 3 AS b) AS s FROM ${rowsOf('1, 2')})`,
      [true, false],
    ],
    [
      'NULLIF of equal structs',
      `SELECT NULLIF(s, STRUCT(1 AS a, 3 AS b)).a FROM (SELECT STRUCT(x AS a, 3 AS b) AS s FROM ${rowsOf('1, 2')})`,
      [null, 2],
    ],
  ])('%s', async (_, text, values) => {
    const wanted = values.map((value) => [value]);
    expect(await direct(text)).toEqual(wanted);
    expect(await byAthena(text)).toEqual(wanted);
  });

  // Trino compares such rows by itself, and DuckDB beneath the embedded Athena does not.
  test.each<[string, string, unknown[]]>([
    ['structs with NULLs', `SELECT s = STRUCT(1 AS a, ${none} AS b) FROM ${struct}`, [null, false]],
    ['other structs with NULLs', `SELECT s != STRUCT(1 AS a, ${none} AS b) FROM ${struct}`, [null, true]],
    ['NULLIF of structs with NULLs', `SELECT NULLIF(s, STRUCT(1 AS a, ${none} AS b)).a FROM ${struct}`, [1, 2]],
  ])('and, of DuckDB, %s', async (_, text, values) => {
    expect(await direct(text)).toEqual(values.map((value) => [value]));
  });

  test.each(['LEFT', 'RIGHT'])('%s of a negative length fails', async (name) => {
    const text = `SELECT ${name}('abc', x) FROM ${rowsOf('-1')}`;
    for (const made of [direct(text), byAthena(text)]) await expect(made).rejects.toThrow('a length is negative');
  });

  test.each(['[1]', 'ST_GEOGPOINT(1, 1)'])('NULLIF of %s is refused', (value) => {
    const text = `SELECT NULLIF(${value}, ${value})`;
    const refused = expect.objectContaining({ code: 'type_error' });
    expect(() => compileQuery(text, catalogue, { engine: 'duckdb', now, cells: h3 })).toThrow(refused);
  });

  test.each(["'2020-01-01 00:00:00+05:75'", "'2020-01-01 00:00:00+5300'"])('%s is an invalid time', (value) => {
    const text = `SELECT TIMESTAMP ${value}`;
    expect(() => compileQuery(text, catalogue, { engine: 'duckdb', now, cells: h3 })).toThrow(
      'Invalid TIMESTAMP literal',
    );
  });
});

describe('a distance is the same by way of Athena', () => {
  const constants = {
    'a line': 'LINESTRING(-89.75 40.46, -89.74 40.47, -89.73 40.46)',
    'a polygon': 'POLYGON((-89.75 40.46, -89.74 40.46, -89.74 40.47, -89.75 40.47, -89.75 40.46))',
    'two points': 'MULTIPOINT(-89.7 40.4, -89.8 40.5)',
    'far away, and mixed': 'GEOMETRYCOLLECTION(POINT(0 0), LINESTRING(-80 30, -81 45))',
  };

  test.each(Object.entries(constants))('from points to %s', async (_, wkt) => {
    const text = `SELECT id, ST_DISTANCE(geometry, ST_GEOGFROMTEXT('${wkt}')) AS m, ST_DWITHIN(ST_GEOGFROMTEXT('${wkt}'), geometry, 2500) AS near
      FROM points ORDER BY id`;
    const [rows, wanted] = [await byAthena(text), await direct(text)];
    expect(rows.length).toBeGreaterThan(100);
    // Chords of a sphere of 6,371 km are exact to a nanometre.
    if (!agree(rows, wanted, 1e-9)) expect(rows).toEqual(wanted);
  });

  const shapes = `((SELECT geometry AS g FROM fields ORDER BY id LIMIT 4) UNION ALL (SELECT ST_BOUNDARY(geometry) FROM fields ORDER BY id LIMIT 2)
    UNION ALL (SELECT geometry FROM points ORDER BY id LIMIT 2) UNION ALL SELECT ST_GEOGFROMTEXT('${constants['far away, and mixed']}')
    UNION ALL SELECT ST_GEOGFROMTEXT('GEOMETRYCOLLECTION EMPTY') UNION ALL SELECT CAST(NULL AS GEOGRAPHY))`;
  const many = `LINESTRING(${Array.from({ length: 202 }, (_, x) => `${x / 10000 - 90} 40`)})`;

  test.each([
    ...Object.entries(constants).slice(0, 3),
    ['more edges than are written', many],
    ['a point', 'POINT(-89.74 40.46)'],
  ])('from polygons and lines to %s', async (_, wkt) => {
    const constant = `ST_GEOGFROMTEXT('${wkt}')`;
    const text = `SELECT ST_DISTANCE(g, ${constant}), ST_DWITHIN(${constant}, g, 1500), ST_MAXDISTANCE(g, ${constant}) FROM ${shapes}`;
    const [rows, wanted] = [await byAthena(text), await direct(text)];
    expect(new Set(rows.map(([metres]) => metres)).size).toBeGreaterThan(5);
    // Edges of constants are split to be straight on the map, within a hundredth of a metre in long ones.
    if (!agree(rows, wanted, 1e-7)) expect(rows).toEqual(wanted);
  });

  test('between polygons, lines and points of columns', async () => {
    const text = `SELECT ST_DISTANCE(a.g, b.g), ST_DWITHIN(a.g, b.g, 500), ST_MAXDISTANCE(a.g, b.g) FROM ${shapes} AS a, ${shapes} AS b`;
    const order = (some: unknown[][]) =>
      some.sort((a, b) => String(a[2]).localeCompare(String(b[2])) || Number(a[0]) - Number(b[0]));
    const [rows, wanted] = [order(await byAthena(text)), order(await direct(text))];
    expect(rows.filter(([metres]) => metres === 0).length).toBeGreaterThan(5);
    expect(rows.filter(([metres]) => Number(metres) > 0).length).toBeGreaterThan(5);
    if (!agree(rows, wanted, 1e-9)) expect(rows).toEqual(wanted);
  });

  test.each([['SELECT ST_CLOSESTPOINT(geometry, ST_GEOGPOINT(0, 0)) FROM points', 'unsupported_function']])(
    '%.60s … is refused for both',
    (text, code) => {
      for (const engine of ['duckdb', 'trino'] as const) {
        expect(() => compileQuery(text, catalogue, { engine, now })).toThrow(expect.objectContaining({ code }));
      }
    },
  );
});

describe('an error ends a query by way of Athena only for the rows that it concerns', () => {
  test('an invalid latitude', async () => {
    const text = 'SELECT COUNT(*) FROM points WHERE ST_INTERSECTS(ST_GEOGPOINT(elevation, speed), geometry)';
    expect(await byAthena(text)).toEqual(await direct(text));
  });

  test('a division in a CASE', async () => {
    const text = 'SELECT SUM(ROUND(ST_AREA(geometry) / 1e4)) FROM fields';
    expect(await byAthena(text)).toEqual(await direct(text));
  });
});

describe('SQL that Trino would refuse', () => {
  test.each([
    ['SELECT read_text(1)', 'FUNCTION_NOT_FOUND'],
    ['SELECT getenv(1)', 'FUNCTION_NOT_FOUND'],
    ['SELECT CAST(1 AS HUGEINT)', 'TYPE_NOT_FOUND'],
    ['SELECT (1', 'SYNTAX_ERROR'],
    ['SELECT 1; SELECT 2', 'SYNTAX_ERROR'],
    ['SELECT 1 -- rest', undefined],
  ])('%s is refused', (sql, code) => {
    if (code) expect(() => translate(sql)).toThrow(expect.objectContaining({ code }));
    else expect(translate(sql)).toContain('rest');
  });
});
