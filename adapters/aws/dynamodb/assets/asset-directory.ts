import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Asset, AssetKind } from '../../../../domain/assets/asset.ts';
import type { AssetDirectory, Shown } from '../../../../domain/assets/asset-store.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { indexPage } from '../lists/index-page.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { sortedPage } from '../lists/sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { assetKey, assetRange } from './asset-item.ts';

export interface StoredAsset {
  asset: Asset;
  /** Absent until the asset is changed. */
  revision: number | undefined;
}

/** An asset with the revision on which a change of it is conditional, strongly consistent. */
export async function readAsset(
  assets: Table,
  ownerId: string,
  named: Pick<Asset, 'svcUserId' | 'kind' | 'id'>,
): Promise<StoredAsset | undefined> {
  const Key = assetKey(ownerId, named);
  const { Item } = await assets.client.send(new GetCommand({ TableName: assets.name, Key, ConsistentRead: true }));
  return Item && { asset: Item.asset as Asset, revision: Item.revision as number | undefined };
}

/** Reads assets from DynamoDB: a partition for each user, by kind. Lists with filters or an order read all rows of their kind. */
export function assetDirectory(assets: Table): AssetDirectory {
  const page = <Stored, Row extends object>(
    range: IndexRange,
    member: 'asset' | 'work' | 'layer',
    { name, isWhole, show }: Shown<Stored, Row>,
    asked: PageRequest,
    nameOf: (row: Row) => string,
  ): Promise<Page<Row>> => {
    const read = (item: Item) => show(item[member] as Stored);
    const [first, second] = asked.sort;
    if (isWhole && !second && (first === undefined || (first.field === 'id' && member === 'asset'))) {
      return indexPage(assets, { ...range, descending: first?.descending }, asked, read);
    }
    return sortedPage(assets, range, asked, read, { name, nameOf, hint: 'Page without `sort` and filters.' });
  };
  const idOf = (row: object) => String((row as { id?: string }).id);

  return {
    async get(ownerId, svcUserId, kind, id) {
      return (await readAsset(assets, ownerId, { svcUserId, kind, id }))?.asset;
    },

    list: (ownerId, svcUserId, kind, shown, asked) =>
      page(assetRange(ownerId, svcUserId, kind), 'asset', shown, asked, idOf),

    work: (ownerId, svcUserId, machineId, shown, asked) =>
      page(assetRange(ownerId, svcUserId, 'work', machineId), 'work', shown, asked, (row) =>
        String((row as { svcFileId?: string }).svcFileId),
      ),

    layers: (ownerId, svcUserId, shown, asked) =>
      page(assetRange(ownerId, svcUserId, 'layer'), 'layer', shown, asked, idOf),

    async *each(ownerId: string, svcUserId: string, kind: AssetKind) {
      for await (const { asset } of keysOf(assets, assetRange(ownerId, svcUserId, kind))) yield asset as Asset;
    },
  };
}
