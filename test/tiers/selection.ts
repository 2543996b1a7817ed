import { testFiles } from './test-files.ts';
import { type Tier, tierOf } from './tiers.ts';

/** Vitest's projects: kinds of processes that test files run in. */
export type Project = 'alone' | 'faulty disk' | 'cloud';

export function projectOf(path: string): Project {
  // They talk to an embedded cloud.
  if (/^test\/(api|browser)\//.test(path)) return 'cloud';
  // They make Node's own file system fail, and must read every module anew for that.
  return path.startsWith('test/local/state/storage/') ? 'faulty disk' : 'alone';
}

/** The test files of a project, of one tier or of both. */
export function filesOf(project: Project, tier?: Tier): string[] {
  return testFiles().filter((path) => projectOf(path) === project && (tier === undefined || tierOf(path) === tier));
}
