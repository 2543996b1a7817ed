import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { sampleFile } from '../../../local/sandboxes/world/samples.ts';
import { cloud, tablesWritten } from '../../api/cloud.ts';
import { processed } from '../../api/machine-files/batch.ts';
import { freshOwner, type TestOwner } from '../../api/owner.ts';
import { freshProcess, made } from '../../api/satellite/process.ts';
import { freshSatelliteField } from '../../api/satellite/satellite.ts';
import { askUntil } from '../../api/send-form.ts';
import { freshUser } from '../../api/users/user.ts';
import { launchBrowser } from '../chromium.ts';

/** What signs an owner in, as the page of a laptop reads it. */
export interface SignIn {
  username: string;
  password: string;
  clientId: string;
}

/** A field whose harvest of 2016 and scenes of that year are there, of an owner of its own. */
interface SeasonFarm {
  owner: TestOwner;
  signIn: SignIn;
  svcUserId: string;
  fieldId: string;
  operationId: string;
}

const password = 'a password of tests';
/** Days and mean NDVI of the scenes. */
const scenes: [day: string, ndvi: number][] = [
  ['2016-05-20', 0.24],
  ['2016-07-09', 0.71],
  ['2016-08-18', 0.86],
  ['2016-09-12', 0.44],
];

/** An owner who can sign in. */
export async function freshSignIn(): Promise<{ owner: TestOwner; signIn: SignIn }> {
  const owner = await freshOwner({ password });
  return { owner, signIn: { username: owner.owner.username, password, clientId: cloud.demo.clientId } };
}

/** Uploads the sample harvest, makes a field of its ground, and scenes of its year. */
async function freshSeasonFarm(): Promise<SeasonFarm> {
  const { owner, signIn } = await freshSignIn();
  const { id: svcUserId } = await freshUser(owner);
  const { files } = await processed(owner, svcUserId, 'harvest.zip', readFileSync(sampleFile('harvest-of-01')));
  const fields = `/services/fields/api/users/${svcUserId}/fields`;
  const added = await owner.post<{ id: string }>(`${fields}/fromPoints`, {
    name: 'Creek Eighty',
    fileId: files[0]?.id,
  });
  expect(added.status).toBe(201);
  const fieldId = added.body.id;
  const { body: field } = await owner.get<{ geometry: MultiPolygon }>(`${fields}/${fieldId}`);
  const ground = await freshSatelliteField(owner, { externalId: fieldId, geometry: field.geometry });
  const images = [...made.images, { type: 'SCL', file: 'SCL.tif', resolution: 10, bytes: 4 }];
  for (const [day, ndvi] of scenes) {
    await freshProcess(owner, ground.id, { date: `${day}T17:09:00.024Z`, ndvi, images, ground: field.geometry });
  }
  const [operation] = await askUntil<{ id: string }[]>(
    owner,
    `/services/operations/api/operations?fieldId=${fieldId}`,
    (listed) => listed.length > 0,
    60_000,
  );
  // The ground of a zone is measured in the table of fields.
  await tablesWritten();
  return { owner, signIn, svcUserId, fieldId, operationId: operation?.id ?? '' };
}

/** A browser and a season for the tests of a block. */
export function useSeasonFarm(): { readonly browser: Browser; readonly farm: SeasonFarm } {
  const shown: { browser?: Browser; farm?: SeasonFarm } = {};
  beforeAll(async () => {
    [shown.browser, shown.farm] = await Promise.all([launchBrowser(), freshSeasonFarm()]);
  }, 120_000);
  afterAll(() => shown.browser?.close());
  return shown as Required<typeof shown>;
}
