import type { Wanted } from '../credentials/wanted-credentials.ts';
import type { Page, PageRequest } from '../paging.ts';
import { type FilterOf, textFilter } from '../parameters.ts';
import type { ServiceUser } from './service-user.ts';

/** What a list of users may be narrowed to. All match exactly, `email` in any case. */
export const userFilters = {
  email: textFilter,
  name: textFilter,
  externalId: textFilter,
};
export type UserFilter = FilterOf<typeof userFilters>;

/** The fields by which users can be sorted. */
export const userSortFields = ['id', 'name', 'email', 'externalId', 'phone', 'address'] as const;

/** Which users there are. One that has been deleted is absent everywhere at once. */
export interface UserDirectory {
  get(ownerId: string, id: string): Promise<ServiceUser | undefined>;
  /** Which of these users are there; lists of their data leave out what waits to be erased. */
  existing(ownerId: string, ids: string[]): Promise<Set<string>>;
}

/** Where service users are kept. */
export interface UserStore extends UserDirectory {
  list(ownerId: string, filter: UserFilter, page: PageRequest): Promise<Page<ServiceUser>>;
  /** The user that has an external id at this moment. */
  withExternalId(ownerId: string, externalId: string): Promise<ServiceUser | undefined>;
  /**
   * Answers the user with what it shows of credentials that come to it from other users. Throws `conflict` when another user of the owner has the
   * externalId, and `notFound` for a credential that no user has.
   */
  create(ownerId: string, user: ServiceUser, wanted?: readonly Wanted[]): Promise<ServiceUser>;
  /**
   * Replaces a user by what `edit` makes of it, one edit after the other when several come at once.
   * Undefined when there is no such user; throws as `create`.
   *
   * @param wanted says what has to change about its credentials; left out, nothing has.
   */
  change(
    ownerId: string,
    id: string,
    edit: (user: ServiceUser) => ServiceUser,
    wanted?: (user: ServiceUser) => readonly Wanted[],
  ): Promise<ServiceUser | undefined>;
  /** Leaves a tombstone, and the event that sets the erasers to work, in one transaction. False when there is no such user. */
  remove(ownerId: string, id: string): Promise<boolean>;
}
