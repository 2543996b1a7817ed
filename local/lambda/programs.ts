import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The programs that run outside of the embedded cloud's own process. */
export interface Programs {
  /** The first code of an instance. */
  harness: string;
  /** The process that holds the worker threads. */
  threadHost: string;
}

/** Bundles the programs into a folder, since they run on plain Node.js, without the loader that reads TypeScript. */
export function writePrograms(outdir: string): Programs {
  const source = (name: string) => fileURLToPath(new URL(`./harness/${name}.ts`, import.meta.url));
  // Asynchronously, esbuild would leave a process that waits for the next call.
  buildSync({
    entryPoints: [source('harness'), source('thread-host')],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  return { harness: join(outdir, 'harness.mjs'), threadHost: join(outdir, 'thread-host.mjs') };
}
