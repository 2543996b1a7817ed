import { fail } from '../fault.ts';
import type { Name } from '../syntax/expressions.ts';
import type { JoinType, Sample, TableExpression } from '../syntax/queries.ts';
import { parseExpression } from './expression.ts';
import { parseAlias, parseTableName } from './names.ts';
import { parsePivot, parseUnpivot } from './pivot.ts';
import { holdsQuery, parseQuery } from './query.ts';
import type { TokenStream } from './token-stream.ts';

/** Parses the part after FROM: tables, commas and joins, from left to right. */
export function parseFrom(stream: TokenStream): TableExpression {
  let left = parseTable(stream);
  for (;;) {
    const { at } = stream.peek();
    if (stream.take(',')) {
      left = { kind: 'join', at, type: 'CROSS', left, right: parseTable(stream) };
      continue;
    }
    const type = takeJoin(stream);
    if (!type) return left;
    const right = parseTable(stream);
    left = { kind: 'join', at, type, left, right, ...parseCondition(stream, type) };
  }
}

function takeJoin(stream: TokenStream): JoinType | undefined {
  if (stream.is('NATURAL'))
    fail('unsupported_feature', stream.peek().at, 'NATURAL JOIN is not supported; write USING (…).');
  if (stream.take('CROSS')) {
    stream.expect('JOIN');
    return 'CROSS';
  }
  const type = (['INNER', 'LEFT', 'RIGHT', 'FULL'] as const).find((word) => stream.is(word));
  if (type) {
    stream.next();
    if (type !== 'INNER') stream.take('OUTER');
    stream.expect('JOIN');
    return type;
  }
  return stream.take('JOIN') ? 'INNER' : undefined;
}

function parseCondition(stream: TokenStream, type: JoinType) {
  if (type === 'CROSS') return {};
  if (stream.take('ON')) return { on: parseExpression(stream) };
  if (!stream.take('USING')) return {};
  stream.expect('(');
  const using = stream.list(() => stream.name());
  stream.expect(')');
  return { using };
}

function parseTable(stream: TokenStream): TableExpression {
  return withPivot(stream, parseTablePrimary(stream));
}

function withPivot(stream: TokenStream, table: TableExpression): TableExpression {
  if (stream.is('PIVOT', '(') || stream.is('UNPIVOT')) {
    const { at } = stream.peek();
    const pivot = stream.is('PIVOT') ? parsePivot(stream) : parseUnpivot(stream);
    const alias = parseAlias(stream);
    return withPivot(stream, { kind: 'pivoted', at, input: table, pivot, ...(alias && { alias }) });
  }
  return table;
}

function parseTablePrimary(stream: TokenStream): TableExpression {
  const { at } = stream.peek();
  if (stream.take('UNNEST')) {
    stream.expect('(');
    const array = parseExpression(stream);
    stream.expect(')');
    return { kind: 'unnest', at, array, ...parseUnnestNames(stream) };
  }
  if (stream.is('(') && holdsQuery(stream)) return parseNested(stream, at);
  if (stream.take('(')) {
    const joined = stream.within(() => parseFrom(stream));
    if (joined.kind !== 'join') stream.unexpected('keyword JOIN');
    stream.expect(')');
    return joined;
  }
  const names = parseTableName(stream);
  if (stream.is('(')) {
    const name = names.map(({ text }) => text).join('.');
    fail('unknown_function', at, `Table-valued function not found: ${name}.`, {
      hint: 'Read from the tables of GET /tables.',
    });
  }
  refuseTimeTravel(stream);
  const alias = parseTableAlias(stream);
  const sample = parseSample(stream);
  return { kind: 'table', at, names, ...(alias && { alias }), ...(sample && { sample }) };
}

function parseNested(stream: TokenStream, at: number): TableExpression {
  stream.expect('(');
  const query = parseQuery(stream);
  stream.expect(')');
  const alias = parseTableAlias(stream);
  const sample = parseSample(stream);
  return { kind: 'derived', at, query, ...(alias && { alias }), ...(sample && { sample }) };
}

function parseTableAlias(stream: TokenStream): Name | undefined {
  if (stream.is('PIVOT', '(') || stream.is('UNPIVOT')) return undefined;
  return parseAlias(stream);
}

function parseUnnestNames(stream: TokenStream): { alias?: Name; offset?: Name } {
  const alias = parseAlias(stream);
  const { at } = stream.peek();
  if (!stream.take('WITH')) return alias ? { alias } : {};
  const word = stream.peek();
  if (!stream.take('OFFSET')) stream.unexpected('keyword OFFSET');
  const offset = parseAlias(stream) ?? { text: 'offset', at: word.at ?? at };
  return alias ? { alias, offset } : { offset };
}

function refuseTimeTravel(stream: TokenStream): void {
  const { at } = stream.peek();
  if (!stream.take('FOR')) return;
  if (stream.isOne('SYSTEM_TIME', 'SYSTEM')) {
    fail('unsupported_feature', at, 'FOR SYSTEM_TIME is not supported: a query reads the current data.');
  }
  stream.unexpected('keyword SYSTEM_TIME');
}

function parseSample(stream: TokenStream): Sample | undefined {
  const { at } = stream.peek();
  if (!stream.take('TABLESAMPLE')) return undefined;
  if (!stream.is('(')) stream.name();
  stream.expect('(');
  const token = stream.next();
  if (token.kind !== 'integer' && token.kind !== 'float') fail('syntax_error', token.at, 'TABLESAMPLE takes a number.');
  const amount = Number(token.text);
  const unit = stream.take('ROWS') ? 'ROWS' : 'PERCENT';
  if (unit === 'PERCENT' && !stream.take('PERCENT')) stream.unexpected('keyword PERCENT or keyword ROWS');
  stream.expect(')');
  const max = unit === 'ROWS' ? Number.MAX_SAFE_INTEGER : 100;
  if (!(amount <= max) || (unit === 'ROWS' && token.kind !== 'integer')) {
    fail(
      'invalid_query',
      token.at,
      unit === 'ROWS' ? 'TABLESAMPLE takes an integer number of ROWS.' : 'PERCENT is at most 100.',
    );
  }
  return { at, amount, unit };
}
