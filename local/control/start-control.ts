import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { type Listener, listen } from '../http/http-listener.ts';
import { ControlProblem, type ControlSubject, controlRoutes } from './routes.ts';

/** Maximum size of a request to the control port, in bytes. */
const bodyLimit = 10_000;

/**
 * Starts the control port, with which tests control an embedded cloud in ways that AWS does not offer. JSON over HTTP, on
 * loopback only, even if the gateway listens on another address; `routes.ts` lists the routes.
 */
export async function startControl(subject: ControlSubject): Promise<Listener> {
  return listen(
    async (request, response) => {
      const [status, answer] = await work(subject, request).catch(problemAnswer);
      const body = JSON.stringify(answer);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    },
    { host: '127.0.0.1', graceMilliseconds: 0 },
  );
}

async function work(subject: ControlSubject, request: IncomingMessage): Promise<[number, unknown]> {
  const path = new URL(request.url ?? '/', 'http://control').pathname;
  for (const { method, pattern, run } of controlRoutes) {
    const match = pattern.exec(path);
    if (!match || method !== request.method) continue;
    return [200, await run(subject, { parameter: decodeURIComponent(match[1] ?? ''), body: await readBody(request) })];
  }
  const offered = controlRoutes.map(({ method, pattern }) => `${method} ${pattern.source}`);
  throw new ControlProblem(404, `there is no ${request.method} ${path}; there are ${offered.join(', ')}`);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length === 0) return {};
  if (length > bodyLimit) throw new ControlProblem(413, 'the body is too large');
  // A browser page can send a simple request to a loopback port, but not this content type.
  if (!request.headers['content-type']?.startsWith('application/json')) {
    throw new ControlProblem(415, 'send the body as application/json');
  }
  return json(request).catch(() => {
    throw new ControlProblem(400, 'the body is not JSON');
  });
}

function problemAnswer(error: unknown): [number, unknown] {
  if (error instanceof ControlProblem) return [error.status, { message: error.message, ...error.details }];
  if (error instanceof z.ZodError) return [400, { message: z.prettifyError(error) }];
  if (error instanceof RangeError) return [400, { message: error.message }];
  throw error;
}
