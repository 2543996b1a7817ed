import { readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { sampleFile } from '../../../local/sandboxes/world/samples.ts';
import { seedingOfTankMixRate } from '../../../local/sandboxes/world/seeding.ts';
import { soilSample } from '../../adapters/soil/soil-samples.ts';
import { control, idle } from '../../api/cloud.ts';
import { processed } from '../../api/machine-files/batch.ts';
import type { TestOwner } from '../../api/owner.ts';
import { freshSatelliteField } from '../../api/satellite/satellite.ts';
import { readSoil } from '../../api/soil/soil.ts';
import { freshUser } from '../../api/users/user.ts';
import { freshSignIn, type SignIn } from './season-farm.ts';

/** Fields with other work than a harvest, of an owner of its own. */
export interface WorkFarm {
  signIn: SignIn;
  /** The field of a planting that is made up and of a real application, both of 2017, on the same ground. */
  worked: string;
  /** The field of twenty real soil samples of 2021. */
  sampled: string;
  /** Ground of two real scenes of August 2023. */
  seen: string;
}

type Corner = [longitude: number, latitude: number];

/** Uploads what machines and a laboratory recorded, and has scenes of the stand-in's catalogue fetched, among which two are real. */
export async function freshWorkFarm(): Promise<WorkFarm> {
  const { owner, signIn } = await freshSignIn();
  const { id: svcUserId } = await freshUser(owner);
  const fields = `/services/fields/api/users/${svcUserId}/fields`;
  const made = async (path: string, body: object) => {
    const { status, body: field } = await owner.post<{ id: string; geometry: object }>(`${fields}${path}`, body);
    if (status !== 201) throw new Error(JSON.stringify(field));
    return field;
  };

  const application = readFileSync(sampleFile('application-of-tank-mix-rate'));
  const { files } = await processed(owner, svcUserId, 'application.zip', application);
  const worked = await made('/fromPoints', { name: 'Tank Mix Rate', fileId: files[0]?.id });
  await processed(owner, svcUserId, 'planting.zip', seedingOfTankMixRate());

  const places = unzipSync(soilSample('locations-shp.zip'));
  const report = { 'lab-modus.xml': soilSample('lab-modus.xml'), ...places };
  await readSoil(owner, svcUserId, { name: 'soil.zip', content: zipSync(report) });
  const sampled = await made('', { name: 'Enyart East', geometry: ring(sampledGround) });
  const seen = await made('', { name: '33TWL', geometry: ring(seenGround) });

  await control('POST', '/scenes/open', { open: true });
  try {
    await watched(owner, worked.id, ring(workedGround), ['2017-06-20', '2017-07-20']);
    await watched(owner, seen.id, ring(seenGround), ['2023-08-12', '2023-08-16']);
    await idle();
  } finally {
    await control('POST', '/scenes/open', { open: false });
  }
  return { signIn, worked: worked.id, sampled: sampled.id, seen: seen.id };
}

/** Has the scenes of some days fetched, as the screen says. */
function watched(owner: TestOwner, fieldId: string, geometry: object, [startDate, endDate]: [string, string]) {
  return freshSatelliteField(owner, {
    externalId: `${fieldId}-${startDate.slice(0, 4)}`,
    geometry,
    startDate,
    endDate,
  });
}

const workedGround: Corner[] = [[-93.4879, 41.7612], [-93.4864, 41.7612], [-93.4864, 41.7718], [-93.4879, 41.7718]]; // biome-ignore format: a box
const sampledGround: Corner[] = [[-86.1802, 40.9858], [-86.1732, 40.9858], [-86.1732, 40.9893], [-86.1802, 40.9893]]; // biome-ignore format: a box
/** Twenty by twenty pixels of the real scenes, whose means are known from other programs. */
const seenGround: Corner[] = [[15.825135, 45.644488], [15.85593, 45.644262], [15.856259, 45.665861], [15.825452, 45.666088]]; // biome-ignore format: a box

const ring = (corners: Corner[]) => ({ type: 'Polygon', coordinates: [[...corners, corners[0]]] });
