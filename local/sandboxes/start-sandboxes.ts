import { firstRefreshToken as firstOfClimate } from './climate-field-view/tokens.ts';
import { firstRefreshToken as firstOfFieldNet } from './field-net/tokens.ts';
import { firstRefreshToken as firstOfDeere } from './john-deere/tokens.ts';
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

export interface ClimateAccess extends SandboxAccess {
  /** The value of `X-Api-Key`. */
  apiKey: string;
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
  const refreshToken = firstOfDeere(seed, clock, client.id);
  return {
    ...sandbox,
    access: { url: sandbox.endpoint, clientId: client.id, clientSecret: client.secret, refreshToken },
  };
}

/** Serves Climate FieldView's wire on loopback. Its code and world are loaded at the first call. */
export async function startClimateSandbox({
  now,
  seed = 'furrow',
}: SandboxOptions): Promise<Sandbox & { access: ClimateAccess }> {
  const clock = skewedClock(now);
  const { text, uuid } = seededIds(seed);
  const client = { id: `partner-${text('client of Climate', 20)}`, secret: text('secret of Climate', 40) };
  const apiKey = `partner-sandbox-${uuid('key of Climate')}`;
  const sandbox = await serveWire(
    async (endpoint) =>
      (await import('./climate-field-view/wire.ts')).climateWire(endpoint, { seed, clock, client, apiKey }),
    { clock },
  );
  const refreshToken = firstOfClimate(seed, clock, client.id);
  return {
    ...sandbox,
    access: { url: sandbox.endpoint, clientId: client.id, clientSecret: client.secret, refreshToken, apiKey },
  };
}

/** Serves the wire of Lindsay FieldNET on loopback. Its code and world are loaded at the first call. */
export async function startFieldNetSandbox({
  now,
  seed = 'furrow',
}: SandboxOptions): Promise<Sandbox & { access: SandboxAccess }> {
  const clock = skewedClock(now);
  const { text } = seededIds(seed);
  const client = { id: `fieldnet-${text('client of FieldNET', 20)}`, secret: text('secret of FieldNET', 40) };
  const sandbox = await serveWire(
    async (endpoint) => (await import('./field-net/wire.ts')).fieldNetWire(endpoint, { seed, clock, client }),
    { clock },
  );
  const refreshToken = firstOfFieldNet(seed, clock, client.id);
  return {
    ...sandbox,
    access: { url: sandbox.endpoint, clientId: client.id, clientSecret: client.secret, refreshToken },
  };
}

/** How to use each sandbox, by the key of its provider. */
export interface SandboxesAccess {
  JohnDeere: SandboxAccess;
  ClimateFieldView: ClimateAccess;
  Lindsay: SandboxAccess;
}

/** The value of `PROVIDER_ADDRESSES` that directs calls of these providers to the sandboxes. */
export function addressesOfSandboxes({ JohnDeere, ClimateFieldView, Lindsay }: SandboxesAccess) {
  const server = `${JohnDeere.url}/oauth2/aus78tnlaysMraFhC1t7`;
  const deere = {
    api: `${JohnDeere.url}/platform`,
    consent: `${server}/v1/authorize`,
    token: `${server}/v1/token`,
    discovery: `${server}/.well-known/oauth-authorization-server`,
    others: [`${JohnDeere.url}/isg`],
  };
  const climate = {
    api: `${ClimateFieldView.url}/v4`,
    consent: `${ClimateFieldView.url}/static/app-login/`,
    token: `${ClimateFieldView.url}/api/oauth/token`,
  };
  const fieldNet = {
    api: Lindsay.url,
    consent: `${Lindsay.url}/connect/authorize`,
    token: `${Lindsay.url}/connect/token`,
  };
  const both = <T>(addresses: T) => ({ STAGE: addresses, PRODUCTION: addresses });
  return { JohnDeere: both(deere), ClimateFieldView: both(climate), Lindsay: both(fieldNet) };
}

/** Opens the ports of all sandboxes. */
export async function startSandboxes(
  options: SandboxOptions,
): Promise<{ access: SandboxesAccess; close(): Promise<void> }> {
  const [deere, climate, fieldNet] = await Promise.all([
    startDeereSandbox(options),
    startClimateSandbox(options),
    startFieldNetSandbox(options),
  ]);
  return {
    access: { JohnDeere: deere.access, ClimateFieldView: climate.access, Lindsay: fieldNet.access },
    close: async () => void (await Promise.all([deere.close(), climate.close(), fieldNet.close()])),
  };
}
