import * as z from 'zod';
import type { ProvidedOrganization } from '../sync/field-provider.ts';
import type { OrganizationEventType } from './organization-events.ts';

/**
 * `SELECTED`: its fields are fetched. `PREVIEW`: it is listed without being fetched. `BLOCKED`: the owner's application
 * has no access to it at the provider.
 */
export const organizationStatuses = ['SELECTED', 'PREVIEW', 'BLOCKED'] as const;

export type OrganizationStatus = (typeof organizationStatuses)[number];

/** An organization of a user at a provider. */
export const organizationSchema = z
  .object({
    providerOrgId: z.string().describe('Id of the organization at the provider.'),
    providerOrgName: z.string().describe('The name of the organization at the provider.'),
    status: z
      .enum(organizationStatuses)
      .describe(
        '`SELECTED`: its fields are fetched. `PREVIEW`: it is listed without being fetched. `BLOCKED`: the application has no access to it at the provider.',
      ),
    managementUri: z
      .string()
      .optional()
      .describe('The page on which the grower manages the access of the application, as given by the provider.'),
  })
  .meta({ id: 'ProviderOrganization' });

export type Organization = z.infer<typeof organizationSchema>;

const listed = z.object({
  id: z.string().describe('Id of the organization at the provider.'),
  name: z.string().describe('The name of the organization at the provider.'),
  managementUri: z
    .string()
    .optional()
    .describe(
      'The page on which the grower manages the access of the application, as given by the provider; absent if it gives none.',
    ),
});

/** The organizations of a user at a provider, grouped by whether the owner's application has access to them. */
export const connectionsSchema = z
  .object({
    connectedOrganizations: z.array(listed).describe('Organizations to which the application has access.'),
    notConnectedOrganizations: z.array(listed).describe('Organizations to which the application has no access yet.'),
  })
  .meta({ id: 'OrganizationConnections' });

/**
 * Whether the owner's application has access, according to the provider's URL; true at providers that do not report
 * access.
 */
export function isConnected({ managementUri }: Pick<Organization, 'managementUri'>, reportsAccess: boolean): boolean {
  return !reportsAccess || managementUri?.includes('connections-dialog') === true;
}

/** Groups organizations for a list by access. */
export function connectionsOf(organizations: readonly Organization[], reportsAccess: boolean) {
  const shown = (connected: boolean) =>
    organizations
      .filter((organization) => isConnected(organization, reportsAccess) === connected)
      .map(({ providerOrgId: id, providerOrgName: name, managementUri }) => ({
        id,
        name,
        ...(managementUri !== undefined && { managementUri }),
      }));
  return { connectedOrganizations: shown(true), notConnectedOrganizations: shown(false) };
}

export interface Reading {
  /** Whether the provider reports the organizations that the application has access to. */
  reportsAccess: boolean;
  /** The initial state of new organizations. */
  organizationDataSync: 'ALL' | 'SELECTED_ONLY';
}

/** The result of reading an organization: its new state, absent if it is gone, and the events to write. */
export interface ReadOrganization {
  after?: Organization;
  events: OrganizationEventType[];
}

/**
 * Updates an organization with the provider's current data. Without access it becomes BLOCKED, and PREVIEW once access
 * is found again; otherwise the owner's choice stays.
 */
export function readOrganization(
  before: Organization | undefined,
  provided: ProvidedOrganization | undefined,
  { reportsAccess, organizationDataSync }: Reading,
): ReadOrganization {
  if (!provided) return { events: before ? ['providerOrganizationRemoved'] : [] };
  const { id, name, managementUri } = provided;
  const known = { providerOrgId: id, providerOrgName: name, ...(managementUri !== undefined && { managementUri }) };
  const status = statusOf(before, isConnected(known, reportsAccess), organizationDataSync);
  const events: OrganizationEventType[] = before ? [] : ['providerOrganizationCreated'];
  if (status === 'BLOCKED' && before?.status !== 'BLOCKED') events.push('providerOrganizationBlocked');
  return { after: { ...known, status }, events };
}

function statusOf(
  before: Organization | undefined,
  connected: boolean,
  organizationDataSync: Reading['organizationDataSync'],
): Organization['status'] {
  if (!connected) return 'BLOCKED';
  if (!before) return organizationDataSync === 'ALL' ? 'SELECTED' : 'PREVIEW';
  return before.status === 'BLOCKED' ? 'PREVIEW' : before.status;
}
