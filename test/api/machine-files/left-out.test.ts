import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPointLayer } from '../../../domain/machine-files/points/point-layer.ts';
import { zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { passText } from '../../adapters/machine-files/left-out-text.ts';
import { control, idle } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, operationsService, processed } from './batch.ts';

const field = {
  type: 'Polygon',
  coordinates: [
    [
      [-93.62, 42.02],
      [-93.615, 42.02],
      [-93.615, 42.024],
      [-93.62, 42.024],
      [-93.62, 42.02],
    ],
  ],
};

async function sums(owner: TestOwner, from = 'points'): Promise<unknown> {
  const { body } = await runQuery(
    owner,
    `SELECT COUNT(*) AS points, SUM(wetMass) AS mass, MAX(wetMassPerArea) AS most, MIN(latitude) AS south FROM ${from}`,
  );
  return body[0];
}

/** The points of a standard GeoJSON, and the marks of those that are left out. */
async function marksIn(owner: TestOwner, url: string): Promise<{ points: number; marks: string[] }> {
  const { features } = (await (await downloaded(owner, url)).json()) as {
    features: { properties: { leftOut?: string | null } }[];
  };
  const marks = features.flatMap(({ properties }) => properties.leftOut ?? []);
  return { points: features.length, marks: marks.sort() };
}

test('points that cannot be are in no sum, on either engine, map, ground or operation, and in all standard outputs', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/fields/api/users/${svcUserId}/fields`, { id: 'north', geometry: field });
  const work = passText({ 30: { value: 900 }, 60: { longitude: -90, latitude: 10 } });
  const { files } = await processed(owner, svcUserId, 'harvest.zip', zipOf({ 'harvest.csv': work }));
  await idle();
  const id = files[0]?.id ?? '';
  const { body: file } = await owner.get<{ downloadStandardGeojson: string }>(`${operationsService}/files/${id}`);
  const leftOut = { 'position jump': 1, 'wetMassPerArea beyondLimit': 1 };
  expect(file).toMatchObject({
    status: 'processed',
    fields: ['north'],
    pointCounts: { read: 100, kept: 98, dropped: {}, leftOut },
    problems: [{ code: 'pointsLeftOut', severity: 'warning' }],
    summary: { properties: { totalWetMass: { value: 1.764 }, wetMassPerArea: { max: 9 } } },
  });

  const counted = { points: 98, mass: 1_764, most: 9, south: 42.021 };
  for (const from of ['points', `pointlake_file_${id}`]) {
    expect(await sums(owner, from), from).toMatchObject({ points: 98, most: 9, south: 42.021 });
  }
  expect(await sums(owner)).toMatchObject(counted);
  await control('POST', '/functions/query/variables', { QUERY_ENGINE: 'athena' });
  expect(await sums(owner)).toMatchObject(counted);
  await control('POST', '/functions/query/variables', { QUERY_ENGINE: 'duckdb' });
  const { body: first } = await runQuery(
    owner,
    'SELECT timestamp, wetMassPerArea FROM points ORDER BY timestamp LIMIT 62',
  );
  expect(first).toHaveLength(62);

  const marks = Object.keys(leftOut);
  expect(await marksIn(owner, file.downloadStandardGeojson)).toEqual({ points: 100, marks });
  const { body: operations } = await owner.get<{ id: string }[]>(
    `${operationsService}/operations?svcUserId=${svcUserId}`,
  );
  const operation = `${operationsService}/operations/${operations[0]?.id}`;
  const { body: summary } = await owner.get(`${operation}/summary`);
  expect(summary).toMatchObject({
    properties: { totalWetMass: { value: 1.764 }, leftOut: [{ mark: 'wetMassPerArea beyondLimit', points: 1 }] },
  });
  // The position that jumped is in no field.
  expect(await marksIn(owner, `${operation}/download/standardGeojson`)).toEqual({
    points: 99,
    marks: ['wetMassPerArea beyondLimit'],
  });

  const layer = `${operationsService}/files/${id}/pointLayers/wetMassPerArea`;
  const bytes = new Uint8Array(await (await downloaded(owner, layer)).arrayBuffer());
  const { header } = readPointLayer(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
  expect(header.states).toEqual([
    { name: 'shown', points: 98 },
    { name: 'position jump', points: 1 },
    { name: 'wetMassPerArea beyondLimit', points: 1 },
  ]);

  const { body: made } = await owner.post<{ geometry: object }>(
    `/services/fields/api/users/${svcUserId}/fields/fromPoints`,
    { name: 'As harvested', fileId: id },
  );
  expect(JSON.stringify(made.geometry)).toMatch(/-93\.618/);
  expect(JSON.stringify(made.geometry)).not.toMatch(/-(89|90)\./);
});

test('a merged file leaves out what its files do, and a changed setting of cleanup leaves out the same', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, { cleanupRules: {}, unitMeasurement: 'IMPERIAL' });
  const texts = [passText({ 30: { value: 900 } }), passText({ 60: { width: 300 } }, { value: 8, day: 2 })];
  const named = Object.fromEntries(texts.map((text, index) => [`${index}.csv`, text]));
  const { files } = await processed(owner, svcUserId, 'harvests.zip', zipOf(named));
  const { body: merged } = await owner.post<{ id: string }>(`${operationsService}/files/merge`, {
    ids: files.map(({ id }) => id),
  });
  await idle();
  const { body } = await owner.get(`${operationsService}/files/${merged.id}`);
  const leftOut = { 'equipmentWidth beyondLimit': 1, 'wetMassPerArea beyondLimit': 1 };
  expect(body).toMatchObject({ status: 'processed', pointCounts: { kept: 198, leftOut } });
});
