import type { Resource, Template } from '../template.ts';

/** Properties of a resource with data or an address that a release fixed: a change of them loses the data. */
export interface Released {
  type: string;
  /** Properties that CloudFormation can only change by replacing the resource. */
  fixed: Record<string, unknown>;
  /** Index name to its keys; of tables only. */
  indexes?: Record<string, unknown>;
}

/** The fixed properties of each resource of a stack, by logical id. */
export type ReleasedStack = Record<string, Released>;

/** Types that hold data or an address, with the properties that fix them. */
const fixedProperties: Record<string, readonly string[]> = {
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::ApiGatewayV2::DomainName': ['DomainName'],
  'AWS::DynamoDB::GlobalTable': ['KeySchema', 'TableName'],
  'AWS::DynamoDB::Table': ['KeySchema', 'TableName'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
};

/** The properties that a release of this template fixes. */
export function releasedOf(template: Template): ReleasedStack {
  const stateful = Object.entries(template.Resources).filter(([, { Type }]) => Type in fixedProperties);
  return Object.fromEntries(stateful.sort().map(([id, resource]) => [id, released(resource)]));
}

function released({ Type, Properties = {} }: Resource): Released {
  const names = (fixedProperties[Type] ?? []).filter((name) => Properties[name] !== undefined);
  const fixed = Object.fromEntries(names.map((name) => [name, Properties[name]]));
  if (!Type.startsWith('AWS::DynamoDB::')) return { type: Type, fixed };
  return { type: Type, fixed, indexes: indexesOf(Properties) };
}

function indexesOf(properties: Record<string, unknown>): Record<string, unknown> {
  const indexes = (properties.GlobalSecondaryIndexes ?? []) as {
    IndexName: string;
    KeySchema: unknown;
    Projection: unknown;
  }[];
  const types = (properties.AttributeDefinitions ?? []) as { AttributeName: string; AttributeType: string }[];
  return Object.fromEntries(
    indexes.map(({ IndexName, KeySchema, Projection }) => {
      const keys = (KeySchema as { AttributeName: string; KeyType: string }[]).map(({ AttributeName, KeyType }) => {
        const type = types.find((definition) => definition.AttributeName === AttributeName)?.AttributeType;
        return `${KeyType} ${AttributeName} ${type}`;
      });
      return [IndexName, { keys, Projection }];
    }),
  );
}

/** Why a stack cannot be updated from one release to the next without losing data; empty when it can. */
export function updateProblems(before: ReleasedStack, after: ReleasedStack): string[] {
  return Object.entries(before).flatMap(([id, was]) => {
    const is = after[id];
    if (!is)
      return [`${id} is gone: CloudFormation would delete it. Keep its logical id, or release its removal by hand.`];
    if (is.type !== was.type)
      return [`${id} was ${was.type} and is ${is.type}: CloudFormation would replace it, empty.`];
    return [...fixedProblems(id, was, is), ...indexProblems(id, was.indexes ?? {}, is.indexes ?? {})];
  });
}

function fixedProblems(id: string, was: Released, is: Released): string[] {
  const names = new Set([...Object.keys(was.fixed), ...Object.keys(is.fixed)]);
  return [...names]
    .filter((name) => !same(was.fixed[name], is.fixed[name]))
    .map((name) => `${id} has another ${name}: CloudFormation would replace it, empty.`);
}

/** DynamoDB adds or removes one index of a table in one update, and cannot change one in place. */
function indexProblems(id: string, was: Record<string, unknown>, is: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const redefined = names.filter((name) => was[name] && is[name] && !same(was[name], is[name]));
  const changed = names.filter((name) => !was[name] !== !is[name]);
  return [
    ...redefined.map((name) => `${id} defines its index ${name} anew: give the new one another name.`),
    ...(changed.length > 1
      ? [`${id} changes ${changed.length} indexes (${changed.join(', ')}): release them one after another.`]
      : []),
  ];
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
