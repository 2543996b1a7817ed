import { seed } from '../seed.ts';
import { tenthOf } from './tenth.ts';
import { testFiles } from './test-files.ts';
import { type Tier, tierOf } from './tiers.ts';

/** Vitest's projects: kinds of processes that test files run in. */
export type Project = 'alone' | 'faulty disk' | 'cloud';

/** What a run is to try: one tier, or what `.ci/run` does. */
export type Selection = Tier | 'ci';

const selections: readonly string[] = ['quick', 'rest', 'nightly', 'ci'] satisfies Selection[];

export const isSelection = (name: string): name is Selection => selections.includes(name);

export function projectOf(path: string): Project {
  // They talk to an embedded cloud.
  if (/^test\/(api|browser)\//.test(path)) return 'cloud';
  // They make Node's own file system fail, and must read every module anew for that.
  return path.startsWith('test/local/state/storage/') ? 'faulty disk' : 'alone';
}

/** The test files of a project that are selected, or all of them. */
export function filesOf(project: Project, selection?: Selection): string[] {
  return selected(selection).filter((path) => projectOf(path) === project);
}

function selected(selection?: Selection): string[] {
  const files = testFiles();
  if (selection === undefined) return files;
  if (selection !== 'ci') return files.filter((path) => tierOf(path) === selection);
  const drawn = tenthOf(
    files.filter((path) => tierOf(path) === 'nightly'),
    seed,
  );
  return files.filter((path) => tierOf(path) !== 'nightly' || drawn.includes(path));
}
