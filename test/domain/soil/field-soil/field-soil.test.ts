import { expect, test } from 'vitest';
import { fieldSoil } from '../../../../domain/soil/field-soil/field-soil.ts';
import { fieldSoilSchema } from '../../../../domain/soil/field-soil/field-soil-schema.ts';
import type { FieldSample } from '../../../../domain/soil/field-soil/measured-values.ts';
import type { SoilGeometry, SoilResult } from '../../../../domain/soil/soil-reading.ts';
import { phosphorus, sample } from '../samples.ts';

const batches = ['01890a5d-ac96-774b-bcce-b302099a8051', '01890a5d-ac96-774b-bcce-b302099a8052'] as const;
const zoneId = '01890a5d-ac96-774b-bcce-b302099a8061';

interface Taken {
  date?: string;
  longitude?: number;
  batch?: 0 | 1;
}

function taken({ date, longitude = 10, batch = 0 }: Taken, ...results: SoilResult[]): FieldSample {
  const geometry: SoilGeometry = { type: 'Point', coordinates: [longitude, 52] };
  const line = { ...sample(results), geometry, ...(date !== undefined && { date }) };
  return { sample: line, batchId: batches[batch], entryId: batches[batch] };
}

/** Points west of 10.005 are in the zone. */
const soilOf = (...samples: FieldSample[]) =>
  fieldSoilSchema.parse(
    fieldSoil({
      fieldId: 'f',
      svcUserId: batches[0],
      samples,
      zones: [
        { id: zoneId, name: 'West' },
        { id: batches[0], name: 'Empty' },
      ],
      zonesOf: ({ coordinates }) => (Number(coordinates[0]) < 10.005 ? [zoneId] : []),
    }),
  );

test('the latest value of an analyte and method stands at each place, whatever the order of uploads', () => {
  const { points } = soilOf(
    taken({ date: '2024-05-01' }, phosphorus('bray1', 3)),
    taken({ date: '2021-05-01', batch: 1 }, phosphorus('bray1', 1), phosphorus('olsen', 9)),
    taken({ batch: 1 }, phosphorus('bray1', 2)),
    taken({ date: '2020-05-01', longitude: 10.01 }, phosphorus('bray1', 4)),
  );
  expect(points.map(({ values }) => values.map(({ method, value, date }) => [method, value, date]))).toEqual([
    [
      ['bray1', 3, '2024-05-01'],
      ['olsen', 9, '2021-05-01'],
    ],
    [['bray1', 4, '2020-05-01']],
  ]);
});

test('of one day the value counts that was uploaded last', () => {
  const day = { date: '2024-05-01' };
  const { points } = soilOf(taken({ ...day, batch: 1 }, phosphorus('bray1', 2)), taken(day, phosphorus('bray1', 1)));
  expect(points[0]?.values).toMatchObject([{ value: 2, batchId: batches[1] }]);
});

test('places that agree to a metre are one, and others are not', () => {
  const { points } = soilOf(
    taken({}, phosphorus('bray1', 1)),
    taken({ longitude: 10.000_001 }, phosphorus('bray1', 2)),
    taken({ longitude: 10.000_1 }, phosphorus('bray1', 3)),
  );
  expect(points).toHaveLength(2);
});

test('the history has the values of each day and method, the oldest first', () => {
  const { history } = soilOf(
    taken({ date: '2024-05-01' }, phosphorus('bray1', 3)),
    taken({ date: '2024-05-01', longitude: 10.01 }, { ...phosphorus('bray1', 6), qualifier: '<' }),
    taken({ date: '2021-05-01' }, phosphorus('bray1', 1)),
  );
  expect(history).toEqual([
    expect.objectContaining({ date: '2021-05-01', count: 1, mean: 1 }),
    {
      ...{ date: '2024-05-01', analyte: 'P', unit: 'ppm', method: 'bray1', depth: null },
      ...{ count: 2, mean: 4.5, min: 3, max: 6, beyondLimit: 1 },
    },
  ]);
});

test('zones have means of the latest values within them, and none without samples is named', () => {
  const { zones } = soilOf(
    taken({ date: '2024-05-01' }, phosphorus('bray1', 3)),
    taken({ date: '2021-05-01' }, phosphorus('bray1', 100)),
    taken({ longitude: 10.001 }, phosphorus('bray1', 5)),
    taken({ longitude: 10.01 }, phosphorus('bray1', 50)),
  );
  expect(zones).toMatchObject([{ zoneId, name: 'West', values: [{ count: 2, mean: 4, min: 3, max: 5 }] }]);
});

test('texts, and samples without a place, are no values', () => {
  const text = { code: 'Texture', original: { name: 'Texture', value: 'loam' } };
  const nowhere = taken({}, phosphorus('bray1', 1));
  const lost = { ...nowhere, sample: { ...nowhere.sample, geometry: null } };
  expect(soilOf(taken({}, text), lost)).toMatchObject({ points: [], history: [], zones: [] });
});
