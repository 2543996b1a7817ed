import fc from 'fast-check';
import { expect, test } from 'vitest';
import { geosOverlay } from '../../../../../adapters/geos/geos-overlay.ts';
import { overlapPercent } from '../../../../../domain/fields/overlap.ts';
import type { MultiPolygon } from '../../../../../domain/geometry/multi-polygon.ts';
import { atCellBorder, inGermany, shapes } from '../../../../domain/geometry/generated-shapes.ts';
import { fieldsUnderTest, squareAt } from './tables-under-test.ts';

const under = await fieldsUnderTest();
const overlay = await geosOverlay(() => import('geos-wasm'));

const idsNear = async (ownerId: string, svcUserId: string | undefined, shape: MultiPolygon) =>
  (await under.directory.near(ownerId, svcUserId, shape)).map(({ fieldId }) => fieldId);

test.each([inGermany, atCellBorder])('no field that overlaps a shape is missed: %o', async (origin) => {
  await fc.assert(
    fc.asyncProperty(fc.array(shapes(origin), { minLength: 1, maxLength: 8 }), shapes(origin), async (found, asked) => {
      const { ownerId, svcUserId } = await under.freshUser();
      const created = found.map((geometry) => under.newField(svcUserId, { geometry }));
      await under.writer.create(ownerId, created);
      const overlapping = created.filter(({ boundary }) => overlapPercent(boundary.geometry, asked, overlay) >= 0.01);
      const ids = overlapping.map(({ field }) => field.id);
      expect(await idsNear(ownerId, svcUserId, asked)).toEqual(expect.arrayContaining(ids));
      expect(await idsNear(ownerId, undefined, asked)).toEqual(expect.arrayContaining(ids));
    }),
    { numRuns: 20 },
  );
});

test('of hundreds of fields side by side, only those around the shape are found', async () => {
  const { ownerId, svcUserId } = await under.freshUser();
  const created = Array.from({ length: 256 }, (_, i) =>
    under.newField(svcUserId, {
      id: `f-${i % 16}-${Math.floor(i / 16)}`,
      geometry: squareAt(10 + (i % 16) / 100, 50 + Math.floor(i / 16) / 100),
    }),
  );
  await under.writer.create(ownerId, created);
  const near = await idsNear(ownerId, svcUserId, squareAt(10.075, 50.075, 0.01));
  expect(near).toEqual(['f-7-7', 'f-7-8', 'f-8-7', 'f-8-8']);
});

test('a shape as large as a continent finds a garden, and a garden finds it', async () => {
  const { ownerId, svcUserId } = await under.freshUser();
  const [garden, continent] = [squareAt(7.123, 46.123, 0.0002), squareAt(-20, 30, 60)];
  await under.writer.create(ownerId, [under.newField(svcUserId, { id: 'garden', geometry: garden })]);
  expect(await idsNear(ownerId, svcUserId, continent)).toEqual(['garden']);
  await under.writer.create(ownerId, [under.newField(svcUserId, { id: 'continent', geometry: continent })]);
  expect(await idsNear(ownerId, svcUserId, squareAt(7.123, 46.123, 0.0001))).toEqual(['continent', 'garden']);
  expect(await idsNear(ownerId, svcUserId, squareAt(100, 46, 0.01))).toEqual([]);
});

test('users and owners with the same field ids never find each other’s fields', async () => {
  const one = await under.freshUser();
  const two = await under.freshUser(one.ownerId);
  const other = await under.freshUser();
  for (const { ownerId, svcUserId } of [one, two, other]) {
    await under.writer.create(ownerId, [under.newField(svcUserId, { id: 'same' })]);
  }
  expect(await under.directory.near(one.ownerId, one.svcUserId, squareAt(10, 50))).toEqual([
    { svcUserId: one.svcUserId, fieldId: 'same' },
  ]);
  const ofOwner = await under.directory.near(one.ownerId, undefined, squareAt(10, 50));
  expect(new Set(ofOwner.map(({ svcUserId }) => svcUserId))).toEqual(new Set([one.svcUserId, two.svcUserId]));
});
