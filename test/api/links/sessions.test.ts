import { describe, expect, test } from 'vitest';
import { itemsIn } from '../../../adapters/aws/dynamodb/user-items.ts';
import type { Widget } from '../../../domain/links/magic-link.ts';
import { maxSessionsOfLink } from '../../../domain/uploads/upload-session.ts';
import { advance, cloudClock, idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { endpoints, validRequest } from '../contract/requests.ts';
import { apiKeysPath, freshApiKey } from '../keys/api-key.ts';
import { freshOwner, request } from '../owner.ts';
import { uploadService } from '../uploads/upload.ts';
import { tracesOf } from '../users/erasure.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { freshLink, freshSession, haveAppKey, type LinkTypeName, openLink, widgetsService } from './link.ts';

const owner = await freshOwner();
await haveAppKey(owner);

function withKey<T>(key: string, method: string, path: string, json?: unknown) {
  return request<T>(method, path, { headers: { 'x-api-key': key }, ...(json !== undefined && { json }) });
}

/** A request that every key of a file link may send. */
const uploadsOf = (svcUserId: string) => `${uploadService}/upload?svcUserId=${svcUserId}`;

describe('the session of a link', () => {
  test('has a key of its user, and the content of its page', async () => {
    const { id: svcUserId } = await freshUser(owner, { name: 'Grace Grower' });
    const settings = { companyName: 'Green Acres', showSvcUserName: true, companyLogo: 'https://acres.example/l.png' };
    const link = await freshLink(owner, svcUserId, 'provider', { settings });
    const { status, headers, body } = await openLink(link.id);
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(body).toEqual({
      apiKey: expect.stringMatching(/^furrow_key_[0-9A-Za-z]{33}$/),
      svcUserId,
      expiresAt: link.expiresAt,
      link: {
        widget: 'PROVIDER',
        allowedProviders: ['JohnDeere'],
        settings: { backgroundColor: '#F5F5F5', disconnectEnabled: false, ...settings },
        userName: 'Grace Grower',
      },
    });
    const { body: after } = await owner.get(`${widgetsService}/magic-link/provider/${link.id}`);
    expect(after).toEqual({ ...link, usageCount: 1, lastAccessedAt: expect.any(String) });
  });

  test('hides the name of the user unless the settings show it', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { link } = await freshSession((await freshLink(owner, svcUserId)).id);
    expect(link).not.toHaveProperty('userName');
  });

  test('lasts for two hours, and its link stays valid', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id } = await freshLink(owner, svcUserId, 'file-upload', { expiresIn: 86_400 });
    const { apiKey, expiresAt } = await freshSession(id);
    expect(Math.abs(Date.parse(expiresAt) - cloudClock.now() - 7_200_000)).toBeLessThan(60_000);
    expect((await withKey(apiKey, 'GET', uploadsOf(svcUserId))).status).toBe(200);
    await advance({ minutes: 121 });
    expectProblem(await withKey(apiKey, 'GET', uploadsOf(svcUserId)), 401);
    expect((await openLink(id)).status).toBe(201);
  });

  test('is not listed among the API keys', async () => {
    const { id: svcUserId } = await freshUser(owner);
    await freshSession((await freshLink(owner, svcUserId)).id);
    expect((await owner.get(`${apiKeysPath}?svcUserId=${svcUserId}`)).body).toEqual([]);
  });

  test('ends at once when its link is deleted, and the page is informed', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id } = await freshLink(owner, svcUserId);
    const { apiKey } = await freshSession(id);
    expect((await withKey(apiKey, 'GET', uploadsOf(svcUserId))).status).toBe(200);
    expect((await owner.call('DELETE', `${widgetsService}/magic-link/file-upload/${id}`)).status).toBe(204);
    expectProblem(await withKey(apiKey, 'GET', uploadsOf(svcUserId)), 401);
    expectProblem(await openLink(id), 410, 'linkRevoked');
  });

  test('ends when its link expires', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id } = await freshLink(owner, svcUserId);
    const { apiKey } = await freshSession(id);
    await advance({ minutes: 16 });
    expectProblem(await withKey(apiKey, 'GET', uploadsOf(svcUserId)), 401);
    expectProblem(await openLink(id), 410, 'linkExpired');
  });

  test('is deleted with its user, and so is the link', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id } = await freshLink(owner, svcUserId);
    const { apiKey } = await freshSession(id);
    await owner.call('DELETE', `${usersPath}/${svcUserId}`);
    expectProblem(await withKey(apiKey, 'GET', uploadsOf(svcUserId)), 401);
    expectProblem(await openLink(id), 404, 'linkNotFound');
    await idle();
    expect((await tracesOf(svcUserId)).filter((trace) => trace.startsWith('keys '))).toEqual([]);
  });
});

describe('opening a link', () => {
  test.each(['', 'x', 'x'.repeat(45), 'x'.repeat(46), `${'x'.repeat(44)}/`, '../../../etc/passwd'])(
    'with the text %j finds none',
    async (linkId) => {
      const problem = expectProblem(await openLink(linkId), 404, 'linkNotFound');
      if (linkId.length > 1) expect(problem.detail).not.toContain(linkId);
    },
  );

  test('counts usages up to the limit, also of concurrent requests', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id } = await freshLink(owner, svcUserId, 'file-upload', { maxUsage: 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => openLink(id)));
    const opened = answers.filter(({ status }) => status === 201);
    expect(opened).toHaveLength(3);
    for (const refused of answers.filter(({ status }) => status !== 201)) expectProblem(refused, 410, 'linkExhausted');
    const { body } = await owner.get(`${widgetsService}/magic-link/file-upload/${id}`);
    expect(body).toMatchObject({ maxUsage: 3, usageCount: 3 });
    for (const { body: session } of opened) {
      expect((await withKey(session.apiKey, 'GET', uploadsOf(svcUserId))).status).toBe(200);
    }
    const keys = [];
    for await (const item of itemsIn(table('keys'), `${owner.owner.id}#${svcUserId}`, 'linkSession#')) keys.push(item);
    expect(keys).toHaveLength(3);
  });

  test('has a rate limit, with headers that show it', async () => {
    const { headers } = await openLink('x');
    expect(headers.get('ratelimit-limit')).toBe('60');
  });
});

describe('the key of a link', () => {
  const taking = endpoints.filter(({ endpoint }) => endpoint.access === 'ownerOrApiKey');
  const types: [LinkTypeName, Widget][] = [
    ['provider', 'PROVIDER'],
    ['authentication', 'AUTHENTICATION'],
    ['file-upload', 'FILEUPLOAD'],
  ];

  test.each(types)('of a %s link is valid for its own purpose only', async (type, widget) => {
    const { id: svcUserId } = await freshUser(owner);
    const { apiKey } = await freshSession((await freshLink(owner, svcUserId, type)).id);
    const { key } = await freshApiKey(owner, svcUserId);
    const ids: Record<string, string> = new Proxy({}, { get: () => '01890a5d-ac96-774b-bcce-b302099a8057' });
    for (const route of taking) {
      const { method, path, sent } = validRequest(route, ids);
      const ask = (sentKey: string) =>
        request(method, path, { ...validRequest(route, ids).sent, headers: { ...sent.headers, 'x-api-key': sentKey } });
      const isFor = route.endpoint.links?.includes(widget) === true;
      const answer = await ask(apiKey);
      if (isFor) expect([400, 404]).toContain(answer.status);
      else expectProblem(answer, 403, 'linkDoesNotAllow');
      expect([400, 404]).toContain((await ask(key)).status);
    }
  });

  test('opens at most its share of upload sessions, which leaves room for others', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id } = await freshLink(owner, svcUserId);
    // Opening the link again gives no second share.
    const [first, second] = [await freshSession(id), await freshSession(id)];
    const sessions = `${uploadService}/upload-sessions`;
    const wanted = { svcUserId, target: 'anything', fileName: 'a.zip', sizeBytes: 10 };
    const open = (key: string) => withKey<{ id: string }>(key, 'POST', sessions, wanted);
    const begun = await Promise.all(Array.from({ length: maxSessionsOfLink }, () => open(first.apiKey)));
    expect(begun.map(({ status }) => status)).toEqual(begun.map(() => 201));
    for (const { apiKey } of [first, second]) {
      const refused = expectProblem(await open(apiKey), 429, 'tooManyUploadSessions');
      expect(refused.detail).toMatch(/^10 upload sessions of this link .*DELETE/);
    }
    const other = await freshSession((await freshLink(owner, svcUserId)).id);
    expect((await open(other.apiKey)).status).toBe(201);
    expect((await owner.post(sessions, wanted)).status).toBe(201);
    // The owner may delete a session of the link, which makes room for the link.
    expect((await owner.call('DELETE', `${sessions}/${begun[0]?.body.id}`)).status).toBe(204);
    expect((await open(second.apiKey)).status).toBe(201);
    expect((await open(second.apiKey)).status).toBe(429);
  });

  test('sends a file in parts, and reads the result', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { apiKey } = await freshSession((await freshLink(owner, svcUserId)).id);
    const wanted = { svcUserId, target: 'fieldBoundaries', fileName: 'small.json', sizeBytes: 12 };
    const sessions = `${uploadService}/upload-sessions`;
    const { status, body: session } = await withKey<{ id: string }>(apiKey, 'POST', sessions, wanted);
    expect(status).toBe(201);
    const path = `${sessions}/${session.id}`;
    const signed = await withKey<{ parts: { url: string }[] }>(apiKey, 'POST', `${path}/parts`, { partNumbers: [1] });
    await fetch(signed.body.parts[0]?.url ?? '', { method: 'PUT', body: 'twelve bytes' });
    expect((await withKey(apiKey, 'GET', path)).body).toMatchObject({ parts: [{ partNumber: 1, sizeBytes: 12 }] });
    expect((await withKey(apiKey, 'POST', `${path}/complete`)).status).toBe(201);
    await idle();
    const { body } = await withKey<{ id: string }[]>(apiKey, 'GET', uploadsOf(svcUserId));
    expect(body).toMatchObject([{ id: session.id, status: 'FAILED' }]);
    expect(
      (await withKey<unknown[]>(apiKey, 'GET', `${uploadService}/upload/${session.id}/entries`)).body,
    ).toHaveLength(1);
    const { id } = (await withKey<{ id: string }>(apiKey, 'POST', sessions, wanted)).body;
    expect((await withKey(apiKey, 'DELETE', `${sessions}/${id}`)).status).toBe(204);
  });
});
