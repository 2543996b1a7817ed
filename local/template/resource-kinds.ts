import { accountId, region } from '../credentials.ts';
import {
  arn,
  bucketArn,
  functionArn,
  keyArn,
  policyArn,
  queueArn,
  queueUrl,
  roleArn,
  streamArn,
  tableArn,
} from './arns.ts';
import { derivedName, derivedShortId, derivedUuid } from './physical-names.ts';

/** URLs that exist only once something listens; each is `http://ADDRESS:PORT`. */
export interface Endpoints {
  sqs?: string | undefined;
  /** The gateway's URL. Without it, an API's URL is the one that AWS would give. */
  api?: string | undefined;
}

/** A resource that a template refers to. */
export interface Referred {
  type: string;
  stackName: string;
  logicalId: string;
  endpoints: Endpoints;
  /** One of its properties, resolved. */
  property(name: string): unknown;
  /** Throws an error with the problem and the location that refers to this resource. */
  fail(problem: string): never;
}

/** How a resource type that runs here is named, and what `Ref` and `Fn::GetAtt` of it give. */
export interface ResourceKind {
  name(resource: Referred): string;
  ref(resource: Referred, name: string): string;
  attributes: Record<string, (name: string, resource: Referred) => string>;
}

/** Takes the name that the template gives, else derives one. */
function nameFrom(property: string, maxLength: number): (resource: Referred) => string {
  return (resource) => {
    const given = resource.property(property);
    return typeof given === 'string' ? given : derivedName(resource.stackName, resource.logicalId, maxLength);
  };
}

const itsName = (_: Referred, name: string): string => name;

const table: ResourceKind = {
  name: nameFrom('TableName', 255),
  ref: itsName,
  attributes: { Arn: tableArn, StreamArn: streamArn, TableId: (_, r) => derivedUuid(r.stackName, r.logicalId) },
};

const bucketName = nameFrom('BucketName', 63);
const bucket: ResourceKind = {
  name: (r) => bucketName(r).toLowerCase(),
  ref: itsName,
  attributes: {
    Arn: bucketArn,
    DomainName: (name) => `${name}.s3.amazonaws.com`,
    RegionalDomainName: (name) => `${name}.s3.${region}.amazonaws.com`,
  },
};

const queueAddress = (name: string, { endpoints, fail }: Referred): string =>
  endpoints.sqs ? queueUrl(endpoints.sqs, name) : fail(`the URL of queue ${name} is not known before SQS listens`);
const queue: ResourceKind = {
  name: nameFrom('QueueName', 80),
  ref: (r, name) => queueAddress(name, r),
  attributes: { Arn: queueArn, QueueName: (name) => name, QueueUrl: queueAddress },
};

const key: ResourceKind = {
  name: (r) => derivedUuid(r.stackName, r.logicalId),
  ref: itsName,
  attributes: { Arn: keyArn, KeyId: (name) => name },
};

const lambda: ResourceKind = {
  name: nameFrom('FunctionName', 64),
  ref: itsName,
  attributes: { Arn: functionArn },
};

/** A version or an alias resolves to its function, since there is only one version of the code. */
const qualified: ResourceKind = {
  name: (r) => `${String(r.property('FunctionName')).replace(/^arn:.*:function:/, '')}`,
  ref: (_, name) => functionArn(name),
  attributes: { FunctionArn: functionArn, AliasArn: functionArn, Version: () => '$LATEST' },
};

const apiAddress = (id: string, { endpoints }: Referred): string =>
  endpoints.api ?? `https://${id}.execute-api.${region}.amazonaws.com`;
const api: ResourceKind = {
  name: (r) => derivedShortId(r.stackName, r.logicalId),
  ref: itsName,
  attributes: { ApiEndpoint: apiAddress, ApiId: (name) => name },
};

const shortId: ResourceKind = { name: (r) => derivedShortId(r.stackName, r.logicalId), ref: itsName, attributes: {} };

const mapping: ResourceKind = {
  name: (r) => derivedUuid(r.stackName, r.logicalId),
  ref: itsName,
  attributes: {
    Id: (name) => name,
    EventSourceMappingArn: (name) => arn('lambda', `event-source-mapping:${name}`),
  },
};

const schedule: ResourceKind = {
  name: nameFrom('Name', 64),
  ref: itsName,
  attributes: { Arn: (name) => arn('scheduler', `schedule/default/${name}`) },
};

const rule: ResourceKind = {
  name: nameFrom('Name', 64),
  ref: itsName,
  attributes: { Arn: (name) => arn('events', `rule/${name}`) },
};

const bucketNotifications: ResourceKind = {
  name: (r) => derivedName(r.stackName, r.logicalId, 255),
  ref: itsName,
  attributes: {},
};

const workGroup: ResourceKind = { name: nameFrom('Name', 128), ref: itsName, attributes: {} };

/** Databases and tables of Glue have their names in their input property. */
const lakeName = (member: string): ResourceKind => ({
  name: (r) => String((r.property(member) as { Name?: unknown }).Name ?? r.logicalId.toLowerCase()),
  ref: itsName,
  attributes: {},
});

const role: ResourceKind = { name: nameFrom('RoleName', 64), ref: itsName, attributes: { Arn: roleArn } };

const managedPolicy: ResourceKind = {
  name: nameFrom('ManagedPolicyName', 128),
  ref: (_, name) => policyArn(name),
  attributes: {},
};

/** A parameter of the parameter store; `Ref` is its name. */
const storedParameter: ResourceKind = {
  name: nameFrom('Name', 2048),
  ref: itsName,
  attributes: { Value: (_, r) => String(r.property('Value')), Type: (_, r) => String(r.property('Type')) },
};

/** A resource of permissions, to which no other resource refers. */
const policy: ResourceKind = {
  name: (r) => derivedName(r.stackName, r.logicalId, 128),
  ref: itsName,
  attributes: {},
};

const nestedStack: ResourceKind = {
  name: (r) => `${r.stackName}-${r.logicalId}`,
  ref: (_, name) => `arn:aws:cloudformation:${region}:${accountId}:stack/${name}`,
  // `Outputs.<name>` is answered from the nested stack itself.
  attributes: {},
};

/** Every resource type that the embedded cloud acts upon. */
export const resourceKinds: Record<string, ResourceKind> = {
  'AWS::ApiGatewayV2::Api': api,
  'AWS::ApiGatewayV2::Integration': shortId,
  'AWS::ApiGatewayV2::Route': shortId,
  'AWS::ApiGatewayV2::Stage': { ...shortId, ref: (r) => String(r.property('StageName')) },
  'AWS::Athena::WorkGroup': workGroup,
  'AWS::CloudFormation::Stack': nestedStack,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::DynamoDB::Table': table,
  'AWS::Events::Rule': rule,
  'AWS::Glue::Database': lakeName('DatabaseInput'),
  'AWS::Glue::Table': lakeName('TableInput'),
  'AWS::IAM::ManagedPolicy': managedPolicy,
  'AWS::IAM::Policy': policy,
  'AWS::IAM::Role': role,
  'AWS::KMS::Alias': { ...shortId, name: (r) => String(r.property('AliasName')) },
  'AWS::KMS::Key': key,
  'AWS::Lambda::Alias': qualified,
  'AWS::Lambda::EventSourceMapping': mapping,
  'AWS::Lambda::Function': lambda,
  'AWS::Lambda::Permission': policy,
  'AWS::Lambda::Version': qualified,
  'AWS::S3::Bucket': bucket,
  'AWS::S3::BucketPolicy': policy,
  'AWS::SQS::Queue': queue,
  'AWS::SQS::QueuePolicy': policy,
  'AWS::SSM::Parameter': storedParameter,
  'AWS::Scheduler::Schedule': schedule,
  'Custom::S3BucketNotifications': bucketNotifications,
};
