import * as z from 'zod';

type Json = { [key: string]: unknown };

/**
 * Two different values that a schema accepts, made from its JSON Schema.
 *
 * @throws Error for a schema that needs more, such as the id of another resource: the test gives its values.
 */
export function exampleValues(name: string, schema: z.ZodType): [unknown, unknown] {
  const candidates = valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
  const accepted = candidates.filter((value) => value !== null && schema.safeParse(value).success);
  const [first, second] = [...new Map(accepted.map((value) => [JSON.stringify(value), value])).values()];
  if (second !== undefined) return [first, second];
  throw new Error(`no two values of ${name} follow from its schema. Give them in the test's \`values\`.`);
}

const texts = ['value one', 'value two', 'one@example.com', 'two@example.com', 'one-1', 'two-2'];
const formatted = [
  '0198c2a0-0000-7000-8000-000000000001',
  '0198c2a0-0000-7000-8000-000000000002',
  '2026-04-01',
  '2026-04-02',
  '2026-04-01T00:00:00.000Z',
  '2026-04-02T00:00:00.000Z',
  'https://one.example',
  'https://two.example',
];

function valuesOf(schema: Json): unknown[] {
  if ('const' in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (branches) return branches.flatMap(valuesOf);
  if (schema.type === 'string') return 'format' in schema ? formatted : texts;
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'number' || schema.type === 'integer') {
    const first = Number(schema.minimum ?? 1);
    return [first, first + 1, first + 2];
  }
  if (schema.type === 'array') return valuesOf(schema.items as Json).map((value) => [value]);
  if (schema.type === 'object') return [0, 1].map((nth) => objectOf(schema, nth));
  return [];
}

function objectOf({ properties = {} }: { properties?: Json }, nth: number): Json {
  const members = Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema as Json)] as const);
  return Object.fromEntries(members.map(([name, values]) => [name, values[nth] ?? values[0]]));
}
