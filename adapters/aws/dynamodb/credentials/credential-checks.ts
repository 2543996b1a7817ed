import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import { credentialStatusChanged } from '../../../../domain/credentials/connection-events.ts';
import { attached } from '../../../../domain/credentials/credential.ts';
import type { CredentialChecks, ReadCredential } from '../../../../domain/credentials/credential-checks.ts';
import type { Checked } from '../../../../domain/credentials/credential-provider.ts';
import { eventWrite } from '../events/event-item.ts';
import { getMany } from '../get-many.ts';
import type { Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userItems } from '../user-items.ts';
import {
  credentialEventItem,
  credentialKey,
  credentialPrefix,
  credentialToItem,
  readCredential,
  showOnUser,
} from './credential-item.ts';

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

  /** False when the credential has another revision by now. */
  const write = async (
    ownerId: string,
    svcUserId: string,
    { revision, tokenRevision, isDue: _, failingSince: __, ...before }: ReadCredential,
    checked: Checked,
  ): Promise<boolean> => {
    const { status, message = '', scopes = before.scopes, shown, sealed, failingSince } = checked;
    const after = {
      ...before,
      status,
      ...(scopes && { scopes }),
      shown: { ...before.shown, ...shown },
      sealed: { ...before.sealed, ...sealed },
    };
    const due = failingSince !== undefined && { isDue: true, failingSince };
    const Item = { ...credentialToItem(ownerId, svcUserId, after), revision: revision + 1, tokenRevision, ...due };
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
  };

  return {
    async all(ownerId, svcUserId) {
      const found: ReadCredential[] = [];
      for await (const item of userItems(credentials, ownerId, svcUserId, credentialPrefix))
        found.push(readCredential(item));
      return found;
    },

    async note(ownerId, svcUserId, { provider, id: credentialId }, event) {
      const Item = credentialEventItem({ ownerId, svcUserId, provider, credentialId }, event, clock.now());
      await credentials.client.send(new PutCommand({ TableName, Item }));
    },

    async settle(ownerId, svcUserId, credential, checked) {
      let before = credential;
      for (;;) {
        if (await write(ownerId, svcUserId, before, checked)) return true;
        const { provider } = credential;
        const [item] = await getMany(credentials, [credentialKey(ownerId, svcUserId, provider)], { consistent: true });
        const now = item && readCredential(item);
        // Only a refresh has come between: its tokens stay, and the result is written over them.
        const refreshes = now?.id === before.id ? now.tokenRevision - before.tokenRevision : 0;
        if (!now || refreshes < 1 || now.revision - before.revision !== refreshes) return false;
        before = now;
      }
    },
  };
}
