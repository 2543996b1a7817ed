import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Sending } from '../../../domain/prescriptions/sending.ts';
import { prescriptionZip, squares } from '../../adapters/prescriptions/prescription-zip.ts';
import { advance } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from '../sync/sandboxes.ts';
import { deereZip, flatZip, type Prescription, prescriptionsPath, prescriptionUser, sendZip } from './prescriptions.ts';

const owner = await freshOwner();
useSandboxes();
let svcUserId = '';
beforeAll(async () => {
  svcUserId = await prescriptionUser(owner);
  await sandboxCredential(owner, svcUserId, 'JohnDeere');
});

type Told = { detail: string; providerStatus: number; sendingId: string };

interface DeereFile extends Prescription {
  type: string;
  status: string;
  filling?: { base64?: string };
}
const files = async () =>
  (await controlSandbox<{ items: DeereFile[] }>('JohnDeere', 'GET', '/world/files')).items.filter(({ name }) =>
    name.startsWith('north-40'),
  );
const fail = (...next: object[]) => controlSandbox('JohnDeere', 'POST', '/faults', { next });
const calls = async () => (await controlSandbox<{ kinds: Record<string, number> }>('JohnDeere', 'GET', '/calls')).kinds;
afterEach(async () => {
  await controlSandbox('JohnDeere', 'DELETE', '/faults');
  for (const { id } of await files()) await controlSandbox('JohnDeere', 'DELETE', `/world/files/${id}`);
});

const here = () => `${prescriptionsPath}/users/${svcUserId}`;
const send = <T = Prescription>(zip = deereZip(), { query = '', ...sent }: { query?: string; headers?: object } = {}) =>
  sendZip<T>(owner, svcUserId, `johnDeere?organizationId=1234${query}`, zip, sent as object);
const record = async (id: unknown) => (await owner.get<Sending>(`${here()}/sendings/${id}`)).body;
const keyed = (more = {}) => ({ headers: { 'idempotency-key': crypto.randomUUID(), ...more } });

describe('a prescription for John Deere', () => {
  test('arrives byte for byte, is listed, and comes back by a URL of ours', async () => {
    const zip = deereZip();
    const { status, body, headers } = await send(zip);
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), name: 'north-40.zip' } });
    const [file] = await files();
    expect(file).toMatchObject({ id: body.id, type: 'PRESCRIPTION', status: 'READY' });
    expect(Buffer.from(file?.filling?.base64 ?? '', 'base64')).toEqual(Buffer.from(zip));

    const listed = await owner.get<Prescription[]>(`${here()}/johnDeere?organizationId=1234`);
    expect(listed.body).toEqual([body]);
    const { fileUrl } = (await owner.get<{ fileUrl: string }>(`${here()}/johnDeere/download?fileId=${body.id}`)).body;
    expect((await fetch(fileUrl)).status).toBe(401);
    const authorization = `Bearer ${await owner.token('id')}`;
    const redirect = await fetch(fileUrl, { headers: { authorization }, redirect: 'manual' });
    expect(redirect.status).toBe(303);
    const content = await fetch(redirect.headers.get('location') ?? '');
    expect(Buffer.from(await content.arrayBuffer())).toEqual(Buffer.from(zip));

    const id = headers.get('x-sending-id');
    expect(await record(id)).toMatchObject({
      ...{ provider: 'JohnDeere', organizationId: '1234', name: 'north-40.zip', sizeBytes: zip.length },
      ...{ status: 'SENT', providerId: body.id, remains: `At John Deere: file ${body.id}.` },
      sentBy: owner.owner.username,
    });
    await advance({ seconds: 11 });
    expect(await record(id)).toMatchObject({ status: 'ACCEPTED', providerStatus: 'READY' });
  });

  test('is sent once for a key', async () => {
    const [sent, zip] = [keyed(), deereZip()];
    const { body } = await send(zip, sent);
    const again = await send(zip, sent);
    expect(again.body).toEqual(body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await files()).toHaveLength(1);
    expectProblem(await send(deereZip([1]), sent), 409, 'idempotencyKeyReused');
  });

  test.each(['createFile', 'putFile'])(
    'whose answer to %s is late is 504, and the replayed key finishes it',
    async (kind) => {
      const [sent, zip] = [keyed({ prefer: 'wait=2' }), deereZip()];
      await controlSandbox('JohnDeere', 'DELETE', '/calls');
      await fail({ kind, delayMilliseconds: 20_000 });
      const problem = expectProblem(await send(zip, sent), 504, 'providerTimedOut');
      const { sendingId } = problem as unknown as { sendingId: string };
      expect(await record(sendingId)).toMatchObject({ status: 'INTERRUPTED', problem: { message: problem.detail } });
      const { status, body } = await send(zip, { headers: { ...sent.headers, prefer: 'wait=20' } });
      expect({ status, files: await files() }).toMatchObject({
        status: 200,
        files: [{ id: body.id, status: 'READY' }],
      });
      expect(await calls()).toMatchObject({ createFile: 1, putFile: 1 });
      expect(await record(sendingId)).toMatchObject({ providerId: body.id });
    },
  );

  test('whose bytes are still on their way at the end is 504, and the replayed key sends them anew', async () => {
    const others = { 'Rx/north.sbn': new Uint8Array(randomBytes(16_000_000)) };
    const zip = prescriptionZip(squares([1, 2]), { base: 'Rx/north', others });
    const sent = keyed({ prefer: 'wait=3' });
    await controlSandbox('JohnDeere', 'DELETE', '/calls');
    await controlSandbox('JohnDeere', 'PUT', '/speed', { bytesPerSecond: 1_000_000 });
    try {
      expectProblem(await send(zip, sent), 504, 'providerTimedOut');
    } finally {
      await controlSandbox('JohnDeere', 'PUT', '/speed', { bytesPerSecond: null });
    }
    // Half of a file is none.
    expect((await files()).every(({ status }) => status !== 'READY')).toBe(true);
    const { status, body } = await send(zip, { headers: { ...sent.headers, prefer: 'wait=24' } });
    const [file, ...more] = await files();
    expect({ status, more, id: file?.id }).toEqual({ status: 200, more: [], id: body.id });
    expect(Buffer.from(file?.filling?.base64 ?? '', 'base64').equals(Buffer.from(zip))).toBe(true);
    expect(await calls()).toMatchObject({ createFile: 1, putFile: 1 });
  });

  test('that was interrupted without a key is continued by its record', async () => {
    await fail({ kind: 'putFile', status: 503, times: 1 });
    const problem = expectProblem(await send(), 502, 'providerUnreachable');
    const { sendingId } = problem as unknown as { sendingId: string };
    const path = `${here()}/sendings/${sendingId}/send`;
    const { status, body } = await owner.post<Prescription>(path);
    expect({ status, files: await files() }).toMatchObject({ status: 200, files: [{ id: body.id, status: 'READY' }] });
    expect((await owner.post<Prescription>(path)).body).toEqual(body);
    expect(await files()).toHaveLength(1);
  });

  test('that the provider refuses is 502 with its status and words', async () => {
    const body = JSON.stringify([{ message: 'The organization has not opted in.' }]);
    await fail({ kind: 'createFile', status: 403, body });
    const problem = expectProblem(await send(), 502, 'providerRefused');
    expect(problem).toMatchObject({ providerStatus: 403, detail: expect.stringContaining('has not opted in') });
  });

  test('for an organization that is not there is refused in the same words each time', async () => {
    // The same bytes each time: a zip has the seconds in which it was packed.
    const [sent, zip] = [keyed(), deereZip()];
    const attempt = () => sendZip(owner, svcUserId, 'johnDeere?organizationId=99', zip, sent);
    const { sendingId, ...first } = expectProblem(await attempt(), 502, 'providerRefused') as unknown as Told;
    const said = { detail: first.detail, providerStatus: first.providerStatus };
    expect(said.providerStatus).toBeGreaterThanOrEqual(400);
    expect(expectProblem(await attempt(), 502, 'providerRefused')).toMatchObject(said);
    const continued = await owner.post(`${here()}/sendings/${sendingId}/send`);
    expect(expectProblem(continued, 502, 'providerRefused')).toMatchObject(said);
    const { status, problem } = await record(sendingId);
    expect({ status, problem }).toEqual({
      status: 'INTERRUPTED',
      problem: { message: said.detail, providerStatus: said.providerStatus },
    });
  });

  test('is checked alone by a dry run, and refused without the folder Rx', async () => {
    await controlSandbox('JohnDeere', 'DELETE', '/calls');
    const dry = await send<object>(deereZip(), { query: '&dryRun=true' });
    expect(dry).toMatchObject({ status: 200, body: { name: 'north-40.zip', dryRun: true, facts: { polygons: 3 } } });
    expectProblem(await send(flatZip(), { query: '&dryRun=true' }), 400, 'prescriptionUnfit');
    expectProblem(await send(flatZip()), 400, 'prescriptionUnfit');
    expect((await calls()).createFile ?? 0).toBe(0);
    expectProblem(await sendZip(owner, svcUserId, 'johnDeere', deereZip()), 400, 'invalid');
  });

  test('that is large goes through an upload session', async () => {
    const others = { 'Rx/north.sbn': new Uint8Array(randomBytes(6_000_000)) };
    const zip = prescriptionZip(squares([1, 2]), { base: 'Rx/north', others });
    const sent = keyed();
    const { status, body } = await send(zip, sent);
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), name: 'north-40.zip' } });
    expect((await send(zip, sent)).body).toEqual(body);
    const [file, ...more] = await files();
    expect(more).toEqual([]);
    expect(Buffer.from(file?.filling?.base64 ?? '', 'base64').equals(Buffer.from(zip))).toBe(true);
    const unfit = prescriptionZip(squares([1, 2]), { others });
    expectProblem(await send(unfit), 400, 'prescriptionUnfit');
    expect(await files()).toHaveLength(1);
  });

  test('of another owner or user is not there', async () => {
    const { headers } = await send();
    const path = `${here()}/sendings/${headers.get('x-sending-id')}`;
    const other = await freshOwner();
    expectProblem(await other.get(path), 404, 'userNotFound');
    expectProblem(await other.post(`${path}/send`), 404, 'userNotFound');
    const elsewhere = path.replace(svcUserId, await prescriptionUser(owner));
    expectProblem(await owner.get(elsewhere), 404, 'sendingNotFound');
    const unknown = await owner.get(`${here()}/johnDeere/download?fileId=1`);
    expectProblem(unknown, 404, 'prescriptionNotFound');
    const listed = await owner.get<Sending[]>(`${here()}/sendings?provider=JohnDeere&size=100`);
    expect(listed.body.map(({ id }) => id)).toContain(headers.get('x-sending-id'));
  });
});
