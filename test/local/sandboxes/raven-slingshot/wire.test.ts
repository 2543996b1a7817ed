import { createHmac } from 'node:crypto';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { slingshotSandbox } from '../../../../local/sandboxes/raven-slingshot/sandbox.ts';
import { startSandbox } from '../../../../local/sandboxes/sandboxes.ts';
import { ask } from '../sandbox-client.ts';

const clock = { now: Date.UTC(2026, 5, 15, 18) };
const sandbox = await startSandbox(slingshotSandbox, { now: () => clock.now });
const { access } = sandbox;
afterAll(() => sandbox.close());

const host = new URL(access.url).host;
const control = (method: string, path: string, body?: object) =>
  ask(`${access.url}/control${path}`, { method, ...(body && { body }) });

interface Signing {
  secret?: string;
  apiKey?: string;
  accessKey?: string;
  at?: number;
  signedPath?: string;
}

function signed(method: string, path: string, given: Signing = {}): Record<string, string> {
  const { secret = access.sharedSecret, apiKey = access.apiKey, accessKey = access.accessKey } = given;
  const timestamp = String(Math.floor((given.at ?? clock.now) / 1000));
  const lines = [method, host, (given.signedPath ?? path).split('?')[0]?.toLowerCase(), timestamp, apiKey, accessKey];
  const text = `${lines.join('\r\n')}\r\n`;
  const signature = createHmac('sha1', Buffer.from(secret, 'base64')).update(text).digest('base64');
  return {
    'X-SS-APIKey': apiKey,
    'X-SS-AccessKey': accessKey,
    'X-SS-TimeStamp': timestamp,
    'X-SS-Signature': signature,
  };
}

const get = (path: string, given: Signing & { accept?: string } = {}) =>
  ask(`${access.url}${path}`, {
    headers: { ...signed('GET', path, given), accept: given.accept ?? 'application/json' },
  });

async function upload(name: string, content: Uint8Array, fileType = 'RX') {
  const form = new FormData();
  form.set('FileName', new File([new Uint8Array(content)], name, { type: 'application/zip' }));
  form.set('FileType', fileType);
  const sent = new Request('http://form', { method: 'POST', body: form });
  const headers = { ...signed('POST', '/prescriptionmaps'), 'content-type': sent.headers.get('content-type') ?? '' };
  const body = Buffer.from(await sent.arrayBuffer());
  return ask(`${access.url}/prescriptionmaps`, { method: 'POST', headers, body });
}

const parts = (stem: string) =>
  Object.fromEntries(['shp', 'shx', 'dbf'].map((end) => [`${stem}.${end}`, new TextEncoder().encode(end)]));
const zip = zipSync(parts('north'));

describe('signatures', () => {
  test('are over method, host, path in small letters, time and both keys', async () => {
    const { status, body } = await get('/AccessKey');
    expect([status, body]).toEqual([200, expect.objectContaining({ AccessKey: access.accessKey, IsActive: true })]);
    expect((await get('/prescriptionmaps?page=0&pagesize=5')).status).toBe(200);
  });

  test.each<[string, Signing, string]>([
    ['another secret', { secret: Buffer.from('another').toString('base64') }, 'Invalid Signature'],
    ['another path', { signedPath: '/jobdata' }, 'Invalid Signature'],
    ['an unknown API key', { apiKey: 'unknown' }, 'Invalid API Key'],
    ['an unknown access key', { accessKey: 'unknown' }, 'Invalid Access Key'],
    ['a time that is too early', { at: clock.now - 121_000 }, 'Request Expired'],
    ['a time that is too late', { at: clock.now + 121_000 }, 'Request Expired'],
  ])('with %s are refused', async (_, given, errorInfo) => {
    const { status, body } = await get('/accesskey', given);
    expect([status, body]).toEqual([401, { status: 'INVALID_REQUEST', errorInfo, result: '' }]);
  });

  test('of a key that was revoked are refused', async () => {
    await control('PUT', `/world/accessKeys/${access.accessKey}`, { isActive: false });
    expect((await get('/accesskey')).status).toBe(401);
    await control('PUT', `/world/accessKeys/${access.accessKey}`, { isActive: true });
  });
});

test('documents are XML unless JSON is accepted', async () => {
  const { headers, body } = await get('/accesskey', { accept: '*/*' });
  expect(headers.get('content-type')).toContain('application/xml');
  expect(body).toContain(`<AccessKey>${access.accessKey}</AccessKey>`);
  expect((await get('/accesskey', { accept: '*/*', apiKey: 'unknown' })).body).toContain('<errorInfo>Invalid API Key<');
});

describe('prescription maps', () => {
  test('are uploaded as forms, listed with the newest first, and downloaded byte for byte', async () => {
    const first = await upload('north.zip', zip);
    expect(first.status).toBe(201);
    const id = first.headers.get('location')?.split('/').pop() ?? '';
    const { body: map } = await get(`/PrescriptionMaps/${id}`);
    expect(map).toMatchObject({ DeviceFileName: 'north.zip', Status: 'QUEUED', JobType: 'PrescriptionMap' });
    expect((await get(`/prescriptionmaps/${id}?format=bin`)).bytes).toEqual(Buffer.from(zip));
    await control('PUT', '/state', { createdIn: 'body' });
    const second = await upload('north.zip', zip);
    expect([second.headers.get('location'), second.body]).toEqual([
      null,
      expect.stringContaining('/PrescriptionMaps/'),
    ]);
    await control('PUT', '/state', { createdIn: 'header' });
    const { body: page } = await get('/prescriptionmaps?pagesize=1');
    expect(page).toMatchObject({ TotalCount: 2, PageSize: 1, IsNextPage: true, PageIndex: 0, TotalPages: 2 });
    expect(page.PrescriptionMap).toMatchObject([{ Name: 'north.zip', SubType: 'RX', Uri: second.body }]);
    expect((await get('/prescriptionmaps?page=1&pagesize=1')).body).toMatchObject({
      ...{ IsNextPage: false, IsPreviousPage: true },
      PrescriptionMap: [{ ID: id }],
    });
  });

  test('of another customer are not there', async () => {
    const other = { number: 11, friendlyName: 'Other', contact: 'other@example.com' };
    await control('PUT', '/world/accessKeys/OTHER', other);
    expect((await get('/prescriptionmaps', { accessKey: 'OTHER' })).body.TotalCount).toBe(0);
  });

  test.each([
    ['two shapefiles', zipSync({ ...parts('north'), ...parts('south') }), 'RX'],
    ['a part less', zipSync({ 'north.shp': new Uint8Array(1), 'north.dbf': new Uint8Array(1) }), 'RX'],
    ['no zip', new TextEncoder().encode('no zip'), 'RX'],
    ['another file type', zip, 'RDP'],
    ['AGX under a name that does not end with .rdp.zip', zip, 'AGX'],
  ])('with %s are refused', async (_, content, fileType) => {
    expect((await upload('north.zip', content, fileType)).status).toBe(400);
  });
});
