import { beforeAll, describe, expect, test } from 'vitest';
import { cloud, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { geoJson } from './boundary-files.ts';
import { ended, type ShownUpload, sendFile, uploadService } from './upload.ts';

const owner = await freshOwner();
let svcUserId: string;
beforeAll(async () => {
  ({ id: svcUserId } = await freshUser(owner));
});

const send = (body: BodyInit, headers: Record<string, string> = {}, query = '') =>
  owner.call<ShownUpload>('POST', `${uploadService}/upload?svcUserId=${svcUserId}${query}`, { body, headers });

function form(...parts: [name: string, content: Blob | string, fileName?: string][]): FormData {
  const made = new FormData();
  for (const [name, content, fileName] of parts) {
    if (typeof content === 'string') made.append(name, content);
    else made.append(name, content, fileName);
  }
  return made;
}
const file = new Blob([geoJson(1)]);

test('the response is the upload, RECEIVED, with its URL', async () => {
  const { status, headers, body } = await send(form(['file', file, 'farm.geojson']));
  expect([status, headers.get('location')]).toEqual([201, `${cloud.baseUrl}${uploadService}/upload/${body.id}`]);
  expect(body).toMatchObject({
    svcUserId,
    fileName: 'farm.geojson',
    status: 'RECEIVED',
    createdTime: expect.stringMatching(/\.\d{3}Z$/),
  });
  expect(body).not.toHaveProperty('sizeBytes');
  await ended(owner, body.id);
});

test.each([
  ['my fields.geojson', 'my fields.geojson'],
  ['field-1_(final) v2.1+b&c=d%20#?.geojson', 'field-1_(final) v2.1+b&c=d%20#?.geojson'],
  ['моё поле № 3.geojson', 'моё поле № 3.geojson'],
  ['"quoted" \'name\'.geojson', '"quoted" \'name\'.geojson'],
  ['\u{1F33E} \u5708.geojson', '\u{1F33E} \u5708.geojson'],
  ['C:\\farm\\north.geojson', 'north.geojson'],
  ['/etc/../north.geojson', 'north.geojson'],
  ['..', 'upload'],
  [`${'\u{1F33E}'.repeat(150)}xy.geojson`, `${'\u{1F33E}'.repeat(122)}xy.geojson`],
])('a file named %j keeps its plain name', async (name, kept) => {
  const { status, body } = await sendFile(owner, svcUserId, name, geoJson(1));
  expect([status, body.fileName]).toEqual([201, kept]);
  expect(await ended(owner, body.id)).toMatchObject({ status: 'PROCESSED', fileName: kept });
});

test('a form may be written in other valid ways', async () => {
  const body = [
    '--x',
    "Content-Disposition: form-data; name=file; filename=a.json; filename*=utf-8''%D0%BF.json",
    '',
    geoJson(1),
    '--x--',
    '',
  ];
  const sent = await send(body.join('\r\n'), { 'content-type': 'multipart/form-data; boundary="x"' });
  expect([sent.status, sent.body.fileName]).toEqual([201, 'п.json']);
});

describe('refused uploads', () => {
  const noFile = 'fileMissing';
  test.each<[string, BodyInit, string | undefined]>([
    ['a form without a file', form(['note', 'text']), noFile],
    ['a file in another part', form(['document', file, 'farm.geojson']), noFile],
    ['a text in the part', form(['file', geoJson(1)]), noFile],
    ['two files', form(['file', file, 'a.geojson'], ['file', file, 'b.geojson']), undefined],
  ])('%s', async (_, body, errorKey) => {
    expectProblem(await send(body), 400, errorKey);
  });

  test('a body that is no form, or cut off', async () => {
    expectProblem(await send(geoJson(1), { 'content-type': 'application/geo+json' }), 415);
    expectProblem(
      await send('--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' }),
      400,
      'malformedMultipart',
    );
    expectProblem(await send('nothing', { 'content-type': 'multipart/form-data' }), 400, 'malformedMultipart');
  });

  test('an unknown user or farm', async () => {
    expectProblem(await sendFile(owner, crypto.randomUUID(), 'a.geojson', geoJson(1)), 404, 'userNotFound');
    expectProblem(await send(form(['file', file, 'a.geojson']), {}, '&farmId=4711'), 404, 'farmNotFound');
    for (const farmId of ['x', '0', '-1', '1.5']) {
      expectProblem(await send(form(['file', file, 'a.geojson']), {}, `&farmId=${farmId}`), 400);
    }
  });
});

test('the same file with the same Idempotency-Key is one upload, another file is refused', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const first = await send(form(['file', file, 'a.geojson']), headers);
  const second = await send(form(['file', file, 'a.geojson']), headers);
  expect([second.status, second.body.id]).toEqual([201, first.body.id]);
  expectProblem(await send(form(['file', new Blob([geoJson(2)]), 'a.geojson']), headers), 409, 'idempotencyKeyReused');
  expectProblem(await send(form(['file', file, 'b.geojson']), headers), 409, 'idempotencyKeyReused');
  await idle();
});
