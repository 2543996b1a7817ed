import { expect, it } from 'vitest';
import { readFiles, soilSample, totalsOf } from './soil-samples.ts';

it('reads every result of a report as MODUS XML', async () => {
  const reading = await readFiles({ 'hand.xml': soilSample('hand-modus.xml') });
  const totals = totalsOf(reading);
  expect(totals).toMatchObject({
    pH: { n: 20, sum: 139.3 },
    OM: { n: 20, sum: 50.8 },
    P: { n: 20, sum: 1082 },
    K: { n: 20, sum: 3518 },
    Ca: { n: 20, sum: 27_200 },
    Mg: { n: 20, sum: 4975 },
  });
  expect(Object.values(totals).reduce((sum, { n }) => sum + n, 0)).toBe(256);
});

it('keeps three methods for phosphorus of one sample apart', async () => {
  const reading = await readFiles({ 'result.xml': soilSample('MODUS_RESULT_SOIL_DATA_EXAMPLE.xml') });
  const totals = totalsOf(reading);
  expect(totals).toMatchObject({
    pH: { n: 4, sum: 26.9 },
    OM: { sum: 7.5 },
    P: { n: 12, sum: 1002 },
    K: { sum: 726 },
    Ca: { sum: 4150 },
    Mg: { sum: 650 },
    CEC: { sum: 29.7 },
    NO3N: { sum: 56 },
    NH4N: { sum: 28 },
  });
  expect(Object.values(totals).reduce((sum, { n }) => sum + n, 0)).toBe(100);
  const first = reading.events[0]?.samples[0]?.results.filter(({ code }) => code === 'P').map(({ method }) => method);
  expect(first).toEqual(['bray1', 'bray2', 'olsen']);
});
