import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  type ConsentAttempts,
  type HashOf,
  maxOpenings,
  type PendingConsent,
  type WantedConsent,
} from '../../../../domain/connections/consent-attempts.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld } from '../transact.ts';

/** Expired consents are stored for a day, so that a late browser learns the reason. */
const keptAfterwardsSeconds = 24 * 60 * 60;

/** Consents in the DynamoDB table of expiring items. Tickets and states are stored only as hashes. */
export function consentAttempts({ client, name: TableName }: Table, hashOf: HashOf): ConsentAttempts {
  const ticketKey = (ticket: string) => ({ pk: `consent#${hashOf(ticket)}`, sk: 'ticket' });
  const stateKey = (state: string) => ({ pk: `consent#${hashOf(state)}`, sk: 'state' });
  const put = async (key: Item, consent: WantedConsent) => {
    const expiresAt = Math.ceil(consent.validUntil / 1000) + keptAfterwardsSeconds;
    await client.send(new PutCommand({ TableName, Item: { ...key, consent, openings: 0, expiresAt } }));
  };

  return {
    want: (ticket, wanted) => put(ticketKey(ticket), wanted),

    async open(ticket) {
      const command = new UpdateCommand({
        TableName,
        Key: ticketKey(ticket),
        UpdateExpression: 'SET openings = openings + :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'ALL_NEW',
      });
      const item = (await ifHeld(() => client.send(command)))?.Attributes;
      if (!item) return undefined;
      return Number(item.openings) > maxOpenings ? 'exhausted' : (item.consent as WantedConsent);
    },

    begin: (state, pending) => put(stateKey(state), pending),

    async get(state) {
      const command = new GetCommand({ TableName, Key: stateKey(state), ConsistentRead: true });
      const { Item } = await client.send(command);
      return Item && { ...(Item.consent as PendingConsent), isClaimed: Item.isClaimed === true };
    },

    async claim(state) {
      const command = new UpdateCommand({
        TableName,
        Key: stateKey(state),
        UpdateExpression: 'SET isClaimed = :claimed',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(isClaimed)',
        ExpressionAttributeValues: { ':claimed': true },
      });
      return (await ifHeld(() => client.send(command))) !== undefined;
    },
  };
}
