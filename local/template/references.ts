import { awsOnlyAttribute, awsOnlyRef, awsOnlyTypes } from './aws-only-types.ts';
import { type TemplateLocation, templateError } from './location.ts';
import type { Resolver } from './resolver.ts';
import { type Referred, type ResourceKind, resourceKinds } from './resource-kinds.ts';

/** Value of `Ref` for a resource. */
export function referenceTo(resolver: Resolver, logicalId: string, place: TemplateLocation): string {
  const resource = describe(resolver, logicalId, place);
  const kind = resourceKinds[resource.type];
  if (kind) return kind.ref(resource, kind.name(resource));
  known(resource.type, place);
  return awsOnlyRef(resource);
}

/** Value of `Fn::GetAtt` for a resource. */
export function attributeOf(
  resolver: Resolver,
  logicalId: string,
  attribute: string,
  place: TemplateLocation,
): unknown {
  const resource = describe(resolver, logicalId, place);
  const nested = resource.type === 'AWS::CloudFormation::Stack' && /^Outputs\.(.+)$/.exec(attribute)?.[1];
  if (nested) return resolver.output(`${place.stack.name}-${logicalId}`, nested, place);
  const kind = resourceKinds[resource.type];
  if (kind) return kindAttribute(kind, resource, attribute);
  known(resource.type, place);
  return awsOnlyAttribute(resource, attribute);
}

/** The physical name of a resource that runs here. */
export function physicalName(resolver: Resolver, logicalId: string, place: TemplateLocation): string {
  const resource = describe(resolver, logicalId, place);
  const kind = resourceKinds[resource.type];
  if (!kind) throw templateError(place, `a resource of type ${resource.type} has no name here`);
  return kind.name(resource);
}

function kindAttribute(kind: ResourceKind, resource: Referred, attribute: string): string {
  const give = kind.attributes[attribute];
  if (give) return give(kind.name(resource), resource);
  const offered = Object.keys(kind.attributes).join(', ') || 'none';
  return resource.fail(`${resource.type} has no attribute ${attribute} in the embedded cloud (it has: ${offered})`);
}

function describe(resolver: Resolver, logicalId: string, place: TemplateLocation): Referred {
  const { stack } = place;
  const resource = stack.template.Resources[logicalId];
  if (!resource) throw templateError(place, `there is no resource ${logicalId}`);
  const path = `Resources.${logicalId}.Properties`;
  return {
    type: resource.Type,
    stackName: stack.name,
    logicalId,
    endpoints: resolver.endpoints,
    fail: (problem) => {
      throw templateError(place, problem);
    },
    property: (name) => resolver.resolve(resource.Properties?.[name], { stack, path: `${path}.${name}` }),
  };
}

function known(type: string, place: TemplateLocation): void {
  if (!awsOnlyTypes.has(type)) throw templateError(place, `the embedded cloud does not know resources of type ${type}`);
}
