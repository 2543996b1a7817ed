import { fail } from '../fault.ts';
import type { Expr } from '../plan/expressions.ts';
import type { Select, SelectItem, StarModifiers } from '../syntax/queries.ts';
import { columnExpr, fieldAt } from './access.ts';
import type { ExpressionContext } from './context.ts';
import { impliedName, resolve } from './expression.ts';
import { lookUp, type RangeVariable } from './scope.ts';

/** One column of the SELECT list; it has a name if a later clause can refer to it. */
export interface Item {
  name: string;
  value: Expr;
  named: boolean;
  /** Set if it comes from a star. */
  starred?: true;
}

export function resolveItems(select: Select, context: ExpressionContext): Item[] {
  const items = select.items.flatMap((item) =>
    item.kind === 'star'
      ? resolveStar(item, context).map((column) => ({ ...column, starred: true as const }))
      : [resolveItem(item, context)],
  );
  if (items.length === 0) fail('invalid_query', select.items[0]?.at ?? select.at, 'SELECT * leaves no columns.');
  return items;
}

function resolveItem(
  { value: node, alias }: Extract<SelectItem, { kind: 'expression' }>,
  context: ExpressionContext,
): Item {
  const value = resolve(node, context);
  if (value.type.kind === 'INTERVAL') fail('unsupported_feature', node.at, 'The type INTERVAL is not supported.');
  const name = alias?.text ?? impliedName(node);
  return { name, value, named: alias !== undefined || name !== '' };
}

type Star = Extract<SelectItem, { kind: 'star' }>;

function resolveStar(star: Star, context: ExpressionContext): Item[] {
  const all = star.of ? ofValue(star, context) : ofEverything(star, context);
  return modified(all, star, context);
}

function ofEverything({ at }: Star, { scope }: ExpressionContext): Item[] {
  if (scope.variables.length === 0) fail('invalid_query', at, 'SELECT * must have a FROM clause.');
  const merged = scope.merged.map((column) => ({ name: column.name, value: columnExpr(column, at), named: true }));
  const isMerged = (name: string) => scope.merged.some((column) => column.name.toLowerCase() === name.toLowerCase());
  const others = scope.variables.flatMap((variable) => itemsOf(variable, at)).filter(({ name }) => !isMerged(name));
  return [...merged, ...others];
}

/** `p.*` of a table, or of a STRUCT. */
function ofValue({ of, at }: Star, context: ExpressionContext): Item[] {
  const [name, ...rest] = of?.kind === 'path' ? of.names : [];
  const found = name && rest.length === 0 ? lookUp(context.scope, name.text, name.at) : undefined;
  if (found?.kind === 'variable') return itemsOf(found.variable, at);
  if (!of) throw new Error('a star has no value');
  return fieldsOf(resolve(of, context), at);
}

function itemsOf({ value, columns }: RangeVariable, at: number): Item[] {
  if (value?.type.kind === 'STRUCT') return fieldsOf(columnExpr(value, at), at);
  const own = value ? [value] : columns;
  return own.map((column) => ({ name: column.name, value: columnExpr(column, at), named: true }));
}

function fieldsOf(base: Expr, at: number): Item[] {
  const { type } = base;
  if (type.kind !== 'STRUCT') fail('type_error', at, `Dot-star is not supported for type ${type.kind}.`);
  return type.fields.map(({ name }, index) => ({ name, value: fieldAt(base, index, at), named: true }));
}

function modified(items: Item[], { except, replace }: StarModifiers, context: ExpressionContext): Item[] {
  const has = (text: string) => items.some(({ name }) => name.toLowerCase() === text.toLowerCase());
  for (const [index, { text, at }] of except.entries()) {
    if (except.slice(0, index).some((other) => other.text.toLowerCase() === text.toLowerCase())) {
      fail('invalid_query', at, `Duplicate column ${text} in SELECT * EXCEPT list.`);
    }
    if (!has(text)) fail('unknown_column', at, `Column ${text} in SELECT * EXCEPT list does not exist.`);
  }
  const gone = new Set(except.map(({ text }) => text.toLowerCase()));
  const replaced = new Map<string, Expr>();
  for (const { name, value } of replace) {
    if (!has(name.text))
      fail('unknown_column', name.at, `Column ${name.text} in SELECT * REPLACE list does not exist.`);
    replaced.set(name.text.toLowerCase(), resolve(value, context));
  }
  return items
    .filter(({ name }) => !gone.has(name.toLowerCase()))
    .map((item) => ({ ...item, value: replaced.get(item.name.toLowerCase()) ?? item.value }));
}
