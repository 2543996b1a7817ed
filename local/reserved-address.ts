import { type Listener, listen } from './http-listener.ts';

/** A port that no other process can take until it is released for the server that is to listen there. */
export interface ReservedAddress extends Pick<Listener, 'port' | 'endpoint'> {
  /** Call it just before listening there. */
  release(): Promise<void>;
}

/**
 * Checks early whether a port can be used and what its URL will be, before seconds are spent on the rest of a start; port 0 gives a
 * free one. The port stays reserved in the meantime, since other parts that are started take free ports, too.
 *
 * @throws Error naming the port and what to do.
 */
export async function reserveAddress(host: string, port: number): Promise<ReservedAddress> {
  const held = await listen(() => {}, { host, port, graceMilliseconds: 0 });
  return { port: held.port, endpoint: held.endpoint, release: () => held.close() };
}
