import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that talk to an embedded cloud. */
const overHttp = ['test/api/**/*.test.ts', 'test/browser/**/*.test.ts'];
/** Tests that make Node's own file system fail, and must read every module anew for that. */
const faultyDisk = ['test/local/storage/*.test.ts'];

/** An embedded cloud and its functions keep a processor busy and take up to two gigabytes. */
const maxClouds = Math.min(availableParallelism(), 4);

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // The SDK's notice about Node 20 says nothing about a test.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts'],
          exclude: [...overHttp, ...faultyDisk],
          // One process per processor reads each module once; the suites leave nothing behind for one another.
          isolate: false,
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faulty disk',
          include: faultyDisk,
          isolate: true,
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // Each process has a cloud of its own and runs one file after the other: tests move the clock and wait until it is idle.
        test: {
          name: 'cloud',
          include: overHttp,
          sequence: { groupOrder: 1 },
          globalSetup: ['test/embedded-clouds.ts'],
          maxWorkers: maxClouds,
          isolate: false,
        },
      },
    ],
  },
});
