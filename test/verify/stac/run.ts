import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sceneSource } from '../../../adapters/satellite/catalogues.ts';
import type { Scene } from '../../../domain/satellite/scenes/scene.ts';
import { startSatelliteStandIn } from '../../../local/stand-ins/satellite/start-stand-in.ts';
import { pythonWith } from '../python.ts';
import { startThirdPartyServer } from './third-party.ts';

/**
 * Reads the stand-in for the catalogue with `pystac-client`, which reads the real one, and reads a server of other authors with Furrow, as one that
 * `FURROW_STAC_URL` names. Ends with 1 when either finds something unexpected.
 */
const python = pythonWith('stac', ['pystac-client==0.9.1', 'pystac==1.15.2']);
const standIn = await startSatelliteStandIn({ now: Date.now });
const client = spawn(python, ['-W', 'ignore', join(import.meta.dirname, 'client.py'), standIn.stacUrl], {
  stdio: 'inherit',
});
const code = await new Promise<number>((resolve) => client.once('exit', (found) => resolve(found ?? 1)));

const day = 24 * 60 * 60_000;
const now = Date.now();
const bbox: [number, number, number, number] = [-93.7, 42.1, -93.5, 42.3];
const from = new Date(now - 60 * day).toISOString();
const own = await startThirdPartyServer(standIn.stacUrl, { bbox, datetime: `${from}/${new Date(now).toISOString()}` });
const clock = { now: Date.now };
const [theirs, ours] = [
  sceneSource({ upstream: 'own', address: own.stacUrl, clock }),
  sceneSource({ upstream: 'stand-in', address: standIn.stacUrl, clock }),
];
let faults = 0;
function expect(holds: boolean, what: string): void {
  console.log(`${holds ? 'ok      ' : 'WRONG   '}${what}`);
  if (!holds) faults += 1;
}
for (const by of ['date', 'created'] as const) {
  const search = { bbox, by, from: new Date(now - 30 * day).toISOString() };
  const [found, wanted] = [await idsOf(theirs.search(search)), await idsOf(ours.search(search))];
  const missing = wanted.filter((id) => !found.includes(id));
  expect(wanted.length > 3 && missing.length === 0, `rustac, searched by ${by}: ${found.length} scenes, none missing`);
}
const [first] = await scenesOf(theirs.search({ bbox, by: 'date', from }));
const again = first && (await theirs.find(first.collection, first.id));
expect(
  again !== undefined && JSON.stringify(again) === JSON.stringify(first),
  'rustac: a scene read alone is the one that was found',
);
await own.close();
await standIn.close();
process.exitCode = code || Number(faults > 0);

async function scenesOf(scenes: AsyncIterable<Scene>): Promise<Scene[]> {
  const all: Scene[] = [];
  for await (const scene of scenes) all.push(scene);
  return all;
}

async function idsOf(scenes: AsyncIterable<Scene>): Promise<string[]> {
  return (await scenesOf(scenes)).map(({ id }) => id);
}
