import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { MagicLink } from '../../../domain/links/magic-link.ts';
import { cloud } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { tracesOf } from '../users/erasure.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { bodyOf, freshLink, haveAppKey, linkTypes, openLink, widgetsService } from './link.ts';

const owner = await freshOwner();
const other = await freshOwner();
await haveAppKey(owner);

const widgetOf = { provider: 'PROVIDER', authentication: 'AUTHENTICATION', 'file-upload': 'FILEUPLOAD' };
const providersOf = {
  provider: { allowedProviders: ['JohnDeere'] },
  authentication: { provider: 'JohnDeere' },
  'file-upload': {},
};

describe.each(linkTypes)('a link of the type %s', (type) => {
  const list = `${widgetsService}/magic-link/${type}`;

  test('is created for a user, listed, read and deleted', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const made = await owner.post<MagicLink>(`${widgetsService}/magic-link/users/${svcUserId}/${type}`, bodyOf[type]);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{45}$/),
      link: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/link/${made.body.id}$`)),
      widget: widgetOf[type],
      svcUserId,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastAccessedAt: null,
      maxUsage: null,
      usageCount: 0,
      ...providersOf[type],
      settings: { backgroundColor: '#F5F5F5', showSvcUserName: false, disconnectEnabled: false },
    });
    expect(Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt)).toBe(900_000);
    const path = made.headers.get('location') ?? '';
    expect((await owner.get(path)).body).toEqual(made.body);
    const { body } = await owner.get<{ items: MagicLink[] }>(list);
    expect(body.items).toContainEqual(made.body);
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expectProblem(await owner.get(path), 404, 'linkNotFound');
    expectProblem(await owner.call('DELETE', path), 404, 'linkNotFound');
    expect((await owner.get<{ items: MagicLink[] }>(list)).body.items).not.toContainEqual(made.body);
  });

  test('has the same URL under both bases', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id, link } = await freshLink(owner, svcUserId, type);
    expect((await owner.get<MagicLink>(`${list}/${id}`, { stage: 'access' })).body.link).toBe(link);
  });

  test('is unknown to other owners, and not listed with links of another type', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id } = await freshLink(owner, svcUserId, type);
    for (const method of ['GET', 'DELETE']) {
      expectProblem(await other.call(method, `${list}/${id}`), 404, 'linkNotFound');
      for (const wrong of linkTypes.filter((one) => one !== type)) {
        expectProblem(await owner.call(method, `${widgetsService}/magic-link/${wrong}/${id}`), 404, 'linkNotFound');
      }
    }
    expect((await other.get(list)).body).toEqual({ items: [], nextPageToken: null });
    expect((await owner.get(`${list}/${id}`)).status).toBe(200);
  });

  test('is deleted with its user, at once', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id } = await freshLink(owner, svcUserId, type);
    await owner.call('DELETE', `${usersPath}/${svcUserId}`);
    expectProblem(await owner.get(`${list}/${id}`), 404, 'linkNotFound');
    expectProblem(await openLink(id), 404, 'linkNotFound');
    const { body } = await owner.get<{ items: MagicLink[] }>(list);
    expect(body.items.map((one) => one.id)).not.toContain(id);
  });

  test('creates the user that its externalId names, once, even among concurrent requests', async () => {
    const externalId = crypto.randomUUID();
    const sent = { ...bodyOf[type], externalId, expiresIn: 3_600, settings: { showSvcUserName: 'true' } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.post<MagicLink>(list, sent)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const [svcUserId, ...others] = new Set(answers.map(({ body }) => body.svcUserId));
    expect(others).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(5);
    const { body: user } = await owner.get(`${usersPath}/${svcUserId}`);
    expect(user).toMatchObject({ externalId, name: externalId, email: externalId });
    expect(answers[0]?.body).toMatchObject({ settings: { showSvcUserName: true } });

    const again = { ...sent, name: 'Another name', email: 'another@example.com' };
    expect((await owner.post<MagicLink>(list, again)).body.svcUserId).toBe(svcUserId);
    expect((await owner.get(`${usersPath}/${svcUserId}`)).body).toEqual(user);
  });

  test('is refused for an unknown user, and without an externalId', async () => {
    const foreign = await freshUser(other);
    for (const svcUserId of [foreign.id, crypto.randomUUID()]) {
      const path = `${widgetsService}/magic-link/users/${svcUserId}/${type}`;
      expectProblem(await owner.post(path, bodyOf[type]), 404, 'userNotFound');
    }
    const problem = expectProblem(await owner.post(list, bodyOf[type]), 400);
    expect(problem.fieldErrors).toEqual([{ field: 'externalId', message: 'is required' }]);
  });

  test('is not in any table in clear, even after repeated requests', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const path = `${widgetsService}/magic-link/users/${svcUserId}/${type}`;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await owner.post<MagicLink>(path, bodyOf[type], { headers });
    const second = await owner.post<MagicLink>(path, bodyOf[type], { headers });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect([second.body, second.headers.get('location')]).toEqual([first.body, first.headers.get('location')]);
    await openLink(first.body.id);
    expect(await tracesOf(first.body.id)).toEqual([]);
    expect(readFileSync(cloud.logFile, 'utf8')).not.toContain(first.body.id);
  });
});

describe('a list of links', () => {
  const list = `${widgetsService}/magic-link/file-upload`;
  interface Page {
    items: MagicLink[];
    nextPageToken: string | null;
  }

  test('comes in pages of 20, whose tokens stay valid while links come and go', async () => {
    const of = await freshOwner();
    const { id: svcUserId } = await freshUser(of);
    const made: string[] = [];
    for (let count = 0; count < 41; count += 1) made.push((await freshLink(of, svcUserId)).id);
    const first = (await of.get<Page>(list)).body;
    for (const token of ['0', '']) {
      expect((await of.get<Page>(`${list}?nextPageToken=${token}`)).body).toEqual(first);
    }
    await of.call('DELETE', `${list}/${made[19]}`);
    const second = (await of.get<Page>(`${list}?nextPageToken=${first.nextPageToken}`)).body;
    await freshLink(of, svcUserId);
    const third = (await of.get<Page>(`${list}?nextPageToken=${second.nextPageToken}`)).body;
    expect([first, second, third].map(({ items }) => items.length)).toEqual([20, 20, 2]);
    expect([...first.items, ...second.items, ...third.items].map(({ id }) => id).slice(0, 41)).toEqual(made);
    expect(third.nextPageToken).toBeNull();
    expect(Buffer.from(first.nextPageToken ?? '', 'base64url').toString()).not.toContain(made[19]);
    for (const [by, token] of [
      [other, first.nextPageToken],
      [of, `${first.nextPageToken}A`],
      [of, 'nonsense'],
    ] as const) {
      const problem = expectProblem(await by.get(`${list}?nextPageToken=${token}`), 400, 'cursorInvalid');
      expect(problem.fieldErrors?.[0]?.field).toBe('nextPageToken');
    }
    const elsewhere = `${widgetsService}/magic-link/provider?nextPageToken=${first.nextPageToken}`;
    expectProblem(await of.get(elsewhere), 400, 'cursorInvalid');
  });
});

describe('providers of links', () => {
  test('need an app key, and have to support links', async () => {
    const { id: svcUserId } = await freshUser(other);
    const ofUser = (type: string) => `${widgetsService}/magic-link/users/${svcUserId}/${type}`;
    expectProblem(await other.post(ofUser('provider'), {}), 400, 'appKeyMissing');
    const missing = expectProblem(
      await other.post(ofUser('authentication'), { provider: 'Stara' }),
      400,
      'appKeyMissing',
    );
    expect(missing.detail).toContain('Stara');
    await haveAppKey(other, 'Stara');
    await haveAppKey(other, 'Panorama');
    for (const allowedProviders of ['All', ['All'], undefined]) {
      const { body } = await other.post<MagicLink>(ofUser('provider'), { allowedProviders });
      expect(body.allowedProviders).toEqual(['Stara']);
    }
    const named = { allowedProviders: ['Stara', 'Trimble', 'JohnDeere'] };
    const some = expectProblem(await other.post(ofUser('provider'), named), 400, 'appKeyMissing');
    expect(some.detail).toContain('Trimble, JohnDeere');
    const wrong = expectProblem(await other.post(ofUser('provider'), { allowedProviders: ['Stara', 'Panorama'] }), 400);
    expect(wrong.fieldErrors?.[0]).toMatchObject({ field: 'allowedProviders.1' });
    expect(wrong.detail).toContain('"Panorama" is not a provider of links');
    expectProblem(await other.post(ofUser('authentication'), { provider: 'Panorama' }), 400);
    expectProblem(await other.post(ofUser('authentication'), {}), 400);
    expectProblem(await other.post(ofUser('file-upload'), { provider: 'Stara' }), 400);
  });

  test('are checked before a user is created', async () => {
    const externalId = crypto.randomUUID();
    const path = `${widgetsService}/magic-link/authentication`;
    expectProblem(await other.post(path, { externalId, provider: 'Trimble' }), 400, 'appKeyMissing');
    expect((await other.get(`${usersPath}?externalId=${externalId}`)).body).toEqual([]);
  });

  test('a known misspelling of a setting is refused with the right spelling', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const path = `${widgetsService}/magic-link/users/${svcUserId}/provider`;
    const problem = expectProblem(await owner.post(path, { settings: { disconnectedEnabled: true } }), 400);
    expect(problem.fieldErrors).toEqual([
      { field: 'settings.disconnectedEnabled', message: 'is spelt disconnectEnabled' },
    ]);
  });
});
