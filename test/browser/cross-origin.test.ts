import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloud, idle } from '../api/cloud.ts';
import { freshOwner, type TestOwner } from '../api/owner.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { startOtherOrigin } from './other-origin.ts';

const password = 'in a browser, for once';
const users = `${cloud.baseUrl}/services/usermanagement/api/users`;
const uploads = `${cloud.baseUrl}/services/uploadservice/api`;
const geojson = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [10, 50],
      [10.01, 50],
      [10.01, 50.01],
      [10, 50],
    ],
  ],
});

describe.skipIf(noBrowser)('a page on another origin', () => {
  let browser: Browser;
  let page: Page;
  let origin: Awaited<ReturnType<typeof startOtherOrigin>>;
  let owner: TestOwner;
  let token: string;
  let svcUserId: string;

  beforeAll(async () => {
    [browser, origin, owner] = await Promise.all([
      launchBrowser(),
      startOtherOrigin(),
      freshOwner({ password, slowly: true }),
    ]);
    page = await browser.newPage();
    await page.goto(origin.url);
    token = await owner.token('id');
    const user = { name: 'Browser', email: 'browser@test.example' };
    svcUserId = (await owner.post<{ id: string }>('/services/usermanagement/api/users', user)).body.id;
  });

  afterAll(async () => {
    await browser?.close();
    origin?.close();
  });

  test('signs in, after a preflight without a token', async () => {
    const sent = { url: `${cloud.baseUrl}/api/authenticate`, username: owner.owner.username, password };
    const answer = await page.evaluate(async ({ url, ...body }) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: await response.json() };
    }, sent);
    expect(answer).toEqual({ status: 200, body: { id_token: expect.any(String) } });
  });

  test('may send every header of the interface, with every method', async () => {
    const statuses = await page.evaluate(
      async ({ url, token }) => {
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
          'x-api-key': 'none',
          'idempotency-key': 'browser-1',
          prefer: 'respond-async',
          range: 'bytes=0-10',
        };
        const answers = await Promise.all(
          ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) =>
            fetch(`${url}/unknown`, { method, headers, ...(method !== 'GET' && { body: '{}' }) }),
          ),
        );
        return answers.map(({ status }) => status);
      },
      { url: users, token },
    );
    expect(statuses).toEqual([404, 405, 405, 404, 404]);
  });

  test('reads the counts, links and ids in the headers of a list', async () => {
    const headers = await page.evaluate(
      async ({ url, token }) => {
        const response = await fetch(`${url}/`, { headers: { authorization: `Bearer ${token}` } });
        return Object.fromEntries(response.headers);
      },
      { url: users, token },
    );
    expect(headers).toMatchObject({
      'x-total-count': '1',
      link: expect.stringContaining('rel="first"'),
      'x-request-id': expect.any(String),
      'ratelimit-remaining': expect.any(String),
    });
  });

  test('reads why a request was refused', async () => {
    const refused = await page.evaluate(async (url) => {
      const response = await fetch(url, { headers: { authorization: 'Bearer no-token' } });
      return { status: response.status, body: await response.json() };
    }, users);
    expect(refused).toMatchObject({ status: 401, body: { errorKey: 'unauthenticated' } });
  });

  test('sends a form, then fetches the file by its URL and by the redirect', async () => {
    const uploaded = await page.evaluate(
      async ({ url, token, geojson }) => {
        const form = new FormData();
        form.append('file', new Blob([geojson]), 'from a page.geojson');
        const headers = { authorization: `Bearer ${token}` };
        const response = await fetch(url, { method: 'POST', headers, body: form });
        return { location: response.headers.get('location'), ...(await response.json()) };
      },
      { url: `${uploads}/upload?svcUserId=${svcUserId}`, token, geojson },
    );
    expect(uploaded).toMatchObject({ status: 'RECEIVED', location: expect.stringContaining(uploaded.id) });
    await idle();

    const downloads = await page.evaluate(
      async ({ url, token }) => {
        const authorization = `Bearer ${token}`;
        const accept = 'application/vnd.furrow.link+json';
        const link = await (await fetch(url, { headers: { authorization, accept } })).json();
        const byAddress = await fetch(link.url, { headers: { range: 'bytes=0-8' } });
        const byRedirect = await fetch(url, { headers: { authorization } });
        return {
          part: await byAddress.text(),
          range: byAddress.headers.get('content-range'),
          etag: byAddress.headers.get('etag'),
          whole: await byRedirect.text(),
          redirected: byRedirect.redirected,
        };
      },
      { url: uploaded.originalFileUrl, token },
    );
    expect(downloads).toEqual({
      part: geojson.slice(0, 9),
      range: `bytes 0-8/${geojson.length}`,
      etag: expect.stringMatching(/^"/),
      whole: geojson,
      redirected: true,
    });
  });

  test('sends the parts of a large file straight to the bucket and reads their ETags', async () => {
    const sizeBytes = 9_000_000;
    const done = await page.evaluate(
      async ({ uploads, token, svcUserId, geojson, sizeBytes }) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const send = async (path: string, body: object) => {
          const answer = await fetch(`${uploads}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
          return answer.json();
        };
        const file = new Blob([geojson, ' '.repeat(sizeBytes - geojson.length)]);
        const target = 'fieldBoundaries';
        const session = await send('/upload-sessions', { svcUserId, target, fileName: 'large.geojson', sizeBytes });
        const count = Math.ceil(sizeBytes / session.partSizeBytes);
        const partNumbers = Array.from({ length: count }, (_, index) => index + 1);
        const { parts } = await send(`/upload-sessions/${session.id}/parts`, { partNumbers });
        const etags: (string | null)[] = [];
        for (const { partNumber, url } of parts) {
          const start = (partNumber - 1) * session.partSizeBytes;
          const answer = await fetch(url, { method: 'PUT', body: file.slice(start, start + session.partSizeBytes) });
          etags.push(answer.headers.get('etag'));
        }
        return { etags, upload: await send(`/upload-sessions/${session.id}/complete`, {}) };
      },
      { uploads, token, svcUserId, geojson, sizeBytes },
    );
    expect(done.etags.length).toBeGreaterThan(1);
    expect(done.etags).toEqual(done.etags.map(() => expect.stringMatching(/^"[0-9a-f]{32}"$/)));
    expect(done.upload).toMatchObject({ status: 'RECEIVED', fileName: 'large.geojson' });
    await idle();
    const upload = await owner.get<{ status: string }>(`/services/uploadservice/api/upload/${done.upload.id}`);
    expect(upload.body.status).toBe('PROCESSED');
  });
});
