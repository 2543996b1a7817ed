import { beforeAll, expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { fieldsPath, freshField, squareAt } from './field.ts';

const owner = await freshOwner();
let svcUserId = '';
beforeAll(async () => {
  svcUserId = (await freshUser(owner)).id;
});

const square = (west: number, south: number, degrees: number) =>
  squareAt(west, south, degrees).coordinates[0]?.[0] ?? [];
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });

const refused: [string, unknown, string][] = [
  [
    'a bow tie',
    polygon([
      [10, 50],
      [12, 52],
      [12, 50],
      [10, 52],
      [10, 50],
    ]),
    'SELF_INTERSECTION at longitude 11, latitude 51',
  ],
  [
    'an open ring',
    polygon([
      [10, 50],
      [11, 50],
      [11, 51],
      [10, 51],
    ]),
    'RING_NOT_CLOSED at longitude 10, latitude 50',
  ],
  [
    'two corners',
    polygon([
      [10, 50],
      [11, 50],
      [10, 50],
    ]),
    'TOO_FEW_POINTS at longitude 10, latitude 50',
  ],
  [
    'a line there and back',
    polygon([
      [10, 50],
      [11, 50],
      [12, 50],
      [10, 50],
    ]),
    'SELF_INTERSECTION at longitude 11, latitude 50',
  ],
  ['no corner', polygon([]), 'TOO_FEW_POINTS'],
  ['nothing', { type: 'MultiPolygon', coordinates: [] }, 'TOO_FEW_POINTS'],
  ['a hole outside', polygon(square(10, 50, 1), square(20, 50, 1)), 'HOLE_OUTSIDE_SHELL'],
  ['a hole in a hole', polygon(square(10, 50, 9), square(11, 51, 5), square(12, 52, 1)), 'NESTED_HOLES'],
  [
    'a part in a part',
    { type: 'MultiPolygon', coordinates: [[square(10, 50, 9)], [square(11, 51, 1)]] },
    'NESTED_SHELLS',
  ],
  ['a point', { type: 'Point', coordinates: [10, 50] }, 'NOT_ALLOWED_GEOMETRY_TYPE'],
  [
    'a collection',
    { type: 'GeometryCollection', geometries: [polygon(square(10, 50, 1))] },
    'NOT_ALLOWED_GEOMETRY_TYPE',
  ],
  ['a feature', { type: 'Feature', geometry: polygon(square(10, 50, 1)), properties: {} }, 'Feature'],
  ['metres', polygon(square(500_000, 50, 1)), 'INVALID_COORDINATE'],
  [
    'texts',
    polygon([
      ['10', '50'],
      ['11', '50'],
      ['11', '51'],
      ['10', '50'],
    ]),
    'not two numbers',
  ],
  [
    'the antimeridian',
    polygon([
      [-179, 50],
      [179, 50],
      [179, 51],
      [-179, 51],
      [-179, 50],
    ]),
    'antimeridian',
  ],
  [
    'a pole',
    polygon([
      [10, 89],
      [11, 89],
      [11, 90],
      [10, 89],
    ]),
    'pole',
  ],
];

test.each(refused)('%s is refused, with the defect and its position', async (_, geometry, defect) => {
  const problem = expectProblem(await owner.post(fieldsPath(svcUserId), { geometry }), 400, 'invalidGeometry');
  expect(problem.detail).toContain(defect);
  expect(problem.errors).toEqual([{ pointer: '#/geometry', message: problem.detail }]);
});

test('updates and searches refuse the same geometries', async () => {
  const { id } = await freshField(owner, svcUserId);
  const json = { geometry: refused[0]?.[1] };
  expectProblem(await owner.call('PATCH', fieldsPath(svcUserId, `/${id}`), { json }), 400, 'invalidGeometry');
  expectProblem(await owner.call('PUT', fieldsPath(svcUserId, `/${id}/boundary`), { json }), 400, 'invalidGeometry');
  expectProblem(await owner.post(fieldsPath(svcUserId, '/intersects'), json), 400, 'invalidGeometry');
});

test('100,000 vertices are accepted, and more are refused', async () => {
  const circle = (corners: number) => {
    const ring = Array.from({ length: corners - 1 }, (_, i) => {
      const turn = (2 * Math.PI * i) / (corners - 1);
      return [Number((10 + 0.1 * Math.cos(turn)).toFixed(9)), Number((50 + 0.1 * Math.sin(turn)).toFixed(9))];
    });
    return polygon([...ring, ring[0]]);
  };
  expectProblem(await owner.post(fieldsPath(svcUserId), { geometry: circle(100_001) }), 400, 'tooManyVertices');
  const { id, geometry } = await freshField(owner, svcUserId, { geometry: circle(100_000) });
  const read = await owner.get<Field>(fieldsPath(svcUserId, `/${id}`));
  expect(read.body.geometry).toEqual(geometry);
  const listed = await owner.get<Field[]>(`/services/fields/api/fields?id=${id}&legacy=true`);
  expect(listed.body[0]).not.toHaveProperty('geometry');
});

test('heights are dropped, rings are turned, and repeated positions are accepted', async () => {
  const clockwise = [
    [10, 50, 7],
    [10, 50.01, 7],
    [10, 50.01, 7],
    [10.01, 50.01, 7],
    [10.01, 50, 7],
    [10, 50, 7],
  ];
  const { geometry } = await freshField(owner, svcUserId, { geometry: polygon(clockwise) });
  expect(geometry?.coordinates).toEqual([
    [
      [
        [10, 50],
        [10.01, 50],
        [10.01, 50.01],
        [10, 50.01],
        [10, 50],
      ],
    ],
  ]);
});
