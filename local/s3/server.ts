import { randomBytes } from 'node:crypto';
import { closeSync, createReadStream, readSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { asStorageFailure } from '../state/storage/storage-failure.ts';
import type { AuthenticationOptions } from './access/authenticate.ts';
import { S3Error, s3Error } from './errors.ts';
import type { Store } from './files/store.ts';
import type { Answer, FileSlice } from './operation.ts';
import { readRequest } from './request/request.ts';
import { answerCors, route } from './router.ts';
import { errorDocument } from './xml.ts';

/** Maximum size of a response that is read at once; larger ones are streamed. */
const smallBytes = 128 * 1024;
const streamBytes = 256 * 1024;

/** The HTTP server: receives requests, sends responses and errors, and survives misbehaving clients. */
export function createS3Server(
  store: Store,
  access: AuthenticationOptions,
  host: string,
  report: (error: unknown) => void,
  log: (line: string) => void,
): Server {
  let loggedDiskFailure: string | undefined;
  /** Logs the beginning and the end of a disk failure, but not each request. */
  const logDiskFailure = (line: string | undefined) => {
    if (line !== loggedDiskFailure) log(line ?? 'the buckets take changes again');
    loggedDiskFailure = line;
  };
  const handle = async (message: IncomingMessage, response: ServerResponse, sendContinue?: () => void) => {
    const id = randomBytes(8).toString('hex').toUpperCase();
    response.sendDate = false;
    response.setHeader('date', new Date(access.clock.now()).toUTCString());
    response.setHeader('x-amz-request-id', id);
    response.setHeader('x-amz-id-2', id);
    let isBodyAsked = sendContinue === undefined;
    let answer: Answer;
    let cors: Record<string, string> = {};
    try {
      const request = readRequest(message, id, host, () => {
        if (!isBodyAsked) sendContinue?.();
        isBodyAsked = true;
      });
      const call = { store, request, access };
      cors = answerCors(call);
      answer = await route(call);
      if (message.method !== 'GET' && message.method !== 'HEAD') logDiskFailure(undefined);
    } catch (error) {
      const failure = asStorageFailure(error, store.folder);
      const reported = failure ? s3Error(failure.type, failure.message) : error;
      if (failure) logDiskFailure(`the buckets take no changes: ${failure.message}`);
      else if (!(error instanceof S3Error) && !message.errored) report(error);
      answer = errorAnswer(reported, id, message.url ?? '');
    }
    // A client that was not asked to send its body may still do so: the connection cannot be used again.
    if (!isBodyAsked) response.setHeader('connection', 'close');
    try {
      await send(message, response, { ...answer, headers: { ...answer.headers, ...cors } });
    } catch (error) {
      if (!response.destroyed) report(error);
      response.destroy();
    }
    message.resume();
  };
  // Uploads may take longer than the five minutes that Node allows a request by default.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 });
  server.on('request', (message, response) => void handle(message, response));
  server.on('checkContinue', (message, response) => void handle(message, response, () => response.writeContinue()));
  return server;
}

async function send(message: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const { body } = answer;
  const slice = typeof body === 'object' ? body : undefined;
  try {
    const isBodyless = message.method === 'HEAD' || body === undefined || [204, 304].includes(answer.status);
    const length = typeof body === 'string' ? Buffer.byteLength(body) : (slice?.length ?? 0);
    const { 'content-length': ownLength = String(length), ...headers } = answer.headers ?? {};
    // The length is the last header, since Node garbles a Content-Disposition with an umlaut that follows it.
    const withLength = ![204, 304].includes(answer.status);
    response.writeHead(answer.status, { ...headers, ...(withLength && { 'content-length': ownLength }) });
    if (isBodyless || typeof body === 'string') response.end(isBodyless ? undefined : body);
    else if (body.length <= smallBytes) response.end(readSlice(body));
    else {
      const { descriptor: fd, first } = body;
      const bytes = createReadStream('', {
        fd,
        start: first,
        end: first + length - 1,
        highWaterMark: streamBytes,
        autoClose: false,
      });
      await pipeline(bytes, response);
    }
  } finally {
    if (slice) closeSync(slice.descriptor);
  }
}

function readSlice({ descriptor, first, length }: FileSlice): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  for (let read = 0; read < length; ) {
    const count = readSync(descriptor, buffer, read, length - read, first + read);
    if (count === 0) throw new Error('a data file is shorter than its record says');
    read += count;
  }
  return buffer;
}

function errorAnswer(error: unknown, id: string, url: string): Answer {
  const { code, status, message, details, headers } =
    error instanceof S3Error ? error : s3Error('InternalError', 'We encountered an internal error. Please try again.');
  const fields = {
    Code: code,
    Message: message,
    Resource: url.split('?')[0] ?? '',
    ...details,
    RequestId: id,
    HostId: id,
  };
  return { status, headers: { 'content-type': 'application/xml', ...headers }, body: errorDocument(fields) };
}
