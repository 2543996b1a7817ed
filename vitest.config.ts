import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/tiers/order.ts';
import { ReportWriter } from './test/tiers/report-writer.ts';
import { filesOf, isSelection } from './test/tiers/selection.ts';

/**
 * Tests without a cloud wait for processes that they start: one more of them than there are processors keeps these busy. One of them grows to a
 * gigabyte, and what it starts to as much.
 */
const maxAlone = Math.min(availableParallelism() + 1, Math.max(2, Math.floor(totalmem() / 2 ** 31)));

/** An embedded cloud has work while its test waits, and compiles and loads its functions anew: one for each processor takes the least time. It grows to two gigabytes. */
const maxClouds = Math.min(Math.max(2, availableParallelism()), 4);

const reports = process.env.FURROW_TEST_REPORTS;

/**
 * `vitest run --mode quick` runs one tier, `--mode rest` or `--mode nightly` another, and without a mode all that its arguments name. `FURROW_TESTS` names
 * another selection than the mode: so `.ci/run` calls `npm test` and has more than the quick tier in one run, with one set of clouds.
 */
export default defineConfig(({ mode }) => {
  const wanted = process.env.FURROW_TESTS ?? mode;
  const selection = isSelection(wanted) ? wanted : undefined;
  return {
    test: {
      sequence: { sequencer: LongestFirst },
      ...(reports && { reporters: ['default', new ReportWriter(reports)] }),
      pool: 'forks',
      testTimeout: 180_000,
      hookTimeout: 300_000,
      // Vitest's own second is over soon on a busy machine.
      expect: { poll: { timeout: 60_000, interval: 20 } },
      // The SDK's notice about Node 20 says nothing about a test, and no test needs the internet.
      env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', FURROW_UPSTREAMS: 'local' },
      setupFiles: ['test/tiers/processor-time.ts'],
      projects: [
        {
          extends: true,
          test: {
            name: 'alone',
            include: filesOf('alone', selection),
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
            include: filesOf('faulty disk', selection),
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
            include: filesOf('cloud', selection),
            sequence: { groupOrder: 1 },
            globalSetup: ['test/embedded-clouds.ts'],
            setupFiles: ['test/api/empty-cloud.ts'],
            maxWorkers: maxClouds,
            isolate: false,
          },
        },
      ],
    },
  };
});
