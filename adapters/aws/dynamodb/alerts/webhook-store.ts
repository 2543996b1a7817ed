import { setTimeout } from 'node:timers/promises';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ListenerDirectory, WebhookStore } from '../../../../domain/alerts/ports.ts';
import type { SealedSecrets, StoredWebhook, Webhook } from '../../../../domain/alerts/webhook.ts';
import { Problem } from '../../../../domain/errors.ts';
import { coalescedReads } from '../coalesced-reads.ts';
import { getMany } from '../get-many.ts';
import { pageOfRows } from '../lists/sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { claimKey, webhookKey, webhookPrefix } from './alert-item.ts';

/** Number of attempts at conflicting changes of one webhook. */
const attempts = 5;

/**
 * Webhooks and the types that they listen to. Each type of an owner has an item, so that two webhooks never have the
 * same type.
 */
export function webhookStore(alerts: Table): WebhookStore {
  const { client, name: TableName } = alerts;

  const claim = (ownerId: string, webhookId: string, type: string): Write => ({
    Put: {
      TableName,
      Item: { ...claimKey(ownerId, type), webhookId },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  });
  const release = (ownerId: string, type: string): Write => ({ Delete: { TableName, Key: claimKey(ownerId, type) } });

  const read = coalescedReads(alerts);

  const get: WebhookStore['get'] = async (ownerId, id) => {
    const item = await read(webhookKey(ownerId, id));
    return item && storedOf(item);
  };

  return {
    get,

    async create(ownerId, webhook, secrets, commit) {
      const Item = { ...webhookKey(ownerId, webhook.id), ownerId, webhook, secrets, version: 1 };
      const claims = webhook.events.map((type) => claim(ownerId, webhook.id, type));
      const failed = await transact(client, [...claims, { Put: { TableName, Item } }], commit);
      if (failed !== undefined) throw registeredTwice(webhook.events.slice(failed, failed + 1));
    },

    async checkFree(ownerId, types, exceptId) {
      const claims = await getMany(
        alerts,
        types.map((type) => claimKey(ownerId, type)),
        { consistent: true },
      );
      const taken = types.filter((_, index) => claims[index] !== undefined && claims[index]?.webhookId !== exceptId);
      if (taken.length > 0) throw registeredTwice(taken);
    },

    async list(ownerId, asked) {
      const command = new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': ownerId, ':prefix': webhookPrefix },
        ConsistentRead: true,
      });
      // Every webhook claims at least one type, so there are at most as many as types, and one read is enough.
      const { Items = [] } = await client.send(command);
      const all = Items.map((item) => storedOf(item).webhook);
      return pageOfRows([TableName, ownerId, webhookPrefix, asked.sort], all, asked, ({ id }) => id);
    },

    async change(ownerId, id, changed) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = await get(ownerId, id);
        if (!before) return undefined;
        const { webhook, secrets } = changed(before);
        const added = webhook.events.filter((type) => !before.webhook.events.includes(type));
        const removed = before.webhook.events.filter((type) => !webhook.events.includes(type));
        const failed = await transact(client, [
          ...added.map((type) => claim(ownerId, id, type)),
          ...removed.map((type) => release(ownerId, type)),
          update(TableName, ownerId, webhook, secrets, before.version),
        ]);
        if (failed === undefined) return webhook;
        if (failed < added.length) throw registeredTwice(added.slice(failed, failed + 1));
        await setTimeout(20 * 2 ** attempt);
      }
      throw new Problem(
        'conflict',
        'The webhook is being changed by several requests at once. Send the request again.',
      );
    },

    async remove(ownerId, id) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = await get(ownerId, id);
        if (!before) return false;
        const failed = await transact(client, [
          ...before.webhook.events.map((type) => release(ownerId, type)),
          { Delete: { TableName, Key: webhookKey(ownerId, id), ...stillVersion(before.version) } },
        ]);
        if (failed === undefined) return true;
        await setTimeout(20 * 2 ** attempt);
      }
      throw new Problem(
        'conflict',
        'The webhook is being changed by several requests at once. Send the request again.',
      );
    },
  };
}

/** The webhook of each event type. */
export function listenerDirectory(alerts: Table): ListenerDirectory {
  const read = coalescedReads(alerts);
  return {
    async listenerOf(ownerId, type) {
      return (await read(claimKey(ownerId, type)))?.webhookId as string | undefined;
    },
  };
}

function storedOf({ webhook, secrets, version, ...item }: Item): StoredWebhook {
  const { slow, pausedUntil, pauses, lastSuccessAt, lastError } = item;
  return {
    webhook,
    secrets,
    version,
    health: { slow, pausedUntil, pauses, lastSuccessAt, lastError },
  } as StoredWebhook;
}

const stillVersion = (version: number) => ({
  ConditionExpression: 'version = :version',
  ExpressionAttributeValues: { ':version': version },
});

/** The listener's state is kept, but reset for a webhook that is enabled. */
function update(TableName: string, ownerId: string, webhook: Webhook, secrets: SealedSecrets, version: number): Write {
  return {
    Update: {
      TableName,
      Key: webhookKey(ownerId, webhook.id),
      UpdateExpression: 'SET webhook = :webhook, secrets = :secrets, version = :next REMOVE slow, pausedUntil, pauses',
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: {
        ':webhook': webhook,
        ':secrets': secrets,
        ':next': version + 1,
        ':version': version,
      },
    },
  };
}

function registeredTwice(types: readonly string[]): Problem {
  const detail = `Another webhook listens to ${types.join(', ')}. A type of event has one webhook: change or delete that one first.`;
  return new Problem('invalid', detail, {
    errorKey: 'eventRegisteredTwice',
    errors: [{ pointer: '#/events', message: detail }],
  });
}
