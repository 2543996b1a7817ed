import { notFound } from '../../../../domain/errors.ts';
import type { Farm, StoredFarm } from '../../../../domain/farms/farm.ts';
import type { FarmStore } from '../../../../domain/farms/farm-store.ts';
import { idsShownUpTo } from '../../../../domain/record-number.ts';
import { fieldIdIn } from '../fields/field-item.ts';
import { farmsOf, fieldsOf, groupRange } from '../groups.ts';
import { readKeys } from '../lists/index-range.ts';
import { numberedKey, numberedRecords } from '../numbered-records.ts';
import type { Table } from '../table.ts';
import { farmTraits, listFarms } from './list-farms.ts';

/** Farms in the fields table; their fields are read from the index of groups. */
export function farmStore(fields: Table, users: Table): FarmStore {
  const records = numberedRecords<StoredFarm>(fields, users, {
    kind: 'farm',
    group: (ownerId, { growerId }) => (growerId === undefined ? undefined : farmsOf(ownerId, growerId)),
    traits: farmTraits,
    needs: (ownerId, { svcUserId, growerId }) =>
      growerId === undefined
        ? undefined
        : { key: numberedKey('grower', ownerId, svcUserId, growerId), missing: notFound('grower', growerId) },
  });

  const shown = async (ownerId: string, farm: StoredFarm): Promise<Farm> => {
    const { keys } = await readKeys(fields, groupRange(fieldsOf(ownerId, farm.id)), idsShownUpTo);
    return { ...farm, fieldIds: keys.map(fieldIdIn) };
  };

  return {
    async get(ownerId, svcUserId, id) {
      const farm = await records.get(ownerId, svcUserId, id);
      return farm && shown(ownerId, farm);
    },

    async list(ownerId, filter, asked) {
      const page = await listFarms(fields, ownerId, filter, asked);
      return { ...page, items: await Promise.all(page.items.map((farm) => shown(ownerId, farm))) };
    },

    async create(ownerId, farm, commit) {
      const made = (record: StoredFarm) => ({ ...record, fieldIds: [] });
      return made(await records.create(ownerId, farm, commit && ((record) => commit(made(record)))));
    },

    async change(ownerId, svcUserId, id, edit) {
      const farm = await records.change(ownerId, svcUserId, id, edit);
      return farm && shown(ownerId, farm);
    },
  };
}
