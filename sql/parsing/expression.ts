import type { Expression, SortKey } from '../syntax/expressions.ts';
import { parseIn, parseIs, parseLike } from './comparison.ts';
import { parsePostfix } from './postfix.ts';
import type { TokenStream } from './token-stream.ts';

/** Precedence of operators. Comparisons do not chain: `a < b < c` is an error. */
const strength: Record<string, number> = {
  OR: 1,
  AND: 2,
  '|': 5,
  '^': 6,
  '&': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '||': 10,
};
const strengthOfNot = 3;
const strengthOfComparison = 4;
const signs = new Map((['-', '+', '~'] as const).map((sign) => [sign as string, sign]));
const comparisons = new Set(['=', '<', '>', '<=', '>=', '!=', '<>']);

export const parseExpression = (stream: TokenStream): Expression => stream.within(() => parseFrom(stream, 1));

/** An expression without comparisons, AND, OR and NOT. */
export const parseOperand = (stream: TokenStream): Expression =>
  stream.within(() => parseFrom(stream, strengthOfComparison + 1));

function parseFrom(stream: TokenStream, min: number): Expression {
  let left = parsePrefix(stream, min);
  for (;;) {
    const token = stream.peek();
    if (token.kind !== 'symbol' && token.kind !== 'word') return left;
    const compared = min <= strengthOfComparison ? parseComparison(stream, left) : undefined;
    if (compared) {
      left = compared;
      if (startsComparison(stream) || stream.isOne('IN', 'LIKE', 'BETWEEN')) stream.unexpected('end of input');
      continue;
    }
    const own = Object.hasOwn(strength, token.text) ? (strength[token.text] ?? 0) : 0;
    if (own < min) return left;
    stream.next();
    left = join(token.text, left, parseFrom(stream, own + 1));
  }
}

/** Chains of AND and of OR are one node each, so that long ones are not deep. */
function join(op: string, left: Expression, right: Expression): Expression {
  if (op !== 'AND' && op !== 'OR') return { kind: 'binary', at: left.at, op, left, right };
  if (left.kind === 'logical' && left.op === op) {
    left.operands.push(right);
    return left;
  }
  return { kind: 'logical', at: left.at, op, operands: [left, right] };
}

function parsePrefix(stream: TokenStream, min: number): Expression {
  const { at } = stream.peek();
  if (min <= strengthOfNot && stream.take('NOT')) {
    const operand = stream.within(() => parseFrom(stream, strengthOfNot));
    return { kind: 'unary', at, op: 'NOT', operand };
  }
  const sign = stream.peek();
  const op = sign.kind === 'symbol' ? signs.get(sign.text) : undefined;
  if (!op) return parsePostfix(stream);
  stream.next();
  const operand = stream.within(() => parsePrefix(stream, strength['*'] ?? 0));
  const isNumber = operand.kind === 'literal' && (operand.type === 'INT64' || operand.type === 'FLOAT64');
  // The least INT64 has no positive counterpart, so a sign belongs to its number.
  if (op === '-' && isNumber && !operand.value.startsWith('-')) return { ...operand, at, value: `-${operand.value}` };
  return { kind: 'unary', at, op, operand };
}

function startsComparison(stream: TokenStream): boolean {
  const token = stream.peek();
  return token.kind === 'symbol' && comparisons.has(token.text);
}

function parseComparison(stream: TokenStream, left: Expression): Expression | undefined {
  const { at } = left;
  if (startsComparison(stream)) {
    const op = stream.next().text;
    return { kind: 'binary', at, op: op === '<>' ? '!=' : op, left, right: parseOperand(stream) };
  }
  if (stream.is('IS')) return parseIs(stream, left);
  const not = stream.is('NOT') && ['IN', 'LIKE', 'BETWEEN'].includes(stream.peek(1).text);
  if (not) stream.next();
  if (stream.is('IN')) return parseIn(stream, left, not);
  if (stream.is('LIKE')) return parseLike(stream, left, not);
  const { at: opAt } = stream.peek();
  if (!stream.take('BETWEEN')) return undefined;
  const low = parseOperand(stream);
  stream.expect('AND');
  return { kind: 'between', at, opAt, not, operand: left, low, high: parseOperand(stream) };
}

export function parseSortKeys(stream: TokenStream): SortKey[] {
  return stream.list(() => {
    const value = parseExpression(stream);
    const descending = stream.take('DESC');
    if (!descending) stream.take('ASC');
    const key: SortKey = { at: value.at, value, descending };
    if (stream.take('NULLS', 'FIRST')) key.nullsFirst = true;
    else if (stream.take('NULLS')) {
      if (!stream.take('LAST')) stream.unexpected('keyword FIRST or keyword LAST');
      key.nullsFirst = false;
    }
    return key;
  });
}
