import { ArnFormat, Aws, Duration, type Stack } from 'aws-cdk-lib';
import * as athena from 'aws-cdk-lib/aws-athena';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { type Environment, physicalName } from '../context/environment.ts';
import { acknowledge } from './acknowledge.ts';
import { type LakeTables, lakeTables } from './lake-tables.ts';
import { withLogicalId } from './logical-id.ts';
import { allow, throughServices } from './permissions.ts';

/** Engine of queries: Athena over the lake, or DuckDB within the function, for small installations. */
export type QueryEngineName = 'athena' | 'duckdb';

/** Resources that a function needs to run queries. */
export interface QueryEngine {
  name: QueryEngineName;
  workGroup: string;
  database: string;
}

export interface QueryEngineOptions {
  environment: Environment;
  engine: QueryEngineName;
  lake: s3.Bucket;
  files: s3.Bucket;
  /** The role's name. */
  roleName: string;
  /** The operator's own key, if the buckets are encrypted with it. */
  ownKeyArn?: string | undefined;
}

/** Where results lie until they are read, below a prefix of each owner's own. */
const resultsPrefix = 'exports/';

/** Athena's workgroup and the tables of the lake, and the role that reaches them. */
export function queryEngine(stack: Stack, options: QueryEngineOptions): QueryEngine {
  const { environment, engine, lake, ownKeyArn } = options;
  const workGroup = physicalName(environment, 'queries');
  const tables = lakeTables(stack, environment, lake);
  const made = new athena.CfnWorkGroup(stack, 'QueriesWorkGroup', {
    name: workGroup,
    description: `Furrow ${environment.name}: queries of API owners. Its history holds their texts.`,
    recursiveDeleteOption: true,
    workGroupConfiguration: {
      // Enforced, its place of results would take the place of each owner's own.
      enforceWorkGroupConfiguration: false,
      engineVersion: { selectedEngineVersion: 'Athena engine version 3' },
      bytesScannedCutoffPerQuery: environment.maxBytesScanned,
      publishCloudWatchMetricsEnabled: true,
      requesterPaysEnabled: false,
      resultConfiguration: {
        encryptionConfiguration: ownKeyArn
          ? { encryptionOption: 'SSE_KMS', kmsKey: ownKeyArn }
          : { encryptionOption: 'SSE_S3' },
      },
    },
  });
  withLogicalId(made, 'QueriesWorkGroup');
  queriesRole(stack, { ...options, workGroup, tables });
  return { name: engine, workGroup, database: tables.database };
}

interface RoleOptions extends Omit<QueryEngineOptions, 'engine'> {
  workGroup: string;
  tables: LakeTables;
}

/** The most that a query may do. Every session of it is narrowed to one owner; see adapters/aws/athena/session-policy.ts. */
function queriesRole(
  stack: Stack,
  { environment, workGroup, tables, lake, files, roleName, ownKeyArn }: RoleOptions,
): void {
  const { database, names } = tables;
  const arn = (service: string, resource: string) =>
    stack.formatArn({ service, resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  const listed = (bucket: s3.Bucket, prefix: string) => {
    const statement = allow(['s3:ListBucket'], [bucket.bucketArn]);
    statement.addCondition('StringLike', { 's3:prefix': `${prefix}*` });
    return statement;
  };
  const role = new iam.Role(stack, 'QueriesRole', {
    roleName,
    description: 'What Athena may do for one owner, together with the policy of the session.',
    maxSessionDuration: Duration.hours(1),
    // The functions are in stacks behind this one; which of them may, their own policies say.
    assumedBy: new iam.AccountRootPrincipal().withConditions({
      ArnLike: { 'aws:PrincipalArn': `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/furrow-${environment.name}-*` },
    }),
    inlinePolicies: {
      queries: new iam.PolicyDocument({
        statements: [
          allow(
            ['StartQueryExecution', 'StopQueryExecution', 'GetQueryExecution', 'GetQueryResults'].map(
              (action) => `athena:${action}`,
            ),
            [arn('athena', `workgroup/${workGroup}`)],
          ),
          // Required by Athena's guides as well: its workgroup, its catalogue, and the database that every session begins with.
          allow(['athena:GetWorkGroup'], [arn('athena', `workgroup/${workGroup}`)]),
          allow(['athena:GetDataCatalog'], [arn('athena', 'datacatalog/AwsDataCatalog')]),
          allow(['glue:GetDatabase'], [arn('glue', 'database/default')]),
          allow(
            ['glue:GetDatabase', 'glue:GetTable', 'glue:GetPartition', 'glue:GetPartitions'],
            [
              arn('glue', 'catalog'),
              arn('glue', `database/${database}`),
              ...names.map((name) => arn('glue', `table/${database}/${name}`)),
            ],
          ),
          allow(['s3:GetBucketLocation', 's3:ListBucketMultipartUploads'], [lake.bucketArn, files.bucketArn]),
          listed(lake, 'lake/'),
          listed(files, resultsPrefix),
          allow(
            ['s3:GetObject'],
            names.map((name) => lake.arnForObjects(`lake/${name}/*`)),
          ),
          allow(
            ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
            [files.arnForObjects(`${resultsPrefix}*`)],
          ),
          ...(ownKeyArn === undefined ? [] : [throughServices(ownKeyArn, ['s3'])]),
        ],
      }),
    },
  });
  acknowledge(
    role,
    'The policy of each session names the owner, the tables and the generation; here stands what all sessions have in common.',
    ...[...names.map((name) => `<LakeBucket.Arn>/lake/${name}/*`), `<FilesBucket.Arn>/${resultsPrefix}*`].map(
      (resource) => `IAM5[Resource::${resource}]`,
    ),
  );
  withLogicalId(role, 'QueriesRole');
}
