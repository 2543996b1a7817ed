import { randomCall } from './calls.ts';
import { constant } from './constants.ts';
import { extract } from './date-parts.ts';
import { geographyExpression } from './geography.ts';
import { isOrderable, type Maker, type Scope, scalarType } from './scope.ts';
import { arrayOfSubquery, truthOfSubquery, valueOfSubquery } from './subqueries.ts';

/** A way to write a value of a type, or undefined where it has none. */
type Way = (maker: Maker, scope: Scope, type: string, depth: number) => string | undefined;

/**
 * A value of a type.
 *
 * @param depth how many levels it may still have.
 */
export function expression(maker: Maker, scope: Scope, type: string, depth: number): string {
  const { random } = maker;
  if (type === 'GEOGRAPHY') return leaf(maker, scope, type);
  if (depth <= 0 || random.chance(0.2)) return leaf(maker, scope, type);
  return random.one(ways)(maker, scope, type, depth - 1) ?? leaf(maker, scope, type);
}

function leaf({ random }: Maker, { values }: Scope, type: string): string {
  const fitting = values.filter((value) => value.type === type);
  return fitting.length && random.chance(0.88) ? random.one(fitting).sql : constant(random, type);
}

const called: Way = (maker, scope, type, depth) => {
  const call = randomCall(maker, 'scalar', type, (of) => expression(maker, scope, of, depth));
  if (!call) return undefined;
  const { name, args, exact } = call;
  return exact(`${unsafe.test(name) ? 'SAFE.' : ''}${name}(${args.join(', ')})`);
};

/** Functions that fail a query for some values. An engine decides which values it computes at all, so they are written with SAFE. */
const unsafe =
  /^(ASCII|LN|LOG|LOG10|SQRT|ACOS|ASIN|COT|DIV|MOD|POW|POWER|COSH|SINH|EXP|ARRAY_FIRST|ARRAY_LAST|TIMESTAMP|PARSE_.*)$/;

const operated: Way = (maker, scope, type, depth) => {
  const { random } = maker;
  const of = (kind: string) => expression(maker, scope, kind, depth);
  switch (type) {
    case 'INT64':
      return random.chance(0.15)
        ? random.one([
            `(${of(type)} ${random.one(['&', '|', '^'])} ${of(type)})`,
            `(${of(type)} ${random.one(['<<', '>>'])} ${random.one(['0', '1', '7', '63', '64'])})`,
            `(~${of(type)})`,
          ])
        : `(${of(type)} ${random.one(['+', '-', '*'])} ${of(type)})`;
    case 'NUMERIC':
      return `(${of(type)} ${random.one(['+', '-'])} ${of(type)})`;
    case 'FLOAT64':
      return random.chance(0.3)
        ? `SAFE_DIVIDE(${of(type)}, ${of('INT64')})`
        : `(${of(type)} ${random.one(['+', '-', '*'])} ${of(type)})`;
    case 'STRING':
      return `${of(type)} || ${of(random.chance(0.8) ? type : 'INT64')}`;
    case 'BOOL':
      return truth(maker, scope, depth);
    default:
      return undefined;
  }
};

function truth(maker: Maker, scope: Scope, depth: number): string {
  const { random } = maker;
  const type = random.one(['INT64', 'FLOAT64', 'STRING', 'DATE', 'TIMESTAMP', 'NUMERIC', 'DATETIME']);
  const of = (kind: string) => expression(maker, scope, kind, depth);
  return random.one([
    () => `(${of('BOOL')} ${random.one(['AND', 'OR'])} ${of('BOOL')})`,
    () => `NOT (${of('BOOL')})`,
    () => `${of(type)} ${random.one(['=', '!=', '<', '<=', '>', '>='])} ${of(type)}`,
    () => `(${of(type)}) IS ${random.one(['', 'NOT '])}NULL`,
    () => `(${of(type)}) IS ${random.one(['', 'NOT '])}DISTINCT FROM (${of(type)})`,
    () => `${of(type)} ${random.one(['', 'NOT '])}BETWEEN ${of(type)} AND ${of(type)}`,
    () => `(${of(type)}) ${random.one(['', 'NOT '])}IN (${constant(random, type)}, ${of(type)})`,
    () =>
      `(${of('STRING')}) ${random.one(['', 'NOT '])}LIKE ${random.one(["'%o%'", "'_-%'", "'V-1\\\\_x\\\\%'", "''", "'c%n'"])}`,
    () =>
      `(${of('STRING')}) ${random.one(['', 'NOT '])}LIKE ${random.one(['ANY', 'ALL'])} (${random.one(["'%o%', 'c%'", "'_', '%'", "'', NULL"])})`,
    () => `(${of('STRING')}) IN UNNEST(${of('ARRAY<STRING>')})`,
    () => `(${pair(of)}) ${random.one(['', 'NOT '])}IN ((${pair(of)}), (${pair(of)}))`,
    () => `(${pair(of)}) ${random.one(['', 'NOT '])}IN UNNEST([(${pair(of)}), (${pair(of)})])`,
    () => `(${pair(of)}) ${random.one(['=', '!='])} (${pair(of)})`,
    () => `(${of('BOOL')}) IS ${random.one(['', 'NOT '])}${random.one(['TRUE', 'FALSE'])}`,
    () => truthOfSubquery(maker, scope, depth),
    () => (maker.beyondReference ? geographyExpression(maker, scope, 'BOOL') : undefined) ?? of('BOOL'),
  ])();
}

/** Two values, which in parentheses are a struct. */
const pair = (of: (kind: string) => string): string => `${of('INT64')}, ${of('STRING')}`;

/** Types that become another by a cast that succeeds for any value, or by one that gives NULL. */
const casts: Readonly<Record<string, readonly string[]>> = {
  INT64: ['BOOL', 'SAFE STRING', 'SAFE FLOAT64', 'NUMERIC'],
  FLOAT64: ['INT64', 'NUMERIC', 'SAFE STRING'],
  NUMERIC: ['INT64', 'SAFE STRING', 'SAFE FLOAT64'],
  STRING: ['INT64', 'BOOL', 'DATE', 'TIMESTAMP', 'DATETIME', 'TIME', 'NUMERIC', 'FLOAT64', 'SAFE BYTES'],
  BYTES: ['STRING'],
  BOOL: ['INT64', 'SAFE STRING'],
  DATE: ['TIMESTAMP', 'DATETIME', 'SAFE STRING'],
  TIMESTAMP: ['DATE', 'DATETIME', 'SAFE STRING'],
  DATETIME: ['DATE', 'TIMESTAMP', 'SAFE STRING'],
  TIME: ['DATETIME', 'TIMESTAMP', 'SAFE STRING'],
};

const cast: Way = (maker, scope, type, depth) => {
  const sources = casts[type];
  if (!sources) return undefined;
  const [safe, from = safe] = maker.random.one(sources).split(' ');
  return `${safe === 'SAFE' ? 'SAFE_' : ''}CAST(${expression(maker, scope, from ?? type, depth)} AS ${type})`;
};

const cased: Way = (maker, scope, type, depth) => {
  const { random } = maker;
  const of = (kind: string) => expression(maker, scope, kind, depth);
  if (random.chance(0.5)) return `CASE WHEN ${of('BOOL')} THEN ${of(type)} ELSE ${of(type)} END`;
  const tested = scalarType(maker);
  return `CASE ${of(tested)} WHEN ${constant(random, tested)} THEN ${of(type)} END`;
};

const taken: Way = (maker, scope, type, depth) => {
  const { random } = maker;
  if (type === 'INT64' && random.chance(0.5)) {
    const of = random.one(['DATE', 'TIMESTAMP', 'DATETIME', 'TIME']);
    return extract(random, of, expression(maker, scope, of, depth));
  }
  const array = `ARRAY<${type}>`;
  if (!['ARRAY<STRING>', 'ARRAY<INT64>', 'ARRAY<FLOAT64>', 'ARRAY<DATE>'].includes(array)) return undefined;
  return `(${expression(maker, scope, array, depth)})[${random.one(['SAFE_OFFSET', 'SAFE_ORDINAL'])}(${random.one(['0', '1', '2'])})]`;
};

const subquery: Way = (maker, scope, type, depth) => {
  const element = /^ARRAY<(.*)>$/.exec(type)?.[1];
  if (element) return arrayOfSubquery(maker, scope, element, depth);
  return isOrderable(type) ? valueOfSubquery(maker, scope, type, depth) : undefined;
};

const placed: Way = (maker, scope, type) =>
  maker.beyondReference ? geographyExpression(maker, scope, type) : undefined;

const ways: readonly Way[] = [
  called,
  called,
  called,
  called,
  operated,
  operated,
  operated,
  cast,
  cased,
  taken,
  subquery,
  placed,
];
