import type { Wanted } from '../credentials/wanted-credentials.ts';
import type { Commit } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import { type FilterOf, textFilter } from '../parameters.ts';
import type { ServiceUser } from './service-user.ts';

/** Filters of a list of users. All match exactly; `email` ignores case. */
export const userFilters = {
  email: textFilter.describe('Only the users with this e-mail address; case is ignored.'),
  name: textFilter.describe('Only users with this name.'),
  externalId: textFilter.describe('Only the user with this id of the owner’s.'),
};
export type UserFilter = FilterOf<typeof userFilters>;

/** The fields by which users can be sorted. */
export const userSortFields = ['id', 'name', 'email', 'externalId', 'phone', 'address'] as const;

/** Reads users. A deleted user is absent at once. */
export interface UserDirectory {
  get(ownerId: string, id: string): Promise<ServiceUser | undefined>;
  /** Those of the users that exist; lists leave out data of deleted users, which waits for erasure. */
  existing(ownerId: string, ids: string[]): Promise<Set<string>>;
}

/** Stores service users. */
export interface UserStore extends UserDirectory {
  list(ownerId: string, filter: UserFilter, page: PageRequest): Promise<Page<ServiceUser>>;
  /** The user with an external id, strongly consistent. */
  withExternalId(ownerId: string, externalId: string): Promise<ServiceUser | undefined>;
  /**
   * Creates a user, and returns it with credentials that are moved to it from other users. Throws `conflict` if another
   * user of the owner has the externalId, and `notFound` for a credential that no user has.
   */
  create(
    ownerId: string,
    user: ServiceUser,
    wanted?: readonly Wanted[],
    commit?: Commit<ServiceUser>,
  ): Promise<ServiceUser>;
  /**
   * Edits a user; concurrent edits are applied one after the other. Undefined if the user does not exist. Throws
   * `conflict` if another user of the owner has the externalId, and `notFound` for a credential that no user has.
   *
   * @param wanted the changes of its credentials; none by default.
   */
  change(
    ownerId: string,
    id: string,
    edit: (user: ServiceUser) => ServiceUser,
    wanted?: (user: ServiceUser) => readonly Wanted[],
  ): Promise<ServiceUser | undefined>;
  /**
   * Replaces a user by a tombstone, together with the event that starts the erasure, in one transaction. False if the
   * user does not exist.
   */
  remove(ownerId: string, id: string): Promise<boolean>;
}
