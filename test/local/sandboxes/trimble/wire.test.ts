import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../../../../local/sandboxes/sandboxes.ts';
import { trimbleSandbox } from '../../../../local/sandboxes/trimble/sandbox.ts';
import { ask, askToken, signedIn } from '../sandbox-client.ts';

const clock = { now: Date.UTC(2026, 5, 15, 18) };
const sandbox = await startSandbox(trimbleSandbox, { now: () => clock.now });
const { access } = sandbox;
const { call, control } = await signedIn(access, '/oauth/token');
afterAll(() => sandbox.close());

const api = '/Trimble-Ag-Software/externalApi/3.0';
const zip = Buffer.from('PK\u0003\u0004 whatever the zip has');
const importing = (errorCode: string | null, remaining = 1) =>
  control('PUT', '/state', { importing: { errorCode, remaining }, isNothingSelected: false });
beforeEach(() => importing(null));

const organization = async () => (await call(`${api}/config/organizations`)).body.result[0].id as string;
const jobs = async () => `${api}/prescriptions/${await organization()}/rx/importjob`;
const job = { fileName: 'north.zip', rateColumn: 'Rate', rateUnit: 'kg/ha', deviceIds: null };
const create = async (body: object = job) => call(await jobs(), { method: 'POST', body });
const upload = async (jobId: string, body = zip) =>
  call(`${await jobs()}/${jobId}`, { method: 'PATCH', body, headers: { 'content-type': 'application/zip' } });
const shown = async (jobId: string) => (await call(`${await jobs()}/${jobId}`)).body.rxFileInfo;

test('a refresh token is good for one use and seven days, an access token for an hour', async () => {
  const refresh = (token: string) =>
    askToken(access, `${access.url}/oauth/token`, { grant_type: 'refresh_token', refresh_token: token });
  expect((await refresh(access.refreshToken)).status).toBe(400);
  const consented = await ask(
    `${access.url}/oauth/authorize?${new URLSearchParams({
      ...{ client_id: access.clientId, redirect_uri: 'http://127.0.0.1/back', response_type: 'code' },
      ...{ scope: access.applicationName, answer: 'allow' },
    })}`,
  );
  const code = new URL(consented.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: 'http://127.0.0.1/back' };
  const { body } = await askToken(access, `${access.url}/oauth/token`, form);
  expect(body.expires_in).toBe(3600);
  const headers = { authorization: `Bearer ${body.access_token}` };
  const organizations = () => ask(`${access.url}${api}/config/organizations`, { headers });
  expect((await organizations()).status).toBe(200);
  clock.now += 3_600_000;
  expect((await organizations()).status).toBe(401);
  clock.now += 7 * 86_400_000;
  expect((await refresh(body.refresh_token)).status).toBe(400);
  clock.now -= 3_600_000 + 7 * 86_400_000;
});

test('organizations are those that have authorized the application', async () => {
  const { body } = await call(`${api}/config/organizations`);
  expect(body).toMatchObject({
    result: [{ name: 'Sandbox Farm', isMetric: false }],
    bookmark: { moreResults: 'false' },
  });
  await control('PUT', '/state', { isNothingSelected: true });
  expect((await call(`${api}/config/organizations`)).body.result).toEqual([]);
  const { body: all } = await control('GET', '/world/organizations');
  const statuses = all.items.map(
    async ({ id }: { id: string }) =>
      (await call(`${api}/prescriptions/${id}/rx/importjob`, { method: 'POST', body: job })).status,
  );
  expect(await Promise.all(statuses)).toEqual([403, 403]);
});

describe('a prescription', () => {
  test('is a job, then a file, and has an id once it is imported', async () => {
    const { body, status } = await create();
    expect([status, await shown(body.jobId)]).toEqual([200, []]);
    const uploaded = await upload(body.jobId);
    expect([uploaded.status, uploaded.bytes.length]).toEqual([204, 0]);
    expect(await shown(body.jobId)).toEqual([]);
    expect(await shown(body.jobId)).toEqual([{ rxName: 'north.zip', rxId: expect.any(String), errorCode: null }]);
    const { body: held } = await control('GET', '/world/importJobs');
    const stored = held.items.find(({ id }: { id: string }) => id === body.jobId);
    expect(Buffer.from(stored.content.base64, 'base64')).toEqual(zip);
  });

  test('fails with a code', async () => {
    await importing('RateColumnMissing', 0);
    const { body } = await create();
    await upload(body.jobId);
    expect(await shown(body.jobId)).toEqual([{ rxName: 'north.zip', rxId: null, errorCode: 'RateColumnMissing' }]);
    await importing(null, 0);
    const { body: next } = await create();
    await upload(next.jobId, Buffer.from('no zip'));
    expect(await shown(next.jobId)).toMatchObject([{ errorCode: 'InvalidFile' }]);
  });

  test('has members in any case, and a rate column of at most ten characters', async () => {
    expect(
      (await create({ FileName: 'a.zip', RateColumn: '0-60-0', RateUnit: 'gal/ac', DeviceIds: null })).status,
    ).toBe(200);
    expect((await create({ ...job, rateColumn: 'AppliedRate' })).status).toBe(400);
    expect((await create({ rateColumn: 'Rate' })).status).toBe(400);
  });

  test('takes one file', async () => {
    const { body } = await create();
    expect((await upload(body.jobId)).status).toBe(204);
    expect((await upload(body.jobId)).status).toBe(409);
    expect((await upload('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});
