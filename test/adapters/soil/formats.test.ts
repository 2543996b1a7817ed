import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { readFiles, refusalOf, soilSample, totalsOf } from './soil-samples.ts';

/** A shapefile with attributes and, unless undefined, a geometry in each record. */
function shapefile(geometries: (string | undefined)[], system: string): Record<string, Buffer> {
  const gdal = loadGdal();
  if (!gdal) throw new Error('GDAL is missing');
  const folder = temporaryFolder('soil-shapefile');
  const dataset = gdal.open(join(folder, 'soil.shp'), 'w', 'ESRI Shapefile');
  const type = geometries.find((one) => one?.startsWith('POLYGON')) ? gdal.wkbPolygon : gdal.wkbPoint;
  const layer = dataset.layers.create('soil', gdal.SpatialReference.fromUserInput(system), type);
  const columns = { SAMPLE_ID: gdal.OFTString, pH: gdal.OFTReal, P_PPM: gdal.OFTReal, OM: gdal.OFTReal };
  for (const [name, kind] of Object.entries(columns)) layer.fields.add(new gdal.FieldDefn(name, kind));
  for (const [index, geometry] of geometries.entries()) {
    const feature = new gdal.Feature(layer);
    feature.fields.set({ SAMPLE_ID: `S${index}`, pH: 6.5 + index, P_PPM: 20, OM: index === 0 ? null : 3 });
    if (geometry) feature.setGeometry(gdal.Geometry.fromWKT(geometry));
    layer.features.add(feature);
  }
  dataset.close();
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

it('reads a shapefile of points in metres, and its empty cell is no result', async () => {
  const reading = await readFiles(shapefile(['POINT (600000 5000000)', 'POINT (600100 5000000)'], 'EPSG:32616'));
  const samples = reading.events[0]?.samples ?? [];
  expect(samples.map(({ id }) => id)).toEqual(['S0', 'S1']);
  expect(samples[0]?.results.map(({ code, value }) => [code, value])).toEqual([
    ['pH', 6.5],
    ['P', 20],
  ]);
  const place = samples[0]?.geometry;
  // As gdaltransform of GDAL 3.6 says.
  expect(place?.type === 'Point' && place.coordinates[0]).toBeCloseTo(-85.727967, 6);
  expect(place?.type === 'Point' && place.coordinates[1]).toBeCloseTo(45.1463929, 6);
});

it('reads a shapefile of areas', async () => {
  const reading = await readFiles(shapefile(['POLYGON ((-86 41,-85.9 41,-85.9 41.1,-86 41))'], 'EPSG:4326'));
  expect(reading.events[0]?.samples[0]?.geometry).toMatchObject({ type: 'Polygon', coordinates: [{ length: 4 }] });
});

it('reads a shapefile without a geometry in any record, and says so', async () => {
  const reading = await readFiles(shapefile([undefined, undefined], 'EPSG:4326'));
  expect(reading.events[0]?.samples.map(({ geometry }) => geometry)).toEqual([null, null]);
  expect(reading.warnings.map(({ key }) => key)).toContain('noGeometries');
});

it('refuses a shapefile in metres whose projection is missing', async () => {
  const { 'soil.prj': _, ...files } = shapefile(['POINT (600000 5000000)'], 'EPSG:32616');
  expect(await refusalOf(readFiles(files))).toMatchObject({ key: 'missingProjection', file: 'lab.zip/soil.shp' });
});

/** A workbook, from the rows of its sheets as XML. */
function workbook(...sheets: string[]): Uint8Array {
  const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const named = sheets.map((_, at) => `<sheet name="Soil${at}" sheetId="${at}" r:id="r${at}"/>`).join('');
  const targets = sheets.map((_, at) => `<Relationship Id="r${at}" Target="/xl/worksheets/s${at}.xml"/>`).join('');
  const files = [
    ['xl/workbook.xml', `<workbook xmlns="${namespace}" xmlns:r="${relations}"><sheets>${named}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${targets}</Relationships>`],
    ...sheets.map((rows, at) => [
      `xl/worksheets/s${at}.xml`,
      `<worksheet xmlns="${namespace}"><sheetData>${rows}</sheetData></worksheet>`,
    ]),
  ] as [string, string][];
  return zipSync(Object.fromEntries(files.map(([name, text]) => [name, Buffer.from(text)])));
}

const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const words = (...texts: string[]) => row(...texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`));

it('reads below titles of a workbook, takes computed values of formulas, and warns of formulas without', async () => {
  const book = workbook(
    words('Results of May &amp; June') +
      row() +
      words('Sample ID', 'pH', 'P (ppm)', 'OM') +
      row(
        '<c><v>1</v></c>',
        '<c><f>A1+1</f><v>6.4000000000000004</v></c>',
        '<c><f>B1</f></c>',
        '<c t="e"><v>#DIV/0!</v></c>',
      ),
  );
  const reading = await readFiles({ 'book.xlsx': book });
  expect(reading.events[0]?.samples).toMatchObject([
    { id: '1', results: [{ code: 'pH', original: { value: '6.4' } }] },
  ]);
  expect(reading.events[0]?.samples[0]?.results).toHaveLength(1);
  const keys = reading.warnings.map(({ key }) => key);
  expect(keys).toContain('formulaWithoutValue');
  expect(keys).toContain('noValue');
});

it('joins sheets of one workbook that have other properties of the same samples', async () => {
  const sheet = (name: string) => words('Sample ID', name) + row('<c><v>1</v></c>', '<c><v>6</v></c>');
  const joined = await readFiles({ 'a.xlsx': workbook(sheet('pH'), sheet('OM')) });
  expect(joined.events).toMatchObject([{ samples: [{ id: '1', results: [{ code: 'pH' }, { code: 'OM' }] }] }]);
  // Two workbooks are two reports, and two sheets with one property are two results.
  const apart = await readFiles({ 'a.xlsx': workbook(sheet('pH')), 'b.xlsx': workbook(sheet('OM'), sheet('OM')) });
  expect(apart.events).toHaveLength(3);
});

it('reads MODUS as JSON as its twin in XML', async () => {
  const reading = await readFiles({ 'hand.json': soilSample('hand-modus.json') });
  expect(reading.formats).toEqual(['modus1Json']);
  expect(totalsOf(reading)).toEqual(totalsOf(await readFiles({ 'hand.xml': soilSample('hand-modus.xml') })));
});

it('reads the flat form of MODUS, in which samples override the document', async () => {
  const document = {
    _type: 'application/vnd.modus.slim.v1.0+json',
    id: 'a',
    date: '2021-09-24',
    type: 'soil',
    depth: { top: 0, bottom: 8, units: '[in_i]' },
    lab: { name: 'A Laboratory', report: { id: 'R1' } },
    source: { field: { name: 'North' } },
    samples: {
      s1: {
        id: 's1',
        geolocation: { lat: 41, lon: -86 },
        results: { a: { analyte: 'P', value: 34, units: 'ppm', modusTestID: 'S-P-M3.04' } },
      },
      s2: {
        id: 's2',
        source: { field: { name: 'South' } },
        depth: { top: 8, bottom: 24, units: 'cm' },
        results: { a: { analyte: 'OM', value: '2.1', units: '%' } },
      },
    },
  };
  const reading = await readFiles({ 'slim.json': JSON.stringify(document) });
  expect(reading.formats).toEqual(['modusSlim']);
  expect(reading.events).toMatchObject([
    {
      date: '2021-09-24',
      field: 'North',
      lab: { name: 'A Laboratory', reportNumber: 'R1' },
      samples: [
        {
          id: 's1',
          geometry: { coordinates: [-86, 41] },
          depth: { centimetres: { bottom: 20.32 } },
          results: [{ code: 'P', method: 'mehlich3' }],
        },
      ],
    },
    { field: 'South', samples: [{ depth: { centimetres: { top: 8, bottom: 24 } } }] },
  ]);
});
