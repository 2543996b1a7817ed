import { noCredentials, type ServiceUser } from '../../../../domain/users/service-user.ts';
import type { Item } from '../table.ts';

/** Index keys hold this much of a text; DynamoDB takes 1,024 bytes. Longer texts are told apart by the item itself. */
const indexedCharacters = 200;

/** Sorts after every text, so that users without an external id come last. */
const absent = '\uFFFF';

/** The id is the sort key too, so that an owner's index is in the order of creation. */
export function userKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#${id}`, sk: id };
}

/** The item that makes an external id unique in its owner. */
export function externalIdKey(ownerId: string, externalId: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#externalId#${externalId}`, sk: 'claim' };
}

/** A text as the start of an index key; the id behind it breaks ties. */
export function indexed(text: string): string {
  return `${text.toLowerCase().slice(0, indexedCharacters)}\u0000`;
}

export function toItem(ownerId: string, user: ServiceUser): Item {
  return {
    ...userKey(ownerId, user.id),
    ownerKey: ownerId,
    nameKey: indexed(user.name) + user.id,
    emailKey: indexed(user.email) + user.id,
    externalIdKey: (user.externalId === undefined ? absent : indexed(user.externalId)) + user.id,
    user,
  };
}

/** The user in an item, or undefined when the item is the tombstone of one that was deleted. */
export function fromItem(item: Item): ServiceUser | undefined {
  const user = item.user as ServiceUser | undefined;
  return user && { ...noCredentials(), ...user };
}
