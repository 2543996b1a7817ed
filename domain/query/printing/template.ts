import type { Expr } from '../plan/expressions.ts';
import { bounded, type PrintState, pointParts } from './state.ts';

/** Texts longer than this are not written twice. */
const longest = 160;

export interface Filling {
  /** Arguments as finished SQL. */
  args: readonly string[];
  exprs: readonly Expr[];
  /** What stands for `$D`, `$O`, `$F`, `$N` and `$W`. */
  marks?: Readonly<Record<string, string>>;
}

/** Two dollars stand for one. */
const place = /\$(?:(\d)(\.[xy])?|([*|?DOFNW$]))/g;

/** A template of the function table with its arguments put in. Long arguments that it uses more than once are computed once. */
export function fill(template: string, filling: Filling, state: PrintState): string {
  const { args } = filling;
  const uses = new Map<number, number>();
  for (const match of template.matchAll(place)) {
    if (match[3] === '?' && args.length) for (const index of args.keys()) uses.set(index, (uses.get(index) ?? 0) + 1);
    if (match[3] === '*' || match[3] === '|')
      for (const index of args.keys()) uses.set(index, (uses.get(index) ?? 0) + 1);
    if (match[1] === undefined) continue;
    const index = Number(match[1]) - 1;
    if (match[2] && isPoint(filling.exprs[index], state)) continue;
    uses.set(index, (uses.get(index) ?? 0) + 1);
  }
  const bindings: { value: string; variable: string }[] = [];
  const values = args.map((value, index) => {
    if ((uses.get(index) ?? 0) < 2 || value.length <= longest || filling.marks) return value;
    const variable = state.nextName('v');
    bindings.push({ value, variable });
    return variable;
  });
  const body = put(template, { ...filling, args: values }, state);
  return bounded(bindings.reduce((text, { value, variable }) => state.dialect.bind(value, variable, text), body));
}

const isPoint = (expr: Expr | undefined, state: PrintState) =>
  (expr?.kind === 'column' && pointParts(state, expr.id) !== undefined) ||
  (expr?.kind === 'shape' && expr.shape.type === 'Point');

function put(template: string, { args, exprs, marks = {} }: Filling, state: PrintState): string {
  const text = template.replace(
    place,
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

/** A coordinate of a point: its own column or constant where there is one. */
function degrees(expr: Expr | undefined, text: string, part: 'x' | 'y', state: PrintState): string {
  const { dialect } = state;
  const parts = expr?.kind === 'column' ? pointParts(state, expr.id) : undefined;
  if (parts) return parts[part];
  if (expr?.kind === 'shape' && expr.shape.type === 'Point')
    return dialect.number(expr.shape.coordinates[part === 'x' ? 0 : 1]);
  return part === 'x' ? dialect.longitude(text) : dialect.latitude(text);
}

const whole = new Map<string, boolean>();

/** Whether a template is one call or one CASE, so that it needs no parentheses around it. */
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
