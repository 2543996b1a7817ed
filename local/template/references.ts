import { awsOnlyAttribute, awsOnlyRef, awsOnlyTypes } from './aws-only-types.ts';
import { type TemplateLocation, templateError } from './location.ts';
import type { Resolver } from './resolver.ts';
import { type Referred, type ResourceKind, resourceKinds } from './resource-kinds.ts';

/** Value of `Ref` for a resource. */
export function referenceTo(resolver: Resolver, logicalId: string, location: TemplateLocation): string {
  const resource = describe(resolver, logicalId, location);
  const kind = resourceKinds[resource.type];
  if (kind) return kind.ref(resource, kind.name(resource));
  known(resource.type, location);
  return awsOnlyRef(resource);
}

/** Value of `Fn::GetAtt` for a resource. */
export function attributeOf(
  resolver: Resolver,
  logicalId: string,
  attribute: string,
  location: TemplateLocation,
): unknown {
  const resource = describe(resolver, logicalId, location);
  const nested = resource.type === 'AWS::CloudFormation::Stack' && /^Outputs\.(.+)$/.exec(attribute)?.[1];
  if (nested) return resolver.output(`${location.stack.name}-${logicalId}`, nested, location);
  const kind = resourceKinds[resource.type];
  if (kind) return kindAttribute(kind, resource, attribute);
  known(resource.type, location);
  return awsOnlyAttribute(resource, attribute);
}

/**
 * The physical name of a resource that runs here.
 *
 * @example const name = physicalName(resolver, 'UsersTable', location);
 */
export function physicalName(resolver: Resolver, logicalId: string, location: TemplateLocation): string {
  const resource = describe(resolver, logicalId, location);
  const kind = resourceKinds[resource.type];
  if (!kind) throw templateError(location, `a resource of type ${resource.type} has no name here`);
  return kind.name(resource);
}

function kindAttribute(kind: ResourceKind, resource: Referred, attribute: string): string {
  const give = kind.attributes[attribute];
  if (give) return give(kind.name(resource), resource);
  const offered = Object.keys(kind.attributes).join(', ') || 'none';
  return resource.fail(`${resource.type} has no attribute ${attribute} in the embedded cloud (it has: ${offered})`);
}

function describe(resolver: Resolver, logicalId: string, location: TemplateLocation): Referred {
  const { stack } = location;
  const resource = stack.template.Resources[logicalId];
  if (!resource) throw templateError(location, `there is no resource ${logicalId}`);
  const path = `Resources.${logicalId}.Properties`;
  return {
    type: resource.Type,
    stackName: stack.name,
    logicalId,
    endpoints: resolver.endpoints,
    fail: (problem) => {
      throw templateError(location, problem);
    },
    property: (name) => resolver.resolve(resource.Properties?.[name], { stack, path: `${path}.${name}` }),
  };
}

function known(type: string, location: TemplateLocation): void {
  if (!awsOnlyTypes.has(type))
    throw templateError(location, `the embedded cloud does not know resources of type ${type}`);
}
