import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { compileQuery } from '../sql/compile-query.ts';
import type { InvalidQuery } from '../sql/invalid-query.ts';
import { corpusFolder, corpusQueries, corpusText } from '../test/corpus/query-corpus.ts';
import { corpusCatalogue } from '../test/corpus/query-database.ts';
import { benchmark, within } from './row.ts';
import { projectDir } from './running-furrow.ts';
import { median, percentile, processorTime } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxMedian = 0.2;
const maxOfAll = 2;
const maxLoading = 20;

interface Compiler {
  compileQuery: typeof compileQuery;
  InvalidQuery: typeof InvalidQuery;
}

/**
 * Processor time to compile every query of the corpus, refused ones included, and time to load the compiler at a cold start. The compiler is
 * bundled as it is deployed: the loader of TypeScript names every closure, which takes a third of the time again. The figures are those of
 * the block that other programs disturbed least; each block has enough queries for the collections of garbage that they cause.
 */
export const queryCompile = benchmark({
  name: 'query-compile',
  takes: 'half a minute: compiling the queries of the corpus',
  sizes: {
    full: { warmUps: 20, blocks: 8, rounds: 20, loads: 15 },
    tiny: { warmUps: 0, blocks: 1, rounds: 1, loads: 1 },
  },
  async *run({ warmUps, blocks, rounds, loads }) {
    const temporary = temporaryFolder();
    try {
      const url = await bundledCompiler(temporary.path);
      const compiler = (await import(url)) as Compiler;
      const texts = corpusQueries.map(corpusText);
      const compile = compiling(compiler);
      for (let round = 0; round < warmUps; round++) texts.map(compile);
      const measured = Array.from({ length: blocks }, () =>
        Array.from({ length: rounds }, () => texts.map((text) => processorTime(() => compile(text)))).flat(),
      );
      const quietest = (of: (times: number[]) => number) => Math.min(...measured.map(of));
      yield within(`compiling a query, median of ${texts.length}`, quietest(median), maxMedian, 'ms');
      yield within(
        'compiling a query, p99',
        quietest((times) => percentile(times, 99)),
        maxOfAll,
        'ms',
      );
      yield within('loading the compiler', loadTime(url, loads), maxLoading, 'ms');
    } finally {
      temporary.remove();
    }
  },
});

function compiling({ compileQuery, InvalidQuery }: Compiler): (text: string) => void {
  const catalogue = corpusCatalogue(corpusFolder, 'bench');
  return (text) => {
    try {
      compileQuery(text, catalogue, { engine: 'duckdb', now: 0 });
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error;
    }
  };
}

/** Bundles the compiler alone, and returns the bundle's URL. */
async function bundledCompiler(folder: string): Promise<string> {
  const outfile = join(folder, 'compiler.mjs');
  const contents = `export { compileQuery } from './sql/compile-query.ts';
    export { InvalidQuery } from './sql/invalid-query.ts';`;
  await build({
    stdin: { contents, resolveDir: projectDir, loader: 'ts' },
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return pathToFileURL(outfile).href;
}

/** Load time of the bundle, in processes of its own, without their start. */
function loadTime(url: string, loads: number): number {
  const program = `const start = performance.now();
    await import(${JSON.stringify(url)});
    console.log(performance.now() - start);`;
  const times = Array.from({ length: loads }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program]).toString()),
  );
  return median(times);
}
