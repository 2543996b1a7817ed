import { describe, expect, test } from 'vitest';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { readIndexNumbers } from '../../../web/console/zones/index-statistics.ts';
import { freshProcess, made } from '../satellite/process.ts';
import { freshSatelliteField, square } from '../satellite/satellite.ts';
import { freshGrower } from './harvest.ts';
import { answersOf } from './run-snippet.ts';

const ground = multiPolygon(square(15.8, 45.6).coordinates as [number, number][][][]);
/** The eastern half of the field, and beyond. */
const zone = { type: 'MultiPolygon' as const, coordinates: square(15.805, 45.59, 0.03).coordinates };

const grower = await freshGrower();
const { id: satelliteFieldId } = await freshSatelliteField(grower.owner, { geometry: ground });

async function rowsOf(images: typeof made.images) {
  const { id: processId, date } = await freshProcess(grower.owner, satelliteFieldId, { ndvi: 0.5, images });
  return readIndexNumbers(grower.api, { satelliteFieldId, processId, index: 'NDVI', date }, zone);
}

describe('the index of a zone', () => {
  test('is of clear pixels, and given by curl in a shell and by TypeScript', async () => {
    const rows = await rowsOf([...made.images, { type: 'SCL', file: 'SCL.tif', resolution: 10, bytes: 4 }]);
    expect(rows.map(({ id }) => id)).toEqual([
      'pixels',
      'clearPixels',
      'ndviMean',
      'ndviLow',
      'ndviMedian',
      'ndviHigh',
    ]);
    const [pixels, clear, mean] = rows;
    // The index grows by a tenth from west to east, and clouds cover the easternmost tenth.
    expect(Number(clear?.inside.value) / Number(pixels?.inside.value)).toBeCloseTo(0.8, 1);
    expect(mean?.inside.value).toBeCloseTo(0.52, 2);
    expect(mean?.outside.value).toBeCloseTo(0.475, 2);
    for (const { id, inside, outside } of rows) {
      for (const { value, question } of id === 'ndviMean' ? [inside, outside] : [inside]) {
        const { SQL, curl, TypeScript } = await answersOf(question, grower.api.base, grower.token);
        expect([SQL, curl, Number(TypeScript)], id).toEqual([undefined, value, value]);
      }
    }
  }, 60_000);

  test('is of all pixels where it is not known which are clear', async () => {
    const rows = await rowsOf(made.images);
    expect(rows.map(({ id }) => id)).not.toContain('clearPixels');
    expect(rows.find(({ id }) => id === 'ndviMean')?.inside.value).toBeCloseTo(0.525, 2);
  });
});
