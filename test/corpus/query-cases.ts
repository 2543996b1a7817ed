/** A query with the rows in GoogleSQL's documentation, each row as a text with `-` for NULL, in any order. */
export type QueryCase = readonly [text: string, rows: readonly string[]];

const grouped = (select: string, by: string, ...rows: string[]): QueryCase => [
  `SELECT ${select} FROM (SELECT 'a' AS a, 1 AS b, 10 AS v UNION ALL SELECT 'a', NULL, 20 UNION ALL SELECT NULL, 1, 30 UNION ALL SELECT NULL, NULL, 40) AS t ${by}`,
  rows,
];

/** Grouping sets: NULL is a key like any other, and GROUPING distinguishes it from a key that does not count. */
const groupings: QueryCase[] = [
  grouped('a, GROUPING(a), SUM(v)', 'GROUP BY ROLLUP(a)', '- 0 70', '- 1 100', 'a 0 30'),
  grouped(
    'a, b, GROUPING(a), GROUPING(b), SUM(v)',
    'GROUP BY ROLLUP(a, b)',
    ...['- - 0 0 40', '- - 0 1 70', '- - 1 1 100', '- 1 0 0 30', 'a - 0 0 20', 'a - 0 1 30', 'a 1 0 0 10'],
  ),
  grouped(
    'a, b, GROUPING(a), GROUPING(b), SUM(v)',
    'GROUP BY CUBE(a, b)',
    ...['- - 0 0 40', '- - 0 1 70', '- - 1 0 60', '- - 1 1 100', '- 1 0 0 30', '- 1 1 0 40'],
    ...['a - 0 0 20', 'a - 0 1 30', 'a 1 0 0 10'],
  ),
  // A key in two sets is one key.
  grouped(
    'a, b, GROUPING(a), GROUPING(b), SUM(v)',
    'GROUP BY GROUPING SETS((a, b), b, ())',
    ...['- - 0 0 40', '- - 1 0 60', '- - 1 1 100', '- 1 0 0 30', '- 1 1 0 40', 'a - 0 0 20', 'a 1 0 0 10'],
  ),
  grouped(
    'a, GROUPING(a), SUM(v)',
    'GROUP BY GROUPING SETS(a, (a), ())',
    ...['- 0 70', '- 0 70', '- 1 100', 'a 0 30', 'a 0 30'],
  ),
  grouped(
    'a, a AS c, GROUPING(a), SUM(v)',
    'GROUP BY ROLLUP(a, a)',
    ...['- - 0 70', '- - 0 70', '- - 1 100', 'a a 0 30', 'a a 0 30'],
  ),
  grouped(
    'a, b, GROUPING(b), SUM(v)',
    'GROUP BY ROLLUP((a, b))',
    ...['- - 0 40', '- - 1 100', '- 1 0 30', 'a - 0 20', 'a 1 0 10'],
  ),
  grouped(
    'a, b, GROUPING(a), GROUPING(b), SUM(v)',
    'GROUP BY GROUPING SETS(ROLLUP(a), CUBE((a, b)), b)',
    ...['- - 0 0 40', '- - 0 1 70', '- - 1 0 60', '- - 1 1 100', '- - 1 1 100', '- 1 0 0 30', '- 1 1 0 40'],
    ...['a - 0 0 20', 'a - 0 1 30', 'a 1 0 0 10'],
  ),
  grouped('a, GROUPING(a)', 'GROUP BY a', '- 0', 'a 0'),
  grouped('COUNT(*)', 'GROUP BY ()', '4'),
  grouped('COUNT(*)', 'WHERE FALSE GROUP BY ()', '0'),
  grouped('a, SUM(v), GROUPING(a)', 'WHERE FALSE GROUP BY ROLLUP(a)', '- - 1'),
  grouped('COUNT(a), COUNT(*)', 'GROUP BY ROLLUP(a) HAVING GROUPING(a) = 1', '2 4'),
  grouped("IF(GROUPING(a) = 1, 'all', IFNULL(a, 'none')), SUM(v)", 'GROUP BY ROLLUP(a)', 'a 30', 'all 100', 'none 70'),
  grouped('UPPER(a) AS u, GROUPING(UPPER(a))', 'GROUP BY ROLLUP(u)', '- 0', '- 1', 'A 0'),
  grouped('b + 1, GROUPING(b)', 'GROUP BY ROLLUP(b)', '- 0', '- 1', '2 0'),
  grouped('a, RANK() OVER (PARTITION BY GROUPING(a) ORDER BY SUM(v))', 'GROUP BY ROLLUP(a)', ...['- 1', '- 2', 'a 1']),
  grouped('SUM(v)', 'GROUP BY ROLLUP(a) ORDER BY GROUPING(a) DESC, a LIMIT 2', '100', '70'),
  grouped('DISTINCT GROUPING(t.a)', 'GROUP BY CUBE(a, b)', '0', '1'),
];

const json = (value: string, text: string): QueryCase => [
  `SELECT TO_JSON_STRING(x.v) FROM UNNEST([STRUCT(${value} AS v)]) AS x`,
  [text],
];

/** Numbers that a double would change are texts, and so are values without a form in JSON. */
const jsonTexts: QueryCase[] = [
  json("NUMERIC '12345678901234567890.123456789'", '"12345678901234567890.123456789"'),
  json("NUMERIC '0.1'", '"0.1"'),
  json("NUMERIC '-9007199254740992'", '-9007199254740992'),
  json("NUMERIC '9007199254740993'", '"9007199254740993"'),
  json("[NUMERIC '100', NULL]", '[100,null]'),
  json('9007199254740993', '"9007199254740993"'),
  json('-9007199254740992', '-9007199254740992'),
  json(
    "[CAST('nan' AS FLOAT64), CAST('inf' AS FLOAT64), CAST('-inf' AS FLOAT64), NULL, 1e300, 0.1]",
    '["NaN","Infinity","-Infinity",null,1e+300,0.1]',
  ),
  json("[DATE '2024-02-29', NULL]", '["2024-02-29",null]'),
  json("[TIMESTAMP '2024-02-29 10:11:12.5', NULL]", '["2024-02-29T10:11:12.500Z",null]'),
  json("[DATETIME '2024-02-29 10:11:12']", '["2024-02-29T10:11:12"]'),
  json("[TIME '10:11:12.000001']", '["10:11:12.000001"]'),
  json("[b'ab', NULL]", '["YWI=",null]'),
  json("'a\"\\u2028\\u2029\\u0001é</'", '"a\\"\\u2028\\u2029\\u0001é</"'),
  json(
    "STRUCT(DATE '2024-02-29' AS d, TIMESTAMP '2024-02-29 10:11:12' AS t, DATETIME '2024-02-29 10:11:12' AS l, TIME '10:11:12' AS c, b'ab' AS b, CAST('nan' AS FLOAT64) AS n, NUMERIC '0.5' AS m)",
    '{"d":"2024-02-29","t":"2024-02-29T10:11:12Z","l":"2024-02-29T10:11:12","c":"10:11:12","b":"YWI=","n":"NaN","m":"0.5"}',
  ),
  json(
    'STRUCT(CAST(NULL AS DATE) AS d, CAST(NULL AS TIMESTAMP) AS t, CAST(NULL AS BYTES) AS b, CAST(NULL AS ARRAY<DATE>) AS l, CAST(NULL AS NUMERIC) AS m)',
    '{"d":null,"t":null,"b":null,"l":null,"m":null}',
  ),
  json(
    "[STRUCT([STRUCT(TIME '01:02:03' AS c, [DATE '2024-02-29'] AS d)] AS s), NULL]",
    '[{"s":[{"c":"01:02:03","d":["2024-02-29"]}]},null]',
  ),
  json('ST_GEOGPOINT(-89.5, 40.25)', '"POINT(-89.5 40.25)"'),
  json(
    "STRUCT(ST_GEOGFROMTEXT('LINESTRING(0 0, 0.001 0.001)') AS g, [ST_GEOGPOINT(1, 2), NULL] AS l)",
    '{"g":"LINESTRING(0 0, 0.001 0.001)","l":["POINT(1 2)",null]}',
  ),
  ['SELECT TO_JSON_STRING(NULL)', ['null']],
];

/** A spatial join and EXISTS have the rows for which the relation holds when it is evaluated for every pair. */
const related = (name: string, relation: string): QueryCase => [
  `SELECT '${name}', (SELECT COUNT(*) FROM points AS p JOIN fields AS f ON ${relation}) = (SELECT COUNTIF(${relation}) FROM points AS p CROSS JOIN fields AS f)
    AND (SELECT COUNT(*) FROM points AS p JOIN fields AS f ON ${relation}) > 0`,
  [`${name} true`],
];
const spatial: QueryCase[] = [
  related('within', 'ST_WITHIN(p.geometry, f.geometry)'),
  related('intersects', 'ST_INTERSECTS(f.geometry, p.geometry)'),
  related('near', 'ST_DWITHIN(p.geometry, f.geometry, 250)'),
  [
    `SELECT (SELECT COUNT(*) FROM points AS p WHERE EXISTS (SELECT 1 FROM fields AS f WHERE ST_WITHIN(p.geometry, f.geometry)))
      = (SELECT COUNT(DISTINCT p.id) FROM points AS p JOIN fields AS f ON ST_WITHIN(p.geometry, f.geometry))`,
    ['true'],
  ],
  [
    `SELECT (SELECT COUNT(*) FROM points AS p WHERE NOT EXISTS (SELECT 1 FROM fields AS f WHERE ST_COVERS(f.geometry, p.geometry)))
      + (SELECT COUNT(DISTINCT p.id) FROM points AS p JOIN fields AS f ON ST_COVERS(f.geometry, p.geometry)) = (SELECT COUNT(*) FROM points)`,
    ['true'],
  ],
  // A row without a location is nowhere, and not at the other end of the earth.
  [
    'SELECT COUNTIF(ST_DISTANCE(geometry, ST_GEOGPOINT(-89.7451, 40.4631)) IS NULL) = COUNTIF(geometry IS NULL), COUNTIF(geometry IS NULL) > 0 FROM points',
    ['true true'],
  ],
  ['SELECT ST_GEOHASH(ST_GEOGPOINT(x, 57.64911), 11) FROM UNNEST([10.40744]) AS x', ['u4pruydqqvj']],
  [
    "SELECT b.xmin, b.ymax FROM (SELECT ST_BOUNDINGBOX(ST_GEOGFROMTEXT('LINESTRING(1 2, 1.001 2.001)')) AS b)",
    ['1 2.001'],
  ],
  [
    "SELECT STRING_AGG(NORMALIZE(x, NFC) || NORMALIZE(x, NFKC) || NORMALIZE(x, NFD) || NORMALIZE(x, NFKD), '|') FROM UNNEST(['ﬁe\\u0301']) AS x",
    ['ﬁéfiéﬁe\u0301fie\u0301'],
  ],
  ...[
    'POINT(1 2)',
    'LINESTRING(1 2, 1.001 2)',
    'POLYGON((1 2, 1.001 2, 1.001 2.001, 1 2))',
    'MULTIPOINT(1 2, 3 4)',
    'MULTILINESTRING((1 2, 1.001 2), (3 4, 3.001 4))',
    'MULTIPOLYGON(((1 2, 1.001 2, 1.001 2.001, 1 2)), ((3 4, 3.001 4, 3.001 4.001, 3 4)))',
    'GEOMETRYCOLLECTION(POINT(1 2), LINESTRING(3 4, 3.001 4))',
    'GEOMETRYCOLLECTION EMPTY',
  ].map((text): QueryCase => [`SELECT ST_ASTEXT(ST_GEOGFROMTEXT('${text}'))`, [text]]),
];

const nearby = (text: string, ...rows: string[]): QueryCase => [
  `WITH a AS (SELECT x, ST_GEOGPOINT(x * 0.1, 0) AS g FROM UNNEST([1, 2, 3, 40]) AS x), b AS (SELECT y, ST_GEOGPOINT(y * 0.1, 0.01) AS h FROM UNNEST([1, 2, 30]) AS y) ${text}`,
  rows,
];
const near: QueryCase[] = [
  nearby('SELECT x, y FROM a JOIN b ON ST_DWITHIN(g, h, y * 5000)', '1 1', '2 2', '40 30'),
  nearby('SELECT x, y FROM a LEFT JOIN b ON ST_DWITHIN(g, h, x * 700)', '1 -', '2 2', '3 -', '40 -'),
];

/** Cases with a lambda's variable within EXISTS, which DuckDB does not find, so that the embedded Athena is not tested with them. */
export const existsCases: readonly QueryCase[] = [
  nearby('SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b WHERE ST_DWITHIN(g, h, 2000))', '1', '2'),
  nearby('SELECT x FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE ST_DWITHIN(g, h, 2000))', '3', '40'),
  nearby('SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b WHERE ST_DWITHIN(g, h, 15000) AND x < y)', '1'),
  nearby('SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b WHERE ST_DWITHIN(g, h, 5000 * y))', '1', '2', '40'),
];

export const queryCases: readonly QueryCase[] = [...groupings, ...jsonTexts, ...spatial, ...near];
