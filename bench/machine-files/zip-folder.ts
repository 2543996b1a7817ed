import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Zip, ZipDeflate } from 'fflate';

/** Packs all files of a folder, a run of bytes at a time. */
export async function zipFolder(folder: string, target: string): Promise<void> {
  const file = openSync(target, 'w');
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    writeSync(file, bytes);
  });
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of found.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const packed = new ZipDeflate(relative(folder, path), { level: 1 });
    zip.add(packed);
    for await (const bytes of createReadStream(path, { highWaterMark: 1024 * 1024 })) packed.push(bytes);
    packed.push(new Uint8Array(), true);
  }
  zip.end();
  closeSync(file);
}
