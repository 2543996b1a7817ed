import * as z from 'zod';
import { declared, flag, notRun, wholeNumber } from './declared.ts';
import type { Resolver } from './resolver.ts';

/** The parameters of DynamoDB's CreateTable for a table, and its time to live. */
export interface TablePlan {
  tableName: string;
  keySchema: KeyElement[];
  attributeDefinitions: { AttributeName: string; AttributeType: 'S' | 'N' | 'B' }[];
  globalSecondaryIndexes?: { IndexName: string; KeySchema: KeyElement[]; Projection: Projection }[];
  /** The attribute with the time after which an item expires, in epoch seconds. */
  timeToLiveAttribute?: string;
  /** The number of days for point-in-time recovery. */
  recoveryDays?: number;
  /** Set when the table has a stream. */
  streamViewType?: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
}

type KeyElement = z.infer<typeof keySchema>[number];
type Projection = z.infer<typeof projection>;

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const projection = z.object({
  ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
  NonKeyAttributes: z.array(z.string()).optional(),
});

/** A global table declares this for each replica, of which there is one. */
const recoverySpecification = z
  .object({ PointInTimeRecoveryEnabled: flag, RecoveryPeriodInDays: wholeNumber.default(35) })
  .optional();

const tableSchema = z.object({
  PointInTimeRecoverySpecification: recoverySpecification,
  Replicas: z.array(z.object({ PointInTimeRecoverySpecification: recoverySpecification })).optional(),
  KeySchema: keySchema,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  GlobalSecondaryIndexes: z
    .array(z.object({ IndexName: z.string(), KeySchema: keySchema, Projection: projection }))
    .optional(),
  LocalSecondaryIndexes: notRun('local secondary indexes are'),
  TimeToLiveSpecification: z.object({ AttributeName: z.string().optional(), Enabled: flag }).optional(),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) })
    .optional(),
});

export function planTables(resolver: Resolver): TablePlan[] {
  return declared(resolver, 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(({ name, read }) => {
    const table = read(tableSchema);
    const ttl = table.TimeToLiveSpecification;
    const recovery = table.PointInTimeRecoverySpecification ?? table.Replicas?.[0]?.PointInTimeRecoverySpecification;
    return {
      tableName: name,
      keySchema: table.KeySchema,
      attributeDefinitions: table.AttributeDefinitions,
      ...(table.GlobalSecondaryIndexes && { globalSecondaryIndexes: table.GlobalSecondaryIndexes }),
      ...(ttl?.Enabled && ttl.AttributeName && { timeToLiveAttribute: ttl.AttributeName }),
      ...(recovery?.PointInTimeRecoveryEnabled && { recoveryDays: recovery.RecoveryPeriodInDays }),
      ...(table.StreamSpecification && { streamViewType: table.StreamSpecification.StreamViewType }),
    };
  });
}
