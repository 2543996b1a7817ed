import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Sending } from '../../../domain/prescriptions/sending.ts';
import { freshOwner } from '../owner.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from '../sync/sandboxes.ts';
import { freshUser } from '../users/user.ts';
import { deereZip, type Prescription, prescriptionsPath, sendZip } from './prescriptions.ts';

const owner = await freshOwner();
useSandboxes();
let svcUserId = '';
beforeAll(async () => {
  svcUserId = (await freshUser(owner)).id;
  await owner.post(`/services/config/api/configs/${svcUserId}`, { fieldsAutoSync: false, operationsAutoSync: false });
  await sandboxCredential(owner, svcUserId, 'JohnDeere');
});

interface DeereFile extends Prescription {
  type: string;
  status: string;
  filling?: { base64?: string };
}
const files = async () =>
  (await controlSandbox<{ items: DeereFile[] }>('JohnDeere', 'GET', '/world/files')).items.filter(({ name }) =>
    name.startsWith('north-40'),
  );
afterEach(async () => {
  await controlSandbox('JohnDeere', 'DELETE', '/faults');
  for (const { id } of await files()) await controlSandbox('JohnDeere', 'DELETE', `/world/files/${id}`);
});

const here = () => `${prescriptionsPath}/users/${svcUserId}`;
const organization = 'johnDeere?organizationId=1234';
const send = <T = Prescription>(zip = deereZip(), sent = {}) => sendZip<T>(owner, svcUserId, organization, zip, sent);
const record = async (id: string | null) => (await owner.get<Sending>(`${here()}/sendings/${id}`)).body;

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

    expect(await record(headers.get('x-sending-id'))).toMatchObject({
      ...{ provider: 'JohnDeere', organizationId: '1234', name: 'north-40.zip', sizeBytes: zip.length },
      ...{ status: 'SENT', providerId: body.id, remains: `At John Deere: file ${body.id}.` },
      sentBy: owner.owner.username,
    });
  });
});
