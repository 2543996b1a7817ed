import * as z from 'zod';

export type JsonSchema = Record<string, unknown>;

/** Collects named schemas while endpoints are described, so that each appears once in the document. */
export interface SchemaCollection {
  /** A schema as the document has it: a reference when it has a name. */
  describe(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema;
  named: Record<string, JsonSchema>;
}

export function collectSchemas(): SchemaCollection {
  const named: Record<string, JsonSchema> = {};
  return {
    named,
    describe(schema, io) {
      // Wrapped, because zod writes a named schema out where it is the root, and refers to it anywhere else.
      const wrapped = z.toJSONSchema(z.object({ it: schema }), {
        io,
        unrepresentable: 'any',
        override: withoutDefaults,
      });
      const { properties, $defs } = rewritten(wrapped) as {
        properties: { it: JsonSchema };
        $defs?: Record<string, JsonSchema>;
      };
      for (const [name, { id: _, ...definition }] of Object.entries($defs ?? {})) named[name] ??= definition;
      return properties.it;
    },
  };
}

/** zod writes the limits of JavaScript's integers into every whole number, which says nothing about the interface. */
function withoutDefaults({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** A tuple whose members are of one kind is a list of so many of them, which tools understand that know no `prefixItems`. */
function asList(schema: object): object {
  const { prefixItems, ...rest } = schema as JsonSchema;
  if (!Array.isArray(prefixItems) || rest.items !== false) return schema;
  const [kind, ...others] = prefixItems.map((item) => JSON.stringify(item));
  return others.every((other) => other === kind) ? { ...rest, items: prefixItems[0] } : schema;
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(asList(value))
      .filter(([key]) => key !== '$schema' && key !== '~standard')
      .map(([key, item]) => [
        key,
        key === '$ref' ? String(item).replace('#/$defs/', '#/components/schemas/') : rewritten(item),
      ]),
  );
}
