import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2, Context, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { uploadStore } from '../../adapters/aws/dynamodb/uploads/upload-store.ts';
import { boundaryServices, uploadName } from '../../adapters/boundary-files/boundary-services.ts';
import { type ContainedReaders, containedReaders } from '../../adapters/containment/contained-readers.ts';
import { newId } from '../../adapters/system.ts';
import { fieldsApi } from '../../functions/areas/fields/api.ts';
import { containedProgram } from '../adapters/containment/contained-program.ts';
import { PROJECT } from '../house/tree.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cloud, files, table } from './cloud.ts';
import { freshField } from './fields/field.ts';
import { filesThatRun, minFilesThatRun } from './files-that-run.ts';
import { freshOwner, type TestOwner } from './owner.ts';
import { named, shapefile, square, zip } from './uploads/boundary-files.ts';
import { freshUser } from './users/user.ts';

// Figures to look at, and no limits: what a reader has to follow. `test/house/reading.test.ts` prints the imports.

let readers: ContainedReaders;

beforeAll(async () => {
  // Another file of this process may have loaded the functions, with services that have ended since.
  vi.resetModules();
  vi.stubEnv('NODE_PATH', process.env.NODE_PATH ?? join(PROJECT, 'node_modules'));
  const program = await containedProgram(
    'functions/jobs/convert-boundaries/read-boundaries.ts',
    temporaryFolder('run'),
  );
  readers = containedReaders(program, () => {});
  // The deployed bundle lies beside the worker's own.
  vi.doMock('../../functions/queue/file-readers.ts', () => ({ fileReaders: () => readers }));
});

afterAll(async () => {
  await readers.end();
  vi.doUnmock('../../functions/queue/file-readers.ts');
  vi.unstubAllEnvs();
});

test('files that run for GET /fields are counted', async () => {
  const owner = await freshOwner();
  const { id } = await freshUser(owner);
  await freshField(owner, id);
  stubEnvironment('fields');
  const { handler } = await import('../../functions/areas/fields/index.ts');
  const asked = await request('GET', `${fieldsApi.base}/fields`, owner);
  const ask = async () => (await handler(asked, context)).body ?? '';
  expect(JSON.parse(await ask())).toMatchObject([{ svcUserId: id }]);

  const run = await minFilesThatRun(ask);
  expect(run).toContain('functions/areas/fields/field/list-fields.ts');
  expect(run).toContain('adapters/aws/dynamodb/fields/list-fields.ts');
  console.log(`files that run for GET /fields: ${run.length}`);
});

test('files that run for a zip to fields are counted: worker, reader and stores', async () => {
  const owner = await freshOwner();
  const ownerId = owner.owner.id;
  const { id: svcUserId } = await freshUser(owner);
  stubEnvironment('convert-boundaries');
  const { handler } = await import('../../functions/jobs/convert-boundaries/index.ts');
  const uploads = uploadStore(table('uploads'), table('users'));
  const convert = async (content: Uint8Array) => {
    const upload = { id: newId(), svcUserId, fileName: 'farm.zip', sizeBytes: content.length };
    const createdTime = new Date().toISOString();
    await uploads.create(ownerId, { ...upload, status: 'RECEIVED', createdTime }, Date.now() + 3_600_000);
    const key = `followed/${upload.id}`;
    await files.put(key, content, 'application/zip');
    return handler(message({ ownerId, svcUserId, uploadId: upload.id, key }), context);
  };
  await convert(farm(0));
  const worker = await filesThatRun(() => convert(farm(1)));
  const fields = await owner.get(`${fieldsApi.base}/fields?svcUserId=${svcUserId}`);
  expect(fields.body).toMatchObject([{ name: 'North' }, { name: 'North' }]);

  const read = async (name: string) => {
    const folder = join(temporaryFolder('followed'), name);
    mkdirSync(folder);
    writeFileSync(join(folder, uploadName), farm(0));
    const { open, read } = boundaryServices(folder, async () => ({ sets: [] }));
    const { sets } = await open({ name: 'farm.zip' });
    for (const set of sets) expect((await read({ set })).set.fields).toHaveLength(1);
  };
  await read('before');
  const reader = await filesThatRun(() => read('counted'));

  const run = [...new Set([...worker, ...reader])].sort();
  expect(run).toContain('functions/jobs/convert-boundaries/convert-upload.ts');
  expect(run).toContain('adapters/boundary-files/converters/shapefile.ts');
  expect(run).toContain('adapters/aws/dynamodb/fields/field-writer.ts');
  console.log(`files that run for a zip to fields: ${run.length}`);
});

const farm = (at: number) => zip(named('north', shapefile(square(12 + at, 52))));

/** Sets the variables of a deployed function in this process, where its code can be watched. */
function stubEnvironment(name: string): void {
  const { functions, services, credentials, region } = cloud.endpoints;
  const deployed = functions.find((one) => one.name.endsWith(`-${name}`));
  const variables = {
    ...deployed?.environment,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...Object.fromEntries(
      Object.entries(services).map(([name, url]) => [`AWS_ENDPOINT_URL_${name.toUpperCase()}`, url]),
    ),
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

const context = { getRemainingTimeInMillis: () => 20_000 } as Context;

async function request(method: string, path: string, owner: TestOwner): Promise<APIGatewayProxyEventV2> {
  return {
    ...{ version: '2.0', routeKey: `${method} ${path}`, rawPath: path, rawQueryString: '', isBase64Encoded: false },
    headers: { authorization: `Bearer ${await owner.token('id')}` },
    requestContext: { http: { method, path, sourceIp: '127.0.0.1' }, requestId: 'followed', stage: '$default' },
  } as unknown as APIGatewayProxyEventV2;
}

function message(body: object): SQSEvent {
  const attributes = { ApproximateReceiveCount: '1' };
  const record = { messageId: newId(), receiptHandle: 'followed', body: JSON.stringify(body), attributes };
  return { Records: [{ ...record, messageAttributes: {} }] } as unknown as SQSEvent;
}
