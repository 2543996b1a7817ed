import { climateSandbox } from './climate-field-view/sandbox.ts';
import { deereSandbox } from './john-deere/sandbox.ts';
import { fieldNetSandbox } from './lindsay/sandbox.ts';
import { slingshotSandbox } from './raven-slingshot/sandbox.ts';
import type { SandboxRow } from './sandbox-row.ts';
import { skewedClock } from './server/sandbox-clock.ts';
import { type Sandbox, serveWire } from './server/sandbox-server.ts';
import { trimbleSandbox } from './trimble/sandbox.ts';

/** All sandboxes. What `endpoints.json` has of them, the URLs that functions call instead of providers, and the applications of the demo owner follow from it. */
const sandboxes = [deereSandbox, climateSandbox, fieldNetSandbox, trimbleSandbox, slingshotSandbox] as const;

type Rows = (typeof sandboxes)[number];

/** How a client on this machine uses a sandbox: its keys, and the URL in place of the provider's hosts, without a trailing slash. */
type UrlAnd<Access> = Access & { url: string };

/** How to use each sandbox, by the key of its provider. */
export type SandboxesAccess = { [Row in Rows as Row['key']]: UrlAnd<ReturnType<Row['access']>> };

export interface SandboxOptions {
  now(): number;
  /** All ids and tokens follow from it. */
  seed?: string;
}

/**
 * Serves the wire of one sandbox on loopback.
 *
 * @example const { access, close } = await startSandbox(deereSandbox, { now: clock.now });
 */
export async function startSandbox<Access extends object>(
  row: SandboxRow<string, Access>,
  { now, seed = 'furrow' }: SandboxOptions,
): Promise<Sandbox & { access: UrlAnd<Access> }> {
  const clock = skewedClock(now);
  const access = row.access(seed, clock);
  const sandbox = await serveWire((endpoint) => row.wire(endpoint, { seed, clock, access }), { clock });
  return { ...sandbox, access: { ...access, url: sandbox.endpoint } };
}

/**
 * Opens the ports of all sandboxes.
 *
 * @throws Error that names the provider if two sandboxes are of the same one.
 */
export async function startSandboxes(
  options: SandboxOptions,
): Promise<{ access: SandboxesAccess; close(): Promise<void> }> {
  const rows: readonly SandboxRow[] = sandboxes;
  refuseDuplicates(rows);
  const started = await Promise.all(rows.map(async (row) => ({ key: row.key, ...(await startSandbox(row, options)) })));
  return {
    access: Object.fromEntries(started.map(({ key, access }) => [key, access])) as SandboxesAccess,
    close: async () => void (await Promise.all(started.map(({ close }) => close()))),
  };
}

/** The applications that the sandboxes know, as bodies of app keys, by the keys of their providers. */
export function sandboxApplications(access: SandboxesAccess): [key: keyof SandboxesAccess, Record<string, string>][] {
  const rows: readonly SandboxRow<keyof SandboxesAccess>[] = sandboxes;
  return rows.flatMap(({ key, application }) => (application ? [[key, application(access[key])]] : []));
}

/** @throws Error that names a key that two rows have. */
export function refuseDuplicates(rows: readonly Pick<SandboxRow, 'key'>[]): void {
  const keys = new Set<string>();
  for (const { key } of rows) {
    if (keys.has(key))
      throw new Error(`two sandboxes have the key ${key}: each provider has one (local/sandboxes/sandboxes.ts)`);
    keys.add(key);
  }
}
