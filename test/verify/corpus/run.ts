import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { Counted } from '../../corpus/counted.ts';
import { pythonWith } from '../python.ts';

/**
 * Counts the samples in CORPUS_DIR with independent readers, and compares the figures with `counted` in the expected results of the corpus,
 * or writes them there with `--write`. The tests of the corpus compare the service with them.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const corpus = process.env.CORPUS_DIR;
if (!corpus) throw new Error('CORPUS_DIR has to name the folder with the real files of machines.');

const expectedDir = join(import.meta.dirname, '../../corpus/expected/machine-files');
const environment = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
const output = execFileSync(pythonWith('corpus', ['pyshp==3.1.6']), [join(import.meta.dirname, 'totals.py'), corpus], {
  env: environment,
  encoding: 'utf8',
});

let differing = 0;
for (const [sample, counted] of Object.entries(JSON.parse(output) as Record<string, Counted>)) {
  const path = join(expectedDir, `${sample}.json`);
  const expected = JSON.parse(readFileSync(path, 'utf8')) as { counted?: Counted };
  // Another release of Python counts the same.
  if (isDeepStrictEqual({ ...expected.counted, by: counted.by }, counted)) continue;
  differing += 1;
  console.log(`${values.write ? 'Written' : 'Differs'}: ${sample}`);
  if (values.write) writeFileSync(path, `${JSON.stringify({ ...expected, counted }, undefined, 2)}\n`);
  else console.log(`  expected ${JSON.stringify(expected.counted)}\n  counted  ${JSON.stringify(counted)}`);
}
console.log(`${differing} samples ${values.write ? 'were written' : 'differ from what is expected'}.`);
process.exitCode = differing > 0 && !values.write ? 1 : 0;
