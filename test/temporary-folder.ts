import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * An empty folder that is deleted after the test that requested it or, requested outside of tests, after the last test of its suite.
 * Not for hooks: what they register comes too late.
 */
export function temporaryFolder(purpose: string): string {
  const path = mkdtempSync(join(tmpdir(), `furrow-${purpose}-`));
  const remove = () => rmSync(path, { recursive: true, force: true });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return path;
}
