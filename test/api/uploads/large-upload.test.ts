import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { cloud, idle } from '../cloud.ts';
import { freshOwner, request, type TestOwner } from '../owner.ts';

type Upload = { id: string; fileName: string; status: string };

const uploads = '/services/uploadservice/api/upload';
let owner: TestOwner;
let svcUserId: string;

beforeAll(async () => {
  owner = await freshOwner();
  const user = { name: 'Large', email: 'large@test.example' };
  svcUserId = (await owner.post<{ id: string }>('/services/usermanagement/api/users', user)).body.id;
});

/** A file of one field in two parts: white space means nothing to JSON. */
function largeFile(name: string): string {
  const coordinates = [
    [
      [10, 50],
      [10.01, 50],
      [10.01, 50.01],
      [10, 50.01],
      [10, 50],
    ],
  ];
  const field = { type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates } };
  return JSON.stringify({ type: 'FeatureCollection', features: [field] }) + ' '.repeat(9_000_000);
}

function form(content: string, part = 'file'): FormData {
  const made = new FormData();
  made.append(part, new Blob([content]), 'large file.geojson');
  return made;
}

const address = (user = svcUserId) => `${uploads}?svcUserId=${user}`;
const leftOnDisk = () => readdirSync(join(cloud.dataDir, 'uploads'));

test.each(['id', 'access'] as const)('a file that exceeds an event becomes fields, with an %s token', async (stage) => {
  const sent = await owner.call<Upload>('POST', address(), { body: form(largeFile(stage)), stage });
  expect(sent).toMatchObject({ status: 201, body: { fileName: 'large file.geojson', status: 'RECEIVED' } });
  expect(sent.headers.get('location')).toContain(`${uploads}/${sent.body.id}`);
  await idle();
  const upload = await owner.get<Upload>(`${uploads}/${sent.body.id}`);
  expect(upload.body.status).toBe('PROCESSED');
  const fields = await owner.get<{ name: string }[]>(`/services/fields/api/fields?svcUserId=${svcUserId}`);
  expect(fields.body.map(({ name }) => name)).toContain(stage);
  await eventually(() => expect(leftOnDisk()).toEqual([]));
});

test('sent twice with one Idempotency-Key it is one upload', async () => {
  const headers = { 'idempotency-key': 'large-1' };
  const send = () => owner.call<Upload>('POST', address(), { body: form(largeFile('once')), headers });
  const first = await send();
  const second = await send();
  expect(second).toMatchObject({ status: 201, body: { id: first.body.id } });
});

test('an empty file of unknown length ends FAILED, and its only entry says so', async () => {
  const boundary = '--b\r\ncontent-disposition: form-data; name="file"; filename="farm.zip"\r\n\r\n\r\n--b--\r\n';
  const headers = {
    authorization: `Bearer ${await owner.token('id')}`,
    'content-type': 'multipart/form-data; boundary=b',
    'transfer-encoding': 'chunked',
  };
  const sent = httpRequest(`${cloud.baseUrl}${address()}`, { method: 'POST', headers });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(boundary);
  const [response] = await answered;
  const { id } = (await json(response)) as Upload;
  expect(response.statusCode).toBe(201);
  await idle();
  expect((await owner.get<Upload>(`${uploads}/${id}`)).body.status).toBe('FAILED');
  expect((await owner.get(`${uploads}/${id}/entries`)).body).toMatchObject([
    { status: 'FAILED', converterFormat: 'UNKNOWN', problems: [{ code: 'emptyFile', hint: expect.any(String) }] },
  ]);
});

test('an invalid token is refused before the file is read', async () => {
  const sent = await request('POST', address(), {
    body: form(largeFile('x')),
    headers: { authorization: 'Bearer no-token' },
  });
  expect(sent.status).toBe(401);
});

test("another owner's user and a form without a file are refused, and leave nothing behind", async () => {
  const stranger = await freshOwner();
  expect((await stranger.call('POST', address(), { body: form(largeFile('x')) })).status).toBe(404);
  expect(await owner.call('POST', address(), { body: form(largeFile('x'), 'wrong') })).toMatchObject({
    status: 400,
    body: { errorKey: 'fileMissing' },
  });
  expect(await owner.call('POST', uploads, { body: form(largeFile('x')) })).toMatchObject({ status: 400 });
  await eventually(() => expect(leftOnDisk()).toEqual([]));
});
