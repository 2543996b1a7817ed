import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const config = `
import { ReportWriter } from '${project}test/tiers/report-writer.ts';
export default { test: { reporters: ['default', new ReportWriter(process.env.FURROW_TEST_REPORTS)] } };`;
const broken = `import { test } from 'vitest';\ntest('is wrong', () => { throw new Error('always'); });\n`;
const flaky = `import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
test('holds the second time', () => {
  const isFirst = !existsSync('begun');
  writeFileSync('begun', '');
  expect(isFirst).toBe(false);
});\n`;

/** Runs the checks of `.ci/run` over some test files that it finds as `npm test` and as what this leaves out. */
function runChecks(quick: string, rest: string): { lines: string[]; said: string; code: number | null } {
  const folder = temporaryFolder('ci-run');
  for (const name of ['node_modules', 'test']) symlinkSync(join(project, name), join(folder, name));
  writeFileSync(join(folder, 'vitest.config.mts'), config);
  writeFileSync(join(folder, 'quick.test.ts'), quick);
  writeFileSync(join(folder, 'rest.test.ts'), rest);
  const script = `exec 2>&1; . "${project}.ci/checks.sh"; logs=$PWD
    tests 'npm test' 300 npx vitest run quick.test.ts
    tests 'what it leaves out' 300 npx vitest run rest.test.ts
    judge_tests; summary`;
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  const { stdout, status } = spawnSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
  return { lines: stdout.trim().split('\n'), said: stdout, code: status };
}

test('a file that fails and passes alone is told and does not fail its run, and one that fails twice does', () => {
  const { lines, said, code } = runChecks(flaky, broken);
  expect(said).toMatch(/-- quick\.test\.ts, beside others:\nholds the second time\n.*expected true to be false/s);
  expect(said).toMatch(/-- quick\.test\.ts, alone:\n.*1 passed/s);
  expect(lines).toContain('FLAKY   quick.test.ts failed beside others and passed alone');
  expect(said).toMatch(/add to test\/flaky\.md:\n- `quick\.test\.ts` since \d{4}-\d\d-\d\d: holds the second time: /);
  expect(lines).toContain('FAILED  rest.test.ts, twice');
  expect(lines).toContain('ok      npm test');
  expect(lines).toContain('FAILED  what it leaves out');
  // The flaky test and its run, then the broken ones.
  expect([lines.at(-1), code]).toEqual(['2 passed, 2 failed', 1]);
});
