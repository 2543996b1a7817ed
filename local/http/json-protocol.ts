import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import type { Requirement } from '../iam/decide.ts';
import type { Guard, Refusal } from '../iam/guard.ts';
import { asStorageFailure } from '../state/storage/storage-failure.ts';
import { accessKeyOf } from './access-key.ts';
import type { Handler } from './http-listener.ts';

/** An error as the service itself would return it. */
export class WireError extends Error {
  readonly type: string;
  readonly status: number;
  /** The code of the service's older query protocol, which SDKs read from the header `x-amzn-query-error`. */
  readonly queryCode: string | undefined;

  constructor(type: string, message: string, options: { status?: number; queryCode?: string } = {}) {
    super(message);
    this.name = type;
    this.type = type;
    this.status = options.status ?? 400;
    this.queryCode = options.queryCode;
  }
}

/** The parts of a call that operations may use. */
export interface Call {
  /** `http://HOST:PORT` as the client wrote it, so that URLs in the response work for the client. */
  origin: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** The access key that the call is signed with; signatures themselves are not checked here. */
  accessKeyId: string;
  /** The chain of requests that the caller is part of, which the SDK in a Lambda function sends. */
  traceHeader: string | undefined;
}

/** Checks the input, does the work and returns the body of the response; throws WireError. */
export type Operation = (input: unknown, call: Call) => unknown;

/** Permissions that the caller of an operation needs, derived from its unchecked input. */
export type Requires = (input: Record<string, unknown>) => Requirement[];

/** The guard that decides, and what it requires for each call. */
export interface JsonAccess<Name extends string> {
  guard: Guard;
  requires: Record<Name, Requires>;
  /** The error of the service for a denied call. */
  refuse(refusal: Refusal): WireError;
}

export interface JsonService<Name extends string> {
  /** The part before the dot in `X-Amz-Target`. */
  target: string;
  version: '1.0' | '1.1';
  /** The prefix of `__type` in errors, before `#`. If absent, there is none. */
  errorNamespace?: string;
  operations: Record<Name, Operation>;
  /** If absent, all calls are allowed. */
  access?: JsonAccess<Name> | undefined;
}

/** Above every limit of the services served here (the largest: 1 MiB of messages, with each character escaped). */
const maximumBodyBytes = 16 * 1024 * 1024;

/**
 * Combines a schema with an operation on the input that it has checked.
 *
 * @example DescribeKey: operation(keyInput, ({ KeyId }) => ({ KeyMetadata: metadata(keyFor(keys, KeyId)) })),
 */
export function operation<S extends z.ZodType>(
  schema: S,
  work: (input: z.output<S>, call: Call) => unknown,
): Operation {
  return (input, call) => work(parse(schema, input), call);
}

/**
 * Serves the AWS JSON protocols, in which the header `X-Amz-Target` names the operation.
 *
 * @example const handler = jsonHandler({ target: 'AmazonAthena', version: '1.1', operations });
 */
export function jsonHandler<Name extends string>(service: JsonService<Name>): Handler {
  return async (request, response) => {
    try {
      const name = findOperation(service, request);
      const input = await readJson(request);
      const call = callOf(request, response);
      authorize(service.access, name, input, call.accessKeyId);
      const output = await service.operations[name](input, call);
      send(service, response, 200, output ?? {});
    } catch (error) {
      if (response.destroyed) return;
      sendError(service, response, error);
    }
  };
}

function findOperation<Name extends string>(service: JsonService<Name>, request: IncomingMessage): Name {
  const target = String(request.headers['x-amz-target'] ?? '');
  const [prefix, name = ''] = target.split('.');
  if (prefix !== service.target) {
    throw new WireError('UnknownOperationException', `expected the header X-Amz-Target: ${service.target}.<Operation>`);
  }
  if (Object.hasOwn(service.operations, name)) return name as Name;
  throw new WireError('UnknownOperationException', `the embedded cloud does not serve ${target}`);
}

function authorize<Name extends string>(
  access: JsonAccess<Name> | undefined,
  name: Name,
  input: unknown,
  accessKeyId: string,
): void {
  if (!access) return;
  const refusal = access.guard.refusal(accessKeyId, () => access.requires[name](Object(input)));
  if (refusal) throw access.refuse(refusal);
}

function callOf(request: IncomingMessage, response: ServerResponse): Call {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { host, 'x-amzn-trace-id': traceId } = request.headers;
  const traceHeader = Array.isArray(traceId) ? traceId[0] : traceId;
  return { origin: `http://${host}`, signal: gone.signal, accessKeyId: accessKeyOf(request), traceHeader };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maximumBodyBytes)
      throw new WireError('RequestEntityTooLarge', 'the request is too large', { status: 413 });
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString() || '{}');
  } catch (error) {
    throw new WireError('SerializationException', `the request is not JSON: ${(error as Error).message}`);
  }
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  if (issue?.input === undefined) {
    throw new WireError('MissingParameter', `The request must contain the parameter ${path}.`);
  }
  throw new WireError('SerializationException', `${path}: ${issue.message}`);
}

function sendError(service: JsonService<string>, response: ServerResponse, error: unknown): void {
  // Failures of the disk are logged once by the storage, and not for each request.
  const failure = asStorageFailure(error, 'the embedded cloud');
  const wireError = failure ? new WireError(failure.type, failure.message, { status: failure.status }) : error;
  if (!(wireError instanceof WireError)) console.error(`${service.target} failed in the embedded cloud:`, error);
  const known =
    wireError instanceof WireError
      ? wireError
      : new WireError('InternalFailure', `the embedded cloud failed: ${(error as Error).message}`, { status: 500 });
  const fault = known.status < 500 ? 'Sender' : 'Receiver';
  response.setHeader('x-amzn-query-error', `${known.queryCode ?? known.type};${fault}`);
  const type = service.errorNamespace ? `${service.errorNamespace}#${known.type}` : known.type;
  send(service, response, known.status, { __type: type, message: known.message });
}

function send(
  service: Pick<JsonService<string>, 'version'>,
  response: ServerResponse,
  status: number,
  body: unknown,
): void {
  const text = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, {
      'content-type': `application/x-amz-json-${service.version}`,
      'content-length': text.length,
      'x-amzn-requestid': randomUUID(),
    })
    .end(text);
}
