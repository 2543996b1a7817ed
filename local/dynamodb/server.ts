import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { accessKeyOf } from '../http/access-key.ts';
import type { Handler } from '../http/http-listener.ts';
import type { Requirement } from '../iam/decide.ts';
import type { Guard } from '../iam/guard.ts';
import { asStorageFailure } from '../state/storage/storage-failure.ts';
import { apiError, isApiError } from './api-error.ts';
import type { Engine } from './engine.ts';
import { operations } from './operations.ts';
import { dynamoDbRequires, refuseDynamoDb } from './required-access.ts';

/** Source: DynamoDB developer guide: a BatchWriteItem request may have 16 MB. */
const maximumBodyBytes = 16 * 1024 * 1024;

/** Serves DynamoDB's wire protocol, AWS JSON 1.0. Requests must be signed, but signatures are not checked, since there is only one account. */
export function dynamoDbHandler(engine: Engine, guard?: Guard): Handler {
  return async (request, response) => {
    const body = await readBody(request);
    if (body === undefined) return void response.writeHead(413, { connection: 'close' }).end();
    if (request.method === 'GET') return void response.end(`healthy: dynamodb ${request.headers.host}`);
    try {
      send(response, 200, await work(engine, guard, request, body));
    } catch (error) {
      if (isApiError(error)) return send(response, error.statusCode, error.body);
      // Logged once by the database itself, and not for each request.
      const failure = asStorageFailure(error, 'the embedded DynamoDB');
      if (failure) return send(response, failure.status, apiError(failure.type, failure.message).body);
      console.error(`${request.headers['x-amz-target']} failed in the embedded DynamoDB:`, error);
      const message = `The embedded DynamoDB failed: ${(error as Error).message}`;
      send(response, 500, apiError('InternalServerError', message).body);
    }
  };
}

async function work(
  engine: Engine,
  guard: Guard | undefined,
  request: IncomingMessage,
  body: string,
): Promise<unknown> {
  const target = String(request.headers['x-amz-target'] ?? '');
  const operation = operations.get(target);
  if (!operation) {
    throw apiError(
      'UnknownOperationException',
      `The embedded DynamoDB does not serve ${target || 'a call without X-Amz-Target'}`,
    );
  }
  if (!request.headers.authorization?.startsWith('AWS4-') && !request.url?.includes('X-Amz-Algorithm=')) {
    throw apiError('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  }
  const input = parse(body);
  const refusal = guard?.refusal(accessKeyOf(request), () => requiredBy(target, input, engine));
  if (refusal) throw refuseDynamoDb(refusal);
  return operation(engine, input);
}

/** @throws Error for an operation that is not implemented. */
function requiredBy(target: string, input: object, { tables }: Engine): Requirement[] {
  const name = target.split('.').at(-1) ?? '';
  const requires = dynamoDbRequires[name];
  if (!requires) throw new Error(`required-access.ts does not say what ${name} needs`);
  return requires(input as Record<string, unknown>, tables);
}

function parse(body: string): object {
  try {
    const input = JSON.parse(body);
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  } catch {
    // Answered below.
  }
  throw apiError('SerializationException', 'The request is not a JSON object');
}

/** The whole body, or undefined when it is too long. */
function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('error', reject);
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maximumBodyBytes) resolve(undefined);
      else chunks.push(chunk);
    });
  });
}

function send(response: ServerResponse, status: number, answer: unknown): void {
  const body = Buffer.from(JSON.stringify(answer));
  response
    .writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': body.length,
      'x-amzn-requestid': randomUUID(),
    })
    .end(body);
}
