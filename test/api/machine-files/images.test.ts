import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { advance, idle, table } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { itemsNaming } from '../stored.ts';
import { tracesOf } from '../users/erasure.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { downloaded, operationsService, processed, type ShownFile } from './batch.ts';
import { fieldAround } from './field-around.ts';

interface ShownImage {
  property: string;
  legend: { unit: string; ranges: { colorCode: string; min: number; max: number; count: number }[] };
  url: string;
  downloadUrl: string;
  mapUrl: string;
}

interface Made {
  owner: TestOwner;
  svcUserId: string;
  file: ShownFile;
  /** The URLs of the file and of the operation made from it. */
  at: string;
  operation: string;
}

/** A harvest that was processed with some settings. */
async function harvest(settings: object = {}): Promise<Made> {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, settings);
  await fieldAround(owner, svcUserId, 0, 2);
  const [file] = (await processed(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvestCsv() }))).files as [ShownFile];
  await idle();
  const { body } = await owner.get<{ id: string }[]>(`${operationsService}/operations?svcUserId=${svcUserId}`);
  const operation = `${operationsService}/operations/${body[0]?.id}`;
  return { owner, svcUserId, file, at: `${operationsService}/files/${file.id}`, operation };
}

const isPng = (content: Uint8Array) => Buffer.from(content.subarray(1, 4)).toString() === 'PNG';
const propertiesOf = (body: ShownImage[]) => body.map(({ property }) => property);

async function bytes(owner: TestOwner, address?: string): Promise<Buffer> {
  return Buffer.from(await (await downloaded(owner, address)).arrayBuffer());
}

let made: Made;
/** A harvest without any setting. */
let plain: Made;

beforeAll(async () => {
  plain = await harvest();
  made = await harvest({
    operationsImageCreation: true,
    operationsImageAsGeoTiff: true,
    operationsImageAttributeCreation: { harvested: { speed: true, wetMassPerArea: true, cropFlow: true } },
  });
});

test('a file has an image of each property in its settings, with a legend and its extent', async () => {
  const { owner, at } = made;
  const { status, body } = await owner.get<ShownImage[]>(`${at}/images`);
  expect([status, propertiesOf(body)]).toEqual([200, ['speed', 'wetMassPerArea']]);
  const [image] = body;
  expect(image).toMatchObject({
    legend: { unit: 'm/s' },
    ramp: { '0%': [68, 1, 84], nv: [0, 0, 0, 0] },
    extent: { xmin: expect.closeTo(10, 2), ymax: expect.closeTo(50, 2) },
    projection: 'EPSG:4326',
  });
  expect(body[1]?.legend).toEqual({
    unit: 't/ha',
    ranges: [{ colorCode: '21908C', min: 5, max: 5, count: 100, label: '5', area: { value: 0.2, unit: 'ha' } }],
  });
  expect(image?.url).toBe(image?.downloadUrl);
  expect(isPng(await bytes(owner, image?.downloadUrl))).toBe(true);
  expect(isPng(await bytes(owner, image?.mapUrl))).toBe(true);
  expect((await bytes(owner, `${image?.downloadUrl}.aux.xml`)).toString()).toContain('<GeoTransform>');
});

test('the images of a file can be downloaded as one zip', async () => {
  const { owner, file, at } = made;
  expect(file.zippedPNGs).toBe(file.downloadZippedPNGs);
  const entries = unzipSync(await bytes(owner, file.downloadZippedPNGs));
  const names = ['speed', 'wetMassPerArea'].flatMap((name) => [
    `${name}.png`,
    `${name}.png.aux.xml`,
    `${name}.map.png`,
  ]);
  expect(Object.keys(entries)).toEqual(names);
  const steps = await owner.get(`${at}/status`);
  expect(steps.body).toMatchObject({ propertiesPNGs: { message: 'ok' }, zippedPNGs: { status: 'processed' } });
});

test('an operation has its own images, under both of its paths', async () => {
  const { owner, operation, at } = made;
  const { body } = await owner.get<ShownImage[]>(`${operation}/imagesV2`);
  const { body: earlier } = await owner.get<ShownImage[]>(`${operation}/images`);
  expect(propertiesOf(body)).toEqual(['speed', 'wetMassPerArea']);
  expect(body[1]).toMatchObject({ legend: { unit: 't/ha' }, projection: 'EPSG:4326' });
  expect(earlier[1]).toMatchObject({ legend: body[1]?.legend, ramp: { '100%': [253, 231, 37] } });
  const drawn = await bytes(owner, body[1]?.downloadUrl);
  expect(isPng(drawn)).toBe(true);
  expect(drawn.equals(await bytes(owner, earlier[1]?.downloadUrl))).toBe(true);
  // Half of the file lies in the field of the operation.
  const { body: ofFile } = await owner.get<ShownImage[]>(`${at}/images`);
  expect([ofFile[1]?.legend.ranges[0]?.count, body[1]?.legend.ranges[0]?.count]).toEqual([100, 50]);
});

test('the numbers of an operation can be downloaded as GeoTIFF', async () => {
  const { owner, operation } = made;
  const { body } = await owner.get<ShownImage[]>(`${operation}/geotiffImages`);
  expect(propertiesOf(body)).toEqual(['speed', 'wetMassPerArea']);
  const answer = await downloaded(owner, body[0]?.downloadUrl);
  expect(answer.headers.get('content-type')).toBe('image/tiff');
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 3)).toBe('II*');
  expect((await owner.get(`${operation}/geotiffImages/proteinPercentage.tif`)).status).toBe(404);
});

test('an image that the settings have not made is drawn on demand', async () => {
  const { owner, at } = made;
  const first = await owner.get(`${at}/images/heading.png`);
  expect([first.status, first.headers.get('retry-after')]).toEqual([202, '2']);
  await idle();
  expect(isPng(await bytes(owner, `${at}/images/heading.png`))).toBe(true);
  // The list still has the images made by the settings only.
  expect(propertiesOf((await owner.get<ShownImage[]>(`${at}/images`)).body)).toEqual(['speed', 'wetMassPerArea']);
  expect((await owner.get(`${at}/images/proteinPercentage.png`)).status).toBe(404);
});

test.each(['at', 'operation'] as const)('without any setting all images are drawn on request: %s', async (member) => {
  const { owner, [member]: address } = plain;
  const answers = await Promise.all(Array.from({ length: 5 }, () => owner.get(`${address}/images`)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  await idle();
  const { status, body } = await owner.get<ShownImage[]>(`${address}/images`);
  expect(status).toBe(200);
  const expected = [
    'area',
    'distance',
    'elevation',
    'heading',
    'speed',
    'equipmentWidth',
    'harvestMoisture',
    'wetMass',
  ];
  expect(propertiesOf(body)).toEqual(expect.arrayContaining([...expected, 'wetMassPerArea', 'dryMassPerArea']));
  const units = (await owner.get<Record<string, string>>(`${address}/units`)).body;
  for (const { property, legend } of body) expect(legend.unit).toBe(units[property]);
  expect(isPng(await bytes(owner, body[0]?.downloadUrl))).toBe(true);
  if (member === 'operation') {
    const numbers = await owner.get<ShownImage[]>(`${address}/geotiffImages`);
    expect(propertiesOf(numbers.body)).toEqual(propertiesOf(body));
  }
});

test('images drawn on demand are deleted when the file is processed again, and are drawn anew', async () => {
  const { owner, svcUserId, at } = plain;
  const before = (await owner.get<ShownImage[]>(`${at}/images`)).body.find(({ property }) => property === 'speed');
  expect(before?.legend.unit).toBe('m/s');
  await owner.call('PATCH', `/services/config/api/configs/${svcUserId}`, { json: { unitMeasurement: 'IMPERIAL' } });
  await owner.post(`${at}/reprocess`);
  await idle();
  expect((await owner.get(`${at}/images`)).status).toBe(202);
  await idle();
  const { body: after } = await owner.get<ShownImage[]>(`${at}/images`);
  expect(after.find(({ property }) => property === 'speed')?.legend.unit).toBe('ft/s');
  // 5 t/ha in the unit of the file.
  const [range] = after.find(({ property }) => property === 'wetMassPerArea')?.legend.ranges ?? [];
  expect(range?.max).toBeCloseTo((5000 / 0.45359237) * 0.40468564224, 1);
});

test('images drawn on demand are deleted with their user: the records of drawings, and every version of the images', async () => {
  const { owner, svcUserId, file, at, operation } = await harvest();
  for (const address of [at, operation]) await owner.get(`${address}/images`);
  await idle();
  const ids = [file.id, operation.split('/').at(-1) ?? ''];
  const drawings = async () => {
    const named = (await Promise.all(ids.map((id) => itemsNaming(table('operations'), id)))).flat();
    return named.filter(({ sk }) => sk === 'images').length;
  };
  const images = async () => (await tracesOf(svcUserId)).filter((trace) => /^files .*\/asked\//.test(trace)).length;
  expect([await drawings(), (await images()) > 20]).toEqual([2, true]);

  expect((await owner.call('DELETE', `${usersPath}/${svcUserId}`)).status).toBe(204);
  for (const minutes of [0, 15.1, 2.1]) {
    await advance({ minutes });
    await idle();
  }
  expect([await drawings(), await images()]).toEqual([0, 0]);
});
