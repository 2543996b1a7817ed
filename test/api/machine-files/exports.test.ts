import { expect, test } from 'vitest';
import { coverageFeatures, coverageSquareMetres } from '../../adapters/machine-files/coverage-features.ts';
import { exported, type WrittenFeature } from '../../adapters/machine-files/exported-features.ts';
import { zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { type SmsRow, smsCsv, smsFeatures, smsRows, smsSums } from '../../adapters/machine-files/sms-exports.ts';
import { idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import { processed } from './batch.ts';

const owner = await freshOwner();
const rows = smsRows();
const poundKilograms = 0.45359237;

/** Uploads a file, and returns it with the sums of its points in SQL. */
async function sums(name: string, content: string | Uint8Array) {
  const { id: svcUserId } = await freshUser(owner);
  const { batch, files } = await processed(owner, svcUserId, name, content);
  await idle();
  const sql = `SELECT COUNT(*) AS points, MIN(crop) AS crop, SUM(area) AS area, SUM(wetMass) AS wet, SUM(dryMass) AS dry,
    SUM(area * appliedRate / 10000) AS litres FROM points WHERE svcUserId = '${svcUserId}'`;
  const [found] = (await runQuery(owner, sql)).body;
  return { status: batch.status, format: files[0]?.fileFormat, problems: files[0]?.problems, found };
}

const harvestOfRows = () => {
  const { squareMetres, wetPounds, dryPounds } = smsSums(rows);
  return {
    ...{ points: rows.length, crop: 'corn', area: expect.closeTo(squareMetres, 1) },
    ...{ wet: expect.closeTo(wetPounds * poundKilograms, 1), dry: expect.closeTo(dryPounds * poundKilograms, 1) },
  };
};

/** A zipped shapefile of the rows with the given columns. */
async function shapefile(columns: (row: SmsRow) => WrittenFeature['properties']) {
  const features = rows.map((row): WrittenFeature => {
    const geometry = { type: 'Point' as const, coordinates: [row.longitude, row.latitude] };
    return { geometry, properties: { IsoTime: row.time, ...columns(row) } };
  });
  return zipOf(await exported('ESRI Shapefile', 'harvest', features));
}

test.each<[string, string, () => Promise<[name: string, content: string | Uint8Array]>]>([
  ['the text of SMS', 'CSV', async () => ['sms.csv', smsCsv(rows)]],
  [
    'a shapefile with shortened names',
    'SHAPEFILE',
    async () => [
      'sms.zip',
      await shapefile((row) => ({
        ...{ Product: 'Corn', dstnc_f: row.feet, swth_w_: row.swathFeet, elvtn_: 980 },
        ...{ mstr_: row.moisture, yld_mss_w: row.wet, yld_mss_d: row.dry },
      })),
    ],
  ],
  [
    'a shapefile of John Deere without its metadata',
    'SHAPEFILE',
    async () => [
      'deere.zip',
      await shapefile((row) => ({
        ...{ DISTANCE: row.feet, SWATHWIDTH: row.swathFeet, Crop: 173, WetMass: row.wet, Moisture: row.moisture },
        ...{ VRYIELDVOL: row.dry / 56, Heading: 0, Elevation: 980, SECTIONID: 1 },
      })),
    ],
  ],
  ['a GeoPackage', 'GEOPACKAGE', async () => ['a.zip', zipOf(await exported('GPKG', 'harvest', smsFeatures(rows)))]],
  [
    'FlatGeobuf',
    'FLATGEOBUF',
    async () => ['a.zip', zipOf(await exported('FlatGeobuf', 'harvest', smsFeatures(rows)))],
  ],
])('%s adds up in SQL to what its rows add up to', async (_, format, made) => {
  const answer = await sums(...(await made()));
  expect(answer).toMatchObject({ status: 'PROCESSED', format, problems: [], found: harvestOfRows() });
});

test('polygons of covered ground have their own areas in SQL', async () => {
  const content = zipOf(await exported('ESRI Shapefile', 'coverage', coverageFeatures));
  const squareMetres = coverageSquareMetres.reduce((sum, area) => sum + area, 0);
  const answer = await sums('coverage.zip', content);
  expect(answer).toMatchObject({ status: 'PROCESSED', problems: [{ code: 'assumedUnits', severity: 'warning' }] });
  expect(answer.found).toMatchObject({ points: coverageFeatures.length, area: expect.closeTo(squareMetres, -1) });
  // 20 gallons per acre.
  const litres = (20 * 3.785411784 * squareMetres) / 4046.8564224;
  expect(Number(answer.found?.litres) / litres).toBeCloseTo(1, 3);
});

test('a line with a value too many is left out, and named', async () => {
  const lines = smsCsv(rows).split('\n');
  lines[4] = (lines[4] ?? '').replace('North 40', 'North, 40');
  const answer = await sums('sms.csv', lines.join('\n'));
  expect(answer).toMatchObject({
    ...{ status: 'PROCESSED', found: { points: rows.length - 1 } },
    problems: [{ code: 'unevenLines', message: expect.stringContaining('Line 5 ') }],
  });
});
