// Loads every function's bundle once, in a process of its own, with the environment variables that the template gives it.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const templates = globSync('{cdk.out,.furrow}/**/*.template.json').map((path) =>
  JSON.parse(readFileSync(path, 'utf8')),
);
const names = templates
  .flatMap((template) => Object.values(template.Resources ?? {}))
  .filter((resource) => resource.Type === 'AWS::Lambda::Function')
  .flatMap((resource) => Object.keys(resource.Properties.Environment?.Variables ?? {}))
  .filter((name) => name !== 'NODE_OPTIONS');
const env = {
  PATH: process.env.PATH,
  AWS_REGION: 'us-east-1',
  ...Object.fromEntries(names.map((name) => [name, 'x'])),
};

const bundles = globSync('dist/functions/*/index.mjs').filter((path) => existsSync(path));
let wrong = bundles.length === 0 || templates.length === 0 ? 1 : 0;
for (const bundle of bundles) {
  const load = `
    const { handler } = await import(${JSON.stringify(pathToFileURL(bundle).href)});
    if (typeof handler !== 'function') throw new Error('exports no handler');
    process.exit(0);`;
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', load], {
    env,
    encoding: 'utf8',
  });
  console.log(`${status === 0 ? 'loads' : 'FAILS'} ${bundle} (${Math.round(performance.now() - started)} ms)`);
  if (status !== 0) {
    console.log(stderr);
    wrong += 1;
  }
}
console.log(`${bundles.length} bundles on Node ${process.version}`);
process.exitCode = wrong === 0 ? 0 : 1;
