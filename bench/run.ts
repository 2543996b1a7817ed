import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { readBaseline, saveBaseline } from './baseline.ts';
import { benchmarks } from './benchmarks.ts';
import { runBenchmarks } from './run-benchmarks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { save: { type: 'boolean' }, tiny: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
const unknown = positionals.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
const isRefused = unknown.length > 0 || (values.tiny && values.save);
if (values.help || isRefused) {
  if (unknown.length > 0) console.error(`There is no benchmark ${unknown.join(', ')}.\n`);
  if (values.tiny && values.save) console.error('The figures of --tiny mean nothing: --save does not go with it.\n');
  console.log('npm run bench -- [NAME ...] [--save | --tiny]\n');
  for (const { name, takes } of benchmarks) console.log(`  ${name.padEnd(14)} ${takes}`);
  console.log('\n--save keeps the figures in bench/baseline.json.');
  console.log('--tiny runs each with its smallest sizes, to see that it still runs: two minutes, no limits.');
  process.exit(isRefused ? 1 : 0);
}

// The SDK's notice about Node 20 is for those who choose its version.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
const [busy = 0] = loadavg();
if (busy > availableParallelism() / 2 && !values.tiny) {
  console.log(`This machine is busy (load ${busy.toFixed(1)}): believe only the ratios to peers.\n`);
}
const { rows, isGood } = await runBenchmarks(
  benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
  { form: values.tiny ? 'tiny' : 'full', baseline: readBaseline(), print: console.log },
);
if (values.save) saveBaseline(rows);
if (!isGood) process.exitCode = 1;
