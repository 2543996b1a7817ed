import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import { advance, cloudClock, idle, queueUrl, sqs, sweep, table } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { connectedUser, freshProvider, squareAt } from '../sync/connected-user.ts';
import { fieldsService, mergingUser } from './overlapping-fields.ts';

const owner = await freshOwner();
/** Squares, each of which overlaps the next by a fifth. */
const [first, second, third] = [squareAt(10), squareAt(10.008), squareAt(10.016)];

test('overlapping fields become one merged field, and stay as they are', async () => {
  const user = await mergingUser(owner);
  await user.create('a', first, { name: 'Long Acre' });
  await user.create('b', second);
  await user.create('far', squareAt(20));
  const [merged, ...others] = await user.merged();
  expect(others).toEqual([]);
  expect(merged).toMatchObject({
    sources: ['a', 'b'],
    name: 'Long Acre',
    status: 'PROCESSED',
    svcUserId: user.svcUserId,
  });
  expect(await user.field('a')).toMatchObject({ type: 'ORIGINAL', mergedFieldId: merged?.id, geometry: first });
  expect(await user.field('b')).toMatchObject({ type: 'ORIGINAL', mergedFieldId: merged?.id });
  expect(await user.field('far')).not.toHaveProperty('mergedFieldId');
  expect(await user.events(merged?.id ?? '')).toEqual(['mergedFieldCreated', 'fieldBoundaryCreated']);

  const whole = await user.field(merged?.id ?? '');
  const [one, two] = [await user.field('a'), await user.field('b')];
  const sum = (one.area?.value ?? 0) + (two.area?.value ?? 0);
  expect(whole.area?.value).toBeCloseTo(sum * 0.9, 0);
  const { body } = await owner.get(`${fieldsService}/fields?svcUserId=${user.svcUserId}&mergedFieldId=${merged?.id}`);
  expect((body as { id: string }[]).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('nothing is merged unless the settings ask for it', async () => {
  const user = await mergingUser(owner, { fieldsAutoMerge: false });
  await user.create('a', first);
  await user.create('b', second);
  expect(await user.merged()).toEqual([]);
});

test('the threshold is a percentage of the smaller field', async () => {
  const user = await mergingUser(owner, { fieldsAutoMerge: true, fieldsMergeIntersection: 21 });
  await user.create('a', first);
  await user.create('b', second);
  expect(await user.merged()).toEqual([]);
});

test('a merged field follows its sources, and is deleted when they no longer overlap', async () => {
  const user = await mergingUser(owner);
  await user.create('a', first);
  await user.create('b', second);
  const [before] = await user.merged();
  await user.create('c', third);
  const [grown] = await user.merged();
  expect(grown).toMatchObject({ id: before?.id, sources: ['a', 'b', 'c'] });
  const { body: versions } = await owner.get<Boundary[]>(`${user.path}/${grown?.id}/boundaries`);
  expect(versions.map(({ status }) => status)).toEqual(['INACTIVE', 'ACTIVE']);

  await owner.call('PUT', `${user.path}/a/boundary`, { json: { geometry: squareAt(30) } });
  expect(await user.merged()).toMatchObject([{ id: before?.id, sources: ['b', 'c'] }]);
  expect(await user.field('a')).not.toHaveProperty('mergedFieldId');

  expect((await owner.call('DELETE', `${user.path}/c`)).status).toBe(204);
  expect(await user.merged()).toEqual([]);
  expect(await user.field('b')).not.toHaveProperty('mergedFieldId');
  expect((await owner.get(`${user.path}/${before?.id}`)).status).toBe(404);
});

test('fields whose changes were left to a worker that died are merged after the next sweep', async () => {
  const user = await mergingUser(owner);
  const leases = userLeases('merge', { fields: table('fields'), users: table('users'), clock: cloudClock });
  await leases.take({ ownerId: owner.owner.id, svcUserId: user.svcUserId }, 'dead', 60_000);
  await user.create('a', first);
  await user.create('b', second);
  expect(await user.merged()).toEqual([]);
  await advance({ minutes: 2 });
  await sweep();
  expect(await user.merged()).toMatchObject([{ sources: ['a', 'b'] }]);
});

test('switching merging off takes a field out of the merged one when it next changes', async () => {
  const user = await mergingUser(owner);
  await user.create('a', first);
  await user.create('b', second);
  await user.create('c', third);
  expect((await user.merged()).length).toBe(1);
  await owner.call('PATCH', `/services/config/api/configs/${user.svcUserId}`, { json: { fieldsAutoMerge: false } });
  expect((await user.merged()).length).toBe(1);
  await owner.call('PUT', `${user.path}/a/boundary`, { json: { geometry: squareAt(10.001) } });
  expect(await user.merged()).toEqual([]);
});

test('many concurrent fields become one field, once', async () => {
  const user = await mergingUser(owner);
  const ids = Array.from({ length: 12 }, (_, at) => `f${String(at).padStart(2, '0')}`);
  await Promise.all(ids.map((id, at) => user.create(id, squareAt(10 + at * 0.008))));
  expect(await user.merged()).toMatchObject([{ sources: ids }]);
});

test('a repeated event changes nothing', async () => {
  const user = await mergingUser(owner);
  await user.create('a', first);
  await user.create('b', second);
  const [merged] = await user.merged();
  const before = await user.field(merged?.id ?? '');
  const MessageBody = JSON.stringify({ ownerId: owner.owner.id, svcUserId: user.svcUserId, seed: { fieldId: 'a' } });
  const send = () => sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('field-merges'), MessageBody }));
  await Promise.all([send(), send(), send()]);
  expect(await user.merged()).toMatchObject([{ id: merged?.id }]);
  expect(await user.field(merged?.id ?? '')).toEqual(before);
  expect((await user.events(merged?.id ?? '')).length).toBe(2);
});

test('fields of a provider are merged with those made by hand', async () => {
  const provider = await freshProvider();
  const user = await connectedUser(owner, provider, { customDataSync: false, fieldsAutoMerge: true });
  user.account.putField('p-1', { name: 'Theirs' });
  user.account.putBoundary('p-1', { id: 'b-1', active: true, geometry: first });
  await user.sync();
  await owner.post(`${fieldsService}/users/${user.svcUserId}/fields`, { id: 'mine', geometry: second });
  await idle();
  const theirs = await user.field('p-1');
  const merged = (await user.fields()).filter(({ type }) => type === 'MERGED');
  expect(merged).toMatchObject([{ id: theirs.mergedFieldId, sources: expect.arrayContaining([theirs.id, 'mine']) }]);
});

test('a merged field follows the name and the farm of its sources', async () => {
  const user = await mergingUser(owner);
  const farm = await owner.post<{ id: number }>(`${fieldsService}/users/${user.svcUserId}/farms`, { name: 'Home' });
  const farmId = farm.body.id;
  await user.create('large', squareAt(10, 50, 0.02), { name: 'Before', farmId });
  await user.create('small', squareAt(10.015, 50, 0.01), { name: 'Small' });
  const [before] = await user.merged();
  expect(before).toMatchObject({ name: 'Before' });
  expect(before).not.toHaveProperty('farmId');
  await owner.call('PATCH', `${user.path}/large`, { json: { name: 'After' } });
  await owner.call('PATCH', `${user.path}/small`, { json: { farmId } });
  expect(await user.merged()).toMatchObject([{ id: before?.id, name: 'After', farmId, boundaries: { length: 1 } }]);
  expect((await user.events(before?.id ?? '')).at(-1)).toBe('mergedFieldUpdated');
});
