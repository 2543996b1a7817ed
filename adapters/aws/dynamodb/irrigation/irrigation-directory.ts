import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type {
  StoredEquipment,
  StoredFieldIrrigation,
  StoredIrrigation,
} from '../../../../domain/irrigation/irrigation.ts';
import type { IrrigationDirectory, IrrigationFilter } from '../../../../domain/irrigation/irrigation-store.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { rangeStream } from '../lists/row-stream.ts';
import { streamPage } from '../lists/stream-page.ts';
import type { Item, Table } from '../table.ts';
import {
  dayPrefix,
  equipmentName,
  idName,
  irrigationPartition,
  meets,
  piecesName,
  rangeOf,
} from './irrigation-item.ts';
import { groundIn } from './stored-ground.ts';
import { listWateredFields } from './watered-fields.ts';

/** Reads irrigation from DynamoDB, and large ground from the bucket. Spans of dates are ranges of keys; other filters read the records of the span. */
export function irrigationDirectory(irrigation: Table, files: Pick<ObjectStore, 'getText'>): IrrigationDirectory {
  const read = async (pk: string, sk: string): Promise<Item | undefined> => {
    const command = new GetCommand({ TableName: irrigation.name, Key: { pk, sk }, ConsistentRead: true });
    return (await irrigation.client.send(command)).Item;
  };

  const record = async <Stored>(pk: string, id: string, prefix: string): Promise<Stored | undefined> => {
    const named = await read(pk, idName(id));
    if (!String(named?.record ?? '').startsWith(prefix)) return undefined;
    return (await read(pk, String(named?.record)))?.value as Stored | undefined;
  };

  const page = <Stored extends { svcUserId: string }>(
    ascending: IndexRange,
    filter: object,
    wants: (stored: Stored) => boolean,
    asked: PageRequest,
  ): Promise<Page<Stored>> => {
    const range = { ...ascending, descending: asked.sort[0]?.descending };
    return streamPage<Stored>(
      {
        table: irrigation,
        name: [irrigation.name, range, JSON.stringify(filter)],
        open: (budget, first) => rangeStream(irrigation, range, { budget, first }),
        keyOf: undefined,
        read(item) {
          const stored = item.value as Stored;
          return wants(stored) ? stored : undefined;
        },
        userIn: ({ svcUserId }) => svcUserId,
        narrows: Object.values(filter).some((value) => value !== undefined),
        hint: 'Name a shorter span by startTime and endTime.',
      },
      asked,
    );
  };

  return {
    getEquipment: async (ownerId, svcUserId, id) =>
      (await read(irrigationPartition(ownerId, svcUserId), equipmentName(id)))?.value as StoredEquipment | undefined,

    listEquipment(ownerId, svcUserId, filter, asked) {
      const { provider, providerEquipmentId } = filter;
      const range = rangeOf(irrigationPartition(ownerId, svcUserId), equipmentName(''));
      const wants = (stored: StoredEquipment) =>
        (provider === undefined || stored.provider === provider) &&
        (providerEquipmentId === undefined || stored.providerEquipmentId === providerEquipmentId);
      return page(range, filter, wants, asked);
    },

    get: (ownerId, svcUserId, id) => record<StoredIrrigation>(irrigationPartition(ownerId, svcUserId), id, dayPrefix),

    list(ownerId, svcUserId, filter, asked) {
      const range = rangeOf(irrigationPartition(ownerId, svcUserId), dayPrefix, filter);
      return page<StoredIrrigation>(range, others(filter), (stored) => meets(stored, filter), asked);
    },

    getOfField: (ownerId, svcUserId, fieldId, id) =>
      record<StoredFieldIrrigation>(irrigationPartition(ownerId, svcUserId), id, `field#${fieldId}#`),

    listOfField(ownerId, svcUserId, fieldId, filter, asked) {
      const range = rangeOf(irrigationPartition(ownerId, svcUserId), `field#${fieldId}#`, filter);
      return page<StoredFieldIrrigation>(range, others(filter), (stored) => meets(stored, filter), asked);
    },

    wateredFields: (ownerId, svcUserId, filter, asked) =>
      listWateredFields(irrigation, irrigationPartition(ownerId, svcUserId), svcUserId, filter, asked),

    pieces: async (ownerId, svcUserId, id) =>
      groundIn(files, await read(irrigationPartition(ownerId, svcUserId), piecesName(id))),
  };
}

/** Filters that are no part of a range of keys. */
function others({ firstDate: _, lastDate: __, ...filter }: IrrigationFilter): object {
  return filter;
}
