import { fail } from '../fault.ts';
import type { Literal, LiteralType } from '../syntax/expressions.ts';
import type { TokenStream } from './token-stream.ts';

const typed: Record<string, LiteralType> = {
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP',
  DATETIME: 'DATETIME',
  TIME: 'TIME',
  NUMERIC: 'NUMERIC',
  DECIMAL: 'NUMERIC',
};
const untyped = new Set(['JSON', 'BIGNUMERIC', 'BIGDECIMAL', 'RANGE']);

/** The next token if it is a literal. Consecutive strings are not concatenated. */
export function parseLiteral(stream: TokenStream): Literal | undefined {
  const token = stream.peek();
  const { at } = token;
  switch (token.kind) {
    case 'string':
      stream.next();
      return { kind: 'literal', at, type: 'STRING', value: token.value };
    case 'bytes':
      stream.next();
      return { kind: 'literal', at, type: 'BYTES', value: token.value };
    case 'integer':
    case 'float':
      stream.next();
      refuseAttachedName(stream);
      return { kind: 'literal', at, type: token.kind === 'integer' ? 'INT64' : 'FLOAT64', value: token.text };
    case 'word':
      return parseWord(stream);
    default:
      return undefined;
  }
}

function parseWord(stream: TokenStream): Literal | undefined {
  const { text, at } = stream.peek();
  if (text === 'NULL' || text === 'TRUE' || text === 'FALSE') {
    stream.next();
    return { kind: 'literal', at, type: text === 'NULL' ? 'NULL' : 'BOOL', value: text };
  }
  const value = stream.peek(1);
  if (value.kind !== 'string') return undefined;
  if (untyped.has(text)) fail('unsupported_feature', at, `The type ${text} is not supported.`);
  const type = Object.hasOwn(typed, text) ? typed[text] : undefined;
  if (!type) return undefined;
  stream.next();
  stream.next();
  return { kind: 'literal', at, type, value: value.value };
}

/** Throws for a number directly followed by a name, such as `1_000`. */
function refuseAttachedName(stream: TokenStream): void {
  const token = stream.peek();
  const attached = (token.kind === 'word' || token.kind === 'quoted') && stream.previous()?.end === token.at;
  if (attached) fail('syntax_error', token.at, 'Missing whitespace between literal and alias.');
}
