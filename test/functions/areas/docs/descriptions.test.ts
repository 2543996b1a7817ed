import { expect, test } from 'vitest';
import { openApiDocument } from '../../../../functions/areas/docs/openapi/document.ts';
import { areas } from '../../../../functions/areas.ts';

interface Described {
  description?: string;
  $ref?: string;
}

interface Operation extends Described {
  operationId: string;
  parameters?: (Described & { name: string; in: string })[];
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Described> };
}

const document = openApiDocument(areas) as unknown as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Programs that read the document load it whole. */
const maxBytes = 4_000_000;

/** The description of a member: its own, or that of the schema that it refers to. */
function descriptionOf({ description, $ref }: Described): string | undefined {
  return description ?? document.components.schemas[$ref?.split('/').at(-1) ?? '']?.description;
}

/** All members of objects in a part of the document, with where they are. */
function membersIn(value: unknown, at: string): { at: string; name: string; schema: Described }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as { properties?: Record<string, Described> };
  const isObject = properties !== undefined && !at.endsWith('/properties');
  const own = isObject
    ? Object.entries(properties).map(([name, schema]) => ({ at: `${at}/${name}`, name, schema }))
    : [];
  const isExample = /\/(example|examples)$/.test(at);
  const inner = isExample ? [] : Object.entries(value).flatMap(([key, item]) => membersIn(item, `${at}/${key}`));
  return [...own, ...inner];
}

const members = membersIn(document, '');
const parameters = operations.flatMap(({ operationId, parameters: of = [] }) =>
  of.map((parameter) => ({ at: `${operationId} ${parameter.in}`, name: parameter.name, schema: parameter })),
);

/** Whether a description only repeats a name: `The serial number.` of `serialNumber`. */
function isRepeated(name: string, description: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain(description.replace(/^(the|an?) /i, '')) === plain(name);
}

test('every operation, parameter and member has a description', () => {
  expect(members.length).toBeGreaterThan(2_500);
  expect(parameters.length).toBeGreaterThan(1_000);
  const undescribed = [...members, ...parameters].filter(({ schema }) => !descriptionOf(schema)?.trim());
  expect(undescribed.map(({ at, name }) => `${at} ${name}`)).toEqual([]);
  expect(operations.filter(({ description }) => !description).map(({ operationId }) => operationId)).toEqual([]);
});

test('no description only repeats the name', () => {
  const repeated = [...members, ...parameters].filter(({ name, schema }) =>
    isRepeated(name, descriptionOf(schema) ?? ''),
  );
  expect(repeated.map(({ at, name }) => `${at} ${name}`)).toEqual([]);
});

test('descriptions are sentences', () => {
  const texts = [...members, ...parameters].map(({ at, schema }) => ({ at, text: descriptionOf(schema) ?? '' }));
  expect(texts.filter(({ text }) => !/[.:;)`]$/.test(text)).map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

test('the document has at most 4 MB', () => {
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(maxBytes);
});
