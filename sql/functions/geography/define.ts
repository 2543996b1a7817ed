import { Fault, fail } from '../../fault.ts';
import { type RuntimeValue, runtimeFunctions } from '../../geography/functions.ts';
import type { Shape } from '../../geography/shape.ts';
import type { Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { call, literal, nullOf } from '../build.ts';
import type { Expand } from '../row.ts';

/** The name of a runtime function in DuckDB. */
export const runtimeName = (name: string): string => `furrow_st_${name}`;

/**
 * A function of the runtime: computed by the compiler if all arguments are constant, by the engine otherwise.
 *
 * @example const distance = runtime('distance', 'ST_Distance($1, $2)');
 */
export function runtime(name: string, trino: string, duckdb = `${runtimeName(name)}($*)`): Expand {
  const known = runtimeFunctions[name];
  if (!known) throw new Error(`there is no function ${name}`);
  return (args, { at, type }) => {
    const own = args.slice(0, known.takes.length);
    if (own.some((arg) => arg.kind === 'literal' && arg.value === null)) return nullOf(at, type);
    const values = own.map(constantOf);
    if (!known.overlays && values.every((value) => value !== undefined))
      return computed(name, values, at, own) ?? nullOf(at, type);
    return call(at, type, { duckdb, trino }, own);
  };
}

function constantOf(expr: Expr): RuntimeValue {
  if (expr.kind === 'shape') return expr.shape;
  if (expr.kind === 'array') {
    const all = expr.elements.map(constantOf);
    return all.every((value) => value !== undefined) ? (all as Shape[]) : undefined;
  }
  if (expr.kind !== 'literal' || expr.value === null) return undefined;
  if (expr.type.kind === 'BYTES') return Uint8Array.from([...String(expr.value)].map((byte) => byte.charCodeAt(0)));
  return expr.value;
}

/** Computes a call of constants; errors are reported at the constant. */
function computed(name: string, values: readonly RuntimeValue[], at: number, args: readonly Expr[]): Expr | undefined {
  const known = runtimeFunctions[name];
  if (!known) throw new Error(`there is no function ${name}`);
  try {
    const result = known.run(values, noOverlay);
    if (result === undefined) return undefined;
    if (known.gives === 'GEOGRAPHY') return { kind: 'shape', at, type: typeOf('GEOGRAPHY'), shape: result as Shape };
    if (result instanceof Uint8Array)
      return { kind: 'literal', at, type: typeOf('BYTES'), value: String.fromCharCode(...result) };
    return literal(at, result as bigint | string | number | boolean);
  } catch (error) {
    if (error instanceof Fault) fail(error.code, args[0]?.at ?? at, error.message, error.advice);
    throw error;
  }
}

const refuse = (): never => fail('unsupported_feature', 0, 'Shapes are laid over each other by the engine alone.');
const noOverlay = { union: refuse, intersection: refuse, difference: refuse, simplify: refuse };

/** A FLOAT64 literal for both engines. */
export const number = (value: number): string => (value < 0 ? `(${value.toExponential()})` : value.toExponential());
