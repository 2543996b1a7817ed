import { deereSandbox } from '../../../../local/sandboxes/john-deere/sandbox.ts';
import { startSandbox } from '../../../../local/sandboxes/sandboxes.ts';
import { signedIn } from '../sandbox-client.ts';

export const tokenPath = '/oauth2/aus78tnlaysMraFhC1t7/v1/token';
export const jen3 = '/platform/organizations/1234/fields/fbf5c2c6-3e1a-4b0b-9dd9-e5f990f8ea44';
export const harvest = '/platform/fieldOps/MTIzNF81ZGJiMTBkZmM3ODg4ZDMxZDA1MzUxOWM';

/** A sandbox with a clock that stands, and a client of a grower who has consented. */
export async function deere() {
  const clock = { now: Date.UTC(2026, 4, 1) };
  const sandbox = await startSandbox(deereSandbox, { now: () => clock.now });
  return {
    ...sandbox,
    clock,
    ...(await signedIn(sandbox.access, tokenPath)),
    firstRefreshToken: sandbox.access.refreshToken,
  };
}

export type Deere = Awaited<ReturnType<typeof deere>>;
