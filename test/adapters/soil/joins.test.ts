import { expect, it } from 'vitest';
import { readFiles, soilSample } from './soil-samples.ts';

it('gives samples of a report the places that a shapefile has for their ids', async () => {
  const reading = await readFiles({
    'lab.xml': soilSample('lab-modus.xml'),
    'places.zip': soilSample('locations-shp.zip'),
  });
  expect(reading.formats).toEqual(['modus1Xml', 'shapefile']);
  const samples = reading.events.flatMap((event) => event.samples);
  expect(samples).toHaveLength(20);
  expect(samples[0]?.geometry).toEqual({ type: 'Point', coordinates: [-86.1795821120009, 40.988898139572] });
  expect(samples.every(({ geometry }) => geometry !== null)).toBe(true);
  expect(reading.warnings.map(({ key }) => key)).toContain('placesJoined');
});

it('takes a report that a zip has in three formats for one sampling', async () => {
  const reading = await readFiles({
    'hand.json': soilSample('hand-modus.json'),
    'hand.xml': soilSample('hand-modus.xml'),
    'lab.xml': soilSample('lab-modus.xml'),
  });
  expect(reading.events).toMatchObject([{ files: ['lab.zip/lab.xml'], samples: { length: 20 } }]);
  expect(reading.warnings.filter(({ key }) => key === 'sameSampling').map(({ file }) => file)).toEqual(
    expect.arrayContaining(['lab.zip/hand.json', 'lab.zip/hand.xml']),
  );
});

it('joins places of one sheet to the results of two others, unless an id has two places', async () => {
  const reading = await readFiles({ 'book.xlsx': soilSample('fixing-soil-health-2022_sourcedata.xlsx') });
  const samples = reading.events.flatMap((event) => event.samples);
  expect(samples).toHaveLength(888);
  // Two ids of the sheet of places are there twice, hundreds of metres apart.
  expect(samples.flatMap(({ id, geometry }) => (geometry ? [] : [id]))).toEqual([
    'BBCD004712',
    'BBCD000766',
    'BBCD000766 (2)',
    'BBCD004712',
  ]);
  expect(samples[0]).toMatchObject({ id: 'BBCD000026', geometry: { coordinates: [-122.35746951, 37.275751235] } });
});
