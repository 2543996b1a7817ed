import { noCredentials, type ServiceUser } from '../../../../domain/users/service-user.ts';
import { indexed, withoutText } from '../lists/index-text.ts';
import type { Item } from '../table.ts';
import { userKey } from './user-exists.ts';

/** Key of the item that makes an external id unique per owner. */
export function externalIdKey(ownerId: string, externalId: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#externalId#${externalId}`, sk: 'claim' };
}

export function toItem(ownerId: string, user: ServiceUser): Item {
  return {
    ...userKey(ownerId, user.id),
    ownerKey: ownerId,
    nameKey: indexed(user.name) + user.id,
    emailKey: indexed(user.email) + user.id,
    externalIdKey: (user.externalId === undefined ? withoutText : indexed(user.externalId)) + user.id,
    user,
  };
}

/** The user in an item; undefined for the tombstone of a deleted user. */
export function fromItem(item: Item): ServiceUser | undefined {
  const user = item.user as ServiceUser | undefined;
  return user && { ...noCredentials(), ...user };
}
