import { organizationStore } from '../../../adapters/aws/dynamodb/organizations/organization-store.ts';
import { table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';

export const usersService = '/services/usermanagement/api/users';

/** A provider's record of an organization that the application may access, and of one that it may not. */
export const connected = { managementUri: 'https://provider.example/org/connections-dialog' };
export const notConnected = { managementUri: 'https://provider.example/connections/select-organizations' };

const store = organizationStore({ fields: table('fields'), users: table('users'), events: table('events') });
let last = 400_100;

/** Creates an organization at John Deere without a round; returns its id at the provider. */
export async function freshOrganization({ owner }: TestOwner, svcUserId: string): Promise<string> {
  last += 1;
  const of = { ownerId: owner.id, svcUserId, provider: 'JohnDeere' } as const;
  const after = {
    providerOrgId: String(last),
    providerOrgName: `Farm ${last}`,
    status: 'PREVIEW',
    ...connected,
  } as const;
  await store.save(of, undefined, after, []);
  return after.providerOrgId;
}
