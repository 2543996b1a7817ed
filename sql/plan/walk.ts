import type { Call, Expr, SortKey, Window } from './expressions.ts';

/**
 * An expression with each of its parts changed; parts of subqueries are not visited.
 *
 * @example const renamed = mapParts(expr, (part) => (part.kind === 'column' ? { ...part, id } : part));
 */
export function mapParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'literal':
    case 'shape':
    case 'column':
      return expr;
    case 'call':
      return mapCall(expr, change);
    case 'cast':
      return { ...expr, operand: change(expr.operand) };
    case 'logical':
      return { ...expr, operands: expr.operands.map(change) };
    case 'case': {
      const branches = expr.branches.map(({ when, value }) => ({ when: change(when), value: change(value) }));
      return expr.otherwise ? { ...expr, branches, otherwise: change(expr.otherwise) } : { ...expr, branches };
    }
    case 'inList':
      return { ...expr, operand: change(expr.operand), list: expr.list.map(change) };
    case 'array':
      return { ...expr, elements: expr.elements.map(change) };
    case 'struct':
      return { ...expr, fields: expr.fields.map(change) };
    case 'field':
      return { ...expr, base: change(expr.base) };
    case 'interval':
      return { ...expr, amount: change(expr.amount) };
    case 'subquery':
      return expr.operand ? { ...expr, operand: change(expr.operand) } : expr;
    case 'aggregate':
      return { ...expr, args: expr.args.map(change), orderBy: expr.orderBy.map(mapKey(change)) };
    case 'window':
      return { ...expr, args: expr.args.map(change), over: mapWindow(expr.over, change) };
  }
}

/** A call with changed arguments is no longer known to be restricted to the rows of a key. */
function mapCall({ located, ...call }: Call, change: (part: Expr) => Expr): Call {
  const args = call.args.map(change);
  const isSame = args.every((arg, index) => arg === call.args[index]);
  return { ...call, args, ...(isSame && located && { located }) };
}

const mapKey =
  (change: (part: Expr) => Expr) =>
  (key: SortKey): SortKey => ({ ...key, value: change(key.value) });

const mapWindow = (window: Window, change: (part: Expr) => Expr): Window => ({
  ...window,
  partitionBy: window.partitionBy.map(change),
  orderBy: window.orderBy.map(mapKey(change)),
});

/** Calls `found` for each part that meets a test, the outermost first; parts within it are not visited. */
export function findParts(expr: Expr, is: (part: Expr) => boolean, found: (part: Expr) => void): void {
  if (is(expr)) {
    found(expr);
    return;
  }
  mapParts(expr, (part) => {
    findParts(part, is, found);
    return part;
  });
}

/**
 * Whether an expression is, or contains, a part of a kind; parts of subqueries are not visited.
 *
 * @example if (hasPart(expr, 'subquery')) return undefined;
 */
export function hasPart(expr: Expr, kind: Expr['kind']): boolean {
  let has = false;
  findParts(
    expr,
    (part) => has || part.kind === kind,
    (part) => {
      has ||= part.kind === kind;
    },
  );
  return has;
}

const keys = new WeakMap<Expr, string>();

/**
 * A text that is equal for expressions that compute the same.
 *
 * @example if (exprKey(left) === exprKey(right)) return left;
 */
export function exprKey(expr: Expr): string {
  if (expr.kind === 'column') return `c${expr.id}`;
  const known = keys.get(expr) ?? writtenKey(expr);
  keys.set(expr, known);
  return known;
}

const writtenKey = (expr: Expr): string =>
  JSON.stringify(expr, (name, value) => {
    if (name === 'at') return undefined;
    // A shape is thousands of numbers and nothing else, which JSON.stringify writes ten times as fast without a function to ask.
    if (name === 'shape') return JSON.stringify(value);
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Map ? [...value] : value;
  });
