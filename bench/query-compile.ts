import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Catalogue } from '../sql/catalogue.ts';
import { compileQuery } from '../sql/compile-query.ts';
import { InvalidQuery } from '../sql/invalid-query.ts';
import { corpusFolder, corpusQueries, corpusText } from '../test/corpus/query-corpus.ts';
import { corpusCatalogue } from '../test/corpus/query-database.ts';
import { type Benchmark, within } from './row.ts';
import { projectDir } from './running-furrow.ts';
import { median, percentile, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const rounds = 40;
const loads = 15;
const maxMedian = 0.2;
const maxOfAll = 2;
const maxLoading = 20;

/** Time to compile every query of the corpus, refused ones included, and to load the compiler at a cold start. */
export const queryCompile: Benchmark = {
  name: 'query-compile',
  takes: 'ten seconds: compiling the queries of the corpus',
  async *run() {
    const texts = corpusQueries.map(corpusText);
    const catalogue = corpusCatalogue(corpusFolder, 'bench');
    const times: number[] = [];
    for (let round = -10; round < rounds; round++) {
      for (const text of texts) {
        const time = await timed(() => compiled(text, catalogue));
        if (round >= 0) times.push(time);
      }
    }
    yield within(`compiling a query, median of ${texts.length}`, median(times), maxMedian, 'ms');
    yield within('compiling a query, p99', percentile(times, 99), maxOfAll, 'ms');
    yield within('loading the compiler', await loadTime(), maxLoading, 'ms');
  },
};

function compiled(text: string, catalogue: Catalogue): void {
  try {
    compileQuery(text, catalogue, { engine: 'duckdb', now: 0 });
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
  }
}

/** Load time of the bundle, in processes of its own, without their start. */
async function loadTime(): Promise<number> {
  const temporary = temporaryFolder();
  try {
    const outfile = join(temporary.path, 'compiler.mjs');
    await build({
      entryPoints: [join(projectDir, 'domain', 'query', 'compile-query.ts')],
      outfile,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
    });
    const program = `const start = performance.now();
      await import(${JSON.stringify(pathToFileURL(outfile).href)});
      console.log(performance.now() - start);`;
    const times = Array.from({ length: loads }, () =>
      Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program]).toString()),
    );
    return median(times);
  } finally {
    temporary.remove();
  }
}
