import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { irrigationId } from '../../../../domain/irrigation/irrigation.ts';
import type { ChangedRow, LakeTable, TableChange } from '../../../../domain/lake-tables/shard.ts';
import { derivedId } from '../../../system.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { fieldIdIn, fieldPrefix } from '../fields/field-item.ts';
import { fieldsOf, groupRange } from '../groups.ts';
import { dayPrefix } from '../irrigation/irrigation-item.ts';
import { numberedName, numberIn } from '../numbered-records.ts';
import type { Item, Table } from '../table.ts';

const farmPrefix = numberedName('farm', '');
const tableOfKind: Record<string, LakeTable> = { file: 'files', operation: 'operations' };

/** The rows of the lake that a stream record of fields, operations or irrigation changes; undefined if there are none. */
export async function recordChange(fields: Table, { dynamodb }: DynamoDBRecord): Promise<TableChange | undefined> {
  const { pk = '', sk = '' } = plain(dynamodb?.Keys) as { pk?: string; sk?: string };
  const [ownerId = '', second = ''] = pk.split('#');
  if (sk.startsWith(fieldPrefix)) {
    return { ownerId, table: 'fields', rows: [{ svcUserId: second, id: fieldIdIn({ sk }) }] };
  }
  if (sk.startsWith(farmPrefix)) {
    return { ownerId, table: 'fields', rows: await fieldsOfFarm(fields, ownerId, numberIn({ sk })) };
  }
  if (sk.startsWith(dayPrefix)) {
    const [, date = '', equipmentId = ''] = sk.split('#');
    const id = irrigationId(derivedId, { svcUserId: second, equipmentId, date });
    return { ownerId, table: 'applied_irrigation', rows: [{ svcUserId: second, id }] };
  }
  const table = tableOfKind[sk];
  if (!table) return undefined;
  // The old image of a deleted record names its user.
  const { userKey } = plain(dynamodb?.NewImage ?? dynamodb?.OldImage);
  const [, svcUserId] = String(userKey ?? '').split('#');
  return svcUserId ? { ownerId, table, rows: [{ svcUserId, id: second }] } : undefined;
}

/** The fields of a farm, whose rows contain the farm's grower. */
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
