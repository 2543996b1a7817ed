import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Listener, listen } from '../../http/http-listener.ts';
import { countedCalls } from './calls.ts';
import { answerControl, type ControlRoute, type Speed } from './control.ts';
import { Refusal, type SandboxAnswer, type SandboxRequest } from './exchange.ts';
import { answerOfFault, faultsOfCalls, limitOfCalls } from './faults.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import { send } from './send.ts';

/** A provider's wire, as the server calls it. */
export interface Wire {
  /** The kind of a call, by which it is counted, before it is answered. */
  kindOf(request: SandboxRequest): string;
  answer(request: SandboxRequest): SandboxAnswer | Promise<SandboxAnswer>;
  /** The answer to a call beyond the limit, with the seconds until the next one. */
  tooMany(seconds: number): SandboxAnswer;
  /** What the control can do with this wire alone. */
  control: readonly ControlRoute[];
  /** Headers of all answers. */
  headers?(): Record<string, string>;
  close?(): Promise<void>;
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT`. */
  endpoint: string;
  close(): Promise<void>;
}

/**
 * Serves a wire on loopback. The wire is made at the first call, so that a sandbox that nobody calls is only an open port. Paths that begin with `/control/` are
 * the control's, for programs on this machine.
 *
 * @param port the port; any free one if absent.
 */
export async function serveWire(
  make: (endpoint: string) => Promise<Wire>,
  { clock, port = 0 }: { clock: SandboxClock; port?: number },
): Promise<Sandbox> {
  const [faults, limit, calls] = [faultsOfCalls(), limitOfCalls(clock.now), countedCalls(() => performance.now())];
  const speed: Speed = {};
  let made: Promise<Wire> | undefined;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    made ??= make(listener.endpoint);
    const wire = await made;
    const asked = await requestOf(request, speed);
    if (asked.path.startsWith('/control/')) {
      return send(
        response,
        asked.method,
        await answerControl(request, asked, wire.control, { faults, limit, calls, clock, speed }),
      );
    }
    const kind = wire.kindOf(asked);
    calls.begin(kind);
    const fault = faults.next(asked.path, kind);
    const wait = limit.take();
    const answer =
      (fault && answerOfFault(fault)) ?? (wait === undefined ? await answered(wire, asked) : wire.tooMany(wait));
    calls.count(`${asked.method} ${asked.path}`, kind, answer.status);
    if (fault?.delayMilliseconds) await sleep(fault.delayMilliseconds, undefined, { ref: false });
    const headers = { date: new Date(clock.now()).toUTCString(), ...wire.headers?.(), ...answer.headers };
    return send(response, asked.method, { ...answer, headers }, fault?.isCut);
  }

  const listener: Listener = await listen(serve, { host: '127.0.0.1', port, graceMilliseconds: 0 });
  return {
    endpoint: listener.endpoint,
    async close() {
      await listener.close();
      await (await made)?.close?.();
    },
  };
}

async function answered(wire: Wire, request: SandboxRequest): Promise<SandboxAnswer> {
  try {
    return await wire.answer(request);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

async function requestOf(request: IncomingMessage, speed: Speed): Promise<SandboxRequest> {
  const { url = '/' } = request;
  // A path that begins with two slashes is no address of another host.
  const { pathname, searchParams } = new URL(url.startsWith('/') ? `http://sandbox${url}` : url);
  const [path = '', ...parameters] = pathname.split(';');
  return {
    method: request.method ?? 'GET',
    path: withoutEnd(path, '/') || '/',
    query: searchParams,
    matrix: Object.fromEntries(new URLSearchParams(parameters.join('&'))),
    headers: request.headers,
    body: await bodyOf(request, path.startsWith('/control/') ? {} : speed),
    base: baseOf(request),
  };
}

/** Reads a body no faster than the control says. A client that gives up in the middle ends the call, and nothing is done. */
async function bodyOf(request: IncomingMessage, { bytesPerSecond }: Speed): Promise<Buffer> {
  if (bytesPerSecond === undefined) return buffer(request);
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    await sleep((1_000 * chunk.length) / bytesPerSecond, undefined, { ref: false });
  }
  return Buffer.concat(chunks);
}

function withoutEnd(text: string, end: string): string {
  let length = text.length;
  while (text.endsWith(end, length) && length > 0) length -= end.length;
  return text.slice(0, length);
}

/** The server as the client sees it: through a proxy that says so, or directly. */
function baseOf({ headers }: IncomingMessage): string {
  const first = (name: string) =>
    String(headers[name] ?? '')
      .split(',')[0]
      ?.trim();
  const protocol = first('x-forwarded-proto') === 'https' ? 'https' : 'http';
  return `${protocol}://${first('x-forwarded-host') || headers.host || '127.0.0.1'}`;
}
