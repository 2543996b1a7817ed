import { constant } from './constants.ts';
import { expression } from './expression.ts';
import { columnsOf, isOrderable, type Maker, type Scope } from './scope.ts';

const tables = ['fields', 'operations', 'points'];

/** Rows of a table that a subquery reads, and the names in its scope: its own columns only, or also those around it. */
function inner(maker: Maker, outer: Scope, depth: number): { from: string; scope: Scope } {
  const { random } = maker;
  const table = random.one(tables);
  const alias = `${table[0]}${maker.name()}`;
  const own: Scope = { values: columnsOf(maker, table, alias), key: [`${alias}.id`] };
  const where = random.chance(0.6) ? ` WHERE ${condition(maker, outer, own, depth)}` : '';
  return { from: `FROM ${table} AS ${alias}${where}`, scope: own };
}

/** A condition of a subquery. Engines only join it with the query around it by equality. */
function condition(maker: Maker, outer: Scope, own: Scope, depth: number): string {
  const { random } = maker;
  const pairs = own.values.flatMap((mine) =>
    outer.values
      .filter(({ type }) => type === mine.type && type === 'STRING')
      .map((other) => `${mine.sql} = ${other.sql}`),
  );
  return pairs.length && random.chance(0.3) ? random.one(pairs) : expression(maker, own, 'BOOL', depth);
}

export function valueOfSubquery(maker: Maker, outer: Scope, type: string, depth: number): string {
  const { random } = maker;
  const arrays = outer.values.filter((value) => value.type === `ARRAY<${type}>`);
  if (arrays.length && random.chance(0.5)) {
    const name = maker.name();
    return `(SELECT ${random.one(['MIN', 'MAX'])}(u${name}) FROM UNNEST(${random.one(arrays).sql}) AS u${name})`;
  }
  const { from, scope } = inner(maker, outer, depth);
  if (type === 'INT64' && random.chance(0.5)) return `(SELECT COUNT(*) ${from})`;
  return `(SELECT ${random.one(['MIN', 'MAX'])}(${expression(maker, scope, type, depth)}) ${from})`;
}

export function truthOfSubquery(maker: Maker, outer: Scope, depth: number): string {
  const { random } = maker;
  const arrays = outer.values.filter(({ type }) => type === 'ARRAY<STRING>');
  if (arrays.length && random.chance(0.4)) {
    const name = `u${maker.name()}`;
    return `EXISTS (SELECT 1 FROM UNNEST(${random.one(arrays).sql}) AS ${name} WHERE ${name} LIKE '%${random.one(['1', '2', 'i'])}')`;
  }
  const { from, scope } = inner(maker, outer, depth);
  if (random.chance(0.5)) return `EXISTS (SELECT 1 ${from})`;
  const type = random.one(['STRING', 'DATE', 'INT64']);
  const not = random.chance(0.3) ? 'NOT ' : '';
  return `(${expression(maker, outer, type, 0)}) ${not}IN (SELECT ${expression(maker, scope, type, 0)} ${from})`;
}

export function arrayOfSubquery(maker: Maker, outer: Scope, element: string, depth: number): string | undefined {
  const { random } = maker;
  const arrays = outer.values.filter((value) => value.type === `ARRAY<${element}>`);
  const name = `u${maker.name()}`;
  if (arrays.length && random.chance(0.6)) {
    return `ARRAY(SELECT ${name} FROM UNNEST(${random.one(arrays).sql}) AS ${name} WITH OFFSET AS i${name} ORDER BY i${name}${random.one(['', ' DESC'])})`;
  }
  if (!isOrderable(element)) return undefined;
  const { from, scope } = inner(maker, { values: [], key: [] }, depth);
  return random.chance(0.5)
    ? `ARRAY(SELECT ${expression(maker, scope, element, depth)} ${from} ORDER BY ${scope.key.join(', ')} LIMIT 3)`
    : `ARRAY(SELECT ${name} FROM UNNEST([${constant(random, element)}, ${constant(random, element)}]) AS ${name} ORDER BY ${name})`;
}
