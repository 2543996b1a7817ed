import { fail } from '../fault.ts';
import { both, call, not } from '../functions/build.ts';
import { shift } from '../functions/dates/add.ts';
import { operators } from '../functions/operators.ts';
import type { Expr } from '../plan/expressions.ts';
import type { Expression } from '../syntax/expressions.ts';
import { toType } from '../types/parse-type.ts';
import { arrayOf, isComparable, isOrderable, type SqlType, structOf, typeOf, typeText } from '../types/sql-type.ts';
import { resolveField, resolveIndex, resolvePath } from './access.ts';
import { resolveCall } from './call.ts';
import { resolveCast } from './cast.ts';
import { asText, coerce, coerceFor, commonType } from './coercion.ts';
import { resolveBetween, resolveCompare, resolveInArray, resolveInList, resolveLike } from './comparison.ts';
import type { ExpressionContext } from './context.ts';
import { resolveDatePart, resolveExtract } from './date-part.ts';
import { resolveLiteral } from './literal.ts';
import { applySignatures } from './signature.ts';
import { resolveSubquery } from './subquery.ts';

/**
 * Resolves an expression: names become columns, functions are looked up, every value gets a type.
 *
 * @example const base = resolve(node.base, context);
 */
export function resolve(node: Expression, context: ExpressionContext): Expr {
  const { at } = node;
  switch (node.kind) {
    case 'literal':
      return resolveLiteral(node);
    case 'path':
      return resolvePath(node, context);
    case 'field':
      return resolveField(resolve(node.base, context), node.name, at);
    case 'index':
      return resolveIndex(node, context);
    case 'call':
      return resolveCall(node, context);
    case 'unary':
      return applySignatures(
        node.op === 'NOT' ? 'NOT' : `${node.op}${node.op === '~' ? '' : '1'}`,
        operators[node.op === 'NOT' || node.op === '~' ? node.op : `${node.op}1`] ?? [],
        [resolve(node.operand, context)],
        at,
        context.state,
        `operator ${node.op}`,
      );
    case 'binary':
      return resolveBinary(node.op, resolve(node.left, context), resolve(node.right, context), at, context);
    case 'logical': {
      const operands = node.operands.map((operand) => boolOf(resolve(operand, context), node.op));
      return { kind: 'logical', at, type: typeOf('BOOL'), op: node.op, operands };
    }
    case 'is':
      return resolveIs(node, context);
    case 'distinctFrom':
    case 'between':
    case 'like':
    case 'inList':
    case 'inArray':
      return resolveComparison(node, context);
    case 'inQuery':
    case 'query':
    case 'exists':
    case 'arrayQuery':
      return resolveSubquery(node, context);
    case 'case':
      return resolveCase(node, context);
    case 'cast':
      return resolveCastOf(node, context);
    case 'extract':
      return resolveExtract(node, context);
    case 'interval': {
      const amount = coerceFor(resolve(node.amount, context), typeOf('INT64'), 'INTERVAL');
      return { kind: 'interval', at, type: typeOf('INTERVAL'), amount, unit: resolveDatePart(node.part) };
    }
    case 'array':
      return resolveArray(node, context);
    case 'struct':
      return resolveStruct(node, context);
  }
}

/** A cast, which may create an infinite number from a text. */
function resolveCastOf(node: Of<'cast'>, context: ExpressionContext): Expr {
  const [operand, type] = [resolve(node.operand, context), toType(node.type)];
  if (operand.type.kind === 'STRING' && type.kind === 'FLOAT64') context.state.makesInfinities = true;
  return resolveCast(operand, type, node);
}

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

const boolOf = (expr: Expr, where: string): Expr => coerceFor(expr, typeOf('BOOL'), where);

function resolveBinary(op: string, left: Expr, right: Expr, at: number, context: ExpressionContext): Expr {
  if (['=', '!=', '<', '>', '<=', '>='].includes(op)) return resolveCompare(op, left, right, at);
  const dated = resolveDateArithmetic(op, left, right, at);
  if (dated) return dated;
  const withText = op === '||' && [left, right].some(({ type }) => type.kind === 'STRING');
  const operands = withText ? [asText(left), asText(right)] : [left, right];
  const signatures = Object.hasOwn(operators, op) ? operators[op] : undefined;
  return applySignatures(op, signatures ?? [], operands, at, context.state, `operator ${op}`);
}

/** `date + 1`, `date - date`, `timestamp + INTERVAL 1 DAY` */
function resolveDateArithmetic(op: string, left: Expr, right: Expr, at: number): Expr | undefined {
  if (op !== '+' && op !== '-') return undefined;
  const sign = op === '+' ? 1 : -1;
  if (right.kind === 'interval') {
    if (!['DATE', 'DATETIME', 'TIMESTAMP'].includes(left.type.kind)) return undefined;
    // In GoogleSQL a DATE and an INTERVAL make a DATETIME.
    const value: Expr =
      left.type.kind === 'DATE' ? { kind: 'cast', at, type: typeOf('DATETIME'), operand: left, safe: false } : left;
    return { ...shift(value, right, sign, `operator ${op}`), at };
  }
  if (left.kind === 'interval' && op === '+') return resolveDateArithmetic(op, right, left, at);
  if (left.type.kind === 'DATE' && right.type.kind === 'INT64') {
    return {
      ...shift(left, { kind: 'interval', at, type: typeOf('INTERVAL'), amount: right, unit: 'DAY' }, sign, op),
      at,
    };
  }
  if (left.type.kind === 'INT64' && right.type.kind === 'DATE' && op === '+')
    return resolveDateArithmetic(op, right, left, at);
  if (op === '-' && left.type.kind === right.type.kind && ['DATE', 'TIMESTAMP', 'DATETIME'].includes(left.type.kind)) {
    fail('unsupported_feature', at, 'A difference of times is an INTERVAL, which is not supported.', {
      hint: `Use ${left.type.kind}_DIFF.`,
    });
  }
  return undefined;
}

function resolveIs({ at, not: negated, what, operand }: Of<'is'>, context: ExpressionContext): Expr {
  const value = resolve(operand, context);
  if (what !== 'NULL') boolOf(value, `IS ${what}`);
  const tested = what === 'NULL' ? value : boolOf(value, `IS ${what}`);
  const trino = what === 'NULL' ? 'IS NULL' : `IS NOT DISTINCT FROM ${what}`;
  const expr = call(at, typeOf('BOOL'), both(`($1) ${trino}`), [tested]);
  return negated ? not(expr) : expr;
}

function resolveComparison(
  node: Of<'distinctFrom' | 'between' | 'like' | 'inList' | 'inArray'>,
  context: ExpressionContext,
): Expr {
  const { at } = node;
  const made = (): Expr => {
    switch (node.kind) {
      case 'distinctFrom':
        return resolveCompare('IS DISTINCT FROM', resolve(node.left, context), resolve(node.right, context), at);
      case 'between':
        return resolveBetween(
          resolve(node.operand, context),
          resolve(node.low, context),
          resolve(node.high, context),
          node.opAt,
        );
      case 'like':
        return resolveLike(
          resolve(node.operand, context),
          node.patterns.map((pattern) => resolve(pattern, context)),
          node.quantifier ?? 'ANY',
          at,
        );
      case 'inList':
        return resolveInList(
          resolve(node.operand, context),
          node.list.map((item) => resolve(item, context)),
          node.opAt,
        );
      case 'inArray':
        return resolveInArray(resolve(node.operand, context), resolve(node.array, context), node.opAt, context);
    }
  };
  return node.not ? not(made()) : made();
}

function resolveCase({ at, operand, branches, otherwise }: Of<'case'>, context: ExpressionContext): Expr {
  const tested = operand && resolve(operand, context);
  const whens = branches.map(({ when }) => {
    const value = resolve(when, context);
    return tested ? resolveCompare('=', tested, value, at) : boolOf({ ...value, at }, 'WHEN');
  });
  const values = branches.map(({ value }) => resolve(value, context));
  const last = otherwise && resolve(otherwise, context);
  const all = last ? [...values, last] : values;
  const type =
    commonType(all) ??
    fail(
      'type_error',
      at,
      `No matching signature for CASE: its results have the types ${all.map((value) => typeText(value.type)).join(', ')}.`,
    );
  const as = (value: Expr) => coerce(value, type) ?? value;
  const resolved = whens.map((when, index) => ({ when, value: as(values[index] ?? when) }));
  return { kind: 'case', at, type, branches: resolved, ...(last && { otherwise: as(last) }) };
}

function resolveArray({ at, element, elements }: Of<'array'>, context: ExpressionContext): Expr {
  const values = elements.map((value) => resolve(value, context));
  const type: SqlType | undefined = element ? toType(element) : values.length ? commonType(values) : typeOf('INT64');
  if (!type) fail('type_error', at, 'The elements of an array have no common type.');
  const known = type.kind === 'NULL' ? typeOf('INT64') : type;
  if (known.kind === 'ARRAY')
    fail('type_error', values[0]?.at ?? at, 'Arrays of arrays are not supported.', {
      hint: 'Put the inner array into a STRUCT.',
    });
  return {
    kind: 'array',
    at,
    type: arrayOf(known),
    elements: values.map((value) => coerceFor(value, known, 'The array')),
    ...(element && { isTyped: true }),
  };
}

function resolveStruct({ at, type, fields }: Of<'struct'>, context: ExpressionContext): Expr {
  const values = fields.map(({ value }) => resolve(value, context));
  const wanted = type && toType(type);
  if (wanted?.kind === 'STRUCT') {
    if (wanted.fields.length !== values.length) fail('type_error', at, `STRUCT takes ${wanted.fields.length} values.`);
    const typed = values.map((value, index) => coerceFor(value, wanted.fields[index]?.type ?? value.type, 'STRUCT'));
    return { kind: 'struct', at, type: wanted, fields: typed };
  }
  if (values.length === 0) fail('unsupported_feature', at, 'A STRUCT without fields is not supported.');
  const known = values.map(
    (value) => (value.type.kind === 'NULL' ? { ...value, type: typeOf('INT64'), isUntyped: true } : value) as Expr,
  );
  const named = known.map((value, index) => ({
    name: fields[index]?.name ?? impliedName(fields[index]?.value),
    type: value.type,
  }));
  return { kind: 'struct', at, type: structOf(named), fields: known };
}

/** The implied name of a struct field: `STRUCT(p.id)` has a field id. */
export function impliedName(node: Expression | undefined): string {
  if (node?.kind === 'path') return node.names.at(-1)?.text ?? '';
  return node?.kind === 'field' ? node.name.text : '';
}

/**
 * Checks that values of an expression can be compared.
 *
 * @throws Fault for a type that GROUP BY, DISTINCT or `=` does not support.
 * @example requireComparable(value, 'GROUP BY');
 */
export function requireComparable(expr: Expr, what: string): void {
  if (!isComparable(expr.type))
    fail('type_error', expr.at, `${what} is not defined for values of type ${expr.type.kind}.`);
}

export function requireOrderable(expr: Expr, what: string): void {
  if (!isOrderable(expr.type))
    fail('type_error', expr.at, `${what} does not support expressions of type ${expr.type.kind}.`);
}
