import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Table } from '../../functions/manifest/table.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import { tableId } from '../context/retained-names.ts';
import { withLogicalId } from './logical-id.ts';
import { removalPolicy } from './removal-policy.ts';

const { STRING, NUMBER } = dynamodb.AttributeType;

export interface TableOptions {
  environment: Environment;
  /** DynamoDB refuses to delete it, for whatever reason: a first deployment that failed could not be taken back. */
  isProtected: boolean;
  /** The operator's key, in place of that of AWS. */
  ownKey?: kms.IKey | undefined;
}

/**
 * A table as `tables.ts` describes it: on demand, encrypted, restorable to any second of the last days.
 *
 * @example const users = table(stack, 'users', tables.users, { environment, isProtected: false });
 */
export function table(scope: Construct, name: string, definition: Table, options: TableOptions): dynamodb.TableV2 {
  const { environment, isProtected, ownKey } = options;
  const id = tableId(name);
  const made = new dynamodb.TableV2(scope, id, {
    tableName: physicalName(environment, name),
    partitionKey: { name: 'pk', type: STRING },
    sortKey: { name: 'sk', type: STRING },
    billing: dynamodb.Billing.onDemand(),
    encryption: dynamodb.TableEncryptionV2.awsManagedKey(),
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: environment.restoreDays,
    },
    deletionProtection: isProtected,
    removalPolicy: removalPolicy(environment),
    globalSecondaryIndexes: Object.entries(definition.indexes ?? {}).map(([indexName, index]) => ({
      indexName,
      partitionKey: { name: index.partition, type: STRING },
      sortKey: { name: index.sort, type: index.sortIsNumber ? NUMBER : STRING },
      projectionType: dynamodb.ProjectionType.KEYS_ONLY,
    })),
    ...(definition.expires && { timeToLiveAttribute: 'expiresAt' }),
    ...(definition.streams && { dynamoStream: dynamodb.StreamViewType[definition.streams] }),
  });
  // The construct takes a key in stacks alone that name their region.
  if (ownKey && made.node.defaultChild instanceof dynamodb.CfnGlobalTable)
    made.node.defaultChild.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: ownKey.keyArn });
  return withLogicalId(made, id);
}
