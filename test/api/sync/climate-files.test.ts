import { afterAll, expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { cloudClock } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { type Row, runQuery } from '../query/query.ts';
import { anotherRound, filesOf, roundEnded, wantingUser } from './fetched-files.ts';
import { harvestFilling } from './own-farm.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';

useSandboxes();
const owner = await freshOwner();
const layer = '0190f3c4-7c1e-7d3a-9b58-3f2a1c4d5e6f';
const climate = <T>(method: string, path: string, body?: object) =>
  controlSandbox<T>('ClimateFieldView', method, path, body);
const layers = await climate<{ items: { id: string; kind: string; fieldIds: string[]; resourceOwnerId: string }[] }>(
  'GET',
  '/world/layers',
);
afterAll(() => climate('DELETE', `/world/layers/${layer}`));

const putLayer = (filling: object) => {
  const now = new Date(cloudClock.now()).toISOString();
  const { fieldIds, resourceOwnerId } = layers.items[0] as (typeof layers.items)[number];
  const times = { startTime: now, endTime: now, createdAt: now, updatedAt: now };
  return climate('PUT', `/world/layers/${layer}`, {
    kind: 'asHarvested',
    fieldIds,
    resourceOwnerId,
    ...times,
    filling,
  });
};

test('a Climate FieldView credential brings recorded work in ranges, once, and a layer that changes is replaced', async () => {
  const svcUserId = await wantingUser(owner, { operationsProcessingRange: 1 });
  await putLayer(harvestFilling());
  await sandboxCredential(owner, svcUserId, 'ClimateFieldView');
  await roundEnded();
  // The others are of 2017 and earlier.
  const [file, ...others] = await filesOf(owner, svcUserId);
  expect(others).toEqual([]);
  expect(file).toMatchObject({
    ...{ status: 'processed', origin: 'provider', provider: 'ClimateFieldView', providerFileId: layer },
    ...{ operationType: 'harvested', problems: [] },
  });

  await climate('DELETE', '/calls');
  await anotherRound(owner, svcUserId);
  const { kinds } = await climate<{ kinds: Record<string, number> }>('GET', '/calls');
  expect(kinds).toMatchObject({ asPlanted: 1, asHarvested: 1, asApplied: 1 });
  expect(kinds.asHarvestedContents).toBeUndefined();

  await putLayer(harvestFilling({ passes: 2 }));
  await anotherRound(owner, svcUserId);
  expect(await filesOf(owner, svcUserId)).toMatchObject([{ id: file?.id, pointCounts: { read: 50 } }]);

  const configuration = `/services/config/api/configs/${svcUserId}`;
  await owner.call('PATCH', configuration, { json: { operationsProcessingRange: 240 } });
  await anotherRound(owner, svcUserId);
  const all = await filesOf(owner, svcUserId, '&provider=ClimateFieldView&status=processed');
  expect(all.map(({ operationType }) => operationType).sort()).toEqual([
    'applied',
    'harvested',
    'harvested',
    'harvested',
    'planted',
  ]);
  const fields = (await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}&size=100`)).body;
  const jen = fields.find(({ name }) => name === 'Jen-3');
  expect(all.some((one) => one.fields.includes(jen?.id ?? ''))).toBe(true);
  const counted = (await runQuery<Row[]>(owner, 'SELECT COUNT(*) AS n FROM points')).body;
  expect(counted).toEqual([{ n: 43_830 + 50 }]);
});
