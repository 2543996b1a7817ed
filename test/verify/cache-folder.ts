import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of reference engines between runs: outside the repository, according to XDG. */
export function cacheFolder(...parts: string[]): string {
  const base =
    process.env.FURROW_VERIFY_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'furrow-verify');
  const folder = join(base, ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}
