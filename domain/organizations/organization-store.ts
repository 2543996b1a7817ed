import type { FarmEvent } from '../events/event.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { ChosenStatus, Organization } from './organization.ts';

/** Whose organizations at which provider. */
export interface OrganizationsOf {
  ownerId: string;
  svcUserId: string;
  provider: ProviderKey;
}

/** An organization as it was read, to be replaced only if it has not changed meanwhile. */
export interface StoredOrganization extends Organization {
  revision: number;
  /** Whether its fields have been fetched from their beginning since it was selected. Their list then goes on where it was. */
  isFollowed: boolean;
}

/** Where the organizations of users are kept. */
export interface OrganizationStore {
  list(of: OrganizationsOf, asked: PageRequest): Promise<Page<Organization>>;
  all(of: OrganizationsOf): Promise<StoredOrganization[]>;
  get(of: OrganizationsOf, providerOrgId: string): Promise<Organization | undefined>;
  /** Undefined when there is no such organization. */
  choose(of: OrganizationsOf, providerOrgId: string, status: ChosenStatus): Promise<Organization | undefined>;
  /**
   * Replaces what was read by what is there now, and tells of it. False when another writer came first. Throws `notFound` when the user has been
   * deleted.
   */
  save(
    of: OrganizationsOf,
    before: StoredOrganization | undefined,
    after: Organization | undefined,
    events: FarmEvent[],
  ): Promise<boolean>;
  /** Notes that its fields have been fetched from their beginning; without effect when it is no longer selected. */
  follow(of: OrganizationsOf, providerOrgId: string): Promise<void>;
}
