import type { CountedConnection, ResourceCountsStore } from '../../../../domain/integrations/resource-counts.ts';
import type { RoundEnd } from '../../../../domain/sync/sync-store.ts';
import { providerCounts } from '../counts/count-of.ts';
import { userPartition } from '../fields/field-item.ts';
import { indexPage } from '../lists/index-page.ts';
import type { IndexRange } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import { linkedProvider, linksOfOwner, linksOfProvider } from './sync-item.ts';

/**
 * Connections of users, by a link or by a credential alone, are indexed by owner, and by owner and provider. Counts are
 * read only for the connections of a page.
 */
export function resourceCounts(fields: Table): ResourceCountsStore {
  return {
    async list(ownerId, { provider, svcUserId }, asked) {
      const prefix = svcUserId === undefined ? undefined : `${svcUserId}#`;
      const range: IndexRange =
        provider === undefined
          ? { index: 'byOwner', partitionKey: 'ownerKey', partition: linksOfOwner(ownerId), sortKey: 'listKey', prefix }
          : {
              ...{ index: 'byTrait', partitionKey: 'traitKey', partition: linksOfProvider(ownerId, provider) },
              ...{ sortKey: 'listKey', prefix },
            };
      const page = await indexPage(fields, range, asked, (item) => connectionIn(ownerId, item));
      const items = page.items.map(async (connection): Promise<CountedConnection> => {
        const counts = await providerCounts(fields, ownerId, connection.svcUserId, connection.provider);
        return { ...connection, growers: counts.grower ?? 0, farms: counts.farm ?? 0, fields: counts.field ?? 0 };
      });
      return { ...page, items: await Promise.all(items) };
    },
  };
}

function connectionIn(ownerId: string, { pk, sk, lastRound }: Item) {
  const svcUserId = String(pk).slice(userPartition(ownerId, '').length);
  return { provider: linkedProvider(sk), svcUserId, syncReferenceTime: (lastRound as RoundEnd | undefined)?.endedTime };
}
