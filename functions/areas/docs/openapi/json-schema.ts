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

/** Names of the members of an enum for generators that make a constant of each: `Mile` and `mile` would be one. */
function namedMembers(schema: object): object {
  const { enum: members } = schema as JsonSchema;
  if (!Array.isArray(members) || !members.every((member) => typeof member === 'string' && /^[a-z]/i.test(member))) {
    return schema;
  }
  const folded = members.map((member: string) => member.toUpperCase().replace(/[^A-Z0-9]+/g, '_'));
  if (new Set(folded).size === folded.length) return schema;
  const names = folded.map((name, index) => {
    const before = folded.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name}_${before + 1}`;
  });
  return { ...schema, 'x-enum-varnames': names };
}

/** Unicode classes of what cannot be seen, spelled out; of format characters those of the basic plane. */
const unseen = {
  Cc: '\\u0000-\\u001f\\u007f-\\u009f',
  Cf: '\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb',
  Cs: '\\ud800-\\udfff',
};

/** A pattern that validators without Unicode classes understand as well; they take `\P{Cc}` and `\p{Cf}` for letters. */
function plainPattern(pattern: string): string {
  return Object.entries(unseen).reduce(
    (plain, [name, characters]) =>
      plain.replaceAll(`\\P{${name}}`, `[^${characters}]`).replaceAll(`\\p{${name}}`, characters),
    pattern,
  );
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(namedMembers(asList(value)))
      .filter(([key]) => key !== '$schema' && key !== '~standard')
      .map(([key, item]) => {
        if (key === '$ref') return [key, String(item).replace('#/$defs/', '#/components/schemas/')];
        return [key, key === 'pattern' && typeof item === 'string' ? plainPattern(item) : rewritten(item)];
      }),
  );
}
