import type { Resource, Template } from '../../infra/template.ts';

/** A resource of a template with its logical id; properties are always present. */
export interface Found {
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: properties are as deep as CloudFormation's own schema
  properties: Record<string, any>;
  resource: Resource;
}

/** All resources of a type. */
export function ofType(template: Template | undefined, type: string): Found[] {
  return Object.entries(template?.Resources ?? {})
    .filter(([, { Type }]) => Type === type)
    .map(([id, resource]) => ({ id, resource, properties: resource.Properties ?? {} }));
}

/** The resource with a logical id. */
export function withId(template: Template | undefined, id: string): Found {
  const resource = template?.Resources[id];
  if (!resource) throw new Error(`The template has no ${id}`);
  return { id, resource, properties: resource.Properties ?? {} };
}
