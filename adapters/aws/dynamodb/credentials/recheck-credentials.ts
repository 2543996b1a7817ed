import type { Clock, NewId } from '../../../../domain/clock.ts';
import { credentialChanged } from '../../../../domain/credentials/connection-events.ts';
import type { AppKeyName } from '../../../../domain/keys/app-key.ts';
import { eventWrite } from '../events/event-item.ts';
import { readKeys } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import { transact } from '../transact.ts';
import { usersOfAppKey } from './credential-item.ts';

const atOnce = 20;

/**
 * Schedules checks of all credentials with an app key: each becomes due in a transaction with the event that starts a
 * worker. Idempotent, so an interrupted run can be repeated.
 */
export function recheckCredentials(
  credentials: Table,
  { events, clock, newId }: { events: Table; clock: Clock; newId: NewId },
) {
  return async (ownerId: string, name: AppKeyName): Promise<void> => {
    let from: Item | undefined;
    do {
      const { keys, last } = await readKeys(credentials, usersOfAppKey(ownerId, name), atOnce, from);
      await Promise.all(
        keys.map(({ pk, sk, credentialId }) => {
          const ids = { id: newId(), ownerId, svcUserId: String(pk).slice(`${ownerId}#`.length) };
          // A credential that was deleted or replaced meanwhile is checked for that reason.
          return transact(credentials.client, [
            {
              Update: {
                TableName: credentials.name,
                Key: { pk, sk },
                UpdateExpression: 'SET isDue = :true, revision = revision + :one',
                ConditionExpression: 'credentialId = :id',
                ExpressionAttributeValues: { ':true': true, ':one': 1, ':id': credentialId },
              },
            },
            eventWrite(events, credentialChanged(ids, clock.now())),
          ]);
        }),
      );
      from = last;
    } while (from);
  };
}
