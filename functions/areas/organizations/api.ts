import * as z from 'zod';
import { invalid } from '../../../domain/errors.ts';
import {
  type ChosenStatus,
  chosenStatuses,
  connectionsSchema,
  organizationSchema,
} from '../../../domain/organizations/organization.ts';
import type { Accepting } from '../../../domain/providers/provider.ts';
import { type ProviderKey, providersOf } from '../../../domain/providers/providers.ts';
import { defineArea } from '../../http/endpoint.ts';
import { type Finder, userInPath } from '../../http/existence.ts';
import { idInPath, pageParameters } from '../../http/parameters.ts';

const maxWord = 200;
const word = z.string().max(maxWord);
const ofProvider = z.object({ svcUserId: idInPath, provider: word });
const ofOrganization = ofProvider.extend({ providerOrgId: word });

type ProviderNamed = Finder<{ params: { provider: string } }, object, ProviderKey>;

/** The provider of a path, when this part of the API takes it. */
function providerFor(part: Accepting): ProviderNamed {
  const taken = providersOf(part);
  return async ({ params: { provider } }) => {
    const found = taken.find((key) => key === provider);
    if (!found)
      throw invalid('#/provider', `Organizations cannot be asked of "${provider}" here, only of ${taken.join(', ')}.`);
    return found;
  };
}

const listed = providerFor('organizations');
const managed = providerFor('organizationStates');

const statusInPath: Finder<{ params: { status: string } }, object, ChosenStatus> = async ({ params: { status } }) => {
  const found = chosenStatuses.find((chosen) => chosen === status);
  if (!found)
    throw invalid('#/status', `An organization can be set to ${chosenStatuses.join(' or ')}, not to "${status}".`);
  return found;
};

const only = `Only for ${providersOf('organizationStates').join(', ')}; 400 otherwise.`;

/** Area E: which organizations users have at providers, and what is fetched of them. */
export const organizationsApi = defineArea({
  name: 'organizations',
  title: 'Provider organizations',
  letter: 'E',
  description:
    'The organizations that a service user has at a provider. Those that are SELECTED have their fields fetched; of those in PREVIEW nothing is, and to those that are BLOCKED the application has no access.',
  base: '/services/usermanagement/api',
  endpoints: {
    listConnections: {
      method: 'GET',
      path: '/users/{svcUserId}/organizations/{provider}',
      summary: 'List organizations by whether the application has access',
      description: `As the last round over the user's providers found them. For ${providersOf('organizations').join(' and ')}, others are 400; where the provider does not tell, all are listed as connected.`,
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      params: ofProvider,
      exists: { user: userInPath, provider: listed },
      responses: { 200: { description: 'Both lists.', schema: connectionsSchema } },
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
      summary: 'Select an organization, or leave it in preview',
      description: `\`{status}\` is ${chosenStatuses.join(' or ')}. Selecting has a round begin: with \`fieldsAutoSync\`, it fetches the organization's fields. One to which the application has no access is BLOCKED again by the next round. ${only}`,
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      params: ofOrganization.extend({ status: word }),
      exists: { user: userInPath, provider: managed, status: statusInPath, providerOrg: 'ownWrite' },
      responses: { 200: { description: 'The organization as it is now.', schema: organizationSchema } },
    },
    syncOrganizations: {
      method: 'POST',
      path: '/users/{svcUserId}/{provider}/organizations/sync',
      summary: 'Read the organizations of a user again',
      description: `New ones are SELECTED or in PREVIEW by the setting \`organizationDataSync\`; those without access become BLOCKED, and go to PREVIEW once it is there. With \`fieldsAutoSync\`, fields are fetched afterwards. ${only}`,
      access: 'ownerOrApiKey',
      links: ['PROVIDER', 'AUTHENTICATION'],
      idempotent: true,
      params: ofProvider,
      exists: { user: userInPath, provider: managed },
      responses: { 202: { description: 'A round is waiting to begin.', schema: z.object({}) } },
    },
  },
});
