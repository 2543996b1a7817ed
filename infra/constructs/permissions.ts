import { Aws } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { BucketName, FunctionNeeds, ObjectAccess, TableAccess } from '../../functions/manifest/needs.ts';
import { type TableName, tables } from '../../functions/manifests.ts';
import type { Environment } from '../context/environment.ts';
import { type Place, resourceNames } from '../context/resource-names.ts';
import type { Data } from '../stacks/data.ts';

const findItems = ['dynamodb:GetItem', 'dynamodb:BatchGetItem'];
const readItems = [...findItems, 'dynamodb:Query'];
const writeItems = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];

/** No grant contains Scan: a function that needs all items of a kind has an index of them. */
const tableActions: Record<TableAccess, string[]> = {
  find: [...findItems, 'dynamodb:ConditionCheckItem'],
  change: [...findItems, 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'],
  make: [...findItems, 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'],
  read: [...readItems, 'dynamodb:ConditionCheckItem'],
  add: ['dynamodb:PutItem'],
  write: [...writeItems, 'dynamodb:ConditionCheckItem'],
  readWrite: [...readItems, ...writeItems, 'dynamodb:ConditionCheckItem'],
};

const objectActions: Record<ObjectAccess, string[]> = {
  read: ['s3:GetObject'],
  readWrite: [
    's3:GetObject',
    's3:PutObject',
    's3:DeleteObject',
    's3:AbortMultipartUpload',
    's3:ListMultipartUploadParts',
  ],
  erase: ['s3:GetObject', 's3:DeleteObject', 's3:DeleteObjectVersion', 's3:AbortMultipartUpload'],
};

/** The statements that let a function do what it needs, each naming its resources. */
export function permissions(needs: FunctionNeeds, data: Data): iam.PolicyStatement[] {
  return [
    ...entries(needs.tables).flatMap(([name, access]) => tableStatements(name, access, needs, data)),
    ...entries(needs.objects).flatMap(([name, prefixes]) => bucketStatements(name, prefixes, data)),
    ...(needs.sends ?? []).map((job) => allow(['sqs:SendMessage'], [data.names.queue(job).arn])),
    ...(needs.peeks ?? []).map((job) =>
      allow(['sqs:ReceiveMessage', 'sqs:ChangeMessageVisibility'], [data.names.deadLetters(job).arn]),
    ),
    ...(needs.queries ? [allow(['sts:AssumeRole'], [data.names.queriesRole.arn])] : []),
    ...(needs.secrets ? [allow(secretActions(needs.secrets), [data.secretsKeyArn()])] : []),
    ...(data.ownKeyArn === undefined ? [] : [throughServices(data.ownKeyArn, ['dynamodb', 's3', 'sqs'])]),
  ];
}

/**
 * Lets services use the operator's key for a caller that reads or writes what is encrypted with it. The caller cannot use it itself: the same key seals
 * secrets, which few functions may open.
 */
export function throughServices(keyArn: string, services: readonly string[]): iam.PolicyStatement {
  const statement = allow(
    ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'].map(
      (name) => `kms:${name}`,
    ),
    [keyArn],
  );
  const hosts = services.map((service) => `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`);
  statement.addCondition('StringEquals', { 'kms:ViaService': hosts });
  return statement;
}

function secretActions(secrets: true | 'seal'): string[] {
  return ['kms:GenerateDataKey', ...(secrets === 'seal' ? [] : ['kms:Decrypt'])];
}

/** An index holds keys alone: a query finds them, and the items are read from the table. */
function tableStatements(
  name: TableName,
  access: TableAccess,
  { deadlines }: FunctionNeeds,
  data: Data,
): iam.PolicyStatement[] {
  const { arn } = data.names.table(name);
  const { indexes } = { indexes: {}, ...tables[name] };
  const lists = access === 'read' || access === 'readWrite';
  const queried = Object.keys(indexes).filter((index) => lists && (deadlines || index !== 'byDeadline'));
  const arns = queried.map((index) => `${arn}/index/${index}`);
  return [allow(tableActions[access], [arn]), ...(arns.length > 0 ? [allow(['dynamodb:Query'], arns)] : [])];
}

/** Listing is part of every access: without it S3 answers 403, not 404, for an object that is missing. */
function bucketStatements(name: BucketName, prefixes: Record<string, ObjectAccess>, data: Data): iam.PolicyStatement[] {
  // A function may have a bucket's name without access to it.
  if (Object.keys(prefixes).length === 0) return [];
  const { arn } = data.names.bucket(name);
  const objects = Object.entries(prefixes).map(([prefix, access]) =>
    allow(objectActions[access], [`${arn}/${prefix}*`]),
  );
  const erases = Object.values(prefixes).some((access) => access === 'erase');
  const list = allow(['s3:ListBucket', ...(erases ? ['s3:ListBucketVersions'] : [])], [arn]);
  list.addCondition('StringLike', { 's3:prefix': Object.keys(prefixes).map((prefix) => `${prefix}*`) });
  // IAM knows no prefix for this one.
  const uploads = erases ? [allow(['s3:ListBucketMultipartUploads'], [arn])] : [];
  return [...objects, list, ...uploads];
}

/** Pseudo parameters as the security rules write them. */
const placeOfFindings: Place = {
  partition: '<AWS::Partition>',
  account: '<AWS::AccountId>',
  region: '<AWS::Region>',
  urlSuffix: '<AWS::URLSuffix>',
};

/** The findings about these wildcards as the security rules name them. */
export function wildcardFindings(needs: FunctionNeeds, environment: Environment): string[] {
  const { bucket } = resourceNames(environment, placeOfFindings);
  return entries(needs.objects).flatMap(([name, prefixes]) =>
    Object.keys(prefixes).map((prefix) => `IAM5[Resource::${bucket(name).arn}/${prefix}*]`),
  );
}

/**
 * A statement that allows some actions on some resources.
 *
 * @example const statement = allow(['s3:ListBucket'], [bucket.bucketArn]);
 */
export function allow(actions: string[], resources: string[]): iam.PolicyStatement {
  return new iam.PolicyStatement({ actions, resources });
}

function entries<Key extends string, Value>(record: Partial<Record<Key, Value>> = {}): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
