import { fail } from '../fault.ts';
import type { Expression } from '../syntax/expressions.ts';
import type { GroupBy } from '../syntax/queries.ts';
import { parseExpression } from './expression.ts';
import type { TokenStream } from './token-stream.ts';

/** Keys of one grouping set, as indexes into all keys. */
type KeySet = number[];

/** More keys would give more than 64 groupings of the same rows. */
const maxCubeKeys = 6;
const maxSets = 128;

export function parseGroupBy(stream: TokenStream): GroupBy {
  const { at } = stream.expect('GROUP');
  stream.expect('BY');
  if (stream.take('ALL')) return { at, all: true, keys: [] };
  if (stream.take('(', ')')) return { at, all: false, keys: [] };
  const keys: Expression[] = [];
  const sets = stream.take('GROUPING', 'SETS', '(') ? parseGroupingSets(stream, keys) : parseSeveral(stream, keys);
  if (sets && sets.length > maxSets) fail('query_too_complex', at, `GROUP BY takes at most ${maxSets} grouping sets.`);
  if (sets) return { at, all: false, keys, sets };
  return { at, all: false, keys: stream.list(() => parseExpression(stream)) };
}

/** Parses ROLLUP and CUBE, which are several sets of keys. */
function parseSeveral(stream: TokenStream, keys: Expression[]): KeySet[] | undefined {
  const { at } = stream.peek();
  if (stream.take('ROLLUP', '(')) return rollup(parseItems(stream, keys));
  if (stream.take('CUBE', '(')) return cube(parseItems(stream, keys), at);
  return undefined;
}

function parseGroupingSets(stream: TokenStream, keys: Expression[]): KeySet[] {
  const sets = stream.list(() => {
    if (stream.take('(', ')')) return [[]];
    return parseSeveral(stream, keys) ?? [parseItem(stream, keys)];
  });
  stream.expect(')');
  return sets.flat();
}

function parseItems(stream: TokenStream, keys: Expression[]): KeySet[] {
  const items = stream.list(() => parseItem(stream, keys));
  stream.expect(')');
  return items;
}

/** One key, or several in parentheses. */
function parseItem(stream: TokenStream, keys: Expression[]): KeySet {
  const isParenthesised = stream.is('(');
  const item = parseExpression(stream);
  const isList = isParenthesised && item.kind === 'struct';
  return (isList ? item.fields.map(({ value }) => value) : [item]).map((key) => keys.push(key) - 1);
}

const rollup = (items: readonly KeySet[]): KeySet[] =>
  Array.from({ length: items.length + 1 }, (_, dropped) => items.slice(0, items.length - dropped).flat());

function cube(items: readonly KeySet[], at: number): KeySet[] {
  if (items.length > maxCubeKeys) fail('query_too_complex', at, `CUBE takes at most ${maxCubeKeys} expressions.`);
  return Array.from({ length: 2 ** items.length }, (_, bits) =>
    items.filter((_, index) => !(bits & (1 << index))).flat(),
  );
}
