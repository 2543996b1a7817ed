import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Table } from '../../functions/manifest/table.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import { pascalCase, withLogicalId } from './logical-id.ts';

const { STRING, NUMBER } = dynamodb.AttributeType;

/**
 * A table as `tables.ts` describes it: on demand, encrypted, restorable to any second of the last days.
 *
 * @example const users = table(stack, 'users', tables.users, environment);
 */
export function table(scope: Construct, name: string, definition: Table, environment: Environment): dynamodb.TableV2 {
  const id = `${pascalCase(name)}Table`;
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
    deletionProtection: environment.protectData,
    removalPolicy: environment.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    globalSecondaryIndexes: Object.entries(definition.indexes ?? {}).map(([indexName, index]) => ({
      indexName,
      partitionKey: { name: index.partition, type: STRING },
      sortKey: { name: index.sort, type: index.sortIsNumber ? NUMBER : STRING },
      projectionType: dynamodb.ProjectionType.KEYS_ONLY,
    })),
    ...(definition.expires && { timeToLiveAttribute: 'expiresAt' }),
    ...(definition.streams && { dynamoStream: dynamodb.StreamViewType[definition.streams] }),
  });
  return withLogicalId(made, id);
}
