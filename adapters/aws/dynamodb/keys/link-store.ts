import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, timestamp } from '../../../../domain/clock.ts';
import type { Eraser } from '../../../../domain/erasure/eraser.ts';
import type { LinkStore } from '../../../../domain/links/link-store.ts';
import { type StoredLink, sessionEnd, stateOf } from '../../../../domain/links/magic-link.ts';
import { linkSecrets } from '../../../secrets/random-secrets.ts';
import { eraseItems } from '../batch-write.ts';
import { indexPage } from '../lists/index-page.ts';
import type { Table } from '../table.ts';
import { ifHeld, transact } from '../transact.ts';
import { itemsIn } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';
import { apiKeyHashKey } from './api-key-item.ts';
import { findLink, linkDirectory } from './link-directory.ts';
import {
  type LinkKey,
  linkExpiry,
  linkFromItem,
  linkHashKey,
  linkItem,
  linkKey,
  linkOfUserKey,
  linksPartition,
  ofUserPrefix,
  readLink,
  sessionOfUserKey,
  sessionPrefix,
} from './link-item.ts';

const pageSize = 20;

/**
 * Links in DynamoDB. Their secrets are stored as hashes, and sealed.
 *
 * @example const links = linkStore(table(names.KEYS_TABLE), table(names.USERS_TABLE), clock);
 */
export function linkStore(keys: Table, users: Table, clock: Clock): LinkStore {
  const TableName = keys.name;
  const directory = linkDirectory(keys, users, clock);
  const put = (Item: Record<string, unknown>) => ({ Put: { TableName, Item } });

  /** Counts a usage. False if the link has ended or does not exist. */
  const count = async (key: LinkKey, now: number): Promise<boolean> => {
    const command = new UpdateCommand({
      TableName,
      Key: linkKey(key),
      UpdateExpression: 'SET usageCount = usageCount + :one, lastAccessedAt = :at',
      ConditionExpression: '#until > :now AND (attribute_not_exists(maxUsage) OR usageCount < maxUsage)',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':one': 1, ':at': timestamp(now), ':now': now },
    });
    return (await ifHeld(() => keys.client.send(command))) !== undefined;
  };

  return {
    ...directory,

    async create(ownerId, sealed, hash, commit) {
      const { link } = sealed;
      const writes = [
        userExists(users, ownerId, link.svcUserId),
        put(linkItem(ownerId, sealed, hash)),
        put({ ...linkOfUserKey(ownerId, link.svcUserId, link.id), widget: link.widget, hash, ...linkExpiry(link) }),
        put({ ...linkHashKey(hash), link: keyOf(ownerId, link), ...linkExpiry(link) }),
      ];
      return (await transact(keys.client, writes, commit)) === undefined;
    },

    async get(ownerId, widget, secret) {
      const found = await findLink(keys, secret);
      if (typeof found === 'string' || found.ownerId !== ownerId || found.widget !== widget) return undefined;
      return readLink(keys, found);
    },

    list(ownerId, widget, cursor) {
      const range = { partitionKey: 'pk', partition: linksPartition(ownerId, widget), sortKey: 'sk' };
      // Lists of links have no total.
      const uncounted = Promise.resolve(0);
      return indexPage(keys, range, { page: 0, size: pageSize, sort: [], cursor }, linkFromItem, uncounted);
    },

    async revoke(ownerId, link, secret) {
      const hash = linkSecrets.hashOf(secret) ?? '';
      const failed = await transact(keys.client, [
        {
          Delete: {
            TableName,
            Key: linkKey(keyOf(ownerId, link)),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        { Delete: { TableName, Key: linkOfUserKey(ownerId, link.svcUserId, link.id) } },
        put({ ...linkHashKey(hash), revokedAt: timestamp(clock.now()), ...linkExpiry(link) }),
      ]);
      return failed === undefined;
    },

    /**
     * The key is written before the usage is counted, and removed if nothing is counted: a usage is never counted
     * without its key.
     */
    async open(secret, { id, hash }) {
      const key = await findLink(keys, secret);
      if (typeof key === 'string') return { state: key };
      const kept = await readLink(keys, key);
      if (!kept) return { state: 'unknown' };
      const now = clock.now();
      const state = stateOf(kept.link, now);
      if (state !== 'open') return { state };
      const { ownerId } = key;
      const { svcUserId } = kept.link;
      const holder = { ownerId, svcUserId, id, expiresAt: sessionEnd(kept.link, now), link: key };
      const expiresAt = Math.ceil(Date.parse(holder.expiresAt) / 1000);
      const items = [
        { ...apiKeyHashKey(hash), holder, expiresAt },
        { ...sessionOfUserKey(ownerId, svcUserId, id), hash, expiresAt },
      ];
      const failed = await transact(keys.client, [userExists(users, ownerId, svcUserId), ...items.map(put)]);
      if (failed !== undefined) return { state: 'unknown' };
      if (await count(key, now)) return { ownerId, link: kept.link, expiresAt: holder.expiresAt };
      await eraseItems(
        keys,
        items.map(({ pk, sk }) => ({ pk, sk })),
      );
      const after = await directory.state(secret);
      return { state: after === 'open' ? 'exhausted' : after };
    },
  };
}

/**
 * Erases a deleted user's links and the keys of their sessions. The entry that lists a link is deleted last, so that an
 * interrupted eraser finds it again.
 */
export function linksEraser(keys: Table): Eraser {
  return {
    covers: 'keys:links',
    async erase({ ownerId, svcUserId }) {
      const { pk } = linkOfUserKey(ownerId, svcUserId, '');
      for await (const { sk, widget, hash } of itemsIn(keys, pk, ofUserPrefix)) {
        const key = { ownerId, widget, id: String(sk).slice(ofUserPrefix.length) } as LinkKey;
        await eraseItems(keys, [linkHashKey(String(hash)), linkKey(key)]);
        await eraseItems(keys, [{ pk, sk }]);
      }
      for await (const { sk, hash } of itemsIn(keys, pk, sessionPrefix)) {
        await eraseItems(keys, [apiKeyHashKey(String(hash))]);
        await eraseItems(keys, [{ pk, sk }]);
      }
    },
  };
}

function keyOf(ownerId: string, { widget, id }: StoredLink): LinkKey {
  return { ownerId, widget, id };
}
