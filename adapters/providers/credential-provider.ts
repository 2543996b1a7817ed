import * as z from 'zod';
import type { CredentialProvider } from '../../domain/credentials/credential-provider.ts';
import { addressesOf } from '../../domain/providers/addresses.ts';
import type { ClientEnvironment } from '../../domain/providers/provider.ts';
import type { ProviderKey } from '../../domain/providers/providers.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { adapterOf } from './adapters.ts';
import { askJson } from './ask-json.ts';
import { openAccount } from './open-account.ts';
import { loopbackAddress } from './scripted-provider.ts';
import type { AccountServices } from './transport/account-transport.ts';

const accepted = z.object({
  account: z.string().min(1).max(200),
  scopes: z.array(z.string()).max(50).optional(),
  obtained: z.record(z.string(), z.string()).default({}),
});

/** A credential of a user whose provider is asked about it. */
export interface CheckedCredential {
  user: UserSubject;
  id: string;
  provider: ProviderKey;
  environment: ClientEnvironment;
  renewedTime?: string | undefined;
  /** The URL of the user's link, at the scripted provider. */
  linked?: string | undefined;
}

/** The client of a provider for checks of credentials. Undefined for a provider that cannot be called yet. */
export function credentialProviderOf(
  { user, id: credentialId, provider, environment, renewedTime, linked }: CheckedCredential,
  services: AccountServices,
): CredentialProvider | undefined {
  if (linked !== undefined) return scriptedCredentials(provider, linked);
  const adapter = adapterOf(provider);
  if (!adapter || addressesOf(provider, environment, services.addresses).api === undefined) return undefined;
  return {
    async check() {
      const account = await openAccount(user, { provider, credentialId, renewedTime }, services);
      if (!account) throw new Error(`${provider} has no address`);
      const firstCall = await adapter.firstCall();
      try {
        await firstCall(account);
      } finally {
        await account.transport.flush();
      }
      // Providers do not name the account; a consent for another one renews the credential.
      return { account: credentialId, obtained: {} };
    },
  };
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
