import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { itemsIn } from '../../../adapters/aws/dynamodb/user-items.ts';
import { appKeyScope } from '../../../domain/keys/app-key.ts';
import { bodyExample } from '../../../domain/providers/member-schemas.ts';
import { type AppProvider, appProviders } from '../../../functions/areas/keys/app-key-endpoints.ts';
import { cloud, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, sealer } from '../owner.ts';
import { appKeyPath, appKeysPath } from './app-key.ts';

const owner = await freshOwner();
const other = await freshOwner();

/** A body of unique texts. */
function secretBody({ appKey: { members } }: AppProvider): Record<string, string | string[]> {
  const unique = (value: string | string[]) => (Array.isArray(value) ? value : `secret-${crypto.randomUUID()}`);
  return Object.fromEntries(Object.entries(bodyExample(members)).map(([name, value]) => [name, unique(value)]));
}

async function stored(): Promise<Record<string, unknown>[]> {
  const items = [];
  for await (const item of itemsIn(table('keys'), `${owner.owner.id}#appKeys`, '')) items.push(item);
  return items;
}

describe.each(appProviders)('app keys for $key', (row) => {
  const clientEnvironment = row.appKey.hasEnvironment ? 'STAGE' : 'PRODUCTION';
  const path = appKeyPath(row, 'My app');
  const scopes = row.appKey.members.scopes && bodyExample(row.appKey.members).scopes;
  const record = {
    ...{ provider: row.key, appName: 'My app', clientEnvironment, createdTime: expect.any(String) },
    ...(scopes && { scopes }),
  };

  test('are created, listed, read, replaced and deleted, and their secrets are never shown', async () => {
    const made = await owner.post(path, secretBody(row));
    expect([made.status, made.body]).toEqual([201, record]);
    expect((await owner.get(made.headers.get('location') ?? '')).body).toEqual(made.body);
    expect((await owner.get(`${appKeysPath}/${row.key}`)).body).toEqual([made.body]);
    expectProblem(await owner.post(path, secretBody(row)), 409, 'appKeyExists');

    expectProblem(await other.get(path), 404, 'appKeyNotFound');
    expectProblem(await other.call('PUT', path, { json: secretBody(row) }), 404, 'appKeyNotFound');
    expectProblem(await other.call('DELETE', path), 404, 'appKeyNotFound');
    expect((await other.get(`${appKeysPath}/${row.key}`)).body).toEqual([]);

    const sent = secretBody(row);
    const replaced = await owner.call('PUT', path, { json: { ...sent, ...(made.body as object) } });
    expect([replaced.status, replaced.body]).toEqual([200, made.body]);
    const item = (await stored()).find(({ sk }) => String(sk).startsWith(`${row.key}#`));
    const scope = appKeyScope(owner.owner.id, { provider: row.key, appName: 'My app', clientEnvironment });
    expect(JSON.parse(await sealer.open(scope, String(item?.sealed)))).toEqual(sent);
    const everything = JSON.stringify(await stored()) + readFileSync(cloud.logFile, 'utf8');
    for (const secret of Object.values(sent)
      .flat()
      .filter((value) => value.startsWith('secret-'))) {
      expect(everything).not.toContain(secret);
    }

    expect((await owner.call('DELETE', path)).status).toBe(204);
    expectProblem(await owner.call('DELETE', path), 404, 'appKeyNotFound');
    expectProblem(await owner.get(path), 404, 'appKeyNotFound');
    expectProblem(await owner.call('PUT', path, { json: sent }), 404, 'appKeyNotFound');
  });

  test('are refused by name for missing or unknown members', async () => {
    const body = secretBody(row);
    const [first = ''] = Object.keys(body);
    const { [first]: _, ...without } = body;
    const missing = expectProblem(await owner.post(path, without), 400);
    expect(missing.fieldErrors).toContainEqual(expect.objectContaining({ field: first }));
    const unknown = expectProblem(await owner.post(path, { ...body, nonsense: 'x' }), 400);
    expect(unknown.fieldErrors).toContainEqual({ field: 'nonsense', message: 'There is no such member.' });
  });
});

const withScopes = appProviders.filter(({ appKey }) => appKey.members.scopes);

test('scopes are those of John Deere and Climate FieldView', () => {
  expect(withScopes.map(({ key }) => key).sort()).toEqual(['ClimateFieldView', 'JohnDeere']);
});

test.each(withScopes)('scopes of $key are checked against the list, shown, and replaced', async (row) => {
  const path = appKeyPath(row, 'Scoped');
  const { scopes: _, ...body } = secretBody(row);
  for (const scopes of [
    ['FIELDS:READ', 'FIELDS:ALL'],
    ['fields:read'],
    ['FIELDS:READ', 'FIELDS:READ'],
    'FIELDS:READ',
  ]) {
    const problem = expectProblem(await owner.post(path, { ...body, scopes }), 400);
    expect(problem.fieldErrors?.[0]?.field).toMatch(/^scopes/);
  }
  const scopes = ['ZONES:READ', 'OPERATIONS:READ'];
  expect(await owner.post(path, { ...body, scopes })).toMatchObject({ status: 201, body: { scopes } });
  expect((await owner.get(path)).body).toMatchObject({ scopes });
  expect(await owner.call('PUT', path, { json: { ...body, scopes: ['ASSETS:READ'] } })).toMatchObject({
    status: 200,
    body: { scopes: ['ASSETS:READ'] },
  });
  expect((await owner.call<object>('PUT', path, { json: body })).body).not.toHaveProperty('scopes');
  expect((await owner.get(path)).body).not.toHaveProperty('scopes');
  expect((await owner.call('DELETE', path)).status).toBe(204);
});

test.each(appProviders)('blank members of app keys for $key are 400', async (row) => {
  const body = secretBody(row);
  for (const name of Object.keys(body).filter((member) => typeof body[member] === 'string')) {
    const problem = expectProblem(await owner.post(appKeyPath(row, 'Blank'), { ...body, [name]: ' \t ' }), 400);
    expect(problem.fieldErrors).toEqual([{ field: name, message: 'must not be blank' }]);
  }
});

test('one name has an app key for each environment, and an unknown environment is refused', async () => {
  const [row] = appProviders.filter(({ appKey }) => appKey.hasEnvironment);
  if (!row) throw new Error('no provider has environments');
  for (const environment of ['STAGE', 'PRODUCTION']) {
    expect((await owner.post(appKeyPath(row, 'Both', environment), secretBody(row))).status).toBe(201);
  }
  const { body } = await owner.get<{ clientEnvironment: string }[]>(`${appKeysPath}/${row.key}`);
  expect(body.map(({ clientEnvironment }) => clientEnvironment)).toEqual(['PRODUCTION', 'STAGE']);
  expectProblem(await owner.post(appKeyPath(row, 'Both', 'stage'), secretBody(row)), 404);
});

test('every provider has a list, and unknown providers are 404', async () => {
  expect((await owner.get(`${appKeysPath}/Valley`)).body).toEqual([]);
  expectProblem(await owner.get(`${appKeysPath}/Nobody`), 404);
  expectProblem(await owner.post(`${appKeysPath}/Valley/app`, {}), 404);
});

test('an owner has at most a hundred for each provider', async () => {
  const row = appProviders.find(({ key }) => key === 'Lindsay');
  if (!row) throw new Error('no such provider');
  for (let start = 0; start < 100; start += 10) {
    const names = Array.from({ length: 10 }, (_, index) => `app ${start + index}`);
    await Promise.all(names.map((name) => owner.post(appKeyPath(row, name), secretBody(row))));
  }
  expectProblem(await owner.post(appKeyPath(row, 'one more'), secretBody(row)), 409, 'tooManyAppKeys');
});
