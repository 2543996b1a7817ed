import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the harness into a folder, since instances run on plain Node.js, without the loader that reads TypeScript. */
export async function writeHarness(dir: string): Promise<string> {
  const outfile = join(dir, 'harness.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./harness/harness.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  return outfile;
}
