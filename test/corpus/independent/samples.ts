import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';

/** The folder with real files, if there is one. */
export const corpus = process.env.CORPUS_DIR;

if (!corpus) console.log('CORPUS_DIR is not set: what needs the real files of machines is left out.');

export function sample(path: string): Buffer {
  return readFileSync(join(corpus ?? '', path));
}

/** The files of a zip whose names match, by their names. Bytes before the first entry are skipped. */
export function entriesOf(zip: Buffer, names: RegExp): [name: string, content: Buffer][] {
  return Object.entries(unzipSync(zip))
    .filter(([name]) => names.test(name))
    .map(([name, content]) => [name, Buffer.from(content)]);
}

/** The only file of a zip whose name matches. */
export function entryOf(zip: Buffer, name: RegExp): Buffer {
  const [found, ...others] = entriesOf(zip, name);
  if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} files fit ${name}`);
  return found[1];
}
