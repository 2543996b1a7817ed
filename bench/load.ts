import type { Asked, HttpClient } from './http-client.ts';

export interface LoadOptions {
  /** Clients that each send the next request as soon as a response arrives. */
  clients: number;
  /** The end of the load. */
  until: { milliseconds: number } | { requests: number };
  next(): Asked;
}

export interface Load {
  perSecond: number;
  /** Latencies of all requests, in milliseconds. */
  latencies: number[];
}

/** Sends requests as fast as the clients can. */
export async function load(client: HttpClient, { clients, until, next }: LoadOptions): Promise<Load> {
  const latencies: number[] = [];
  const start = performance.now();
  let asked = 0;
  const goesOn = (now: number) => ('requests' in until ? asked < until.requests : now - start < until.milliseconds);
  const askUntilTheEnd = async () => {
    for (let before = start; goesOn(before); ) {
      asked += 1;
      await client.ask(next());
      const now = performance.now();
      latencies.push(now - before);
      before = now;
    }
  };
  await Promise.all(Array.from({ length: clients }, askUntilTheEnd));
  return { perSecond: latencies.length / ((performance.now() - start) / 1000), latencies };
}
