import { zipSync } from 'fflate';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { slingshotPrescriptions } from '../../../../adapters/providers/raven-slingshot/prescriptions.ts';
import { slingshotSignature } from '../../../../adapters/providers/raven-slingshot/signature.ts';
import type { ListedPrescription } from '../../../../domain/prescriptions/prescription-provider.ts';
import { slingshotSandbox } from '../../../../local/sandboxes/raven-slingshot/sandbox.ts';
import type { PrescriptionMap } from '../../../../local/sandboxes/raven-slingshot/world.ts';
import { startSandbox } from '../../../../local/sandboxes/sandboxes.ts';
import { ask } from '../../../local/sandboxes/sandbox-client.ts';
import { prescription, sandboxAccount } from '../sandbox-account.ts';

let now = Date.UTC(2026, 5, 15, 18);
const clock = { now: () => now };
const sandbox = await startSandbox(slingshotSandbox, clock);
const { access } = sandbox;
afterAll(() => sandbox.close());

const downloads = () => {
  throw new Error('nothing is downloaded');
};
const provider = slingshotPrescriptions(
  sandboxAccount('RavenSlingshot', access.url, slingshotSignature(access, clock), clock),
  { clock, downloads },
);
const control = (method: string, path: string, body?: object) =>
  ask(`${access.url}/control${path}`, { method, ...(body && { body }) });
const fail = (...next: object[]) => control('POST', '/faults', { next });
const maps = async (): Promise<PrescriptionMap[]> => (await control('GET', '/world/prescriptionMaps')).body.items;
const kinds = async () => (await control('GET', '/calls')).body.kinds;

const parts = Object.fromEntries(['shp', 'shx', 'dbf'].map((end) => [`north.${end}`, new TextEncoder().encode(end)]));
const content = zipSync(parts);
const north = (more: object = {}) => prescription({ name: 'north.zip', content, ...more });
const impatient = { patience: () => 100 };

async function addMaps(count: number, name = (at: number) => `old ${at}.zip`): Promise<void> {
  const at = new Date(now).toISOString();
  const common = { contact: 'grower@example.com', createDate: at, updateDate: at, content: { base64: '' } };
  for (let id = 1; id <= count; id += 1) {
    await control('PUT', `/world/prescriptionMaps/${id}`, { ...common, name: name(id) });
  }
}

beforeEach(async () => {
  for (const { id } of await maps()) await control('DELETE', `/world/prescriptionMaps/${id}`);
  await control('PUT', '/state', { createdIn: 'header' });
  await control('DELETE', '/faults');
  await control('DELETE', '/calls');
});

test('a signature is HMAC-SHA1 over six lines, as an independent program computes it', async () => {
  const keys = {
    apiKey: 'Key/1',
    accessKey: 'B3A3B66E-413E-4018-8782-D297F4950F12',
    sharedSecret: 'c2hhcmVkIHNlY3JldA==',
  };
  const sign = slingshotSignature(keys, { now: () => 1_234_567_890_999 });
  const signed = await sign({ method: 'GET', url: new URL('https://API.example.com/PrescriptionMaps/7?format=bin') });
  // printf 'GET\r\napi.example.com\r\n/prescriptionmaps/7\r\n1234567890\r\nKey/1\r\nB3A3B66E-…\r\n' | openssl dgst -sha1 -hmac 'shared secret' -binary | base64
  expect(signed).toMatchObject({
    headers: { 'x-ss-timestamp': '1234567890', 'x-ss-signature': 'r5mi11RYuLXl6YBY4yytCeZNmI8=' },
  });
});

describe.each(['header', 'body'])('the URL of a map in the %s of the answer', (createdIn) => {
  test('is its id; the zip arrives byte for byte', async () => {
    await control('PUT', '/state', { createdIn });
    const state = await provider.send(north().attempt());
    const [map] = await maps();
    expect(state).toEqual({ kind: 'sent', providerId: map?.id });
    expect(map).toMatchObject({ name: 'north.zip', fileType: 'RX' });
    expect(Buffer.from(map?.content.base64 ?? '', 'base64')).toEqual(Buffer.from(content));
    expect(await kinds()).toEqual({ prescriptionMaps: 1, uploadPrescriptionMap: 1 });
  });
});

test.each([
  ['QUEUED', 'sent'],
  ['SENT_TO_DEVICE', 'taken'],
  ['CONVERSION_STATUS_FAILED_CONVERT', 'refused'],
])('the status %s means %s', async (status, kind) => {
  const { providerId } = await provider.send(north().attempt());
  await control('PUT', `/world/prescriptionMaps/${providerId}`, { status });
  expect(await provider.follow?.({ providerId, marks: {} })).toMatchObject({ kind, providerId, status });
});

test('a map that the provider no longer has is not there', async () => {
  expect(await provider.follow?.({ providerId: '1', marks: {} })).toBeUndefined();
});

test('the list is read to its end', async () => {
  await addMaps(101);
  const listed: ListedPrescription[] = [];
  for await (const one of provider.list?.({}) ?? []) listed.push(one);
  expect(listed).toHaveLength(101);
  expect(listed[0]).toEqual({ id: '101', name: 'old 101.zip' });
  expect(await kinds()).toEqual({ prescriptionMaps: 2 });
});

test('a name that the account has already is refused before anything is sent', async () => {
  await provider.send(north().attempt());
  const second = provider.send(north().attempt());
  await expect(second).rejects.toMatchObject({
    errorKey: 'prescriptionNameTaken',
    message: expect.stringContaining('another name'),
  });
  expect(await maps()).toHaveLength(1);
});

describe('an interrupted attempt', () => {
  test('whose map has arrived without an answer finds it', async () => {
    const one = north();
    await fail({ kind: 'uploadPrescriptionMap', delayMilliseconds: 500 });
    await expect(provider.send({ ...one.attempt(), ...impatient })).rejects.toMatchObject({ kind: 'unreachable' });
    expect(await provider.send(one.attempt())).toEqual({ kind: 'sent', providerId: (await maps())[0]?.id });
    expect((await kinds()).uploadPrescriptionMap).toBe(1);
  });

  test('whose map is not in the list waits for a minute before it sends it again', async () => {
    const one = north();
    await fail({ kind: 'uploadPrescriptionMap', status: 500 });
    await expect(provider.send(one.attempt())).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(provider.send(one.attempt())).rejects.toMatchObject({ kind: 'unreachable', retryAfterSeconds: 60 });
    expect(await maps()).toEqual([]);
    now += 60_000;
    expect(await provider.send(one.attempt())).toMatchObject({ kind: 'sent' });
    expect(await maps()).toHaveLength(1);
  });

  test('that was refused sends it again at once', async () => {
    const one = north();
    await fail({ kind: 'uploadPrescriptionMap', status: 429, headers: { 'retry-after': '3' } });
    await expect(provider.send(one.attempt())).rejects.toMatchObject({ kind: 'rateLimited', retryAfterSeconds: 3 });
    expect(await provider.send(one.attempt())).toMatchObject({ kind: 'sent' });
  });

  test('in the middle of the list goes on there', async () => {
    await addMaps(250);
    const one = north();
    let pages = 0;
    const patience = () => {
      pages += 1;
      if (pages > 1) throw new Error('no time is left');
      return 2_000;
    };
    await expect(provider.send({ ...one.attempt(), patience })).rejects.toThrow('no time is left');
    await control('DELETE', '/calls');
    await provider.send(one.attempt());
    expect(await kinds()).toEqual({ prescriptionMaps: 2, uploadPrescriptionMap: 1 });
  });

  test('that has ended asks what has become of the map', async () => {
    const one = north();
    const { providerId } = await provider.send(one.attempt());
    expect(await provider.send(one.attempt())).toMatchObject({ kind: 'sent', providerId, status: 'QUEUED' });
    expect(await maps()).toHaveLength(1);
  });

  test('does not take the map of another attempt', async () => {
    const [one, other] = [north(), north()];
    await fail({ kind: 'uploadPrescriptionMap', status: 500 });
    await expect(provider.send(one.attempt())).rejects.toMatchObject({ kind: 'unreachable' });
    await provider.send(other.attempt());
    const claimed = { claim: async () => false };
    await expect(provider.send({ ...one.attempt(), ...claimed })).rejects.toMatchObject({ kind: 'unreachable' });
  });
});

describe('a refusal', () => {
  const said = JSON.stringify({ status: 'INVALID_REQUEST', errorInfo: 'Invalid Access Key', result: '' });
  test.each<[string, object, object]>([
    ['401', { status: 401, body: said }, { kind: 'refused', message: expect.stringContaining('Invalid Access Key') }],
    ['403', { status: 403, body: said }, { kind: 'forbidden' }],
    ['409', { status: 409 }, { kind: 'malformed', status: 409 }],
    ['429', { status: 429, headers: { 'retry-after': '7' } }, { kind: 'rateLimited', retryAfterSeconds: 7 }],
    ['503', { status: 503 }, { kind: 'unreachable' }],
    ['a document of another shape', { status: 200, body: '{"TotalCount": 1}' }, { kind: 'malformed' }],
    ['XML', { status: 200, body: '<SlingshotIndex/>' }, { kind: 'malformed' }],
    [
      'more time',
      { status: 200, headers: { 'retry-after': '30' }, body: '{"Status":"MORE_TIME_NEEDED","errorInfo":"00:00:30"}' },
      { kind: 'unreachable', retryAfterSeconds: 30 },
    ],
    ['half an answer', { isCut: true }, { kind: 'unreachable' }],
  ])('of %s says so, and nothing is uploaded', async (_, fault, problem) => {
    await fail({ kind: 'prescriptionMaps', ...fault });
    await expect(provider.send(north().attempt())).rejects.toMatchObject(problem);
    expect((await kinds()).uploadPrescriptionMap).toBeUndefined();
  });

  test('has the words of the provider and its status', async () => {
    const sent = provider.send(north({ content: Buffer.from('no zip') }).attempt());
    const message = 'Raven Slingshot refuses what was sent (400). It says: RX is a zip with one shapefile.';
    await expect(sent).rejects.toMatchObject({ kind: 'malformed', status: 400, message });
  });
});
