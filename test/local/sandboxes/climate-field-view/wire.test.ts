import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask, askToken } from '../sandbox-client.ts';
import { type Climate, climate, tokenPath } from './climate.ts';
import { hasDocument, openDocument } from './document.ts';

let sandbox: Climate;
beforeEach(async () => {
  sandbox = await climate();
});
afterEach(() => sandbox.close());

const refresh = (refreshToken: string) =>
  askToken(sandbox.access, `${sandbox.endpoint}${tokenPath}`, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
const sample = readFileSync(new URL('../../../../local/sandboxes/world/samples/harvest-of-jen-3.zip', import.meta.url));
const mebibyte = 1024 * 1024;

/** All pages of a list: statuses, ids and the last token. */
async function pages(path: string, limit: number, from?: string) {
  const [statuses, ids]: [number[], string[]] = [[], []];
  let token = from;
  for (;;) {
    const { status, headers, body } = await sandbox.call(path, {
      headers: { 'x-limit': String(limit), ...(token && { 'x-next-token': token }) },
    });
    statuses.push(status);
    token = headers.get('x-next-token') ?? token;
    if (status !== 206 && status !== 200) break;
    ids.push(...body.results.map(({ id }: { id: string }) => id));
    if (status === 200) break;
  }
  return { statuses, ids, token };
}

describe('tokens of Climate FieldView', () => {
  test('last four hours, and come as the recorded ones do', async () => {
    const { body } = await refresh(sandbox.refreshToken);
    expect(body).toMatchObject({
      expires_in: 14_399,
      token_type: 'bearer',
      refresh_token: expect.any(String),
      scope: expect.any(String),
    });
    sandbox.clock.now += 14_399_000;
    expect((await sandbox.call('/v4/fields')).status).toBe(401);
  });

  test('of refresh are good for one more hour after they were replaced', async () => {
    sandbox.clock.now += 3_599_000;
    expect((await refresh(sandbox.firstRefreshToken)).status).toBe(200);
    sandbox.clock.now += 1_000;
    expect((await refresh(sandbox.firstRefreshToken)).status).toBe(400);
    expect((await refresh(sandbox.refreshToken)).status).toBe(200);
  });

  test('come from a login page', async () => {
    const asked = {
      response_type: 'code',
      client_id: sandbox.access.clientId,
      redirect_uri: 'http://127.0.0.1:1/',
      answer: 'allow',
    };
    const back = await ask(
      `${sandbox.endpoint}/static/app-login/?${new URLSearchParams({ ...asked, scope: 'fields:read' })}`,
    );
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri: 'http://127.0.0.1:1/' };
    const { body } = await askToken(sandbox.access, `${sandbox.endpoint}${tokenPath}`, form);
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await sandbox.call('/v4/fields', { headers })).status).toBe(200);
    const { status, body: refused } = await sandbox.call('/v4/layers/asHarvested', { headers });
    expect([status, refused.error.code]).toEqual([403, 'forbidden']);
  });

  test('need the key beside them', async () => {
    const { status, headers } = await sandbox.call('/v4/fields', { headers: { 'x-api-key': 'x' } });
    expect([status, headers.has('x-http-request-id')]).toEqual([403, true]);
  });
});

describe('lists of Climate FieldView', () => {
  test('are complete by their tokens, and then show nothing but changes', async () => {
    const { statuses, ids, token } = await pages('/v4/fields', 5);
    expect(statuses).toEqual([206, 206, 200]);
    expect(new Set(ids).size).toBe(13);
    const nothing = await sandbox.call('/v4/fields', { headers: { 'x-next-token': token ?? '' } });
    expect([nothing.status, nothing.bytes.length]).toEqual([304, 0]);
    await sandbox.control('PUT', `/world/fields/${ids[3]}`, { name: 'Renamed' });
    await sandbox.control('DELETE', `/world/fields/${ids[4]}`);
    expect((await pages('/v4/fields', 5, token)).ids).toEqual([ids[3]]);
  });

  test('may end with 206, after which there is nothing', async () => {
    await sandbox.control('PUT', '/state', { lastPageStatus: 206 });
    expect((await pages('/v4/fields', 10)).statuses).toEqual([206, 206, 304]);
  });

  test('do not take a token that is too old, or of another list', async () => {
    const { token = '' } = await pages('/v4/fields', 100);
    expect((await sandbox.call('/v4/layers/asApplied', { headers: { 'x-next-token': token } })).status).toBe(400);
    sandbox.clock.now += 30 * 86_400_000;
    const { refreshToken } = sandbox;
    sandbox.clock.now -= 1;
    const { body } = await refresh(refreshToken);
    sandbox.clock.now += 1;
    const headers = { 'x-next-token': token, authorization: `Bearer ${body.access_token}` };
    expect((await sandbox.call('/v4/fields', { headers })).status).toBe(409);
  });

  test.each(['0', '101', 'x'])('do not take the limit %s', async (limit) => {
    expect((await sandbox.call('/v4/fields', { headers: { 'x-limit': limit } })).status).toBe(400);
  });

  test('filter by name and by time', async () => {
    const named = await sandbox.call('/v4/fields?fieldName=jen');
    expect(named.body.results).toHaveLength(1);
    expect((await sandbox.call('/v4/fields?fieldName=je')).status).toBe(400);
    const times = 'occurredAfter=2017-01-01T00:00:00Z&occurredBefore=2018-01-01T00:00:00Z';
    expect((await sandbox.call(`/v4/layers/asHarvested?${times}`)).body.results).toHaveLength(1);
  });
});

describe('data of Climate FieldView', () => {
  test('are as the OpenAPI document describes them', async () => {
    const { body } = await sandbox.call('/v4/fields');
    const [field] = body.results;
    const layers = await sandbox.call('/v4/layers/asHarvested');
    const rows: [string, string, string, number, object?][] = [
      ['GET', '/v4/fields', '/v4/fields', 200],
      ['GET', '/v4/fields', '/v4/fields?fieldName=a', 400],
      ['GET', '/v4/fields/{fieldId}', `/v4/fields/${field.id}`, 200],
      ['GET', '/v4/fields/{fieldId}', '/v4/fields/x', 404],
      ['GET', '/v4/boundaries/{boundaryId}', `/v4/boundaries/${field.boundaryId}`, 200],
      ['POST', '/v4/boundaries/query', '/v4/boundaries/query', 200, { ids: [field.boundaryId] }],
      ['POST', '/v4/boundaries/query', '/v4/boundaries/query', 400, { ids: Array(11).fill('x') }],
      [
        'POST',
        '/v4/boundaries',
        '/v4/boundaries',
        200,
        {
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 0],
              ],
            ],
          },
        },
      ],
      [
        'GET',
        '/v4/farmOrganizations/{farmOrganizationType}/{farmOrganizationId}',
        `/v4/farmOrganizations/farm/${field.parent.id}`,
        200,
      ],
      ['GET', '/v4/resourceOwners/{resourceOwnerId}', `/v4/resourceOwners/${field.resourceOwnerId}`, 200],
      ...['asPlanted', 'asHarvested', 'asApplied'].map((kind): [string, string, string, number] => [
        'GET',
        `/v4/layers/${kind}`,
        `/v4/layers/${kind}`,
        200,
      ]),
      [
        'GET',
        '/v4/layers/asHarvested/{activityId}/contents',
        `/v4/layers/asHarvested/${layers.body.results[0].id}/contents`,
        400,
      ],
      ['POST', '/v4/uploads', '/v4/uploads', 400, {}],
    ];
    const problemsOf = hasDocument ? openDocument() : () => [];
    const problems: string[] = [];
    for (const [method, path, to, status, given] of rows) {
      const answer = await sandbox.call(to, { method, ...(given && { body: given }) });
      if (answer.status !== status) problems.push(`${method} ${to} answers ${answer.status}: ${answer.bytes}`);
      if (!answer.headers.has('x-http-request-id')) problems.push(`${to} has no X-Http-Request-Id`);
      problems.push(...problemsOf(method, path, answer).map((what) => `${method} ${to}: ${what}`));
    }
    expect(problems).toEqual([]);
  });

  test('have a new boundary where one is changed', async () => {
    const { body } = await sandbox.call('/v4/fields?fieldName=jen');
    const [{ id, boundaryId }] = body.results;
    const polygons = [
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    ];
    const changed = await sandbox.control('PUT', `/world/boundaries/${boundaryId}`, { polygons });
    expect((await sandbox.call(`/v4/fields/${id}`)).body.boundaryId).toBe(changed.body.id);
    expect((await sandbox.call(`/v4/boundaries/${boundaryId}`)).body.geometry.coordinates[0]).not.toEqual(
      polygons[0]?.[0],
    );
  });

  test('of work come in ranges of 1 to 5 MiB', async () => {
    const list = await sandbox.call('/v4/layers/asHarvested?occurredAfter=2017-01-01T00:00:00Z');
    const [{ id, length }] = list.body.results;
    const contents = (range: string) => sandbox.call(`/v4/layers/asHarvested/${id}/contents`, { headers: { range } });
    const whole = await contents(`bytes=0-${length - 1}`);
    expect([whole.status, whole.bytes.equals(sample)]).toEqual([200, true]);
    const size = 12 * mebibyte + 5;
    await sandbox.control('PUT', `/world/layers/${id}`, { filling: { length: size } });
    const part = await contents(`bytes=0-${5 * mebibyte - 1}`);
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-${5 * mebibyte - 1}/${size}`]);
    expect((await contents(`bytes=${12 * mebibyte}-${13 * mebibyte}`)).bytes).toHaveLength(5);
    for (const wrong of [`bytes=0-${5 * mebibyte}`, 'bytes=0-100', `bytes=${size}-${size + mebibyte}`, 'bytes=0-']) {
      expect([wrong, (await contents(wrong)).status]).toEqual([wrong, 416]);
    }
  });
});
