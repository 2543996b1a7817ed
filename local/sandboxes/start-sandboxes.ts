import { firstRefreshToken } from './john-deere/tokens.ts';
import { skewedClock } from './server/sandbox-clock.ts';
import { type Sandbox, serveWire } from './server/sandbox-server.ts';
import { seededIds } from './world/seeded.ts';

/** How a client on this machine uses a sandbox. */
export interface SandboxAccess {
  /** The address in place of the provider's hosts, without a trailing slash. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** Of a grower who has consented to everything. */
  refreshToken: string;
}

export interface SandboxOptions {
  now(): number;
  /** All ids and tokens follow from it. */
  seed?: string;
}

/**
 * Serves John Deere's wire on loopback. Its code and world are loaded at the first call.
 *
 * @example const { access, close } = await startDeereSandbox({ now: clock.now });
 */
export async function startDeereSandbox({
  now,
  seed = 'furrow',
}: SandboxOptions): Promise<Sandbox & { access: SandboxAccess }> {
  const clock = skewedClock(now);
  const { text } = seededIds(seed);
  const client = { id: `johndeere-${text('client of John Deere', 20)}`, secret: text('secret of John Deere', 40) };
  const sandbox = await serveWire(
    async (endpoint) => (await import('./john-deere/wire.ts')).deereWire(endpoint, { seed, clock, client }),
    { clock },
  );
  const refreshToken = firstRefreshToken(seed, clock, client.id);
  return {
    ...sandbox,
    access: { url: sandbox.endpoint, clientId: client.id, clientSecret: client.secret, refreshToken },
  };
}
