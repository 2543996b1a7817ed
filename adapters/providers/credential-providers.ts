import * as z from 'zod';
import type { CredentialProvider } from '../../domain/credentials/credential-provider.ts';
import type { ClientEnvironment } from '../../domain/providers/provider.ts';
import { type ProviderKey, providerOf } from '../../domain/providers/providers.ts';
import { askJson } from './ask-json.ts';
import { loopbackAddress } from './scripted-provider.ts';

const accepted = z.object({
  account: z.string().min(1).max(200),
  scopes: z.array(z.string()).max(50).optional(),
  obtained: z.record(z.string(), z.string()).default({}),
});

/** Addresses by provider that take the place of those in the table of providers. */
export type ProviderAddresses = Partial<Record<string, string>>;

/** Reads addresses from JSON such as `{"JohnDeere": "https://partnerapi.deere.com/platform"}`; empty is none. */
export function providerAddresses(text: string): ProviderAddresses {
  return z.record(z.string(), z.url()).parse(JSON.parse(text || '{}'));
}

/**
 * What asks a provider about credentials: at the address of a link where there is one, else at the configured address or that of the table. Undefined for a
 * provider that cannot be called yet: the scripted one, on loopback, is all there is.
 */
export function credentialProviderOf(
  provider: ProviderKey,
  environment: ClientEnvironment,
  linked: string | undefined,
  configured: ProviderAddresses,
): CredentialProvider | undefined {
  const address = linked ?? configured[provider] ?? providerOf(provider).addresses[environment].api;
  return address?.startsWith('http://127.0.0.1:') ? scriptedCredentials(provider, address) : undefined;
}

/** Signs in at the provider that plays the others on this machine (`local/demo/scripted-provider.ts`). */
function scriptedCredentials(provider: string, address: string): CredentialProvider {
  return {
    address,
    check: (members, seen) =>
      askJson(provider, new URL('/sign-in', loopbackAddress(provider, address)), accepted, {
        method: 'POST',
        sent: members,
        seen,
      }),
  };
}
