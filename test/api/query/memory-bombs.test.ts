import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { residentMegabytes } from '../../../adapters/process/resident-memory.ts';
import { withChildren } from '../../../bench/process-memory.ts';
import { isThorough } from '../../thorough.ts';
import { cloud, control } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { runQuery } from './query.ts';

const numbers = (count: number) => `UNNEST(GENERATE_ARRAY(1, ${count}))`;
const word = "CONCAT(CAST(a * 10000 + b AS STRING), REPEAT('x', 3000))";

/** Queries that want tens of gigabytes each, most of which are not the buffers that DuckDB counts. */
const bombs: Record<string, string> = {
  'an array of long texts': `SELECT ARRAY_LENGTH(ARRAY_AGG(${word})) AS n FROM ${numbers(9_999)} AS a, ${numbers(9_999)} AS b`,
  'groups as many as rows': `SELECT COUNT(*) AS n FROM (SELECT ${word} AS w, COUNT(*) AS m FROM ${numbers(9_999)} AS a, ${numbers(9_999)} AS b GROUP BY w)`,
  'arrays of arrays': `SELECT ARRAY_LENGTH(ARRAY_AGG(s)) AS n FROM (SELECT STRUCT(a AS a, ARRAY_AGG(${word}) AS w) AS s FROM ${numbers(9_999)} AS a, ${numbers(999)} AS b GROUP BY a)`,
};

/** A process of a query may use 1,800 MB, and is checked ten times a second. */
const maxOfProcess = 3_000;
/** Megabytes of the server and everything that it starts: three queries of one owner, and what surrounds them. */
const maxOfServer = 1_200;

/** The largest memory of the server, and of any process below it, while something runs. */
async function watched(run: () => Promise<unknown>): Promise<{ server: number; largest: number }> {
  let [server, largest] = [0, 0];
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const [own = 0, ...others] = await Promise.all(withChildren(cloud.pid).map(residentMegabytes));
      [server, largest] = [Math.max(server, own), Math.max(largest, ...others)];
      await sleep(50);
    }
  })();
  await run().finally(() => {
    isOver = true;
  });
  await looking;
  return { server, largest };
}

const engine = (name: 'athena' | 'duckdb') => control('POST', '/functions/query/variables', { QUERY_ENGINE: name });
afterAll(() => engine('duckdb'));

/** DuckDB's default folder for spilled data, below the folder in which Furrow was started. */
const spillFolder = '.tmp';
beforeAll(() => rmSync(spillFolder, { recursive: true, force: true }));

const one = async (owner: TestOwner) => (await runQuery(owner, 'SELECT 1 AS n')).body;

describe.runIf(process.platform === 'linux').each(['duckdb', 'athena'] as const)('on %s', (name) => {
  // Both engines run statements in a process of the same kind: each bomb is tried on one of them.
  const isTried = (number: number) => isThorough || number < 2 === (name === 'duckdb');
  test.each(Object.entries(bombs).filter((_, number) => isTried(number)))(
    '%s ends alone, with a problem that says why',
    async (_, sql) => {
      await engine(name);
      const [greedy, stranger] = [await freshOwner(), await freshOwner()];
      const { server, largest } = await watched(async () => {
        const bomb = runQuery<{ errorKey: string; detail: string }>(greedy, sql);
        expect(await one(stranger)).toEqual([{ n: 1 }]);
        const { status, body } = await bomb;
        expect([status, body.errorKey]).toEqual(
          status === 504 ? [504, expect.stringMatching(/timeout/i)] : [400, 'limitExceeded'],
        );
      });
      expect(largest).toBeLessThan(maxOfProcess);
      expect(server).toBeLessThan(maxOfServer);
      expect(await one(greedy)).toEqual([{ n: 1 }]);
    },
  );
});

test('no query spills into the folder in which Furrow runs', () => {
  expect(existsSync(spillFolder)).toBe(false);
});
