import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Content, contentOf, madeUpContent } from '../server/contents.ts';
import { seedingOfTankMixRate } from './seeding.ts';

/** Files of real machines, by their names in `samples/`, and one that is made up. */
export const sampleNames = [
  'harvest-of-jen-3',
  'harvest-of-01',
  'application-of-tank-mix-rate',
  'display-data',
  'seeding-of-tank-mix-rate',
] as const;
export type SampleName = (typeof sampleNames)[number];

const known = new Map<SampleName, Content>();

function sample(name: SampleName): Content {
  const found =
    known.get(name) ??
    contentOf(name === 'seeding-of-tank-mix-rate' ? seedingOfTankMixRate() : readFileSync(sampleFile(name)));
  known.set(name, found);
  return found;
}

/** The path of a file of a real machine. */
export function sampleFile(name: Exclude<SampleName, 'seeding-of-tank-mix-rate'>): string {
  return fileURLToPath(new URL(`./samples/${name}.zip`, import.meta.url));
}

/** What a file of a world consists of: a sample, a number of bytes without meaning, or bytes in base 64. */
export type Filling = { sample: SampleName } | { length: number } | { base64: string };

export function contentFilled(filling: Filling): Content {
  if ('sample' in filling) return sample(filling.sample);
  return 'length' in filling ? madeUpContent(filling.length) : decoded(filling.base64);
}

/** Bytes that are decoded when they are read, since their length is asked for more often. */
function decoded(base64: string): Content {
  let bytes: Buffer | undefined;
  return {
    length: Buffer.byteLength(base64, 'base64'),
    read(start, end) {
      bytes ??= Buffer.from(base64, 'base64');
      return bytes.subarray(start, end);
    },
  };
}
