import { writeFileSync } from 'node:fs';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { tableNames } from '../../../functions/manifests.ts';
import { resourceNames } from '../../../infra/context/resource-names.ts';
import { bucketId, descriptionOfKey, keyId, tableId } from '../../../infra/context/retained-names.ts';
import { type Finding, fine, note, stops } from './finding.ts';

/** Resources by logical id, each with the property by which CloudFormation finds it: what `cdk import` reads. */
type Mapping = Record<string, Record<string, string>>;

/**
 * What an earlier deployment has left in the account: tables, buckets and the key are kept when their stack is deleted, and a stack cannot make others
 * under their names.
 *
 * @param file where the mapping for `cdk import` is written, if anything is left.
 * @param hasOwnKey the deployment has a key of the operator's, and makes none.
 */
export async function retainedFindings(environment: string, file: string, hasOwnKey = false): Promise<Finding[]> {
  const stack = `furrow-${environment}-data`;
  const found = await describe(stack);
  if (found && found.status !== 'ROLLBACK_COMPLETE') {
    const isProtected = found.isProtected
      ? fine(`${stack} is there, and protected from deletion.`)
      : note(`${stack} is there. Protect it once all stacks are complete: npx furrow protect --stack ${stack}`);
    return [isProtected];
  }
  const mapping = await leftBehind(environment, hasOwnKey);
  const count = Object.keys(mapping).length;
  if (count === 0) return [fine(`${stack} can be created: nothing is left of an earlier one.`)];
  writeFileSync(file, `${JSON.stringify(mapping, null, 2)}\n`);
  return [
    stops(
      `${stack} is not there, but ${count} of its resources are, with their data: ${Object.keys(mapping).join(', ')}.`,
      `${file} names them. Bring them back into the stack, and deploy then:`,
      ...(found ? [`    aws cloudformation delete-stack --stack-name ${stack}`] : []),
      `    npx cdk import ${stack} -c environment=${environment} -c importing=true --resource-mapping ${file}`,
      'Delete by hand what you do not want to keep, and run preflight again: the import needs every resource of the mapping.',
    ),
  ];
}

async function describe(StackName: string): Promise<{ status: string; isProtected: boolean } | undefined> {
  try {
    const { Stacks } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
    const [stack] = Stacks ?? [];
    return stack && { status: stack.StackStatus ?? '', isProtected: stack.EnableTerminationProtection === true };
  } catch (error) {
    if ((error as Error).name === 'ValidationError') return undefined;
    throw error;
  }
}

async function leftBehind(environment: string, hasOwnKey: boolean): Promise<Mapping> {
  const { Arn = '', Account: account = '' } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
  const dynamodb = new DynamoDBClient({});
  const region = await dynamodb.config.region();
  const [, partition = 'aws'] = Arn.split(':');
  const names = resourceNames({ name: environment }, { partition, account, region, urlSuffix: '' });
  const mapping: Mapping = {};
  for (const name of tableNames) {
    const TableName = names.table(name).name;
    if (await isThere(() => dynamodb.send(new DescribeTableCommand({ TableName })), 'ResourceNotFoundException'))
      mapping[tableId(name)] = { TableName };
  }
  const s3 = new S3Client({});
  for (const name of ['files', 'lake'] as const) {
    const BucketName = names.bucket(name).name;
    if (await isThere(() => s3.send(new HeadBucketCommand({ Bucket: BucketName })), 'NotFound'))
      mapping[bucketId(name)] = { BucketName };
  }
  const KeyId = hasOwnKey ? undefined : await keyDescribed(descriptionOfKey(environment));
  if (KeyId) mapping[keyId] = { KeyId };
  return mapping;
}

async function isThere(look: () => Promise<unknown>, missing: string): Promise<boolean> {
  try {
    await look();
    return true;
  } catch (error) {
    if ((error as Error).name === missing) return false;
    throw error;
  }
}

/** Keys have no names: the one that was left has the description of the environment's. */
async function keyDescribed(description: string): Promise<string | undefined> {
  const kms = new KMSClient({});
  let Marker: string | undefined;
  do {
    const page = await kms.send(new ListKeysCommand({ Marker }));
    for (const { KeyId } of page.Keys ?? []) {
      const metadata = await metadataOf(kms, KeyId);
      if (metadata?.Description === description && metadata.KeyState === 'Enabled') return KeyId;
    }
    Marker = page.NextMarker;
  } while (Marker);
  return undefined;
}

/** Of a key that belongs to others, nothing. */
async function metadataOf(kms: KMSClient, KeyId: string | undefined) {
  try {
    return (await kms.send(new DescribeKeyCommand({ KeyId }))).KeyMetadata;
  } catch (error) {
    if ((error as Error).name === 'AccessDeniedException') return undefined;
    throw error;
  }
}
