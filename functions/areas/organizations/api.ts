import * as z from 'zod';
import { invalid } from '../../../domain/errors.ts';
import {
  connectionsSchema,
  type OrganizationStatus,
  organizationSchema,
  organizationStatuses,
} from '../../../domain/organizations/organization.ts';
import type { Accepting } from '../../../domain/providers/provider.ts';
import { type ProviderKey, providersOf } from '../../../domain/providers/providers.ts';
import { defineArea } from '../../http/endpoint.ts';
import { type Finder, userInPath } from '../../http/existence.ts';
import { pageParameters, userIdInPath } from '../../http/parameters.ts';

const maxWord = 200;
const word = z.string().max(maxWord);
const ofProvider = z.object({ svcUserId: userIdInPath, provider: word.describe('Key of the provider.') });
const ofOrganization = ofProvider.extend({ providerOrgId: word.describe('Id of the organization at the provider.') });

type ProviderNamed = Finder<{ params: { provider: string } }, object, ProviderKey>;

/** The provider of a path, when this part of the API takes it. */
function providerFor(part: Accepting): ProviderNamed {
  const taken = providersOf(part);
  return async ({ params: { provider } }) => {
    const found = taken.find((key) => key === provider);
    if (!found)
      throw invalid('#/provider', `"${provider}" is not supported here. The endpoint takes ${taken.join(', ')}.`);
    return found;
  };
}

const listed = providerFor('organizations');
const managed = providerFor('organizationStates');

const statuses = organizationStatuses.join(', ').replace(/, ([^,]*)$/, ' or $1');

const statusInPath: Finder<{ params: { status: string } }, object, OrganizationStatus> = async ({
  params: { status },
}) => {
  const found = organizationStatuses.find((known) => known === status);
  if (!found) throw invalid('#/status', `An organization can be set to ${statuses}, not to "${status}".`);
  return found;
};

const only = `Only for ${providersOf('organizationStates').join(', ')}; 400 otherwise.`;

/** Area E: which organizations users have at providers, and what is fetched of them. */
export const organizationsApi = defineArea({
  name: 'organizations',
  title: 'Provider organizations',
  letter: 'E',
  description:
    'The organizations that a service user has at a provider. The fields of SELECTED organizations are fetched, those of PREVIEW organizations are not, and the application has no access to BLOCKED organizations.',
  base: '/services/usermanagement/api',
  endpoints: {
    listConnections: {
      method: 'GET',
      path: '/users/{svcUserId}/organizations/{provider}',
      summary: 'List organizations by whether the application has access',
      description: `Shows what the last sync round over the user's providers found. Only for ${providersOf('organizations').join(' and ')}; 400 otherwise. If the provider does not report access, all organizations are listed as connected.`,
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      params: ofProvider,
      exists: { user: userInPath, provider: listed },
      responses: {
        200: { description: 'The lists of connected and of unconnected organizations.', schema: connectionsSchema },
      },
    },
    listOrganizations: {
      method: 'GET',
      path: '/users/{svcUserId}/{provider}/organizations',
      summary: 'List organizations with their states',
      description: only,
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      paged: true,
      params: ofProvider,
      exists: { user: userInPath, provider: managed },
      query: z.strictObject(pageParameters(['providerOrgId', 'providerOrgName', 'status'])),
      responses: { 200: { description: 'One page of organizations.', schema: z.array(organizationSchema) } },
    },
    getOrganization: {
      method: 'GET',
      path: '/users/{svcUserId}/{provider}/organizations/{providerOrgId}',
      summary: 'Get an organization',
      description: only,
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      params: ofOrganization,
      exists: { user: userInPath, provider: managed, providerOrg: 'ownRead' },
      responses: { 200: { description: 'The organization.', schema: organizationSchema } },
    },
    chooseOrganization: {
      method: 'PATCH',
      path: '/users/{svcUserId}/{provider}/organizations/{providerOrgId}/{status}',
      summary: 'Set the status of an organization',
      description: `\`{status}\` is ${statuses}. Selecting starts a sync round, which fetches the organization's fields if \`fieldsAutoSync\` is on. The next round sets an organization to which the application has no access back to BLOCKED, and a BLOCKED one to which it has access to PREVIEW. ${only}`,
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      params: ofOrganization.extend({ status: word.describe('The status to set.') }),
      exists: { user: userInPath, provider: managed, status: statusInPath, providerOrg: 'ownWrite' },
      responses: { 200: { description: 'The organization after the change.', schema: organizationSchema } },
    },
    syncOrganizations: {
      method: 'POST',
      path: '/users/{svcUserId}/{provider}/organizations/sync',
      summary: 'Sync the organizations of a user',
      description: `The setting \`organizationDataSync\` decides whether new organizations are SELECTED or in PREVIEW. Organizations without access become BLOCKED, and PREVIEW once access is granted. With \`fieldsAutoSync\`, fields are fetched afterwards. ${only}`,
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      idempotent: true,
      conflict:
        'The user is not connected to the provider (`providerNotConnected`), or the `Idempotency-Key` was used for another request.',
      params: ofProvider,
      exists: { user: userInPath, provider: managed },
      responses: { 202: { description: 'A sync round is queued.', schema: z.object({}) } },
    },
  },
});
