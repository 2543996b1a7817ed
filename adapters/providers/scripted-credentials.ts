import * as z from 'zod';
import type { CredentialProvider } from '../../domain/credentials/credential-provider.ts';
import { askJson } from './ask-json.ts';
import { loopbackAddress } from './scripted-provider.ts';

const accepted = z.object({
  account: z.string().min(1).max(200),
  scopes: z.array(z.string()).max(50).optional(),
  obtained: z.record(z.string(), z.string()).default({}),
});

/** Signs in at the provider that plays the others on this machine (`local/demo/scripted-provider.ts`). */
export function scriptedCredentials(provider: string, address: string): CredentialProvider {
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
