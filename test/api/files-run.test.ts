import { Session } from 'node:inspector/promises';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, expect, test, vi } from 'vitest';
import { fieldsApi } from '../../functions/areas/fields/api.ts';
import { cloud } from './cloud.ts';
import { freshField } from './fields/field.ts';
import { freshOwner } from './owner.ts';
import { freshUser } from './users/user.ts';

/**
 * Of these files functions run between a `GET /fields` and its answer: what somebody reads who follows the request. The modules that they
 * import for other requests are counted by `test/house/reading.test.ts`. It may only become less.
 */
const maxFiles = 38;

afterAll(() => {
  vi.unstubAllEnvs();
});

test('GET /fields is followed through so many files', async () => {
  const owner = await freshOwner();
  const { id } = await freshUser(owner);
  await freshField(owner, id);
  const ask = await listFields(await owner.token('id'));
  expect(JSON.parse((await ask()) ?? '')).toMatchObject([{ svcUserId: id }]);

  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true });
  const runs: string[][] = [];
  // Now and then a cache looks again whether what it holds is still true, which other requests do without.
  for (let request = 0; request < 5; request += 1) {
    await session.post('Profiler.takePreciseCoverage');
    await ask();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    runs.push(
      result.flatMap(({ url, functions }) => {
        const [path] = /\/(functions|domain|adapters)\/(?!.*node_modules).*\.ts$/.exec(url) ?? [];
        return path && functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0) ? [path] : [];
      }),
    );
  }
  session.disconnect();

  const [run = []] = runs.sort((one, other) => one.length - other.length);
  expect(run).toContain('/functions/areas/fields/field/list-fields.ts');
  expect(run).toContain('/adapters/aws/dynamodb/fields/list-fields.ts');
  expect(run.sort().length, run.join('\n')).toBeLessThanOrEqual(maxFiles);
});

/** The area's function in this process, where its code can be watched. */
async function listFields(token: string): Promise<() => Promise<string | undefined>> {
  const { functions, services, credentials, region } = cloud.endpoints;
  const deployed = functions.find(({ name }) => name.endsWith('-fields'));
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
  const { handler } = await import('../../functions/areas/fields/index.ts');
  const path = `${fieldsApi.base}/fields`;
  const routeKey = `GET ${path}`;
  const event = {
    ...{ version: '2.0', routeKey, rawPath: path, rawQueryString: '', isBase64Encoded: false },
    headers: { authorization: `Bearer ${token}` },
    requestContext: { http: { method: 'GET', path, sourceIp: '127.0.0.1' }, requestId: 'followed', stage: '$default' },
  } as unknown as APIGatewayProxyEventV2;
  const context = { getRemainingTimeInMillis: () => 20_000 } as Context;
  return async () => (await handler(event, context)).body;
}
