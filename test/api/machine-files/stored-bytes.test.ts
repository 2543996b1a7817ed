import { describe, expect, test } from 'vitest';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { corpus, sample } from '../../corpus/independent/samples.ts';
import { bucket, files, idle, variable } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { processed } from './batch.ts';

const lake = objectStore(variable('LAKE_BUCKET'), bucket.client);

/** A harvest of 40,568 points in the middle of Iowa, in a zip of 1,207,719 bytes. */
const harvest = 'JohnDeere+SampleData/Export From MyJohnDeere - Harvest.zip';
const keptPoints = 40_568;
/** 24.3 on 2026-11-27; 50.8 with a geometry beside longitude and latitude, sorted by place. */
const maxBytesOfPoint = 35;
/** 1.82 on 2026-11-27, with or without a field; 78.8 with a field and 39.6 without, when all outputs were stored. */
const maxTimes = 2.5;
const ground = {
  type: 'Polygon',
  coordinates: [
    [
      [-93.16, 41.66],
      [-93.14, 41.66],
      [-93.14, 41.68],
      [-93.16, 41.68],
      [-93.16, 41.66],
    ],
  ],
};

/** Every byte of an owner in both buckets, by the kind of object: its key without ids. */
async function storedBytes({ owner }: TestOwner): Promise<Record<string, number>> {
  const kinds: Record<string, number> = {};
  for (const store of [files, lake]) {
    for await (const { key, bytes } of store.versions('')) {
      if (!key.includes(owner.id)) continue;
      const kind = key.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*');
      kinds[kind] = (kinds[kind] ?? 0) + bytes;
    }
  }
  return kinds;
}

const sumOf = (kinds: Record<string, number>, isWanted: (kind: string) => boolean) =>
  Object.entries(kinds).reduce((sum, [kind, bytes]) => sum + (isWanted(kind) ? bytes : 0), 0);

describe.skipIf(!corpus)('the stored bytes for each one of a harvest that is sent', () => {
  test.each([{ where: 'on a field' }, { where: 'on no field' }])('are few $where', async ({ where }) => {
    const owner = await freshOwner();
    const { id: svcUserId } = await freshUser(owner);
    if (where === 'on a field') await freshField(owner, svcUserId, { geometry: ground });
    const content = sample(harvest);
    const sent = await processed(owner, svcUserId, 'harvest.zip', content);
    expect(sent.files).toMatchObject([{ status: 'processed', pointCounts: { kept: keptPoints } }]);
    await idle();
    const kinds = await storedBytes(owner);
    const all = sumOf(kinds, () => true);
    console.info(`${(all / content.length).toFixed(2)} bytes ${where}`, kinds);
    expect(all).toBeLessThanOrEqual(content.length * maxTimes);
    const points = sumOf(kinds, (kind) => kind.startsWith('lake/'));
    expect(points).toBeLessThanOrEqual(keptPoints * maxBytesOfPoint);
  });
});
