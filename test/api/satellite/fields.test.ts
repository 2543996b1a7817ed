import { describe, expect, test } from 'vitest';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshSatelliteField, register, type SatelliteField, satelliteService, square } from './satellite.ts';

const owner = await freshOwner();
const fields = `${satelliteService}/fields`;

/** A ring with the given number of vertices around a position. */
function round(vertices: number, radius: number, [x, y] = [10, 50]): number[][] {
  const ring = Array.from({ length: vertices }, (_, index) => {
    const angle = (index / vertices) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return [...ring, ring[0] as number[]];
}

const polygon = (...rings: number[][][]) => ({ type: 'MultiPolygon', coordinates: [rings] });
const [big = []] = square(10, 50, 0.01).coordinates[0] ?? [];

describe('registering', () => {
  test('returns the field, which its id and its externalId find', async () => {
    const geometry = square(15.8, 45.6);
    const { status, body, headers } = await register(owner, { externalId: 'north forty', geometry });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      externalId: 'north forty',
      geometry,
      providers: ['sentinel'],
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    expect(headers.get('location')).toMatch(new RegExp(`${fields}/${body.id}$`));
    for (const id of [body.id, body.id.toUpperCase(), 'north%20forty']) {
      expect((await owner.get(`${fields}/${id}`)).body).toEqual(body);
    }
    expect((await owner.get(`${fields}/${body.id}/processes`)).body).toEqual([]);
  });

  test('says in every response that a stand-in makes up the scenes', async () => {
    const { headers, body } = await register(owner, {});
    const path = `${fields}/${body.id}`;
    const answers = [
      ...[await owner.get(path), await owner.get(fields), await owner.get(`${path}/processes`)],
      ...[await owner.get(`${path}/timeseries`), await owner.get(`${satelliteService}/providers/planet`)],
      await owner.call('DELETE', path),
    ];
    for (const answer of [headers, ...answers.map((one) => one.headers)]) {
      expect(answer.get('x-furrow-upstream')).toBe('stand-in');
    }
  });

  test('accepts a Polygon, and providers as objects', async () => {
    const geometry = { type: 'Polygon', coordinates: square(15.8, 45.6).coordinates[0] };
    const providers = [{ name: 'sentinel', startDate: '2025-01-01' }];
    const { status, body } = await register(owner, { geometry, providers });
    expect([status, body.geometry.type, body.providers]).toEqual([201, 'MultiPolygon', ['sentinel']]);
  });

  test('keeps the last day of which images are wanted', async () => {
    const season = { startDate: '2021-04-01', endDate: '2021-10-31' };
    const { id, endDate } = await freshSatelliteField(owner, season);
    expect([endDate, (await owner.get<SatelliteField>(`${fields}/${id}`)).body.endDate]).toEqual(
      Array(2).fill('2021-10-31'),
    );
  });

  test('accepts an externalId once for each owner', async () => {
    await freshSatelliteField(owner, { externalId: 'twice' });
    expectProblem(await register(owner, { externalId: 'twice' }), 409, 'satelliteFieldTaken');
    expect((await register(await freshOwner(), { externalId: 'twice' })).status).toBe(201);
  });

  test.each([
    ['vertices', polygon(round(1_501, 0.01)), 'tooManyVertices'],
    ['area', square(10, 50, 0.3), 'groundTooLarge'],
    [
      'perimeter',
      polygon([
        [10, 50],
        [12.2, 50],
        [12.2, 50.001],
        [10, 50.001],
        [10, 50],
      ]),
      'groundTooLarge',
    ],
    [
      'box',
      { type: 'MultiPolygon', coordinates: [...square(10, 50).coordinates, ...square(12, 52).coordinates] },
      'groundTooLarge',
    ],
    [
      'inner ring',
      polygon(big, [
        [10.005, 50.005],
        [10.005, 50.005_005],
        [10.005_005, 50.005],
        [10.005, 50.005],
      ]),
      'invalidGeometry',
    ],
    [
      'crossing',
      polygon([
        [10, 50],
        [10.01, 50.01],
        [10.01, 50],
        [10, 50.01],
        [10, 50],
      ]),
      'invalidGeometry',
    ],
    [
      'open ring',
      polygon([
        [10, 50],
        [10.01, 50],
        [10.01, 50.01],
        [10, 50.01],
      ]),
      'invalidGeometry',
    ],
    ['point', { type: 'Point', coordinates: [10, 50] }, 'invalidGeometry'],
    ['pole', square(10, 84.5), 'groundTooLarge'],
  ])('refuses a value beyond a limit: %s', async (_, geometry, errorKey) => {
    const problem = expectProblem(await register(owner, { geometry }), 400, errorKey);
    expect(problem.fieldErrors?.[0]?.field).toBe('geometry');
  });

  test('accepts values at the limits', async () => {
    const hole = [
      [10.005, 50.005],
      [10.005, 50.005_1],
      [10.005_1, 50.005],
      [10.005, 50.005],
    ];
    for (const geometry of [polygon(round(1_500, 0.01)), square(10, 50, 0.22), polygon(big, hole)]) {
      expect((await register(owner, { geometry })).status).toBe(201);
    }
  });

  test.each([
    ['startDate and daysBefore', { startDate: '2026-01-01', daysBefore: 5 }, 'daysBefore'],
    ['a negative span', { daysBefore: -1 }, 'daysBefore'],
    ['half a day', { daysBefore: 0.5 }, 'daysBefore'],
    ['an invalid day', { startDate: '2026-02-30' }, 'startDate'],
    ['an endDate alone', { endDate: '2026-01-01' }, 'endDate'],
    ['an endDate before startDate', { startDate: '2026-01-02', endDate: '2026-01-01' }, 'endDate'],
    ['no provider', { providers: [] }, 'providers'],
    ['a provider twice', { providers: ['sentinel', { name: 'sentinel' }] }, 'providers'],
    ['an unknown provider', { providers: ['landsat'] }, 'providers'],
    ['no externalId', { externalId: undefined }, 'externalId'],
    ['a slash', { externalId: 'a/b' }, 'externalId'],
    ['no geometry', { geometry: undefined }, 'geometry'],
    ['an unknown member', { colour: 'green' }, 'colour'],
  ])('refuses %s', async (_, body, member) => {
    const problem = expectProblem(await register(owner, body), 400);
    expect(problem.fieldErrors?.[0]?.field).toContain(member);
  });

  test('needs access to Planet, and ignores its asset types without it', async () => {
    expectProblem(await register(owner, { providers: ['sentinel', 'planet'] }), 403, 'planetNotEnabled');
    const { id } = await freshSatelliteField(owner, { assetTypes: ['ortho_visual'] });
    expectProblem(await owner.get(`${fields}/${id}/subscription`), 404, 'subscriptionNotFound');
  });
});

describe('lists', () => {
  test('have the requested order, and pages', async () => {
    const lister = await freshOwner();
    const made: SatelliteField[] = [];
    for (const externalId of ['b', 'C', 'a']) made.push(await freshSatelliteField(lister, { externalId }));
    const listed = async (query: string) =>
      (await lister.get<SatelliteField[]>(`${fields}?${query}`)).body.map(({ externalId }) => externalId);
    expect(await listed('')).toEqual(['b', 'C', 'a']);
    expect(await listed('sort=createdAt,desc')).toEqual(['a', 'C', 'b']);
    expect(await listed('sort=externalId')).toEqual(['a', 'b', 'C']);
    expect(await listed('sort=providers&sort=externalId,desc')).toEqual(['C', 'b', 'a']);
    expect(await listed('sort=providers,desc')).toEqual(['a', 'C', 'b']);
    expect(await listed('size=1&page=1')).toEqual(['C']);
    const { body, headers } = await lister.get<SatelliteField[]>(`${fields}?size=2`);
    expect([body, headers.get('x-total-count')]).toEqual([made.slice(0, 2), '3']);
    expectProblem(await lister.get(`${fields}?sort=geometry`), 400);
  });
});

describe('deleting', () => {
  test('is permanent, at once, and frees the externalId', async () => {
    const { id } = await freshSatelliteField(owner, { externalId: 'short-lived' });
    expect((await owner.call('DELETE', `${fields}/short-lived`)).status).toBe(204);
    for (const path of [id, 'short-lived', `${id}/processes`, `${id}/subscription`]) {
      expectProblem(await owner.get(`${fields}/${path}`), 404, 'fieldNotFound');
    }
    expectProblem(await owner.call('DELETE', `${fields}/${id}`), 404, 'fieldNotFound');
    expect((await register(owner, { externalId: 'short-lived' })).status).toBe(201);
  });
});

test('fields of another owner are unknown', async () => {
  const { id, externalId } = await freshSatelliteField(owner);
  const other = await freshOwner();
  const problemFor = async (name: string, method = 'GET', rest = '') => {
    const { detail, errorKey } = expectProblem(await other.call(method, `${fields}/${name}${rest}`), 404);
    return [detail.replaceAll(name, 'it'), errorKey];
  };
  for (const [method, rest] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/processes'],
    ['GET', '/subscription'],
  ] as const) {
    const unknown = await problemFor('nothing', method, rest);
    expect(await problemFor(id, method, rest)).toEqual(unknown);
    expect(await problemFor(externalId, method, rest)).toEqual(unknown);
  }
  expect((await other.get(`${fields}`)).body).toEqual([]);
  expect((await owner.get(`${fields}/${id}`)).status).toBe(200);
});
