import { fail } from '../fault.ts';
import type { Argument, Call, Expression, Name } from '../syntax/expressions.ts';
import { parseExpression } from './expression.ts';
import { parseOrderBy } from './query.ts';
import type { TokenStream } from './token-stream.ts';
import { parseWindow } from './window.ts';

/** Reserved words that are also functions. */
const reservedFunctions = new Set(['IF', 'LEFT', 'RIGHT', 'GROUPING']);
/** Functions that may be called without parentheses. */
const bare = new Set(['CURRENT_DATE', 'CURRENT_TIMESTAMP', 'CURRENT_DATETIME', 'CURRENT_TIME']);

export function parsePathOrCall(stream: TokenStream): Expression {
  const token = stream.peek();
  if (reservedFunctions.has(token.text) && stream.is(token.text, '(')) {
    stream.next();
    return parseCall(stream, [{ text: token.text, at: token.at }]);
  }
  if (!stream.isName()) stream.unexpected();
  const names = [stream.name()];
  while (stream.is('.') && !stream.is('.', '*')) {
    stream.next();
    names.push(stream.nameAfterDot());
  }
  if (stream.is('(')) return parseCall(stream, names);
  if (names.length === 1 && token.kind === 'word' && bare.has(token.text)) return emptyCall(token.at, token.text);
  return { kind: 'path', at: token.at, names };
}

const emptyCall = (at: number, name: string): Call => ({
  kind: 'call',
  at,
  name,
  safe: false,
  args: [],
  star: false,
  distinct: false,
  orderBy: [],
});

function parseCall(stream: TokenStream, names: Name[]): Call {
  const at = names[0]?.at ?? 0;
  const path = names.map(({ text }) => text.toUpperCase());
  const safe = path.length > 1 && path[0] === 'SAFE';
  const call = { ...emptyCall(at, (safe ? path.slice(1) : path).join('.')), safe };
  stream.expect('(');
  if (stream.is('*')) {
    const star = stream.next();
    if (call.name !== 'COUNT') fail('syntax_error', star.at, 'Argument * can only be used in COUNT(*).');
    call.star = true;
  } else if (!stream.is(')')) parseArguments(stream, call);
  stream.expect(')');
  if (stream.is('OVER')) {
    stream.next();
    call.over = parseWindow(stream);
  }
  return call;
}

function parseArguments(stream: TokenStream, call: Call): void {
  call.distinct = stream.take('DISTINCT');
  if (stream.is('*')) fail('invalid_query', call.at, 'COUNT(*) cannot be used with DISTINCT.');
  call.args = stream.list(() => parseArgument(stream, call.at));
  if (stream.take('IGNORE', 'NULLS')) call.nulls = 'IGNORE';
  else if (stream.take('RESPECT', 'NULLS')) call.nulls = 'RESPECT';
  if (stream.take('HAVING')) {
    const max = stream.take('MAX') ? 'MAX' : 'MIN';
    if (max === 'MIN') stream.expect('MIN');
    call.having = { max, by: parseExpression(stream) };
  }
  if (stream.is('ORDER')) call.orderBy = parseOrderBy(stream);
  if (stream.take('LIMIT')) call.limit = parseExpression(stream);
}

function parseArgument(stream: TokenStream, callAt: number): Argument {
  const { at, value: name } = stream.peek();
  if (stream.isName() && stream.peek(1).text === '=>') {
    stream.next();
    stream.next();
    return { at, name: name.toLowerCase(), value: parseExpression(stream) };
  }
  const value = parseExpression(stream);
  if (stream.is('->'))
    fail('syntax_error', callAt, 'Lambda expressions are not supported.', {
      hint: 'Use ARRAY(SELECT … FROM UNNEST(…)).',
    });
  return { at, value };
}
