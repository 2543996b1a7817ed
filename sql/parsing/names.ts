import { reservedWords } from '../lexing/keywords.ts';
import type { Name } from '../syntax/expressions.ts';
import type { TokenStream } from './token-stream.ts';

/**
 * A name of one or more parts. Without backticks a part may contain hyphens, as names that end with a UUID do
 * (`log_0b94…-4c5e-…`): text after a hyphen without a space belongs to the name, including digits.
 */
export function parseTableName(stream: TokenStream): Name[] {
  if (!stream.isName()) {
    const { kind } = stream.peek();
    if (kind === 'string' || kind === 'bytes') stream.unexpected();
    stream.unexpected(kind === 'end' ? undefined : 'a table');
  }
  const names = parsePart(stream);
  while (stream.take('.')) names.push(...parsePart(stream, true));
  return names;
}

function parsePart(stream: TokenStream, afterDot = false): Name[] {
  const quoted = stream.peek().kind === 'quoted';
  const name = afterDot ? stream.nameAfterDot() : stream.name();
  // `a.b` in one pair of backticks is equal to two names.
  if (quoted) return name.text.split('.').map((text) => ({ text, at: name.at }));
  while (stream.is('-') && touches(stream)) {
    stream.next();
    if (!touches(stream)) stream.unexpected('an identifier');
    name.text += '-';
    while (touches(stream) && ['word', 'integer', 'float'].includes(stream.peek().kind)) {
      name.text += stream.next().value;
    }
  }
  return [name];
}

/** Whether the next token directly follows the last one. */
const touches = (stream: TokenStream) => stream.previous()?.end === stream.peek().at;

/**
 * Parses `AS name`, or a name alone; undefined if no alias follows.
 *
 * @example const alias = parseAlias(stream);
 */
export function parseAlias(stream: TokenStream): Name | undefined {
  if (stream.take('AS')) return stream.name();
  const token = stream.peek();
  const isAlias = token.kind === 'quoted' || (token.kind === 'word' && !reservedWords.has(token.text));
  return isAlias ? stream.name() : undefined;
}
