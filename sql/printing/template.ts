import type { Expr } from '../plan/expressions.ts';
import { bounded, type PrintState, pointParts } from './state.ts';

/** Maximum characters of an argument that is written several times. */
const longest = 160;

export interface Filling {
  /** Arguments as finished SQL. */
  args: readonly string[];
  exprs: readonly Expr[];
  /** Replacements of `$D`, `$O`, `$F`, `$I`, `$L`, `$N` and `$W`. */
  marks?: Readonly<Record<string, string>>;
}

/** Two dollars are an escaped dollar. */
const placeholder = /\$(?:(\d)(\.[xy])?|([*|?DFILNOW$]))/g;

/**
 * Fills a template of the function table with arguments. Long arguments that are used several times are computed once,
 * and so are those that are not allowed at their position: a subquery within a lambda or TRY, and within TRY an
 * expression that ends the query.
 */
export function fill(template: string, filling: Filling, state: PrintState): string {
  const { args } = filling;
  const uses = new Map<number, number>();
  for (const match of template.matchAll(placeholder)) {
    if (match[3] === '?' && args.length) for (const index of args.keys()) uses.set(index, (uses.get(index) ?? 0) + 1);
    if (match[3] === '*' || match[3] === '|')
      for (const index of args.keys()) uses.set(index, (uses.get(index) ?? 0) + 1);
    if (match[1] === undefined) continue;
    const index = Number(match[1]) - 1;
    if (match[2] && isPoint(filling.exprs[index], state)) continue;
    uses.set(index, (uses.get(index) ?? 0) + 1);
  }
  const isLong = (value: string, index: number) => (uses.get(index) ?? 0) > 1 && value.length > longest;
  const isMisplaced = misplacedIn(template);
  const isBound = filling.marks
    ? () => false
    : (value: string, index: number) => isLong(value, index) || (uses.has(index) && isMisplaced(value));
  const { texts, around } = bindAll(args, isBound, state);
  return bounded(around(put(template, { ...filling, args: texts }, state)));
}

function misplacedIn(template: string): (value: string) => boolean {
  if (/\btry\(/i.test(template)) return (value) => value.includes('(SELECT ') || value.includes('error(');
  return template.includes('->') ? (value) => value.includes('(SELECT ') : () => false;
}

/** Computes some of the values once, beside one another: returns their replacements, and the text around their use. */
export function bindAll(
  values: readonly string[],
  isBound: (value: string, index: number) => boolean,
  state: PrintState,
): { texts: string[]; around: (body: string) => string } {
  let bound = values.filter(isBound);
  if (bound.length === 0) return { texts: [...values], around: (body) => body };
  // Bound values make a lambda of the rest, which must not contain a subquery.
  const isOutside = (value: string, index: number) => isBound(value, index) || value.includes('(SELECT ');
  bound = values.filter(isOutside);
  const variable = state.nextName('v');
  let used = 0;
  const texts = values.map((value, index) => {
    if (!isOutside(value, index)) return value;
    used += 1;
    return bound.length === 1 ? variable : `${variable}[${used}]`;
  });
  const value = bound.length === 1 ? (bound[0] ?? '') : `ROW(${bound.join(', ')})`;
  return { texts, around: (body) => state.dialect.bind(value, variable, body) };
}

const isPoint = (expr: Expr | undefined, state: PrintState) =>
  (expr?.kind === 'column' && pointParts(state, expr.id) !== undefined) ||
  (expr?.kind === 'shape' && expr.shape.type === 'Point');

function put(template: string, { args, exprs, marks = {} }: Filling, state: PrintState): string {
  const text = template.replace(
    placeholder,
    (_, digit: string | undefined, part: string | undefined, sign: string | undefined) => {
      if (sign === '$') return '$';
      if (sign === '*') return args.join(', ');
      if (sign === '|') return args.join(' || ');
      if (sign === '?') return args.map((arg) => `${arg} IS NULL`).join(' OR ');
      if (sign !== undefined) return marks[sign] ?? '';
      const index = Number(digit) - 1;
      const arg = args[index] ?? 'NULL';
      if (!part) return arg;
      return degrees(exprs[index], arg, part === '.x' ? 'x' : 'y', state);
    },
  );
  return isWhole(template) ? text : `(${text})`;
}

/** A coordinate of a point: its own column or constant if there is one. */
function degrees(expr: Expr | undefined, text: string, part: 'x' | 'y', state: PrintState): string {
  const { dialect } = state;
  const parts = expr?.kind === 'column' ? pointParts(state, expr.id) : undefined;
  if (parts) return parts[part];
  if (expr?.kind === 'shape' && expr.shape.type === 'Point')
    return dialect.number(expr.shape.coordinates[part === 'x' ? 0 : 1]);
  return part === 'x' ? dialect.longitude(text) : dialect.latitude(text);
}

const whole = new Map<string, boolean>();

/** Whether a template is one call or one CASE, which needs no parentheses. */
function isWhole(template: string): boolean {
  const known = whole.get(template);
  if (known !== undefined) return known;
  const found =
    template === '$1' ||
    (/^CASE\b/.test(template) && /\bEND$/.test(template) && template.match(/\bCASE\b/g)?.length === 1) ||
    isOneCall(template);
  whole.set(template, found);
  return found;
}

function isOneCall(template: string): boolean {
  const open = /^[a-zA-Z_]*\(/.exec(template)?.[0].length;
  if (open === undefined) return false;
  let depth = 1;
  let inText = false;
  for (let index = open; index < template.length; index += 1) {
    const sign = template[index];
    if (sign === "'") inText = !inText;
    if (inText) continue;
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth === 0) return index === template.length - 1;
  }
  return false;
}
