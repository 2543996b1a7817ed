import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import { type Integration, integrationAfter, type WantedIntegration } from '../../../../domain/sync/integration.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';

/** Stores the state of fields that are sent to providers. */
export interface IntegrationStore {
  /** Returns the state as `integrationAfter` says. Throws `notFound` if the user has been deleted. */
  want(ownerId: string, svcUserId: string, wanted: WantedIntegration): Promise<Integration>;
  pending(ownerId: string, svcUserId: string, provider: string): Promise<WantedIntegration[]>;
  /** No effect if there is a later attempt. Throws `notFound` if the user has been deleted. */
  save(ownerId: string, svcUserId: string, state: WantedIntegration): Promise<void>;
}

/** Requests for one field may come at the same time as the end of its last attempt. */
const attempts = 5;

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
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const { Item } = await fields.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
        const before = Item?.integration as WantedIntegration | undefined;
        const { shown, stored } = integrationAfter(before, wanted);
        if (!stored) return shown;
        const failed = await transact(fields.client, [
          { Put: { TableName, Item: { ...Key, integration: stored }, ...unchanged(before) } },
          userExists(users, ownerId, svcUserId),
        ]);
        if (failed === 1) throw notFound('user', svcUserId);
        if (failed === undefined) return shown;
      }
      throw new Error(`the state of the field ${wanted.fieldId} was changed by others ${attempts} times in a row`);
    },

    async pending(ownerId, svcUserId, provider) {
      const pending: WantedIntegration[] = [];
      for await (const { integration } of userItems(fields, ownerId, svcUserId, prefixOf(provider))) {
        const state = integration as WantedIntegration;
        if (state.status === 'PENDING') pending.push(state);
      }
      return pending;
    },

    async save(ownerId, svcUserId, state) {
      const Item = { ...keyOf(ownerId, svcUserId, state), integration: state };
      const put = { Put: { TableName, Item, ...sameAttempt(state) } };
      const failed = await transact(fields.client, [put, userExists(users, ownerId, svcUserId)]);
      if (failed === 1) throw notFound('user', svcUserId);
    },
  };
}

/** Condition of a write over the state that was read. */
function unchanged(before: WantedIntegration | undefined) {
  if (!before) return { ConditionExpression: 'attribute_not_exists(pk)' };
  return {
    ConditionExpression: 'integration.id = :id AND integration.updatedAt = :at AND integration.#status = :status',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':id': before.id, ':at': before.updatedAt, ':status': before.status },
  };
}

/** Condition of a write by a worker, while its attempt is the current one. */
function sameAttempt({ id, since }: WantedIntegration) {
  return {
    ConditionExpression: 'integration.id = :id AND integration.since = :since',
    ExpressionAttributeValues: { ':id': id, ':since': since },
  };
}
