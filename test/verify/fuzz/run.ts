import { fuzzCases, runCases } from '../../fuzz/fuzz-cases.ts';
import { readOptions } from '../options.ts';

/** Reads damaged files with all parsers, and prints those that ended, blocked or misled one. A case is a parser and a seed. */
const { seed, count } = readOptions({ seed: 1, count: 20_000 });
const cases = fuzzCases(count, seed);
const totals = new Map<string, { read: number; crash: number; hang: number; fault: number }>();
for (const { parser } of cases) totals.set(parser, { read: 0, crash: 0, hang: 0, fault: 0 });

let done = 0;
const began = performance.now();
const findings = await runCases(cases, {
  processes: 2,
  longest: 30_000,
  onFinding({ parser, seed: own, kind, words }) {
    console.log(`${kind}: ${parser}, seed ${own}\n  ${words.slice(0, 600)}`);
    const total = totals.get(parser);
    if (total) total[kind]++;
  },
  onDone({ parser }) {
    const total = totals.get(parser);
    if (total) total.read++;
    if (++done % 1_000 === 0)
      console.log(`${done} of ${cases.length} read, ${Math.round((performance.now() - began) / 1000)} s`);
  },
});

console.table(Object.fromEntries(totals));
console.log(
  `${done} files from seed ${seed}, ${findings.length} findings, ${Math.round((performance.now() - began) / 1000)} s`,
);
process.exitCode = findings.length > 0 ? 1 : 0;
