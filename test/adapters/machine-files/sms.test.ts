import { expect, test } from 'vitest';
import { exported, type WrittenFeature } from './exported-features.ts';
import { zipOf } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';
import { type SmsRow, smsCsv, smsRows, smsSums } from './sms-exports.ts';

const rows = smsRows();
const sums = smsSums(rows);

/** A shapefile of points with the given columns. */
async function pointShapefile(columns: (row: SmsRow, index: number) => WrittenFeature['properties']) {
  const features = rows.map((row, index): WrittenFeature => {
    return {
      geometry: { type: 'Point', coordinates: [row.longitude, row.latitude] },
      properties: columns(row, index),
    };
  });
  return zipOf(await exported('ESRI Shapefile', 'harvest', features));
}

async function totalsOf(name: string, content: string | Uint8Array, settings = {}) {
  const set = await only(name, content, settings);
  const points = pointsOf(set);
  const total = (member: string) => points.reduce((sum, point) => sum + Number(point[member] ?? Number.NaN), 0);
  const totals = { squareMetres: total('area'), wetPounds: total('wetMass'), dryPounds: total('dryMass') };
  return { set, points, totals, problems: set.processed.problems.map(({ code }) => code) };
}

const close = (expected: Record<string, number>) =>
  Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, expect.closeTo(value, -2)]));

test('the text of SMS has its crop in Product', async () => {
  const { points, totals, problems } = await totalsOf('sms.csv', smsCsv());
  expect(problems).toEqual([]);
  expect(points[0]).toMatchObject({ crop: 'corn', speed: 4.09, heading: 0, equipmentWidth: 30 });
  expect(totals).toEqual(close(sums));
});

test('a variety in Product is no crop', async () => {
  const { set } = await totalsOf('sms.csv', smsCsv(rows, 'DKC 62-08'), { crop: 'corn' });
  expect(set.processed).toMatchObject({ status: 'processed', pointCounts: { kept: rows.length } });
  const unnamed = await only('sms.csv', smsCsv(rows, 'DKC 62-08'));
  expect(unnamed.processed.problems[0]?.message).toContain('crop');
});

test.each([
  ['as dBASE cuts them', ['Distance_f', 'Swth_Wdth_', 'Moisture__', 'Yld_Mass_W', 'Yld_Mass_D', 'Crop_Flw_M']],
  ['without vowels', ['dstnc_f', 'swth_w_', 'mstr_', 'yld_mss_w', 'yld_mss_d', 'crp_flw_']],
  ['by R', ['dstnc_', 'Swth_W_', 'mstr__', 'Yld_M_W', 'Yld_M_D', 'crp_fl_']],
])('columns of SMS in a shapefile may be shortened %s', async (_, names) => {
  const [distance = '', width = '', moisture = '', wet = '', dry = '', flow = ''] = names;
  const content = await pointShapefile((row) => ({
    Product: 'CORN',
    IsoTime: row.time,
    Elevation_: 980.5,
    [distance]: row.feet,
    [width]: row.swathFeet,
    [moisture]: row.moisture,
    [wet]: row.wet,
    [dry]: row.dry,
    [flow]: 12.5,
  }));
  const { points, totals, problems } = await totalsOf('sms.zip', content);
  expect(problems).toEqual([]);
  expect(points[0]).toMatchObject({ crop: 'corn', cropFlow: 12.5, equipmentWidth: 30, wetMassPerArea: 9_000 });
  expect(totals).toEqual(close(sums));
});

test('columns without a unit are metric beside metric ones', async () => {
  const content = await pointShapefile((row) => ({
    Product: 'Corn',
    IsoTime: row.time,
    Prod_ha_h_: 6,
    Distance_m: 2,
    Swth_Wdth_: 9,
    Moisture__: 15,
    Yld_Mass_W: 10.5,
    Yld_Vol_We: 13_000,
  }));
  const { points, problems, set } = await totalsOf('sms.zip', content);
  expect(points[0]).toMatchObject({ area: 18, distance: 2, equipmentWidth: 9, wetMassPerArea: 10.5 });
  expect(set.processed.units).toMatchObject({ equipmentWidth: 'm', wetMassPerArea: 't/ha' });
  expect(problems).toEqual(['unstatedUnits']);
});

/** A shapefile of John Deere Operations Center, without the metadata beside it. */
function deere(code: number, more: (row: SmsRow) => WrittenFeature['properties']) {
  return pointShapefile((row) => ({
    DISTANCE: row.feet,
    SWATHWIDTH: row.swathFeet,
    SECTIONID: 1,
    Crop: code,
    WetMass: row.wet,
    Heading: 0,
    VARIETY: 'A-1',
    Elevation: 980,
    IsoTime: row.time,
    ...more(row),
  }));
}

test('a number of John Deere names the crop', async () => {
  const content = await deere(173, (row) => ({ VRYIELDVOL: row.dry / 56, Moisture: row.moisture }));
  const { points, totals, problems } = await totalsOf('deere.zip', content);
  expect(problems).toEqual([]);
  expect(points[0]).toMatchObject({ crop: 'corn', variety: 'A-1' });
  expect(totals).toEqual(close(sums));
});

test('an unknown number is a warning, and the crop that came with the upload applies', async () => {
  const content = await deere(999, (row) => ({ VRYIELDVOL: row.dry / 56, Moisture: row.moisture }));
  const { processed } = await only('deere.zip', content);
  expect(processed.status).toBe('failed');
  expect(processed.problems).toMatchObject([
    { code: 'unknownCropCodes', message: expect.stringContaining('"999"') },
    { code: 'missingProperties' },
  ]);
  const { points, problems } = await totalsOf('deere.zip', content, { crop: 'corn' });
  expect([points[0]?.crop, problems]).toEqual(['corn', ['unknownCropCodes']]);
});

test('a wet mass without moisture makes no dry one; a dry volume does', async () => {
  const settings = { outOfStandardOperations: true };
  const wetAlone = await totalsOf('deere.zip', await deere(173, () => ({})), settings);
  expect(wetAlone.points[0]).toMatchObject({ crop: 'corn', wetMassPerArea: 9_000 });
  expect(wetAlone.points[0]).not.toHaveProperty('dryMass');
  const both = await totalsOf('deere.zip', await deere(173, (row) => ({ VRYIELDVOL: row.dry / 56 })), settings);
  expect(both.totals.dryPounds).toBeCloseTo(sums.dryPounds, -2);
});
