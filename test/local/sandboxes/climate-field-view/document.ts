import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { Ajv } from 'ajv';

/** The provider's OpenAPI document: beside the folder of real files. */
const file =
  process.env.CORPUS_DIR &&
  join(process.env.CORPUS_DIR, '../providers/benkilimnik+openapi-directory-clone/climate.com_4.0.11_openapi.yaml');
export const hasDocument = file !== undefined && file !== '' && existsSync(file);
if (!hasDocument)
  console.log('The OpenAPI document of Climate FieldView is not beside CORPUS_DIR: answers are not held against it.');

interface Swagger {
  paths: Record<string, Record<string, { responses: Record<string, { schema?: object }> }>>;
  definitions: Record<string, object>;
}

/** @example const problemsOf = openDocument(); */
export function openDocument(): (method: string, path: string, answer: { status: number; body: unknown }) => string[] {
  // Coordinates are texts in the document, which they are in no answer.
  const text = readFileSync(file ?? '', 'utf8').replaceAll('#/definitions/Geometry', '#/definitions/Metadata');
  const { paths, definitions } = parseYaml(text) as Swagger;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  return (method, path, { status, body }) => {
    const response = paths[path]?.[method.toLowerCase()]?.responses[status];
    if (!response) return [`${status} of ${method} ${path} is not documented`];
    if (!response.schema || typeof body === 'string') return [];
    const validate = ajv.compile({ ...response.schema, definitions });
    return validate(body)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
