import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type FileCase, runCases } from '../../fuzz/fuzz-cases.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { geoTiff, rasterZip } from '../machine-files/adapt-raster-set.ts';
import { zipOf } from '../machine-files/harvest-text.ts';
import { besideRaster, boundaryAttacks, type Prey, rasterAttacks } from './attack-files.ts';

/** A file that shows whether it was read, and a text by which its content is found in a result. */
function canaryIn(folder: string) {
  const path = join(folder, 'canary.txt');
  writeFileSync(path, 'root:x:0:canary\n');
  const before = new Date(2001, 0, 1);
  const hide = () => utimesSync(path, before, new Date(2002, 0, 1));
  hide();
  return { path, hide, wasRead: () => statSync(path).atime.getTime() !== before.getTime() };
}

async function connections() {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}`, count: () => count, close: () => server.close() };
}

test('known attacks read nothing of this machine, call no server and end no process', async () => {
  const folder = temporaryFolder('attacks');
  const [canary, network] = [canaryIn(folder), await connections()];
  const prey: Prey = { path: canary.path, address: network.address };
  try {
    const cases: (FileCase & { attack: string })[] = [];
    const add = (attack: string, name: string, bytes: Uint8Array, reads: FileCase['reads']) => {
      const path = join(folder, String(cases.length), name);
      mkdirSync(join(folder, String(cases.length)));
      writeFileSync(path, bytes);
      cases.push({ attack, path, reads });
    };
    for (const [attack, make] of boundaryAttacks) {
      const { name, bytes } = await make(prey);
      add(attack, name, bytes, 'boundaries');
    }
    for (const [attack, make] of rasterAttacks) add(attack, 'upload.zip', (await make(prey)).bytes, 'machine files');
    const besides = { ...unzipSync(rasterZip(await geoTiff())), ...besideRaster(prey) };
    add('files beside an image', 'upload.zip', zipOf(besides), 'machine files');

    canary.hide();
    const readBy: string[] = [];
    const called: string[] = [];
    const findings = await runCases(cases, {
      processes: 1,
      longest: 60_000,
      onDone({ attack }) {
        if (canary.wasRead()) readBy.push(attack);
        canary.hide();
        if (network.count() > called.length) called.push(attack);
      },
    });
    expect({ findings, readBy, called }).toEqual({ findings: [], readBy: [], called: [] });
    // A read of the test's own has to be noticed.
    readFileSync(canary.path);
    expect(canary.wasRead()).toBe(true);
  } finally {
    network.close();
  }
});
