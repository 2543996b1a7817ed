import { defineConfig } from 'vitest/config';

/** Tests that talk to the one embedded cloud which all of them share. */
const sharedCloud = ['test/api/**/*.test.ts', 'test/browser/**/*.test.ts'];
/** Tests that make Node's own file system fail, and must read every module anew for that. */
const faultyDisk = ['test/local/storage/*.test.ts'];

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
          exclude: [...sharedCloud, ...faultyDisk],
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
        // One file after the other: they move the cloud's one clock and wait until it has nothing to do.
        test: {
          name: 'cloud',
          include: sharedCloud,
          sequence: { groupOrder: 1 },
          globalSetup: ['test/embedded-cloud.ts'],
          fileParallelism: false,
          isolate: false,
        },
      },
    ],
  },
});
