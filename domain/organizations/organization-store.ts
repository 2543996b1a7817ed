import type { FarmEvent } from '../events/event.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { Organization, OrganizationStatus } from './organization.ts';

/** Identifies the organizations of a user at a provider. */
export interface OrganizationsOf {
  ownerId: string;
  svcUserId: string;
  provider: ProviderKey;
}

/** A stored organization with its revision; it is replaced only if the revision is unchanged. */
export interface StoredOrganization extends Organization {
  revision: number;
  /**
   * Whether its fields have been fetched completely since it was selected, so that the next sync continues from there.
   */
  isFollowed: boolean;
}

/** Stores the organizations of users. */
export interface OrganizationStore {
  list(of: OrganizationsOf, asked: PageRequest): Promise<Page<Organization>>;
  all(of: OrganizationsOf): Promise<StoredOrganization[]>;
  get(of: OrganizationsOf, providerOrgId: string): Promise<Organization | undefined>;
  /** Undefined if the organization does not exist. */
  choose(of: OrganizationsOf, providerOrgId: string, status: OrganizationStatus): Promise<Organization | undefined>;
  /**
   * Replaces an organization that was read, and writes events about the change. False if it was changed meanwhile.
   * Throws `notFound` if the user has been deleted.
   */
  save(
    of: OrganizationsOf,
    before: StoredOrganization | undefined,
    after: Organization | undefined,
    events: FarmEvent[],
  ): Promise<boolean>;
  /** Notes that its fields have been fetched completely; no effect if it is no longer selected. */
  follow(of: OrganizationsOf, providerOrgId: string): Promise<void>;
}
