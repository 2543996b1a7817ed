/*
 * Loads every function's bundle once, in a process of its own, with the variables that the template gives to functions.
 * An API area's bundle may take 500 kB and 120 ms, since somebody waits for it.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

const LARGEST_AREA_BYTES = 500_000;
const SLOWEST_AREA_MS = 120;
/** Other work on the machine makes a load slower, never faster; so the best of several counts. */
const ATTEMPTS = 5;

const variables = globSync('dist/assembly/**/*.template.json')
  .map((path) => JSON.parse(readFileSync(path, 'utf8')))
  .flatMap(({ Resources = {} }) => Object.values(Resources))
  .filter(({ Type }) => Type === 'AWS::Lambda::Function')
  .flatMap(({ Properties }) => Object.keys(Properties.Environment?.Variables ?? {}));
const env = {
  AWS_REGION: 'us-east-1',
  ...Object.fromEntries(variables.map((name) => [name, '1'])),
  NODE_OPTIONS: '',
};

/** Milliseconds that the import took, or what went wrong. */
function load(bundle) {
  const program = `
    const started = performance.now();
    const { handler } = await import(${JSON.stringify(pathToFileURL(bundle).href)});
    if (typeof handler !== 'function') throw new Error('exports no handler');
    process.stdout.write(String(performance.now() - started), () => process.exit(0));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env,
    encoding: 'utf8',
  });
  if (status === 0) return { milliseconds: Math.round(Number(stdout)) };
  // The source lines that Node quotes are minified and endless.
  const lines = stderr.split('\n').filter((line) => /^\w*Error|^ {4}at /.test(line));
  return { problem: lines.join('\n').slice(0, 1000) || `ended with ${status}` };
}

function check(bundle) {
  const name = basename(dirname(bundle));
  const bytes = statSync(bundle).size;
  const loads = Array.from({ length: ATTEMPTS }, () => load(bundle));
  const problem = loads.find((one) => one.problem)?.problem;
  const milliseconds = Math.min(...loads.map((one) => one.milliseconds ?? Number.POSITIVE_INFINITY));
  const isArea = !name.startsWith('workers-');
  const problems = [
    ...(problem ? [problem] : []),
    ...(isArea && bytes > LARGEST_AREA_BYTES ? [`larger than ${LARGEST_AREA_BYTES / 1000} kB`] : []),
    ...(isArea && !problem && milliseconds > SLOWEST_AREA_MS ? [`slower than ${SLOWEST_AREA_MS} ms`] : []),
  ];
  console.log(`${name}: ${Math.round(bytes / 1000)} kB, ${problem ? 'does not load' : `${milliseconds} ms`}`);
  for (const one of problems) console.log(`  ${one}`);
  return problems.length === 0;
}

const bundles = globSync('dist/functions/*/index.mjs').sort();
console.log(`${bundles.length} bundles on Node ${process.version}`);
const fine = bundles.filter(check);
process.exitCode = bundles.length > 0 && fine.length === bundles.length ? 0 : 1;
