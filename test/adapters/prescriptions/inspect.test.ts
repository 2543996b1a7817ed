import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContainedReaders, containedReaders } from '../../../adapters/containment/contained-readers.ts';
import { prescriptionReader } from '../../../adapters/prescriptions/prescription-reader.ts';
import { Problem } from '../../../domain/errors.ts';
import type { InspectionOrder, WritingOrder } from '../../../domain/prescriptions/prescription-reader.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { containedProgram } from '../containment/contained-program.ts';
import { noEnds, requested } from '../containment/requested.ts';
import { prescriptionZip, square, squares } from './prescription-zip.ts';

const folder = temporaryFolder('inspections');
let readers: ContainedReaders;
beforeAll(async () => {
  const program = await containedProgram('functions/areas/prescriptions/read-prescription.ts', folder);
  readers = containedReaders(program, () => {});
});
afterAll(() => readers.end());

const inspect = (content: Uint8Array, order: Partial<InspectionOrder> = {}) =>
  prescriptionReader(readers, noEnds).inspect(requested(content), { fileName: 'north.zip', ...order });
const write = (content: Uint8Array, order: Partial<InspectionOrder> & WritingOrder) =>
  prescriptionReader(readers, noEnds).write(requested(content), { fileName: 'north.zip', ...order });
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Problem);
  const { members } = error as Problem;
  return (members?.findings as { code: string }[] | undefined)?.map(({ code }) => code);
};

/** Hectares of one of the squares, by pyproj's geodesic area (WGS 84). */
const squareHectares = 0.79742;

interface Given {
  geometry: unknown;
  rate?: unknown;
}
const geoJson = (grounds: Given[]) =>
  Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: grounds.map(({ geometry, ...properties }) => ({ type: 'Feature', properties, geometry })),
    }),
  );

describe('an inspection', () => {
  it('states area, rates and the total in the unit of the rates, with a picture', async () => {
    const { picture, ...found } = await inspect(prescriptionZip(squares([100, 200, 0])), { rateUnit: 'kg/ha' });
    expect(found).toMatchObject({
      format: 'shapefile',
      entry: 'north.shp',
      rateColumn: 'rate',
      polygons: 3,
      rate: { min: 0, max: 200 },
      total: { unit: 'kg' },
      holes: { count: 0 },
      overlaps: { squareMetres: 0 },
      slivers: 0,
      findings: [],
    });
    expect(found.area.value).toBeCloseTo(3 * squareHectares, 3);
    expect(found.rate?.mean).toBeCloseTo(100, 3);
    expect(found.total?.value).toBeCloseTo(300 * squareHectares, 1);
    expect(found.levels?.map(({ rate, polygons }) => [rate, polygons])).toEqual([
      [0, 1],
      [100, 1],
      [200, 1],
    ]);
    expect(picture).toMatch(/^data:image\/png;base64,iVBOR/);
  });

  it('converts areas and totals to acres for a unit of acres', async () => {
    const { area, total } = await inspect(prescriptionZip(squares([100])), { rateUnit: 'lbs/ac' });
    expect(area).toEqual({ value: expect.closeTo(squareHectares * 2.4710538, 2), unit: 'ac' });
    expect(total).toEqual({ value: expect.closeTo(squareHectares * 247.10538, 0), unit: 'lbs' });
  });

  it('finds holes, overlaps, slivers, and what lies outside of the field', async () => {
    const around = square(0, 0.003);
    const [outer = []] = around.coordinates[0] ?? [];
    const [hole = []] = square(1).coordinates[0] ?? [];
    const moved = hole.map(([x, y]) => [x, y + 0.001]);
    const field = square(0, 0.003);
    const strip = square(3, 0.002).coordinates[0]?.[0]?.map(([x, y]) => [x > 10.003 ? 10.003_005 : x, y]);
    const grounds = [
      { rate: 1, geometry: { type: 'Polygon', coordinates: [outer, [...moved].reverse()] } },
      { rate: 2, geometry: square(2) },
      { rate: 3, geometry: { type: 'Polygon', coordinates: [strip] } },
    ];
    const found = await inspect(geoJson(grounds), { fileName: 'a.geojson', rateColumn: 'rate', field });
    expect(found.findings.map(({ code }) => code)).toEqual(['overlaps', 'gaps', 'outsideField', 'slivers']);
    expect(found.holes?.count).toBe(1);
    expect(found.holes?.squareMetres).toBeCloseTo(squareHectares * 10_000, -2);
    expect(found.overlaps?.squareMetres).toBeCloseTo(squareHectares * 10_000, -2);
    expect(found.slivers).toBe(1);
    expect(found.field?.outside.value).toBeCloseTo(squareHectares * 0.01, 3);
    expect(found.field?.uncovered.value).toBeCloseTo(squareHectares, 2);
  });

  it('refuses what is no prescription', async () => {
    expect(await refusal(inspect(Buffer.from('nothing')))).toEqual(['formatUnknown']);
    expect(await refusal(inspect(prescriptionZip(squares([1])), { rateColumn: 'dose' }))).toEqual(['columnMissing']);
    expect(await refusal(inspect(geoJson([{ rate: 'high', geometry: square(0) }])))).toEqual(['noRateColumn']);
  });
});

describe('a conversion', () => {
  it('converts a shapefile to task data, and back, without a change of ground or rates', async () => {
    const zip = prescriptionZip(squares([12.34, 0, 56.7]));
    const task = await write(zip, { to: 'isoxml', rateUnit: 'kg/ha' });
    expect(Object.keys(unzipSync(task))).toEqual(['TASKDATA/TASKDATA.XML']);
    const [before, after] = [await inspect(zip, { rateUnit: 'kg/ha' }), await inspect(task)];
    expect(after).toMatchObject({
      format: 'isoxml',
      rateColumn: 'rate',
      rateUnit: 'kg/ha',
      levels: before.levels ?? [],
    });
    const back = await write(task, { to: 'shapefile', target: 'johnDeere' });
    expect(Object.keys(unzipSync(back)).sort()).toEqual([
      'Rx/north.dbf',
      'Rx/north.prj',
      'Rx/north.shp',
      'Rx/north.shx',
    ]);
    const checked = await prescriptionReader(readers, noEnds).check(requested(back), {
      target: 'johnDeere',
      fileName: 'north.zip',
    });
    expect(checked.findings).toEqual([]);
    expect((await inspect(back, { rateUnit: 'kg/ha' })).levels).toEqual(before.levels);
  });

  it('has the scale of customary units in the presentation of task data', async () => {
    const task = await write(prescriptionZip(squares([120, 34_000])), { to: 'isoxml', rateUnit: 'S/ac' });
    const { rate, rateUnit } = await inspect(task);
    expect(rateUnit).toBe('S/ac');
    // Ten seeds for a hectare are the step of the data dictionary.
    expect(rate?.min).toBeCloseTo(120, -1);
    expect(rate?.max).toBeCloseTo(34_000, -1);
    const liquid = await inspect(await write(prescriptionZip(squares([120])), { to: 'isoxml', rateUnit: 'gal/ac' }));
    expect(liquid.rate?.max).toBeCloseTo(120, 4);
  });

  it('needs a unit for task data, and no error in the prescription', async () => {
    const zip = prescriptionZip(squares([1]));
    expect(await refusal(write(zip, { to: 'isoxml' }))).toEqual(['unitMissing']);
    expect(await refusal(write(zip, { to: 'isoxml', rateUnit: 'kg(N)/ha' }))).toEqual(['unitNotExpressible']);
    const many = squares(Array.from({ length: 255 }, (_, index) => index + 1));
    expect(await refusal(write(prescriptionZip(many), { to: 'isoxml', rateUnit: 'kg/ha' }))).toEqual(['tooManyRates']);
    const missing = geoJson([{ rate: 1, geometry: square(0) }, { geometry: square(1) }]);
    expect(await refusal(write(missing, { to: 'shapefile' }))).toEqual(['rateMissing']);
  });

  it('reprojects coordinates in metres, which are never sent as degrees', async () => {
    const utm = Buffer.from(
      'PROJCS["NAD_1983_UTM_Zone_32N",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
    );
    const { shp } = squares([10]);
    const metres = [500_000, 5_500_000, 500_100, 5_500_000, 500_100, 5_500_100, 500_000, 5_500_100, 500_000, 5_500_000];
    for (const [index, value] of metres.entries()) shp.writeDoubleLE(value, 100 + 8 + 48 + index * 8);
    const zip = prescriptionZip({ ...squares([10]), shp, prj: utm });
    const { bounds, area, findings } = await inspect(zip);
    expect(findings.map(({ code }) => code)).toEqual(['reprojected']);
    expect(bounds?.[0]).toBeCloseTo(9, 6);
    expect(area.value).toBeCloseTo(1 / 0.9996 ** 2, 3);
    const written = await write(zip, { to: 'shapefile' });
    const check = await prescriptionReader(readers, noEnds).check(requested(written), {
      target: 'climateFieldView',
      fileName: 'n.zip',
    });
    expect(check.findings).toEqual([]);
  });

  it('joins the cells of grids, and takes their product’s scale', async () => {
    const xml = `<ISO11783_TaskData VersionMajor="4"><VPN A="VPN1" B="0" C="0.01" D="2" E="kg/ha"/><TSK A="TSK1" G="1">
      <TZN A="1"><PDV A="0006" B="0" E="VPN1"/></TZN>
      <GRD A="50" B="10" C="0.001" D="0.001" E="3" F="2" G="GRD00001" H="24" I="2" J="1"/></TSK></ISO11783_TaskData>`;
    const grid = Buffer.from(Int32Array.of(100, 100, 250, 100, 250, 250).buffer);
    const found = await inspect(zipSync({ 'TASKDATA/TASKDATA.XML': Buffer.from(xml), 'TASKDATA/GRD00001.bin': grid }));
    expect(found.levels?.map(({ rate }) => rate)).toEqual([1, 2.5]);
    expect(found).toMatchObject({ polygons: 2, rateUnit: 'kg/ha', holes: { count: 0 }, findings: [] });
    expect(found.area.value).toBeCloseTo(6 * squareHectares, 2);
  });
});
