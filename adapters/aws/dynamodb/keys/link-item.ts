import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { SealedLink } from '../../../../domain/links/link-store.ts';
import { keptAfterEndSeconds, type StoredLink, type Widget } from '../../../../domain/links/magic-link.ts';
import type { Item, Table } from '../table.ts';

/*
 * A link is an item in the partition of its owner and widget, where its list is read. Two others lead to it: one by the hash of its
 * secret, which stays for a while when the link is revoked, and one in the partition of its user, where the eraser finds it. Keys of
 * sessions stand where all keys do, by their hashes, and are found by the eraser in the same way.
 */

/** Identifies the item of a link. */
export interface LinkKey {
  ownerId: string;
  widget: Widget;
  id: string;
}

export const ofUserPrefix = 'link#';
export const sessionPrefix = 'linkSession#';

export function linksPartition(ownerId: string, widget: Widget): string {
  return `${ownerId}#links#${widget}`;
}

export function linkKey({ ownerId, widget, id }: LinkKey) {
  return { pk: linksPartition(ownerId, widget), sk: id };
}

/** Contains no owner, since a grower has only the secret. */
export function linkHashKey(hash: string) {
  return { pk: `linkHash#${hash}`, sk: 'link' };
}

export function linkOfUserKey(ownerId: string, svcUserId: string, id: string) {
  return { pk: `${ownerId}#${svcUserId}`, sk: ofUserPrefix + id };
}

export function sessionOfUserKey(ownerId: string, svcUserId: string, id: string) {
  return { pk: `${ownerId}#${svcUserId}`, sk: sessionPrefix + id };
}

/** The expiry of a link's items. They stay after the link's end, so that its page can show why it does not open. */
export function linkExpiry({ expiresAt }: Pick<StoredLink, 'expiresAt'>): { expiresAt: number } {
  return { expiresAt: Math.ceil(Date.parse(expiresAt) / 1000) + keptAfterEndSeconds };
}

/** The item of a link; members that change with each usage are outside the record. */
export function linkItem(ownerId: string, { link, sealed }: SealedLink, hash: string): Item {
  const { usageCount, lastAccessedAt: _, ...magicLink } = link;
  const conditions = { until: Date.parse(link.expiresAt), ...(link.maxUsage !== null && { maxUsage: link.maxUsage }) };
  return { ...linkKey({ ownerId, ...link }), magicLink, usageCount, ...conditions, sealed, hash, ...linkExpiry(link) };
}

export function linkFromItem({ magicLink, usageCount, lastAccessedAt = null, sealed }: Item): SealedLink | undefined {
  if (magicLink === undefined) return undefined;
  const link = { ...(magicLink as StoredLink), usageCount: Number(usageCount), lastAccessedAt } as StoredLink;
  return { link, sealed: String(sealed) };
}

/**
 * The current link; undefined if it was revoked or erased.
 *
 * @example const link = await readLink(keys, linkOfKey);
 */
export async function readLink({ client, name }: Table, key: LinkKey): Promise<SealedLink | undefined> {
  const command = new GetCommand({ TableName: name, Key: linkKey(key), ConsistentRead: true });
  const { Item } = await client.send(command);
  return Item && linkFromItem(Item);
}
