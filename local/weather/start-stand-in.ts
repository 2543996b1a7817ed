import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../http-listener.ts';
import { answerOf, Refused } from './answer.ts';

/** What the stand-in does in place of an answer, or to it. */
export interface Disturbance {
  /** Answers with this status. */
  status?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** Answers with this body. */
  body?: string | undefined;
  delayMilliseconds?: number | undefined;
  /** Leaves out these variables. */
  without?: string[] | undefined;
  /** Ends the connection in the middle of the body. */
  isCut?: boolean | undefined;
}

export interface WeatherStandIn {
  forecastUrl: string;
  archiveUrl: string;
  /** How many questions have been asked, and the last of them. */
  asked(): { count: number; last: string[] };
  /** What happens to the next questions, one after the other. */
  disturb(...disturbances: Disturbance[]): void;
  close(): Promise<void>;
}

const remembered = 50;

/**
 * A server that speaks the wire of Open-Meteo on loopback and makes its weather up, for tests and for machines without internet. Every answer
 * says so in `X-Furrow-Upstream`.
 */
export async function startWeatherStandIn({ now }: { now(): number }): Promise<WeatherStandIn> {
  const disturbances: Disturbance[] = [];
  const last: string[] = [];
  let count = 0;

  const listener = await listen(
    async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://weather');
      count += 1;
      last.push(`${url.pathname}${url.search}`);
      if (last.length > remembered) last.shift();
      const disturbance = disturbances.shift() ?? {};
      if (disturbance.delayMilliseconds) await sleep(disturbance.delayMilliseconds, undefined, { ref: false });
      const [status, body] = answer(url, disturbance, now());
      send(response, disturbance.status ?? status, disturbance.body ?? body, disturbance);
    },
    { host: '127.0.0.1', graceMilliseconds: 0 },
  );
  return {
    forecastUrl: `${listener.endpoint}/v1/forecast`,
    archiveUrl: `${listener.endpoint}/v1/archive`,
    asked: () => ({ count, last: [...last] }),
    disturb: (...more) => void disturbances.push(...more),
    close: () => listener.close(),
  };
}

function answer({ pathname, searchParams }: URL, { without = [] }: Disturbance, now: number): [number, string] {
  const kind = /^\/v1\/(forecast|archive)$/.exec(pathname)?.[1] as 'forecast' | 'archive' | undefined;
  if (!kind) return [404, JSON.stringify({ error: true, reason: 'Not Found' })];
  try {
    const leftOut = (key: string, value: unknown) => (without.includes(key) ? undefined : value);
    return [200, JSON.stringify(answerOf(kind, searchParams, now), leftOut)];
  } catch (error) {
    if (error instanceof Refused) return [400, JSON.stringify({ error: true, reason: error.message })];
    throw error;
  }
}

function send(response: ServerResponse, status: number, body: string, { headers = {}, isCut }: Disturbance): void {
  const content = Buffer.from(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': content.length,
    'x-furrow-upstream': 'stand-in',
    ...headers,
  });
  if (!isCut) return void response.end(content);
  response.write(content.subarray(0, content.length / 2), () => response.destroy());
}
