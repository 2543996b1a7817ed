import { literal, nullOnError } from '../functions/build.ts';
import { castText } from '../functions/casts.ts';
import type { Call, ColumnId, Expr, FrameBound, SortKey, Subquery, Window, WindowFrame } from '../plan/expressions.ts';
import type { Plan } from '../plan/plans.ts';
import { hasPart, mapParts } from '../plan/walk.ts';
import { type SqlType, sameType } from '../types/sql-type.ts';
import { printPlain } from './block.ts';
import { boxesMeet } from './boxes-meet.ts';
import { packedArray } from './literal.ts';
import { bounded, columnName, columnText, type PrintState, pointParts } from './state.ts';
import { bindAll, fill } from './template.ts';

/**
 * Prints an expression as SQL that can be used anywhere: a name, a literal, a call, or an expression in parentheses.
 *
 * @example const where = printExpr(plan.on, state);
 */
export function printExpr(expr: Expr, state: PrintState): string {
  const { dialect } = state;
  const print = (part: Expr) => printExpr(part, state);
  switch (expr.kind) {
    case 'literal':
      return dialect.literal(expr);
    case 'shape':
      return dialect.shape(expr.shape, expr.isUncut);
    case 'column':
      return columnText(state, expr.id);
    case 'call':
      return printCall(expr, state);
    case 'cast':
      return printCast(print(expr.operand), expr.operand.type, expr.type, expr.safe, state);
    case 'logical':
      return bounded(`(${expr.operands.map(print).join(` ${expr.op} `)})`, expr.at);
    case 'case':
      return printCase(expr, state);
    case 'inList':
      return printInList(expr, state);
    case 'array':
      return bounded(packedArray(expr, dialect) ?? dialect.array(expr.elements.map(print), expr.type), expr.at);
    case 'struct':
      return bounded(dialect.struct(expr.fields.map(print), expr.type), expr.at);
    case 'field':
      return dialect.field(
        print(expr.base),
        expr.base.type.kind === 'STRUCT' ? (expr.base.type.fields[expr.index]?.column ?? '') : '',
      );
    case 'subquery':
      return printSubquery(expr, state);
    case 'aggregate':
      return printAggregate(expr, state);
    case 'window':
      return printWindowCall(expr, state);
    case 'interval':
      throw new Error('an interval stands alone');
  }
}

const isStoredPoint = (expr: Expr | undefined, state: PrintState): boolean =>
  expr?.kind === 'column' && pointParts(state, expr.id) !== undefined;

function printCall({ points, args, meeting, located, ...call }: Call, state: PrintState): string {
  const [first, second] = args;
  const written = (isStoredPoint(second, state) && call.pointSecond) || call.text;
  const text = (state.makesInfinities && call.withNaN) || written;
  const isPoint = points && isStoredPoint(first, state);
  const template = (isPoint ? points : text)[state.dialect.name];
  if (text === nullOnError && first) return printSafely(first, state);
  // Arguments that the template does not use are not printed.
  const printed = args.map((arg, index) =>
    isPoint && index > 0 && !template.includes(`$${index + 1}`) ? '' : printExpr(arg, state),
  );
  const filled = fill(template, { args: printed, exprs: args }, state);
  const near = meeting && boxesMeet(args, state);
  if (near) return `(${near} AND ${filled})`;
  const inside = located && insideBox(located, state);
  return inside ? `(${filled} AND ${inside})` : filled;
}

/** A condition that a point is in the box of a key; undefined if its box is unknown. */
function insideBox({ key, point }: NonNullable<Call['located']>, state: PrintState): string | undefined {
  const box = state.boxes.get(key);
  const inside = `$1.x BETWEEN $2 AND $4 AND $1.y BETWEEN $3 AND $5`;
  const exprs = box && [point, ...box.map((degrees) => literal(point.at, degrees))];
  return exprs && fill(inside, { args: exprs.map((expr) => printExpr(expr, state)), exprs }, state);
}

/** NaN equals nothing in a list; DuckDB would find it. */
function printInList({ operand, list, at }: Extract<Expr, { kind: 'inList' }>, state: PrintState): string {
  const [value, ...values] = [operand, ...list].map((part) => printExpr(part, state));
  const found = `(${value} IN (${values.join(', ')}))`;
  const mayBeNaN = state.makesInfinities && state.dialect.name === 'duckdb' && operand.type.kind === 'FLOAT64';
  if (!mayBeNaN) return bounded(found, at);
  const isUnknown = values.map((one) => `${one} IS NULL`).join(' OR ');
  return bounded(
    `CASE WHEN NOT isnan(${value}) THEN ${found} WHEN ${isUnknown} THEN NULL ELSE ${value} IS NULL END`,
    at,
  );
}

/**
 * A value that is NULL if computing it fails. The engines accept no subquery within, so subqueries are computed before.
 */
function printSafely(made: Expr, state: PrintState): string {
  const { dialect } = state;
  const inside: { id: ColumnId; text: string }[] = [];
  const replaced = (part: Expr): Expr => {
    if (part.kind !== 'subquery') return mapParts(part, replaced);
    const id = -Number(state.nextName('').trim());
    inside.push({ id, text: printExpr(part, state) });
    return { kind: 'column', at: part.at, type: part.type, id };
  };
  const body = hasPart(made, 'subquery') ? replaced(made) : made;
  const values = inside.map(({ text }) => text);
  const { texts, around } = bindAll(values, () => true, state);
  for (const [index, { id }] of inside.entries()) state.texts.set(id, texts[index] ?? '');
  const text = printExpr(body, state);
  return bounded(around(dialect.name === 'duckdb' ? `TRY(${withoutErrors(text)})` : `try(${text})`), made.at);
}

/** DuckDB's TRY does not accept calls of `error`, which would become NULL anyway. Literals are unchanged. */
const withoutErrors = (text: string): string =>
  text.replace(/'(?:[^']|'')*'|error\('(?:[^']|'')*'\)/g, (found) => (found.startsWith('error(') ? 'NULL' : found));

function printCase({ branches, otherwise }: Extract<Expr, { kind: 'case' }>, state: PrintState): string {
  const parts = branches.map(({ when, value }) => `WHEN ${printExpr(when, state)} THEN ${printExpr(value, state)}`);
  const last = otherwise ? ` ELSE ${printExpr(otherwise, state)}` : '';
  return bounded(`CASE ${parts.join(' ')}${last} END`);
}

function printCast(text: string, from: SqlType, to: SqlType, safe: boolean, state: PrintState): string {
  const { dialect } = state;
  if (sameType(from, to)) return text;
  if (from.kind === 'NULL') return `CAST(${text} AS ${dialect.type(to)})`;
  if (from.kind === 'ARRAY' && to.kind === 'ARRAY') {
    const variable = state.nextName('e');
    return dialect.eachElement(text, variable, printCast(variable, from.element, to.element, safe, state));
  }
  if (from.kind === 'STRUCT' && to.kind === 'STRUCT') {
    const variable = state.nextName('s');
    const fields = from.fields.map(({ column, type }, index) =>
      printCast(dialect.field(variable, column), type, to.fields[index]?.type ?? type, safe, state),
    );
    const made = `CASE WHEN ${variable} IS NULL THEN NULL ELSE ${dialect.struct(fields, to)} END`;
    return dialect.bind(text, variable, made);
  }
  const template = castText(from, to)?.[dialect.name];
  if (template === undefined) throw new Error(`there is no cast from ${from.kind} to ${to.kind}`);
  const written = template.replaceAll('$C', safe ? 'TRY_CAST' : 'CAST').replaceAll('$T', safe ? 'TRY' : '');
  return fill(written, { args: [text], exprs: [] }, state);
}

function printSubquery({ mode, plan, output, operand, outer, type, at }: Subquery, state: PrintState): string {
  const before = new Map(state.renamed);
  for (const [inner, id] of outer) {
    const now = before.get(id) ?? id;
    if (inner !== now) state.renamed.set(inner, now);
  }
  const { dialect } = state;
  const wanted = operand && printExpr(operand, state);
  const readable = dialect.readable(plan);
  const ordered = mode === 'array' && dialect.name === 'trino' ? withSortKeys(readable, output) : undefined;
  const { text, order } = printPlain(ordered?.plan ?? readable, ordered?.columns ?? [output], state);
  state.renamed = before;
  const made = {
    scalar: () => `(${text})`,
    exists: () => `EXISTS (${text})`,
    in: () => `(${wanted} IN (${text}))`,
    array: () => dialect.arrayOfQuery(text, columnName(output), order, type),
  }[mode]();
  return bounded(made, at);
}

/** An array has the order of its query, so the sort columns are needed where it is assembled. */
function withSortKeys(plan: Plan, output: ColumnId): { plan: Plan; columns: ColumnId[] } | undefined {
  if (plan.kind !== 'sort') return undefined;
  const keys = plan.keys.flatMap(({ value }) => (value.kind === 'column' ? [value.id] : []));
  const columns = [...new Set([output, ...keys])];
  return { plan: { ...plan, output: columns }, columns };
}

export function printSortKeys(keys: readonly SortKey[], state: PrintState): string {
  return keys
    .map(
      ({ value, descending, nullsFirst }) =>
        `${printExpr(value, state)} ${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`,
    )
    .join(', ');
}

const infinities = ({ makesInfinities }: PrintState) => (makesInfinities ? 'FALSE AND ' : '');

function printAggregate(expr: Extract<Expr, { kind: 'aggregate' }>, state: PrintState): string {
  const { dialect } = state;
  const args = expr.args.map((arg) => printExpr(arg, state));
  const order = expr.orderBy.length ? ` ORDER BY ${printSortKeys(expr.orderBy, state)}` : '';
  const marks = {
    D: expr.distinct ? 'DISTINCT ' : '',
    O: order,
    F: expr.ignoreNulls ? ` FILTER (WHERE ${args[0]} IS NOT NULL)` : '',
    I: infinities(state),
    L: args[0] ?? '',
    W: '',
  };
  const { [dialect.name]: template } = expr.points && isStoredPoint(expr.args[0], state) ? expr.points : expr.text;
  if (expr.limit === undefined) return fill(template, { args, exprs: expr.args, marks }, state);
  return limited(expr, args, marks, state);
}

/** The first values in order, up to a limit. */
function limited(
  expr: Extract<Expr, { kind: 'aggregate' }>,
  args: string[],
  marks: Record<string, string>,
  state: PrintState,
): string {
  const { dialect } = state;
  const collect = dialect.name === 'duckdb' ? 'list' : 'array_agg';
  const slice = dialect.name === 'duckdb' ? 'list_slice' : 'slice';
  const isText = expr.name === 'STRING_AGG';
  const filter = isText ? ' FILTER (WHERE $1 IS NOT NULL)' : '$F';
  const values = fill(
    `${slice}(${collect}($D$1$O)${filter}, 1, ${expr.limit})`,
    { args, exprs: expr.args, marks },
    state,
  );
  if (!isText) return values;
  return `${dialect.name === 'duckdb' ? 'array_to_string' : 'array_join'}(${values}, ${args[1] ?? "','"})`;
}

function printWindowCall(expr: Extract<Expr, { kind: 'window' }>, state: PrintState): string {
  const args = expr.args.map((arg) => printExpr(arg, state));
  const nulls = expr.ignoreNulls ? ' IGNORE NULLS' : '';
  const marks = {
    D: expr.distinct ? 'DISTINCT ' : '',
    O: '',
    F: nulls ? ` FILTER (WHERE ${args[0]} IS NOT NULL)` : '',
    I: infinities(state),
    // Trino's sums of integers over windows overflow silently.
    L: `CAST(${args[0]} AS DECIMAL(38, 0))`,
    N: nulls,
    W: ` OVER (${printWindow(expr.over, state)})`,
  };
  return fill(expr.text[state.dialect.name], { args, exprs: expr.args, marks }, state);
}

function printWindow({ partitionBy, orderBy, frame }: Window, state: PrintState): string {
  const parts: string[] = [];
  if (partitionBy.length) parts.push(`PARTITION BY ${partitionBy.map((key) => printExpr(key, state)).join(', ')}`);
  if (orderBy.length) parts.push(`ORDER BY ${printSortKeys(orderBy, state)}`);
  if (frame) parts.push(printFrame(frame, state));
  return parts.join(' ');
}

function printFrame({ unit, from, to }: WindowFrame, state: PrintState): string {
  const bound = ({ direction, distance }: FrameBound) => {
    if (direction === 'CURRENT') return 'CURRENT ROW';
    return `${distance ? printExpr(distance, state) : 'UNBOUNDED'} ${direction}`;
  };
  return `${unit} BETWEEN ${bound(from)} AND ${bound(to)}`;
}
