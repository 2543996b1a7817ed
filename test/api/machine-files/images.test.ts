import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, operationsService, processed, type ShownFile } from './batch.ts';
import { fieldAround } from './field-around.ts';

interface ShownImage {
  property: string;
  url: string;
  downloadUrl: string;
}

let owner: TestOwner;
let file: ShownFile;
let operation: string;

beforeAll(async () => {
  owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, {
    operationsImageCreation: true,
    operationsImageAsGeoTiff: true,
    operationsImageAttributeCreation: { harvested: { speed: true, wetMassPerArea: true, cropFlow: true } },
  });
  await fieldAround(owner, svcUserId, 0, 2);
  file = (await processed(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvestCsv() }))).files[0] as ShownFile;
  await idle();
  const { body } = await owner.get<{ id: string }[]>(`${operationsService}/operations?svcUserId=${svcUserId}`);
  operation = `${operationsService}/operations/${body[0]?.id}`;
});

const bytes = async (address?: string) => Buffer.from(await (await downloaded(owner, address)).arrayBuffer());
const isPng = (content: Uint8Array) => Buffer.from(content.subarray(1, 4)).toString() === 'PNG';

test('a file has an image of each property that was asked for and is in its points', async () => {
  const { body } = await owner.get<ShownImage[]>(`${operationsService}/files/${file.id}/images`);
  expect(body).toMatchObject([
    { property: 'speed', ramp: { '0%': [200, 0, 0], nv: [0, 0, 0, 0] } },
    { property: 'wetMassPerArea' },
  ]);
  expect(body[0]?.url).toBe(body[0]?.downloadUrl);
  expect(isPng(await bytes(body[0]?.downloadUrl))).toBe(true);
  expect((await bytes(`${body[0]?.downloadUrl}.aux.xml`)).toString()).toContain('<GeoTransform>');
});

test('the images of a file come as one zip too', async () => {
  expect(file.zippedPNGs).toBe(file.downloadZippedPNGs);
  const entries = unzipSync(await bytes(file.downloadZippedPNGs));
  const names = ['speed.png', 'wetMassPerArea.png'].flatMap((name) => [name, `${name}.aux.xml`]);
  expect(Object.keys(entries)).toEqual(names);
  const steps = await owner.get(`${operationsService}/files/${file.id}/status`);
  expect(steps.body).toMatchObject({ propertiesPNGs: { message: 'ok' }, zippedPNGs: { status: 'processed' } });
});

test('an operation has images with a legend of seven classes', async () => {
  const { body } = await owner.get<(ShownImage & { legend: { ranges: object[] } })[]>(`${operation}/imagesV2`);
  expect(body).toMatchObject([
    { property: 'speed', extent: { xmin: expect.any(Number) } },
    { property: 'wetMassPerArea' },
  ]);
  expect(body[0]?.legend.ranges).toHaveLength(7);
  expect(isPng(await bytes(body[0]?.downloadUrl))).toBe(true);
});

test('and the same in colours that run through the values', async () => {
  const { body } = await owner.get<ShownImage[]>(`${operation}/images`);
  expect(body).toMatchObject([{ property: 'speed', ramp: { '100%': [0, 130, 0] } }, { property: 'wetMassPerArea' }]);
  const placed = `${body[1]?.downloadUrl}.aux.xml`;
  const [drawn, classes] = [await bytes(body[1]?.downloadUrl), await bytes(`${operation}/imagesV2/wetMassPerArea.png`)];
  expect(isPng(drawn)).toBe(true);
  expect((await bytes(placed)).toString()).toContain('<GeoTransform>');
  // Every value is the same here, which the ramp shows at its upper end and the classes in the lowest.
  expect(drawn.equals(classes)).toBe(false);
});

test('and its numbers as GeoTIFF', async () => {
  const { body } = await owner.get<ShownImage[]>(`${operation}/geotiffImages`);
  expect(body.map(({ property }) => property)).toEqual(['speed', 'wetMassPerArea']);
  const answer = await downloaded(owner, body[0]?.downloadUrl);
  expect(answer.headers.get('content-type')).toBe('image/tiff');
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 3)).toBe('II*');
  expect((await owner.get(`${operation}/geotiffImages/heading.tif`)).status).toBe(404);
});
