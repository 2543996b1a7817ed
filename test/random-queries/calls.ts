import type { FunctionRow, Signature } from '../../sql/functions/row.ts';
import { functionTable } from '../../sql/functions/table.ts';
import { argumentFor } from './arguments.ts';
import { constant, given } from './constants.ts';
import { datePart, interval } from './date-parts.ts';
import { isOrderable, type Maker, scalarType } from './scope.ts';

/** Functions whose result may differ between runs or engines, and those that end a query. */
const excluded = /^(RAND|ERROR|ANY_VALUE|APPROX_.*|IEEE_DIVIDE|CURRENT_.*|FORMAT|ST_.*)$/;

/** Functions whose last digits depend on the processor. */
const inexact =
  /^(SQRT|CBRT|POW|POWER|EXP|LN|LOG|LOG10|SIN|COS|TAN|ATAN|SINH|COSH|TANH|COT|ASIN|ACOS|ATAN2|AVG|ARRAY_AVG|STDDEV.*|VAR.*|CORR|COVAR_.*|PERCENT_RANK|CUME_DIST|PERCENTILE_.*)$/;

/** Functions that compare values, which engines do differently for structs with NULL. */
const comparing = /^(ARRAY_(MIN|MAX|INCLUDES|IS_DISTINCT)|NULLIF)$/;

/** Functions whose third argument is a constant. */
const isShift = /^(LAG|LEAD)$/;

interface Choice {
  row: FunctionRow;
  signature: Signature;
  /** The type that T stands for. */
  bound: string | undefined;
}

const known = functionTable.filter(({ name, synonymOf }) => !synonymOf && !excluded.test(name));

/** Signatures of functions of a kind that can return a value of a type. */
function choices(kind: FunctionRow['kind'], type: string): Choice[] {
  const element = /^ARRAY<(.*)>$/.exec(type)?.[1];
  return known.flatMap((row) =>
    row.kind === kind
      ? row.signatures.flatMap((signature): Choice[] => {
          // STRING of numbers is an extension of ours.
          const isOwn = row.name === 'STRING' && /^(INT64|FLOAT64|BOOL)$/.test(signature.parameters[0]?.type ?? '');
          if (signature.result === type) return isOwn ? [] : [{ row, signature, bound: undefined }];
          if (!isOrderable(type) && comparing.test(row.name)) return [];
          const takesArrays = signature.parameters.some((parameter) => parameter.type === 'ARRAY<T>');
          if (signature.result === 'T') return element && takesArrays ? [] : [{ row, signature, bound: type }];
          return signature.result === 'ARRAY<T>' && element ? [{ row, signature, bound: element }] : [];
        })
      : [],
  );
}

const remembered = new Map<string, Choice[][]>();

/** Signatures grouped by function, so that one with many signatures comes no more often than others. */
function choicesByFunction({ beyondReference }: Maker, kind: FunctionRow['kind'], type: string): Choice[][] {
  const all = choices(kind, type).filter(({ row }) => beyondReference || row.name !== 'CONTAINS_SUBSTR');
  const names = [...new Set(all.map(({ row }) => row.name))];
  return names.map((name) => all.filter(({ row }) => row.name === name));
}

export interface RandomCall {
  name: string;
  args: string[];
  /** Wraps the finished call so that its value is the same on all engines. */
  exact(call: string): string;
}

/**
 * A call of a function of the table that returns a type.
 *
 * @param argument makes a value of a type.
 */
export function randomCall(
  maker: Maker,
  kind: FunctionRow['kind'],
  type: string,
  argument: (type: string) => string,
): RandomCall | undefined {
  const { random } = maker;
  const called = kind + type + maker.beyondReference;
  const byFunction = remembered.get(called) ?? choicesByFunction(maker, kind, type);
  remembered.set(called, byFunction);
  if (byFunction.length === 0) return undefined;
  const { row, signature, bound } = random.one(random.one(byFunction));
  const { parameters, variadic } = signature;
  const variable = bound ?? scalarType(maker);
  const first = parameters[0]?.type ?? '';
  // The reference engine requires the path that JSON functions may omit.
  const isFull = random.chance(0.5) || row.name.startsWith('JSON_');
  const wanted = isFull ? parameters : parameters.filter(({ optional }) => !optional);
  const last = wanted.at(-1);
  const all = variadic && last ? [...wanted, ...Array.from({ length: random.below(3) }, () => last)] : wanted;
  const args = all.map(({ type: pattern }, index) => {
    if (pattern === 'PART') return datePart(random, row.name, first);
    if (pattern === 'INTERVAL') return interval(random, row.name, first);
    const of = pattern.replace('#', '').replace(/\bT\b/, variable);
    const meant =
      index === 2 && isShift.test(row.name) ? constant(random, of) : argumentFor(random, row.name, index, pattern);
    return meant ?? (pattern.startsWith('#') ? given(random, of) : argument(of));
  });
  const isInexact = inexact.test(row.name) && type === 'FLOAT64';
  return { name: row.name, args, exact: (call) => (isInexact ? `ROUND(${call}, 6)` : call) };
}
