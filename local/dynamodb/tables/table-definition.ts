import type { AttributeDefinition, KeySchemaElement, SecondaryIndex, TableDescription } from './table-description.ts';

export type StreamViewType = 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES' | 'KEYS_ONLY';

/** Definition of a table: its members hold the shapes of CreateTable and of CloudFormation alike. */
export interface TableDefinition {
  tableName: string;
  keySchema: KeySchemaElement[];
  attributeDefinitions: AttributeDefinition[];
  globalSecondaryIndexes?: SecondaryIndex[] | undefined;
  /** The attribute that holds the time, in epoch seconds, after which an item may be deleted. If absent, items do not expire. */
  timeToLiveAttribute?: string | undefined;
  /** If absent, the table has no stream. */
  streamViewType?: StreamViewType | undefined;
  /** The number of days for point-in-time recovery. If absent, the table cannot be restored. */
  recoveryDays?: number | undefined;
}

/** Whether two definitions have the same keys and indexes, so that rows need no rewriting. */
export function sameRows(definition: TableDefinition, table: TableDescription): boolean {
  const existing: TableDefinition = {
    tableName: table.TableName,
    keySchema: table.KeySchema,
    attributeDefinitions: table.AttributeDefinitions,
    globalSecondaryIndexes: table.GlobalSecondaryIndexes,
  };
  return fingerprint(definition) === fingerprint(existing);
}

function fingerprint(definition: TableDefinition): string {
  const types = new Map(definition.attributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
  const keys = (schema: KeySchemaElement[]) =>
    schema.map((element) => [element.AttributeName, element.KeyType, types.get(element.AttributeName)]);
  const indexes = (definition.globalSecondaryIndexes ?? []).map((index) => [
    index.IndexName,
    keys(index.KeySchema),
    index.Projection.ProjectionType,
    [...(index.Projection.NonKeyAttributes ?? [])].sort(),
  ]);
  return JSON.stringify([keys(definition.keySchema), indexes.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))]);
}
