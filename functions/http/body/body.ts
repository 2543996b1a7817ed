import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod';
import { invalid, Problem } from '../../../domain/errors.ts';
import type { RequestBody } from '../endpoint.ts';
import type { UploadedPart } from '../exchange.ts';
import { parseQueryString } from '../parameters.ts';
import { validated } from '../validation.ts';
import { readFormTexts, readMultipart, readMultipartFiles } from './multipart.ts';

/** The replacement character for bytes that are not UTF-8; API Gateway decodes bodies before this code sees them. */
const replacement = '\uFFFD';

/** JSON nested deeper than this is an attack, not a request. GeoJSON needs 7. */
const deepest = 64;

/** The parsed and checked body of a request. */
export async function parseBody(body: RequestBody, event: APIGatewayProxyEventV2): Promise<unknown> {
  const contentType = event.headers['content-type'] ?? '';
  const { method } = event.requestContext.http;
  if (body.kind === 'multipart') return multipart(body, contentType, event);
  if (body.kind === 'form') {
    expectType(contentType, 'application/x-www-form-urlencoded');
    return validated(body.schema, parseQueryString(text(event)), 'form');
  }
  const raw = text(event);
  if (body.kind === 'text') return plainText(raw, contentType);
  if (body.maxBytes !== undefined && Buffer.byteLength(raw) > body.maxBytes) {
    throw new Problem('tooLarge', `The body has more than ${body.maxBytes} bytes. Send fewer at once.`);
  }
  if (raw.trim() === '') {
    if (isLeftOut(body, method)) return validated(body.schema, {}, 'body');
    throw new Problem('invalid', 'The request has no body. Send a JSON document.', { errorKey: 'bodyMissing' });
  }
  // Clients that forget the type send none or that of a form, and nothing else than JSON is taken here.
  if (!/^\s*(application\/x-www-form-urlencoded\s*(;|$)|$)/i.test(contentType))
    expectType(contentType, 'application/json');
  const document = withoutReadOnly(parseJson(raw, body.hasSecrets), body.readOnly);
  return validated(body.schema, method === 'PATCH' ? document : withoutNulls(document, body.schema), 'body');
}

/**
 * Whether a request may have no body, as if it had sent `{}`: where the schema has only optional members. A PATCH without a body has forgotten it:
 * nothing would change.
 */
export function isLeftOut(body: RequestBody & { kind: 'json' }, method: string): boolean {
  return method !== 'PATCH' && body.schema.safeParse({}).success;
}

/** The query parameters that a form carries in place of the address; none when it is no form. */
export function parametersInForm(body: RequestBody | undefined, event: APIGatewayProxyEventV2): Record<string, string> {
  const contentType = event.headers['content-type'] ?? '';
  if (body?.kind !== 'multipart' || !body.parameters || !contentType.startsWith('multipart/form-data')) return {};
  return readFormTexts(bytes(event), contentType, body.parameters);
}

function plainText(raw: string, contentType: string): string {
  if (contentType !== '' && !/^(text\/plain|application\/([\w.]+\+)?json)\s*(;|$)/i.test(contentType)) {
    expectType(contentType, 'text/plain');
  }
  if (raw.trim() === '') {
    throw new Problem('invalid', 'The request has no body. Send the query as text.', { errorKey: 'bodyMissing' });
  }
  refuseLost(raw, 'malformedText');
  return withoutMark(raw);
}

function multipart(
  { part, many, notEmpty }: RequestBody & { kind: 'multipart' },
  contentType: string,
  event: APIGatewayProxyEventV2,
): UploadedPart | UploadedPart[] {
  expectType(contentType, 'multipart/form-data');
  const body = bytes(event);
  const files =
    many === undefined ? [readMultipart(body, contentType, part)] : readMultipartFiles(body, contentType, part);
  if (many !== undefined && files.length > many) {
    const message = `The form has ${files.length} files in parts with the name ${part}; send at most ${many}.`;
    throw invalid(`#/${part}`, message, 'tooManyFiles');
  }
  for (const [index, { content }] of files.entries()) {
    if (!notEmpty || content.length > 0) continue;
    const [pointer, which] =
      many === undefined ? [`#/${part}`, 'The file'] : [`#/${part}/${index}`, `File ${index + 1}`];
    throw invalid(pointer, `${which} is empty.`, 'emptyFile');
  }
  return many === undefined ? (files[0] as UploadedPart) : files;
}

function expectType(contentType: string, expected: string): void {
  const actual = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (actual === expected || (expected === 'application/json' && actual.endsWith('+json'))) return;
  const found = actual === '' ? 'has none' : `is ${actual}`;
  throw new Problem('unsupported', `The Content-Type must be ${expected}; this request's ${found}.`);
}

function bytes(event: APIGatewayProxyEventV2): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}

function text(event: APIGatewayProxyEventV2): string {
  return event.isBase64Encoded ? bytes(event).toString('utf8') : (event.body ?? '');
}

/** Editors begin files with a byte order mark, which is no part of their text. */
function withoutMark(raw: string): string {
  return raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
}

function refuseLost(raw: string, errorKey: 'malformedText' | 'malformedJson'): void {
  if (!raw.includes(replacement)) return;
  const detail = 'The text is not valid UTF-8, or contains U+FFFD, which marks lost characters. Send it as UTF-8.';
  throw new Problem('invalid', detail, { errorKey });
}

/** In bodies that create or replace a resource, null for an optional member means that the member is absent. */
function withoutNulls(document: unknown, schema: z.ZodType): unknown {
  if (!(schema instanceof z.ZodObject) || typeof document !== 'object' || document === null || Array.isArray(document))
    return document;
  const members = schema.shape as Record<string, z.ZodType | undefined>;
  const isAbsent = (name: string) =>
    members[name]?.safeParse(undefined).success && !members[name].safeParse(null).success;
  return Object.fromEntries(Object.entries(document).filter(([name, value]) => value !== null || !isAbsent(name)));
}

function parseJson(raw: string, hasSecrets = false): unknown {
  refuseLost(raw, 'malformedJson');
  let parsed: unknown;
  try {
    parsed = JSON.parse(withoutMark(raw));
  } catch (error) {
    // The parser's message quotes the text around the error.
    const reason = hasSecrets ? '' : `: ${(error as Error).message.slice(0, 300)}`;
    throw new Problem('invalid', `The body is not JSON${reason}.`, { errorKey: 'malformedJson' });
  }
  refuseHostile(parsed, 0);
  return parsed;
}

/**
 * Refuses prototype keys, bottomless nesting and halves of characters, which neither a key nor an address can hold,
 * before any other code sees the document. Numbers in arrays cost nothing.
 */
function refuseHostile(value: unknown, depth: number): void {
  if (typeof value === 'string' && !isWellFormed(value)) {
    throw new Problem('invalid', 'A string contains half of a surrogate pair, which is not a character.');
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw new Problem('invalid', `The body is nested deeper than ${deepest} levels.`);
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item !== 'number') refuseHostile(item, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') {
      throw new Problem('invalid', `The member name ${key} is not allowed.`);
    }
    refuseHostile(item, depth + 1);
  }
}

/** As `String.prototype.isWellFormed`, which the language level of the types does not have yet. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function withoutReadOnly(document: unknown, readOnly: readonly string[] = []): unknown {
  if (readOnly.length === 0 || typeof document !== 'object' || document === null || Array.isArray(document))
    return document;
  return Object.fromEntries(Object.entries(document).filter(([key]) => !readOnly.includes(key)));
}
