import type { DatePart, Expression } from '../syntax/expressions.ts';
import { parseExpression } from './expression.ts';
import { holdsQuery, parseQuery } from './query.ts';
import type { TokenStream } from './token-stream.ts';
import { parseType } from './type-name.ts';

export function parseCase(stream: TokenStream): Expression {
  const { at } = stream.expect('CASE');
  const operand = stream.is('WHEN') ? undefined : parseExpression(stream);
  const branches: { when: Expression; value: Expression }[] = [];
  do {
    stream.expect('WHEN');
    const when = parseExpression(stream);
    stream.expect('THEN');
    branches.push({ when, value: parseExpression(stream) });
  } while (stream.is('WHEN'));
  const otherwise = stream.take('ELSE') ? parseExpression(stream) : undefined;
  stream.expect('END');
  return { kind: 'case', at, branches, ...(operand && { operand }), ...(otherwise && { otherwise }) };
}

export function parseCast(stream: TokenStream): Expression {
  const word = stream.next();
  stream.expect('(');
  const operand = parseExpression(stream);
  stream.expect('AS');
  const type = parseType(stream);
  const format = stream.take('FORMAT') ? parseExpression(stream) : undefined;
  stream.expect(')');
  return { kind: 'cast', at: word.at, safe: word.text === 'SAFE_CAST', operand, type, ...(format && { format }) };
}

export function parseExtract(stream: TokenStream): Expression {
  const { at } = stream.expect('EXTRACT');
  stream.expect('(');
  const part = parsePart(stream);
  stream.expect('FROM');
  const operand = parseExpression(stream);
  const zone = stream.take('AT') ? parseZone(stream) : undefined;
  stream.expect(')');
  return { kind: 'extract', at, part, operand, ...(zone && { zone }) };
}

function parseZone(stream: TokenStream): Expression {
  stream.expect('TIME');
  stream.expect('ZONE');
  return parseExpression(stream);
}

function parsePart(stream: TokenStream): DatePart {
  const name = stream.name();
  const part: DatePart = { at: name.at, name: name.text.toUpperCase() };
  if (stream.take('(')) {
    part.day = stream.name().text.toUpperCase();
    stream.expect(')');
  }
  return part;
}

export function parseInterval(stream: TokenStream): Expression {
  const { at } = stream.expect('INTERVAL');
  const amount = parseExpression(stream);
  return { kind: 'interval', at, amount, part: parsePart(stream) };
}

/** `[1, 2]`, `ARRAY[1, 2]`, `ARRAY<INT64>[1, 2]` or `ARRAY(SELECT …)`; and `ARRAY(1, 2)` of other dialects. */
export function parseArray(stream: TokenStream): Expression {
  const { at } = stream.peek();
  if (stream.is('ARRAY', '(') && holdsQuery(stream, 1)) {
    stream.take('ARRAY', '(');
    const query = parseQuery(stream);
    stream.expect(')');
    return { kind: 'arrayQuery', at, query };
  }
  const type = stream.is('ARRAY', '<') ? parseType(stream) : undefined;
  if (!type) stream.take('ARRAY');
  const end = !type && stream.take('(') ? ')' : ']';
  if (end === ']') stream.expect('[');
  const elements = stream.is(end) ? [] : stream.list(() => parseExpression(stream));
  stream.expect(end);
  return { kind: 'array', at, elements, ...(type?.element && { element: type.element }) };
}

export function parseStruct(stream: TokenStream): Expression {
  const { at } = stream.peek();
  const type = stream.is('STRUCT', '<') ? parseType(stream) : undefined;
  if (!type) stream.expect('STRUCT');
  stream.expect('(');
  const fields = stream.is(')')
    ? []
    : stream.list(() => {
        const value = parseExpression(stream);
        return stream.take('AS') ? { value, name: stream.name().text } : { value };
      });
  stream.expect(')');
  return { kind: 'struct', at, fields, ...(type && { type }) };
}
