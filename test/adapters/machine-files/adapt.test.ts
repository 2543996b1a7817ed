import { describe, expect, test } from 'vitest';
import { adaptDocument, adaptZip, metresInDegree } from './adapt-data-set.ts';
import { zipOf } from './harvest-text.ts';
import { pointsOf } from './only-set.ts';
import { type ProcessedSet, processUpload } from './process-upload.ts';

async function setsOf(zip: Uint8Array): Promise<ProcessedSet[]> {
  const { sets, problems } = await processUpload('export.zip', zip);
  expect(problems).toEqual([]);
  return sets;
}

describe('a data set of ADAPT Standard 1', () => {
  test('of version 2 names the only machine of an operation', async () => {
    const [work] = adaptDocument.documents.workRecords;
    const operations = work?.operations.map((operation) => {
      const [deviceConfiguration] = 'deviceConfigurations' in operation ? operation.deviceConfigurations : [];
      return { ...operation, deviceConfiguration, deviceConfigurations: undefined };
    });
    const workRecords = [{ ...work, operations }];
    const [file] = await setsOf(await adaptZip({ ...adaptDocument, documents: { workRecords } }));
    expect(file?.processed?.summary?.properties).toMatchObject({
      machinery: [{ name: 'Header', serialNumber: '4711' }],
    });
  });

  test('becomes a file for each operation', async () => {
    const [harvest, spraying, ...others] = await setsOf(await adaptZip());
    expect(others).toEqual([]);
    expect(harvest?.format).toBe('ADAPT');
    expect(harvest?.processed).toMatchObject({
      status: 'processed',
      operationType: 'harvested',
      pointCounts: { read: 120, kept: 120 },
      startTime: '2024-10-01T15:00:00.000Z',
      summary: {
        properties: {
          crop: ['corn'],
          originalOperationType: 'HARVEST',
          machinery: [{ name: 'Header', serialNumber: '4711' }],
          originalOperationData: {
            originalOperationGrower: 'Ada Grower',
            originalOperationFarm: 'Home',
            originalOperationField: 'North',
          },
          // 120 pieces of two by four metres, at 8 t/ha.
          totalArea: { value: expect.closeTo(960, 0), unit: 'm2' },
          totalWetMass: { value: expect.closeTo(0.768, 3), unit: 't' },
        },
      },
    });
    expect(spraying?.processed).toMatchObject({
      status: 'processed',
      operationType: 'applied',
      pointCounts: { kept: 120 },
    });
  });

  test('has the middle of its swaths as points, and the steps of each section', async () => {
    const [harvest] = await setsOf(await adaptZip());
    const { features } = JSON.parse(String(harvest?.made.standardGeojson));
    const [longitude, latitude] = features[1].geometry.coordinates;
    expect(latitude).toBeCloseTo(50 + 1 / metresInDegree.latitude, 8);
    expect(longitude).toBeCloseTo(10 + 6 / metresInDegree.longitude, 8);
    const last = features.at(-1).properties;
    expect(last).toMatchObject({ sectionId: 3, heading: expect.closeTo(0, 3), distance: expect.closeTo(2, 3) });
  });

  test('names the products that were applied at each location', async () => {
    const [, spraying] = await setsOf(await adaptZip());
    const found = pointsOf(spraying as ProcessedSet).slice(0, 3);
    expect(found).toMatchObject([
      { appliedRate: 100, products: [{ name: 'Nitrogen', rate: { value: 100 } }] },
      { appliedRate: 150, products: [{ name: 'Nitrogen + Agent', rate: { value: 150 } }] },
      { appliedRate: 50, products: [{ name: 'Agent', rate: { value: 50 } }] },
    ]);
  });

  test.each([
    ['of plans', { ...adaptDocument, documents: { workOrders: [] } }, /plans and no records of work/],
    ['of scouting', withType('OBSERVATION_GENERAL'), /unsupported operation type: observation_general/],
  ])('%s is reported as unreadable', async (_, document, message) => {
    const [first] = await processUpload('export.zip', await adaptZip(document)).then(({ sets }) => sets);
    expect(first?.processed.problems[0]?.message).toMatch(message);
  });

  test('without its records, with damaged ones or with a picture says so', async () => {
    const document = JSON.stringify(adaptDocument);
    const [alone] = await setsOf(zipOf({ 'adapt.json': document }));
    expect(alone?.processed.problems).toMatchObject([
      { code: 'incompleteSet', message: expect.stringMatching(/Harvest.parquet is missing/) },
    ]);
    const [damaged] = await setsOf(zipOf({ 'adapt.json': document, 'Harvest.parquet': 'PAR1 and nothing else' }));
    expect(damaged?.processed.problems).toMatchObject([{ code: 'unreadable' }]);
    const raster = document.replace('Harvest.parquet', 'Harvest.tif');
    const [picture] = await setsOf(zipOf({ 'adapt.json': raster, 'Harvest.tif': 'a picture' }));
    expect(picture?.processed.problems).toMatchObject([
      { code: 'incompleteSet', message: expect.stringMatching(/Harvest.tif is neither GeoParquet nor GeoTIFF/) },
    ]);
  });
});

function withType(operationTypeCode: string) {
  const { workRecords } = adaptDocument.documents;
  const operations = workRecords.flatMap((work) =>
    work.operations.map((operation) => ({ ...operation, operationTypeCode })),
  );
  return { ...adaptDocument, documents: { workRecords: [{ ...workRecords[0], operations }] } };
}
