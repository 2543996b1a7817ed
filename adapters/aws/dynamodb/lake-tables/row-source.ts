import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { fileRow, operationRow } from '../../../../domain/lake-tables/rows.ts';
import { type ChangedRow, recordColumn, type Shard } from '../../../../domain/lake-tables/shard.ts';
import type { LakeRow, RowSource } from '../../../../domain/lake-tables/shard-store.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import { getMany } from '../get-many.ts';
import { eachRecord } from '../machine-files/records.ts';
import { type RecordKind, recordKey } from '../operations/operation-item.ts';
import type { Table } from '../table.ts';
import { userKey } from '../users/user-exists.ts';
import { fieldRows } from './field-rows.ts';
import { irrigationRows } from './irrigation-rows.ts';
import { rowsOfSoil, type SoilRowServices } from './soil-rows.ts';

const atOnce = 100;

export interface RowSourceTables {
  users: Table;
  fields: Table;
  operations: Table;
  irrigation: Table;
  /** The bucket with large shapes. */
  files: Pick<ObjectStore, 'getText'>;
  soilRows: SoilRowServices;
}

/** Reads the records of existing users; deleted users have none, even if their data is not erased yet. */
export function rowSource({ users, fields, operations, irrigation, files, soilRows }: RowSourceTables): RowSource {
  const records = async function* <T extends { svcUserId: string }>(
    ownerId: string,
    kind: RecordKind,
    changed: readonly ChangedRow[],
  ): AsyncGenerator<T> {
    const named = changed.filter(({ id }) => id !== undefined);
    for (let start = 0; start < named.length; start += atOnce) {
      const some = named.slice(start, start + atOnce);
      const keys = some.map(({ id = '' }) => recordKey(ownerId, id, kind));
      const items = await getMany(operations, keys, { consistent: true });
      for (const [index, item] of items.entries()) {
        const record = item?.[kind] as T | undefined;
        if (record?.svcUserId === some[index]?.svcUserId && record) yield record;
      }
    }
    for (const { svcUserId, id } of changed) {
      if (id === undefined) yield* eachRecord<T>(operations, ownerId, svcUserId, kind);
    }
  };

  const rowsOf = async function* ({ ownerId, table }: Shard, changed: readonly ChangedRow[]): AsyncGenerator<LakeRow> {
    if (table === 'fields') yield* fieldRows(fields, files, ownerId, changed);
    else if (table === 'soil_samples') yield* rowsOfSoil(soilRows, ownerId, changed);
    else if (table === 'applied_irrigation') yield* irrigationRows(irrigation, ownerId, changed);
    else if (table === 'files')
      for await (const file of records<MachineFile>(ownerId, 'file', changed)) yield fileRow(file);
    else for await (const one of records<Operation>(ownerId, 'operation', changed)) yield operationRow(one);
  };

  const existing = async (ownerId: string, changed: readonly ChangedRow[]): Promise<Set<string>> => {
    const keys = [...new Set(changed.map(({ svcUserId }) => svcUserId))].map((id) => userKey(ownerId, id));
    const found = await getMany(users, keys, { consistent: true });
    return new Set(found.flatMap((item) => (item?.revision ? [item.sk as string] : [])));
  };

  return {
    async *rows(shard, changed) {
      const there = await existing(shard.ownerId, changed);
      const living = changed.filter(({ svcUserId }) => there.has(svcUserId));
      const named = living.filter(({ id }) => id !== undefined);
      yield* rowsOf(shard, named);
      // The list of all records of a user may be older than the records that are named individually.
      const known = new Set(named.map(({ svcUserId, id }) => `${svcUserId}#${id}`));
      const whole = living.filter(({ id }) => id === undefined);
      const column = recordColumn(shard.table);
      for await (const row of rowsOf(shard, whole)) if (!known.has(`${row.svcUserId}#${row[column]}`)) yield row;
    },
  };
}
