import { expect, test } from 'vitest';
import { sampleEvents } from '../../../web/console/reading/read-samples.ts';

const value = (analyte: string, method: string | null, unit: string) => ({
  ...{ analyte, method, unit, value: 6, qualifier: null, date: '2021-09-24' },
});

test('layers of samples name the method, since values by different ones are not compared', () => {
  const values = [
    ...[value('pH', 'water1to1', 'pH'), value('P', 'mehlich3', 'mg/kg'), value('P', 'bray1', 'mg/kg')],
    value('CEC', null, 'cmol/kg'),
  ];
  const [event] = sampleEvents([{ location: { type: 'Point', coordinates: [0, 0] }, depth: '0 to 8 in', values }]);
  expect(event?.layers.map(({ title, unit }) => [title, unit])).toEqual([
    ['pH (Water 1:1), 0 to 8 in', undefined],
    ['P (Mehlich 3), 0 to 8 in', 'mg/kg'],
    ['P (Bray 1), 0 to 8 in', 'mg/kg'],
    ['CEC, 0 to 8 in', 'cmol/kg'],
  ]);
});
