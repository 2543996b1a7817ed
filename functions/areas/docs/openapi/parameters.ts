import type * as z from 'zod';
import type { Operation } from '../../../http/operation.ts';
import type { JsonSchema, SchemaCollection } from './json-schema.ts';

/** Path, query and header parameters of an operation. */
export function parametersOf(operation: Operation, schemas: SchemaCollection): JsonSchema[] {
  const parameters = [
    ...members(operation.params, 'path', schemas),
    ...members(operation.query, 'query', schemas),
    ...members(operation.headers, 'header', schemas),
  ];
  if (!operation.idempotent) return parameters;
  const only = operation.idempotent === true ? '' : ' Looked at with `Prefer: respond-async` alone.';
  return [...parameters, { ...idempotencyKey, description: idempotencyKey.description + only }];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text that is new for each new request. Repeating a request with its key within 24 hours gets the first answer again.',
  schema: { type: 'string', maxLength: 255 },
};

function members(schema: z.ZodObject | undefined, place: string, schemas: SchemaCollection): JsonSchema[] {
  if (!schema) return [];
  const described = schemas.describe(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(described.properties ?? {}).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || (described.required ?? []).includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }));
}
