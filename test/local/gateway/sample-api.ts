import { type GatewayOptions, startGateway } from '../../../local/gateway/start-gateway.ts';
import type { ApiPlan } from '../../../local/template/plan-apis.ts';
import { sampleFunction, samplePool } from '../lambda/sample-function.ts';

/** A function that returns its event, or what the header `x-do` says. */
const code = `
  const answers: Record<string, () => unknown> = {
    text: () => ({ statusCode: 200, body: 'wheat' }),
    plain: () => 'barley',
    list: () => [1, 2],
    nothing: () => undefined,
    binary: () => ({ statusCode: 200, headers: { 'Content-Type': 'image/png' }, body: Buffer.from([137, 80, 0, 255]).toString('base64'), isBase64Encoded: true }),
    cookies: () => ({ statusCode: 200, cookies: ['a=1; Path=/', 'b=2'], headers: { 'X-Count': 7, 'X-None': null }, body: '' }),
    empty: () => ({ statusCode: 204, headers: { 'x-kept': 'yes' } }),
    own: () => ({ statusCode: 200, headers: { 'Access-Control-Allow-Origin': 'http://own', Vary: 'Accept', 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }, body: 'own' }),
    status: () => ({ statusCode: 'many', body: 'x' }),
    body: () => ({ statusCode: 200, body: { not: 'text' } }),
    header: () => ({ statusCode: 200, headers: { 'x-evil': 'a\\r\\nx-more: b' }, body: '' }),
    large: () => ({ statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024) }),
    throw: () => { throw new Error('secret reason'); },
    exit: () => process.exit(1),
    slow: () => new Promise((resolve) => setTimeout(() => resolve({ statusCode: 200, body: 'late' }), 1500)),
  };
  export const handler = async (event: any) => {
    const answer = answers[event.headers['x-do']];
    return answer ? answer() : { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) };
  };
`;

export interface SampleApi {
  endpoint: string;
  port: number;
  lines: string[];
  /** Requests a path and returns the event that the function received. */
  // biome-ignore lint/suspicious/noExplicitAny: the event is what the tests look into
  event(path: string, init?: RequestInit): Promise<any>;
  invocations(): number;
  close(): Promise<void>;
}

/** Starts a gateway in front of one function for all routes. */
export async function sampleApi(
  routeKeys: string[],
  options: Partial<GatewayOptions> & {
    api?: Partial<ApiPlan>;
    timeoutMilliseconds?: number;
    timeoutSeconds?: number;
    /** The instances of the function, and how long a request waits for one. */
    instances?: number;
    maxWaitMilliseconds?: number;
  } = {},
): Promise<SampleApi> {
  const { api, timeoutMilliseconds = 30_000, timeoutSeconds = 5, instances, maxWaitMilliseconds, ...rest } = options;
  const few = instances === undefined ? {} : { reservedConcurrency: instances };
  const sample = sampleFunction(code, { name: 'echo', timeoutSeconds, ...few });
  const waits = maxWaitMilliseconds === undefined ? {} : { maxWaitMilliseconds };
  const pool = await samplePool([sample], { limits: rest.limits ?? 'none', ...waits });
  if (maxWaitMilliseconds !== undefined) await pool.warmUp('echo');
  const { clock, lines } = pool;
  const log = (line: string) => void lines.push(line);
  const routes = routeKeys.map((routeKey) => ({ routeKey, functionName: 'echo', timeoutMilliseconds }));
  const plan: ApiPlan = { id: 'a1b2c3d4e5', name: 'sample', routes, stages: ['$default', 'v2'], ...api };
  try {
    const gateway = await startGateway({ host: '127.0.0.1', clock, apis: [plan], pool, log, ...rest });
    return {
      endpoint: gateway.endpoint,
      port: gateway.port,
      lines,
      event: async (path, init) => (await fetch(gateway.endpoint + path, init)).json(),
      invocations: () => pool.stats().echo?.invocations ?? 0,
      async close() {
        await gateway.close();
        await pool.close();
      },
    };
  } catch (error) {
    await pool.close();
    throw error;
  }
}
