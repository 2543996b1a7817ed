import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { trimblePrescriptions } from '../../../../adapters/providers/trimble/prescriptions.ts';
import { startSandbox } from '../../../../local/sandboxes/sandboxes.ts';
import { trimbleSandbox } from '../../../../local/sandboxes/trimble/sandbox.ts';
import type { ImportJob } from '../../../../local/sandboxes/trimble/world.ts';
import { signedIn } from '../../../local/sandboxes/sandbox-client.ts';
import { prescription, sandboxAccount } from '../sandbox-account.ts';

const clock = { now: () => Date.UTC(2026, 5, 15, 18) };
const sandbox = await startSandbox(trimbleSandbox, clock);
const { access } = sandbox;
afterAll(() => sandbox.close());

const { call, control, accessToken } = await signedIn(access, '/oauth/token');
const root = '/Trimble-Ag-Software/externalApi/3.0';
const bearer = async () => ({ kind: 'authorized' as const, headers: { authorization: `Bearer ${accessToken}` } });
const provider = trimblePrescriptions(sandboxAccount('Trimble', `${access.url}${root}`, bearer, clock));
const organizationId = (await call(`${root}/config/organizations`)).body.result[0].id as string;

const content = Buffer.from('PK\u0003\u0004 a shapefile');
const north = (more: object = {}) =>
  prescription({ name: 'north.zip', content, organizationId, rateColumn: 'Rate', rateUnit: 'kg/ha', ...more });
const jobs = async (): Promise<ImportJob[]> => (await control('GET', '/world/importJobs')).body.items;
const calls = async () => (await control('GET', '/calls')).body.kinds;
const fail = (...next: object[]) => control('POST', '/faults', { next });

beforeEach(async () => {
  for (const { id } of await jobs()) await control('DELETE', `/world/importJobs/${id}`);
  await control('PUT', '/state', { importing: { remaining: 1, errorCode: null } });
  await control('DELETE', '/faults');
  await control('DELETE', '/calls');
});

const follow = (providerId: string) => provider.follow?.({ providerId, organizationId, marks: {} });

test('a prescription is sent in two calls, byte for byte, and followed until it is imported', async () => {
  const { providerId, kind } = await provider.send(north().attempt());
  expect(kind).toBe('sent');
  expect(await calls()).toEqual({ createImportJob: 1, uploadPrescription: 1 });
  const [job] = await jobs();
  expect(job).toMatchObject({
    id: providerId,
    fileName: 'north.zip',
    rateColumn: 'Rate',
    rateUnit: 'kg/ha',
    deviceIds: null,
  });
  expect(Buffer.from(job?.content?.base64 ?? '', 'base64')).toEqual(content);
  expect(await follow(providerId)).toMatchObject({ kind: 'sent', providerId });
  expect(await follow(providerId)).toMatchObject({ kind: 'taken', providerId });
});

test.each([['RateColumnMissing'], [17]])(
  'the code %s of an import is its failure, with the reason',
  async (errorCode) => {
    await control('PUT', '/state', { importing: { remaining: 0, errorCode } });
    const { providerId } = await provider.send(north().attempt());
    expect(await follow(providerId)).toMatchObject({
      kind: 'refused',
      reason: `Trimble cannot import the prescription: ${errorCode}.`,
    });
  },
);

test('a job that the provider no longer has is not there', async () => {
  expect(await follow('00000000-0000-4000-8000-000000000000')).toBeUndefined();
});

test('a job of samples, with its file in an object and members in other letters, is understood', async () => {
  const { providerId } = await provider.send(north().attempt());
  const body = JSON.stringify({ RxFileInfo: { RxName: 'north.zip', RxId: 7, ErrorCode: '' } });
  await fail({ kind: 'importJob', status: 200, headers: { 'content-type': 'application/json' }, body });
  expect(await follow(providerId)).toMatchObject({ kind: 'taken' });
});

describe('an interrupted attempt', () => {
  test('whose upload has arrived without an answer sends it no second time', async () => {
    const one = north();
    await fail({ kind: 'uploadPrescription', delayMilliseconds: 500 });
    await expect(provider.send({ ...one.attempt(), patience: () => 100 })).rejects.toMatchObject({
      kind: 'unreachable',
    });
    await control('PUT', `/world/importJobs/${(await jobs())[0]?.id}`, { remaining: 0 });
    const again = await provider.send(one.attempt());
    expect(again).toMatchObject({ kind: 'taken', providerId: (await jobs())[0]?.id });
    expect(await calls()).toMatchObject({ createImportJob: 1, uploadPrescription: 1, importJob: 1 });
  });

  test('whose upload has arrived and is being imported adds no file to the job', async () => {
    const one = north();
    await fail({ kind: 'uploadPrescription', delayMilliseconds: 500 });
    await expect(provider.send({ ...one.attempt(), patience: () => 100 })).rejects.toMatchObject({
      kind: 'unreachable',
    });
    expect(await provider.send(one.attempt())).toMatchObject({ kind: 'sent', providerId: (await jobs())[0]?.id });
    expect(await jobs()).toHaveLength(1);
  });

  test('whose upload has not arrived goes on with the same job', async () => {
    const one = north();
    await fail({ kind: 'uploadPrescription', status: 503 });
    await expect(provider.send(one.attempt())).rejects.toMatchObject({ kind: 'unreachable' });
    await provider.send(one.attempt());
    expect((await jobs()).map(({ content: held }) => held !== undefined)).toEqual([true]);
  });

  test('whose job was created without an answer leaves it empty', async () => {
    const one = north();
    await fail({ kind: 'createImportJob', delayMilliseconds: 500 });
    await expect(provider.send({ ...one.attempt(), patience: () => 100 })).rejects.toMatchObject({
      kind: 'unreachable',
    });
    await provider.send(one.attempt());
    expect((await jobs()).map(({ content: held }) => held !== undefined)).toEqual([false, true]);
  });

  test('whose job is gone before its file had come makes another one', async () => {
    const one = north();
    await fail({ kind: 'uploadPrescription', status: 404 });
    await expect(provider.send(one.attempt())).rejects.toMatchObject({ kind: 'missing' });
    await expect(provider.send(one.attempt())).resolves.toMatchObject({ kind: 'sent' });
  });

  test('whose job is gone after its file may have come is not repeated', async () => {
    const one = north();
    await fail({ kind: 'uploadPrescription', delayMilliseconds: 500 });
    await expect(provider.send({ ...one.attempt(), patience: () => 100 })).rejects.toThrow();
    for (const { id } of await jobs()) await control('DELETE', `/world/importJobs/${id}`);
    const again = provider.send(one.attempt());
    await expect(again).rejects.toMatchObject({ kind: 'missing', message: expect.stringContaining('Look there') });
    expect(await jobs()).toEqual([]);
  });
});

describe('a refusal', () => {
  test.each<[string, object, object]>([
    ['401', { status: 401 }, { kind: 'refused' }],
    [
      '403',
      { status: 403, body: '{"message":"Not for you."}' },
      { kind: 'forbidden', message: expect.stringContaining('Not for you.') },
    ],
    ['409', { status: 409 }, { kind: 'malformed' }],
    ['429', { status: 429, headers: { 'retry-after': '7' } }, { kind: 'rateLimited', retryAfterSeconds: 7 }],
    ['500', { status: 500 }, { kind: 'unreachable' }],
    ['a document of another shape', { status: 200, body: '{"id": 1}' }, { kind: 'malformed' }],
    ['what is not JSON', { status: 200, body: '<html>' }, { kind: 'malformed' }],
    ['half an answer', { isCut: true }, { kind: 'unreachable' }],
  ])('of %s says so, and nothing is uploaded', async (_, fault, problem) => {
    await fail({ kind: 'createImportJob', ...fault });
    await expect(provider.send(north().attempt())).rejects.toMatchObject(problem);
    expect((await calls()).uploadPrescription).toBeUndefined();
  });

  test('has the words of the provider and its status', async () => {
    const sent = provider.send(north({ rateColumn: 'AppliedRate' }).attempt());
    await expect(sent).rejects.toMatchObject({
      kind: 'malformed',
      status: 400,
      message: expect.stringMatching(/^Trimble refuses/),
    });
  });

  test('is that of the organization', async () => {
    const { body } = await control('GET', '/world/organizations');
    const other = body.items.find(({ isAuthorized }: { isAuthorized: boolean }) => !isAuthorized);
    await expect(provider.send(north({ organizationId: other.id }).attempt())).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(provider.send(north({ organizationId: 'unknown' }).attempt())).rejects.toMatchObject({
      kind: 'missing',
    });
  });
});
