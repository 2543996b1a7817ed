import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileQuery } from '../../../domain/query/compile-query.ts';
import { corpusCatalogue } from '../../corpus/query-database.ts';

const catalogue = corpusCatalogue(join(import.meta.dirname, '../../corpus/query'), 'owner-a');
const trino = (text: string) => compileQuery(text, catalogue, { engine: 'trino', now: 0 }).sql;

describe('the text for Trino', () => {
  test('has every argument of what it is written with, for points that are stored as degrees too', () => {
    const place = 'ST_GEOGPOINT(-89.7, 40.4)';
    const polygon = "ST_GEOGFROMTEXT('POLYGON((-89.75 40.46, -89.742 40.46, -89.742 40.466, -89.75 40.46))')";
    const conditions = [
      `ST_DWITHIN(geometry, ${place}, 500)`,
      `ST_DISTANCE(geometry, ${place}) < 500`,
      `ST_INTERSECTS(geometry, ${polygon})`,
      `ST_CONTAINS(${polygon}, geometry)`,
    ];
    for (const condition of conditions) {
      const sql = trino(`SELECT id FROM points WHERE ${condition}`);
      expect(sql).not.toMatch(/\(\)|, ?[,)]|[<>=] ?\)/);
    }
  });

  test('reads the time of an instant before 1970 out of its text', () => {
    for (const of of ['CAST(timestamp AS TIME)', 'EXTRACT(TIME FROM timestamp)']) {
      expect(trino(`SELECT ${of} FROM points`)).toMatch(/IF\(\w+ < TIMESTAMP '1970-01-01 00:00:00', CAST\(substr\(/);
    }
  });

  test('writes places as GoogleSQL does, without a space behind their kind', () => {
    expect(trino('SELECT ST_ASTEXT(geometry) FROM fields')).toContain(`regexp_replace(ST_AsText(`);
  });

  test('tells a correlation of equal values from one of too few', () => {
    expect(trino('SELECT CORR(speed, area) FROM points')).toMatch(
      /coalesce\(corr\(.*\), IF\(count\(.*\) > 1, nan\(\)\)\)/,
    );
  });

  test('names no group of a regular expression, which Trino spells otherwise', () => {
    expect(trino("SELECT REGEXP_EXTRACT(id, r'(?P<first>\\w)[(?P<a>]') FROM points")).toContain('(\\w)[(?P<a>]');
  });

  test('takes an empty line for none that is closed', () => {
    expect(trino('SELECT ST_ISCLOSED(geometry) FROM fields')).toMatch(/'ST_MultiLineString'\) AND NOT ST_IsEmpty\(/);
  });

  test('has COALESCE of two values and more alone', () => {
    expect(trino('SELECT COALESCE(crop) FROM points')).not.toContain('coalesce');
  });

  test('has no subquery within a lambda or a try', () => {
    const least = '(SELECT MIN(speed) FROM points)';
    expect(trino(`SELECT SAFE_ADD(${least}, 1)`)).not.toMatch(/try\([^)]*SELECT/);
    expect(trino(`SELECT SAFE.LN(${least})`)).not.toMatch(/try\([^)]*SELECT/);
    const sql = trino(
      `SELECT ROUND(${least} + ${least}, 2), SUBSTR(crop || (SELECT MAX(name) FROM fields), 2) FROM points`,
    );
    expect(sql).not.toMatch(/-> [^,]*SELECT/);
  });
});
