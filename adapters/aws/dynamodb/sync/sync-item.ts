import type { Field } from '../../../../domain/fields/field.ts';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import { userPartition } from '../fields/field-item.ts';

/*
 * All that syncing keeps lies in the user's partition of the fields table, where it is erased with the user:
 * links to providers, and the names of the fields that wait.
 */

export const linkPrefix = 'link#';

export function linkKey(ownerId: string, svcUserId: string, provider: ProviderKey): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: linkPrefix + provider };
}

/** The provider that the name of a link's item has. */
export function linkedProvider(sk: unknown): ProviderKey {
  return String(sk).slice(linkPrefix.length) as ProviderKey;
}

/** The partitions of indexes in which the links of an owner stand, all of them and those to one provider. */
export function linksOfOwner(ownerId: string): string {
  return `${ownerId}#links`;
}

export function linksOfProvider(ownerId: string, provider: ProviderKey): string {
  return `${linksOfOwner(ownerId)}#${provider}`;
}

/** The note that a round is to fetch fields. */
export function wantedKey(ownerId: string, svcUserId: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: 'wanted#fields' };
}

/** The fields of a provider that wait in one of the states. */
export function openPrefix(provider: string, status: Field['status']): string {
  return `open#${provider}#${status}#`;
}

export function openKey(
  ownerId: string,
  svcUserId: string,
  provider: string,
  status: Field['status'],
  fieldId: string,
) {
  return { pk: userPartition(ownerId, svcUserId), sk: openPrefix(provider, status) + fieldId };
}
