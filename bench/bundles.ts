import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { areas } from '../functions/areas.ts';
import { functionNeeds } from '../functions/manifests.ts';
import { prepareAssembly } from '../local/assembly/prepare-assembly.ts';
import { credentials } from '../local/credentials.ts';
import { functionEnvironment } from '../local/lambda/function-environment.ts';
import { readAssembly } from '../local/template/assembly.ts';
import { plan } from '../local/template/plan.ts';
import type { FunctionPlan } from '../local/template/plan-functions.ts';
import { readBaseline } from './baseline.ts';
import { benchmark, type Row, within } from './row.ts';
import { projectDir } from './running-furrow.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxMilliseconds = 120;
/** Growth over the stored size; a bundle that has grown by more deserves a look. */
const maxGrowth = 1.2;

/** Endpoints that nothing listens on: loading makes no call. */
const nowhere = { sqs: 'http://127.0.0.1:1', api: 'http://127.0.0.1:1' };

const run = promisify(execFile);

/**
 * The files that a cold start reads and runs before its first request or message, from the assets and environment of the template. Areas, for
 * which a caller waits, have a limit; the figures of jobs are only reported.
 */
export const bundles = benchmark({
  name: 'bundles',
  takes: 'two minutes: the bundles of all functions, their size and how long a fresh process loads them',
  sizes: { full: { rounds: 15 }, tiny: { rounds: 1 } },
  async *run({ rounds }) {
    const { dir } = await prepareAssembly({ projectDir });
    const functions = namedFunctions(plan(await readAssembly(dir), nowhere).functions);
    for (const { name, fn } of functions) {
      yield size(`${name}: minified code`, bytesOf(fn.assetDir) / 1000);
    }
    const temporary = temporaryFolder();
    try {
      for (const [name, milliseconds] of await loadTimes(functions, temporary.path, rounds)) {
        const row = within(`${name}: loading, less an empty module`, milliseconds, maxMilliseconds, 'ms');
        yield answering.has(name) ? row : { ...row, limit: { atMost: Number.POSITIVE_INFINITY } };
      }
    } finally {
      temporary.remove();
    }
  },
});

function size(name: string, kilobytes: number): Row {
  const kept = Number.parseFloat(readBaseline()[name]?.measured ?? String(kilobytes));
  const comparedWith = { what: 'when it was last kept', value: kept };
  return { name, measured: kilobytes, unit: 'kB', comparedWith, limit: { atMost: maxGrowth } };
}

/** The functions that answer requests. */
const answering = new Set(areas.map(({ name }) => name));

function namedFunctions(functions: FunctionPlan[]): { name: string; fn: FunctionPlan }[] {
  return Object.keys(functionNeeds).map((name) => {
    const fn = functions.find((known) => known.name === `furrow-dev-${name}`);
    if (!fn) throw new Error(`the template has no function ${name}`);
    return { name, fn };
  });
}

/** The code that a start reads: the file of the function, and the parts that it imports at once. */
function bytesOf(assetDir: string, name = 'index.mjs', read = new Set<string>()): number {
  if (read.has(name)) return 0;
  read.add(name);
  const code = readFileSync(join(assetDir, name));
  const parts = Array.from(code.toString().matchAll(/(?:from|import)"\.\/(part-[^"]+)"/g), ([, part = '']) => part);
  return parts.reduce((sum, part) => sum + bytesOf(assetDir, part, read), code.length);
}

function fileOf({ assetDir }: FunctionPlan): string {
  return join(assetDir, 'index.mjs');
}

/** Median load times by function; each round also loads an empty module, whose time is subtracted. */
async function loadTimes(
  functions: { name: string; fn: FunctionPlan }[],
  temporaryDir: string,
  rounds: number,
): Promise<[name: string, milliseconds: number][]> {
  const empty = join(temporaryDir, 'empty.mjs');
  writeFileSync(empty, 'export const handler = async () => undefined;\n');
  const subjects = functions.map(({ name, fn }) => {
    const instance = { logGroupName: 'bench', logStreamName: 'bench', temporaryDir };
    return {
      name,
      file: fileOf(fn),
      environment: functionEnvironment(fn, {}, credentials, instance),
      times: [] as number[],
    };
  });
  const emptyTimes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { file, environment, times } of subjects) times.push(await loadTime(file, environment));
    emptyTimes.push(await loadTime(empty, subjects[0]?.environment ?? {}));
  }
  return subjects.map(({ name, times }) => [name, median(times) - median(emptyTimes)]);
}

/** The load time in a process of its own, without the start of the process. */
async function loadTime(file: string, env: Record<string, string>): Promise<number> {
  const program = `
    const start = performance.now();
    const { handler } = await import(${JSON.stringify(pathToFileURL(file).href)});
    const milliseconds = performance.now() - start;
    if (typeof handler !== 'function') throw new Error('it exports no handler');
    console.log(milliseconds);
    process.exit();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env });
  return Number(stdout);
}
