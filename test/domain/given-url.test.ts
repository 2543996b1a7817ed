import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { givenUrl } from '../../domain/given-url.ts';

const plain = givenUrl({ schemes: ['https', 'http'], maxLength: 60, refused: { credentials: true, fragment: true } });
const messagesOf = (text: string) => plain.safeParse(text).error?.issues.map(({ message }) => message);

test.each(['https://a.example/hook?x=1', 'http://127.0.0.1:8080/', 'https://müller.example/ä'])(
  'a URL is accepted as it was given: %s',
  (text) => expect(plain.parse(text)).toBe(text),
);

test.each(['\n', '\r\n', '\t', '\0', '\u001b', '\u007f', '\u0085'])(
  'a control character is refused at the beginning, in the host, in the path and at the end: %j',
  (character) => {
    for (const text of ['?https://a.example/', 'https://a?.example/', 'https://a.example/x?y', 'https://a.example/?']) {
      expect(messagesOf(text.replace('?', character))).toContain(
        'must not have control characters, such as line breaks and tabs',
      );
    }
  },
);

test.each([
  'ftp://a.example/',
  'a.example',
  'https://',
  'https://u:p@a.example/',
  'https://u@a.example/',
  'https://a/#b',
])('anything else is refused with what is expected: %s', (text) =>
  expect(messagesOf(text)).toEqual(['must be an https or http URL without username, password or fragment']),
);

test('every URL in a request body of the contract refuses control characters', () => {
  const urls = urlsInBodies(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
  expect([...urls.keys()]).toEqual(expect.arrayContaining(['url', 'headerImage', 'companyLogo', 'redirect_uri']));
  for (const [name, schema] of urls)
    expect([name, schema.pattern]).toEqual([name, '^[^\\u0000-\\u001f\\u007f-\\u009f]*$']);
});

interface JsonSchema {
  type?: string;
  format?: string;
  pattern?: string;
  [member: string]: unknown;
}

/** The schemas of members of request bodies that are URLs by their format or by their name. */
function urlsInBodies({ paths, components }: { paths: object; components: { schemas: Record<string, unknown> } }) {
  const found = new Map<string, JsonSchema>();
  const visited = new Set<unknown>();
  const visit = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null || visited.has(node)) return;
    visited.add(node);
    const schema = node as JsonSchema;
    if (typeof schema.$ref === 'string') visit(components.schemas[schema.$ref.split('/').at(-1) ?? ''], name);
    const isUrl = schema.format === 'uri' || /(?:^|_)(?:url|uri|href|logo)$|(?:Url|Uri|Logo|Image)$/.test(name);
    if (schema.type === 'string' && isUrl) found.set(name, schema);
    for (const [member, value] of Object.entries(schema)) visit(value, member);
  };
  for (const endpoints of Object.values(paths)) {
    for (const endpoint of Object.values(endpoints)) visit((endpoint as { requestBody?: unknown }).requestBody, '');
  }
  return found;
}
