import type { APIGatewayProxyEventV2, DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { offeredEvent } from '../../adapters/aws/dynamodb/events/delivery-marks.ts';
import { areas } from '../../functions/areas.ts';
import { routes } from '../../functions/http/routes.ts';
import { routeFinder } from '../../functions/http/routing/find-route.ts';
import { gatewayRoutes } from '../../functions/http/routing/gateway-routes.ts';
import { arrivedUpload, conversionMessage } from '../../functions/jobs/convert-boundaries/messages.ts';
import { functionNeeds } from '../../functions/manifests.ts';
import { readMessages } from '../../functions/queue/read-messages.ts';
import { pascalCase } from '../../infra/constructs/logical-id.ts';
import { files, read } from '../house/tree.ts';

const samples = files('docs/events').map((path) => ({ path, event: JSON.parse(read(path)) }));
const sample = <T>(name: string): T => samples.find(({ path }) => path.endsWith(`/${name}.json`))?.event;
const requests = samples.filter(({ event }) => event.version === '2.0') as {
  path: string;
  event: APIGatewayProxyEventV2;
}[];

describe('the sample events', () => {
  test('are all in the table of the page about SAM, with existing functions', () => {
    const rows = [...read('docs/local-lambda-with-sam.md').matchAll(/\]\(events\/(.+?)\) \| `(\w+)`/g)];
    expect(rows.map(([, file]) => `docs/events/${file}`).sort()).toEqual(samples.map(({ path }) => path).sort());
    const known = Object.keys(functionNeeds).map((name) => `${pascalCase(name)}Function`);
    for (const [, , logicalId] of rows) expect(known).toContain(logicalId);
  });

  test.each(requests)('$path calls an existing endpoint, with a valid body', ({ event }) => {
    const { method, path } = event.requestContext.http;
    const route = routeFinder(routes(areas))(method, path);
    expect(event.rawPath).toBe(path);
    expect(event.requestContext.routeKey).toBe(event.routeKey);
    expect(gatewayRoutes(routes(areas))).toContainEqual(
      expect.objectContaining({ routeKey: event.routeKey, area: route?.area }),
    );
    if (event.pathParameters)
      expect(event.routeKey.replace('{proxy+}', event.pathParameters.proxy ?? '')).toBe(`ANY ${path}`);
    const body = route?.endpoint.body;
    if (body?.kind === 'json') expect(() => body.schema.parse(JSON.parse(event.body ?? ''))).not.toThrow();
  });

  test('announce a file at a key whose ids the converter can read', () => {
    const [record] = sample<SQSEvent>('convert-boundaries').Records;
    const { asked } = readMessages(record?.body ?? '', conversionMessage, arrivedUpload);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      key: expect.stringContaining('/north fields.zip'),
      ownerId: expect.any(String),
      uploadId: expect.any(String),
    });
  });

  test('name the same deleted user in the outbox and in the queue', () => {
    const [record] = sample<DynamoDBStreamEvent>('relay-events').Records;
    const event = record && offeredEvent(record);
    expect(event?.type).toBe('userDeleted');
    const [message] = sample<SQSEvent>('erase-user').Records;
    expect(JSON.parse(message?.body ?? '')).toEqual({ ownerId: event?.ownerId, svcUserId: event?.svcUserId });
  });
});
