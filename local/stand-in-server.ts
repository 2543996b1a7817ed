import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from './http-listener.ts';

/** A fault of a stand-in: another answer, or a change of the usual one. */
export interface Disturbance {
  /** Waits for a request whose path contains this. Left out: the next request, whichever it is. */
  path?: string | undefined;
  /** Waits for a request whose body contains this, too. */
  mentions?: string | undefined;
  /** Answers with this status. */
  status?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** Answers with this body. */
  body?: string | undefined;
  delayMilliseconds?: number | undefined;
  /** Leaves out these members of JSON. */
  without?: string[] | undefined;
  /** Ends the connection in the middle of the body. */
  isCut?: boolean | undefined;
  /** Has a file end after so many bytes. */
  endsAt?: number | undefined;
  /** How many requests it happens to; 1 unless given. */
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
  /** Kind of the request, in one word, by which requests are counted. */
  kind: string;
  headers?: Record<string, string | number> | undefined;
  /** An object is answered as JSON. */
  body: object | Buffer;
}

export interface StandIn {
  endpoint: string;
  /** How many requests there have been, also by kind, how many bytes were answered, and the last paths. */
  asked(): { count: number; bytes: number; kinds: Record<string, number>; last: string[] };
  /** Sets faults of the next requests, one after the other. */
  disturb(...disturbances: Disturbance[]): void;
  close(): Promise<void>;
}

const remembered = 50;
const isJson = (body: object): boolean => !Buffer.isBuffer(body);

/** Plays a service on loopback. Every answer says so in `X-Furrow-Upstream`. */
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
