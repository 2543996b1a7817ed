import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { beforeEach, expect, test } from 'vitest';
import { artefactPrefix, incomingPrefixes } from '../../../domain/files/object-keys.ts';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { bucket, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { openSession, sendOnlyPart } from '../contract/world.ts';
import { freshCredential, noteEvents } from '../credentials/credential.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { converted, sendFile, uploadService } from '../uploads/upload.ts';
import { itemsOf, tracesOf, untilErased } from './erasure.ts';
import { freshUser, usersPath } from './user.ts';

let owner: TestOwner;
let id: string;
beforeEach(async () => {
  owner = await freshOwner();
  ({ id } = await freshUser(owner, { externalId: `id-of-${crypto.randomUUID()}` }));
});

const remove = () => owner.call('DELETE', `${usersPath}/${id}`);

test('a deleted user is gone from every response at once', async () => {
  const { upload, entries } = await converted(owner, id, 'sample.zip', sampleFieldsZip());
  const sessionId = await openSession(owner, id);
  const { status, body } = await remove();
  expect([status, body]).toEqual([204, '']);

  const field = `/services/fields/api/users/${id}/fields/${entries[0]?.fieldId[0]}`;
  const session = `${uploadService}/upload-sessions/${sessionId}`;
  const uploadPath = `${uploadService}/upload/${upload.id}`;
  for (const path of [
    `${usersPath}/${id}`,
    field,
    `${field}/boundaries`,
    `${field}/boundary`,
    session,
    uploadPath,
    `${uploadPath}/entries`,
    `${uploadPath}/original`,
  ]) {
    expectProblem(await owner.get(path), 404);
  }
  for (const path of [usersPath, '/services/fields/api/fields', `${uploadService}/upload`]) {
    expect((await owner.get(path)).body).toEqual([]);
    if (path !== usersPath) expect((await owner.get(`${path}?svcUserId=${id}`)).body).toEqual([]);
  }
  for (const [method, json] of [
    ['DELETE', undefined],
    ['PATCH', { name: 'Back' }],
  ] as const) {
    expectProblem(await owner.call(method, `${usersPath}/${id}`, { json }), 404);
  }
  expectProblem(await owner.call('PUT', usersPath, { json: { id, name: 'Back', email: 'b@x.example' } }), 404);
  expectProblem(await sendFile(owner, id, 'sample.zip', sampleFieldsZip()), 404);
});

test('of concurrent deletes one succeeds', async () => {
  const statuses = (await Promise.all([remove(), remove(), remove()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([204, 404, 404]);
});

test('only a tombstone is left in any table or bucket', async () => {
  await converted(owner, id, 'sample.zip', sampleFieldsZip());
  await openSession(owner, id);
  const begun = await openSession(owner, id);
  await freshCredential(owner, id, 'JohnDeere');
  await noteEvents(owner, id, 'JohnDeere', 2);
  await sendOnlyPart(owner, begun);
  await idle();
  expect(await tracesOf(id)).not.toEqual([]);

  await remove();
  await untilErased();
  expect(await tracesOf(id)).toEqual([`users ${owner.owner.id}#${id} ${id}`]);
  const { client, name: Bucket } = bucket;
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  expect(Uploads.filter(({ Key }) => Key?.includes(id))).toEqual([]);
});

test('uploads of parts that nobody completed are ended with the user, wherever their keys name it, and no others', async () => {
  const { client, name: Bucket } = bucket;
  const prefixes = [...incomingPrefixes(owner.owner.id, id), artefactPrefix(owner.owner.id, id)];
  const stranger = `artefacts/${owner.owner.id}/${crypto.randomUUID()}/cut.zip`;
  const keys = [...prefixes, `cache/${owner.owner.id}/${id}/`].map((prefix) => `${prefix}cut.zip`);
  for (const Key of [...keys, stranger]) {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'a part' }));
  }
  await remove();
  await untilErased();
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  expect(Uploads.filter(({ Key }) => Key?.includes(id))).toEqual([]);
  expect(Uploads.filter(({ Key }) => Key === stranger)).toHaveLength(1);
});

test('usage facts stay, under a name that identifies nobody', async () => {
  await converted(owner, id, 'sample.zip', sampleFieldsZip());
  const before = await usage();
  await remove();
  await untilErased();
  const after = await usage();
  const counted = (facts: Fact[]) => facts.map(({ day, areaHectares, product }) => [day, areaHectares, product]).sort();
  expect(before).toHaveLength(6);
  expect(counted(after)).toEqual(counted(before));
  expect(new Set(after.map(({ svcUserId }) => svcUserId)).size).toBe(1);
  expect(after[0]?.svcUserId).toMatch(/^erased-/);
});

test('a worker that continues meanwhile leaves nothing', async () => {
  const sent = Promise.all(['a', 'b', 'c'].map((name) => sendFile(owner, id, `${name}.zip`, sampleFieldsZip())));
  await sent;
  await remove();
  await untilErased();
  expect(await tracesOf(id)).toEqual([`users ${owner.owner.id}#${id} ${id}`]);
});

interface Fact {
  ownerId: string;
  svcUserId: string;
  day: string;
  product: string;
  areaHectares: number;
}

async function usage(): Promise<Fact[]> {
  const facts: Fact[] = [];
  for await (const item of itemsOf('usage')) {
    const fact = item.fact as Fact;
    if (fact.ownerId === owner.owner.id) facts.push(fact);
  }
  return facts;
}
