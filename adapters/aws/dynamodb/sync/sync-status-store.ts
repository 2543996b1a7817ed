import type { Clock, DerivedId } from '../../../../domain/clock.ts';
import type { SyncedConnection, SyncStatusStore } from '../../../../domain/integrations/sync-status.ts';
import { providers } from '../../../../domain/providers/providers.ts';
import { providerCounts } from '../counts/count-of.ts';
import { credentialFromItem, credentialKey } from '../credentials/credential-item.ts';
import { fieldFromItem, fieldKey, userPartition } from '../fields/field-item.ts';
import { getMany } from '../get-many.ts';
import { countKeys } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import { userItems } from '../user-items.ts';
import { userLeases } from '../work/known-leases.ts';
import { absenceKey, linkedProvider, linkPrefix, openPrefix } from './sync-item.ts';

/** Small items, of which a query counts thousands at a time; no account has as many fields. */
const maxCounted = 1_000_000;

export interface SyncStatusServices {
  fields: Table;
  users: Table;
  credentials: Table;
  clock: Clock;
  derivedId: DerivedId;
}

/** Reads what rounds leave in the partition of their user in the fields table. */
export function syncStatusStore({ fields, users, credentials, clock, derivedId }: SyncStatusServices): SyncStatusStore {
  const leases = userLeases('sync', { fields, users, clock });

  const countOf = async (pk: string, prefix: string): Promise<number> => {
    const range = { partitionKey: 'pk', partition: pk, sortKey: 'sk', prefix };
    return (await countKeys(fields, range, maxCounted)) ?? maxCounted;
  };

  return {
    async connections(ownerId, svcUserId) {
      const found: SyncedConnection[] = [];
      for await (const item of userItems(fields, ownerId, svcUserId, linkPrefix)) found.push(connectionIn(item));
      return found;
    },

    async counts(ownerId, svcUserId, provider) {
      const pk = userPartition(ownerId, svcUserId);
      const [counts, fieldsInPreview, fieldsWaiting] = await Promise.all([
        providerCounts(fields, ownerId, svcUserId, provider),
        countOf(pk, openPrefix(provider, 'PREVIEW')),
        countOf(pk, openPrefix(provider, 'WAITING')),
      ]);
      const of = (kind: 'grower' | 'farm' | 'field') => Math.max(0, counts[kind] ?? 0);
      return { growers: of('grower'), farms: of('farm'), fields: of('field'), fieldsInPreview, fieldsWaiting };
    },

    async field(ownerId, svcUserId, id) {
      const own = [id, ...providers.map(({ key }) => derivedId(svcUserId, key, id))];
      const items = await getMany(
        fields,
        own.map((one) => fieldKey(ownerId, svcUserId, one)),
        { consistent: true },
      );
      const field = items.flatMap((item) => (item && fieldFromItem(item)?.field) ?? [])[0];
      if (!field) return undefined;
      const { providerName = '', providerFieldId = '' } = field;
      const key = absenceKey({ ownerId, svcUserId }, providerName, 'fields', providerFieldId);
      const [absence] = await getMany(fields, [key], { consistent: true });
      return { field, isGone: absence?.isGone === true };
    },

    async credential(ownerId, svcUserId, provider) {
      return credentialFromItem((await getMany(credentials, [credentialKey(ownerId, svcUserId, provider)]))[0]);
    },

    async activity(ownerId, svcUserId) {
      const user = { ownerId, svcUserId };
      const [isRunning, isExpected] = await Promise.all([leases.isHeld(user), leases.isExpected(user)]);
      return { isRunning, isExpected };
    },
  };
}

function connectionIn({
  sk,
  link,
  running,
  lastRound,
  deadline,
  dueTime,
  pausedTime,
  held,
  fileRound,
  irrigationRound,
}: Item): SyncedConnection {
  return {
    provider: linkedProvider(sk),
    isLinked: link !== undefined,
    ...({ running, lastRound, dueTime, pausedTime, held, fileRound, irrigationRound } as Partial<SyncedConnection>),
    nextRound: deadline === undefined ? undefined : Number(deadline),
  };
}
