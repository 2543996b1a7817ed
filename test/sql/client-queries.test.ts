import { describe, expect, test } from 'vitest';
import { type Catalogue, type CatalogueTable, catalogueOf } from '../../sql/catalogue.ts';
import { compileQuery } from '../../sql/compile-query.ts';
import { storedType } from '../../sql/types/parse-type.ts';
import { cells } from '../cells.ts';

const columns = (types: Record<string, string>) =>
  Object.entries(types).map(([name, type]) => ({
    name,
    type: storedType(type),
    stored: type === 'GEOGRAPHY' ? { longitude: 'lon', latitude: 'lat' } : { column: name },
  }));
const point = {
  geometry: 'GEOGRAPHY',
  timestamp: 'TIMESTAMP',
  operationType: 'STRING',
  area: 'FLOAT64',
  appliedRate: 'FLOAT64',
  seedRate: 'FLOAT64',
  yieldVolume: 'FLOAT64',
  fieldIds: 'ARRAY<STRING>',
};
const table = (name: string, types: Record<string, string>): CatalogueTable => ({
  name,
  stored: ['store', name],
  only: { owner: 'o' },
  columns: columns(types),
});
const named = catalogueOf([
  table('points', point),
  table('fields', { id: 'STRING', geometry: 'GEOGRAPHY' }),
  table('ssurgo_illinois', { mukey: 'STRING', county: 'STRING', muaggatt_col_16: 'STRING', geometry: 'GEOGRAPHY' }),
]);

/** A catalogue as in a service, with tables of files beside the named ones. */
const catalogue: Catalogue = {
  names: named.names,
  table: (path) => {
    const last = path.at(-1) ?? '';
    return /^pointlake_file_[0-9a-f-]+$/.test(last) &&
      (path.length === 1 || path.join('.') === `spark_catalog.default.${last}`)
      ? table(last, point)
      : named.table(path);
  },
};

const file = 'pointlake_file_0b948c1e-2f4d-41d4-9e5f-1e5f30000000';
const polygon = "'POLYGON((-89.8 40.4, -89.7 40.4, -89.7 40.5, -89.8 40.4))'";
const queries = {
  'the dashboard’s first': 'SELECT * FROM fields LIMIT 100',
  'a file by its name without quotes': `SELECT * FROM ${file} LIMIT 10`,
  'a file with three parts in backticks': `SELECT * FROM \`spark_catalog\`.\`default\`.\`${file}\``,
  'files together, with a limit for all': `SELECT * FROM ${file} WHERE area > 1 UNION ALL SELECT * FROM ${file} LIMIT 10`,
  'a polygon over files': `SELECT * FROM (SELECT * FROM ${file}\nUNION ALL\nSELECT * FROM ${file}) AS t WHERE (t.area > 0) AND ST_Intersects(ST_SetSRID(ST_GeomFromWKB(t.geometry), 4326), ST_SetSRID(ST_GeomFromText(${polygon}), 4326)) LIMIT 1000`,
  'a circle': `SELECT * FROM ${file} WHERE ST_DWithin(ST_SetSRID(ST_GeomFromWKB(geometry), 4326), ST_Point(-89.7, 40.4), 250, true)`,
  'the analytics’ default': `SELECT YEAR(TO_TIMESTAMP('timestamp')) AS year, MONTH(TO_TIMESTAMP('timestamp')) AS month, operationType, COUNT(*) AS n, SUM(area) AS area, AVG(appliedRate) AS a, AVG(seedRate) AS s, AVG(yieldVolume) AS y FROM points GROUP BY YEAR(TO_TIMESTAMP('timestamp')), MONTH(TO_TIMESTAMP('timestamp')), operationType ORDER BY year, month, operationType`,
  soil: `SELECT mukey, county, muaggatt_col_16 AS drainage_class, ROUND(ST_Area(ST_Intersection(geometry, ST_GeomFromText(${polygon}))) * 247.105, 2) AS acres, ST_Intersection(geometry, ST_GeomFromText(${polygon})) AS geometry FROM ssurgo_illinois WHERE ST_Intersects(geometry, ST_GeomFromText(${polygon}))`,
  'points by the cells of an area': `SELECT COUNT(*) FROM points p JOIN UNNEST(ST_H3ToGeom(ST_H3CellIDs(ST_GeomFromText(${polygon}), 9, true))) AS cell ON ST_Intersects(p.geometry, cell)`,
  'two comparisons': 'SELECT geometry FROM points WHERE seedRate > -1 AND seedRate < 40000',
  samples: `(SELECT * FROM ${file} TABLESAMPLE (500 ROWS)) UNION ALL (SELECT * FROM ${file} TABLESAMPLE (500 ROWS))`,
  'points in one of several places':
    'SELECT DISTINCT operationType FROM points WHERE ST_Contains(ST_GeomFromWKB(geometry), ST_Point(-89, 40)) OR ST_Contains(ST_GeomFromWKB(geometry), ST_MakePoint(-88, 40))',
  'arrays as other systems name them':
    "SELECT collect_set(operationType), element_at(ARRAY_AGG(seedRate), 1) FROM points WHERE array_contains(fieldIds, 'f')",
  'arrays of values':
    "SELECT collect_list(operationType) FROM points WHERE array_contains(array('a', 'b'), operationType)",
  'every column once': 'SELECT DISTINCT * FROM points WHERE area > 1',
  'shapes together': `SELECT ST_UnaryUnion(ST_Collect(collect_list(geometry))), ST_UnaryUnion(ST_Collect(geometry)), ST_AsText(ST_Envelope_Aggr(geometry)), ST_Collect(array(ST_Point(1, 2), ST_Point(3, 4))) FROM points`,
  'a hint to another engine': 'SELECT /*+ BROADCAST(a) */ a.area FROM points a, points b WHERE a.area = b.area',
  'windows and a part of the rows':
    'WITH w AS (SELECT operationType, AVG(area) OVER (PARTITION BY operationType) AS mean, STDDEV(area) OVER (PARTITION BY operationType) AS spread, NTILE(4) OVER (PARTITION BY operationType ORDER BY area) AS part FROM points TABLESAMPLE (10 PERCENT)) SELECT CONCAT(operationType, CAST(part AS STRING)), COALESCE(spread, 0) FROM w WHERE mean BETWEEN 1 AND 2',
};

describe('queries of today’s clients compile', () => {
  test.each(Object.entries(queries))('%s', (_, text) => {
    for (const engine of ['duckdb', 'trino'] as const) {
      const { sql } = compileQuery(text, catalogue, { engine, now: 0, cells });
      expect(sql).toContain(`WHERE "owner" = 'o'`);
    }
  });
});

test.each([
  ['ST_H3CellIDs(geometry, 12, true)', 'UNNEST(ST_H3TOGEOM('],
  ['ST_H3CellIDs(ST_GEOGPOINT(1, 2), LENGTH(operationType), true)', 'UNNEST(ST_H3TOGEOM('],
  ['ST_H3ToGeom([LENGTH(operationType)])', 'UNNEST(ST_H3TOGEOM('],
  ['ST_H3ToGeom(ARRAY(SELECT 1))', 'UNNEST(ST_H3TOGEOM('],
  ['H3_LATLNGTOCELL(1, 2, 3)', 'ST_H3CELLIDS'],
  ["NORMALIZE_AND_CASEFOLD('a')", 'LOWER(NORMALIZE(text))'],
])('%s is unavailable on both engines, and refused with advice', (call, hint) => {
  for (const engine of ['duckdb', 'trino'] as const) {
    const compile = () => compileQuery(`SELECT ${call} FROM points`, catalogue, { engine, now: 0, cells });
    expect(compile).toThrow(
      expect.objectContaining({ code: 'unsupported_function', hint: expect.stringContaining(hint) }),
    );
  }
});

test('a column in single quotes is read as a column only in a client’s habitual place', () => {
  const { sql } = compileQuery("SELECT TO_TIMESTAMP('timestamp'), 'timestamp' FROM points", catalogue, {
    engine: 'duckdb',
    now: 0,
  });
  expect(sql).toContain('"timestamp"');
  expect(sql).toContain("'timestamp'");
});

describe('constant ids of fields', () => {
  const boxed: Catalogue = {
    ...catalogue,
    table: (path) => ({
      ...table('points', point),
      name: path.join('.'),
      locatedBy: { keys: 'fieldIds', geometry: 'geometry' },
    }),
  };
  const text = "SELECT COUNT(*) FROM points WHERE 'a-field' IN UNNEST(fieldIds)";

  test('are found', () => {
    expect(compileQuery(text, boxed, { engine: 'duckdb', now: 0 }).keys).toEqual(['a-field']);
  });

  test('add the bounding box of the field to the query, where it is known', () => {
    const boxes = new Map([['a-field', [-90, 40, -89, 41] as const]]);
    const { sql } = compileQuery(text, boxed, { engine: 'duckdb', now: 0, boxes });
    expect(sql).toMatch(/c\d+x BETWEEN \(-9e\+1\) AND \(-8.9e\+1\) AND c\d+y BETWEEN 4e\+1 AND 4.1e\+1/);
  });
});
