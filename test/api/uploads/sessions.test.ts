import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
import { limits } from '../../../domain/limits.ts';
import { advance, bucket, cloudClock, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { geoJson } from './boundary-files.ts';
import { ended, entriesOf, type ShownUpload, uploadService } from './upload.ts';

const sessions = `${uploadService}/upload-sessions`;
const partBytes = 8 * 1024 * 1024;
const owner = await freshOwner();
let svcUserId: string;
beforeAll(async () => {
  ({ id: svcUserId } = await freshUser(owner));
});

interface Session {
  id: string;
  status: string;
  partSizeBytes: number;
  partCount: number;
  expiresAt: string;
  parts: { partNumber: number; sizeBytes: number }[];
}

/** A file of two parts: white space means nothing to JSON. */
const large = Buffer.from(geoJson(2).padEnd(partBytes + 1_000));

async function begin(members: object = {}): Promise<Session> {
  const wanted = { svcUserId, target: 'fieldBoundaries', fileName: 'large farm.geojson', sizeBytes: large.length };
  const { status, headers, body } = await owner.post<Session>(sessions, { ...wanted, ...members });
  expect([status, headers.get('location')?.endsWith(`/upload-sessions/${body.id}`)]).toEqual([201, true]);
  return body;
}

async function sign(id: string, partNumbers: number[]) {
  const path = `${sessions}/${id}/parts`;
  return owner.post<{ parts: { partNumber: number; url: string; expiresAt: string }[] }>(path, { partNumbers });
}

async function put(id: string, partNumber: number, bytes: Uint8Array): Promise<number> {
  const { body } = await sign(id, [partNumber]);
  return (await fetch(body.parts[0]?.url ?? '', { method: 'PUT', body: new Uint8Array(bytes) })).status;
}

const show = async (id: string) => (await owner.get<Session>(`${sessions}/${id}`)).body;
const complete = (id: string) => owner.post<ShownUpload>(`${sessions}/${id}/complete`);
const openInBucket = async (): Promise<number> => {
  const { Uploads = [] } = await bucket.client.send(new ListMultipartUploadsCommand({ Bucket: bucket.name }));
  return Uploads.filter(({ Key }) => Key?.includes(svcUserId)).length;
};

test('a file comes in parts, in any order, and becomes fields', async () => {
  const session = await begin();
  expect(session).toMatchObject({ status: 'OPEN', partSizeBytes: partBytes, partCount: 2 });
  expect(Date.parse(session.expiresAt) - cloudClock.now()).toBeGreaterThan(23.9 * 3_600_000);
  expect(await put(session.id, 2, large.subarray(partBytes))).toBe(200);
  expect((await show(session.id)).parts).toEqual([{ partNumber: 2, sizeBytes: large.length - partBytes }]);
  expect(await put(session.id, 1, large.subarray(0, partBytes))).toBe(200);

  const { status, headers, body } = await complete(session.id);
  expect([status, body.status, body.fileName]).toEqual([201, 'RECEIVED', 'large farm.geojson']);
  expect(headers.get('location')).toContain(`${uploadService}/upload/${body.id}`);
  expect((await ended(owner, body.id)).status).toBe('PROCESSED');
  expect((await entriesOf(owner, body.id))[0]?.fieldId).toHaveLength(2);
  expect(await show(session.id)).toMatchObject({ status: 'COMPLETED', parts: [] });
  const again = await complete(session.id);
  expect([again.status, again.body.id]).toEqual([201, body.id]);
});

test('an empty file comes in one empty part, and its only entry says so', async () => {
  const session = await begin({ sizeBytes: 0 });
  expect(session.partCount).toBe(1);
  expect(await put(session.id, 1, Buffer.alloc(0))).toBe(200);
  const { status, body } = await complete(session.id);
  expect([status, (await ended(owner, body.id)).status]).toEqual([201, 'FAILED']);
  expect(await entriesOf(owner, body.id)).toMatchObject([
    { status: 'FAILED', converterFormat: 'UNKNOWN', problems: [{ code: 'emptyFile' }] },
  ]);
});

test('concurrent completions create one upload', async () => {
  const { id } = await begin({ sizeBytes: geoJson(1).length });
  await put(id, 1, Buffer.from(geoJson(1)));
  const [first, second] = await Promise.all([complete(id), complete(id)]);
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  expect((await ended(owner, first.body.id)).status).toBe('PROCESSED');
});

test('missing parts and parts of the wrong size are named, and can be sent again', async () => {
  const { id } = await begin({ sizeBytes: partBytes + 10 });
  expect(expectProblem(await complete(id), 409, 'partsMissing').detail).toMatch(/: 1, 2\. PUT them again\./);
  await put(id, 1, Buffer.alloc(partBytes, ' '));
  await put(id, 2, Buffer.from('too short'));
  expect(expectProblem(await complete(id), 409, 'partsMissing').detail).toMatch(/: 2\. PUT them again\./);
  await put(id, 2, Buffer.from('ten bytes.'));
  expect((await complete(id)).status).toBe(201);
});

test('the URL of a part is valid for a while, for this part, and without a token', async () => {
  const { id } = await begin({ sizeBytes: 10 });
  const { headers, body } = await sign(id, [1]);
  expect(headers.get('cache-control')).toBe('private, no-store');
  const { url = '', expiresAt = '' } = body.parts[0] ?? {};
  expect(Math.round((Date.parse(expiresAt) - cloudClock.now()) / 60_000)).toBe(15);
  const attempt = (address: string, init: RequestInit = {}) =>
    fetch(address, { method: 'PUT', body: 'ten bytes.', ...init });
  expect((await attempt(url.replace('partNumber=1', 'partNumber=2'))).status).toBe(403);
  expect((await attempt(url, { body: 'a part of another size' })).status).toBe(403);
  expect((await attempt(url, { method: 'GET', body: null })).status).toBe(403);
  expect((await attempt(url, { headers: { authorization: `Bearer ${await owner.token('id')}` } })).status).toBe(400);
  await advance({ minutes: 15, seconds: 1 });
  expect((await attempt(url)).status).toBe(403);
  expect(await put(id, 1, Buffer.from('ten bytes.'))).toBe(200);
});

test('deleting a session deletes the parts that have arrived, and may be repeated', async () => {
  const before = await openInBucket();
  const { id } = await begin();
  await put(id, 1, large.subarray(0, partBytes));
  expect(await openInBucket()).toBe(before + 1);
  for (const _ of [1, 2]) expect((await owner.call('DELETE', `${sessions}/${id}`)).status).toBe(204);
  expect(await openInBucket()).toBe(before);
  expect((await show(id)).status).toBe('ABORTED');
  expectProblem(await complete(id), 409, 'uploadSessionNotOpen');
  expectProblem(await sign(id, [1]), 409, 'uploadSessionNotOpen');
});

test('a completed session cannot be deleted', async () => {
  const { id } = await begin({ sizeBytes: 10 });
  await put(id, 1, Buffer.from('ten bytes.'));
  await complete(id);
  expectProblem(await owner.call('DELETE', `${sessions}/${id}`), 409, 'uploadSessionNotOpen');
});

test('a session expires after 24 hours', async () => {
  const { id } = await begin({ sizeBytes: 10 });
  await put(id, 1, Buffer.from('ten bytes.'));
  await advance({ minutes: 24 * 60 + 1 });
  expect((await show(id)).status).toBe('EXPIRED');
  expectProblem(await complete(id), 409, 'uploadSessionNotOpen');
  expectProblem(await sign(id, [1]), 409, 'uploadSessionNotOpen');
});

test.each([
  [{ sizeBytes: -1 }, 400, 'sizeBytes'],
  [{ sizeBytes: 3 * 1024 ** 3 + 1 }, 400, 'sizeBytes'],
  [{ fileName: 'a/b.zip' }, 400, 'fileName'],
  [{ fileName: '..' }, 400, 'fileName'],
  [{ fileName: 'x'.repeat(256) }, 400, 'fileName'],
  [{ target: 'elsewhere' }, 400, 'target'],
  [{ svcUserId: crypto.randomUUID() }, 404, undefined],
  [{ farmId: 4711 }, 404, undefined],
])('no session is created for %j', async (members, status, field) => {
  const wanted = { svcUserId, target: 'fieldBoundaries', fileName: 'a.zip', sizeBytes: 10 };
  const problem = expectProblem(await owner.post(sessions, { ...wanted, ...members }), status);
  expect(problem.fieldErrors?.[0]?.field).toBe(field);
});

test('the largest file has as many parts as S3 allows, and no part beyond them is signed', async () => {
  const { id, partCount } = await begin({ sizeBytes: 3 * 1024 ** 3 });
  expect(partCount).toBe(384);
  expect((await sign(id, [1, 384])).status).toBe(200);
  expectProblem(await sign(id, [385]), 400);
  expectProblem(await sign(id, []), 400);
  expectProblem(await sign(id, Array(101).fill(1)), 400);
});

test('an account has a limited number of open sessions, and a session that ends or whose user is deleted makes room', async () => {
  const greedy = await freshOwner();
  const { id: user } = await freshUser(greedy);
  const wanted = { svcUserId: user, target: 'fieldBoundaries', fileName: 'a.zip', sizeBytes: 10 };
  const open = () => greedy.post<Session>(sessions, wanted);
  const begun = await Promise.all(Array.from({ length: limits.uploadSessions }, open));
  expect(begun.map(({ status }) => status)).toEqual(begun.map(() => 201));

  const refused = await open();
  expect(expectProblem(refused, 429, 'tooManyUploadSessions').detail).toMatch(/^100 upload sessions.*DELETE/);
  expect(refused.headers.get('retry-after')).toBe('60');
  const { Uploads = [] } = await bucket.client.send(new ListMultipartUploadsCommand({ Bucket: bucket.name }));
  expect(Uploads.filter(({ Key }) => Key?.includes(user))).toHaveLength(limits.uploadSessions);
  expect((await begin()).status).toBe('OPEN');

  const [first, second] = begun.map(({ body }) => body.id);
  expect((await greedy.call('DELETE', `${sessions}/${first}`)).status).toBe(204);
  expect((await open()).status).toBe(201);
  const { body } = await greedy.post<{ parts: { url: string }[] }>(`${sessions}/${second}/parts`, { partNumbers: [1] });
  expect((await fetch(body.parts[0]?.url ?? '', { method: 'PUT', body: 'ten bytes.' })).status).toBe(200);
  expect((await greedy.post(`${sessions}/${second}/complete`)).status).toBe(201);
  expect((await open()).status).toBe(201);
  expect((await open()).status).toBe(429);

  const other = await freshUser(greedy);
  expect((await greedy.call('DELETE', `${usersPath}/${user}`)).status).toBe(204);
  await idle();
  expect((await greedy.post(sessions, { ...wanted, svcUserId: other.id })).status).toBe(201);
});
