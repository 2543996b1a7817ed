import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { errorKeys } from '../../../../domain/error-keys.ts';
import { openApiDocument } from '../../../../functions/areas/docs/openapi/document.ts';
import { areas } from '../../../../functions/areas.ts';
import { routes } from '../../../../functions/http/routes.ts';

interface Operation {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string; description?: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { headers?: object; content?: Record<string, object> }>;
}

const gatewayMessage = { $ref: '#/components/schemas/GatewayMessage' };
const path = new URL('../../../../docs/openapi.json', import.meta.url);
const written = readFileSync(path, 'utf8');
const document = openApiDocument(areas) as { paths: Record<string, Record<string, Operation>>; components: object };

// Every path with GET has HEAD as well, which the document need not list.
const documented = routes(areas).filter(({ routeKey }) => !routeKey.startsWith('HEAD '));
const operations = documented.map(({ path: at, endpoint, operationId }) => {
  const found = document.paths[at]?.[endpoint.method.toLowerCase()];
  if (!found) throw new Error(`${operationId} is not in the document`);
  return { operationId, endpoint, described: found };
});

test('the checked-in document matches the contract (npm run openapi)', () => {
  expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(document)));
});

test('the document passes a strict linter', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // The home page only redirects to the documentation.
      'operation-2xx-response': 'off',
      // The common interface has `…/organizations/{provider}` and `…/{provider}/organizations`.
      'no-ambiguous-paths': 'off',
    },
  });
  const problems = await lintFromString({ source: written, absoluteRef: 'openapi.json', config });
  const found = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
  expect(found).toEqual([]);
});

test('every endpoint of the contract is documented once, and nothing else', () => {
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  );
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length);
});

test('lists every error key, for problems and for queries that have failed', () => {
  const { schemas } = document.components as { schemas: Record<string, { enum?: string[]; properties?: object }> };
  expect(schemas.ErrorKey?.enum).toEqual(Object.keys(errorKeys));
  for (const name of ['Problem', 'QueryFailure'])
    expect(schemas[name]?.properties).toMatchObject({ errorKey: { $ref: '#/components/schemas/ErrorKey' } });
});

describe.each(operations)('$operationId', ({ endpoint, described }) => {
  test('names every variable of its path', () => {
    const variables = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = (described.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name).sort()).toEqual(variables.sort());
  });

  test('requires a token, or says that it needs none', () => {
    const expected = { public: [], owner: undefined, ownerOrApiKey: [{ bearer: [] }, { apiKey: [] }] };
    expect(described.security).toEqual(expected[endpoint.access]);
  });

  test('has an example of its JSON body, which its schema accepts', () => {
    const body = described.requestBody?.content['application/json'];
    if (!body) return;
    const schema = JSON.parse(JSON.stringify(body.schema).replaceAll('"#/', '"openapi.json#/')) as object;
    expect(body.example).toBeDefined();
    // Public validators differ in whether patterns have Unicode classes.
    for (const unicodeRegExp of [true, false]) {
      const ajv = new Ajv2020({ strict: false, validateFormats: false, unicodeRegExp });
      ajv.addSchema(document, 'openapi.json');
      expect([ajv.validate(schema, body.example), ajv.errors]).toEqual([true, null]);
    }
  });

  test('documents its errors', () => {
    const statuses = Object.keys(described.responses);
    if (endpoint.access !== 'public') expect(statuses).toContain('401');
    if (endpoint.params) expect(statuses).toContain('404');
    if (endpoint.conflict || endpoint.idempotent) expect(statuses).toContain('409');
    for (const response of Object.values(described.responses)) expect(response.headers).toHaveProperty('X-Request-Id');
  });

  test('documents what any request can meet: too long as a problem, and what the gateway itself answers', () => {
    const contentOf = (status: number) => JSON.stringify(described.responses[status]?.content ?? {});
    const own = endpoint.oauthErrors ? 'OAuthError' : 'Problem';
    expect(contentOf(504)).toContain(`schemas/${own}`);
    for (const status of [413, 429, 500, 503]) {
      expect(contentOf(status)).toContain(`schemas/${own}`);
      expect(described.responses[status]?.content?.['application/json']).toMatchObject(
        endpoint.oauthErrors ? { schema: { anyOf: [expect.anything(), gatewayMessage] } } : { schema: gatewayMessage },
      );
      expect(described.responses[status]?.headers).not.toHaveProperty('X-Request-Id.required');
    }
  });
});

test('examples are valid for validators without Unicode classes, too', () => {
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(
    ([, text]) => JSON.parse(text ?? '""') as string,
  );
  expect(patterns.length).toBeGreaterThan(100);
  expect(patterns.filter((pattern) => /\\p\{C[cfs]\}/i.test(pattern))).toEqual([]);
  const url = patterns.find((pattern) => pattern.startsWith('^[^\\u0000') && pattern.endsWith(']*$')) ?? '';
  expect(new RegExp(url).test('https://example.com/back?a=Präfix')).toBe(true);
  expect(new RegExp(url).test('https://example.com/\u0007')).toBe(false);
});

test('members of an enum have names of their own for generators, and no enum of a member is called as another schema', () => {
  const { schemas } = document.components as { schemas: Record<string, { properties?: Record<string, object> }> };
  const alike: string[] = [];
  const visit = (value: unknown, at: string) => {
    if (typeof value !== 'object' || value === null) return;
    const { enum: members, 'x-enum-varnames': names } = value as { enum?: unknown[]; 'x-enum-varnames'?: string[] };
    const texts = (members ?? []).filter((member) => typeof member === 'string' && /^[a-z]/i.test(member)) as string[];
    const folded = (names ?? texts).map((text) => text.toUpperCase().replace(/[^A-Z0-9]+/g, '_'));
    if (new Set(folded).size < folded.length) alike.push(at);
    for (const [key, item] of Object.entries(value)) visit(item, `${at}/${key}`);
  };
  visit(document, '');
  expect(alike).toEqual([]);
  const taken = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, schema]) => 'enum' in schema)
      .map(([member]) => `${name}${member.charAt(0).toUpperCase()}${member.slice(1)}`)
      .filter((enumName) => enumName in schemas),
  );
  expect(taken).toEqual([]);
});

test('every object of a response is closed: no schema says less than it could', () => {
  const open: string[] = [];
  const visit = (value: unknown, at: string) => {
    if (typeof value !== 'object' || value === null) return;
    const schema = value as { type?: unknown; properties?: object; additionalProperties?: unknown };
    if (schema.type === 'object' && schema.properties && schema.additionalProperties === undefined) open.push(at);
    for (const [key, item] of Object.entries(value)) visit(item, `${at}/${key}`);
  };
  for (const { operationId, described } of operations) {
    for (const [status, { content }] of Object.entries(described.responses)) visit(content, `${operationId} ${status}`);
  }
  expect(open).toEqual([]);
});

test('positions are lists of two numbers, which tools understand without prefixItems', () => {
  const text = JSON.stringify(document);
  expect(text).toContain('{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2}');
  expect(text).not.toContain('prefixItems');
});
