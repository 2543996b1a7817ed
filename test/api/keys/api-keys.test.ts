import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { itemsIn } from '../../../adapters/aws/dynamodb/user-items.ts';
import { areas } from '../../../functions/areas.ts';
import { routes } from '../../../functions/http/routes.ts';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { advance, cloud, cloudClock, idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { endpoints, validRequest } from '../contract/requests.ts';
import { freshWorld, unknownIds } from '../contract/world.ts';
import { type Answer, freshOwner, request, type Sent } from '../owner.ts';
import { uploadService } from '../uploads/upload.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { apiKeysPath, freshApiKey } from './api-key.ts';

interface Listed {
  id: string;
  key: string;
  valid: boolean;
  revokedAt?: string;
}

const owner = await freshOwner();

function withKey<T>(key: string, method: string, path: string, sent: Omit<Sent, 'token'> = {}): Promise<Answer<T>> {
  return request(method, path, { ...sent, headers: { ...sent.headers, 'x-api-key': key } });
}

async function listed(svcUserId: string): Promise<Listed[]> {
  return (await owner.get<Listed[]>(`${apiKeysPath}?svcUserId=${svcUserId}`)).body;
}

describe('an API key', () => {
  test('is shown once, and masked from then on', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const made = await freshApiKey(owner, svcUserId, { description: 'widget', expiresIn: 900 });
    expect(made).toMatchObject({ svcUserId, description: 'widget', valid: true });
    expect(made.key).toMatch(/^furrow_key_[0-9A-Za-z]{33}$/);
    expect(Date.parse(made.expiresAt) - cloudClock.now()).toBeLessThanOrEqual(900_000);
    const key = `furrow_key_****${made.key.slice(-4)}`;
    expect(await listed(svcUserId)).toEqual([{ ...made, key }]);
  });

  test('is valid for a year by default, and for a quarter of an hour to a year on request', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const year = 365 * 86_400_000;
    const { expiresAt } = await freshApiKey(owner, svcUserId);
    expect(Math.abs(Date.parse(expiresAt) - cloudClock.now() - year)).toBeLessThan(60_000);
    for (const expiresIn of [899, year / 1000 + 1]) {
      expectProblem(await owner.post(apiKeysPath, { svcUserId, expiresIn }), 400);
    }
  });

  test('reads its user, and uploads boundaries for it, under both bases', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { key } = await freshApiKey(owner, svcUserId);
    for (const stage of ['id', 'access'] as const) {
      const { status, body } = await withKey<{ id: string }>(key, 'GET', `${usersPath}/${svcUserId}`, { stage });
      expect([status, body.id]).toEqual([200, svcUserId]);
    }
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(sampleFieldsZip())]), 'sample.zip');
    const sent = await withKey<{ id: string }>(key, 'POST', `${uploadService}/upload?svcUserId=${svcUserId}`, { body });
    expect(sent.status).toBe(201);
    await idle();
    const upload = `${uploadService}/upload/${sent.body.id}`;
    expect((await withKey(key, 'GET', upload)).body).toMatchObject({ svcUserId, status: 'PROCESSED' });
    expect((await withKey<unknown[]>(key, 'GET', `${upload}/entries`)).body.length).toBeGreaterThan(0);
  });

  test('is invalid once it is revoked, and revoking is idempotent', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id, key } = await freshApiKey(owner, svcUserId);
    const user = `${usersPath}/${svcUserId}`;
    expect((await withKey(key, 'GET', user)).status).toBe(200);
    expect((await owner.call('DELETE', `${apiKeysPath}/${id}`)).status).toBe(204);
    expectProblem(await withKey(key, 'GET', user), 401, 'unauthenticated');
    const [revoked] = await listed(svcUserId);
    expect(revoked).toMatchObject({ id, valid: false, revokedAt: expect.any(String) });
    expect((await owner.call('DELETE', `${apiKeysPath}/${id}`)).status).toBe(204);
    expect(await listed(svcUserId)).toEqual([revoked]);
  });

  test('is invalid once it has expired', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { key } = await freshApiKey(owner, svcUserId, { expiresIn: 900 });
    await advance({ minutes: 16 });
    expectProblem(await withKey(key, 'GET', `${usersPath}/${svcUserId}`), 401);
    expect(await listed(svcUserId)).toMatchObject([{ valid: false }]);
  });

  test('is deleted with its user, at once', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id, key } = await freshApiKey(owner, svcUserId);
    await owner.call('DELETE', `${usersPath}/${svcUserId}`);
    expectProblem(await withKey(key, 'GET', `${usersPath}/${svcUserId}`), 401);
    expectProblem(await owner.call('DELETE', `${apiKeysPath}/${id}`), 404, 'apiKeyNotFound');
    expect(await listed(svcUserId)).toEqual([]);
    await idle();
    const left = [];
    for await (const item of itemsIn(table('keys'), `${owner.owner.id}#${svcUserId}`, '')) left.push(item);
    for await (const item of itemsIn(table('keys'), `${owner.owner.id}#apiKey#${id}`, '')) left.push(item);
    expect(left).toEqual([]);
  });

  test.each([
    ['another text', () => 'secret'],
    ['a typing error', (key: string) => `${key.slice(0, -10)}${key.at(-10) === 'x' ? 'y' : 'x'}${key.slice(-9)}`],
    ['a key too short', (key: string) => key.slice(0, -1)],
  ])('is refused as %s', async (_, wrong) => {
    const { id: svcUserId } = await freshUser(owner);
    const { key } = await freshApiKey(owner, svcUserId);
    expectProblem(await withKey(wrong(key), 'GET', `${usersPath}/${svcUserId}`), 401);
  });

  test('is ignored when a token is sent', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { key } = await freshApiKey(owner, svcUserId);
    const headers = { authorization: 'Bearer not.a.token' };
    expectProblem(await withKey(key, 'GET', `${usersPath}/${svcUserId}`, { headers }), 401);
  });

  test('has a rate limit of its own', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { key } = await freshApiKey(owner, svcUserId);
    const { headers } = await withKey(key, 'GET', `${usersPath}/${svcUserId}`);
    expect(Number(headers.get('ratelimit-limit')) - Number(headers.get('ratelimit-remaining'))).toBeLessThanOrEqual(2);
  });

  test('is not in any table or log in clear, even after repeated requests', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const sent = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const first = await owner.post<{ key: string }>(apiKeysPath, { svcUserId }, sent);
    const second = await owner.post<{ key: string }>(apiKeysPath, { svcUserId }, sent);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const secret = first.body.key.slice('furrow_key_'.length, -4);
    const answers = [];
    const pk = `answer#${owner.owner.id}#createApiKey#${sent.headers['idempotency-key']}`;
    for await (const item of itemsIn(table('requests'), pk, '')) answers.push(item);
    for await (const item of itemsIn(table('keys'), `${owner.owner.id}#${svcUserId}`, '')) answers.push(item);
    expect(answers.length).toBe(2);
    expect(JSON.stringify(answers)).not.toContain(secret);
    expect(readFileSync(cloud.logFile, 'utf8')).not.toContain(secret);
  });
});

describe('the scope of an API key', () => {
  const taking = endpoints.filter(({ endpoint }) => endpoint.access === 'ownerOrApiKey');
  const owned = endpoints.filter(({ endpoint }) => endpoint.access === 'owner');

  test('covers what hosted pages and widgets need', () => {
    expect(taking.map(({ operationId }) => operationId).sort()).toEqual([
      'abortSession',
      'chooseOrganization',
      'completeSession',
      'connectAccount',
      'createBatch',
      'createSession',
      'createUpload',
      'disconnectAccount',
      'downloadFileImage',
      'downloadFilePointLayer',
      'getBatch',
      'getBatchStatus',
      'getField',
      'getFile',
      'getFileImages',
      'getFilePointLayers',
      'getFileSummary',
      'getOrganization',
      'getSession',
      'getUpload',
      'getUser',
      'listBatches',
      'listConnections',
      'listEntries',
      'listFiles',
      'listOrganizations',
      'listProviderConnections',
      'listSoilBatches',
      'listUploads',
      'signParts',
      'syncOrganizations',
    ]);
    expect(routes(areas).length).toBeGreaterThan(taking.length);
  });

  test('excludes other users, which are unknown to it', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { key } = await freshApiKey(owner, svcUserId);
    const other = await freshWorld(owner);
    for (const route of taking) {
      const named = (ids: Record<string, string>) => {
        const { method, path, sent } = validRequest(route, ids);
        const list = route.endpoint.paged && !route.endpoint.params ? `?svcUserId=${ids.svcUserId}` : '';
        return { method, path: path + list, sent };
      };
      const { method, path, sent } = named(other.ids);
      const own = async () => (await owner.call(method, path, sent)).status;
      let status = await own();
      // A file that an earlier request has processed anew has no layers meanwhile.
      if (status === 404) {
        await idle();
        status = await own();
      }
      expect(status, `${method} ${path}`).not.toBe(404);
      const foreign = expectProblem(await withKey(key, method, path, named(other.ids).sent), 404);
      const unknown = named(unknownIds(other));
      const none = expectProblem(await withKey(key, method, unknown.path, unknown.sent), 404);
      expect(foreign.errorKey).toBe(none.errorKey);
    }
  });

  test('excludes the list of all users', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { key } = await freshApiKey(owner, svcUserId);
    const lists = taking.filter(({ endpoint }) => endpoint.paged && !endpoint.params);
    expect(lists.length).toBeGreaterThan(2);
    for (const { path } of lists) {
      const problem = expectProblem(await withKey(key, 'GET', path), 400);
      expect(problem.fieldErrors?.[0]?.field).toBe('svcUserId');
      const own = await withKey<unknown[]>(key, 'GET', `${path}?svcUserId=${svcUserId}`);
      expect([own.status, own.body, own.headers.get('x-total-count')]).toEqual([200, [], '0']);
    }
  });

  test.each(owned)('excludes $title', async (route) => {
    const anyId: Record<string, string> = new Proxy({}, { get: () => '01890a5d-ac96-774b-bcce-b302099a8057' });
    const { method, path, sent } = validRequest(route, anyId);
    const { key } = await theKey;
    expect(expectProblem(await withKey(key, method, path, sent), 401).detail).toContain('takes no API key');
  });
  const theKey = freshUser(owner).then(({ id }) => freshApiKey(owner, id));
});
