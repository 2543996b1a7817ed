import { fail } from '../fault.ts';
import { limits } from '../limits.ts';
import type { CommonTable, Query, QueryBody, SetOperation } from '../syntax/queries.ts';
import { parseExpression, parseSortKeys } from './expression.ts';
import { parseSelect } from './select.ts';
import type { TokenStream } from './token-stream.ts';

const continuations = new Set(['UNION', 'INTERSECT', 'EXCEPT', 'ORDER', 'LIMIT', ')']);

/**
 * Whether the parentheses that open here contain a query: it begins with SELECT, or with another query in parentheses
 * after which the query continues. `((SELECT 1) + 2)` is not one.
 *
 * @example if (stream.is('(') && holdsQuery(stream)) return parseNested(stream, at);
 */
export function holdsQuery(stream: TokenStream, ahead = 0): boolean {
  if (ahead > limits.nesting) return false;
  const token = stream.peek(ahead + 1);
  if (token.kind === 'word') return token.text === 'SELECT' || token.text === 'WITH';
  if (token.kind !== 'symbol' || token.text !== '(' || !holdsQuery(stream, ahead + 1)) return false;
  return continuations.has(stream.peek(closing(stream, ahead + 1) + 1).text);
}

/** The distance to the parenthesis that closes the one at `ahead`. */
function closing(stream: TokenStream, ahead: number): number {
  let depth = 0;
  for (let index = ahead; ; index += 1) {
    const { kind, text } = stream.peek(index);
    if (kind === 'end') return index;
    if (kind !== 'symbol') continue;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0) return index;
  }
}

/**
 * Parses a query from the next token on, with its WITH, ORDER BY and LIMIT.
 *
 * @throws Fault for other text.
 * @example const query = parseQuery(stream);
 */
export function parseQuery(stream: TokenStream): Query {
  return stream.within(() => {
    const { at } = stream.peek();
    const recursive = stream.is('WITH', 'RECURSIVE');
    const tables: CommonTable[] = stream.take('WITH') ? parseCommonTables(stream) : [];
    const body = parseSetOperations(stream);
    const query: Query = { at, recursive, with: tables, body, orderBy: [] };
    if (stream.is('ORDER')) {
      query.orderAt = stream.peek().at;
      query.orderBy = parseOrderBy(stream);
    }
    if (stream.take('LIMIT')) {
      query.limit = parseExpression(stream);
      if (stream.take('OFFSET')) query.offset = parseExpression(stream);
    }
    return query;
  });
}

export function parseOrderBy(stream: TokenStream): Query['orderBy'] {
  stream.expect('ORDER');
  stream.expect('BY');
  return parseSortKeys(stream);
}

function parseCommonTables(stream: TokenStream): CommonTable[] {
  stream.take('RECURSIVE');
  return stream.list(() => {
    const name = stream.name();
    if (stream.is('('))
      fail('unsupported_feature', stream.peek().at, 'A common table names its columns in its SELECT list.');
    stream.expect('AS');
    stream.expect('(');
    const query = parseQuery(stream);
    stream.expect(')');
    return { at: name.at, name, query };
  });
}

/** A chain of one operator is one node; different operators need parentheses. */
function parseSetOperations(stream: TokenStream): QueryBody {
  const first = parseOperand(stream);
  let chain: SetOperation | undefined;
  for (;;) {
    const { at } = stream.peek();
    const op = takeOperator(stream);
    if (!op) return chain ?? first;
    if (chain && chain.op !== op) {
      fail('syntax_error', at, 'Different set operations cannot be used in the same query without parentheses.');
    }
    if (chain && chain.operands.length >= limits.setOperands) {
      fail('query_too_complex', at, `A set operation has at most ${limits.setOperands} queries.`);
    }
    const operand = parseOperand(stream);
    if (chain) chain.operands.push(operand);
    else chain = { kind: 'set', at: first.at, op, operands: [first, operand] };
  }
}

function takeOperator(stream: TokenStream): SetOperation['op'] | undefined {
  const word = (['UNION', 'INTERSECT', 'EXCEPT'] as const).find((text) => stream.is(text));
  if (!word) return undefined;
  const { at } = stream.next();
  if (stream.take('ALL')) return `${word} ALL`;
  if (word === 'EXCEPT' && !stream.is('DISTINCT'))
    fail('syntax_error', at, 'EXCEPT must be followed by ALL or DISTINCT.');
  if (!stream.take('DISTINCT')) stream.unexpected('keyword ALL or keyword DISTINCT');
  return word;
}

function parseOperand(stream: TokenStream): QueryBody {
  if (stream.is('SELECT')) return parseSelect(stream);
  const { at } = stream.peek();
  if (!stream.take('(')) stream.unexpected();
  const query = parseQuery(stream);
  stream.expect(')');
  return { kind: 'nested', at, query };
}
