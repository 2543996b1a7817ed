import type { Expression } from '../syntax/expressions.ts';
import { parseExpression, parseOperand } from './expression.ts';
import { holdsQuery, parseQuery } from './query.ts';
import type { TokenStream } from './token-stream.ts';

export function parseIs(stream: TokenStream, left: Expression): Expression {
  const { at } = left;
  stream.expect('IS');
  const not = stream.take('NOT');
  if (stream.take('DISTINCT', 'FROM')) return { kind: 'distinctFrom', at, not, left, right: parseOperand(stream) };
  if (stream.take('NULL') || stream.take('UNKNOWN')) return { kind: 'is', at, not, what: 'NULL', operand: left };
  if (stream.take('TRUE')) return { kind: 'is', at, not, what: 'TRUE', operand: left };
  if (stream.take('FALSE')) return { kind: 'is', at, not, what: 'FALSE', operand: left };
  return stream.unexpected('keyword NULL');
}

export function parseIn(stream: TokenStream, operand: Expression, not: boolean): Expression {
  const { at } = operand;
  const { at: opAt } = stream.expect('IN');
  if (stream.take('UNNEST')) {
    stream.expect('(');
    const array = parseExpression(stream);
    stream.expect(')');
    return { kind: 'inArray', at, opAt, not, operand, array };
  }
  if (!stream.is('(')) stream.unexpected('"(" or keyword UNNEST');
  if (holdsQuery(stream)) {
    stream.expect('(');
    const query = parseQuery(stream);
    stream.expect(')');
    return { kind: 'inQuery', at, opAt, not, operand, query };
  }
  stream.expect('(');
  const list = stream.list(() => parseExpression(stream));
  stream.expect(')');
  return { kind: 'inList', at, opAt, not, operand, list };
}

export function parseLike(stream: TokenStream, operand: Expression, not: boolean): Expression {
  const { at } = operand;
  stream.expect('LIKE');
  const quantifier = (['ANY', 'ALL', 'SOME'] as const).find((word) => stream.is(word, '('));
  if (!quantifier) return { kind: 'like', at, not, operand, patterns: [parseOperand(stream)] };
  stream.take(quantifier, '(');
  const patterns = stream.list(() => parseExpression(stream));
  stream.expect(')');
  return { kind: 'like', at, not, operand, patterns, quantifier: quantifier === 'ALL' ? 'ALL' : 'ANY' };
}
