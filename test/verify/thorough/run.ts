import { startVitest } from 'vitest/node';

/** Test files that try a share of their cases in other runs; see `test/thorough.ts`. */
const files = [
  'test/adapters/aws/dynamodb/work',
  'test/adapters/aws/dynamodb/fields',
  'test/api/contract',
  'test/functions/jobs/merge-fields',
  'test/api/machine-files/many-files.test.ts',
  'test/api/query/memory-bombs.test.ts',
  'test/kills',
];

// The processes of tests inherit it.
process.env.FURROW_THOROUGH = '1';
await startVitest('test', files, { run: true, watch: false });
