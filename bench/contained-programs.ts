import { join } from 'node:path';
import { build } from 'esbuild';
import type { ContainedProgram } from '../adapters/containment/contained-process.ts';
import type { ContainedReaders } from '../adapters/containment/contained-readers.ts';
import { projectDir } from './running-furrow.ts';

const usualStartMilliseconds = 60_000;

/** The launcher and the program of contained processes, bundled as they are deployed. @param source of the program, from the project's folder. */
export async function containedPrograms(source: string, outdir: string): Promise<ContainedProgram> {
  // Native packages resolve from here, as from a layer in AWS.
  process.env.NODE_PATH ??= join(projectDir, 'node_modules');
  await build({
    absWorkingDir: projectDir,
    entryPoints: [
      { in: 'adapters/containment/launch.ts', out: 'launch' },
      { in: source, out: 'program' },
    ],
    outdir,
    outExtension: { '.js': '.mjs' },
    banner: {
      js: "import { createRequire as furrowRequire } from 'node:module'; const require = furrowRequire(import.meta.url);",
    },
    bundle: true,
    external: ['gdal-async', '@duckdb/node-bindings', 'koffi'],
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  const [launcher, program] = [join(outdir, 'launch.mjs'), join(outdir, 'program.mjs')];
  return { launcher, program, maxMegabytes: 2_400, maxHeapMegabytes: 1_536 };
}

/** Readers that wait until their process is up and report it: a worker starts processes ahead. */
export function startedReaders(readers: ContainedReaders, isThere: () => void): ContainedReaders {
  return {
    ...readers,
    use: (work, milliseconds) =>
      readers.use(async (reader) => {
        await reader.work(usualStartMilliseconds, {}, async () => {});
        isThere();
        return work(reader);
      }, milliseconds),
  };
}
