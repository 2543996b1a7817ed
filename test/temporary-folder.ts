import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * An empty folder that is gone after the test that asked for it or, asked for outside of tests, after the last one of its suite.
 * Not for hooks: what they register comes too late.
 */
export function temporaryFolder(purpose: string): string {
  const path = mkdtempSync(join(tmpdir(), `furrow-${purpose}-`));
  const remove = () => rmSync(path, { recursive: true, force: true });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return path;
}
