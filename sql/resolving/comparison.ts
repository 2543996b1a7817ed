import { fail } from '../fault.ts';
import { both, call, literal } from '../functions/build.ts';
import { comparedWithNaN, equalText, structInArray } from '../functions/equality.ts';
import type { Call, EngineText, Expr } from '../plan/expressions.ts';
import { arrayOf, isComparable, isOrderable, type SqlType, typeOf, typeText } from '../types/sql-type.ts';
import { coerce, coerceFor, commonType } from './coercion.ts';
import type { ExpressionContext } from './context.ts';

const bool = typeOf('BOOL');

/**
 * Resolves a comparison of two values of one type.
 *
 * @throws Fault for values that have no type in common, or cannot be compared.
 * @example return resolveCompare('=', left, right, node.at);
 */
export function resolveCompare(op: string, left: Expr, right: Expr, at: number): Expr {
  const type = commonType([left, right]);
  if (!type)
    fail(
      'type_error',
      at,
      `No matching signature for operator ${op} for argument types: ${typeText(left.type)}, ${typeText(right.type)}.`,
    );
  const equality = op === '=' || op === '!=' || op === 'IS DISTINCT FROM';
  const known = equality ? isComparable(type) : isOrderable(type);
  if (!known) {
    fail(
      'type_error',
      at,
      `${equality ? 'Equality' : 'Less than'} is not defined for arguments of type ${type.kind}.`,
      type.kind === 'GEOGRAPHY' ? { hint: 'Use ST_EQUALS.' } : {},
    );
  }
  const as = (expr: Expr) => coerce(expr, type) ?? expr;
  const args = [as(left), as(right)];
  if (op === 'IS DISTINCT FROM') return call(at, bool, both(`$1 ${op} $2`), args);
  return { ...call(at, bool, comparisonText(op, type, false), args), withNaN: comparisonText(op, type, true) };
}

function comparisonText(op: string, type: SqlType, mayBeNaN: boolean): EngineText {
  const sign = op === '!=' ? '<>' : op;
  if (type.kind !== 'STRUCT')
    return mayBeNaN && type.kind === 'FLOAT64' ? comparedWithNaN(sign) : both(`$1 ${sign} $2`);
  const { duckdb, trino } = equalText(type, mayBeNaN);
  return op === '=' ? { duckdb, trino } : { duckdb: `NOT ${duckdb}`, trino: `NOT ${trino}` };
}

export function resolveBetween(operand: Expr, low: Expr, high: Expr, at: number): Expr {
  const type = commonType([operand, low, high]);
  if (!type)
    fail(
      'type_error',
      at,
      `No matching signature for operator BETWEEN for argument types: ${[operand, low, high].map((expr) => typeText(expr.type)).join(', ')}.`,
    );
  if (!isOrderable(type)) fail('type_error', at, `BETWEEN is not defined for arguments of type ${type.kind}.`);
  const args = [operand, low, high].map((expr) => coerce(expr, type) ?? expr);
  const between = call(at, bool, both('$1 BETWEEN $2 AND $3'), args);
  if (type.kind !== 'FLOAT64') return between;
  const [atLeast, atMost] = [comparedWithNaN('>=', '$1', '$2'), comparedWithNaN('<=', '$1', '$3')];
  return { ...between, withNaN: { duckdb: `${atLeast.duckdb} AND ${atMost.duckdb}`, trino: between.text.trino } };
}

export function resolveInList(operand: Expr, list: Expr[], at: number): Expr {
  const type = commonType([operand, ...list]);
  if (!type)
    fail(
      'type_error',
      at,
      `No matching signature for operator IN for argument types: ${[operand, ...list]
        .slice(0, 4)
        .map((expr) => typeText(expr.type))
        .join(', ')}.`,
    );
  if (!isComparable(type)) fail('type_error', at, `IN is not defined for arguments of type ${type.kind}.`);
  const [first = operand, ...rest] = [operand, ...list].map((expr) => coerce(expr, type) ?? expr);
  if (type.kind === 'STRUCT') {
    const among: Expr = { kind: 'array', at, type: arrayOf(type), elements: rest };
    return call(at, bool, structInArray(type), [first, among]);
  }
  return { kind: 'inList', at, type: bool, operand: first, list: rest };
}

/** NULL if the searched value is NULL, except in an empty array. */
const contains: EngineText = {
  duckdb: `CASE WHEN $2 IS NULL OR len($2) = 0 THEN FALSE WHEN $1 IS NULL THEN NULL WHEN list_contains($2, $1) THEN TRUE WHEN list_contains(list_transform($2, e -> e IS NULL), TRUE) THEN NULL ELSE FALSE END`,
  trino: `CASE WHEN $2 IS NULL OR cardinality($2) = 0 THEN FALSE ELSE contains($2, $1) END`,
};
/** NaN equals no element; DuckDB would find it. */
const containsNumber: EngineText = {
  duckdb: `CASE WHEN $1 IS NOT NULL AND isnan($1) AND len($2) > 0 THEN CASE WHEN list_contains(list_transform($2, e -> e IS NULL), TRUE) THEN NULL ELSE FALSE END ELSE ${contains.duckdb} END`,
  trino: contains.trino,
};
/** A constant in a stored array: without NULLs, and false for an empty array, so that engines skip by statistics. */
const containsConstant: EngineText = { duckdb: 'coalesce(list_contains($2, $1), FALSE)', trino: contains.trino };

export function resolveInArray(operand: Expr, array: Expr, at: number, context: ExpressionContext): Expr {
  if (array.type.kind === 'NULL') return literal(at, false);
  if (array.type.kind !== 'ARRAY') {
    fail('type_error', array.at, `Values referenced in UNNEST must be arrays, not ${typeText(array.type)}.`);
  }
  const { element } = array.type;
  const type = commonType([operand, { kind: 'column', at, id: -1, type: element }]);
  if (!type || !isComparable(element))
    fail(
      'type_error',
      at,
      `No matching signature for operator IN UNNEST for argument types: ${typeText(operand.type)}, ${typeText(array.type)}.`,
    );
  const typed = coerce(array, { kind: 'ARRAY', element: type });
  if (!typed)
    fail(
      'type_error',
      at,
      `No matching signature for operator IN UNNEST for argument types: ${typeText(operand.type)}, ${typeText(array.type)}.`,
    );
  const value = coerceFor(operand, type, 'IN UNNEST');
  if (type.kind === 'STRUCT') return call(at, bool, structInArray(type), [value, typed]);
  const isConstant = value.kind === 'literal' && value.value !== null && array.kind === 'column';
  const found: Call = {
    ...call(at, bool, isConstant ? containsConstant : contains, [value, typed]),
    ...(type.kind === 'FLOAT64' && { withNaN: containsNumber }),
  };
  return isConstant ? located(found, value, array, context) : found;
}

/** Records where the rows of the key are, so that the query can be narrowed to its box when it is printed. */
function located(found: Call, value: Expr, array: Expr, { state, scope }: ExpressionContext): Call {
  if (value.kind !== 'literal' || typeof value.value !== 'string' || array.kind !== 'column') return found;
  const geometry = state.locatedBy.get(array.id);
  const variable = scope.variables.find(({ columns }) => columns.some(({ id }) => id === array.id));
  const point = geometry && variable?.columns.find(({ name }) => name === geometry);
  if (!point) return found;
  const points = state.located.get(value.value) ?? new Set();
  state.located.set(value.value, points.add(point.id));
  return {
    ...found,
    located: { key: value.value, point: { kind: 'column', at: found.at, id: point.id, type: point.type } },
  };
}

export function resolveLike(operand: Expr, patterns: Expr[], quantifier: 'ANY' | 'ALL', at: number): Expr {
  const text = coerceFor({ ...operand, at }, typeOf('STRING'), 'LIKE');
  const each = patterns.map((pattern) => like(text, coerceFor({ ...pattern, at }, typeOf('STRING'), 'LIKE'), at));
  return joined(each, quantifier === 'ANY' ? 'OR' : 'AND', at);
}

function joined(operands: Expr[], op: 'OR' | 'AND', at: number): Expr {
  const [only] = operands;
  return operands.length === 1 && only ? only : { kind: 'logical', at, type: bool, op, operands };
}

/**
 * The escape character of patterns is the backslash. Engines differ in the characters that may follow it, so constants
 * are normalized.
 */
function like(text: Expr, pattern: Expr, at: number): Expr {
  if (pattern.kind !== 'literal' || typeof pattern.value !== 'string') {
    return call(at, bool, both(`$1 LIKE $2 ESCAPE '\\'`), [text, pattern]);
  }
  if (/^(?:[^\\]|\\.)*\\$/s.test(pattern.value))
    fail('invalid_query', pattern.at, 'LIKE pattern ends with a backslash.');
  const value = pattern.value.replace(/\\(.)/gs, (_, escaped: string) =>
    /[%_\\]/.test(escaped) ? `\\${escaped}` : escaped,
  );
  return call(at, bool, both(value.includes('\\') ? `$1 LIKE $2 ESCAPE '\\'` : '$1 LIKE $2'), [
    text,
    { ...pattern, value },
  ]);
}
