import { beforeAll, describe, expect, test } from 'vitest';
import { cleanupOf, readOperation } from '../../../web/console/numbers/read-work.ts';
import { readSettings } from '../../../web/console/reading/read-settings.ts';
import { readZoneNumbers } from '../../../web/console/zones/zone-numbers.ts';
import { tablesWritten } from '../cloud.ts';
import { downloaded, operationsService } from '../machine-files/batch.ts';
import { freshGrower, type Grower, workOf } from './harvest.ts';
import { answersOf } from './run-snippet.ts';

const box = { west: -93.154, east: -93.152, south: 41.6675, north: 41.669 };
const zone: GeoJSON.Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [box.west, box.south],
      [box.east, box.south],
      [box.east, box.north],
      [box.west, box.north],
      [box.west, box.south],
    ],
  ],
};

interface Point {
  geometry: { coordinates: [number, number] };
  properties: Record<string, number>;
}

const isInside = ({ geometry: { coordinates } }: Point) => {
  const [lon, lat] = coordinates;
  return lon > box.west && lon < box.east && lat > box.south && lat < box.north;
};
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const ratio = (one: unknown, other: number) => Number(one) / other;

describe('the numbers of a zone in a real harvest', () => {
  const fieldId = 'sample-01';
  let grower: Grower;
  let operationId: string;
  let points: Point[];

  beforeAll(async () => {
    grower = await freshGrower();
    operationId = (await workOf(grower, 'harvest-of-01', fieldId)).id;
    await tablesWritten();
    const path = `${operationsService}/operations/${operationId}/standardGeojson`;
    const { body } = await grower.owner.get<{ downloadStandardGeojson: string }>(path);
    ({ features: points } = (await (await downloaded(grower.owner, body.downloadStandardGeojson)).json()) as {
      features: Point[];
    });
  });

  const read = async (property: string, showHidden = false) => {
    const [{ operationType, fileIds, units }, settings] = await Promise.all([
      readOperation(grower.api, operationId),
      readSettings(grower.api, grower.svcUserId),
    ]);
    const work = { fieldId, operationType, fileIds, ...(!showHidden && { cleanup: cleanupOf(settings) }) };
    return readZoneNumbers(grower.api, { work, units, property, zone });
  };

  test('are those of the points that the map shows, computed otherwise', async () => {
    const metresPerSecond = 0.44704;
    const moving = points.filter(
      ({ properties }) => (properties.speed ?? Number.POSITIVE_INFINITY) * metresPerSecond >= 0.5,
    );
    const yields = moving.map(({ properties }) => Number(properties.dryVolumePerArea));
    const usual = mean(yields);
    const deviation = Math.sqrt(mean(yields.map((value) => (value - usual) ** 2)));
    const shown = moving.filter(
      ({ properties }) => Math.abs(Number(properties.dryVolumePerArea) - usual) <= 3 * deviation,
    );
    const rows = await read('dryMassPerArea');
    for (const side of ['inside', 'outside'] as const) {
      const counted = shown.filter((point) => isInside(point) === (side === 'inside'));
      const shownOf = (id: string) => rows.find((row) => row.id === id)?.[side].value;
      const sum = (of: (properties: Point['properties']) => number) =>
        counted.reduce((total, { properties }) => total + of(properties), 0);
      expect(counted.length).toBeGreaterThan(10_000);
      expect(shownOf('points')).toBe(counted.length);
      const area = sum((point) => point.area ?? 0);
      const weighted = sum((point) => (point.area ?? 0) * (point.dryMassPerArea ?? 0)) / area;
      expect(ratio(shownOf('workedArea'), area / 4_046.8564224)).toBeCloseTo(1, 5);
      expect(ratio(shownOf('dryMassPerArea'), weighted)).toBeCloseTo(1, 5);
      expect(
        ratio(
          shownOf('dryMass'),
          sum((point) => point.dryMass ?? 0),
        ),
      ).toBeCloseTo(1, 5);
      const moisture = sum((point) => (point.area ?? 0) * Number(point.harvestMoisture)) / area;
      expect(ratio(shownOf('harvestMoisture'), moisture)).toBeCloseTo(1, 5);
      expect(shownOf('varieties')).toBe('23A42');
    }
    const [ground, all] = [rows[0], points.length];
    expect(Number(ground?.inside.value) + Number(ground?.outside.value)).toBeCloseTo(24.76, 1);
    const everything = (await read('dryMassPerArea', true)).find(({ id }) => id === 'points');
    expect(Number(everything?.inside.value) + Number(everything?.outside.value)).toBe(all);
  });

  test('are each given by their SQL, by curl in a shell and by TypeScript', async () => {
    const rows = await read('dryMassPerArea');
    const { base } = grower.api;
    for (const { id, inside, outside } of rows) {
      for (const { value, question } of id === 'dryMassPerArea' || id === 'ground' ? [inside, outside] : [inside]) {
        const { SQL, curl, TypeScript } = await answersOf(question, base, grower.token);
        const isNumber = typeof value === 'number';
        for (const answer of [SQL, curl, isNumber ? Number(TypeScript) : TypeScript]) {
          if (isNumber) expect(ratio(answer, value), id).toBeCloseTo(1, 12);
          else expect(answer, id).toBe(value);
        }
      }
    }
  });
});
