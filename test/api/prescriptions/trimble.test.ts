import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Sending } from '../../../domain/prescriptions/sending.ts';
import type { ImportJob, Organization } from '../../../local/sandboxes/trimble/world.ts';
import { advance } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, type Sent } from '../owner.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from '../sync/sandboxes.ts';
import { freshUser } from '../users/user.ts';
import { flatZip, type Prescription, prescriptionsPath, sendZip } from './prescriptions.ts';

const owner = await freshOwner();
useSandboxes();
const control = <T>(method: string, path: string, body?: object) => controlSandbox<T>('Trimble', method, path, body);
const organizations = async () => (await control<{ items: Organization[] }>('GET', '/world/organizations')).items;

let svcUserId = '';
let organizationId = '';
beforeAll(async () => {
  svcUserId = (await freshUser(owner)).id;
  await sandboxCredential(owner, svcUserId, 'Trimble');
  organizationId = (await organizations()).find(({ isAuthorized }) => isAuthorized)?.id ?? '';
});

const name = 'north of the creek.zip';
const jobs = async () =>
  (await control<{ items: ImportJob[] }>('GET', '/world/importJobs')).items.filter(({ fileName }) => fileName === name);
afterEach(async () => {
  await control('DELETE', '/faults');
  await control('PUT', '/state', { importing: { remaining: 1, errorCode: null } });
  for (const { id } of await jobs()) await control('DELETE', `/world/importJobs/${id}`);
});

// A zip has the time at which it was made.
const first = flatZip();
const send = <T = Prescription>(sent: Sent & { query?: object } = {}) => {
  const { query, ...rest } = sent;
  const asked = new URLSearchParams({ organizationId, rateColumn: 'rate', rateUnit: 'kg/ha', ...query });
  return sendZip<T>(owner, svcUserId, `trimble?${asked}`, first, { name, ...rest });
};
const record = async (id: string | null) => {
  // A record is followed every ten seconds.
  await advance({ seconds: 11 });
  return (await owner.get<Sending>(`${prescriptionsPath}/users/${svcUserId}/sendings/${id}`)).body;
};

describe('a prescription for Trimble', () => {
  test('arrives byte for byte, with its rate column and unit, and is followed until it is imported', async () => {
    const { status, body, headers } = await send();
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), name } });
    const [job] = await jobs();
    expect(job).toMatchObject({ id: body.id, organizationId, rateColumn: 'rate', rateUnit: 'kg/ha' });
    expect(Buffer.from(job?.content?.base64 ?? '', 'base64')).toEqual(Buffer.from(first));
    const id = headers.get('x-sending-id');
    expect(await record(id)).toMatchObject({ provider: 'Trimble', status: 'SENT', providerId: body.id });
    expect(await record(id)).toMatchObject({ status: 'ACCEPTED', providerStatus: 'Completed' });
  });

  test('that cannot be imported has FAILED, with the code', async () => {
    await control('PUT', '/state', { importing: { remaining: 0, errorCode: 'RateColumnMissing' } });
    const { headers } = await send();
    expect(await record(headers.get('x-sending-id'))).toMatchObject({
      status: 'FAILED',
      problem: { message: 'Trimble cannot import the prescription: RateColumnMissing.' },
    });
  });

  test('for an organization that has not authorized the application is 502, with the status of the provider', async () => {
    const other = (await organizations()).find(({ isAuthorized }) => !isAuthorized);
    const answer = await send({ query: { organizationId: other?.id } });
    expect(expectProblem(answer, 502, 'providerRefused')).toMatchObject({ providerStatus: 403 });
    expect(await jobs()).toEqual([]);
  });

  test('whose answer is lost is 504, and the replayed key finishes it with the same job', async () => {
    await control('POST', '/faults', { next: [{ kind: 'uploadPrescription', delayMilliseconds: 12_000 }] });
    const headers = { 'Idempotency-Key': `lost-${svcUserId}` };
    const late = await send({ headers: { ...headers, Prefer: 'wait=4' } });
    expectProblem(late, 504, 'providerTimedOut');
    const again = await send({ headers });
    const [job, ...others] = await jobs();
    expect([again.status, again.body.id, others]).toEqual([200, job?.id, []]);
    expect(Buffer.from(job?.content?.base64 ?? '', 'base64')).toEqual(Buffer.from(first));
  });
});
