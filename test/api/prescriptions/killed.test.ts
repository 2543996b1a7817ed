import { inspect } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { itemsIn } from '../../../adapters/aws/dynamodb/user-items.ts';
import { containedReaders } from '../../../adapters/containment/contained-readers.ts';
import type { LambdaHandler } from '../../../functions/http/serve.ts';
import { addressesOfSandboxes } from '../../../local/demo/addresses-of-sandboxes.ts';
import { httpEvent, newRequestId } from '../../../local/gateway/http-event.ts';
import type { RoutePlan } from '../../../local/template/plan-apis.ts';
import { containedProgram } from '../../adapters/containment/contained-program.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { cloudClock, idle, table } from '../cloud.ts';
import { type Fault, MortalFunctions } from '../contract/mortal-functions.ts';
import { freshOwner } from '../owner.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from '../sync/sandboxes.ts';
import { deereZip, flatZip, prescriptionsPath, prescriptionUser } from './prescriptions.ts';

const program = vi.hoisted(() => ({ readers: undefined as unknown }));
/** The program beside a deployed function, which its sources do not have. */
vi.mock('../../../functions/queue/file-readers.ts', () => ({ fileReaders: () => program.readers }));

const owner = await freshOwner();
const sandboxes = useSandboxes();
const functions = new MortalFunctions();
let handler: LambdaHandler;
let svcUserId = '';

beforeAll(async () => {
  svcUserId = await prescriptionUser(owner);
  await sandboxCredential(owner, svcUserId, 'JohnDeere');
  await sandboxCredential(owner, svcUserId, 'ClimateFieldView');
  // The cloud's own checks of the accounts would compete with the functions of this process for their tokens.
  await idle();
  const contained = await containedProgram(
    'functions/areas/prescriptions/read-prescription.ts',
    temporaryFolder('killed-prescriptions'),
  );
  program.readers = containedReaders(contained, () => {});
  await functions.start();
  process.env.PROVIDER_ADDRESSES = JSON.stringify(addressesOfSandboxes(sandboxes));
  ({ handler } = (await import('../../../functions/areas/prescriptions/index.ts')) as { handler: LambdaHandler });
});
afterAll(async () => {
  await functions.stop();
  await (program.readers as ReturnType<typeof containedReaders>).end();
});

/** The event of an upload as the gateway makes it, for each time that it is sent. */
async function sender(path: string, zip: Uint8Array, key: string, name: string) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(zip)]), name);
  const encoded = new Request('http://127.0.0.1', { method: 'POST', body: form });
  const content = Buffer.from(await encoded.clone().arrayBuffer());
  const [rawPath = '', query = ''] = `${prescriptionsPath}/users/${svcUserId}/${path}`.split('?');
  const match = { route: { routeKey: 'ANY /{proxy+}' } as RoutePlan, pathParameters: undefined };
  const request = {
    ...{ method: 'POST', path: rawPath, query, cookies: [], protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
    headers: {
      host: '127.0.0.1',
      authorization: `Bearer ${await owner.token('id')}`,
      'content-type': encoded.headers.get('content-type') ?? '',
      'idempotency-key': key,
    },
    address: { scheme: 'http', host: '127.0.0.1' } as const,
    body: content,
  };
  return () => {
    const now = cloudClock.now();
    return httpEvent(request, { apiId: 'api', stage: '$default', rawPath, match, requestId: newRequestId(), now });
  };
}

/** Lets the time pass after which the dead run of a request, and of the sending, are taken for dead. */
async function letTimePass(operationId: string, key: string): Promise<void> {
  const requests = table('requests');
  const passed = new UpdateCommand({
    TableName: requests.name,
    Key: { pk: `answer#${owner.owner.id}#${operationId}#${key}`, sk: 'answer' },
    UpdateExpression: 'ADD startedAt :past',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':past': -61 },
  });
  await requests.client.send(passed).catch(() => {});
  const prescriptions = table('prescriptions');
  for await (const { pk, sk, until } of itemsIn(prescriptions, `${owner.owner.id}#${svcUserId}`, 'sending#')) {
    if (until === undefined) continue;
    const ended = new UpdateCommand({
      TableName: prescriptions.name,
      Key: { pk, sk },
      UpdateExpression: 'SET #until = :past',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':past': 1 },
    });
    await prescriptions.client.send(ended);
  }
}

const providers = [
  {
    key: 'JohnDeere',
    ...{ path: 'johnDeere?organizationId=1234', operationId: 'sendPrescriptionToJohnDeere' },
    ...{ zip: deereZip(), kinds: ['createFile', 'putFile'] },
  },
  {
    key: 'ClimateFieldView',
    ...{ path: 'climateFieldView?kind=planting', operationId: 'sendPrescriptionToClimateFieldView' },
    // An announcement that nobody knows of has no bytes.
    ...{ zip: flatZip(), kinds: ['uploadPart'] },
  },
] as const;

test.each(providers)(
  'a function of $key that dies at any write sends once',
  async (provider) => {
    const { key: sandbox, path, operationId, zip, kinds } = provider;
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    let written = 0;
    const sentWith = async (fault?: { at: number; happens: Fault }) => {
      const key = crypto.randomUUID();
      const event = await sender(path, zip, key, `killed-${fault?.at ?? 0}.zip`);
      await controlSandbox(sandbox, 'DELETE', '/calls');
      functions.clear();
      const first = await functions.run(handler, event(), fault);
      if (!fault) written = functions.steps.length;
      if (fault) await letTimePass(operationId, key);
      const repeated = fault ? await functions.run(handler, event()) : first;
      const { kinds: counted } = await controlSandbox<{ kinds: Record<string, number> }>(sandbox, 'GET', '/calls');
      return {
        status: repeated?.statusCode,
        ...(repeated?.statusCode !== 200 && { body: repeated?.body }),
        sent: kinds.map((kind) => counted[kind]),
      };
    };
    // Other tests have moved the clock of the cloud: the first call to a bucket may be refused for that, and the client goes by that clock from then on.
    await functions.run(handler, (await sender(path, zip, crypto.randomUUID(), 'first.zip'))());
    const whole = await sentWith();
    expect(whole, inspect(log.mock.calls)).toEqual({ status: 200, sent: kinds.map(() => 1) });
    expect(written).toBeGreaterThan(5);
    for (const happens of ['dies before', 'dies after', 'loses the response'] as const) {
      for (let at = 2; at <= written; at += 1) {
        expect(await sentWith({ at, happens }), `${happens} write ${at} of ${written}`).toEqual(whole);
      }
    }
    log.mockRestore();
    if (sandbox !== 'JohnDeere') return;
    const { items } = await controlSandbox<{ items: { id: string; name: string; status: string }[] }>(
      sandbox,
      'GET',
      '/world/files',
    );
    const left = items.filter(({ name }) => name.startsWith('killed-'));
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set(['READY']));
    const all = items.filter(({ name }) => name.startsWith('killed-') || name === 'first.zip');
    for (const { id } of all) await controlSandbox(sandbox, 'DELETE', `/world/files/${id}`);
  },
  300_000,
);
