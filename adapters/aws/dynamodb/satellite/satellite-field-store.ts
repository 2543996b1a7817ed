import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import { Problem } from '../../../../domain/errors.ts';
import { groundBounds } from '../../../../domain/satellite/ground.ts';
import type { StoredSatelliteField } from '../../../../domain/satellite/satellite-field.ts';
import type { SatelliteFieldStore } from '../../../../domain/satellite/satellite-stores.ts';
import { cellsOf } from '../../../../domain/satellite/scenes/cell.ts';
import { indexPage } from '../lists/index-page.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { sortedPage } from '../lists/sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import {
  cellFieldKey,
  deletedFieldKey,
  deletedFieldsDue,
  externalIdKey,
  newFieldsDue,
  satelliteFieldItem,
  satelliteFieldKey,
  satelliteFieldOf,
} from './satellite-item.ts';

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The sweep sends a message again whose work is not done in this time. */
const tellingMilliseconds = 5 * 60_000;

const indexes = {
  createdAt: { index: 'byCreated', sortKey: 'createdKey' },
  externalId: { index: 'byExternalId', sortKey: 'externalKey' },
  providers: { index: 'byProviders', sortKey: 'providersKey' },
};

/** Registered fields in the table `satellite`, each noted in the cells in which it may have ground. */
export function satelliteFieldStore(satellite: Table, clock: Clock): SatelliteFieldStore {
  const { client, name: TableName } = satellite;

  const read = async (Key: Item): Promise<Item | undefined> =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

  const byId = async (ownerId: string, id: string): Promise<StoredSatelliteField | undefined> => {
    const item = await read(satelliteFieldKey(ownerId, id));
    return item && satelliteFieldOf(item);
  };

  return {
    async get(ownerId, id) {
      const lower = id.toLowerCase();
      const found = isUuid.test(lower) ? await byId(ownerId, lower) : undefined;
      if (found) return found;
      const claim = await read(externalIdKey(ownerId, id));
      return claim && byId(ownerId, String(claim.fieldId));
    },

    async list(ownerId, asked) {
      const [first = { field: 'createdAt', descending: false }, second] = asked.sort;
      const chosen = indexes[first.field as keyof typeof indexes];
      const range: IndexRange = { ...chosen, partitionKey: 'ownerKey', partition: ownerId };
      if (!second) return indexPage(satellite, { ...range, descending: first.descending }, asked, satelliteFieldOf);
      const page = await sortedPage(
        satellite,
        range,
        asked,
        (item) => {
          const field = satelliteFieldOf(item);
          return { ...field, providers: field.providers.join(), field };
        },
        { nameOf: ({ id }) => id, hint: 'Sort by one of createdAt, providers and externalId.' },
      );
      return { ...page, items: page.items.map(({ field }) => field) };
    },

    async register(field, commit) {
      const { ownerId, id, externalId } = field;
      const due = { deadlineKey: newFieldsDue, deadline: clock.now() + tellingMilliseconds };
      const isNew = 'attribute_not_exists(pk)';
      const claim = { ...externalIdKey(ownerId, externalId), fieldId: id };
      const writes = [
        { Put: { TableName, Item: claim, ConditionExpression: isNew } },
        { Put: { TableName, Item: { ...satelliteFieldItem(field), ...due }, ConditionExpression: isNew } },
        ...cellItems(field).map((Item): Write => ({ Put: { TableName, Item } })),
      ];
      const failed = await transact(client, writes, commit);
      if (failed === undefined) return;
      const detail = `A satellite field with the externalId ${externalId} is registered already. Delete it first, or take another externalId.`;
      throw new Problem('conflict', detail, { errorKey: 'satelliteFieldTaken' });
    },

    async remove(field) {
      const { ownerId, id, externalId } = field;
      const deletedAt = clock.now();
      const due = { deadlineKey: deletedFieldsDue, deadline: deletedAt + tellingMilliseconds };
      const failed = await transact(client, [
        {
          Delete: {
            TableName,
            Key: satelliteFieldKey(ownerId, id),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        { Delete: { TableName, Key: externalIdKey(ownerId, externalId) } },
        { Put: { TableName, Item: { ...deletedFieldKey(ownerId, id), ownerId, fieldId: id, deletedAt, ...due } } },
        ...cellItems(field).map(({ pk, sk }): Write => ({ Delete: { TableName, Key: { pk, sk } } })),
      ]);
      return failed === undefined;
    },
  };
}

/** The items of a field in its cells; none without Sentinel-2, because Planet is searched field by field with the key of the owner. */
function cellItems(field: StoredSatelliteField): Item[] {
  if (!field.providers.includes('sentinel')) return [];
  const { ownerId, id, geometry, since, endDate } = field;
  const bounds = groundBounds(geometry);
  return cellsOf(geometry).map((cell) => ({
    ...cellFieldKey(cell, field),
    ...{ ownerId, fieldId: id, bounds, since: since.sentinel },
    ...(endDate !== undefined && { until: endDate }),
  }));
}
