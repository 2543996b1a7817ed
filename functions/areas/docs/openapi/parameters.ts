import type * as z from 'zod';
import { limitText } from '../../../../domain/limits.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import type { JsonSchema, SchemaCollection } from './json-schema.ts';

/** Path, query and header parameters of an endpoint. */
export function parametersOf(endpoint: Endpoint, schemas: SchemaCollection): JsonSchema[] {
  const parameters = [
    ...members(endpoint.params, 'path', schemas),
    ...members(endpoint.query, 'query', schemas),
    ...members(endpoint.headers, 'header', schemas),
  ];
  if (!endpoint.idempotent) return parameters;
  const only = endpoint.idempotent === true ? '' : ' Used only with `Prefer: respond-async`.';
  return [...parameters, { ...idempotencyKey, description: idempotencyKey.description + only }];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `A unique string for each new request. A request that is repeated with the same key within ${limitText.idempotencySeconds} gets the first response again.`,
  schema: { type: 'string', maxLength: 255 },
};

function members(schema: z.ZodObject | undefined, location: string, schemas: SchemaCollection): JsonSchema[] {
  if (!schema) return [];
  const described = schemas.describe(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(described.properties ?? {}).map(([name, { description, ...property }]) => ({
    name,
    in: location,
    required: location === 'path' || (described.required ?? []).includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }));
}
