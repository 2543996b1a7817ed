import * as z from 'zod';
import type { CredentialProvider } from '../../domain/credentials/credential-provider.ts';
import { addressesOf, type GivenAddresses } from '../../domain/providers/addresses.ts';
import type { ClientEnvironment } from '../../domain/providers/provider.ts';
import type { ProviderKey } from '../../domain/providers/providers.ts';
import { askJson } from './ask-json.ts';
import { loopbackAddress } from './scripted-provider.ts';

const accepted = z.object({
  account: z.string().min(1).max(200),
  scopes: z.array(z.string()).max(50).optional(),
  obtained: z.record(z.string(), z.string()).default({}),
});

/**
 * The client of a provider for checks of credentials, at the link's URL if there is one, else at the given URL or that
 * of the table. Undefined for a provider without a client; only the scripted provider, on loopback, has one.
 */
export function credentialProviderOf(
  provider: ProviderKey,
  environment: ClientEnvironment,
  linked: string | undefined,
  given: GivenAddresses,
): CredentialProvider | undefined {
  const address = linked ?? addressesOf(provider, environment, given).api;
  return address?.startsWith('http://127.0.0.1:') ? scriptedCredentials(provider, address) : undefined;
}

/** Signs in at the local provider that plays all others (`local/demo/scripted-provider.ts`). */
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
