import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { isAlive } from './process-mark.ts';
import { sourceHash } from './source-hash.ts';
import { synthesize } from './synthesize.ts';

export interface PreparedAssembly {
  /** A CDK assembly directory: manifest, templates and assets. */
  dir: string;
  /** False when an earlier start had made it. */
  made: boolean;
}

export interface AssemblyOptions {
  projectDir: string;
  /** Called when the app is being synthesized, which takes seconds. */
  log?: (line: string) => void;
}

/** The number of assemblies to keep, so that switching between branches does not synthesize each time. */
const keptAssemblies = 4;
const inUse = '.in-use-';

/**
 * The assembly of the project's current sources, synthesized unless it exists already.
 *
 * @throws Error with the CDK app's own message when it cannot be synthesized.
 */
export async function prepareAssembly({ projectDir, log }: AssemblyOptions): Promise<PreparedAssembly> {
  const root = join(projectDir, 'dist', 'assembly');
  const dir = join(root, sourceHash(projectDir));
  if (isComplete(dir)) return use(dir, false);
  return withBuildLock(join(root, 'building.pid'), async () => {
    if (isComplete(dir)) return use(dir, false);
    log?.('building the functions and synthesizing the CDK app');
    const draft = `${dir}.${process.pid}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    try {
      await synthesize({ projectDir, outDir: draft });
      renameSync(draft, dir);
      return use(dir, true);
    } finally {
      prune(root);
    }
  });
}

function isComplete(dir: string): boolean {
  return existsSync(join(dir, 'manifest.json'));
}

/** Marks the assembly as used, since functions are loaded from it when they are called: it must outlive later builds while this process runs. */
function use(dir: string, made: boolean): PreparedAssembly {
  writeFileSync(join(dir, `${inUse}${process.pid}`), '');
  const now = new Date();
  utimesSync(dir, now, now);
  return { dir, made };
}

/** Deletes failed assemblies and those not used for the longest time. Call it only while holding the build lock. */
function prune(root: string): void {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const paths = folders.map(({ name }) => join(root, name));
  const unused = paths.filter((path) => isComplete(path) && !isUsed(path));
  const usedAt = new Map(unused.map((path) => [path, statSync(path).mtimeMs]));
  unused.sort((a, b) => (usedAt.get(b) ?? 0) - (usedAt.get(a) ?? 0));
  const failed = paths.filter((path) => !isComplete(path));
  for (const path of [...failed, ...unused.slice(keptAssemblies)]) rmSync(path, { recursive: true, force: true });
}

function isUsed(dir: string): boolean {
  const marks = readdirSync(dir).filter((name) => name.startsWith(inUse));
  return marks.some((name) => isAlive(Number(name.slice(inUse.length))));
}
