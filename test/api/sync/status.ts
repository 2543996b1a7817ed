import type * as z from 'zod';
import { absenceStore } from '../../../adapters/aws/dynamodb/sync/absence-store.ts';
import { newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import type { syncStatusSchema } from '../../../domain/integrations/sync-status.ts';
import { advance, cloudClock, idle, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { connect } from './connected-user.ts';

const absences = absenceStore({
  ...{ fields: table('fields'), users: table('users'), events: table('events') },
  ...{ clock: cloudClock, newId },
});

export type SyncStatus = z.infer<typeof syncStatusSchema>;
export type ProviderSync = SyncStatus['providers'][number];

export const syncPath = (svcUserId: string) => `/services/integrations/api/users/${svcUserId}/sync`;

/** The sync of a user's only provider. */
export async function syncOf(owner: TestOwner, svcUserId: string): Promise<ProviderSync> {
  const { status, body } = await owner.get<SyncStatus>(syncPath(svcUserId));
  const [provider] = status === 200 ? body.providers : [];
  if (!provider) throw new Error(`${status} ${JSON.stringify(body)}`);
  return provider;
}

/** Lets the time of the next scheduled round of a user come, and waits until the round is over. */
export async function scheduledRound(owner: TestOwner, svcUserId: string): Promise<void> {
  const { nextRoundTime = '' } = await syncOf(owner, svcUserId);
  await advance({ minutes: (Date.parse(nextRoundTime) - cloudClock.now()) / 60_000 });
  // Rounds that are due in one quarter of an hour begin in the course of it.
  for (let minute = 0; minute < 16; minute += 1) {
    await advance({ minutes: 1 });
    if (minute % 5 === 0) await idle();
    if ((await syncOf(owner, svcUserId)).nextRoundTime !== nextRoundTime) break;
  }
  await idle();
}

/** A user that is connected to Climate FieldView, where removals wait to be confirmed. */
export async function heldUser(owner: TestOwner): Promise<string> {
  const { id: svcUserId } = await freshUser(owner);
  await connect(owner, svcUserId, 'ClimateFieldView');
  const user = { ownerId: owner.owner.id, svcUserId };
  const held = { foundTime: timestamp(cloudClock.now()), lists: { fields: { gone: 60, of: 100 } } };
  await absences.hold(user, 'ClimateFieldView', held, false);
  return svcUserId;
}
