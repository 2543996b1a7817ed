import { climateSandbox } from '../../../../local/sandboxes/climate-field-view/sandbox.ts';
import { startSandbox } from '../../../../local/sandboxes/sandboxes.ts';
import { type AskOptions, signedIn } from '../sandbox-client.ts';

export const tokenPath = '/api/oauth/token';

/** A sandbox with a clock that stands, and a client of a grower who has consented. */
export async function climate() {
  const clock = { now: Date.UTC(2026, 4, 1) };
  const sandbox = await startSandbox(climateSandbox, { now: () => clock.now });
  const signed = await signedIn(sandbox.access, tokenPath);
  const key = { 'x-api-key': sandbox.access.apiKey };
  const call = (path: string, options: AskOptions = {}) =>
    signed.call(path, { ...options, headers: { ...key, ...options.headers } });
  return { ...sandbox, clock, ...signed, call, firstRefreshToken: sandbox.access.refreshToken };
}

export type Climate = Awaited<ReturnType<typeof climate>>;
