import type { Resource, Template } from '../template.ts';
import { addressesIn, addressesOf } from './addresses.ts';
import { plainText } from './plain-text.ts';
import { type ReleasedRoutes, releasedRoutesOf, routeUpdateProblems } from './released-routes.ts';

/** A resource of a release that others address, or that holds data. */
export interface Released {
  type: string;
  /** Its physical name, unless AWS makes it up. */
  name?: string;
  /** Properties that CloudFormation can only change by replacing the resource. */
  fixed: Record<string, unknown>;
  /** Index name to its keys; of tables only. */
  indexes?: Record<string, unknown>;
}

/** A stack of a release. */
export interface ReleasedStack {
  /** By logical id. */
  resources: Readonly<Record<string, Released>>;
  routes: ReleasedRoutes;
  /** Names of its exports. */
  exports: readonly string[];
  /** Names of exports that it imports. */
  imports: readonly string[];
  /** Addresses of resources of other stacks that it uses. */
  needs: readonly string[];
}

interface Kind {
  /** The property with the physical name. */
  name?: string;
  /** Other properties that CloudFormation can only change by replacing the resource. */
  fixed?: readonly string[];
  /** A replacement or deletion loses data, or an address that others have. */
  keeps?: true;
}

const kinds: Readonly<Record<string, Kind>> = {
  'AWS::ApiGatewayV2::Api': { fixed: ['ProtocolType'], keeps: true },
  'AWS::ApiGatewayV2::DomainName': { fixed: ['DomainName'], keeps: true },
  'AWS::DynamoDB::GlobalTable': { name: 'TableName', fixed: ['KeySchema'], keeps: true },
  'AWS::IAM::Role': { name: 'RoleName' },
  'AWS::KMS::Key': { fixed: ['KeySpec', 'KeyUsage', 'MultiRegion'], keeps: true },
  'AWS::Lambda::Function': { name: 'FunctionName' },
  'AWS::S3::Bucket': { name: 'BucketName', keeps: true },
  'AWS::SNS::Topic': { name: 'TopicName', fixed: ['FifoTopic'], keeps: true },
  'AWS::SQS::Queue': { name: 'QueueName', fixed: ['FifoQueue'], keeps: true },
  'AWS::SSM::Parameter': { name: 'Name' },
};

/** The stack of a release, out of its template. Names are those of an environment called `<environment>`, so that all can be compared. */
export function releasedOf(template: Template, environment: string): ReleasedStack {
  const plain = plainText(template) as Template;
  const neutral = JSON.parse(
    JSON.stringify(plain).replaceAll(new RegExp(`(furrow[-_/])${environment}\\b`, 'g'), '$1<environment>'),
  ) as Template;
  const resources = Object.entries(neutral.Resources).flatMap(([id, resource]) => {
    const one = released(resource);
    return one ? [[id, one] as const] : [];
  });
  const own = new Set(resources.flatMap(([, one]) => addressesOf(one)));
  return {
    resources: Object.fromEntries(resources.sort(([a], [b]) => (a < b ? -1 : 1))),
    routes: releasedRoutesOf(neutral),
    exports: Object.values(neutral.Outputs ?? {}).flatMap(({ Export }) => (Export ? [Export.Name] : [])),
    imports: importsIn(neutral.Resources),
    needs: addressesIn(neutral).filter((address) => !own.has(address)),
  };
}

function released({ Type, Properties = {} }: Resource): Released | undefined {
  const kind = kinds[Type];
  if (!kind) return undefined;
  const name = kind.name && Properties[kind.name];
  if (Type === 'AWS::IAM::Role' && name === undefined) return undefined;
  const names = (kind.fixed ?? []).filter((one) => Properties[one] !== undefined);
  return {
    type: Type,
    ...(name !== undefined && { name: String(name) }),
    fixed: Object.fromEntries(names.map((one) => [one, Properties[one]])),
    ...(Type === 'AWS::DynamoDB::GlobalTable' && { indexes: indexesOf(Properties) }),
  };
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

function importsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? undefined : (value as Record<string, unknown>)['Fn::ImportValue'];
  return [...new Set([...(own === undefined ? [] : [String(own)]), ...Object.values(value).flatMap(importsIn)])];
}

/** Why a stack cannot be updated from one release to another without losing data; empty when it can. */
export function updateProblems(before: ReleasedStack, after: ReleasedStack): string[] {
  const ofResources = Object.entries(before.resources).flatMap(([id, was]) => {
    const is = after.resources[id];
    if (!kinds[was.type]?.keeps && is?.type !== was.type) return [];
    if (!is)
      return [`${id} is gone: CloudFormation would delete it. Keep its logical id, or release its removal by hand.`];
    if (is.type !== was.type)
      return [`${id} was ${was.type} and is ${is.type}: CloudFormation would replace it, empty.`];
    return [...fixedProblems(id, was, is), ...indexProblems(id, was.indexes ?? {}, is.indexes ?? {})];
  });
  return [...ofResources, ...routeUpdateProblems(before.routes, after.routes)];
}

function fixedProblems(id: string, was: Released, is: Released): string[] {
  if (!kinds[was.type]?.keeps) return [];
  const named = ({ name, fixed }: Released): Record<string, unknown> => ({ ...fixed, name });
  const [before, after] = [named(was), named(is)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((one) => !same(before[one], after[one]))
    .map((one) => `${id} has another ${one}: CloudFormation would replace it, empty.`);
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
