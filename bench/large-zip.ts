import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { unzipSync, Zip, ZipPassThrough } from 'fflate';
import { hundredFieldsZip } from './hundred-fields.ts';

const chunk = 1024 * 1024;

/** Writes a zip of at least the given megabytes: a shapefile of 100 fields, and a picture beside it. */
export function writeLargeZip(path: string, megabytes: number): void {
  const file = openSync(path, 'w');
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    writeSync(file, bytes);
  });
  for (const [name, bytes] of Object.entries(unzipSync(hundredFieldsZip()))) add(zip, name, [bytes]);
  const pixels = randomBytes(chunk);
  add(
    zip,
    'farm.tif',
    Array.from({ length: megabytes }, () => pixels),
  );
  zip.end();
  closeSync(file);
}

/** Adds an entry, stored rather than deflated, so that the zip is as large as its content. */
function add(zip: Zip, name: string, chunks: Uint8Array[]): void {
  const entry = new ZipPassThrough(name);
  zip.add(entry);
  for (const [position, bytes] of chunks.entries()) entry.push(bytes, position === chunks.length - 1);
}
