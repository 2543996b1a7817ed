import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import { credentialStatusChanged } from '../../../../domain/credentials/connection-events.ts';
import { attached, type SealedCredential } from '../../../../domain/credentials/credential.ts';
import type { CredentialChecks, ReadCredential } from '../../../../domain/credentials/credential-checks.ts';
import { eventWrite } from '../events/event-item.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { credentialEventItem, credentialPrefix, credentialToItem, showOnUser } from './credential-item.ts';

export interface CredentialCheckServices {
  credentials: Table;
  users: Table;
  events: Table;
  clock: Clock;
  newId: NewId;
}

/** Reads credentials for checks and stores the results. */
export function credentialChecks(services: CredentialCheckServices): CredentialChecks {
  const { credentials, users, events, clock, newId } = services;
  const TableName = credentials.name;

  return {
    async all(ownerId, svcUserId) {
      const found: ReadCredential[] = [];
      for await (const item of userItems(credentials, ownerId, svcUserId, credentialPrefix)) found.push(read(item));
      return found;
    },

    async note(ownerId, svcUserId, { provider, id: credentialId }, event) {
      const Item = credentialEventItem({ ownerId, svcUserId, provider, credentialId }, event, clock.now());
      await credentials.client.send(new PutCommand({ TableName, Item }));
    },

    async settle(ownerId, svcUserId, { revision, isDue: _, failingSince: __, ...before }, checked) {
      const { status, message = '', scopes = before.scopes, shown, sealed, failingSince } = checked;
      const after = {
        ...before,
        status,
        ...(scopes && { scopes }),
        shown: { ...before.shown, ...shown },
        sealed: { ...before.sealed, ...sealed },
      };
      const due = failingSince !== undefined && { isDue: true, failingSince };
      const Item = { ...credentialToItem(ownerId, svcUserId, after), revision: revision + 1, ...due };
      const writes: Write[] = [
        {
          Put: {
            TableName,
            Item,
            ConditionExpression: 'credentialId = :id AND revision = :over',
            ExpressionAttributeValues: { ':id': before.id, ':over': revision },
          },
        },
      ];
      if (status !== before.status) {
        writes.push(showOnUser(users, ownerId, svcUserId, before.provider, attached(after)));
        const ids = { id: newId(), ownerId, svcUserId };
        const event = credentialStatusChanged(ids, after, message, clock.now());
        if (event) writes.push(eventWrite(events, event));
      }
      return (await transact(credentials.client, writes)) === undefined;
    },
  };
}

function read({ credential, revision, isDue, failingSince }: Item): ReadCredential {
  const since = failingSince === undefined ? undefined : Number(failingSince);
  return {
    ...(credential as SealedCredential),
    revision: Number(revision),
    isDue: isDue === true,
    failingSince: since,
  };
}
