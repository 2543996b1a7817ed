import { createServer, type Server } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceFailure } from '../../../adapters/aws/service-failure.ts';
import { credentials, region } from '../../../local/credentials.ts';

let server: Server;
let port: number;
/** What a connection gets. */
let answer = '';
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => (answer === '' ? socket.resetAndDestroy() : socket.end(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => server.close());

/** The error of a real client. */
async function failure(at: number, requestTimeout = 5_000): Promise<unknown> {
  const endpoint = `http://127.0.0.1:${at}`;
  const handler = { requestTimeout, throwOnRequestTimeout: true };
  const client = new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 1, requestHandler: handler });
  try {
    await client.send(new ListTablesCommand({}));
    throw new Error('it answered');
  } catch (error) {
    return error;
  } finally {
    client.destroy();
  }
}

const refusal = (type: string) => {
  const body = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no' });
  return `HTTP/1.1 400 Bad Request\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

test.each([
  ['that is not there', 1, ''],
  ['that breaks the connection off', undefined, ''],
  ['that is asked too fast', undefined, refusal('ThrottlingException')],
])('a service %s is 503 with a time to come again', async (_, at, given) => {
  answer = given;
  expect(serviceFailure(await failure(at ?? port))).toMatchObject({
    status: 503,
    errorKey: 'unavailable',
    retryAfterSeconds: 5,
  });
});

test('a service that refuses a request has not failed', async () => {
  answer = refusal('ValidationException');
  expect(serviceFailure(await failure(port))).toBeUndefined();
  expect(serviceFailure(new Error('a bug'))).toBeUndefined();
});
