import { beforeAll, expect, test } from 'vitest';
import { linkMediaType } from '../../../functions/http/body/download.ts';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { advance, cloud, cloudClock, idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { geoJson } from './boundary-files.ts';
import { converted, type ShownUpload, sendFile, uploadService } from './upload.ts';

const owner = await freshOwner();
const sent = sampleFieldsZip();
let svcUserId: string;
let upload: ShownUpload;

beforeAll(async () => {
  ({ id: svcUserId } = await freshUser(owner));
  ({ upload } = await converted(owner, svcUserId, 'мое поле — "север".zip', sent));
});

test('the URLs of an upload and of its entries lead to the original, under the base of the request', async () => {
  const path = `${uploadService}/upload/${upload.id}`;
  for (const [stage, prefix] of [
    ['id', ''],
    ['access', '/v2'],
  ] as const) {
    const { body } = await owner.get<ShownUpload>(path, { stage });
    expect(body.originalFileUrl).toBe(`${cloud.baseUrl}${prefix}${path}/original`);
    expect(body.downloadOriginalFileUrl).toBe(body.originalFileUrl);
    const entries = await owner.get<ShownUpload[]>(`${path}/entries`, { stage });
    expect(entries.body[0]).toMatchObject({ originalFileUrl: body.originalFileUrl });
  }
});

test('the URL redirects to the bytes as they were sent, on another origin, for a short time', async () => {
  const { status, headers, body } = await owner.get(upload.originalFileUrl);
  expect([status, body, headers.get('cache-control')]).toEqual([303, '', 'private, no-store']);
  const address = headers.get('location') ?? '';
  expect(new URL(address).origin).not.toBe(cloud.baseUrl);

  const file = await fetch(address);
  expect(Buffer.from(await file.arrayBuffer()).equals(sent)).toBe(true);
  const name =
    "filename*=UTF-8''%D0%BC%D0%BE%D0%B5%20%D0%BF%D0%BE%D0%BB%D0%B5%20%E2%80%94%20%22%D1%81%D0%B5%D0%B2%D0%B5%D1%80%22.zip";
  expect(file.headers.get('content-disposition')).toBe(`attachment; ${name}`);
  expect((await fetch(address.replace(/(?<=X-Amz-Signature=)\w+/, '0'.repeat(64)))).status).toBe(403);
  await advance({ minutes: 5, seconds: 1 });
  expect((await fetch(address)).status).toBe(403);
});

test('the media type of links returns the URL instead', async () => {
  const { status, headers, body } = await owner.get<{ url: string; expiresAt: string }>(upload.originalFileUrl, {
    headers: { accept: linkMediaType },
  });
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  const seconds = (Date.parse(body.expiresAt) - cloudClock.now()) / 1000;
  expect(seconds).toBeGreaterThan(290);
  expect(seconds).toBeLessThanOrEqual(300);
  expect((await fetch(body.url)).status).toBe(200);
  expect((await owner.get(upload.originalFileUrl, { headers: { accept: 'application/json' } })).status).toBe(303);
});

test('a token is required, and a client that sends it to the other origin is refused', async () => {
  expect((await fetch(upload.originalFileUrl, { redirect: 'manual' })).status).toBe(401);
  const { headers } = await owner.get(upload.originalFileUrl);
  const authorization = `Bearer ${await owner.token('id')}`;
  expect((await fetch(headers.get('location') ?? '', { headers: { authorization } })).status).toBe(400);
});

test('the original is available from the first moment', async () => {
  const { body } = await sendFile(owner, svcUserId, 'early.geojson', geoJson(1));
  const { headers } = await owner.get(body.originalFileUrl);
  expect(await (await fetch(headers.get('location') ?? '')).text()).toBe(geoJson(1));
  await idle();
});
