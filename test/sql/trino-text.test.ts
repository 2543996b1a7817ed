import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileQuery } from '../../sql/compile-query.ts';
import { corpusCatalogue } from '../corpus/query-database.ts';

const catalogue = corpusCatalogue(join(import.meta.dirname, '../corpus/query'), 'owner-a');
const trino = (text: string) => compileQuery(text, catalogue, { engine: 'trino', now: 0 }).sql;

describe('the text for Trino', () => {
  test('has all arguments of an expression, even for points that are stored as degrees', () => {
    const point = 'ST_GEOGPOINT(-89.7, 40.4)';
    const polygon = "ST_GEOGFROMTEXT('POLYGON((-89.75 40.46, -89.742 40.46, -89.742 40.466, -89.75 40.46))')";
    const conditions = [
      `ST_DWITHIN(geometry, ${point}, 500)`,
      `ST_DISTANCE(geometry, ${point}) < 500`,
      `ST_INTERSECTS(geometry, ${polygon})`,
      `ST_CONTAINS(${polygon}, geometry)`,
    ];
    for (const condition of conditions) {
      const sql = trino(`SELECT id FROM points WHERE ${condition}`);
      expect(sql).not.toMatch(/\(\)|, ?[,)]|[<>=] ?\)/);
    }
  });

  test('computes the time of an instant before 1970 from its text', () => {
    for (const of of ['CAST(timestamp AS TIME)', 'EXTRACT(TIME FROM timestamp)']) {
      expect(trino(`SELECT ${of} FROM points`)).toMatch(/IF\(\w+ < TIMESTAMP '1970-01-01 00:00:00', CAST\(substr\(/);
    }
  });

  test('writes geographies as GoogleSQL does, without a space after their kind', () => {
    expect(trino('SELECT ST_ASTEXT(geometry) FROM fields')).toContain(`regexp_replace(ST_AsText(`);
  });

  test('distinguishes a correlation of equal values from one of too few', () => {
    expect(trino('SELECT CORR(speed, area) FROM points')).toMatch(
      /coalesce\(corr\(.*\), IF\(count\(.*\) > 1, nan\(\)\)\)/,
    );
  });

  test('omits names of groups of a regular expression, which Trino spells differently', () => {
    expect(trino("SELECT REGEXP_EXTRACT(id, r'(?P<first>\\w)[(?P<a>]') FROM points")).toContain('([\\w])[(?P<a>]');
  });

  test('treats an empty line as not closed', () => {
    expect(trino('SELECT ST_ISCLOSED(geometry) FROM fields')).toMatch(/NOT ST_IsEmpty\(.*\) AND NOT any_match\(/);
  });

  test('tests whether a constant polygon covers a column, not the reverse', () => {
    const polygon = "ST_GEOGFROMTEXT('POLYGON((0 0, 0.001 0, 0.001 0.001, 0 0))')";
    const constant = String.raw`ST_GeometryFromText\('POLYGON[^']*'\)`;
    const sql = trino(`SELECT ST_COVERS(${polygon}, geometry) FROM fields`);
    expect(sql).toMatch(new RegExp(String.raw`ST_GeometryType\(\w+\) .*ST_Difference\(\w+, ${constant}\)`));
  });

  test('splits the edges of constants, except where their vertices are counted or written', () => {
    const shape = "IF(crop > 'm', ST_GEOGFROMTEXT('LINESTRING(0 0, 0 1)'), COALESCE(geometry, ST_GEOGPOINT(0, 0)))";
    const whole = "'LINESTRING(0 0, 0 1)'";
    expect(trino(`SELECT ST_LENGTH(${shape}) FROM points`)).not.toContain(whole);
    for (const of of ['ST_NUMPOINTS', 'ST_ASTEXT', 'ST_ASGEOJSON'])
      expect(trino(`SELECT ${of}(${shape}) FROM points`)).toContain(whole);
  });

  describe('keeps the vertices of a constant in results', () => {
    const line = "ST_GEOGFROMTEXT('LINESTRING(0 0, 0 1)')";
    const whole = "'LINESTRING(0 0, 0 1)'";
    const chosen = `IF(crop > 'm', ${line}, NULL)`;
    const leaving = {
      'by a condition': `SELECT ${chosen} AS g FROM points`,
      'beside a column': `SELECT COALESCE(geometry, ${line}) AS g FROM fields`,
      'in a CASE': `SELECT CASE WHEN crop > 'm' THEN geometry WHEN crop > 'a' THEN ${line} END AS g FROM points`,
      'in an array and a struct': `SELECT [STRUCT(${line} AS g)] AS a FROM points`,
      'sorted by another column': `SELECT ${chosen} AS g, id FROM points ORDER BY id LIMIT 3`,
      'out of a UNION': `SELECT ${chosen} AS g FROM points UNION ALL SELECT geometry FROM points`,
      'out of a subquery': `SELECT g, n FROM (SELECT ${chosen} AS g, id AS n FROM points) WHERE n > 'a'`,
      'out of a join': `SELECT g FROM (SELECT ${chosen} AS g, id AS n FROM points) JOIN fields AS f ON f.id = n`,
    };
    test.each(Object.entries(leaving))('%s', (_, text) => {
      expect(trino(text)).toContain(whole);
      expect(trino(text)).not.toMatch(/LINESTRING\(0 0, 0 0\.\d/);
    });

    const computing = {
      'where a UNION is sorted by it': `SELECT ${chosen} AS g FROM points UNION ALL SELECT geometry FROM points ORDER BY ST_LENGTH(g)`,
      'where it is looked at in a subquery': `SELECT g, ST_LENGTH(g) AS l FROM (SELECT ${chosen} AS g FROM points)`,
      'where rows are chosen by it': `SELECT g FROM (SELECT ${chosen} AS g FROM points) WHERE ST_LENGTH(g) > 1`,
      'where it is joined by': `SELECT g FROM (SELECT ${chosen} AS g FROM points) JOIN fields AS f ON ST_INTERSECTS(f.geometry, g)`,
    };
    test.each(Object.entries(computing))('but splits its edges %s', (_, text) => {
      expect(trino(text)).not.toContain(whole);
    });

    test('and sorts by the split one', () => {
      const sql = trino(`SELECT ${chosen} AS g FROM points ORDER BY ST_LENGTH(g)`);
      expect(sql).toMatch(
        /'LINESTRING\(0 0, 0 1\)'.* AS c26, .*LINESTRING\(0 0, 0 0\.\d.*ST_Length.* AS c27.*ORDER BY c27/,
      );
    });
  });

  test('sorts bytes by their value, not by their text in the result', () => {
    const sql = trino('SELECT CAST(id AS BYTES) AS bytes FROM points ORDER BY bytes');
    const [, order = ''] = /ORDER BY (\w+)/.exec(sql) ?? [];
    expect(sql).not.toContain(`AS ${order} FROM (SELECT (`);
    expect(sql).toContain(`to_base64(${order}) AS r`);
  });

  test('gives the start of a recursion the types of its steps', () => {
    const sql = trino(
      'WITH RECURSIVE r AS (SELECT 0 AS n, timestamp AS t FROM points UNION ALL SELECT n + 1, TIMESTAMP_ADD(t, INTERVAL 1 DAY) FROM r WHERE n < 2) SELECT * FROM r',
    );
    expect(sql).toMatch(/CAST\(c\d+ AS TIMESTAMP\(6\)\) AS/);
  });

  test('reads fractions of seconds after the point, of which stored times have three digits', () => {
    const texts = ["FORMAT_TIMESTAMP('%E3S', timestamp)", 'EXTRACT(MICROSECOND FROM timestamp)'];
    for (const of of texts) expect(trino(`SELECT ${of} FROM points`)).toContain('rpad(split_part(CAST(');
  });

  test('replaces each byte that is not UTF-8, where Trino replaces several by one character', () => {
    expect(trino('SELECT SAFE_CONVERT_BYTES_TO_STRING(CAST(id AS BYTES)) FROM points')).toMatch(
      /transform\(regexp_extract_all\(to_hex\(.*IF\(length\(c\) > 2 OR c < '80'/,
    );
  });

  test('uses COALESCE only with two values or more', () => {
    expect(trino('SELECT COALESCE(crop) FROM points')).not.toContain('coalesce');
  });

  test('has no subquery within a lambda or a TRY', () => {
    const min = '(SELECT MIN(speed) FROM points)';
    expect(trino(`SELECT SAFE_ADD(${min}, 1)`)).not.toMatch(/try\([^)]*SELECT/);
    expect(trino(`SELECT SAFE.LN(${min})`)).not.toMatch(/try\([^)]*SELECT/);
    const sql = trino(
      `SELECT ROUND(${min} + ${min}, 2), SUBSTR(crop || (SELECT MAX(name) FROM fields), 2) FROM points`,
    );
    expect(sql).not.toMatch(/-> [^,]*SELECT/);
  });
});
