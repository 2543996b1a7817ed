import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { NewWebhook, Webhook } from '../../../domain/alerts/webhook.ts';
import type { TestOwner } from '../owner.ts';

export const alertsService = '/services/alerts/api';
export const webhooksPath = `${alertsService}/alerts/webhooks`;
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** One call that a listener got. */
export interface Call {
  headers: Record<string, string>;
  body: string;
  /** The body as JSON. */
  event: Record<string, unknown>;
}

/** The response to a call: a status with headers and a body, 200 with a body that never ends, or none at all. */
export type Reply =
  | { status: number; headers?: Record<string, string>; body?: string; afterMilliseconds?: number }
  | 'endless'
  | 'hang';

/** A webhook's listener on this machine. */
export interface Listener {
  url: string;
  /** Calls received, without confirmations. */
  calls: Call[];
  /** Sets the responses to the next calls, one after the other, and then 200. */
  next(...replies: Reply[]): void;
  /** Sets the response to every call that `next` says nothing of. */
  always(reply: Reply): void;
  close(): Promise<void>;
}

async function* endlessly() {
  for (;;) {
    yield '.';
    await setTimeout(10);
  }
}

export async function startListener(): Promise<Listener> {
  const calls: Call[] = [];
  const replies: Reply[] = [];
  let usual: Reply = { status: 200 };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const event = JSON.parse(body);
    const isConfirmation = event.type === undefined;
    if (!isConfirmation) calls.push({ headers: request.headers as Record<string, string>, body, event });
    const reply = isConfirmation ? { status: 204 } : (replies.shift() ?? usual);
    if (reply === 'hang') return;
    if (reply === 'endless') return void Readable.from(endlessly()).pipe(response.writeHead(200));
    if (reply.afterMilliseconds) await setTimeout(reply.afterMilliseconds);
    response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    calls,
    next: (...given) => void replies.push(...given),
    always: (reply) => {
      usual = reply;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Deletes the webhooks of an owner but one, so that their types can be registered again. */
export async function freeTypes(owner: TestOwner, exceptId = ''): Promise<void> {
  const { body } = await owner.get<Webhook[]>(webhooksPath);
  for (const { id } of body) if (id !== exceptId) await owner.call('DELETE', `${webhooksPath}/${id}`);
}

/** Registers a webhook. */
export async function register(owner: TestOwner, given: Partial<NewWebhook> & { url: string }): Promise<Webhook> {
  const wanted = { name: 'Test', secret, events: ['fieldCreated'], ...given };
  const { status, body } = await owner.post<Webhook>(webhooksPath, wanted);
  if (status !== 201) throw new Error(`the webhook was not registered: ${status} ${JSON.stringify(body)}`);
  return body;
}
