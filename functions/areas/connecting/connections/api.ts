import * as z from 'zod';
import { connectable, connectionSchema, signInSchema } from '../../../../domain/connections/connection.ts';
import { credentialStatusSchema } from '../../../../domain/credentials/credential.ts';
import { Problem } from '../../../../domain/errors.ts';
import type { Provider } from '../../../../domain/providers/provider.ts';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import { createdTimeSchema } from '../../../../domain/shared-members.ts';
import { defineArea } from '../../../http/endpoint.ts';
import { type Finder, userInPath } from '../../../http/existence.ts';
import { userIdInPath } from '../../../http/parameters.ts';

const ofUser = z.object({ svcUserId: userIdInPath });
const ofProvider = ofUser.extend({
  provider: z.string().max(100).describe('Key of the provider, as the list of connections has it.'),
});

/** The provider of a path, if growers connect it on pages. */
const connectableProvider: Finder<{ params: { provider: string } }, object, Provider<ProviderKey>> = async ({
  params: { provider },
}) => {
  const found = connectable.find(({ key }) => key === provider);
  if (found) return found;
  const keys = connectable.map(({ key }) => key).join(', ');
  throw new Problem('notFound', `Growers do not connect "${provider}" on pages. They connect ${keys}.`);
};

const createdSchema = z
  .object({ status: credentialStatusSchema, createdTime: createdTimeSchema })
  .meta({ id: 'ConnectedAccount' });

/** The endpoints of hosted pages and components: which accounts of a service user are connected, and how to connect others. */
export const connectionsApi = defineArea({
  name: 'connections',
  title: 'Connections',
  letter: 'G',
  description:
    'The accounts of a service user at providers, as a page shows them to a grower. With the API key of a link, only the providers of that link are listed.',
  base: '/services/widgets/api',
  endpoints: {
    listProviderConnections: {
      method: 'GET',
      path: '/users/{svcUserId}/connections',
      summary: 'List the providers that a grower can connect',
      description:
        'Lists providers in the order in which pages show them, with the connected accounts. Pages request it again after a consent.',
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      addition: true,
      params: ofUser,
      exists: { user: userInPath },
      responses: { 200: { description: 'All providers.', schema: z.array(connectionSchema) } },
    },
    connectAccount: {
      method: 'POST',
      path: '/users/{svcUserId}/connections/{provider}',
      summary: 'Connect an account of a grower',
      description:
        'For a provider with a consent page, the response has the URL to which to send the browser; for other providers, the `members` of the form become a credential at once. The application is the newest app key of the owner for `PRODUCTION`, or else for `STAGE`.',
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      addition: true,
      conflict:
        'An account of the user is already connected with a form. A credential that the provider no longer accepts is replaced instead, and every credential by a new consent.',
      params: ofProvider,
      exists: { user: userInPath, provider: connectableProvider },
      body: {
        kind: 'json',
        schema: z.strictObject({
          members: z
            .record(z.string().max(100), z.string().max(10_000))
            .optional()
            .describe('The values that the grower filled in, by the names of `members` in the list. Write-only.'),
        }),
        example: {},
        hasSecrets: true,
      },
      responses: {
        200: { description: 'The URL to which to send the browser.', schema: signInSchema },
        201: { description: 'The account is connected.', schema: createdSchema, location: 'given' },
      },
      errors: {
        502: 'The provider refused the request, could not be reached, or sent an invalid response; `providerStatus` is its HTTP status.',
        503: 'No URL is configured for the provider; the operator sets it.',
        504: 'The provider did not respond in time.',
      },
    },
    disconnectAccount: {
      method: 'DELETE',
      path: '/users/{svcUserId}/connections/{provider}',
      summary: 'Disconnect an account of a grower',
      description: 'Deletes the credential; data that was fetched with it stays. 404 when no account is connected.',
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      addition: true,
      params: ofProvider,
      exists: { user: userInPath, provider: connectableProvider },
      responses: { 204: { description: 'Disconnected.' } },
    },
  },
});
