import type { DuckDBConnection } from '@duckdb/node-api';
import * as h3 from 'h3-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { engineProblem } from '../../../adapters/query/duckdb/engine-problem.ts';
import { addTrino } from '../../../local/athena/trino/macros.ts';
import { translate } from '../../../local/athena/trino/translate.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { cells } from '../../cells.ts';
import { corpusFolder } from '../../corpus/query-corpus.ts';
import { corpusCatalogue, corpusDatabase } from '../../corpus/query-database.ts';

const catalogue = corpusCatalogue(corpusFolder, 'owner-a');
let database: DuckDBConnection;
beforeAll(async () => {
  database = await corpusDatabase(corpusFolder);
  await addTrino(database);
});

async function valueBy(engine: 'duckdb' | 'trino', expression: string): Promise<unknown> {
  const { sql } = compileQuery(`SELECT ${expression}`, catalogue, { engine, now: 0, cells });
  const read = await database.runAndReadAll(engine === 'trino' ? translate(sql) : sql);
  return read.getRowsJson()[0]?.[0];
}

const jsonOf: [string, string][] = [
  ['STRUCT(1 AS a, "x" AS b)', '{"a":1,"b":"x"}'],
  ['STRUCT(1, "x")', '{"_field_1":1,"_field_2":"x"}'],
  ['STRUCT(STRUCT(TRUE AS b) AS a, [STRUCT(1.5 AS c), NULL] AS l)', '{"a":{"b":true},"l":[{"c":1.5},null]}'],
  ['STRUCT(CAST(NULL AS STRING) AS a, CAST([] AS ARRAY<INT64>) AS l)', '{"a":null,"l":[]}'],
  ['STRUCT("a\\"b\\n" AS `k"`)', '{"k\\"":"a\\"b\\n"}'],
  ['STRUCT(9007199254740992 AS a, 9007199254740993 AS b)', '{"a":9007199254740992,"b":"9007199254740993"}'],
  ['CAST(NULL AS STRUCT<a INT64>)', 'null'],
];

const bucketOf: [string, string][] = [
  ['1949-12-30 13:00:00", INTERVAL 12 HOUR', '1949-12-30T12:00:00Z'],
  ['1949-12-31 00:00:00", INTERVAL 12 HOUR', '1949-12-31T00:00:00Z'],
  ['1949-12-31 13:00:00", INTERVAL 12 HOUR', '1949-12-31T12:00:00Z'],
  ['1950-01-01 00:00:00", INTERVAL 12 HOUR', '1950-01-01T00:00:00Z'],
  ['1950-01-01 13:00:00", INTERVAL 12 HOUR', '1950-01-01T12:00:00Z'],
  ['2000-12-20 00:00:00", INTERVAL 7 DAY, TIMESTAMP "2000-12-22 12:00:00', '2000-12-15T12:00:00Z'],
  ['2000-12-23 00:00:00", INTERVAL 7 DAY, TIMESTAMP "2000-12-22 12:00:00', '2000-12-22T12:00:00Z'],
  ['2024-05-17 10:30:00.000123", INTERVAL 10 MICROSECOND', '2024-05-17T10:30:00.000120Z'],
];

/** A geohash, bit by bit. */
function inHalves([x, y]: [number, number], length: number): string {
  const ranges = [
    { value: x, from: -180, to: 180 },
    { value: y, from: -90, to: 90 },
  ];
  const bits = Array.from({ length: length * 5 }, (_, index) => {
    const range = ranges[index % 2] ?? { value: 0, from: 0, to: 0 };
    const middle = (range.from + range.to) / 2;
    const isAbove = range.value >= middle;
    range[isAbove ? 'from' : 'to'] = middle;
    return Number(isAbove);
  });
  return Array.from({ length }, (_, index) => {
    const value = Number.parseInt(bits.slice(index * 5, index * 5 + 5).join(''), 2);
    return '0123456789bcdefghjkmnpqrstuvwxyz'[value];
  }).join('');
}

describe.each(['duckdb', 'trino'] as const)('on %s', (engine) => {
  test.each([
    ["NORMALIZE('ﬁe\\u0301')", 'ﬁé'],
    ["NORMALIZE('ﬁe\\u0301', NFC)", 'ﬁé'],
    ["NORMALIZE('ﬁe\\u0301', nfkc)", 'fié'],
    ["NORMALIZE('ﬁé', NFD)", 'ﬁe\u0301'],
    ["NORMALIZE('ﬁé', NFKD)", 'fie\u0301'],
    ['NORMALIZE(CAST(NULL AS STRING), NFD)', null],
  ])('%s', async (expression, value) => {
    expect(await valueBy(engine, expression)).toBe(value);
  });

  test.each([
    ["ST_BOUNDINGBOX(ST_GEOGFROMTEXT('POLYGON((0 40, 10 40, 10 50, 0 40))'))", [0, 40, 10, 50]],
    ['ST_BOUNDINGBOX(ST_GEOGPOINT(-89.5, 40.25))', [-89.5, 40.25, -89.5, 40.25]],
    ["ST_BOUNDINGBOX(ST_GEOGFROMTEXT('POLYGON EMPTY'))", null],
    ['ST_BOUNDINGBOX(CAST(NULL AS GEOGRAPHY))', null],
  ])('%s', async (expression, value) => {
    const found = await valueBy(engine, expression);
    // Athena returns text.
    const box = typeof found === 'string' ? JSON.parse(found) : found;
    expect(box && Object.values(box)).toEqual(value);
  });

  test.each([
    ['ST_GEOGPOINT(-122.35, 47.62), 10', 'c22yzugqw7'],
    ['ST_GEOGPOINT(-5.6, 42.6), 5', 'ezs42'],
    ['ST_GEOGPOINT(10.40744, 57.64911), 11', 'u4pruydqqvj'],
    ['ST_GEOGPOINT(0, 0)', 's0000000000000000000'],
    ['ST_GEOGPOINT(180, 90)', 'zzzzzzzzzzzzzzzzzzzz'],
    ['ST_GEOGPOINT(-180, -90), 21', '00000000000000000000'],
    ['ST_GEOGPOINT(-180, -90), 0', '00000000000000000000'],
    ["ST_GEOGFROMTEXT('POLYGON EMPTY'), 5", null],
    ['CAST(NULL AS GEOGRAPHY), 5', null],
    ['ST_GEOGPOINT(0, 0), CAST(NULL AS INT64)', null],
  ])('ST_GEOHASH(%s)', async (expression, value) => {
    expect(await valueBy(engine, `ST_GEOHASH(${expression})`)).toBe(value);
  });

  test('ST_GEOHASH bisects the earth', async () => {
    const positions = Array.from({ length: 200 }, (_, index): [number, number] => [
      ((index * 137.507764) % 360) - 180,
      ((index * 61.803399) % 180) - 90,
    ]);
    const list = positions.map(([x, y]) => `STRUCT(${x}e0 AS x, ${y}e0 AS y)`).join(', ');
    const sql = `(SELECT STRING_AGG(ST_GEOHASH(ST_GEOGPOINT(p.x, p.y), 12), ' ' ORDER BY i) FROM UNNEST([${list}]) AS p WITH OFFSET AS i)`;
    expect(await valueBy(engine, sql)).toBe(positions.map((position) => inHalves(position, 12)).join(' '));
  });

  test('ST_GEOHASH accepts points only', async () => {
    const line = "ST_GEOGFROMTEXT(IF(RAND() < 2, 'LINESTRING(0 0, 1 1)', ''))";
    const problem = await valueBy(engine, `ST_GEOHASH(${line})`).catch(engine === 'duckdb' ? engineProblem : String);
    expect(String(problem)).toMatch(engine === 'duckdb' ? 'takes points was given another' : 'requires a Point');
  });

  test.each(jsonOf)('TO_JSON_STRING(%s)', async (expression, text) => {
    expect(await valueBy(engine, `TO_JSON_STRING(${expression})`)).toBe(text);
  });

  test.each(bucketOf)('TIMESTAMP_BUCKET(TIMESTAMP "%s)', async (args, start) => {
    const bucket = `TIMESTAMP_BUCKET(TIMESTAMP "${args}${args.includes('TIMESTAMP') ? '"' : ''})`;
    expect(JSON.parse(String(await valueBy(engine, `TO_JSON_STRING(${bucket})`)))).toBe(start);
  });

  describe('cells of H3', () => {
    const polygon =
      "ST_GEOGFROMTEXT('POLYGON((-89.75 40.46, -89.72 40.46, -89.72 40.48, -89.75 40.48, -89.75 40.46))')";
    const ids = (resolution: number, isFull: boolean) => `ST_H3CELLIDS(${polygon}, ${resolution}, ${isFull})`;
    const texts = (values: readonly string[]) => values.map((cell) => String(BigInt(`0x${cell}`))).sort();
    const rings = [
      [
        [-89.75, 40.46],
        [-89.72, 40.46],
        [-89.72, 40.48],
        [-89.75, 40.48],
        [-89.75, 40.46],
      ],
    ];

    // The array of few cells is written element by element, that of many as one text.
    test.each([8, 9, 10, 11])('cover a polygon at resolution %s', async (resolution) => {
      const sql = (isFull: boolean) =>
        `(SELECT STRING_AGG(CAST(id AS STRING), ' ' ORDER BY id) FROM UNNEST(${ids(resolution, isFull)}) AS id)`;
      const { containmentOverlapping, containmentCenter } = h3.POLYGON_TO_CELLS_FLAGS;
      for (const mode of [containmentOverlapping, containmentCenter]) {
        const own = h3.polygonToCellsExperimental(rings, resolution, mode, true);
        const found = await valueBy(engine, sql(mode === containmentOverlapping));
        expect(String(found).split(' ')).toEqual(texts(own));
      }
    });

    test.each([8, 9, 10])('have their outlines at resolution %s, in their order', async (resolution) => {
      const area = `(SELECT STRING_AGG(CAST(ROUND(ST_AREA(cell)) AS STRING), ' ' ORDER BY i)
        FROM UNNEST(ST_H3TOGEOM(${ids(resolution, true)})) AS cell WITH OFFSET AS i)`;
      const own = h3
        .polygonToCellsExperimental(rings, resolution, h3.POLYGON_TO_CELLS_FLAGS.containmentOverlapping, true)
        .sort()
        .map((cell) => h3.cellArea(cell, 'm2'));
      const found = String(await valueBy(engine, area))
        .split(' ')
        .map(Number);
      expect(found).toHaveLength(own.length);
      // H3 uses a sphere of its own, a few metres larger.
      for (const [index, square] of found.entries()) expect(square / (own[index] ?? 0)).toBeCloseTo(1, 3);
    });

    test.each([
      ['ST_H3CELLIDS(CAST(NULL AS GEOGRAPHY), 9, TRUE)', null],
      ["ARRAY_LENGTH(ST_H3CELLIDS(ST_GEOGFROMTEXT('POLYGON EMPTY'), 9, TRUE))", 0],
      ["ARRAY_LENGTH(ST_H3TOGEOM(ST_H3CELLIDS(ST_GEOGFROMTEXT('POLYGON EMPTY'), 9, TRUE)))", 0],
      ['ST_H3TOGEOM([617668410830749695, NULL])[OFFSET(1)] IS NULL', true],
      // Cells over the antimeridian and a pole: a cell of resolution 5 has 253 km² on average, and a hundred times as much if it were taken for its rest.
      ...['ST_GEOGPOINT(179.9999, -17)', 'ST_GEOGPOINT(0, 89.9999)'].flatMap((point): [string, boolean][] => [
        [`ST_CONTAINS(ST_H3TOGEOM(ST_H3CELLIDS(${point}, 5, TRUE))[OFFSET(0)], ${point})`, true],
        [`ABS(ST_AREA(ST_H3TOGEOM(ST_H3CELLIDS(${point}, 5, TRUE))[OFFSET(0)]) / 253e6 - 1) < 0.5`, true],
      ]),
    ])('%s', async (expression, value) => {
      const found = await valueBy(engine, expression);
      expect(found === null ? null : typeof value === 'number' ? Number(found) : found).toEqual(value);
    });

    test.each([
      [`${ids(15, true)}`, /about \d+ cells of resolution 15, and a query takes 10000/],
      [`ST_H3TOGEOM(${ids(11, false)})`, /ST_H3TOGEOM takes 1000 cells, and these are \d+/],
      [`${ids(16, true)}`, 'resolutions from 0 to 15'],
      ['ST_H3TOGEOM([617668410830749696])', '617668410830749696 is not a cell of H3'],
      ['ST_H3TOGEOM([-1])', '-1 is not a cell of H3'],
    ])('%s is refused', (expression, reason) => {
      expect(() => compileQuery(`SELECT ${expression}`, catalogue, { engine, now: 0, cells })).toThrow(reason);
    });
  });

  test('an unknown form is named', () => {
    expect(() => compileQuery("SELECT NORMALIZE('a', NFX)", catalogue, { engine, now: 0 })).toThrow(
      'NORMALIZE takes one of four forms',
    );
  });
});
