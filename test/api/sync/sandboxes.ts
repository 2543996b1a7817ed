import { afterAll, beforeAll } from 'vitest';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import { addressesOfSandboxes } from '../../../local/demo/addresses-of-sandboxes.ts';
import { type ConsentedKey, growerConsent } from '../../../local/demo/sandbox-account.ts';
import type { SandboxesAccess } from '../../../local/sandboxes/sandboxes.ts';
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
  key: Extract<ProviderKey, ConsentedKey>,
  clientEnvironment: 'STAGE' | 'PRODUCTION' = 'PRODUCTION',
): Promise<ShownCredential> {
  const { clientId, clientSecret } = sandboxes[key];
  const refreshToken = await consent(key);
  const clients = {
    JohnDeere: { clientKey: clientId, clientSecret, clientEnvironment },
    ClimateFieldView: { clientId, clientSecret, apiKey: sandboxes.ClimateFieldView.apiKey },
    Lindsay: { clientId, clientSecret },
    Trimble: { clientId, clientSecret },
  };
  return freshCredential(owner, svcUserId, key, { ...clients[key], refreshToken });
}

/** The refresh token of a grower who answers the consent page of a sandbox. */
export const consent = (key: ConsentedKey, answer?: string) => growerConsent(sandboxes, key, answer);
