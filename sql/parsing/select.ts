import { fail } from '../fault.ts';
import type { Select, SelectItem, StarModifiers } from '../syntax/queries.ts';
import { parseExpression } from './expression.ts';
import { parseFrom } from './from.ts';
import { parseGroupBy } from './group-by.ts';
import { parseAlias } from './names.ts';
import type { TokenStream } from './token-stream.ts';
import { parseWindow } from './window.ts';

export function parseSelect(stream: TokenStream): Select {
  const { at } = stream.expect('SELECT');
  const distinct = stream.take('DISTINCT');
  if (!distinct) stream.take('ALL');
  const asStruct = stream.take('AS', 'STRUCT');
  if (!asStruct && stream.is('AS')) {
    fail('unsupported_feature', stream.peek().at, 'Only SELECT AS STRUCT is supported.');
  }
  const select: Select = { kind: 'select', at, distinct, asStruct, items: parseItems(stream), windows: [] };
  if (stream.take('FROM')) select.from = parseFrom(stream);
  else refuseWithoutFrom(stream);
  if (stream.take('WHERE')) select.where = parseExpression(stream);
  if (stream.is('GROUP')) select.groupBy = parseGroupBy(stream);
  if (stream.take('HAVING')) select.having = parseExpression(stream);
  if (stream.take('QUALIFY')) select.qualify = parseExpression(stream);
  if (stream.take('WINDOW')) {
    select.windows = stream.list(() => {
      const name = stream.name();
      stream.expect('AS');
      return { name, window: parseWindow(stream) };
    });
  }
  return select;
}

function refuseWithoutFrom(stream: TokenStream): void {
  const clause = ['WHERE', 'GROUP', 'HAVING', 'QUALIFY'].find((word) => stream.is(word));
  if (clause) fail('invalid_query', stream.peek().at, `A query without FROM cannot have a ${clause} clause.`);
}

/** The list may end with a comma. */
function parseItems(stream: TokenStream): SelectItem[] {
  const items = [parseItem(stream)];
  while (stream.take(',')) {
    if (stream.peek().kind === 'end' || stream.isOne('FROM', ')', ';', 'WHERE', 'ORDER', 'LIMIT', 'UNION')) break;
    if (stream.is(',')) stream.unexpected('end of input');
    items.push(parseItem(stream));
  }
  return items;
}

function parseItem(stream: TokenStream): SelectItem {
  const { at } = stream.peek();
  if (stream.take('*')) return { kind: 'star', at, ...parseModifiers(stream) };
  const value = parseExpression(stream);
  if (stream.take('.', '*')) return { kind: 'star', at, of: value, ...parseModifiers(stream) };
  const alias = parseAlias(stream);
  return alias ? { kind: 'expression', at, value, alias } : { kind: 'expression', at, value };
}

function parseModifiers(stream: TokenStream): StarModifiers {
  const modifiers: StarModifiers = { except: [], replace: [] };
  if (stream.is('EXCEPT', '(')) {
    stream.take('EXCEPT', '(');
    modifiers.except = stream.list(() => stream.name());
    stream.expect(')');
  }
  if (stream.take('REPLACE', '(')) {
    modifiers.replace = stream.list(() => {
      const value = parseExpression(stream);
      stream.take('AS');
      return { value, name: stream.name() };
    });
    stream.expect(')');
  }
  return modifiers;
}
