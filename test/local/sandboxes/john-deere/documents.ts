import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { Ajv } from 'ajv';

/** The provider's OpenAPI documents, which are no part of the project: beside the folder of real files. */
const folder =
  process.env.CORPUS_DIR && join(process.env.CORPUS_DIR, '../providers/ProductOfAmerica+deere-sdk/openapi_raw');
export const hasDocuments = folder !== undefined && folder !== '' && existsSync(folder);
if (!hasDocuments)
  console.log('The OpenAPI documents of John Deere are not beside CORPUS_DIR: answers are not held against them.');

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });

export interface DeereDocument {
  /** What is wrong with an answer by this document. */
  problemsOf(method: string, path: string, answer: Answer): string[];
}

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

const texts = new Map<string, Json>();

function read(name: string): Json {
  const text = texts.get(name) ?? (parseYaml(readFileSync(join(folder ?? '', `${name}.yaml`), 'utf8')) as Json);
  texts.set(name, text);
  return text;
}

/** Documents whose resources are embedded or listed in answers of others. */
const others: Record<string, string[]> = {
  clients: ['farms', 'fields'],
  farms: ['fields'],
  fields: ['boundaries', 'farms'],
};

/** Answers that other sources describe, against these documents. */
const known: { method: string; path: string; status?: number; problem: RegExp; reason: string }[] = [
  {
    ...{
      method: 'GET',
      path: '/fieldOperations/{operationId}/boundary',
      status: 400,
      problem: /^400 is not documented$/,
    },
    reason: 'the developer pages say so of a field with an active boundary',
  },
  {
    ...{
      method: 'GET',
      path: '/organizations/{orgId}/fields/{fieldId}/fieldOperations',
      problem: /fieldOperationMachines must be object$/,
    },
    reason: 'it is an array in the examples of the same document, and in a recorded answer',
  },
];

/** @example const problems = openDocument('fields').problemsOf('GET', '/organizations/{orgId}/fields', answer); */
export function openDocument(name: string): DeereDocument {
  const root = read(name);
  const resolved = (value: unknown): unknown => {
    const path = isObject(value) && typeof value.$ref === 'string' ? value.$ref.slice(2).split('/') : undefined;
    return path ? resolved(path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), root)) : value;
  };
  const names = [name, ...(others[name] ?? [])].reduce((found, one) => namesIn(read(one), found), new Set<string>());
  return {
    problemsOf(method, path, answer) {
      const problems = found(method, path, answer);
      return problems.filter(
        (one) =>
          !known.some(
            (it) =>
              it.method === method &&
              it.path === path &&
              (it.status ?? answer.status) === answer.status &&
              it.problem.test(one),
          ),
      );
    },
  };

  function found(method: string, path: string, { status, headers, body }: Answer): string[] {
    const operation = ((root.paths as Json)[path] as Json | undefined)?.[method.toLowerCase()] as Json | undefined;
    if (!operation) return [`${method} ${path} is not documented`];
    const responses = operation.responses as Json;
    const response = resolved(responses[status]) as Json | undefined;
    if (!response && !saysOtherwise(Object.values(responses).map(resolved), status))
      return [`${status} is not documented`];
    // Of many errors only the status is documented.
    if (typeof body !== 'object' || body === null || !response?.content) return [];
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    const content = resolved(((response?.content ?? {}) as Json)[type]) as Json | undefined;
    if (!content) return [`${type} is not documented`];
    const validate = ajv.compile(schemaOf(content?.schema, resolved, 0));
    const wrong = validate(body)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    return [...wrong, ...unknownNames(body, names, '')];
  }
}

const strings = new Set(['guid', 'uuid', 'datetime', 'list of guid', '---']);
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

/** A schema in the words of JSON Schema: the documents write `type: GUID`, `type: datetime` and `required: true` in properties. */
function schemaOf(given: unknown, resolved: (value: unknown) => unknown, depth: number): Json {
  const schema = resolved(given);
  if (!isObject(schema) || depth > 12) return {};
  const type = String(schema.type ?? '').toLowerCase();
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return {
    ...(types.has(type) && { type }),
    ...(strings.has(type) && { type: 'string' }),
    ...(Array.isArray(schema.enum) && { enum: schema.enum }),
    ...(Array.isArray(schema.required) && { required: schema.required }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([name, value]) => [name, schemaOf(value, resolved, depth + 1)])),
    }),
    ...(schema.items !== undefined && { items: schemaOf(schema.items, resolved, depth + 1) }),
  };
}

/** Whether a document gives the status in the text of an example, or says that something is created while it gives 200. */
function saysOtherwise(responses: unknown[], status: number): boolean {
  const isCreated = responses.some((one) => isObject(one) && /^created/i.test(String(one.description)));
  return JSON.stringify(responses).includes(`${status} `) || (status === 201 && isCreated);
}

/** All names of members that a document mentions: in schemas and in examples, some of which are JSON in a text. */
function namesIn(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value === 'string' && value.trimStart().startsWith('{')) {
    for (const [, name = ''] of value.matchAll(/"([@\w-]+)"\s*:/g)) names.add(name);
  }
  if (Array.isArray(value)) for (const one of value) namesIn(one, names);
  if (!isObject(value)) return names;
  // What may be embedded is embedded under its name.
  if (Array.isArray(value.enum)) for (const one of value.enum) names.add(String(one));
  for (const [name, one] of Object.entries(value)) {
    // Footnotes are part of some names.
    names.add(name.replace(/<sup>.*$/, ''));
    namesIn(one, names);
  }
  return names;
}

function unknownNames(body: unknown, known: Set<string>, at: string): string[] {
  if (Array.isArray(body)) return body.flatMap((one) => unknownNames(one, known, at));
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const here = `${at}/${name}`;
    return known.has(name) ? unknownNames(value, known, here) : [`${here} is in no example and no schema`];
  });
}
