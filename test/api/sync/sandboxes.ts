import { afterAll, beforeAll } from 'vitest';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import { addressesOfSandboxes, type SandboxesAccess } from '../../../local/sandboxes/start-sandboxes.ts';
import { cloud, control } from '../cloud.ts';
import { freshCredential, type ShownCredential } from '../credentials/credential.ts';
import type { TestOwner } from '../owner.ts';

const { functions } = cloud.endpoints;
const sandboxes = cloud.endpoints.sandboxes as SandboxesAccess;
const directed = functions.filter(({ environment }) => environment.PROVIDER_ADDRESSES !== undefined);

/** Has the functions call the sandboxes in place of providers while the tests of a file run. */
export function useSandboxes(): SandboxesAccess {
  const setAll = async (addressesOf: (before: string) => string) => {
    for (const { name, environment } of directed) {
      const PROVIDER_ADDRESSES = addressesOf(String(environment.PROVIDER_ADDRESSES));
      await control('POST', `/functions/${name}/variables`, { PROVIDER_ADDRESSES });
    }
  };
  beforeAll(() => setAll((before) => JSON.stringify({ ...JSON.parse(before), ...addressesOfSandboxes(sandboxes) })));
  afterAll(() => setAll((before) => before));
  return sandboxes;
}

/** Calls the control of a sandbox. */
export async function controlSandbox<T = unknown>(
  key: keyof SandboxesAccess,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${sandboxes[key].url}/control${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Attaches the credential of a grower who has consented to everything, with a refresh token of its own. */
export async function sandboxCredential(
  owner: TestOwner,
  svcUserId: string,
  key: Extract<ProviderKey, keyof SandboxesAccess>,
): Promise<ShownCredential> {
  const { clientId, clientSecret } = sandboxes[key];
  const refreshToken = await consent(key);
  const client =
    key === 'JohnDeere'
      ? { clientKey: clientId, clientSecret }
      : { clientId, clientSecret, apiKey: sandboxes.ClimateFieldView.apiKey };
  return freshCredential(owner, svcUserId, key, { ...client, refreshToken });
}

/** The refresh token of a grower who answers the consent page of a sandbox. */
export async function consent(key: keyof SandboxesAccess, answer = 'allow'): Promise<string> {
  const { clientId, clientSecret } = sandboxes[key];
  const { consent: page, token } = addressesOfSandboxes(sandboxes)[key].PRODUCTION;
  const redirect_uri = 'http://127.0.0.1/back';
  const asked = new URLSearchParams({ client_id: clientId, redirect_uri, response_type: 'code', answer });
  const back = await fetch(`${page}?${asked}`, { redirect: 'manual' });
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri });
  const answered = await fetch(token, { method: 'POST', body: form, headers: { authorization } });
  return ((await answered.json()) as { refresh_token: string }).refresh_token;
}
