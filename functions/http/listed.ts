import type { Owner } from '../../domain/access/owner.ts';
import type { PageRequest } from '../../domain/paging.ts';
import type { UserDirectory } from '../../domain/users/user-store.ts';

/** What is asked of a list of an owner's: without the rows of users that have been deleted and wait to be erased. */
export function listedFor(
  { id, indexed }: Pick<Owner, 'id' | 'indexed'>,
  { users }: { users: Pick<UserDirectory, 'existing'> },
  asked: PageRequest,
): PageRequest {
  return { ...asked, indexed, existing: (svcUserIds) => users.existing(id, svcUserIds) };
}
