import { expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { advance, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { collection, feature } from '../uploads/boundary-files.ts';
import { converted } from '../uploads/upload.ts';
import { freshUser } from '../users/user.ts';
import { fieldsPath, freshField, squareAt } from './field.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);

/** A field on Taveuni: as RFC 7946 splits it, and as it is drawn. */
const [west, east] = [squareAt(179.99, -16.8), squareAt(-180, -16.8)];
const cut = { type: 'MultiPolygon', coordinates: [...west.coordinates, ...east.coordinates] };
const uncut = {
  type: 'Polygon',
  coordinates: [
    [
      [179.99, -16.8],
      [-179.99, -16.8],
      [-179.99, -16.79],
      [179.99, -16.79],
      [179.99, -16.8],
    ],
  ],
};

test('a boundary in parts on either side of the 180th meridian is one field, found from both sides', async () => {
  const field = await freshField(owner, svcUserId, { id: 'taveuni', geometry: cut });
  const inland = await freshField(owner, svcUserId, { id: 'inland', geometry: squareAt(170, -16.8) });
  expect(field.geometry).toEqual(cut);
  expect(field.area?.value).toBeCloseTo(2 * (inland.area?.value ?? 0), 6);
  for (const geometry of [squareAt(179.995, -16.795, 0.001), squareAt(-179.999, -16.795, 0.001)]) {
    const found = await owner.post<Field[]>(fieldsPath(svcUserId, '/intersects'), { geometry });
    expect(found.body.map(({ id }) => id)).toEqual(['taveuni']);
  }
  const replaced = await owner.call('PUT', fieldsPath(svcUserId, '/inland/boundary'), { json: { geometry: cut } });
  expect(replaced.status).toBe(200);
  expectProblem(await owner.post(fieldsPath(svcUserId), { geometry: uncut }), 400, 'invalidGeometry');

  await idle();
  await advance({ seconds: 25 });
  await idle();
  const { status, body } = await runQuery(
    owner,
    `SELECT ST_AREA(geometry) / 1e4 AS hectares, ST_X(ST_CENTROID(geometry)) AS x,
      ST_INTERSECTS(geometry, ST_GEOGPOINT(-179.995, -16.795)) AS east, ST_INTERSECTS(geometry, ST_GEOGPOINT(179.995, -16.795)) AS west,
      ST_INTERSECTS(geometry, ST_GEOGPOINT(0, -16.795)) AS far,
      ST_INTERSECTS(geometry, ST_GEOGFROMTEXT('MULTIPOLYGON(((179 -17, 180 -17, 180 -16, 179 -17)), ((-180 -17, -179 -17, -180 -16, -180 -17)))')) AS both
    FROM fields WHERE id = 'taveuni'`,
  );
  expect([status, body]).toMatchObject([200, [{ east: true, west: true, far: false, both: true }]]);
  const [{ hectares, x }] = body as unknown as [{ hectares: number; x: number }];
  expect(hectares / (field.area?.value ?? 0)).toBeCloseTo(1, 2);
  expect(Math.abs(x)).toBeCloseTo(180, 4);
});

test('an uploaded boundary across the 180th meridian is cut, and the upload says so', async () => {
  const { upload, entries } = await converted(
    owner,
    svcUserId,
    'fiji.geojson',
    collection([feature(uncut, 'Across'), feature(cut, 'In parts')]),
  );
  expect(upload.status).toBe('PROCESSED');
  expect(JSON.stringify(entries)).toContain('cutAtAntimeridian');
  expect(entries.flatMap(({ fieldId }) => fieldId)).toHaveLength(1);
});
