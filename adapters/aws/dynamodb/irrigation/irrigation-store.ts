import type { Clock, NewId } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import type { FarmEvent } from '../../../../domain/events/event.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type {
  StoredEquipment,
  StoredFieldIrrigation,
  StoredIrrigation,
  WithPieces,
} from '../../../../domain/irrigation/irrigation.ts';
import { fieldIrrigationActivity, irrigationActivity } from '../../../../domain/irrigation/irrigation-events.ts';
import type { IrrigationStore } from '../../../../domain/irrigation/irrigation-store.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { eventWrite } from '../events/event-item.ts';
import { getMany } from '../get-many.ts';
import { readKeys } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { itemsIn } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';
import { irrigationDirectory } from './irrigation-directory.ts';
import {
  dayName,
  dayPrefix,
  equipmentName,
  fieldDayName,
  idName,
  irrigationPartition as partition,
  piecesName,
  rangeOf,
  wateredName,
} from './irrigation-item.ts';
import { groundIn, groundItem } from './stored-ground.ts';

/** Writes irrigation to DynamoDB, and large ground to the bucket. Every write is conditional on the existence of the user. */
export function irrigationStore(tables: {
  irrigation: Table;
  users: Table;
  events: Table;
  /** The bucket with large ground. */
  files: ObjectStore;
  clock: Clock;
  newId: NewId;
}): IrrigationStore {
  const { irrigation, users, events, files, clock, newId } = tables;
  const TableName = irrigation.name;
  const put = (Item: Item): Write => ({ Put: { TableName, Item } });

  const write = async (ownerId: string, svcUserId: string, writes: Write[]): Promise<boolean> => {
    const failed = await transact(irrigation.client, [userExists(users, ownerId, svcUserId), ...writes]);
    if (failed === 0) throw notFound('user', svcUserId);
    return failed === undefined;
  };

  /** Stores a record, and the event if no record has its id yet. */
  const putRecord = async (ownerId: string, name: string, record: Stored, items: Item[], event: FarmEvent) => {
    const pk = partition(ownerId, record.svcUserId);
    const id: Item = { pk, sk: idName(record.id), record: name };
    const writes = [...items, { pk, sk: name, value: record }].map(put);
    const isNew = { Put: { TableName, Item: id, ConditionExpression: 'attribute_not_exists(pk)' } };
    if (await write(ownerId, record.svcUserId, [isNew, ...writes, eventWrite(events, event)])) return;
    await write(ownerId, record.svcUserId, writes);
  };

  return {
    ...irrigationDirectory(irrigation, files),

    async allEquipment(ownerId, svcUserId) {
      const all: StoredEquipment[] = [];
      for await (const item of itemsIn(irrigation, partition(ownerId, svcUserId), equipmentName(''))) {
        all.push(item.value as StoredEquipment);
      }
      return all;
    },

    async putEquipment(ownerId, equipment) {
      const pk = partition(ownerId, equipment.svcUserId);
      await write(ownerId, equipment.svcUserId, [put({ pk, sk: equipmentName(equipment.id), value: equipment })]);
    },

    async ofDate(ownerId, svcUserId, date, equipmentIds) {
      const pk = partition(ownerId, svcUserId);
      const names = equipmentIds.toSorted().map((id) => ({ pk, sk: dayName({ date, equipment: { id } }) }));
      const items = await getMany(irrigation, names, { consistent: true });
      const records = items.flatMap((item) => (item ? [item.value as StoredIrrigation] : []));
      const keys = records.map(({ id }) => ({ pk, sk: piecesName(id) }));
      const pieces = await getMany(irrigation, keys, { consistent: true });
      const found: WithPieces<StoredIrrigation>[] = [];
      for (const [index, record] of records.entries()) {
        found.push({ record, pieces: await groundIn(files, pieces[index]) });
      }
      return found;
    },

    async daysOf(ownerId, svcUserId, equipmentId, dates) {
      const pk = partition(ownerId, svcUserId);
      const keys = dates.map((date) => ({ pk, sk: dayName({ date, equipment: { id: equipmentId } }) }));
      const items = await getMany(irrigation, keys, { consistent: true });
      const records = items.flatMap((item) => (item ? [item.value as StoredIrrigation] : []));
      return new Map(records.map((record) => [record.date, record]));
    },

    async datesOf(ownerId, svcUserId, equipmentIds) {
      const dates = new Set<string>();
      const range = { ...rangeOf(partition(ownerId, svcUserId), dayPrefix), keysOnly: true };
      for await (const { sk } of keysOf(irrigation, range)) {
        const [, date = '', equipmentId = ''] = String(sk).split('#');
        if (equipmentIds.has(equipmentId)) dates.add(date);
      }
      return [...dates];
    },

    async put(ownerId, { record, pieces }) {
      const event = irrigationActivity({ id: newId(), ownerId }, record, clock.now());
      await putRecord(ownerId, dayName(record), record, [await groundItem(files, ownerId, record, pieces)], event);
    },

    async noteFields(ownerId, record, fieldIds) {
      const value = { ...record, fieldIds };
      await write(ownerId, record.svcUserId, [
        put({ pk: partition(ownerId, record.svcUserId), sk: dayName(record), value }),
      ]);
    },

    async datesOfField(ownerId, svcUserId, fieldId) {
      const dates = new Set<string>();
      const prefix = `field#${fieldId}#`;
      const range = { ...rangeOf(partition(ownerId, svcUserId), prefix), keysOnly: true };
      for await (const { sk } of keysOf(irrigation, range))
        dates.add(String(sk).slice(prefix.length).split('#')[0] ?? '');
      return [...dates];
    },

    async putOfField(ownerId, { record, pieces }) {
      const { svcUserId, fieldId } = record;
      const event = fieldIrrigationActivity({ id: newId(), ownerId }, record, clock.now());
      const pk = partition(ownerId, svcUserId);
      const items = [await groundItem(files, ownerId, record, pieces), { pk, sk: wateredName(fieldId) }];
      await putRecord(ownerId, fieldDayName(record), record, items, event);
    },

    async removeOfField(ownerId, record) {
      const { svcUserId, fieldId } = record;
      const pk = partition(ownerId, svcUserId);
      const [stored] = await getMany(irrigation, [{ pk, sk: fieldDayName(record) }], { consistent: true });
      if (!stored) return;
      const { id } = stored.value as StoredFieldIrrigation;
      const [ground] = await getMany(irrigation, [{ pk, sk: piecesName(id) }], { consistent: true });
      const remove = (sk: string): Write => ({ Delete: { TableName, Key: { pk, sk } } });
      await write(ownerId, svcUserId, [fieldDayName(record), piecesName(id), idName(id)].map(remove));
      if (ground?.key !== undefined) await files.remove([String(ground.key)]);
      const { keys } = await readKeys(irrigation, rangeOf(pk, `field#${fieldId}#`), 1);
      if (keys.length === 0) await write(ownerId, svcUserId, [remove(wateredName(fieldId))]);
    },
  };
}

type Stored = StoredIrrigation | StoredFieldIrrigation;
