import type { Grower, StoredGrower } from '../../../../domain/growers/grower.ts';
import type { GrowerStore } from '../../../../domain/growers/grower-store.ts';
import { idsShownUpTo } from '../../../../domain/record-number.ts';
import { getMany } from '../get-many.ts';
import { farmsOf, groupRange, growersNamed } from '../groups.ts';
import { readKeys } from '../lists/index-range.ts';
import { numberedName, numberedRecords, numberIn } from '../numbered-records.ts';
import type { Table } from '../table.ts';
import { growerTraits, listGrowers } from './list-growers.ts';

/** Growers in the fields table; their farms are read from the index of groups. */
export function growerStore(fields: Table, users: Table): GrowerStore {
  const records = numberedRecords<StoredGrower>(fields, users, {
    kind: 'grower',
    group: (ownerId, { name }) => (name === undefined ? undefined : growersNamed(ownerId, name)),
    traits: growerTraits,
  });

  const shown = async (ownerId: string, grower: StoredGrower): Promise<Grower> => {
    const { keys } = await readKeys(fields, groupRange(farmsOf(ownerId, grower.id)), idsShownUpTo);
    return { ...grower, farmIds: keys.map(numberIn) };
  };

  return {
    async get(ownerId, svcUserId, id) {
      const grower = await records.get(ownerId, svcUserId, id);
      return grower && shown(ownerId, grower);
    },

    async find(ownerId, id) {
      const prefix = numberedName('grower', id);
      const range = { index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey: 'listKey', prefix };
      const [item] = await getMany(fields, (await readKeys(fields, range, 1)).keys);
      return item && shown(ownerId, item.grower as StoredGrower);
    },

    async list(ownerId, filter, asked) {
      const page = await listGrowers(fields, ownerId, filter, asked);
      return { ...page, items: await Promise.all(page.items.map((grower) => shown(ownerId, grower))) };
    },

    async create(ownerId, grower, commit) {
      const made = (record: StoredGrower) => ({ ...record, farmIds: [] });
      return made(await records.create(ownerId, grower, commit && ((record) => commit(made(record)))));
    },

    async change(ownerId, svcUserId, id, edit) {
      const grower = await records.change(ownerId, svcUserId, id, edit);
      return grower && shown(ownerId, grower);
    },
  };
}
