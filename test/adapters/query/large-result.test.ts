import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { jsonRows, nothingWritten } from '../../../functions/areas/query/execution/json-rows.ts';
import { compiled, engineForTests } from './query-engine.ts';

const { engine } = engineForTests();

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes that are still referenced. */
function kept(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The destination of a result may be slow, but takes it piece by piece. */
test('a result of hundreds of megabytes is never in memory at once', async () => {
  const numbers = 'UNNEST(GENERATE_ARRAY(1, 1500))';
  const query = compiled(`SELECT a, b, REPEAT('x', 100) AS t FROM ${numbers} AS a, ${numbers} AS b`);
  const written = nothingWritten();
  const rows = engine.rows('owner-a', query, new AbortController().signal);
  const before = kept();
  let [max, bytes, looked] = [0, 0, 0];
  for await (const piece of jsonRows(rows, { rows: 5e6, bytes: 1e9 }, written)) {
    bytes += piece.length;
    if (bytes - looked < 20_000_000) continue;
    looked = bytes;
    max = Math.max(max, kept() - before);
  }
  expect(written).toMatchObject({ rows: 2_250_000, truncated: false, bytes });
  expect(bytes).toBeGreaterThan(280_000_000);
  expect(max).toBeLessThan(50_000_000);
});
