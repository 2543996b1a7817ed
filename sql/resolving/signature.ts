import { fail } from '../fault.ts';
import { call } from '../functions/build.ts';
import type { Parameter, Signature, Surroundings } from '../functions/row.ts';
import { tokenize } from '../lexing/tokenize.ts';
import { TokenStream } from '../parsing/token-stream.ts';
import { parseType } from '../parsing/type-name.ts';
import type { Expr } from '../plan/expressions.ts';
import { toType } from '../types/parse-type.ts';
import { arrayOf, type ScalarKind, type SqlType, scalarKinds, typeOf, typeText } from '../types/sql-type.ts';
import { coerce, commonType, distance } from './coercion.ts';

/** A signature with the types that these arguments give it. */
export interface Match {
  signature: Signature;
  args: Expr[];
  type: SqlType;
}

/** The expression of an operator or function, with the signature that needs the fewest conversions of the arguments. */
export function applySignatures(
  name: string,
  signatures: readonly Signature[],
  args: Expr[],
  at: number,
  { now, cells }: Surroundings,
  label: string,
): Expr {
  const match = findMatch(signatures, args) ?? noMatch(signatures, args, at, label);
  const { write } = match.signature;
  if (typeof write === 'function') return write(match.args, { at, type: match.type, name, now, cells });
  return call(at, match.type, write, match.args);
}

/** Reports an argument that must be an INTERVAL with an error of its own. */
function requireIntervals(signatures: readonly Signature[], args: Expr[]): void {
  for (const [index, arg] of args.entries()) {
    const wanted = signatures.every(({ parameters }) => parameters[index]?.type === 'INTERVAL');
    if (wanted && arg.kind !== 'interval') fail('type_error', arg.at, 'Expected INTERVAL expression.');
  }
}

export function noMatch(signatures: readonly Signature[], args: Expr[], at: number, label: string): never {
  if (signatures.length) requireIntervals(signatures, args);
  const given = args.length
    ? `for argument types: ${args.map(({ type }) => typeText(type)).join(', ')}`
    : 'with no arguments';
  const shown = [...new Set(signatures.map((known) => `(${signatureText(known)})`))].slice(0, 6).join('; ');
  fail('type_error', at, `No matching signature for ${label} ${given}. Supported: ${shown}.`);
}

export const signatureText = ({ parameters, variadic }: Signature): string =>
  parameters
    .map(({ type, optional }, index) => {
      const text = type.replace('#', '');
      const repeated = variadic && index === parameters.length - 1 ? '…' : '';
      return optional ? `[${text}]` : text + repeated;
    })
    .join(', ');

export function findMatch(signatures: readonly Signature[], args: Expr[]): Match | undefined {
  let best: { cost: number; signature: Signature; bound: SqlType | undefined } | undefined;
  for (const signature of signatures) {
    const fit = fitOf(signature, args);
    if (fit && (!best || fit.cost < best.cost)) best = { ...fit, signature };
  }
  if (!best) return undefined;
  const { signature, bound } = best;
  const typed = args.map((arg, index) => {
    const parameter = parameterAt(signature, index);
    const type = parameter && concrete(parameter.type, bound);
    return type && type.kind !== 'INTERVAL' ? (coerce(arg, type) ?? arg) : arg;
  });
  return { signature, args: typed, type: concrete(signature.result, bound) ?? typeOf('NULL') };
}

function parameterAt({ parameters, variadic }: Signature, index: number): Parameter | undefined {
  return parameters[index] ?? (variadic ? parameters.at(-1) : undefined);
}

function fitOf(signature: Signature, args: Expr[]): { cost: number; bound: SqlType | undefined } | undefined {
  const required = signature.parameters.filter(({ optional }) => !optional).length;
  if (args.length < required || !args.every((_, index) => parameterAt(signature, index))) return undefined;
  const bound = bind(signature, args);
  if (bound === 'none') return undefined;
  let cost = 0;
  for (const [index, arg] of args.entries()) {
    const pattern = parameterAt(signature, index)?.type ?? '';
    const one = costOf(pattern, arg, bound);
    if (one === undefined) return undefined;
    cost += one;
  }
  return { cost, bound };
}

/** The type of T: the common type of all arguments for it. */
function bind(signature: Signature, args: Expr[]): SqlType | undefined | 'none' {
  const given: Expr[] = [];
  let isVariable = false;
  for (const [index, arg] of args.entries()) {
    const pattern = parameterAt(signature, index)?.type;
    if (pattern !== 'T' && pattern !== 'ARRAY<T>') continue;
    isVariable = true;
    if (pattern === 'T') given.push(arg);
    else if (arg.type.kind === 'ARRAY') given.push({ kind: 'column', at: arg.at, id: -1, type: arg.type.element });
    else if (arg.type.kind !== 'NULL') return 'none';
  }
  if (!isVariable) return undefined;
  const type = given.length ? commonType(given) : typeOf('INT64');
  return type ?? 'none';
}

function costOf(pattern: string, arg: Expr, bound: SqlType | undefined): number | undefined {
  if (pattern === 'PART') return 0;
  if (pattern === 'INTERVAL') return arg.kind === 'interval' ? 0 : undefined;
  if (arg.kind === 'interval') return undefined;
  if (pattern.startsWith('#') && arg.kind !== 'literal') return undefined;
  const type = concrete(pattern, bound);
  return type && distance(arg, type);
}

const known = new Map<string, SqlType>();

function concrete(pattern: string, bound: SqlType | undefined): SqlType | undefined {
  const text = pattern.replace('#', '');
  if (text === 'T') return bound;
  if (text === 'ARRAY<T>') return bound && arrayOf(bound);
  if (text === 'NULL' || text === 'INTERVAL' || text === 'PART') return typeOf(text === 'NULL' ? 'NULL' : 'INTERVAL');
  if (scalarKinds.includes(text as ScalarKind)) return typeOf(text as ScalarKind);
  const type = known.get(text) ?? toType(parseType(new TokenStream(tokenize(text))));
  known.set(text, type);
  return type;
}
