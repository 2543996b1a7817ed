import { listen } from './http-listener.ts';

/**
 * Finds out early whether a port can be used, before seconds are spent on the rest of a start; 0 gives a free one.
 *
 * @throws Error naming the port and what to do.
 */
export async function availablePort(host: string, port: number): Promise<number> {
  const probe = await listen(() => {}, { host, port, graceMilliseconds: 0 });
  await probe.close();
  return probe.port;
}
