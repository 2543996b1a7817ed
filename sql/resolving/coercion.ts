import { fail } from '../fault.ts';
import { dateConstant, datetimeConstant, timeConstant, timestampConstant } from '../functions/dates/constants.ts';
import type { Expr, Literal } from '../plan/expressions.ts';
import { isNumber, type SqlType, sameType, typeOf, typeText } from '../types/sql-type.ts';

/** Implicit conversions of a type, the nearest first. */
const widens: Partial<Record<SqlType['kind'], SqlType['kind'][]>> = {
  INT64: ['FLOAT64', 'NUMERIC'],
  NUMERIC: ['FLOAT64'],
  DATE: ['DATETIME'],
};
const fromText: Partial<Record<SqlType['kind'], (text: string) => string | undefined>> = {
  DATE: dateConstant,
  DATETIME: datetimeConstant,
  TIMESTAMP: timestampConstant,
  TIME: timeConstant,
};

/**
 * The distance of a value from a type: 0 for the same type, 1 for a literal that converts, more for widening;
 * `undefined` if it does not convert implicitly.
 *
 * @example distance(expr, typeOf('FLOAT64')) // 0 for a FLOAT64
 */
export function distance(expr: Expr, to: SqlType): number | undefined {
  if (takesAnyType(expr)) return 0;
  if (expr.kind === 'array' && !expr.isTyped && to.kind === 'ARRAY') {
    const all = expr.elements.map((element) => distance(element, to.element));
    return all.includes(undefined) ? undefined : Math.max(0, ...all.map((one) => one ?? 0));
  }
  if (expr.kind === 'struct' && to.kind === 'STRUCT' && to.fields.length === expr.fields.length) {
    const all = expr.fields.map((field, index) => distance(field, to.fields[index]?.type ?? typeOf('NULL')));
    return all.includes(undefined) ? undefined : Math.max(0, ...all.map((one) => one ?? 0));
  }
  if (sameLogicalType(expr.type, to)) return 0;
  if (expr.kind === 'literal') {
    if (expr.type.kind === 'STRING' && fromText[to.kind]) return 1;
  }
  const steps = widens[expr.type.kind]?.indexOf(to.kind) ?? -1;
  if (steps < 0) return undefined;
  return expr.kind === 'literal' ? 1 + steps / 10 : 2 + steps;
}

/**
 * The value converted to a type, if that is possible implicitly.
 *
 * @example const value = coerce(operand, type) ?? operand;
 */
export function coerce(expr: Expr, to: SqlType): Expr | undefined {
  return distance(expr, to) === undefined ? undefined : converted(expr, to);
}

/**
 * The value converted to a type.
 *
 * @throws Fault `type_error` that names the position where the value is needed.
 * @example const index = coerceFor(resolve(node.index, context), typeOf('INT64'), 'An array index');
 */
export function coerceFor(expr: Expr, to: SqlType, where: string): Expr {
  return (
    coerce(expr, to) ??
    fail('type_error', expr.at, `${where} takes a value of type ${typeText(to)}, not ${typeText(expr.type)}.`)
  );
}

function converted(expr: Expr, to: SqlType): Expr {
  if (expr.kind === 'literal' && expr.value === null) return { kind: 'literal', at: expr.at, type: to, value: null };
  if (expr.kind === 'literal' && !sameType(expr.type, to)) return convertedLiteral(expr, to);
  if (expr.kind === 'array' && to.kind === 'ARRAY') {
    return { ...expr, type: to, elements: expr.elements.map((element) => converted(element, to.element)) };
  }
  if (expr.kind === 'struct' && to.kind === 'STRUCT') {
    const fields = expr.fields.map((field, index) => converted(field, to.fields[index]?.type ?? field.type));
    return { ...expr, type: to, fields };
  }
  if (sameType(expr.type, to)) return expr;
  return { kind: 'cast', at: expr.at, type: to, operand: expr, safe: false };
}

function convertedLiteral(expr: Literal, to: SqlType): Expr {
  const { value } = expr;
  if (typeof value === 'string' && fromText[to.kind]) {
    const read = fromText[to.kind]?.(value);
    if (read === undefined) fail('type_error', expr.at, `Could not cast literal "${value}" to type ${to.kind}.`);
    return { ...expr, type: to, value: read };
  }
  if (to.kind === 'FLOAT64' && typeof value === 'bigint') return { ...expr, type: to, value: Number(value) };
  if (to.kind === 'NUMERIC') return { ...expr, type: to, value: String(value) };
  return { kind: 'cast', at: expr.at, type: to, operand: expr, safe: false };
}

/**
 * The type that all of the values convert to.
 *
 * @example const type = commonType([left, right]);
 */
export function commonType(exprs: readonly Expr[]): SqlType | undefined {
  const given = exprs.filter((expr) => !takesAnyType(expr) && !isEmptyArray(expr));
  const fixed = given.filter(({ kind }) => kind !== 'literal');
  const candidates = [...fixed, ...given].map(({ type }) => type);
  const widest = [
    typeOf('INT64'),
    typeOf('NUMERIC'),
    typeOf('FLOAT64'),
    typeOf('DATE'),
    typeOf('DATETIME'),
    typeOf('TIMESTAMP'),
  ];
  if (given.length === 0) return exprs.find(isEmptyArray)?.type ?? exprs[0]?.type;
  const fits = (type: SqlType) => given.every((expr) => distance(expr, type) !== undefined);
  const found =
    candidates.find(fits) ??
    (given.every(({ type }) => type.kind in widens || isNumber(type)) ? widest.find(fits) : undefined);
  return found ?? mergedStruct(given) ?? mergedArray(given);
}

function mergedStruct(given: readonly Expr[]): SqlType | undefined {
  const [first] = given;
  if (first?.type.kind !== 'STRUCT') return undefined;
  const { fields } = first.type;
  const merged = fields.map((field, index) => {
    const parts = given.map((expr) =>
      expr.kind === 'struct' && expr.fields.length === fields.length ? expr.fields[index] : undefined,
    );
    const type = parts.every((part) => part !== undefined) ? commonType(parts) : undefined;
    return type && { ...field, type };
  });
  return merged.every((field) => field !== undefined) ? { kind: 'STRUCT', fields: merged } : undefined;
}

function mergedArray(given: readonly Expr[]): SqlType | undefined {
  const elements = given.flatMap((expr) => (expr.kind === 'array' && !expr.isTyped ? expr.elements : [undefined]));
  const type = elements.every((element) => element !== undefined) ? commonType(elements) : undefined;
  return type && { kind: 'ARRAY', element: type };
}

export const isNullLiteral = (expr: Expr): boolean => expr.type.kind === 'NULL';
const takesAnyType = (expr: Expr) => isNullLiteral(expr) || (expr.kind === 'literal' && expr.isUntyped === true);
const isEmptyArray = (expr: Expr): boolean => expr.kind === 'array' && !expr.isTyped && expr.elements.length === 0;

/** Whether the types are equal except for the engines' names of struct fields. */
export function sameLogicalType(a: SqlType, b: SqlType): boolean {
  if (a.kind === 'ARRAY' && b.kind === 'ARRAY') return sameLogicalType(a.element, b.element);
  if (a.kind !== 'STRUCT' || b.kind !== 'STRUCT') return a.kind === b.kind;
  return (
    a.fields.length === b.fields.length &&
    a.fields.every(({ type }, index) => sameLogicalType(type, b.fields[index]?.type ?? typeOf('NULL')))
  );
}

/** Converts a value for a concatenation with text. */
export function asText(expr: Expr): Expr {
  const { at, type } = expr;
  const kept = ['STRING', 'BYTES', 'NULL', 'ARRAY', 'STRUCT', 'GEOGRAPHY', 'INTERVAL'].includes(type.kind);
  if (kept) return expr;
  if (expr.kind === 'literal' && expr.value === null) return { ...expr, type: typeOf('STRING') };
  return { kind: 'cast', at, type: typeOf('STRING'), operand: expr, safe: false };
}

/**
 * An expression as the condition of a clause.
 *
 * @throws Fault if its type is another than BOOL.
 * @example const on = condition(resolve(node.on, context), 'JOIN ON clause');
 */
export function condition(expr: Expr, clause: string): Expr {
  if (expr.type.kind !== 'BOOL' && expr.type.kind !== 'NULL') {
    fail('type_error', expr.at, `${clause} should return type BOOL, but returns ${expr.type.kind}.`);
  }
  return coerceFor(expr, typeOf('BOOL'), clause);
}
