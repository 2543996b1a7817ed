import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where reference engines stay between runs: outside the repository, as XDG says. */
export function cacheFolder(...parts: string[]): string {
  const base =
    process.env.FURROW_VERIFY_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'furrow-verify');
  const folder = join(base, ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}
