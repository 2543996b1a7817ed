import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../http/http-listener.ts';

/** A fault of a stand-in: another response, or a changed one. */
export interface Disturbance {
  /** Applies to a request whose path contains this. If absent, to the next request. */
  path?: string | undefined;
  /** Applies only if the body of the request contains this. */
  mentions?: string | undefined;
  /** Answers with this status. */
  status?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** Answers with this body. */
  body?: string | undefined;
  delayMilliseconds?: number | undefined;
  /** Leaves out these members of JSON. */
  without?: string[] | undefined;
  /** Closes the connection in the middle of the body. */
  isCut?: boolean | undefined;
  /** Truncates a file after this number of bytes. */
  endsAt?: number | undefined;
  /** The number of requests that it applies to; 1 by default. */
  times?: number | undefined;
}

export interface StandInRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
  endsAt: number | undefined;
}

export interface StandInAnswer {
  status: number;
  /** The kind of the request, in one word, by which requests are counted. */
  kind: string;
  headers?: Record<string, string | number> | undefined;
  /** Objects are sent as JSON. */
  body: object | Buffer;
}

export interface StandIn {
  endpoint: string;
  /** The number of requests, also by kind, the number of bytes sent, and the last paths. */
  asked(): { count: number; bytes: number; kinds: Record<string, number>; last: string[] };
  /** Sets the faults of the next requests, in order. */
  disturb(...disturbances: Disturbance[]): void;
  close(): Promise<void>;
}

const remembered = 50;
const isJson = (body: object): boolean => !Buffer.isBuffer(body);

/**
 * Imitates a service on loopback. Every response has the header `X-Furrow-Upstream`.
 *
 * @example const standIn = await startStandIn(({ url }) => answer(url, now()));
 */
export async function startStandIn(answer: (request: StandInRequest) => StandInAnswer): Promise<StandIn> {
  const disturbances: Disturbance[] = [];
  const last: string[] = [];
  const kinds: Record<string, number> = {};
  let [count, bytes] = [0, 0];

  const next = (path: string, body: string): Disturbance => {
    const at = disturbances.findIndex((each) => path.includes(each.path ?? '') && body.includes(each.mentions ?? ''));
    const found = disturbances[at];
    if (!found) return {};
    found.times = (found.times ?? 1) - 1;
    if (found.times < 1) disturbances.splice(at, 1);
    return found;
  };

  const listener = await listen(
    async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://stand-in');
      count += 1;
      last.push(`${url.pathname}${url.search}`);
      if (last.length > remembered) last.shift();
      const [method, body] = [request.method ?? 'GET', await text(request)];
      const disturbance = next(url.pathname, body);
      if (disturbance.delayMilliseconds) await sleep(disturbance.delayMilliseconds, undefined, { ref: false });
      const {
        status,
        kind,
        headers,
        body: answered,
      } = answer({
        ...{ method, url, headers: request.headers, body, endsAt: disturbance.endsAt },
      });
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      const { without = [] } = disturbance;
      const leftOut = (key: string, value: unknown) => (without.includes(key) ? undefined : value);
      const usual = isJson(answered) ? Buffer.from(JSON.stringify(answered, leftOut)) : (answered as Buffer);
      const content = disturbance.body === undefined ? usual : Buffer.from(disturbance.body);
      response.writeHead(disturbance.status ?? status, {
        ...(isJson(answered) && { 'content-type': 'application/json; charset=utf-8' }),
        'content-length': content.length,
        'x-furrow-upstream': 'stand-in',
        ...headers,
        ...disturbance.headers,
      });
      if (method === 'HEAD') return void response.end();
      bytes += content.length;
      if (!disturbance.isCut) return void response.end(content);
      response.write(content.subarray(0, content.length / 2), () => response.destroy());
    },
    { host: '127.0.0.1', graceMilliseconds: 0 },
  );
  return {
    endpoint: listener.endpoint,
    asked: () => ({ count, bytes, kinds: { ...kinds }, last: [...last] }),
    disturb: (...more) => void disturbances.push(...more.map((each) => ({ ...each }))),
    close: () => listener.close(),
  };
}
