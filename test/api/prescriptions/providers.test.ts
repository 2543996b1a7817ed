import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Sending } from '../../../domain/prescriptions/sending.ts';
import { prescriptionZip, squares } from '../../adapters/prescriptions/prescription-zip.ts';
import { advance } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshCredential } from '../credentials/credential.ts';
import { freshOwner } from '../owner.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from '../sync/sandboxes.ts';
import { flatZip, type Prescription, prescriptionsPath, prescriptionUser, sendZip } from './prescriptions.ts';

const owner = await freshOwner();
useSandboxes();
let svcUserId = '';
beforeAll(async () => {
  svcUserId = await prescriptionUser(owner);
  await sandboxCredential(owner, svcUserId, 'ClimateFieldView');
});

interface Upload {
  id: string;
  contentType: string;
  length: number;
  sha256?: string;
}
const uploads = async () =>
  (await controlSandbox<{ items: Upload[] }>('ClimateFieldView', 'GET', '/uploads')).items.filter(({ contentType }) =>
    contentType.includes('.rx.'),
  );
const send = (zip: Uint8Array, query = '?kind=planting', sent = {}) =>
  sendZip<Prescription>(owner, svcUserId, `climateFieldView${query}`, zip, sent);
const sumOf = (zip: Uint8Array) => createHash('sha256').update(zip).digest('hex');

describe('a prescription for Climate FieldView', () => {
  test('arrives as it was sent, and its status is followed', async () => {
    const zip = flatZip([30_000, 34_000]);
    const { status, body, headers } = await send(zip);
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), name: 'north-40.zip' } });
    expect((await uploads()).find(({ id }) => id === body.id)).toMatchObject({
      contentType: 'application/vnd.climate.rx.planting.shp',
      sha256: sumOf(zip),
    });
    const path = `${prescriptionsPath}/users/${svcUserId}/sendings/${headers.get('x-sending-id')}`;
    expect((await owner.get<Sending>(path)).body).toMatchObject({ status: 'SENT', providerStatus: 'PENDING' });
    await advance({ seconds: 11 });
    await owner.get(path);
    await advance({ seconds: 11 });
    expect((await owner.get<Sending>(path)).body).toMatchObject({ status: 'ACCEPTED', providerStatus: 'SUCCESS' });
  });

  test('of three parts goes on with the part that is missing', async () => {
    const others = { 'north.sbn': new Uint8Array(randomBytes(12_000_000)) };
    const zip = prescriptionZip(squares([30_000]), { others });
    const before = (await uploads()).length;
    const sent = { headers: { 'idempotency-key': crypto.randomUUID() } };
    await controlSandbox('ClimateFieldView', 'DELETE', '/calls');
    // The second part arrives, and its answer is lost.
    const next = [
      { kind: 'uploadPart', status: 503 },
      { kind: 'uploadPart', status: 503 },
    ];
    await controlSandbox('ClimateFieldView', 'POST', '/faults', { next });
    expectProblem(await send(zip, '?kind=planting', sent), 502, 'providerUnreachable');
    expectProblem(await send(zip, '?kind=planting', sent), 502, 'providerUnreachable');
    const { status, body } = await send(zip, '?kind=planting', sent);
    expect(status).toBe(200);
    const all = await uploads();
    expect(all).toHaveLength(before + 1);
    expect(all.find(({ id }) => id === body.id)).toMatchObject({ length: zip.length, sha256: sumOf(zip) });
  });

  test.each(['createUpload', 'uploadPart'])('whose answer to %s is lost arrives once', async (kind) => {
    const zip = flatZip([32_000, 33_000]);
    const key = { 'idempotency-key': crypto.randomUUID() };
    await controlSandbox('ClimateFieldView', 'POST', '/faults', { next: [{ kind, delayMilliseconds: 20_000 }] });
    expectProblem(
      await send(zip, '?kind=planting', { headers: { ...key, prefer: 'wait=2' } }),
      504,
      'providerTimedOut',
    );
    const { status, body } = await send(zip, '?kind=planting', { headers: { ...key, prefer: 'wait=20' } });
    expect(status).toBe(200);
    const arrived = (await uploads()).filter(({ sha256 }) => sha256 === sumOf(zip));
    expect(arrived.map(({ id }) => id)).toEqual([body.id]);
  });

  test('that is for application is refused before anything is sent', async () => {
    const before = (await uploads()).length;
    expectProblem(await send(flatZip(), '?kind=application'), 400, 'prescriptionNotPlanting');
    const gallons = prescriptionZip(squares([10, 12], 'gal_ac'));
    expectProblem(await send(gallons, ''), 400, 'prescriptionNotPlanting');
    expectProblem(await send(flatZip(), ''), 400, 'prescriptionKindOpen');
    expect(await uploads()).toHaveLength(before);
    expect((await send(gallons)).status).toBe(200);
    expect((await send(prescriptionZip(squares([31_000], 'seeds_ac')), '')).status).toBe(200);
  });

  test('that the grower declines has failed', async () => {
    const { body, headers } = await send(flatZip([31_000]));
    await controlSandbox('ClimateFieldView', 'PUT', `/uploads/${body.id}`, { status: 'DECLINED' });
    await advance({ seconds: 11 });
    const path = `${prescriptionsPath}/users/${svcUserId}/sendings/${headers.get('x-sending-id')}`;
    const { problem, ...record } = (await owner.get<Sending>(path)).body;
    expect(record).toMatchObject({ status: 'FAILED', providerStatus: 'DECLINED' });
    expect(problem?.message).toContain('declined');
    expectProblem(await owner.post(`${path}/send`), 502, 'providerRefused');
  });
});

const others = [
  ['cnhi?companyId=7', 'CNHI'],
  ['agleader', 'AgLeader'],
] as const;

describe.each(others)('%s', (path, key) => {
  test('needs a credential, and then a gateway of a partner', async () => {
    const user = await prescriptionUser(owner);
    expectProblem(await sendZip(owner, user, path, flatZip()), 409, 'providerNotConnected');
    await freshCredential(owner, user, key);
    expectProblem(await sendZip(owner, user, path, flatZip()), 503, 'partnerGatewayMissing');
    expect((await sendZip(owner, user, `${path}${path.includes('?') ? '&' : '?'}dryRun=true`, flatZip())).status).toBe(
      200,
    );
    const { body } = await owner.get<Sending[]>(`${prescriptionsPath}/users/${user}/sendings`);
    expect(body).toEqual([]);
  });
});

test('the list of CNHi needs a company, and all lists a credential', async () => {
  const user = await prescriptionUser(owner);
  const list = (path: string) => owner.get(`${prescriptionsPath}/users/${user}/${path}`);
  expectProblem(await list('cnhi'), 400);
  for (const path of ['cnhi?companyId=7', 'johnDeere?organizationId=1', 'ravenSlingshot']) {
    expectProblem(await list(path), 409, 'providerNotConnected');
  }
  await freshCredential(owner, user, 'CNHI');
  expectProblem(await list('cnhi?companyId=7'), 503, 'partnerGatewayMissing');
});
