import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { areas } from '../functions/areas.ts';
import { prepareAssembly } from '../local/assembly/prepare-assembly.ts';
import { credentials } from '../local/credentials.ts';
import { functionEnvironment } from '../local/lambda/function-environment.ts';
import { readAssembly } from '../local/template/assembly.ts';
import { plan } from '../local/template/plan.ts';
import type { FunctionPlan } from '../local/template/plan-functions.ts';
import { readBaseline } from './baseline.ts';
import { type Benchmark, type Row, within } from './row.ts';
import { projectDir } from './running-furrow.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const rounds = 15;
const maxMilliseconds = 120;
/** A bundle that has grown by more since its size was last kept deserves a look. */
const maxGrowth = 1.2;

/** Loading makes no call. */
const nowhere = { sqs: 'http://127.0.0.1:1', api: 'http://127.0.0.1:1' };

const run = promisify(execFile);

/** What a cold start has to read and to run before an area's first request, from the assets and environment of the template. */
export const bundles: Benchmark = {
  name: 'bundles',
  takes: 'a minute: the bundles of the API, their size and how long a fresh process loads them',
  async *run() {
    const { dir } = await prepareAssembly({ projectDir });
    const functions = areaFunctions(plan(await readAssembly(dir), nowhere).functions);
    for (const { area, fn } of functions) {
      yield size(`${area}: minified code`, statSync(fileOf(fn)).size / 1000);
    }
    const temporary = temporaryFolder();
    try {
      for (const [area, milliseconds] of await loadTimes(functions, temporary.path)) {
        yield within(`${area}: loading, less an empty module`, milliseconds, maxMilliseconds, 'ms');
      }
    } finally {
      temporary.remove();
    }
  },
};

function size(name: string, kilobytes: number): Row {
  const kept = Number.parseFloat(readBaseline()[name]?.measured ?? String(kilobytes));
  const comparedWith = { what: 'when it was last kept', value: kept };
  return { name, measured: kilobytes, unit: 'kB', comparedWith, limit: { atMost: maxGrowth } };
}

function areaFunctions(functions: FunctionPlan[]): { area: string; fn: FunctionPlan }[] {
  return areas.map(({ name }) => {
    const fn = functions.find((known) => known.name.endsWith(`-${name}`));
    if (!fn) throw new Error(`the template has no function for the area ${name}`);
    return { area: name, fn };
  });
}

function fileOf({ assetDir }: FunctionPlan): string {
  return join(assetDir, 'index.mjs');
}

/** Medians by area; every round loads each of them once, and an empty module, whose time is taken off. */
async function loadTimes(
  functions: { area: string; fn: FunctionPlan }[],
  temporaryDir: string,
): Promise<[area: string, milliseconds: number][]> {
  const empty = join(temporaryDir, 'empty.mjs');
  writeFileSync(empty, 'export const handler = async () => undefined;\n');
  const subjects = functions.map(({ area, fn }) => {
    const instance = { logGroupName: 'bench', logStreamName: 'bench', temporaryDir };
    return {
      area,
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
  return subjects.map(({ area, times }) => [area, median(times) - median(emptyTimes)]);
}

/** In a process of its own, without the start of the process. */
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
