import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flakyItem, listedFlaky } from './flaky.ts';
import { closingProblemsFile, readReport, reportFile } from './report.ts';
import { judge, maxReruns, type Rerun, type RerunFile, type TestRun } from './rerun.ts';

/*
 * Ends the runs of `.ci/run`: runs what failed once more, prints it, and writes the numbers of what is passed and failed, runs and tests
 * together, into a file.
 *
 *   node --import tsx test/tiers/rerun-failed.ts <numbers> <name> <folder> [<name> <folder> …]
 */
const [numbers = '', ...named] = process.argv.slice(2);
const maxMilliseconds = 900_000;

const flakyPage = fileURLToPath(new URL('../flaky.md', import.meta.url));
const listed = listedFlaky(readFileSync(flakyPage, 'utf8'));

const runs = named.flatMap((name, index) => (index % 2 === 0 ? [runOf(name, named[index + 1] ?? '')] : []));
const { passed, failed, rerun, runs: judged, notRerun } = await judge(runs, runAgain);

for (const { name, report, closingProblems } of runs) {
  for (const problem of [...(report?.problems ?? []), closingProblems].filter(Boolean))
    console.log(`${name}: ${problem}`);
  if (!report) console.log(`${name}: ended without a report`);
}
for (const file of rerun) show(file);
if (notRerun.length > 0) {
  console.log(
    `${notRerun.length} files failed, more than ${maxReruns}, so none was run once more:\n${notRerun.join('\n')}`,
  );
}
for (const { name, isPassed } of judged) console.log(`${isPassed ? 'ok     ' : 'FAILED '} ${name}`);
const passedRuns = judged.filter(({ isPassed }) => isPassed).length;
writeFileSync(numbers, `${passed + passedRuns} ${failed + judged.length - passedRuns}\n`);

function runOf(name: string, folder: string): TestRun {
  const path = reportFile(folder);
  return {
    name,
    exitCode: Number(textOf(join(folder, 'exit-code')) || 1),
    ...(existsSync(path) && { report: readReport(path) }),
    closingProblems: textOf(join(folder, closingProblemsFile)),
  };
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
}

async function runAgain(path: string): Promise<Rerun> {
  const folder = `${numbers}-${path.replaceAll('/', '-')}`;
  const { code, output } = await runAlone(path, folder);
  const file = existsSync(reportFile(folder)) ? readReport(reportFile(folder)).files[path] : undefined;
  const isPassed = code === 0 && file?.state === 'passed';
  return { isPassed, passed: file?.passed ?? 0, failed: isPassed ? 0 : Math.max(file?.failed ?? 0, 1), output };
}

function runAlone(path: string, folder: string): Promise<{ code: number | null; output: string }> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', path], {
    env: { ...process.env, FURROW_TEST_REPORTS: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxMilliseconds,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

function show(file: RerunFile): void {
  console.log(`\n-- ${file.path}, beside others:\n${file.problems.join('\n') || '(it did not end)'}`);
  console.log(`-- ${file.path}, alone:\n${file.output.trim()}`);
  if (!file.isPassed) {
    console.log(`FAILED  ${file.path}, twice`);
    return;
  }
  console.log(`FLAKY   ${file.path} failed beside others and passed alone`);
  const item = flakyItem(file, new Date().toISOString().slice(0, 10));
  console.log(listed.includes(file.path) ? '        test/flaky.md lists it' : `        add to test/flaky.md:\n${item}`);
}
