import { describe, expect, test } from 'vitest';
import { processUpload } from '../adapters/machine-files/process-upload.ts';
import { corpus } from '../corpus/independent/samples.ts';
import { randomFrom } from './mutate.ts';
import { damagedUpload, madeUploads, realUploads } from './uploads.ts';

/**
 * Damaged machine files: each parser soon returns points or a problem with a text. The seeds are made here, and with CORPUS_DIR real files
 * join them. `FUZZ_CASES=500 FUZZ_SEED=7 npx vitest run test/fuzz` tries more.
 */
const cases = Number(process.env.FUZZ_CASES ?? 10);
const firstSeed = Number(process.env.FUZZ_SEED ?? 1);
/** Milliseconds for one damaged upload; the engine takes a fraction of a second, and more on a busy machine. */
const longest = 20_000;

/** The fault in the result of a damaged upload; undefined when there is none. */
async function faultOf(upload: Uint8Array): Promise<string | undefined> {
  const began = performance.now();
  const { sets, problems } = await processUpload('upload.zip', upload);
  if (performance.now() - began > longest) return 'it took too long';
  if (sets.length + problems.length === 0) return 'nothing was said';
  const wordless = problems.find(({ message, hint }) => !/\w{3}/.test(message) || !/\w{3}/.test(hint));
  if (wordless) return `a problem says nothing: ${wordless.code}`;
  for (const { processed } of sets) {
    const { status, pointCounts, problems: found } = processed;
    if (status === 'processed' && !pointCounts?.kept) return 'it was processed and has no points';
    if (status === 'failed' && !found.some(({ message }) => /\w{3}/.test(message))) return 'it failed without a word';
  }
  return undefined;
}

async function fuzz(archive: Uint8Array): Promise<void> {
  const faults: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const fault = await faultOf(damagedUpload(archive, randomFrom(seed))).catch((error: unknown) => String(error));
    if (fault) faults.push(`seed ${seed}: ${fault}`);
  }
  expect(faults).toEqual([]);
}

describe('a damaged upload results in points or a problem', () => {
  test.each(madeUploads)('%s', async (_, upload) => fuzz(await upload()));
});

describe.skipIf(!corpus)('a damaged upload of a real machine results in points or a problem', () => {
  test.each(realUploads)('%s', async (_, upload) => fuzz(await upload()));
});
