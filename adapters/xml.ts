import { readFile } from 'node:fs/promises';
import { DOMParser, type Document } from '@xmldom/xmldom';
import type { UnpackedFile } from '../domain/boundary-files/boundary-set.ts';
import type { BoundaryLimits } from '../domain/boundary-files/limits.ts';
import { type ProblemLocation, problem } from '../domain/boundary-files/problem.ts';
import { decodeText } from '../domain/boundary-files/text-encoding.ts';
import { ConversionError, reasonOf } from './boundary-files/conversion.ts';

/**
 * Parses an XML file into a tree. All XML of uploads passes this module, so that byte order marks and encodings are
 * handled alike.
 *
 * @param prepare changes the text before it is parsed.
 * @throws ConversionError as `readXml` does.
 * @example const { documentElement } = await readXmlDocument({ ...main, name: set.file }, conversion.limits);
 */
export async function readXmlDocument(
  file: UnpackedFile,
  limits: BoundaryLimits,
  prepare: (text: string) => string = (text) => text,
): Promise<Document> {
  const text = prepare(await readXml(file, limits));
  try {
    // Undefined entities such as &nbsp; are kept; only text without a tree is refused.
    return new DOMParser({ onError: () => {} }).parseFromString(text, 'text/xml');
  } catch (error) {
    const [reason = ''] = reasonOf(error).split('\n');
    throw new ConversionError(problem('malformedXml', { file: file.name }, { reason }), { cause: error });
  }
}

/**
 * Reads the text of an XML file for a parser that needs no safeguards: size and nesting within the limits, and without
 * document type and entities. Its encoding is that of its byte order mark, else the declared one, else UTF-8.
 *
 * @throws ConversionError `fileTooLarge`, `forbiddenXml`, `xmlTooDeep` or `malformedXml`.
 */
export async function readXml(file: UnpackedFile, limits: BoundaryLimits): Promise<string> {
  const location = { file: file.name };
  if (file.bytes > limits.xmlBytes) {
    throw new ConversionError(problem('fileTooLarge', location, { bytes: file.bytes, limit: limits.xmlBytes }));
  }
  const bytes = await readFile(file.path);
  const { text } = decodeText(bytes, declaredEncoding(bytes));
  guardXml(text, limits.xmlDepth, location);
  return text;
}

/** Text that can be read byte by byte is not UTF-16, whatever its declaration. */
function declaredEncoding(bytes: Buffer): string | undefined {
  const declared = /^[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1];
  return declared && /^utf-?16/i.test(declared) ? undefined : declared;
}

/** Scans the tags once, in linear time. */
export function guardXml(text: string, deepest: number, location: ProblemLocation): void {
  let depth = 0;
  let at = text.indexOf('<');
  while (at >= 0) {
    const end = endOfMarkup(text, at);
    if (end < 0)
      throw new ConversionError(problem('malformedXml', location, { reason: 'it ends in the middle of a tag' }));
    const next = text[at + 1];
    if (next === '!') refuseDeclaration(text.slice(at, at + 9), location);
    else if (!isTag(text, at)) throw forbidden('a tag whose name no element can have', location);
    else if (next === '/') depth--;
    else if (next !== '?' && text[end - 2] !== '/') depth++;
    if (depth > deepest) throw new ConversionError(problem('xmlTooDeep', location, { limit: deepest }));
    at = text.indexOf('<', end);
  }
}

function refuseDeclaration(start: string, location: ProblemLocation): void {
  if (start.startsWith('<!--') || start.startsWith('<![CDATA')) return;
  const what = /^<!ENTITY/i.test(start) ? 'an ENTITY declaration' : 'a DOCTYPE declaration';
  throw forbidden(what, location);
}

/** A name with `!` or `?` may become a declaration when a prefix is removed, as in `<kml:!DOCTYPE`. */
function isTag(text: string, at: number): boolean {
  if (text[at + 1] === '?') return true;
  tagName.lastIndex = at;
  return tagName.test(text);
}

const tagName = /<\/?[^\s<>/!?]{1,255}(?=[\s/>])/y;

function forbidden(what: string, location: ProblemLocation): ConversionError {
  return new ConversionError(problem('forbiddenXml', location, { what }));
}

/**
 * The end of the markup that starts at `at` (exclusive); -1 if it is not closed. A `>` within quotes is part of an
 * attribute.
 */
function endOfMarkup(text: string, at: number): number {
  const closing = text.startsWith('<!--', at)
    ? '-->'
    : text.startsWith('<![CDATA[', at)
      ? ']]>'
      : text.startsWith('<?', at)
        ? '?>'
        : '';
  if (closing) {
    const end = text.indexOf(closing, at);
    return end < 0 ? -1 : end + closing.length;
  }
  let quote = '';
  for (let index = at + 1; index < text.length; index++) {
    const character = text[index];
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index + 1;
  }
  return -1;
}
