import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that talk to an embedded cloud. */
const overHttp = ['test/api/**/*.test.ts', 'test/browser/**/*.test.ts'];
/** Tests that make Node's own file system fail, and must read every module anew for that. */
const faultyDisk = ['test/local/state/storage/*.test.ts'];

/**
 * Tests without a cloud wait for processes that they start: one more of them than there are processors keeps these busy. One of them grows to a
 * gigabyte, and what it starts to as much.
 */
const maxAlone = Math.min(availableParallelism() + 1, Math.max(2, Math.floor(totalmem() / 2 ** 31)));

/** An embedded cloud has work while its test waits, and compiles and loads its functions anew: one for each processor takes the least time. It grows to two gigabytes. */
const maxClouds = Math.min(Math.max(2, availableParallelism()), 4);

/**
 * The files that take longest run first: one of them at the end would leave a processor without work. Those that wait for deadlines or for pages stand
 * beside those that compute.
 */
const first = [
  // Another kind of process: between other files each would end one that has read most modules already.
  'storage/s3-faults',
  'storage/sqs-faults',
  'restore/restore-drill',
  'kills/kills',
  'infra/app',
  'athena/translate',
  'weather/slow-upstream',
  'contract/answers',
  'contract/cursors',
  'browser/connecting',
  'satellite/upstream-faults',
  'contract/bodies',
  'browser/uploading',
  'machine-files/operation-settings',
  'machine-files/compaction',
  'query/athena-failures',
  'guides/guides',
  'tokens/lock-out',
  'uploads/hostile-files',
  'query/query-access',
  'fields/from-points',
  'connecting/one-click',
  'satellite/shares',
  'weather/cache',
  'machine-files/images',
  'api/redrive',
  'contract/queries',
  'query/long-queries',
  'machine-files/changed-samples',
  'query/memory-bombs',
  'api/fairness',
].map((name) => `/${name}.test.ts`);

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const position = ({ moduleId }: TestSpecification) => {
      const found = first.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? first.length : found;
    };
    return (await super.sort(files)).sort((one, other) => position(one) - position(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: InOrder },
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // Vitest's own second is over soon on a busy machine.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // The SDK's notice about Node 20 says nothing about a test, and no test needs the internet.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', FURROW_UPSTREAMS: 'local' },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts'],
          exclude: [...overHttp, ...faultyDisk],
          // Each process reads a module once; the suites leave nothing behind for one another.
          isolate: false,
          maxWorkers: maxAlone,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faulty disk',
          include: faultyDisk,
          isolate: true,
          maxWorkers: maxAlone,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // Each process has a cloud of its own and runs one file after the other: tests move the clock and wait until it is idle. Between two
        // files the cloud is emptied.
        test: {
          name: 'cloud',
          include: overHttp,
          sequence: { groupOrder: 1 },
          globalSetup: ['test/embedded-clouds.ts'],
          setupFiles: ['test/api/empty-cloud.ts'],
          maxWorkers: maxClouds,
          isolate: false,
        },
      },
    ],
  },
});
