import { expect, test } from 'vitest';
import { harvestCsv, zipOf } from './harvest-text.ts';
import { only } from './only-set.ts';
import { processUpload } from './process-upload.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';

test('a text table of no kind of work names its columns and the missing ones', async () => {
  const text = harvestCsv().replace('Yield Mass(tonne/ha)', 'Opbrengst\u0007');
  const { processed } = await only('ernte.csv', text);
  expect(processed.problems).toMatchObject([
    { code: 'unsupportedOperation', message: 'unsupported operation type: unknown', severity: 'error' },
  ]);
  const [{ hint } = { hint: '' }] = processed.problems;
  expect(hint).toContain('"Longitude", "Latitude", "IsoTime"');
  expect(hint).toContain('"Opbrengst" and "Crop"');
  expect(hint).toContain('those of a harvest, but Yield Mass(t/ha) is missing');
});

test('a shapefile of no kind of work names its columns', async () => {
  const parts = sprayShapefile('spray', sprayRecords(5));
  for (const [name, content] of Object.entries(parts)) {
    if (name.endsWith('.dbf')) content.write('Amount\0\0\0\0', content.indexOf('AppliedRat'), 'latin1');
  }
  const { processed } = await only('spray.zip', zipOf(parts));
  expect(processed.problems).toMatchObject([{ message: 'unsupported operation type: unknown' }]);
  expect(processed.problems[0]?.hint).toMatch(/"SWATHWIDTH".*"Amount".*Applied Rate\(L\/ha\) for an application/);
});

test('GeoJSON of no kind of work names its properties', async () => {
  const features = [
    { type: 'Feature', geometry: { type: 'Point', coordinates: [10, 50] }, properties: { Opbrengst: 5 } },
  ];
  const { processed } = await only('a.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  expect(processed.problems[0]?.hint).toMatch(/"Opbrengst".*also missing: IsoTime\./);
});

test('a table without positions is not recognised, and says so', async () => {
  const { sets, problems } = await processUpload('a.zip', zipOf({ 'a.csv': 'Ost;Nord;Yield Mass(t/ha)\n1;2;3\n' }));
  expect(sets).toEqual([]);
  expect(problems).toMatchObject([
    { code: 'unrecognisedFile', message: 'The file was left out: it looks like a text table.' },
  ]);
  expect(problems[0]?.hint).toMatch(/"Ost", "Nord" and .* but Longitude, Latitude, IsoTime, Moisture/);
});

test('a letter is not a table', async () => {
  const { problems } = await processUpload('a.zip', zipOf({ 'a.txt': 'Dear Ada,\nall is well, and so on.\n' }));
  expect(problems[0]?.hint).not.toMatch(/column/);
});
