import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { distance } from '../../../sql/geography/between.ts';
import { allPositions, partsOf, shapeOf } from '../../../sql/geography/parts.ts';
import type { Shape } from '../../../sql/geography/shape.ts';
import { fromWkt } from '../../../sql/geography/wkt.ts';
import { advance, control, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { converted } from '../uploads/upload.ts';
import { freshUser } from '../users/user.ts';
import { runQuery } from './query.ts';

/** A hundred real boundaries where they are at hand. */
const corpus = process.env.CORPUS_DIR;
const boundaries = corpus ? readFileSync(join(corpus, 'fiboa+cli/india_10k.zip')) : sampleFieldsZip();

const engine = (name: 'athena' | 'duckdb') => control('POST', '/functions/query/variables', { QUERY_ENGINE: name });
afterAll(() => engine('duckdb'));

let owner: TestOwner;
beforeAll(async () => {
  owner = await freshOwner();
  const { id } = await freshUser(owner);
  await converted(owner, id, 'fields.zip', boundaries);
  await idle();
  await advance({ seconds: 25 });
  await idle();
}, 120_000);

interface Simplified {
  id: string;
  before: string;
  after: string;
}

const simplified = async (metres: number): Promise<Simplified[]> => {
  const sql = `SELECT id, ST_ASTEXT(geometry) AS before, ST_ASTEXT(ST_SIMPLIFY(geometry, ${metres})) AS after FROM fields ORDER BY id`;
  const { status, body } = await runQuery<Simplified[]>(owner, sql);
  expect(status).toBe(200);
  return body;
};

const read = (text: string) => fromWkt(text) as Shape;
const vertices = (text: string) => allPositions(partsOf(read(text)));

test.each([1, 10, 100])(
  'boundaries simplified to %s m have fewer vertices, and are the same on both engines',
  async (metres) => {
    const rows = await simplified(metres);
    expect(rows.length).toBeGreaterThan(4);
    const moved: number[] = [];
    for (const { before, after } of rows) {
      const outline = shapeOf({ points: [], lines: partsOf(read(after)).polygons.flat(), polygons: [] });
      for (const coordinates of vertices(before)) moved.push(distance({ type: 'Point', coordinates }, outline) ?? 0);
    }
    const count = (side: 'before' | 'after') => rows.reduce((sum, row) => sum + vertices(row[side]).length, 0);
    if (corpus) expect(count('after')).toBeLessThan(count('before'));
    // At the start of a ring, an earlier vertex was measured against a segment that is itself left out.
    expect(Math.max(...moved)).toBeLessThanOrEqual(2 * metres);
    expect(moved.filter((by) => by > metres).length).toBeLessThan(moved.length / 100);
    await engine('athena');
    expect(await simplified(metres)).toEqual(rows);
    await engine('duckdb');
  },
  120_000,
);

const lines: [what: string, given: string, metres: number, expected: string][] = [
  ['a line', 'LINESTRING(0 0, 1 0.000001, 2 0)', 1000, 'LINESTRING(0 0, 2 0)'],
  [
    'a line with a bend',
    'LINESTRING(0 0, 0.01 0.00001, 0.02 0, 0.02 0.01, 0.02 0.02)',
    10,
    'LINESTRING(0 0, 0.02 0, 0.02 0.02)',
  ],
  ['nothing of a line by no metres', 'LINESTRING(0 0, 1 0, 2 0)', 0, 'LINESTRING(0 0, 1 0, 2 0)'],
  [
    'lines',
    'MULTILINESTRING((0 0, 0.01 0, 0.02 0), (0 1, 0.01 1, 0.02 1))',
    5,
    'MULTILINESTRING((0 0, 0.02 0), (0 1, 0.02 1))',
  ],
  ['no points', 'MULTIPOINT(0 0, 0.00001 0)', 1000, 'MULTIPOINT(0 0, 0.00001 0)'],
];

test.each(lines)('%s is simplified, the same on both engines', async (_, given, metres, expected) => {
  const sql = `SELECT ST_ASTEXT(ST_SIMPLIFY(ST_GEOGFROMTEXT('${given}'), ${metres})) AS text`;
  for (const name of ['duckdb', 'athena'] as const) {
    await engine(name);
    expect((await runQuery(owner, sql)).body, name).toEqual([{ text: expected }]);
  }
  await engine('duckdb');
});

test('an invalid tolerance is refused', async () => {
  for (const tolerance of ['-1', "CAST('nan' AS FLOAT64)", 'LENGTH(id)']) {
    const sql = `SELECT ST_SIMPLIFY(geometry, ${tolerance}) AS x FROM fields`;
    expect(expectProblem(await runQuery(owner, sql), 400).detail).toContain('metres');
  }
});
