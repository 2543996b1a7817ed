import { expect, test } from 'vitest';
import { duckDbQueryEngine } from '../../../adapters/query/duckdb/duckdb-query-engine.ts';
import { compiled } from './query-engine.ts';

/** An engine whose process responds with a failure, and whether it was ended. */
function failing(message: string) {
  let ended = false;
  const process = {
    isAlive: true,
    ask: async () => ({ kind: 'failed' as const, message }),
    stop: async () => {},
    rest() {},
    end() {
      ended = true;
    },
  };
  const engine = duckDbQueryEngine({
    directory: { files: async () => ({ tables: new Map(), leftOut: { ingestIds: [], svcUserIds: [] } }) },
    cache: { pathsOf: async () => new Map() },
    processes: { take: async () => process, release() {}, end() {} },
    temporaryFolder: '',
  });
  const run = () => engine.rows('owner-a', compiled('SELECT 1 AS x'), new AbortController().signal);
  return { run, ended: () => ended };
}

test.each([
  ['FATAL Error: Failed: database has been invalidated because of a previous fatal error.', true],
  ['INTERNAL Error: Attempted to access index 5 within vector of size 5', true],
  ['Conversion Error: Could not convert string', false],
])('a database that has become unusable is not kept: %s', async (message, isEnded) => {
  const { run, ended } = failing(message);
  await expect(run()[Symbol.asyncIterator]().next()).rejects.toThrow();
  expect(ended()).toBe(isEnded);
});
