import type { Field } from '../../../../domain/fields/field.ts';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import type { AbsentFrom } from '../../../../domain/sync/absences.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { userPartition } from '../fields/field-item.ts';

/*
 * All that syncing keeps lies in the user's partition of the fields table, where it is erased with the user:
 * links to providers, and the names of the fields that wait.
 */

export const linkPrefix = 'link#';

export function linkKey(ownerId: string, svcUserId: string, provider: ProviderKey): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: linkPrefix + provider };
}

/** The partition of the index `byDeadline` with the links of all users, by the time of their next scheduled round. */
export const roundsDeadline = 'rounds';

/** The provider in the key of a link's item. */
export function linkedProvider(sk: unknown): ProviderKey {
  return String(sk).slice(linkPrefix.length) as ProviderKey;
}

/** The partition of an index with all links of an owner. */
export function linksOfOwner(ownerId: string): string {
  return `${ownerId}#links`;
}

export function linksOfProvider(ownerId: string, provider: ProviderKey): string {
  return `${linksOfOwner(ownerId)}#${provider}`;
}

/** Key of the request to fetch fields. */
export function wantedKey(ownerId: string, svcUserId: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: 'wanted#fields' };
}

/** The key of a record of a provider that a complete list did not have; the prefix of all of a list for `''`. */
export function absenceKey({ ownerId, svcUserId }: UserSubject, provider: string, list: AbsentFrom, id: string) {
  return { pk: userPartition(ownerId, svcUserId), sk: `absent#${provider}#${list}#${id}` };
}

/** Prefix of a provider's files that are to be fetched, or have ended. */
export function filePrefix(kind: 'due' | 'ended', provider: ProviderKey): string {
  return `file#${kind}#${provider}#`;
}

/** Prefix of a provider's fields that wait in a status. */
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
