import { fail } from '../fault.ts';
import { limits } from '../limits.ts';
import { literalValue } from './escapes.ts';
import type { Token, TokenKind } from './token.ts';

const space = /[ \t\n\r\b\f\v\u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000]+/y;
const lineComment = /(?:--|#)[^\n\r]*/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const hexadecimal = /0[xX][0-9a-fA-F]+/y;
const number = /(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?/y;
const symbol = /=>|<=|>=|<>|!=|<<|>>|\|\||->|@@|[-+*/%(),.;=<>[\]{}:?@~&|^!]/y;
const opening = /(?:[rR][bB]|[bB][rR]|[rR]|[bB])?(?:"""|'''|"|')/y;

/**
 * Splits a query into tokens; the last is of kind `end`.
 *
 * @example tokenize('SELECT 1').map(({ text }) => text) // ['SELECT', '1', '']
 */
export function tokenize(text: string): Token[] {
  if (text.length > limits.textLength) {
    fail('query_too_large', 0, `The query has ${text.length} characters; the limit is ${limits.textLength}.`);
  }
  const tokens: Token[] = [];
  let at = 0;
  const push = (kind: TokenKind, raw: string, value: string) => {
    tokens.push({ kind, text: raw, value, at, end: at + raw.length });
    if (tokens.length > limits.tokens) fail('query_too_large', at, `A query has at most ${limits.tokens} tokens.`);
    at += raw.length;
  };
  while (at < text.length) {
    const skipped = match(space, text, at) ?? match(lineComment, text, at) ?? blockComment(text, at);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const open = match(opening, text, at);
    if (open !== undefined) {
      const literal = readString(text, at, open);
      push(literal.kind, literal.raw, literal.value);
      continue;
    }
    const name = match(word, text, at);
    if (name !== undefined) {
      const start = at;
      push('word', name, name);
      const token = tokens.at(-1);
      if (token && token.at === start) token.text = name.toUpperCase();
      continue;
    }
    if (text[at] === '`') {
      const raw = readQuoted(text, at, '`', false, at);
      push('quoted', raw, literalValue(raw.slice(1, -1), at + 1, false, false));
      if (raw.length === 2) fail('syntax_error', at - 2, 'An identifier in backticks is empty.');
      continue;
    }
    const hex = match(hexadecimal, text, at);
    const decimal = hex === undefined ? match(number, text, at) : undefined;
    if (hex !== undefined) push('integer', hex, hex);
    else if (decimal !== undefined) push(/^\d+$/.test(decimal) ? 'integer' : 'float', decimal, decimal);
    else {
      const sign = match(symbol, text, at);
      if (sign === undefined) illegal(text, at);
      push('symbol', sign, sign);
    }
  }
  push('end', '', '');
  return tokens;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function illegal(text: string, at: number): never {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === '$') fail('syntax_error', at, 'Unexpected macro: "$" has no meaning here.');
  const shown = /[\p{C}\p{Z}]/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : `"${character}"`;
  fail('syntax_error', at, `Illegal input character ${shown}.`);
}

function blockComment(text: string, at: number): string | undefined {
  if (!text.startsWith('/*', at)) return undefined;
  const end = text.indexOf('*/', at + 2);
  if (end < 0) fail('syntax_error', at, 'Unclosed comment.');
  return text.slice(at, end + 2);
}

function readString(text: string, at: number, open: string): { kind: 'string' | 'bytes'; raw: string; value: string } {
  const prefix = /^[a-zA-Z]*/.exec(open)?.[0].toLowerCase() ?? '';
  const quote = open.slice(prefix.length);
  const ofBytes = prefix.includes('b');
  const raw = readQuoted(text, at + prefix.length, quote, quote.length === 3, at);
  const inside = raw.slice(quote.length, -quote.length);
  const value = literalValue(inside, at + open.length, prefix.includes('r'), ofBytes);
  return { kind: ofBytes ? 'bytes' : 'string', raw: text.slice(at, at + prefix.length) + raw, value };
}

/** Reads from the opening quote to the closing one. A backslash escapes the next character, in raw literals too. */
function readQuoted(text: string, at: number, quote: string, multiline: boolean, literalAt: number): string {
  for (let index = at + quote.length; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === quote[0] && text.startsWith(quote, index)) return text.slice(at, index + quote.length);
    else if (!multiline && (character === '\n' || character === '\r')) break;
  }
  const what = quote === '`' ? 'identifier' : 'string literal';
  fail('syntax_error', literalAt, `Unclosed ${multiline ? 'triple-quoted ' : ''}${what}.`);
}
