import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ConsentOrigin, ConsentOrigins } from '../../../../domain/connections/consent-origin.ts';
import { apiKeyFromItem, apiKeyKey } from '../keys/api-key-item.ts';
import { linkKey } from '../keys/link-item.ts';
import type { Table } from '../table.ts';
import type { Write } from '../transact.ts';

type OriginOf = Parameters<ConsentOrigins['isRevoked']>[0];

/** Links and API keys that began consents, read strongly consistent, so that deleting them takes effect at once. */
export function consentOrigins({ client, name: TableName }: Table): ConsentOrigins {
  return {
    async isRevoked(of, origin) {
      const command = new GetCommand({ TableName, Key: keyOf(of, origin), ConsistentRead: true });
      const { Item } = await client.send(command);
      return !Item || ('apiKeyId' in origin && apiKeyFromItem(Item)?.revokedAt !== undefined);
    },
  };
}

/** The check that the origin of a consent has not been revoked, for the transaction that ends the consent. */
export function originStands({ name: TableName }: Table, of: OriginOf, origin: ConsentOrigin): Write {
  const ConditionExpression =
    'apiKeyId' in origin ? 'attribute_exists(pk) AND attribute_not_exists(apiKey.revokedAt)' : 'attribute_exists(pk)';
  return { ConditionCheck: { TableName, Key: keyOf(of, origin), ConditionExpression } };
}

function keyOf({ ownerId, svcUserId }: OriginOf, origin: ConsentOrigin) {
  return 'apiKeyId' in origin ? apiKeyKey(ownerId, svcUserId, origin.apiKeyId) : linkKey({ ownerId, ...origin.link });
}
