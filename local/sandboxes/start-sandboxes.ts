import { firstRefreshToken as firstOfClimate } from './climate-field-view/tokens.ts';
import { firstRefreshToken as firstOfFieldNet } from './field-net/tokens.ts';
import { firstRefreshToken as firstOfDeere } from './john-deere/tokens.ts';
import { type SandboxClock, skewedClock } from './server/sandbox-clock.ts';
import { type Sandbox, serveWire, type Wire } from './server/sandbox-server.ts';
import { firstKeys, type SlingshotKeys } from './slingshot/world.ts';
import { firstRefreshToken as firstOfTrimble } from './trimble/tokens.ts';
import { type Seeded, seededIds } from './world/seeded.ts';

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

export interface TrimbleAccess extends SandboxAccess {
  /** The scope that a consent is asked for. */
  applicationName: string;
}

/** Slingshot has no consent: an integrator signs with keys, for a customer with another one. */
export interface SlingshotAccess extends SlingshotKeys {
  url: string;
}

export interface SandboxOptions {
  now(): number;
  /** All ids and tokens follow from it. */
  seed?: string;
}

/** Opens the port of a wire, whose code and world are loaded at the first call. */
async function open<Access>(
  { now, seed = 'furrow' }: SandboxOptions,
  of: (seed: string, clock: SandboxClock) => { load(endpoint: string): Promise<Wire>; access: Omit<Access, 'url'> },
): Promise<Sandbox & { access: Access & { url: string } }> {
  const clock = skewedClock(now);
  const { load, access } = of(seed, clock);
  const sandbox = await serveWire(load, { clock });
  return { ...sandbox, access: { ...(access as Access), url: sandbox.endpoint } };
}

/** The application that a sandbox knows, with an id and a secret as its maker's developers get them. */
const clientsOf = {
  /** As in recordings of a public client (Intellifarm/my_john_deere_api): 40 characters behind the prefix, and 64. */
  JohnDeere: ({ text }: Seeded) => ({
    id: `johndeere-${text('client of John Deere', 40)}`,
    secret: text('secret of John Deere', 64),
  }),
  /** As in the maker's own sample (TheClimateCorporation/api-example): the API key begins with the id. */
  Climate: ({ text }: Seeded) => ({ id: 'partner-sandbox', secret: text('secret of Climate', 26) }),
  /** No text shows one. */
  FieldNet: ({ text }: Seeded) => ({
    id: `fieldnet-${text('client of FieldNET', 20)}`,
    secret: text('secret of FieldNET', 40),
  }),
  /** A UUID and 32 characters, as the maker's console gives them. */
  Trimble: ({ uuid, text }: Seeded) => ({ id: uuid('client of Trimble'), secret: text('secret of Trimble', 32) }),
};

/**
 * Serves John Deere's wire on loopback.
 *
 * @example const { access, close } = await startDeereSandbox({ now: clock.now });
 */
export function startDeereSandbox(options: SandboxOptions): Promise<Sandbox & { access: SandboxAccess }> {
  return open(options, (seed, clock) => {
    const client = clientsOf.JohnDeere(seededIds(seed));
    return {
      load: async (endpoint) => (await import('./john-deere/wire.ts')).deereWire(endpoint, { seed, clock, client }),
      access: {
        ...{ clientId: client.id, clientSecret: client.secret, refreshToken: firstOfDeere(seed, clock, client.id) },
      },
    };
  });
}

/** Serves Climate FieldView's wire on loopback. */
export function startClimateSandbox(options: SandboxOptions): Promise<Sandbox & { access: ClimateAccess }> {
  return open(options, (seed, clock) => {
    const client = clientsOf.Climate(seededIds(seed));
    const apiKey = `${client.id}-${seededIds(seed).uuid('key of Climate')}`;
    const refreshToken = firstOfClimate(seed, clock, client.id);
    return {
      load: async (endpoint) =>
        (await import('./climate-field-view/wire.ts')).climateWire(endpoint, { seed, clock, client, apiKey }),
      access: { clientId: client.id, clientSecret: client.secret, refreshToken, apiKey },
    };
  });
}

/** Serves the wire of Lindsay FieldNET on loopback. */
export function startFieldNetSandbox(options: SandboxOptions): Promise<Sandbox & { access: SandboxAccess }> {
  return open(options, (seed, clock) => {
    const client = clientsOf.FieldNet(seededIds(seed));
    return {
      load: async (endpoint) => (await import('./field-net/wire.ts')).fieldNetWire(endpoint, { seed, clock, client }),
      access: {
        ...{ clientId: client.id, clientSecret: client.secret, refreshToken: firstOfFieldNet(seed, clock, client.id) },
      },
    };
  });
}

/** Serves the wire of Trimble Ag on loopback. */
export function startTrimbleSandbox(options: SandboxOptions): Promise<Sandbox & { access: TrimbleAccess }> {
  return open(options, (seed, clock) => {
    const client = clientsOf.Trimble(seededIds(seed));
    const applicationName = 'furrow-sandbox';
    const refreshToken = firstOfTrimble(seed, clock, { clientId: client.id, applicationName });
    return {
      load: async (endpoint) =>
        (await import('./trimble/wire.ts')).trimbleWire(endpoint, { seed, clock, client, applicationName }),
      access: { clientId: client.id, clientSecret: client.secret, refreshToken, applicationName },
    };
  });
}

/** Serves the wire of Raven Slingshot on loopback. */
export function startSlingshotSandbox(options: SandboxOptions): Promise<Sandbox & { access: SlingshotAccess }> {
  return open(options, (seed, clock) => {
    const keys = firstKeys(seed);
    return {
      load: async () => (await import('./slingshot/wire.ts')).slingshotWire({ clock, keys }),
      access: keys,
    };
  });
}

/** How to use each sandbox, by the key of its provider. */
export interface SandboxesAccess {
  JohnDeere: SandboxAccess;
  ClimateFieldView: ClimateAccess;
  Lindsay: SandboxAccess;
  Trimble: TrimbleAccess;
  RavenSlingshot: SlingshotAccess;
}

/** Opens the ports of all sandboxes. */
export async function startSandboxes(
  options: SandboxOptions,
): Promise<{ access: SandboxesAccess; close(): Promise<void> }> {
  const all = await Promise.all([
    startDeereSandbox(options),
    startClimateSandbox(options),
    startFieldNetSandbox(options),
    startTrimbleSandbox(options),
    startSlingshotSandbox(options),
  ]);
  const [deere, climate, fieldNet, trimble, slingshot] = all;
  return {
    access: {
      ...{ JohnDeere: deere.access, ClimateFieldView: climate.access, Lindsay: fieldNet.access },
      ...{ Trimble: trimble.access, RavenSlingshot: slingshot.access },
    },
    close: async () => void (await Promise.all(all.map(({ close }) => close()))),
  };
}
