import type { StreamViewType } from './table-definition.ts';

export interface KeySchemaElement {
  AttributeName: string;
  KeyType: string;
}

export interface AttributeDefinition {
  AttributeName: string;
  AttributeType: string;
}

export interface SecondaryIndex {
  IndexName: string;
  KeySchema: KeySchemaElement[];
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
}

/** The parts of the response of DescribeTable that the engine reads. */
export interface TableDescription {
  TableName: string;
  TableArn: string;
  TableId: string;
  TableStatus: string;
  /** Seconds since the epoch. */
  CreationDateTime: number;
  KeySchema: KeySchemaElement[];
  AttributeDefinitions: AttributeDefinition[];
  GlobalSecondaryIndexes?: (SecondaryIndex & { IndexStatus?: string })[];
  LocalSecondaryIndexes?: SecondaryIndex[];
  BillingModeSummary?: { BillingMode: string; LastUpdateToPayPerRequestDateTime?: number };
  StreamSpecification?: { StreamEnabled: boolean; StreamViewType: StreamViewType };
  LatestStreamArn?: string;
  LatestStreamLabel?: string;
}

/** A stored table. */
export interface TableRecord {
  description: TableDescription;
  /** Part of the key of every row: the rows of a rebuilt table are written under the next number before the old rows are deleted. */
  generation: number;
  /** The attribute that holds the time, in epoch seconds, after which an item may be deleted. */
  timeToLiveAttribute?: string;
  /** Set when the table can be restored: to how many days ago, and not to before `since` (milliseconds). */
  recovery?: { days: number; since: number };
}

/**
 * The indexes of a table, global ones first.
 *
 * @example const index = secondaryIndexes(description).find(({ IndexName }) => IndexName === request.IndexName);
 */
export function secondaryIndexes(table: TableDescription): SecondaryIndex[] {
  return [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])];
}

/** `S`, `N` or `B`. Every key attribute is defined: dynalite refuses a table where one is not. */
export function attributeType(table: TableDescription, name: string): 'S' | 'N' | 'B' {
  return table.AttributeDefinitions.find((one) => one.AttributeName === name)?.AttributeType as 'S' | 'N' | 'B';
}

/**
 * The names of the attributes of a key, the partition's first.
 *
 * @example keyNames([{ AttributeName: 'pk', KeyType: 'HASH' }]) // ['pk']
 */
export function keyNames(keySchema: KeySchemaElement[]): string[] {
  return keySchema.map((element) => element.AttributeName);
}
