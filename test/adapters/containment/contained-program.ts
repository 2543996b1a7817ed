import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { ContainedProgram } from '../../../adapters/containment/contained-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Bundles the launcher and a program of contained processes, as they are deployed, into a folder.
 *
 * @param source of the program, from the project's folder.
 */
export async function containedProgram(source: string, folder: string): Promise<ContainedProgram> {
  // Native packages resolve from here, as from a layer in AWS.
  process.env.NODE_PATH ??= join(root, 'node_modules');
  await build({
    absWorkingDir: root,
    entryPoints: [
      { in: 'adapters/containment/launch.ts', out: 'launch' },
      { in: source, out: 'program' },
    ],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    banner: {
      js: "import { createRequire as furrowRequire } from 'node:module'; const require = furrowRequire(import.meta.url);",
    },
    bundle: true,
    external: ['gdal-async', '@duckdb/node-bindings', 'koffi'],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  return {
    launcher: join(folder, 'launch.mjs'),
    program: join(folder, 'program.mjs'),
    maxMegabytes: 1_500,
    maxHeapMegabytes: 512,
  };
}
