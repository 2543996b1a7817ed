import { afterEach, expect, test } from 'vitest';
import type { Farm } from '../../../domain/farms/farm.ts';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { advance, idle } from '../cloud.ts';
import { credentialPath } from '../credentials/credential.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';

const owner = await freshOwner();
const key = 'ClimateFieldView';
useSandboxes();
const service = '/services/fields/api';
const climate = <T>(method: string, path: string, body?: object) => controlSandbox<T>(key, method, path, body);
const fail = (...next: object[]) => climate('POST', '/faults', { next });

/** Rounds of files ask for other things meanwhile. */
const kindsOfFields = ['fields', 'field', 'boundaryQuery', 'farmOrganization'];

interface SandboxField {
  id: string;
  name: string;
  boundaryId: string;
  farmId: string;
}

afterEach(async () => {
  await climate('DELETE', '/faults');
  await climate('PUT', '/limit', { perMinute: null });
  await climate('PUT', '/state', { lastPageStatus: 200, isNothingSelected: false });
});

/** A user whose fields come with their boundaries. */
async function connected(settings: object = { customDataSync: false }) {
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, settings);
  await sandboxCredential(owner, svcUserId, key);
  await idle();
  const path = `${service}/users/${svcUserId}/fields`;
  const fields = async () => (await owner.get<Field[]>(`${service}/fields?svcUserId=${svcUserId}&size=100`)).body;
  return {
    svcUserId,
    fields,
    field: async (id: string) => (await fields()).find((one) => one.providerFieldId === id) as Field,
    boundaries: async (id: string) => (await owner.get<Boundary[]>(`${path}/${id}/boundaries`)).body,
    status: async () => (await owner.get<{ status: string }>(credentialPath(svcUserId, key))).body.status,
    /** A round; the calls of each kind that it makes for fields. */
    async sync() {
      await climate('DELETE', '/calls');
      await owner.post(`${path}/sync`);
      await idle();
      const { kinds } = await climate<{ kinds: Record<string, number> }>('GET', '/calls');
      return Object.fromEntries(Object.entries(kinds).filter(([kind]) => kindsOfFields.includes(kind)));
    },
  };
}

const sandboxFields = async () => (await climate<{ items: SandboxField[] }>('GET', '/world/fields')).items;

test('a credential brings farms, fields and their boundaries; a round without changes is one call', async () => {
  await climate('DELETE', '/calls');
  const user = await connected();
  const there = await sandboxFields();
  const farms = new Set(there.map(({ farmId }) => farmId));
  const { kinds } = await climate<{ kinds: Record<string, number> }>('GET', '/calls');
  expect(kinds).toMatchObject({
    // One for the check.
    fields: 2,
    farmOrganization: farms.size,
    boundaryQuery: Math.ceil(there.length / 8),
  });
  expect(await user.status()).toBe('OK');
  const fields = await user.fields();
  expect(fields.length).toBe(there.length);
  expect(new Set(fields.map(({ status }) => status))).toEqual(new Set(['PROCESSED']));
  expect(fields).toEqual(fields.map(() => expect.objectContaining({ farmId: expect.any(Number), providerName: key })));
  const { body } = await owner.get<Farm[]>(`${service}/farms?svcUserId=${user.svcUserId}`);
  expect(new Set(body.map(({ providerFarmId }) => providerFarmId))).toEqual(farms);
  expect(body.map(({ name }) => name)).toContain('JT');
  expect(await user.sync()).toEqual({ fields: 1 });
});

test('fields wait in PREVIEW; those that are wanted come without asking for each', async () => {
  const user = await connected({});
  const fields = await user.fields();
  expect(new Set(fields.map(({ status }) => status))).toEqual(new Set(['PREVIEW']));
  const path = `${service}/users/${user.svcUserId}/fields`;
  const [first, ...others] = fields;
  await owner.post(`${path}/${first?.id}/enableSync`);
  expect(await user.sync()).toEqual({ fields: 1, field: 1, boundaryQuery: 1 });
  for (const { id } of others.slice(0, 9)) await owner.post(`${path}/${id}/enableSync`);
  // Which boundaries several fields have now is read from the list.
  expect(await user.sync()).toEqual({ fields: 2, boundaryQuery: 2 });
  const statuses = (await user.fields()).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'PROCESSED').length).toBe(10);
});

test('a field that is renamed, and one with a new boundary, are all that a round asks for', async () => {
  const user = await connected();
  const [one, other] = (await sandboxFields()) as [SandboxField, SandboxField];
  const { items } = await climate<{ items: { id: string; polygons: number[][][][] }[] }>('GET', '/world/boundaries');
  const drawn = items.find(({ id }) => id === other.boundaryId);
  try {
    await climate('PUT', `/world/fields/${one.id}`, { name: 'Back Forty' });
    const shifted = drawn?.polygons.map((rings) => rings.map((ring) => ring.map(([x = 0, y = 0]) => [x + 0.0001, y])));
    await climate('PUT', `/world/boundaries/${other.boundaryId}`, { polygons: shifted });
    const farms = new Set([one.farmId, other.farmId]).size;
    expect(await user.sync()).toEqual({ fields: 1, farmOrganization: farms, boundaryQuery: 1 });
    expect(await user.field(one.id)).toMatchObject({ name: 'Back Forty', providerFieldName: 'Back Forty' });
    const versions = await user.boundaries((await user.field(other.id)).id);
    expect(versions.map(({ status }) => status).sort()).toEqual(['ACTIVE', 'OUTDATED_ON_PROVIDER']);
    expect(versions.find(({ status }) => status === 'ACTIVE')?.providerBoundaryId).not.toBe(other.boundaryId);
  } finally {
    await climate('PUT', `/world/fields/${one.id}`, { name: one.name });
    await climate('PUT', `/world/boundaries/${await boundaryOf(other.id)}`, { polygons: drawn?.polygons });
  }
});

const boundaryOf = async (id: string) => (await sandboxFields()).find((one) => one.id === id)?.boundaryId;

test('a token that is too old has the list read again', async () => {
  const user = await connected();
  const [{ id, name }] = (await sandboxFields()) as [SandboxField];
  try {
    await climate('PUT', `/world/fields/${id}`, { name: 'Forty' });
    await fail({ kind: 'fields', status: 409 });
    const { fields } = await user.sync();
    expect(fields).toBe(2);
    expect(await user.field(id)).toMatchObject({ name: 'Forty' });
    await climate('PUT', `/world/fields/${id}`, { name });
    expect((await user.sync()).fields).toBe(1);
  } finally {
    await climate('PUT', `/world/fields/${id}`, { name });
  }
});

test('a list whose last page is 206 ends with 304', async () => {
  await climate('PUT', '/state', { lastPageStatus: 206 });
  const user = await connected();
  expect((await user.fields()).length).toBe((await sandboxFields()).length);
  expect(await user.sync()).toEqual({ fields: 1 });
});

test('429 in the middle of a round waits for as long as the provider says', async () => {
  const user = await connected({ customDataSync: false, fieldsAutoSync: false });
  await fail({ kind: 'boundaryQuery', status: 429, headers: { 'retry-after': '90' } });
  await user.sync();
  const there = await sandboxFields();
  const processed = async () => (await user.fields()).filter(({ status }) => status === 'PROCESSED').length;
  expect(await processed()).toBeLessThan(there.length);
  await advance({ seconds: 91 });
  await idle();
  expect(await processed()).toBe(there.length);
});

test('an access token that ends in the middle of a round is renewed', async () => {
  const user = await connected({ customDataSync: false, fieldsAutoSync: false });
  await fail({ kind: 'boundaryQuery', status: 401 });
  await user.sync();
  expect(await user.status()).toBe('OK');
  expect((await user.fields()).every(({ status }) => status === 'PROCESSED')).toBe(true);
});

test('a grower who revokes the access makes the credential UNAUTHENTICATED', async () => {
  const user = await connected();
  await climate('POST', '/tokens', { end: 'revoked' });
  await user.sync();
  expect(await user.status()).toBe('UNAUTHENTICATED');
  expect((await user.fields()).length).toBeGreaterThan(0);
});

test('a token without the scope for fields is MISSING_PERMISSION; without that for farms, fields come without them', async () => {
  await fail({ kind: 'fields', status: 403, body: '{"error":{"code":"forbidden"}}' });
  const none = await connected();
  expect(await none.status()).toBe('MISSING_PERMISSION');
  await fail({ kind: 'farmOrganization', status: 403, times: 100 });
  const some = await connected();
  expect(await some.status()).toBe('OK');
  const fields = await some.fields();
  expect(fields.length).toBe((await sandboxFields()).length);
  expect(fields.every(({ farmId }) => farmId === undefined)).toBe(true);
});

test('a grower who has shared no field yet is connected', async () => {
  await climate('PUT', '/state', { isNothingSelected: true });
  const user = await connected();
  expect(await user.status()).toBe('OK');
  await climate('PUT', '/state', { isNothingSelected: false });
  await user.sync();
  expect((await user.fields()).length).toBe((await sandboxFields()).length);
});
