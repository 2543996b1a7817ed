import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Sending } from '../../../domain/prescriptions/sending.ts';
import type { PrescriptionMap, SlingshotKeys } from '../../../local/sandboxes/raven-slingshot/world.ts';
import { advance } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, type Sent } from '../owner.ts';
import { controlSandbox, useSandboxes } from '../sync/sandboxes.ts';
import { freshSlingshotKeys, slingshotCredential } from '../sync/slingshot-account.ts';
import { freshUser } from '../users/user.ts';
import { flatZip, type Prescription, prescriptionsPath, sendZip } from './prescriptions.ts';

const owner = await freshOwner();
useSandboxes();
const control = <T>(method: string, path: string, body?: object) =>
  controlSandbox<T>('RavenSlingshot', method, path, body);

let svcUserId = '';
let keys: SlingshotKeys;
beforeAll(async () => {
  svcUserId = (await freshUser(owner)).id;
  keys = await freshSlingshotKeys();
  await slingshotCredential(owner, svcUserId, keys);
});

const maps = async () =>
  (await control<{ items: PrescriptionMap[] }>('GET', '/world/prescriptionMaps')).items.filter(({ contact }) =>
    keys.accessKey.endsWith(contact.split('@')[0] ?? ''),
  );
afterEach(async () => {
  await control('DELETE', '/faults');
  for (const { id } of await maps()) await control('DELETE', `/world/prescriptionMaps/${id}`);
  // 30 calls in 60 s may be made.
  await advance({ minutes: 1 });
});

const here = () => `${prescriptionsPath}/users/${svcUserId}`;
// A zip has the time at which it was made.
const first = flatZip();
const send = <T = Prescription>(sent: Sent = {}, zip = first) =>
  sendZip<T>(owner, svcUserId, 'ravenSlingshot', zip, { name: 'north 40.zip', ...sent });

describe('a prescription for Slingshot', () => {
  test('arrives byte for byte, is listed, and is followed until a display has it', async () => {
    const { status, body, headers } = await send();
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), name: 'north 40.zip' } });
    const [map] = await maps();
    expect(map).toMatchObject({ id: body.id, fileType: 'RX' });
    expect(Buffer.from(map?.content.base64 ?? '', 'base64')).toEqual(Buffer.from(first));
    await advance({ minutes: 1 });
    expect((await owner.get<Prescription[]>(`${here()}/ravenSlingshot`)).body).toEqual([body]);
    await control('PUT', `/world/prescriptionMaps/${body.id}`, { status: 'SENT_TO_DEVICE' });
    await advance({ minutes: 1 });
    const record = await owner.get<Sending>(`${here()}/sendings/${headers.get('x-sending-id')}`);
    expect(record.body).toMatchObject({ status: 'ACCEPTED', providerStatus: 'SENT_TO_DEVICE', providerId: body.id });
  });

  test('of a name that the account has is 409, and is not sent', async () => {
    await send();
    const answer = await send({}, flatZip([1, 2, 3]));
    expect(expectProblem(answer, 409, 'prescriptionNameTaken')).toMatchObject({ sendingId: expect.any(String) });
    expect(await maps()).toHaveLength(1);
  });

  test('whose answer is lost is 504, and the replayed key finds it', async () => {
    await control('POST', '/faults', { next: [{ kind: 'uploadPrescriptionMap', delayMilliseconds: 12_000 }] });
    const headers = { 'Idempotency-Key': `lost-${svcUserId}` };
    expectProblem(await send({ headers: { ...headers, Prefer: 'wait=4' } }), 504, 'providerTimedOut');
    const again = await send({ headers });
    const [map, ...others] = await maps();
    expect([again.status, again.body.id, others]).toEqual([200, map?.id, []]);
  });

  test('that the provider refuses is 502 with its status and words', async () => {
    const body = JSON.stringify({ status: 'INVALID_REQUEST', errorInfo: 'The file is too large', result: '' });
    await control('POST', '/faults', { next: [{ kind: 'uploadPrescriptionMap', status: 413, body }] });
    const problem = expectProblem(await send(), 502, 'providerRefused');
    expect(problem).toMatchObject({ providerStatus: 413, detail: expect.stringContaining('The file is too large') });
  });

  test('with keys that were revoked is 409', async () => {
    await control('PUT', `/world/accessKeys/${keys.accessKey}`, { isActive: false });
    expectProblem(await send(), 409, 'providerNotConnected');
    await control('PUT', `/world/accessKeys/${keys.accessKey}`, { isActive: true });
  });
});
