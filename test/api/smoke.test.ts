import { expect, test, vi } from 'vitest';
import { runFurrow } from '../../bin/commands/run-furrow.ts';
import { cloud } from './cloud.ts';
import { useSandboxes } from './sync/sandboxes.ts';

useSandboxes();

/** The report of a walk, and its exit code. */
async function smoke(...options: string[]): Promise<{ report: string; code: number }> {
  const lines: string[] = [];
  const print = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  const code = await runFurrow(['smoke', '--data-dir', cloud.dataDir, ...options], {}).finally(() =>
    print.mockRestore(),
  );
  return { report: lines.join('\n'), code };
}

test('a walk through an installation passes, twice, and reports each step', async () => {
  for (const round of [1, 2]) {
    const { report, code } = await smoke();
    expect(report, `round ${round}`).toContain('\n6 passed, 0 failed, 0 not tried');
    expect(report).toMatch(/\nok {9}SQL: a query over the points +\d+\.\d s {2}40,568 points\n/);
    expect(code).toBe(0);
  }
}, 300_000);

test('a step that fails is named with what was wrong, and the others are tried', async () => {
  const { report, code } = await smoke('--credential', '/nowhere/account.json');
  expect(report).toMatch(/\nFAILED {5}sync: .*\/nowhere\/account\.json is no JSON file/);
  expect(report).toContain('\n5 passed, 1 failed, 0 not tried');
  expect(code).toBe(1);
}, 300_000);
