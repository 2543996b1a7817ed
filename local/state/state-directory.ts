import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { lockState, type StateLock } from './state-lock.ts';

/** Marks a directory as Furrow's; `reset` deletes only directories with this file. */
const markFile = 'furrow-state.json';
/** The layout of the state: raised with each change after which the stores of the version before are not read rightly (decision 302). */
const layout = 2;
const markSchema = z.object({ application: z.literal('furrow'), format: z.number() });

/**
 * Locks a state directory for this process, and creates it if it is missing.
 *
 * @throws Error when it cannot be made, holds other files than Furrow's or a state of another layout, or another process uses it.
 */
export async function openStateDirectory(dataDir: string): Promise<StateLock> {
  makeDirectory(dataDir);
  const others = readdirSync(dataDir).filter((name) => name !== markFile);
  // A start that was killed may have left nothing but the mark, or a part of it.
  if (others.length === 0) {
    writeFileSync(join(dataDir, markFile), `${JSON.stringify({ application: 'furrow', format: layout })}\n`);
  } else if (!isStateDirectory(dataDir)) {
    throw new Error(`${dataDir} holds files that are not Furrow's: choose an empty or a new directory with DATA_DIR`);
  }
  refuseOtherLayout(dataDir);
  return lockState(dataDir);
}

function refuseOtherLayout(dataDir: string): void {
  const format = layoutIn(readFileSync(join(dataDir, markFile), 'utf8'));
  if (format === layout) return;
  const found =
    format === undefined ? `a damaged ${markFile}` : `the state of another version of Furrow (layout ${format})`;
  throw new Error(
    `${dataDir} has ${found}, and this version reads layout ${layout} alone: choose a new directory with DATA_DIR, or delete all that is in this one with npx furrow reset --data-dir ${dataDir}`,
  );
}

/** The layout that a mark names; undefined if it is damaged. */
function layoutIn(text: string): number | undefined {
  try {
    return markSchema.parse(JSON.parse(text)).format;
  } catch {
    return undefined;
  }
}

export function isStateDirectory(dataDir: string): boolean {
  return existsSync(join(dataDir, markFile));
}

/**
 * Deletes a state directory with everything in it. False when there is none.
 *
 * @throws Error when the directory is not Furrow's or a process uses it.
 */
export async function deleteStateDirectory(dataDir: string): Promise<boolean> {
  if (!existsSync(dataDir)) return false;
  if (!isStateDirectory(dataDir)) {
    throw new Error(`${dataDir} is not a state directory of Furrow (it has no ${markFile}): nothing was deleted`);
  }
  const lock = await lockState(dataDir);
  try {
    rmSync(dataDir, { recursive: true, force: true });
  } finally {
    await lock.release();
  }
  return true;
}

/** Creates a directory with its parents. Node's own recursive creation never returns where the system refuses directories, as in `/proc`. */
function makeDirectory(path: string): void {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return;
    throw new Error(`${path} is no directory: choose another DATA_DIR`);
  }
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    throw new Error(`${path} cannot be made (${code}): choose another DATA_DIR`, { cause: error });
  }
}
