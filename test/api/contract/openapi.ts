import { readFileSync } from 'node:fs';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import type { Route } from '../../../functions/http/routes.ts';
import type { Answer } from '../owner.ts';

interface Documented {
  content?: Record<string, { schema: object }>;
  headers?: Record<string, { required?: boolean }>;
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Documented> }>>;
}

/** The document that is checked in. */
export const openApi = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as Document;

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(openApi, 'openapi.json');
const validators = new Map<string, ValidateFunction>();

/** Differences between an answer and the document: an undocumented status, type, header or member. Empty when there is none. */
export function violations({ method, path }: Pick<Route, 'method' | 'path'>, answer: Answer<unknown>): string[] {
  const documented = openApi.paths[path]?.[method.toLowerCase()]?.responses[answer.status];
  if (!documented) return [`${method} ${path} does not document the status ${answer.status}`];
  const required = Object.entries(documented.headers ?? {}).filter(([, { required }]) => required);
  const missing = required.map(([name]) => name).filter((name) => !answer.headers.has(name));
  const found = missing.map((name) => `the header ${name} is missing`);
  const type = answer.headers.get('content-type') ?? '';
  // The content of a redirect is that of the file to which it leads.
  const isRedirect = answer.status >= 300 && answer.status < 400;
  if (!documented.content || isRedirect) return answer.body === '' ? found : [...found, 'there is a body'];
  const content = Object.keys(documented.content).find(
    (known) => known === type || known === '*/*' || type.startsWith(`${known};`),
  );
  if (content === undefined) return [...found, `the content type ${type} is not documented`];
  if (!/json/.test(content)) return found;
  const validate = validator([
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    `${answer.status}`,
    'content',
    content,
  ]);
  if (validate(answer.body)) return found;
  return [...found, ...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)];
}

function validator(path: string[]): ValidateFunction {
  const pointer = [...path, 'schema'].map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const $ref = `openapi.json#/${encodeURI(pointer)}`;
  const known = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, known);
  return known;
}
