import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { Integration, WantedIntegration } from '../../../../domain/sync/integration.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';

/** Stores the state of fields that are sent to providers. */
export interface IntegrationStore {
  /** Returns the existing state, unless it has failed. */
  want(ownerId: string, svcUserId: string, wanted: WantedIntegration): Promise<Integration>;
  pending(ownerId: string, svcUserId: string, provider: string): Promise<WantedIntegration[]>;
  end(ownerId: string, svcUserId: string, ended: WantedIntegration): Promise<void>;
}

function prefixOf(provider: string): string {
  return `integration#${provider}#`;
}

/** One item for each field and provider, in the user's partition. */
export function integrationStore(fields: Table, users: Table): IntegrationStore {
  const TableName = fields.name;
  const keyOf = (ownerId: string, svcUserId: string, { provider, fieldId }: WantedIntegration) => ({
    pk: userPartition(ownerId, svcUserId),
    sk: prefixOf(provider) + fieldId,
  });

  return {
    async want(ownerId, svcUserId, wanted) {
      const Key = keyOf(ownerId, svcUserId, wanted);
      const failed = await transact(fields.client, [
        {
          Put: {
            TableName,
            Item: { ...Key, integration: wanted },
            ConditionExpression: 'attribute_not_exists(pk) OR integration.#status = :failed',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':failed': 'FAILED' },
          },
        },
        userExists(users, ownerId, svcUserId),
      ]);
      if (failed === 1) throw notFound('user', svcUserId);
      if (failed === undefined) return wanted;
      const { Item } = await fields.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return (Item?.integration as WantedIntegration | undefined) ?? wanted;
    },

    async pending(ownerId, svcUserId, provider) {
      const pending: WantedIntegration[] = [];
      for await (const { integration } of userItems(fields, ownerId, svcUserId, prefixOf(provider))) {
        if ((integration as WantedIntegration).status === 'PENDING') pending.push(integration as WantedIntegration);
      }
      return pending;
    },

    async end(ownerId, svcUserId, ended) {
      const Item = { ...keyOf(ownerId, svcUserId, ended), integration: ended };
      const put = { Put: { TableName, Item, ConditionExpression: 'attribute_exists(pk)' } };
      const failed = await transact(fields.client, [put, userExists(users, ownerId, svcUserId)]);
      if (failed === 1) throw notFound('user', svcUserId);
    },
  };
}
