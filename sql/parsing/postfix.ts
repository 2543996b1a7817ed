import type { Expression } from '../syntax/expressions.ts';
import { parseExpression } from './expression.ts';
import { parsePrimary } from './primary.ts';
import type { TokenStream } from './token-stream.ts';

/** A value with accesses to its parts: `a.b`, `a[OFFSET(0)]`. */
export function parsePostfix(stream: TokenStream): Expression {
  let base = parsePrimary(stream);
  for (;;) {
    const { at } = base;
    if (stream.is('.') && !stream.is('.', '*')) {
      stream.next();
      const name = stream.nameAfterDot();
      base = { kind: 'field', at, base, name };
    } else if (stream.take('[')) {
      base = parseIndex(stream, base);
    } else return base;
  }
}

function parseIndex(stream: TokenStream, base: Expression): Expression {
  const { at } = base;
  const { text } = stream.peek();
  const match = /^(SAFE_)?(OFFSET|ORDINAL)$/.exec(text);
  if (match && stream.is(text, '(')) {
    stream.take(text, '(');
    const index = parseExpression(stream);
    stream.expect(')');
    stream.expect(']');
    const from = match[2] === 'OFFSET' ? 'OFFSET' : 'ORDINAL';
    return { kind: 'index', at, base, index, from, safe: match[1] !== undefined };
  }
  const index = parseExpression(stream);
  stream.expect(']');
  return { kind: 'index', at, base, index, from: 'NONE', safe: false };
}
