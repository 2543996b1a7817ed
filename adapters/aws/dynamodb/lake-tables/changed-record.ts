import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { ChangedRow, LakeTable, TableChange } from '../../../../domain/lake-tables/shard.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { fieldIdIn, fieldPrefix } from '../fields/field-item.ts';
import { fieldsOf, groupRange } from '../groups.ts';
import { numberedName, numberIn } from '../numbered-records.ts';
import type { Item, Table } from '../table.ts';

const farmPrefix = numberedName('farm', '');
const tableOfKind: Record<string, LakeTable> = { file: 'files', operation: 'operations' };

/** What a record of the streams of fields and of operations means for the lake; undefined for what has no rows there. */
export async function recordChange(fields: Table, { dynamodb }: DynamoDBRecord): Promise<TableChange | undefined> {
  const { pk = '', sk = '' } = plain(dynamodb?.Keys) as { pk?: string; sk?: string };
  const [ownerId = '', second = ''] = pk.split('#');
  if (sk.startsWith(fieldPrefix)) {
    return { ownerId, table: 'fields', rows: [{ svcUserId: second, id: fieldIdIn({ sk }) }] };
  }
  if (sk.startsWith(farmPrefix)) {
    return { ownerId, table: 'fields', rows: await fieldsOfFarm(fields, ownerId, numberIn({ sk })) };
  }
  const table = tableOfKind[sk];
  if (!table) return undefined;
  // One that is gone says whose it was by what it has been.
  const { userKey } = plain(dynamodb?.NewImage ?? dynamodb?.OldImage);
  const [, svcUserId] = String(userKey ?? '').split('#');
  return svcUserId ? { ownerId, table, rows: [{ svcUserId, id: second }] } : undefined;
}

/** The grower of a farm stands in the rows of its fields. */
async function fieldsOfFarm(fields: Table, ownerId: string, farmId: number): Promise<ChangedRow[]> {
  const rows: ChangedRow[] = [];
  for await (const key of keysOf(fields, groupRange(fieldsOf(ownerId, farmId)))) {
    const [, svcUserId = ''] = String(key.pk).split('#');
    rows.push({ svcUserId, id: fieldIdIn(key) });
  }
  return rows;
}

function plain(image: unknown): Item {
  return image ? unmarshall(image as Parameters<typeof unmarshall>[0]) : {};
}
