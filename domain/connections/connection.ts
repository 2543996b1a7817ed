import * as z from 'zod';
import { attachedCredentialSchema, credentialStatusSchema } from '../credentials/credential.ts';
import { uncalledMessage } from '../credentials/uncalled.ts';
import type { GivenAddresses } from '../providers/addresses.ts';
import type { Provider } from '../providers/provider.ts';
import { type ProviderKey, providers } from '../providers/providers.ts';
import type { ServiceUser } from '../users/service-user.ts';

/** A provider as a page shows it to a grower. */
export const connectionSchema = z
  .object({
    provider: z.string().describe('Key of the provider.'),
    displayName: z.string().describe('The name of the provider, for people.'),
    site: z.string().describe('The host name by which growers know the provider.'),
    consent: z
      .enum(['oauth', 'form'])
      .describe('`oauth`: the grower consents on a page of the provider. `form`: the grower fills in `members`.'),
    members: z
      .array(
        z.object({
          name: z.string().describe('The name of the member in the body that connects the account.'),
          kind: z.enum(['text', 'secret']).describe('Whether the member is shown while it is typed, or is a `secret`.'),
          required: z.boolean().describe('Whether the account cannot be connected without it.'),
        }),
      )
      .describe('What the form asks for; empty with `oauth`.'),
    available: z.boolean().describe('Whether the owner has an app key for it.'),
    connected: attachedCredentialSchema
      .pick({ createdTime: true })
      .required()
      .extend({ status: credentialStatusSchema })
      .nullable()
      .describe('The attached credential; null if there is none.'),
    isCalled: z
      .boolean()
      .describe(
        'Whether this installation calls the provider. If not, a connected account is stored, and nothing arrives.',
      ),
    choosesOrganizations: z
      .boolean()
      .describe('Whether the grower chooses the organizations to fetch data from after connecting the account.'),
  })
  .meta({ id: 'Connection' });

/** The URL that opens a consent in a grower's browser. */
export const signInSchema = z
  .object({ signInUrl: z.url().describe('The URL to which to send the browser of the grower.') })
  .meta({ id: 'SignInUrl' });

export type Connection = z.infer<typeof connectionSchema>;

/** The providers that growers connect on pages. */
export const connectable: readonly Provider<ProviderKey>[] = (providers as readonly Provider<ProviderKey>[]).filter(
  ({ inLinks }) => inLinks,
);

/** The state of a provider for one user. */
export function connectionOf(
  row: Provider<ProviderKey>,
  user: ServiceUser,
  hasAppKey: boolean,
  addresses: GivenAddresses,
): Connection {
  const { status, createdTime } = user[row.userProperty as keyof ServiceUser] as z.infer<
    typeof attachedCredentialSchema
  >;
  return {
    provider: row.key,
    displayName: row.displayName,
    site: row.site ?? '',
    consent: row.form ? 'form' : 'oauth',
    members: Object.entries(row.form ?? {}).map(([name, { kind, required }]) => ({
      name,
      kind: kind === 'text' ? 'text' : 'secret',
      required,
    })),
    available: hasAppKey,
    connected: status !== undefined && createdTime !== undefined ? { status, createdTime } : null,
    isCalled: uncalledMessage({ provider: row.key, shown: {} }, addresses) === undefined,
    choosesOrganizations: row.accepts.includes('organizationStates'),
  };
}
