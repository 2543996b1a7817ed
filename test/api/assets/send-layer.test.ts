import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import gdal from 'gdal-async';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { bucket } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { type Answer, freshOwner, type Sent } from '../owner.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from '../sync/sandboxes.ts';
import { finishedSession } from '../uploads/finished-session.ts';
import { uploadService } from '../uploads/upload.ts';
import { freshUser } from '../users/user.ts';

const owner = await freshOwner();
useSandboxes();
let connected = '';
beforeAll(async () => {
  connected = (await freshUser(owner)).id;
  await sandboxCredential(owner, connected, 'ClimateFieldView');
});

const metadata = {
  acquisitionStartDate: '2026-05-21',
  acquisitionEndDate: '2026-05-22',
  isCalibrated: 'true',
};

interface Made {
  epsg?: number;
  bands?: number;
  dataType?: string;
  size?: number;
  metadata?: Record<string, string>;
  options?: string[];
}

const folder = temporaryFolder('layers');
mkdirSync(folder, { recursive: true });
let made = 0;

/** Writes a GeoTIFF, of the rules unless it says otherwise. */
function image({ epsg = 32615, bands = 3, dataType = gdal.GDT_Byte, size = 64, options = [], ...rest }: Made = {}) {
  made += 1;
  const path = join(folder, `${made}.tif`);
  const dataset = gdal.open(path, 'w', 'GTiff', size, size, bands, dataType, ['PHOTOMETRIC=RGB', ...options]);
  dataset.srs = gdal.SpatialReference.fromEPSG(epsg);
  dataset.geoTransform = [448_000, 0.5, 0, 4_650_000, 0, -0.5];
  dataset.setMetadata(rest.metadata ?? metadata);
  dataset.close();
  return path;
}

function send<T>(
  svcUserId: string,
  path: string,
  { query = '?uploadType=RGB', ...sent }: Sent & { query?: string } = {},
) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(readFileSync(path))]), 'north-forty-in-may.tif');
  const url = `/services/beta/api/users/${svcUserId}/layers/climateFieldView${query}`;
  return owner.call<T>('POST', url, { ...sent, body: form }) as Promise<Answer<T>>;
}

function sendSession(svcUserId: string, sessionId: string, sent: Sent = {}) {
  const url = `/services/beta/api/users/${svcUserId}/layers/climateFieldView/${sessionId}?uploadType=RGB`;
  return owner.call<{ id: string; name: string }>('POST', url, sent);
}

const sumOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** What the bucket has of an upload session. */
async function objectsOf(sessionId: string): Promise<string[]> {
  const { Contents = [] } = await bucket.client.send(
    new ListObjectsV2Command({ Bucket: bucket.name, Prefix: `incoming/layers/${owner.owner.id}/` }),
  );
  return Contents.flatMap(({ Key = '' }) => (Key.includes(sessionId) ? [Key] : []));
}

interface Upload {
  id: string;
  sha256?: string;
  contentType: string;
  length: number;
  status: string;
  metadata: object;
}
const uploads = async () => (await controlSandbox<{ items: Upload[] }>('ClimateFieldView', 'GET', '/uploads')).items;

describe('an aerial image', () => {
  test('is sent over the wire of Climate FieldView, once for a key, and nothing of it is kept', async () => {
    const path = image();
    const before = (await uploads()).length;
    const sent = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const { status, body } = await send<{ id: string; name: string }>(connected, path, sent);
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), name: 'north-forty-in-may.tif' } });
    expect((await send(connected, path, sent)).body).toEqual(body);
    const all = await uploads();
    expect(all).toHaveLength(before + 1);
    expect(all.find(({ id }) => id === body.id)).toMatchObject({
      contentType: 'image/vnd.climate.rgb.geotiff',
      length: readFileSync(path).length,
      status: 'PENDING',
      metadata: {
        acquisitionStartDate: '2026-05-21T00:00:00.000Z',
        acquisitionEndDate: '2026-05-22T00:00:00.000Z',
        isCalibrated: true,
        name: 'north-forty-in-may.t',
      },
    });
  });

  test('of 4.9 MB comes by an upload session, arrives byte for byte, and is gone afterwards', async () => {
    const path = image();
    // What follows a GeoTIFF means nothing to its readers.
    const content = Buffer.concat([readFileSync(path), randomBytes(4_880_000)]);
    const wanted = { svcUserId: connected, target: 'layers', fileName: 'north-forty-in-may.tif' };
    const id = await finishedSession(owner, wanted, content);
    const sent = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const { status, body } = await sendSession(connected, id, sent);
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), name: wanted.fileName } });
    const arrived = (await uploads()).filter((upload) => upload.id === body.id);
    expect(arrived).toMatchObject([{ length: content.length, sha256: sumOf(content), status: 'PENDING' }]);

    expect(await objectsOf(id)).toEqual([]);
    expectProblem(await sendSession(connected, id), 404, 'originalNotFound');
    expect((await sendSession(connected, id, sent)).body).toEqual(body);
    expect((await owner.post(`${uploadService}/upload-sessions/${id}/complete`)).status).toBe(201);
  });

  test('of an upload session is refused by the same rules, and is gone then', async () => {
    const wanted = { svcUserId: connected, target: 'layers', fileName: 'four.tif' };
    const id = await finishedSession(owner, wanted, readFileSync(image({ bands: 4 })));
    const problem = expectProblem(await sendSession(connected, id), 400, 'layerRefused');
    expect(problem.detail).toContain('4 bands');
    expect(await objectsOf(id)).toEqual([]);
  });

  test('needs a completed session of its user with the target `layers`', async () => {
    const wanted = { svcUserId: connected, target: 'layers', fileName: 'may.tif', sizeBytes: 1_000 };
    const sessions = `${uploadService}/upload-sessions`;
    const { body: open } = await owner.post<{ id: string }>(sessions, wanted);
    expectProblem(await sendSession(connected, open.id), 409, 'uploadSessionNotReady');
    expectProblem(await owner.post(`${sessions}/${open.id}/complete`), 409, 'partsMissing');
    expect((await owner.call('DELETE', `${sessions}/${open.id}`)).status).toBe(204);
    expectProblem(await sendSession(connected, open.id), 409, 'uploadSessionNotReady');
    const other = await finishedSession(owner, { ...wanted, target: 'inspections' }, Buffer.from('other'));
    expectProblem(await sendSession(connected, other), 409, 'uploadSessionNotReady');
    const { id } = await freshUser(owner);
    expectProblem(await sendSession(id, other), 404, 'uploadSessionNotFound');
    for (const sizeBytes of [0, 5_000_001]) {
      expect(expectProblem(await owner.post(sessions, { ...wanted, sizeBytes }), 400).detail).toContain('sizeBytes');
    }
  });

  test.each<[string, Made, string]>([
    ['16-bit bands', { dataType: gdal.GDT_UInt16 }, 'type UInt16'],
    ['four bands', { bands: 4 }, '4 bands'],
    ['a coordinate system that is not UTM', { epsg: 28992 }, '+proj=sterea'],
    ['UTM on another datum', { epsg: 26915 }, 'NAD83'],
    ['no dates', { metadata: {} }, 'lacks acquisitionStartDate'],
    ['a date that is none', { metadata: { ...metadata, acquisitionEndDate: 'May' } }, 'acquisitionEndDate "May"'],
    ['an end before its start', { metadata: { ...metadata, acquisitionEndDate: '2026-01-01' } }, 'is before'],
    [
      '60,000² pixels in few bytes',
      {
        size: 60_000,
        options: ['SPARSE_OK=TRUE', 'COMPRESS=DEFLATE', 'TILED=YES', 'BLOCKXSIZE=4096', 'BLOCKYSIZE=4096'],
      },
      '60000 × 60000 pixels',
    ],
  ])('with %s is refused by name', async (_, given, words) => {
    const problem = expectProblem(await send(connected, image(given)), 400, 'layerRefused');
    expect(problem.detail).toContain(words);
  });

  test('that breaks several rules hears of each', async () => {
    const problem = expectProblem(
      await send(connected, image({ bands: 1, epsg: 4326, metadata: {} })),
      400,
      'layerRefused',
    );
    expect(problem.fieldErrors?.length).toBeGreaterThan(3);
  });

  test('that ends early, or is no GeoTIFF, is refused', async () => {
    const cut = image({ size: 512 });
    truncateSync(cut, 300_000);
    expect(expectProblem(await send(connected, cut), 400, 'layerRefused').detail).toMatch(/cannot be read/);
    expect(expectProblem(await send(connected, import.meta.filename), 400, 'layerRefused').detail).toMatch(
      /cannot be read/,
    );
  });

  test('needs a connected account and the type RGB', async () => {
    const { id } = await freshUser(owner);
    expectProblem(await send(id, image()), 409, 'providerNotConnected');
    expectProblem(await send(connected, image(), { query: '' }), 400);
    expectProblem(await send(connected, image(), { query: '?uploadType=NVDI' }), 400);
    expectProblem(await send(crypto.randomUUID(), image()), 404, 'userNotFound');
  });

  const real = join(process.env.CORPUS_DIR ?? '', '../imagery/rasterio+rasterio');
  test.skipIf(!existsSync(real))('of Landsat is decoded whole', async () => {
    const file = join(real, 'RGB.byte.tif');
    const { detail, fieldErrors } = expectProblem(await send(connected, file), 400, 'layerRefused');
    // It keeps the rules but for the dates, which nobody has given it.
    expect(fieldErrors).toHaveLength(3);
    expect(detail).toContain('lacks isCalibrated');
  });
});
