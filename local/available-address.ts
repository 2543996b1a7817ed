import { type Listener, listen } from './http-listener.ts';

/**
 * Finds out early whether a port can be used and how it will be called, before seconds are spent on the rest of a
 * start; port 0 gives a free one.
 *
 * @throws Error naming the port and what to do.
 */
export async function availableAddress(host: string, port: number): Promise<Pick<Listener, 'port' | 'endpoint'>> {
  const probe = await listen(() => {}, { host, port, graceMilliseconds: 0 });
  await probe.close();
  return { port: probe.port, endpoint: probe.endpoint };
}
